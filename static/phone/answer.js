/** The page's main answer: where do I sit, and when? From boards to text. Pure: no page, no clock. */

import { duration, moment, number } from "../shared/ui/format.js";

/** Groups ahead on the waiting list, in display order. */
const KINDS = ["re_entry", "entry", "surrender"];

/**
 * @param {object} mine the player's own board of an event
 * @param {object|undefined} registration the event's board of that name
 * @param {object|undefined} waitingList the event's board of that name
 * @param {number|null} now server time, null while unknown
 * @param {import("../shared/ui/words.js").Words} words
 * @param {object} [prize] the player's own board of that name
 * @returns {{look: string, title: string, big: {label: string, text: string}[], note: string, left: number|null}}
 *   `big`: the main figures; `left`: rest of a countdown among them (ms)
 */
export function answer(mine, registration, waitingList, now, words, prize) {
  const say = (key, values) => words.say(`phone.${key}`, values);
  const plain = (title, note, big = []) => ({ look: mine.state, title, big, note, left: null });
  const held = rebuys(mine, now, words);
  if (held) return held;
  const placed = finished(mine, prize, words);
  if (placed) return placed;
  switch (mine.state) {
    case "seated": {
      const { move } = mine;
      const from = move && move.table !== null ? say("moving_from", move) : "";
      return plain(move ? say("moving_to", mine) : say("your_seat"), [from, sitsOut(mine, words)].filter(Boolean).join(" "), [
        { label: say("table"), text: String(mine.table) },
        { label: say("seat"), text: String(mine.seat) },
      ]);
    }
    case "entered":
      return plain(say("entered"), say(registration?.started ? "entered_late" : "entered_how"));
    case "called":
      return called(mine, now, words);
    case "waiting": {
      const place = placeOn(waitingList, mine);
      if (place.position === null) return plain(say("waiting"), "");
      return plain(say("waiting"), aheadOf(place, words), [{ label: say("position"), text: String(place.position) }]);
    }
    case "reserved":
    case "checked_in":
      return plain(say(mine.state), say(`${mine.state}_how`));
    case "out":
      return plain(say("out"), say("out_how"));
    default:
      return plain(say("none"), say(registration && !registration.open ? "none_closed" : "none_how"));
  }
}

/** Describe the rest of a penalty; "" for none. */
export function sitsOut({ penalty }, words) {
  if (!penalty) return "";
  const parts = ["hands", "rounds", "minutes"].filter((unit) => penalty[unit]).map((unit) => {
    const count = penalty[unit];
    return words.say(`phone.sits_out_${unit}${count === 1 && unit !== "minutes" ? "_one" : ""}`, { count });
  });
  return [...parts, ...(penalty.estimated ? [words.say("phone.sits_out_about")] : [])].join(" ");
}

/** Return the place of a player who is out or has finished; null while in play, or without a place. */
function finished(mine, prize, words) {
  if (!prize || prize.best === null || prize.best === undefined) return null;
  if (mine.state !== "out" && prize.state !== "in") return null;
  const { best, worst, field } = prize;
  const shared = best !== worst;
  const title = mine.state === "out" ? "out" : best === 1 && !shared ? "won" : "finished";
  const note = prize.state === "open" ? "place_open" : shared ? "shared" : "of_field";
  return {
    look: "out",
    title: words.say(`phone.${title}`),
    big: [{ label: words.say("prize.place"), text: shared ? `${best}–${worst}` : String(best) }],
    note: words.say(`phone.${note}`, { field: number(field, words.language) }),
    left: null,
  };
}

/** Describe the seat held for a rebuy after a bust; null if none is held. */
function rebuys({ state, rebuy }, now, words) {
  if (state !== "out" || !rebuy || now === null || rebuy.until <= now) return null;
  const left = rebuy.until - now;
  return {
    look: "called",
    title: words.say("phone.rebuy"),
    big: [{ label: words.say("phone.rebuy_left"), text: duration(Math.ceil(left / 1000)) }],
    note: words.say("phone.rebuy_how", { ...rebuy, time: moment(rebuy.until, now, words.language) }),
    left,
  };
}

function called(mine, now, words) {
  const left = now === null || mine.until === null ? null : mine.until - now;
  const late = left !== null && left <= 0;
  return {
    look: late ? "late" : "called",
    title: words.say("phone.called"),
    big: left === null || late ? [] : [{ label: words.say("phone.called_how"), text: duration(Math.ceil(left / 1000)) }],
    note: late ? words.say("phone.called_late") : "",
    left: late ? null : left,
  };
}

/**
 * Return the player's position on the waiting list, from the list if it is newer than the player's own board.
 * @returns {{position: number|null, ahead: Record<string, number>}}
 */
export function placeOn(waitingList, mine) {
  const waiting = waitingList && !(waitingList.seq < mine.seq) ? waitingList.waiting : [];
  const index = waiting.findIndex(({ booking }) => booking === mine.booking);
  if (index < 0) return { position: mine.position, ahead: mine.ahead };
  const ahead = {};
  for (const { wants } of waiting.slice(0, index)) ahead[wants] = (ahead[wants] ?? 0) + 1;
  return { position: waiting[index].position, ahead };
}

/** "ahead of you: 2 re-entries, 4 entries", or that the player is first. */
export function aheadOf(mine, words) {
  const parts = KINDS.filter((kind) => mine.ahead?.[kind]).map((kind) => {
    const count = mine.ahead[kind];
    return words.say(count === 1 ? `phone.ahead_${kind}_one` : `phone.ahead_${kind}`, { count });
  });
  return parts.length ? words.say("phone.ahead", { list: parts.join(", ") }) : words.say("phone.first");
}

/** Return the text of a notice. A true value may have its own text ("called again"). */
export function noticeText({ kind, values }, words) {
  const keys = Object.keys(values).filter((name) => values[name] === true).map((name) => `notice.${kind}_${name}`);
  for (const key of [...keys, `notice.${kind}`]) {
    const text = words.say(key, values);
    if (text !== key) return text;
  }
  return words.say("notice.other");
}

/**
 * Return which self-service commands apply now; the server decides.
 * @returns {string[]} kinds of commands
 */
export function mayDo(mine, registration) {
  if (mine.state === "seated" && mine.move) return ["self_service.arrive"];
  const may = registration?.self;
  if (["reserved", "checked_in", "waiting", "called"].includes(mine.state)) return ["self_service.cancel"];
  if (!may || !registration.open) return [];
  if (mine.state === "out") return may.re_enter ? ["self_service.re_enter"] : [];
  if (mine.state !== "none") return [];
  // A player may give up their place on the list before being called.
  const full = registration.places_left !== null && registration.places_left <= (registration.waiting ?? 0);
  if (!registration.started && may.reserve && !full) return ["self_service.reserve"];
  return may.wait && (registration.started || full) ? ["self_service.wait"] : [];
}

/**
 * Return the alert for a change of the player's state.
 * @param {object|null} before the previous `{state, table, seat}`
 * @returns {"moved"|"seated"|"called"|null}
 */
export function tellAloud(before, mine) {
  if (mine.state === "called") return before?.state === "called" ? null : "called";
  if (mine.state !== "seated") return null;
  if (before?.state !== "seated") return before ? "seated" : null;
  return before.table === mine.table && before.seat === mine.seat ? null : "moved";
}
