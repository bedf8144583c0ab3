/** Penalties on the floor's page: imposing them, and those being served. */

import { el, setText } from "../shared/ui/dom.js";
import { ask, choiceOf, fieldOf, padOf } from "./elements.js";
import { Still } from "../shared/ui/press.js";

/** Kinds that are sat out, and kinds that end the event for a player. */
const SERVED = ["hands", "orbits", "time_out"];
const OUT = ["elimination", "disqualification", "event_ban", "all_events_ban"];
/** Default without a proposal. */
const USUAL = { hands: 1, orbits: 1, time_out: 10 };
const MOST = 200;
/** How long ended penalties are shown (ms). */
const LATELY = 10 * 60_000;

/** Format a length: "2 orbits". */
function lengthOf(words, kind, count) {
  if (!SERVED.includes(kind)) return words.say(`penalty.${kind}`);
  return words.say(count === 1 ? `penalty.of_${kind}_one` : `penalty.of_${kind}`, { count });
}

/** Format the rest of a penalty. */
export function leftOf(row, words) {
  if (row.kind === "time_out") return words.say("penalty.minutes", { count: row.count });
  const unit = row.hands === null ? "rounds" : "hands";
  const count = row[unit];
  return words.say(count === 1 ? `penalty.${unit}_left_one` : `penalty.${unit}_left`, { count });
}

/**
 * Impose a penalty on a player: kind, reason, length; proposed from the book and earlier penalties.
 * @param {object} page see TablePanel  @param {object} chair the player's seat
 */
export async function penalise(page, chair) {
  const { words, presses, penalties: book } = page;
  const say = (key, values) => words.say(`penalty.${key}`, values);
  const counts = { ...USUAL };
  let proposal = null;
  const kinds = book.kinds.map((kind) => ({ value: kind, label: say(kind) }));
  const kind = choiceOf("kind", say("kind"), kinds, book.kinds.includes("orbits") ? "orbits" : book.kinds[0]);
  const reasons = [...book.reasons.map(({ reason, rule }) => ({ value: reason, label: say(`why_${reason}`), note: rule })), { value: "other", label: say("why_other") }];
  const why = choiceOf("reason", say("why"), reasons);
  for (const { group } of [kind, why]) group.classList.add("is-wide");
  const other = fieldOf(say("why_text"), { name: "why", maxlength: "200" });
  const chips = fieldOf(say("chips"), { name: "chips", inputmode: "numeric", maxlength: "12" });
  const until = fieldOf(say("until"), { name: "until", type: "date" });
  until.field.append(el("p.hint", {}, say("until_hint")));
  const long = lengthField(words, () => counts, () => kind.value(), (of) => book.most[of] ?? MOST, () => draw());
  const before = el("p.small.muted", { "aria-live": "polite" });
  const fault = el("p.error", { role: "alert", hidden: "" });
  const what = () => lengthOf(words, kind.value(), counts[kind.value()]);
  const form = ask({
    title: say("title", { name: chair.name }), back: words.say("floor.cancel"), label: say("impose", { what: what() }),
    body: [before, kind.group, long.group, why.group, other.field, until.field, chips.field, fault],
    submit: () => {
      const chosen = why.value();
      const reason = chosen === "other" ? other.input.value.trim() : chosen ? say(`why_${chosen}`) : "";
      const typed = chips.input.value.trim();
      const wrong = !reason ? say("no_reason") : OUT.includes(kind.value()) && typed && !/^\d{1,12}$/.test(typed) ? words.say("floor.no_number") : "";
      setText(fault, wrong);
      fault.hidden = !wrong;
      if (wrong) {
        fault.scrollIntoView({ block: "nearest" });
        return false;
      }
      const rule = book.reasons.find((one) => one.reason === chosen)?.rule ?? "";
      const args = {
        entry: chair.entry, kind: kind.value(), reason,
        ...(rule ? { rule } : {}),
        ...(SERVED.includes(kind.value()) ? { count: counts[kind.value()] } : {}),
        ...(OUT.includes(kind.value()) && typed ? { chips: Number(typed) } : {}),
        ...(kind.value() === "all_events_ban" && until.input.value ? { ends_on: until.input.value } : {}),
      };
      return presses.ask("penalty.impose", args, say("impose", { what: what() }));
    },
  });
  function draw() {
    const its = kind.value();
    const out = OUT.includes(its);
    long.group.hidden = !SERVED.includes(its);
    long.show(noteOf(its));
    other.field.hidden = why.value() !== "other";
    chips.field.hidden = !out;
    until.field.hidden = its !== "all_events_ban";
    form.name(say("impose", { what: what() }));
    form.button.classList.toggle("btn-danger", out);
    form.button.classList.toggle("btn-primary", !out);
    before.replaceChildren(...beforeOf(out).flatMap((text) => [text, " "]), ...(book.rule ? [el("cite.cite", {}, book.rule)] : []));
  }
  function noteOf(its) {
    const orbits = its === "orbits" && proposal;
    const detail = !orbits ? "" : proposal.hands ? say("in_hands", { count: proposal.hands * counts.orbits, players: proposal.players })
      : proposal.players !== null ? say("in_rounds") : "";
    return [detail, book.most[its] ? say("most", { length: lengthOf(words, its, book.most[its]) }) : ""].filter(Boolean).join(" · ");
  }
  function beforeOf(out) {
    const sentences = [];
    if (proposal) {
      sentences.push(proposal.earlier === 0 ? say("first") : say(proposal.earlier === 1 ? "earlier_one" : "earlier", { count: proposal.earlier }));
      if (proposal.orbits !== null && !out) sentences.push(say("proposed", { length: lengthOf(words, "orbits", proposal.orbits) }) + ".");
      const [last] = proposal.last;
      if (last && proposal.ever > proposal.earlier) sentences.push(say("ever", { count: proposal.ever, last: `${lengthOf(words, last.kind, last.count)}, ${last.reason || "–"} (${last.event})` }));
    }
    sentences.push(say(out ? "is_out" : "from_end"));
    return sentences;
  }
  kind.group.addEventListener("change", draw);
  why.group.addEventListener("change", () => {
    draw();
    if (why.value() === "other") other.input.focus();
  });
  draw();
  proposal = await page.asks.penalty(chair.entry);
  if (!form.dialog.open) return;
  if (proposal?.orbits) counts.orbits = proposal.orbits;
  draw();
}

