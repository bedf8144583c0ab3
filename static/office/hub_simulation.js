/** "Watch a tournament": start, watch and stop a simulated event. */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { LiveResource } from "../shared/feed/live_resource.js";
import { find } from "../shared/ui/dom.js";
import { number } from "../shared/ui/format.js";
import { View } from "../shared/ui/view.js";

/** @import { DemoRow } from "../../docs/reference/boards" */
/** @import { Commands } from "../shared/feed/commands.js" */
/** @import { Feed } from "../shared/feed/feed.js" */
/** @import { Words } from "../shared/ui/words.js" */

/** The badge of each state. @type {Record<string, string>} */
const BADGES = {
  waits: "is-waiting", prepares: "is-waiting", plays: "is-running", stops: "is-paused",
  over: "is-over", stopped: "is-over", shut: "is-over", failed: "is-held", lost: "is-held",
};
/** States in which it can still be stopped. */
const STOPPABLE = new Set(["waits", "prepares", "plays"]);

export class Watch {
  #place;
  #words;
  #commands;
  #room;
  #list;

  /**
   * @param {HTMLDetailsElement} place the section  @param {Words} words  @param {Commands} commands  @param {Feed} feed
   */
  constructor(place, words, commands, feed) {
    this.#place = place;
    this.#words = words;
    this.#commands = commands;
    this.#room = new LiveResource(feed, "room");
    this.#list = new View(find(place, "ul"), () => html`${repeat(this.#room.board("demos")?.demos ?? [], ({ demo }) => demo, (one) => this.#row(one))}`);
    const unfold = () => {
      if (location.hash === `#${place.id}`) place.open = true;
    };
    addEventListener("hashchange", unfold);
    unfold();
    /** @type {HTMLFormElement} */
    const form = find(place, "form");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#start(form);
    });
    this.#room.subscribe((changed) => changed.has("demos") && this.#show());
  }

  /** @param {HTMLFormElement} form */
  async #start(form) {
    const button = find(form, "[type=submit]");
    if (button.getAttribute("aria-busy") === "true" || !form.reportValidity()) return;
    const data = new FormData(form);
    const args = { players: Number(data.get("players")), book: String(data.get("book")), speed: Number(data.get("speed")) };
    button.setAttribute("aria-busy", "true");
    await this.#commands.send("simulation.watch", { args, label: this.#words.say("watch.start") });
    button.setAttribute("aria-busy", "false");
  }

  #show() {
    const board = this.#room.board("demos");
    if (!board) return;
    this.#list.update();
    const going = board.demos.filter(({ ended_at: ended }) => ended === null).length;
    /** @type {HTMLButtonElement} */ (find(this.#place, "[type=submit]")).disabled = going >= board.most;
    find(this.#place, "[data-part=full]").hidden = going < board.most;
    if (going) this.#place.open = true;
  }

  /** @param {DemoRow} one */
  #row(one) {
    const words = this.#words;
    const stop = () => this.#commands.send("simulation.stop", { args: { demo: one.demo }, label: words.say("watch.stop") });
    /** @param {string} page  @param {string} key */
    const link = (page, key) => html`<a class="btn" href="/staff/t/${one.tournament}/${page}">${words.say(key)}<span class="visually-hidden">: ${one.name}</span></a>`;
    return html`
      <li class="watched" data-demo=${one.demo} data-state=${one.state}>
        <span class="watched-what"><strong>${one.name}</strong><span class="small muted">${words.say("watch.about", { speed: number(one.speed, words.language) })}</span><span class="small">${one.words}</span></span>
        <span class="badge ${BADGES[one.state] ?? ""}">${words.say(`watch.${one.state}`)}</span>
        <span class="cluster">${one.tournament === null ? nothing : [link("floor/", "watch.floor"), link("", "watch.remote")]}</span>
        <button class="btn" type="button" aria-label=${words.say("watch.stop_named", { name: one.name })} ?hidden=${!STOPPABLE.has(one.state)} @click=${stop}>${words.say("watch.stop")}</button>
      </li>`;
  }
}
