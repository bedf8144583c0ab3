/** "Watch a tournament": start, watch and stop a simulated event. */

import { el, setText } from "../shared/ui/dom.js";
import { number } from "../shared/ui/format.js";

/** States in which it can still be stopped, and the badge of each. */
const BADGES = {
  waits: "is-waiting", furnishes: "is-waiting", plays: "is-running", stops: "is-paused",
  over: "is-over", stopped: "is-over", shut: "is-over", failed: "is-held", lost: "is-held",
};
const STOPPABLE = new Set(["waits", "furnishes", "plays"]);

export class Watch {
  #place;
  #words;
  #commands;
  #rows = new Map();

  /**
   * @param {HTMLElement} place the section  @param {import("../shared/ui/words.js").Words} words
   * @param {import("../shared/feed/commands.js").Commands} commands
   * @param {import("../shared/feed/feed.js").Feed} feed already following the room
   */
  constructor(place, words, commands, feed) {
    this.#place = place;
    this.#words = words;
    this.#commands = commands;
    const unfold = () => {
      if (location.hash === `#${place.id}`) place.open = true;
    };
    addEventListener("hashchange", unfold);
    unfold();
    place.querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#start(event.currentTarget);
    });
    feed.addEventListener("board", ({ detail: { topic, name } }) => {
      if (topic === "room" && name === "demos") this.#show(feed.board("room", "demos"));
    });
  }

  async #start(form) {
    const button = form.querySelector("[type=submit]");
    if (button.getAttribute("aria-busy") === "true" || !form.reportValidity()) return;
    const data = new FormData(form);
    const args = { players: Number(data.get("players")), book: data.get("book"), speed: Number(data.get("speed")) };
    button.setAttribute("aria-busy", "true");
    await this.#commands.send("simulation.watch", { args, label: this.#words.say("watch.start") });
    button.setAttribute("aria-busy", "false");
  }

  #show(board) {
    const { demos, most } = board;
    const list = this.#place.querySelector("ul");
    const wanted = new Set(demos.map(({ demo }) => demo));
    for (const [demo, row] of this.#rows) {
      if (wanted.has(demo)) continue;
      row.root.remove();
      this.#rows.delete(demo);
    }
    for (const one of demos) {
      if (!this.#rows.has(one.demo)) this.#rows.set(one.demo, this.#build(one));
      const { root } = this.#rows.get(one.demo);
      this.#fill(this.#rows.get(one.demo), one);
      if (root.parentNode !== list) list.append(root);
    }
    const going = demos.filter(({ ended_at: ended }) => ended === null).length;
    this.#place.querySelector("[type=submit]").disabled = going >= most;
    this.#place.querySelector("[data-part=full]").hidden = going < most;
    if (going) this.#place.open = true;
  }

  #build(one) {
    const words = this.#words;
    const stop = el("button.btn", { type: "button", "aria-label": words.say("watch.stop_named", { name: one.name }) }, words.say("watch.stop"));
    stop.addEventListener("click", () => this.#commands.send("simulation.stop", { args: { demo: one.demo }, label: words.say("watch.stop") }));
    const row = { badge: el("span.badge"), words: el("span.small"), links: el("span.cluster"), stop };
    row.root = el("li.watched", { "data-demo": String(one.demo) },
      el("span.watched-what", {}, el("strong", {}, one.name), el("span.small.muted", {}, words.say("watch.about", { speed: number(one.speed, words.language) })), row.words), row.badge, row.links, stop);
    return row;
  }

  #fill(row, one) {
    const words = this.#words;
    row.root.dataset.state = one.state;
    row.badge.className = `badge ${BADGES[one.state] ?? ""}`;
    setText(row.badge, words.say(`watch.${one.state}`));
    setText(row.words, one.words);
    row.stop.hidden = !STOPPABLE.has(one.state);
    if (one.tournament === null || row.links.childElementCount) return;
    const at = `/staff/t/${one.tournament}/`;
    row.links.append(
      el("a.btn", { href: `${at}floor/` }, words.say("watch.floor"), el("span.visually-hidden", {}, `: ${one.name}`)),
      el("a.btn", { href: at }, words.say("watch.remote"), el("span.visually-hidden", {}, `: ${one.name}`)));
  }
}