/** The length: two large buttons and the value. */
function lengthField(words, counts, kindOf, mostOf, changed) {
  const output = el("output.penalty-length.figures", { "aria-live": "polite" });
  const note = el("p.small.muted");
  const step = (by, key, sign) => {
    const button = el("button.btn.btn-large", { type: "button", "aria-label": words.say(`penalty.${key}`) }, sign);
    button.addEventListener("click", () => {
      const kind = kindOf();
      counts()[kind] = Math.min(mostOf(kind), Math.max(1, counts()[kind] + by));
      changed();
    });
    return button;
  };
  const less = step(-1, "less", "−");
  const more = step(1, "more", "+");
  const group = el("fieldset.floor-choice", {}, el("legend", {}, words.say("penalty.how_long")), el("div.penalty-stepper", {}, less, output, more), note);
  return {
    group,
    show: (text) => {
      const kind = kindOf();
      if (counts()[kind] === undefined) return;
      setText(output, lengthOf(words, kind, counts()[kind]));
      setText(note, text);
      less.disabled = counts()[kind] <= 1;
      more.disabled = counts()[kind] >= mostOf(kind);
    },
  };
}

export class PenaltyPanel {
  #place;
  #list;
  #count;
  #page;
  #still;
  #board = null;
  #drawn = "";
  #running = null;

  /** @param {HTMLElement} place  @param {object} page see TablePanel */
  constructor(place, page) {
    this.#place = place;
    this.#page = page;
    this.#list = place.querySelector("ul");
    this.#count = place.querySelector(".badge");
    this.#still = new Still(place);
    // Ended penalties are shown for a while.
    setInterval(() => this.#board && this.#still.when(() => this.#draw()), 30_000);
  }

  /** Return the penalty a player is serving, or undefined. */
  of(entry) {
    return this.#board?.running.find((row) => row.entry === entry && !row.queued);
  }

  /** @param {object} board "penalties" */
  show(board) {
    this.#tell(board);
    this.#board = board;
    this.#still.when(() => this.#draw());
  }

  /** Announce that a player who has served a penalty may return. */
  #tell(board) {
    const before = this.#running;
    this.#running = new Set(board.running.map(({ penalty }) => penalty));
    if (!before) return;
    const serves = new Set(board.running.map(({ entry }) => entry));
    for (const row of board.ended) if (before.has(row.penalty) && !serves.has(row.entry)) this.#page.toasts.show({ text: this.#over(row) });
  }

