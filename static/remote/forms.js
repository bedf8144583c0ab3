/** The forms of the remote: their arguments from what was typed. */

import { timestampOf } from "../shared/ui/forms.js";

/** @import { CommandArguments } from "../../docs/reference/commands" */

const DAY = 24 * 3_600_000;

/** @typedef {(name: string) => HTMLInputElement} Field returns the field of a form by its name */

/** @param {HTMLInputElement} input */
const whole = (input) => (input.value.trim() === "" ? 0 : Math.trunc(Number(input.value)));

/**
 * Parse a time left (ms): whole minutes up to a day, whole seconds up to 59; null for anything else.
 * @param {HTMLInputElement} minutes  @param {HTMLInputElement} seconds
 */
function timeLeft(minutes, seconds) {
  const [min = NaN, sec = NaN] = [minutes, seconds].map((input) => (input.validity.badInput ? NaN : Number(input.value)));
  const left = (min * 60 + sec) * 1000;
  return [min, sec].every((one) => Number.isInteger(one) && one >= 0) && sec <= 59 && left > 0 && left <= DAY ? left : null;
}

/**
 * The commands with a form and their arguments; null if the form can't be sent as it is.
 * @satisfies {{[K in keyof CommandArguments]?: (field: Field) => CommandArguments[K]|null}}
 */
export const FORMS = {
  /** @param {Field} field */
  "field.set": (field) => ({ entries: whole(field("entries")), left: whole(field("left")), extra_chips: whole(field("extra_chips")) }),
  /** @param {Field} field */
  "clock.say": (field) => ({ text: field("text").value }),
  /** @param {Field} field */
  "clock.plan_start": (field) => ({ at: timestampOf(field("at")) }),
  /** @param {Field} field */
  "clock.set_remaining": (field) => {
    const ms = timeLeft(field("minutes"), field("seconds"));
    return ms === null ? null : { ms };
  },
  /** @param {Field} field */
  "clock.go_to": (field) => ({ to: Number(field("to").value) }),
  /** @param {Field} field */
  "clock.draw_hands": (field) => (field("card").value === "" ? null : { card: whole(field("card")) }),
};

/** @typedef {keyof typeof FORMS} FormKind */
