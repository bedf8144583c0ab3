/** Chip counts and the preview of each method: the upper half of a deal. */

import { columnKeys } from "./deal_figures.js";
import { counted, METHODS, MOST_PARTS, sum, trimmed, WAYS } from "./deal_state.js";
import { readChips } from "../shared/ui/money.js";
import { el, setText } from "../shared/ui/dom.js";

/** Delay after the last key before the preview is requested (ms). */
const PAUSE = 250;
const WITHIN = 10_000;
/** Retry interval while the server is unreachable (ms). */
const AGAIN = 4_000;

/** @fires Ways#change when the input or its preview changes */
export class Ways extends EventTarget {
  #words;
  #figures;
  #preview;
  #table;
  #players = [];
  #ladder = [];
  #chips = 0;
  #mix = { icm: 1, chip_chop: 0, even: 0 };
  #reference = "icm";
  #rows = new Map();
  #totals = null;
  #filled = "";
  #leftFields = [];
  #found = null;
  #timer = null;
  #asked = 0;
  /** Whether the input was edited since it was filled. */
  dirty = false;

  /** @param {{words: object, figures: import("./deal_figures.js").Figures, preview: string}} page */
  constructor({ words, figures, preview }) {
    super();
    this.#words = words;
    this.#figures = figures;
    this.#preview = preview;
    this.#table = document.getElementById("ways");
    columnKeys(this.#table);
    columnKeys(document.getElementById("places"));
    this.#buildCompare();
    this.#buildMix();
  }

  #say(key, values) {
    return this.#words.say(`deal.${key}`, values);
  }