  #say(key, values) {
    return this.#page.words.say(`penalty.${key}`, values);
  }

  #over(row) {
    return row.table === null ? this.#say("over", { name: row.name }) : this.#say("over_at", { name: row.name, table: row.table, seat: row.seat });
  }

  #draw() {
    const { running, ended, warnings } = this.#board;
    const now = this.#page.time.at() ?? 0;
    const over = ended.filter((row) => now - row.ended < LATELY);
    const key = JSON.stringify([running, over, warnings]);
    if (key === this.#drawn) return;
    this.#drawn = key;
    this.#place.hidden = !running.length && !over.length && !warnings.length;
    setText(this.#count, running.length ? String(running.length) : "");
    this.#count.hidden = !running.length;
    const focused = this.#list.contains(document.activeElement) ? document.activeElement.dataset.act : null;
    this.#list.replaceChildren(...running.map((row) => this.#row(row)), ...over.map((row) => this.#ended(row)), ...warnings.map((row) => this.#warning(row)));
    if (focused) this.#list.querySelector(`[data-act="${focused}"]`)?.focus();
  }

  #button(act, label, spoken, run) {
    const made = el("button.btn", { type: "button", "data-act": act }, label);
    if (spoken) made.setAttribute("aria-label", spoken);
    made.addEventListener("click", run);
    return made;
  }

  #where(row) {
    if (row.table === null) return el("span.muted", {}, this.#say("no_seat"));
    const where = this.#button(`open-${row.penalty}`, this.#say("at", { table: row.table, seat: row.seat }), "", () => this.#page.open(row.table, row.seat));
    where.classList.add("btn-quiet");
    return where;
  }

  #row(row) {
    const { words, presses, may } = this.#page;
    const about = [row.waits ? this.#say("waits") : "", row.queued ? this.#say("queued") : "", row.served && row.kind !== "time_out" ? this.#say(row.served === 1 ? "so_far_one" : "so_far", { count: row.served }) : "", row.reason, row.estimated ? this.#say("reckoned", { count: row.estimated }) : ""].filter(Boolean).join(" · ");
    const counted = row.kind !== "time_out";
    const label = this.#say(row.hands === null ? "minus_round" : "minus_hand");
    const acts = may("seat_players") ? [
      ...(counted && !row.queued ? [
        this.#button(`less-${row.penalty}`, label, `${label}: ${row.name}`, () => presses.send("penalty.count", { penalty: row.penalty, served: row.served }, this.#say("minus_of", { name: row.name }))),
        this.#button(`set-${row.penalty}`, this.#say("set"), `${this.#say("set")} ${row.name}`, () => this.#set(row)),
      ] : []),
      this.#button(`lift-${row.penalty}`, this.#say("lift"), `${this.#say("lift")} ${row.name}`, () => this.#lift(row)),
    ] : [];
    return el("li.penalty", {},
      el("div.penalty-who", {}, el("strong", {}, row.name), this.#where(row)),
      el("p.penalty-left.figures", {}, leftOf(row, words)),
      el("p.small.muted", {}, about, ...(row.rule ? [" ", el("cite.cite", {}, row.rule)] : [])),
      el("div.penalty-acts", {}, ...acts));
  }

  #ended(row) {
    return el("li.penalty.is-over", {},
      el("div.penalty-who", {}, el("strong", {}, row.name), this.#where(row)),
      el("p.small", {}, this.#over(row), " · ", this.#say(`was_${row.outcome}`), ...(row.estimated ? [" · ", this.#say("reckoned", { count: row.estimated })] : [])));
  }

  /** Show verbal warnings, for the next floor person at the table. */
  #warning(row) {
    return el("li.penalty.is-over", {},
      el("div.penalty-who", {}, el("strong", {}, row.name), this.#where(row)),
      el("p.small", {}, `${this.#say(row.kind)}: ${row.reason}`, ...(row.rule ? [" ", el("cite.cite", {}, row.rule)] : [])));
  }

  #set(row) {
    const { words, presses } = this.#page;
    const unit = row.hands === null ? "rounds" : "hands";
    const { field, input } = fieldOf(this.#say(`set_${unit}`), { name: "left", inputmode: "none", maxlength: "4" });
    const fault = el("p.error", { role: "alert", hidden: "" });
    ask({
      title: this.#say("set_of", { name: row.name }), back: words.say("floor.cancel"), label: this.#say("set_now"), body: [field, padOf(input, words), fault],
      submit: () => {
        const well = /^\d{1,4}$/.test(input.value.trim());
        fault.hidden = well;
        setText(fault, well ? "" : words.say("floor.no_number"));
        return well && presses.ask("penalty.count", { penalty: row.penalty, served: row.served, left: Number(input.value) }, this.#say("set_now"));
      },
    });
  }

  #lift(row) {
    const { words, presses } = this.#page;
    const { field, input } = fieldOf(this.#say("lift_why"), { name: "reason", maxlength: "200" });
    const fault = el("p.error", { role: "alert", hidden: "" });
    ask({
      title: this.#say("lift_of", { name: row.name }), back: words.say("floor.cancel"), label: this.#say("lift_now"), body: [el("p", {}, leftOf(row, words)), field, fault],
      submit: () => {
        const reason = input.value.trim();
        fault.hidden = Boolean(reason);
        setText(fault, reason ? "" : this.#say("no_reason"));
        return Boolean(reason) && presses.ask("penalty.lift", { penalty: row.penalty, reason }, this.#say("lift_now"));
      },
    });
  }
}
