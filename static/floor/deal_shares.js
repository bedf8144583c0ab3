/** The shares of an open or final deal: edited by hand, agreed to one by one. */

import { columnKeys } from "./deal_figures.js";
import { given, sum, waitsFor } from "./deal_state.js";
import { el, flag, setText } from "../shared/ui/dom.js";

export class Shares {
  #words;
  #figures;
  #press;
  #table = document.getElementById("shares");
  #board = null;
  #rows = new Map();
  #drafts = new Map();
  #theirs = false;

  /**
   * @param {{words: object, figures: object, press: (kind: string, args: object, label: string) => Promise<object|null>}} page
   *   `press` sends a command for the deal shown
   */
  constructor({ words, figures, press }) {
    this.#words = words;
    this.#figures = figures;
    this.#press = press;
    columnKeys(this.#table);
    const on = (id, run) => document.getElementById(id).addEventListener("click", run);
    on("write", () => this.#write());
    on("unwrite", () => this.#drop());
    on("stand", ({ currentTarget }) => this.#once(currentTarget, () => this.#press("deal.close", {}, this.#say("stand"))));
  }

  #say(key, values) {
    return this.#words.say(`deal.${key}`, values);
  }

  /** Focus the first share. */
  focus() {
    this.#table.querySelector("input")?.focus();
  }

  /** @param {object} board "deal"; nothing is shown without a deal */
  show(board) {
    const before = this.#board;
    this.#board = board;
    document.getElementById("talk").hidden = board.state === "none";
    if (board.state === "none" || board.state !== before?.state || board.deal !== before?.deal) this.#drafts.clear();
    if (board.state === "none") return;
    const same = before?.state === board.state && entries(before) === entries(board);
    // Other users' values never silently replace typed ones, nor the reverse.
    if (same && before.version !== board.version && this.#drafts.size > 0) this.#theirs = true;
    if (!same) {
      this.#theirs = false;
      this.#build(board);
    }
    this.#draw();
  }

  #build(board) {
    const open = board.state === "open";
    this.#rows = new Map();
    const columns = [["player"], ["chips", true], ["proposed", true], ["share", true], [open ? "agrees" : "agreed"]];
    const head = el("tr", {}, ...columns.map(([key, figures]) => el(figures ? "th.num" : "th", { scope: "col" }, this.#say(key))));
    const body = el("tbody", {}, ...board.shares.map((share) => this.#row(share, open)));
    const foot = columns.map(([key], at) => (at === 0 ? el("th", { scope: "row" }, this.#say("total")) : el("td.num", { "data-total": key, "data-label": this.#say(key) })));
    this.#table.replaceChildren(el("thead", {}, head), body, el("tfoot", {}, el("tr", {}, ...foot)));
  }

  #row({ entry, name }, open) {
    const cells = { stack: el("td.num", { "data-label": this.#say("chips") }), proposed: el("td.num", { "data-label": this.#say("proposed") }) };
    const note = el("small.deal-difference");
    const input = el("input.num", { inputmode: "decimal", maxlength: "16", "data-column": "share", "aria-label": this.#say("share_of", { name }) });
    const shown = el("strong.figures");
    const rest = el("button.btn", { type: "button", "aria-label": this.#say("give_rest", { name }), hidden: "" }, this.#say("rest_here"));
    const agrees = el("input", { type: "checkbox", role: "switch", "aria-label": this.#say("agrees_of", { name }) });
    input.addEventListener("input", () => this.#typed(entry, input.value));
    input.addEventListener("focus", () => input.select());
    input.addEventListener("blur", () => this.#draw());
    rest.addEventListener("click", () => this.#giveRest(entry));
    agrees.addEventListener("change", async () => {
      const wanted = agrees.checked;
      agrees.setAttribute("aria-busy", "true");
      await this.#press("deal.agree", { entry, agrees: wanted }, this.#say("agrees_of", { name }));
      agrees.setAttribute("aria-busy", "false");
      this.#draw();
    });
    this.#rows.set(entry, { ...cells, note, input, shown, rest, agrees });
    const consent = open ? el("label.switch", {}, agrees, el("span", {}, this.#say("agrees"))) : el("span", {}, "✓ ", this.#say("agreed"));
    return el("tr", {}, el("th", { scope: "row" }, el("span.deal-name", {}, name)), cells.stack, cells.proposed,
      el("td.num.deal-share", { "data-label": this.#say("share") }, el("div.deal-share-field", {}, ...(open ? [input, rest] : [shown])), note),
      el("td.deal-agrees", {}, consent));
  }

  #typed(entry, text) {
    this.#drafts.set(entry, this.#figures.read(text));
    this.#draw();
  }

  #giveRest(entry) {
    const { left } = given(this.#board, this.#drafts);
    const share = this.#board.shares.find((one) => one.entry === entry);
    const amount = (this.#drafts.get(entry) ?? share.amount) + left;
    this.#drafts.set(entry, Math.max(0, amount));
    this.#rows.get(entry).input.value = this.#figures.typed(Math.max(0, amount));
    this.#draw();
  }

  #drop() {
    this.#drafts.clear();
    this.#theirs = false;
    this.#draw();
  }

  async #write() {
    const { changed, left } = given(this.#board, this.#drafts);
    if (left === null) {
      this.#table.querySelector("[aria-invalid=true]")?.focus();
      return;
    }
    if (changed.length === 0) {
      this.#drop();
      return;
    }
    await this.#once(document.getElementById("write"), async () => {
      const answer = await this.#press("deal.change", { amounts: changed }, this.#say("write"));
      if (answer?.ok) this.#drop();
    });
  }

  async #once(button, run) {
    if (button.getAttribute("aria-busy") === "true") return;
    button.setAttribute("aria-busy", "true");
    await run();
    button.setAttribute("aria-busy", "false");
  }

  #draw() {
    const board = this.#board;
    const open = board.state === "open";
    const { left, changed } = given(board, this.#drafts);
    for (const share of board.shares) this.#drawRow(share, open, left);
    const drafted = [...this.#drafts.values()].includes(null) || changed.length > 0;
    if (!drafted) this.#theirs = false;
    this.#total("chips", this.#figures.chips(sum(board.shares.map(({ stack }) => stack))));
    this.#total("proposed", this.#figures.money(sum(board.shares.map(({ proposed }) => proposed))));
    const whole = sum(board.ladder) - sum(board.played_for);
    this.#total("share", left === null ? "–" : this.#figures.money(whole - left));
    this.#showRest(open, left);
    this.#showStand(board, open, left, drafted);
    document.getElementById("unwritten").hidden = !drafted;
    this.#showTheirs();
    const places = board.played_for.map((amount, at) => [at + 1, amount]).filter(([, amount]) => amount)
      .map(([place, amount]) => this.#say("place_amount", { place, amount: this.#figures.price(amount) }));
    setText(document.getElementById("plays-on"), places.length ? this.#say("left_to_play", { places: places.join(", ") }) : this.#say("all_divided"));
  }

  #total(key, text) {
    setText(this.#table.querySelector(`[data-total="${key}"]`), text);
  }

  #drawRow({ entry, stack, proposed, amount, agreed }, open, left) {
    const row = this.#rows.get(entry);
    const draft = this.#drafts.get(entry);
    setText(row.stack, this.#figures.chips(stack));
    setText(row.proposed, this.#figures.money(proposed));
    setText(row.shown, this.#figures.money(amount));
    if (!this.#drafts.has(entry)) row.input.value = this.#figures.typed(amount);
    else if (document.activeElement !== row.input && draft !== null) row.input.value = this.#figures.typed(draft);
    if (draft === null) row.input.setAttribute("aria-invalid", "true");
    else row.input.removeAttribute("aria-invalid");
    const now = draft ?? amount;
    const theirs = this.#theirs && draft !== undefined && draft !== amount;
    setText(row.note, theirs ? this.#say("theirs", { amount: this.#figures.money(amount) })
      : now !== proposed ? this.#say("by_hand", { difference: this.#figures.difference(now - proposed) }) : "");
    row.rest.hidden = !open || !left || now + left < 0;
    if (row.agrees.getAttribute("aria-busy") !== "true") row.agrees.checked = agreed;
    row.agrees.disabled = this.#drafts.size > 0 && given(this.#board, this.#drafts).changed.length > 0;
  }

  #showRest(open, left) {
    const place = document.getElementById("rest");
    const key = left === null ? "no_amount" : left === 0 ? "fits" : left > 0 ? "rest" : "over";
    setText(place, this.#say(key, { amount: left === null ? "" : this.#figures.price(Math.abs(left)) }));
    flag(place, "state", left === 0 ? "fits" : "off");
    place.hidden = !open && left === 0;
  }

  #showStand(board, open, left, drafted) {
    document.getElementById("stand-foot").hidden = !open;
    const waits = waitsFor(board);
    document.getElementById("stand").disabled = drafted || left !== 0 || waits.length > 0;
    const why = waits.length ? this.#say("waits_for", { names: waits.join(", ") }) : this.#say("ready");
    setText(document.getElementById("stand-why"), drafted ? "" : left !== 0 ? document.getElementById("rest").textContent : why);
  }

  #showTheirs() {
    const place = document.getElementById("talk-changed");
    place.hidden = !this.#theirs;
    if (!this.#theirs || place.childElementCount) return;
    const take = el("button.btn", { type: "button" }, this.#say("take_theirs"));
    take.addEventListener("click", () => this.#drop());
    place.replaceChildren(el("p", {}, this.#say("changed")), el("div.notice-actions", {}, take));
  }
}

const entries = (board) => (board?.shares ?? []).map(({ entry }) => entry).join();