  #way(way) {
    return this.#say(`way_${way}`);
  }

  /**
   * The request: chips of all players, the mix, the amount still played for; null while something is missing.
   */
  get terms() {
    const counts = this.#counts();
    const left = this.#left();
    if (counts.length < 2 || counts.includes(null) || left.includes(null)) return null;
    const stacks = this.#players.map(({ entry }, at) => ({ entry, chips: counts[at] }));
    return { stacks, mix: { ...this.#mix }, left: trimmed(left) };
  }

  /** Whether the mix has a result for the current input. */
  get possible() {
    return this.terms !== null && Boolean(this.#found?.mix.amounts);
  }

  #counts() {
    return this.#players.map(({ entry }) => readChips(this.#rows.get(entry).input.value));
  }

  #left() {
    return this.#leftFields.map((field) => this.#figures.read(field.value));
  }

  /**
   * Show the players in play and the prizes to divide. Input for players still in play is kept.
   * @param {{players: object[], ladder: number[], chips: number}} state
   * @param {{mix?: object, left?: number[], fresh?: boolean}} deal how it is divided; `fresh` drops the input
   */
  fill({ players, ladder, chips }, { mix = null, left = null, fresh = false } = {}) {
    const given = JSON.stringify([players, ladder, chips]);
    if (!fresh && given === this.#filled) return;
    this.#filled = given;
    const typed = fresh ? new Map() : new Map([...this.#rows].map(([entry, { input }]) => [entry, input.value]));
    this.#chips = chips;
    if (fresh || key(players) !== key(this.#players) || this.#rows.size === 0) {
      this.#players = players;
      this.#buildRows(typed);
    } else {
      this.#players = players;
      this.#fillCounted();
    }
    if (fresh || String(ladder) !== String(this.#ladder)) this.#buildPlaces(ladder, fresh ? [] : this.#leftFields.map(({ value }) => value));
    if (mix) this.#mix = { icm: 0, chip_chop: 0, even: 0, ...mix };
    if (left) this.#leftFields.forEach((field, at) => (field.value = left[at] ? this.#figures.typed(left[at]) : ""));
    if (fresh) this.dirty = false;
    this.#showMix();
    this.#changed(0);
  }

  /** Fill empty counts with those counted elsewhere meanwhile. */
  #fillCounted() {
    for (const { entry, stack } of this.#players) {
      const { input } = this.#rows.get(entry);
      if (stack !== null && input.value.trim() === "" && document.activeElement !== input) input.value = this.#figures.chips(stack);
    }
  }

  #buildRows(typed) {
    const at = [...this.#rows].find(([, { input }]) => input === document.activeElement);
    const cursor = at && [at[1].input.selectionStart, at[1].input.selectionEnd];
    this.#rows = new Map();
    const head = el("tr", {}, el("th", { scope: "col" }, this.#say("player")), el("th.num", { scope: "col" }, this.#say("chips")),
      ...WAYS.map((way) => el("th.num", { scope: "col", "data-way": way }, this.#way(way))));
    const body = el("tbody", {}, ...this.#players.map((one) => this.#row(one, typed.get(one.entry))));
    const total = el("td.num.figures", { "data-label": this.#say("chips") });
    const totals = Object.fromEntries(WAYS.map((way) => [way, el("td.num.figures", { "data-way": way, "data-label": this.#way(way) })]));
    this.#totals = { total, ways: totals };
    const foot = el("tfoot", {}, el("tr", {}, el("th", { scope: "row" }, this.#say("total")), total, ...WAYS.map((way) => totals[way])));
    this.#table.replaceChildren(el("thead", {}, head), body, foot);
    // Keep the focus while rows are reordered.
    const again = at && this.#rows.get(at[0])?.input;
    again?.focus();
    again?.setSelectionRange(...cursor);
  }

  #row({ entry, name, table, seat, stack }, typed) {
    const input = el("input.num", { inputmode: "numeric", maxlength: "16", "data-column": "chips", "aria-label": this.#say("chips_of", { name }) });
    input.value = typed ?? (stack === null ? "" : this.#figures.chips(stack));
    input.addEventListener("input", () => this.#typed());
    input.addEventListener("focus", () => input.select());
    input.addEventListener("blur", () => {
      const read = readChips(input.value);
      if (read !== null) input.value = this.#figures.chips(read);
      input.toggleAttribute("aria-invalid", false);
      if (read === null && input.value.trim()) input.setAttribute("aria-invalid", "true");
    });
    const cells = Object.fromEntries(WAYS.map((way) =>
      [way, el("td.num", { "data-way": way, "data-label": this.#way(way) }, el("span.deal-amount"), el("small.deal-difference"))]));
    this.#rows.set(entry, { input, cells });
    const where = table === null ? [] : [el("small.muted", {}, this.#say("seat", { table, seat }))];
    return el("tr", {}, el("th", { scope: "row" }, el("span.deal-name", {}, name), ...where), el("td.num.deal-count", {}, input), ...WAYS.map((way) => cells[way]));
  }

  #buildPlaces(ladder, typed) {
    this.#ladder = ladder;
    this.#leftFields = [];
    document.getElementById("places").replaceChildren(...ladder.map((prize, at) => {
      const id = `left-${at + 1}`;
      const field = el("input.num", { id, inputmode: "decimal", maxlength: "16", "data-column": "left", "aria-describedby": `${id}-prize` });
      field.value = typed[at] ?? "";
      field.addEventListener("input", () => this.#typed());
      this.#leftFields.push(field);
      return el("div.field", {}, el("label", { for: id }, this.#say("place", { place: at + 1 })), field,
        el("span.hint.figures", { id: `${id}-prize` }, this.#say("prize", { amount: this.#figures.price(prize) })));
    }));
  }

  #buildCompare() {
    document.getElementById("compare").replaceChildren(...WAYS.map((way) => {
      const button = el("button.btn", { type: "button", "data-way": way, "aria-pressed": String(way === this.#reference) }, this.#way(way));
      button.addEventListener("click", () => {
        this.#reference = way;
        for (const one of button.parentElement.children) one.setAttribute("aria-pressed", String(one === button));
        this.#showFound();
      });
      return button;
    }));
  }

  #buildMix() {
    document.getElementById("mix").replaceChildren(...METHODS.map((way) => {
      const step = (by, key, sign) => {
        const button = el("button.btn.btn-icon", { type: "button", "aria-label": this.#say(key, { way: this.#way(way) }) }, sign);
        button.addEventListener("click", () => this.#setParts(way, this.#mix[way] + by));
        return button;
      };
      const alone = el("button.btn", { type: "button" }, this.#say("way_alone", { way: this.#way(way) }));
      alone.addEventListener("click", () => {
        this.#mix = { icm: 0, chip_chop: 0, even: 0 };
        this.#setParts(way, 1);
      });
      return el("div.deal-part", { "data-part": way }, el("span.deal-part-name", {}, this.#way(way)), step(-1, "parts_less", "−"),
        el("output.figures", {}, "0"), step(1, "parts_more", "+"), alone);
    }));
  }

  #setParts(way, parts) {
    this.#mix[way] = Math.min(MOST_PARTS, Math.max(0, parts));
    this.#showMix();
    this.#typed();
  }

  #showMix() {
    for (const way of METHODS) {
      const row = document.querySelector(`#mix [data-part="${way}"]`);
      setText(row.querySelector("output"), String(this.#mix[way]));
      row.classList.toggle("is-part", this.#mix[way] > 0);
    }
  }

  #typed() {
    this.dirty = true;
    this.#changed(PAUSE);
  }

  #changed(pause) {
    this.#showCounted();
    this.#showPlayedFor();
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.#found = null;
    this.#table.setAttribute("aria-busy", "true");
    this.#timer = setTimeout(() => this.#ask(), pause);
    this.dispatchEvent(new CustomEvent("change"));
  }

  async #ask() {
    const terms = this.terms;
    const number = this.#asked;
    let answer = null;
    if (terms) {
      try {
        const response = await fetch(this.#preview, {
          method: "POST",
          headers: { "Content-Type": "application/json", "X-CSRFToken": /(?:^|; )room_csrf=([^;]+)/.exec(document.cookie)?.[1] ?? "" },
          body: JSON.stringify(terms),
          signal: AbortSignal.timeout(WITHIN),
        });
        answer = await response.json();
      } catch {
        answer = null;
      }
    }
    if (number !== this.#asked) return;
    this.#found = answer?.ways ?? null;
    this.#table.setAttribute("aria-busy", "false");
    const wrong = !terms || this.#found ? "" : answer?.message ?? this.#say("no_answer");
    if (terms && answer === null) this.#timer = setTimeout(() => this.#ask(), AGAIN);
    this.#showFound(wrong);
    this.dispatchEvent(new CustomEvent("change"));
  }

  #showCounted() {
    const { missing, total, difference } = counted(this.#counts(), this.#chips);
    const say = (count) => this.#figures.chips(count);
    const key = difference === 0 ? "counted_all" : difference < 0 ? "counted_less" : "counted_more";
    const text = missing ? this.#say("count_missing", { count: missing })
      : this.#say(key, { total: say(total), difference: say(Math.abs(difference)), chips: say(this.#chips) });
    const place = document.getElementById("counted");
    setText(place, text);
    place.classList.toggle("is-off", missing > 0 || difference !== 0);
    setText(this.#totals.total, say(total));
  }

  #showPlayedFor() {
    const left = this.#left();
    this.#leftFields.forEach((field, at) => left[at] === null ? field.setAttribute("aria-invalid", "true") : field.removeAttribute("aria-invalid"));
    const whole = sum(this.#ladder);
    const text = left.includes(null) ? this.#say("no_amount")
      : this.#say(sum(left) ? "played_for" : "nothing_left", { amount: this.#figures.price(sum(left)), rest: this.#figures.price(whole - sum(left)) });
    setText(document.getElementById("played-for"), text);
  }

  #showFound(wrong = "") {
    const found = this.#found;
    const base = found?.[this.#reference].amounts ?? null;
    this.#players.forEach(({ entry }, at) => {
      for (const way of WAYS) {
        const amount = found?.[way].amounts?.[at] ?? null;
        const cell = this.#rows.get(entry).cells[way];
        setText(cell.firstChild, amount === null ? "–" : this.#figures.money(amount));
        const shown = amount !== null && base !== null && way !== this.#reference;
        setText(cell.lastChild, shown ? this.#figures.difference(amount - base[at]) : "");
      }
    });
    for (const way of WAYS) {
      const amounts = found?.[way].amounts;
      setText(this.#totals.ways[way], amounts ? this.#figures.money(sum(amounts)) : "–");
    }
    const faults = [...new Set(WAYS.map((way) => found?.[way].fault).filter(Boolean))];
    const reasons = faults.map((why) => {
      const ways = WAYS.filter((way) => found[way].fault === why);
      return ways.length === WAYS.length ? why : this.#say("cannot", { way: ways.map((way) => this.#way(way)).join(", "), why });
    });
    const error = found?.icm.error ? [this.#say("error", { error: found.icm.error })] : [];
    const note = document.getElementById("ways-note");
    setText(note, wrong || [...reasons, ...error].join(" "));
    note.classList.toggle("is-wrong", Boolean(wrong) || reasons.length > 0);
  }

  /** Focus the first missing count, or the first one. */
  focus() {
    const fields = [...this.#rows.values()].map(({ input }) => input);
    (fields.find((field) => readChips(field.value) === null) ?? fields[0])?.focus();
  }
}

const key = (players) => players.map(({ entry, table, seat }) => `${entry}:${table}:${seat}`).join();
