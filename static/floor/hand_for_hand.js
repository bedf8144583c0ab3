/**
 * Hand-for-hand on the floor's page: tables still playing, the next all-in to resolve, and the next hand for
 * all.
 */

import { el, setText } from "../shared/ui/dom.js";
import { ask, choiceOf, fieldOf } from "./elements.js";
import { Phase } from "./phase.js";

/** Up to this many tables have their own buttons; above it, only the number is shown. */
const SHOWN = 40;
const WAYS = ["book", "stopped", "running"];
const REASONS = ["money", "final_table", "pay_jump"];

export class HandForHandPanel extends Phase {
  /** @param {HTMLElement} place  @param {object} page see TablePanel */
  constructor(place, page) {
    super(place, page, "hand_for_hand");
  }

  /** @param {object} board "hand_for_hand" */
  show(board) {
    const key = JSON.stringify({ ...board, seq: 0 });
    this.soon(() => this.put(key, board.on || board.due, () => (board.on ? this.#running(board) : [this.#due(board)])));
  }

  #due(board) {
    return el("div.proposal", {},
      el("div.proposal-says", {},
        el("p.proposal-want", {}, this.say("due")),
        el("p.proposal-why.small", {}, this.say("due_why", { left: board.left, paid: board.paid }), ...(board.rule ? [" · ", el("cite.cite", {}, board.rule)] : []))),
      el("div.proposal-acts", {}, this.button("announce", this.say("announce"), () => announceHandForHand(this.page, board), ".btn-primary")));
  }

  #running(board) {
    const { presses } = this.page;
    const hand = board.hand;
    const playing = board.tables.filter(([, state]) => state === "playing");
    const next = this.button("deal", this.say("deal", { hand: hand + 1 }), () => presses.send("hand_for_hand.deal", { hand }, this.say("deal", { hand: hand + 1 })), board.reached ? "" : ".btn-primary");
    next.disabled = !board.over;
    const end = this.button("end", this.say("end"), () => presses.send("hand_for_hand.end", { hand }, this.say("end")), board.reached && board.over ? ".btn-primary" : ".btn-quiet");
    return [el("div.phase", { "data-over": String(board.over) },
      el("div.proposal-says", {},
        el("p.proposal-want", {}, hand ? this.say("hand", { hand }) : this.say("running_hand")),
        el("p.small", { role: "status" }, [this.#stateText(board), board.reached ? this.say("reached") : "", this.#wayOf(board)].filter(Boolean).join(" · "),
          ...(board.rule ? [" · ", el("cite.cite", {}, board.rule)] : []))),
      el("div.proposal-acts", {}, next, end),
      ...(board.turned_up.length ? [this.#turnedUp(board)] : []),
      ...(playing.length ? [this.#tables(playing, hand)] : []))];
  }

  #stateText(board) {
    const done = board.tables.length - board.playing;
    if (board.over) return this.say("all_done");
    if (!board.playing) return this.say("all_ins_left");
    return this.say(board.playing === 1 ? "one_plays" : "some_play", { count: board.playing, of: board.tables.length, done });
  }

  #wayOf(board) {
    return board.way === "per_hand" ? this.say("way_per_hand", { minutes: board.minutes }) : this.say(`way_${board.way}`);
  }

  /** Tables still playing: each is done with a tap, or waits with a called all-in. */
  #tables(playing, hand) {
    const { presses, open, words } = this.page;
    const rows = playing.slice(0, SHOWN).map(([number, , hands]) => {
      const name = words.say("floor.table", { number });
      const table = this.button(`open-${number}`, name, () => open(number), ".btn-quiet");
      const done = this.button(`done-${number}`, this.say("done"), () => presses.send("hand.finish", { number, hand: hands + 1 }, `${name}: ${this.say("done")}`));
      done.setAttribute("aria-label", `${name}: ${this.say("done")}`);
      const allIn = this.button(`all_in-${number}`, this.say("all_in"), () => presses.send("hand_for_hand.all_in", { number, hand }, `${name}: ${this.say("all_in")}`));
      allIn.setAttribute("aria-label", `${name}: ${this.say("all_in")}`);
      return el("li.phase-table", {}, table, done, allIn);
    });
    const more = playing.length > SHOWN ? [el("li.muted", {}, words.say("floor.and_more", { count: playing.length - SHOWN }))] : [];
    return el("ul.phase-tables", { "aria-label": this.say("still_playing") }, ...rows, ...more);
  }

  /** Tables with a called all-in, in the order in which they are resolved. */
  #turnedUp({ turned_up: numbers, tables, next, hand, playing }) {
    const { presses, words } = this.page;
    const state = new Map(tables.map(([number, its]) => [number, its]));
    const handsOf = new Map(tables.map(([number, , hands]) => [number, hands]));
    const resolving = numbers.some((number) => state.get(number) === "resolving");
    return el("ol.phase-tables", { "aria-label": this.say("turned_up") }, ...numbers.map((number) => {
      const name = words.say("floor.table", { number });
      if (state.get(number) === "resolving") {
        const done = this.button(`done-${number}`, this.say("done"), () => presses.send("hand.finish", { number, hand: handsOf.get(number) + 1 }, `${name}: ${this.say("done")}`), ".btn-primary");
        return el("li.phase-table", {}, el("strong", {}, this.say("turning_up", { table: name })), done);
      }
      const turn = this.button(`turn-${number}`, this.say("turn_up"), () => presses.send("hand_for_hand.resolve", { number, hand }, `${name}: ${this.say("turn_up")}`), number === next ? ".btn-primary" : "");
      turn.setAttribute("aria-label", `${name}: ${this.say("turn_up")}`);
      turn.disabled = playing > 0 || resolving;
      return el("li.phase-table", {}, el("span", {}, this.say("face_down", { table: name })), turn);
    }));
  }
}

/** Return the text key of the reason why this may not be the bubble. @param {object} board "hand_for_hand" */
function bubbleNote({ left, paid }) {
  if (!paid) return "announce_no_prizes";
  return left > paid ? "announce_early" : "announce_late";
}

/**
 * Announce hand-for-hand: its reason, and the clock meanwhile.
 * @param {object} page see TablePanel  @param {object|undefined} board "hand_for_hand"
 */
export function announceHandForHand(page, board) {
  const { words, presses } = page;
  const say = (key, values) => words.say(`hand_for_hand.${key}`, values);
  // Suggest the bubble only where places are paid and the money has not been reached.
  const usual = board?.paid && board.left > board.paid ? "money" : null;
  const why = choiceOf("reason", say("what_for"), REASONS.map((value) => ({ value, label: say(`for_${value}`) })), usual);
  const way = choiceOf("way", say("clock"), WAYS.map((value) => ({ value, label: say(`clock_${value}`) })), "book");
  const { field, input } = fieldOf(say("minutes"), { name: "minutes", inputmode: "numeric", maxlength: "2", placeholder: say("minutes_book") });
  const fault = el("p.error", { role: "alert", hidden: "" });
  const own = () => (field.hidden = way.value() !== "book");
  way.group.addEventListener("change", own);
  own();
  const early = el("p.notice.is-warn", {}, board ? say(bubbleNote(board), { left: board.left, paid: board.paid }) : "");
  // For the money, the book starts it with one player more than places paid; otherwise the floor decides.
  const far = () => (early.hidden = !board || (why.value() ?? "money") !== "money" || board.left === board.paid + 1);
  why.group.addEventListener("change", far);
  far();
  ask({
    title: say("announce_title"), back: words.say("floor.cancel"), label: say("announce"),
    body: [el("p", {}, say("announce_says")), why.group, early, way.group, field, fault],
    submit: () => {
      const refuse = (text, place) => {
        setText(fault, text);
        fault.hidden = false;
        place.focus();
        return false;
      };
      if (why.value() === null) return refuse(say("announce_needs_reason"), why.group.querySelector("input"));
      const typed = input.value.trim();
      if (!field.hidden && typed && !/^[1-9]\d?$/.test(typed)) return refuse(words.say("floor.no_number"), input);
      const args = { reason: why.value(), ...(way.value() === "book" ? {} : { way: way.value() }), ...(!field.hidden && typed ? { minutes: Number(typed) } : {}) };
      return presses.ask("hand_for_hand.announce", args, say("announce"));
    },
  });
}
