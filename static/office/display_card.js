/** One paired display as a card: what it shows and how; each change is one press. */

import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";

import { percent, timestampText } from "../shared/ui/format.js";

/** @import { HouseLayoutBoard, ScreenBoard, ScreenHealthBoard, Sent, TriggerBoard } from "../../docs/reference/boards" */
/** @import { Content } from "../shared/feed/programme.js" */
/** @import { Words } from "../shared/ui/words.js" */

/**
 * @typedef {object} CardServices
 * @property {Words} words
 * @property {[string, string][]} languages
 * @property {(kind: string, label: string, args: object) => Promise<{ok: boolean}|null>} press
 * @property {() => void} changed renders the cards again
 */

/** Time to confirm "unpair" with a second press (ms): it is the only command here that cannot be undone. */
const SURE_WITHIN = 5_000;
/** A display that has not reported for so long is switched off or has lost the network (ms). */
const AWAY = 150_000;
/**
 * @typedef {object} CardState
 * @property {boolean} found named by a link
 * @property {boolean} yields its list has no rows, and it shows the clock
 * @property {string} missing key of the sentence that says what it does not show; "" for none
 * @property {Content} content what it shows at this second
 * @property {boolean} known whether the events that decide this have been loaded
 * @property {{layout: string, when: string, duration: string, endTrigger: TriggerBoard|null}|null} triggered what a trigger shows on it now in place
 *   of that; `endTrigger`: the trigger whose layout the button can end, else null
 * @property {[layout: string, reason: string][]} leftOut slides that it leaves out now
 * @property {HouseLayoutBoard[]} house layouts of the house
 * @property {number|null} next the event to which the players of its event have advanced
 * @property {(tournament: number) => string|undefined} nameOf names an event that the lobby does not have any more
 * @property {ScreenHealthBoard|undefined} health
 * @property {string} build of the server
 * @property {number} now server ms
 */
/** Layouts of an event. */
const LAYOUTS = [
  "clock", "structure", "seats", "waiting", "moves", "eliminations", "free", "map", "prizes", "payouts", "results", "bounty_leaderboard", "chip_leaders", "season_ranking", "cash_lists", "feature",
];

export class ScreenCard {
  #services;
  #board;
  #sure = false;
  /** The volume while it is being set. @type {string|null} */
  #volume = null;

  /** @param {Sent<ScreenBoard>} board  @param {CardServices} services */
  constructor(board, services) {
    this.#board = board;
    this.#services = services;
  }

  /**
   * Render a board.
   * @param {Sent<ScreenBoard>} board  @param {[number, string][]} events to choose from
   * @param {CardState} state
   */
  card(board, events, state) {
    this.#board = board;
    const { words } = this.#services;
    const { found, missing } = state;
    return html`
      <article class=${found ? "card screen is-found" : "card screen"} id="screen-${board.id}" data-screen=${board.id} ?data-blank=${board.blank}>
        <div class="card-header"><h3>${board.name}</h3><span class="badge is-over" ?hidden=${!board.blank}>${words.say("displays.dark")}</span></div>
        <div class="card-body">
          ${board.group === null ? [this.#event(events, state), this.#next(events, state)] : this.#followed(events, state)}
          ${board.group === null ? html`<div class="spread">
            <div class="btn-group" role="group" aria-label=${words.say("displays.layout")}>${[...LAYOUTS, ...state.house.map(({ id }) => `house:${id}`)].map((layout) => this.#layout(layout, state))}</div>
            ${this.#button(board.blank ? "displays.bright" : "displays.blank", (label) => this.#press("display.blank", label, { blank: !this.#board.blank }))}
          </div>` : nothing}
          ${board.group === null ? html`<p class="hint">${words.say("displays.rotation_hint")} <a href="/staff/screens/groups/">${words.say("displays.groups")}</a></p>` : nothing}
          ${board.group === null && state.triggered && !board.blank && !board.message
            ? html`<p><strong>${words.say("displays.shows_now", { what: this.#byTrigger(state.triggered, state) })}</strong></p>${this.#howLong(state.triggered)}` : nothing}
          <p class="hint" role="status" ?hidden=${!missing}>${missing ? words.say(missing) : ""}</p>
          ${board.group === null ? this.#message() : nothing}
          <div class="spread"><p class="hint">${this.#health(state)}</p><div class="cluster">
            ${this.#button("displays.identify", (label) => this.#press("display.identify", label, {}))}
            ${this.#button("displays.reload", (label) => this.#press("display.reload", label, {}))}
          </div></div>
          <details class="fold"><summary>${words.say("displays.more")}</summary><div class="stack">${this.#more()}</div></details>
        </div>
      </article>`;
  }

  /** What a display of a group shows now. @param {[number, string][]} events  @param {CardState} state */
  #followed(events, state) {
    const { content, yields, known, triggered } = state;
    const { words } = this.#services;
    const { blank, message, group, group_name } = this.#board;
    const layout = triggered ? this.#byTrigger(triggered, state) : this.#named(yields ? "clock" : content.layout, state);
    const tournament = triggered ? this.#board.tournament : content.tournament;
    const event = tournament === null ? "" : (events.find(([id]) => id === tournament)?.[1] ?? state.nameOf(tournament) ?? "");
    const shown = blank ? words.say("displays.dark") : message || [layout, event].filter(Boolean).join(" · ");
    const missing = state.leftOut.map(([name, reason]) => `${this.#named(name, state)} (${words.say(`displays.left_${reason}`)})`).join(", ");
    return html`<p>${words.say("displays.follows")} <a href="/staff/screens/groups/?group=${group}">${group_name}</a></p>
      <p ?hidden=${!known && !blank && !message}><strong>${words.say("displays.shows_now", { what: shown })}</strong></p>${triggered && !blank && !message ? this.#howLong(triggered) : nothing}
      <p class="hint" ?hidden=${!missing}>${missing ? words.say("displays.left_out", { slides: missing }) : ""}</p>`;
  }

  /** When it was last seen, how exact it is, and whether its page is old. @param {CardState} state */
  #health({ health, now, build }) {
    const { words } = this.#services;
    if (!health || health.seen === null) return words.say("displays.never_seen");
    const time = timestampText(health.seen, now, words.language);
    if (now - health.seen > AWAY) return words.say("displays.away", { time });
    const old = health.build === build ? "" : words.say("displays.old_build");
    const frames = health.frames === null ? "" : words.say("displays.frames", { n: health.frames });
    const battery = health.battery === null ? "" : words.say(health.charging ? "displays.charging" : "displays.battery", { percent: health.battery });
    return [words.say("displays.seen", { time }), words.say("displays.drift", { ms: health.drift }), frames, battery, old].filter(Boolean).join(" · ");
  }

  /** @param {[number, string][]} events  @param {CardState} state */
  #event(events, { nameOf }) {
    const { words } = this.#services;
    const { tournament } = this.#board;
    // A closed event is not in the list any more, but still on the screen.
    const closed = tournament !== null && !events.some(([id]) => id === tournament);
    const name = closed ? nameOf(tournament) : undefined;
    const over = words.say("page.closed");
    /** @param {Event} event */
    const choose = ({ target }) => {
      const { value } = /** @type {HTMLSelectElement} */ (target);
      this.#show({ tournament: value === "" ? null : Number(value) }, words.say("displays.event"));
    };
    return html`
      <div class="field"><label for=${this.#id("tournament")}>${words.say("displays.event")}</label>
        <select id=${this.#id("tournament")} @change=${choose}>
          <option value="" ?selected=${tournament === null}>${words.say("displays.no_event")}</option>
          ${events.map(([id, name]) => html`<option value=${id} ?selected=${id === tournament}>${name}</option>`)}
          ${closed ? html`<option value=${tournament} selected>${name ? `${name} (${over})` : over}</option>` : nothing}
        </select>
      </div>`;
  }

  /** A button that shows the event to which the players of a flight have advanced. @param {[number, string][]} events  @param {CardState} state */
  #next(events, { next }) {
    const found = events.find(([id]) => id === next);
    if (!found) return nothing;
    const [tournament, name] = found;
    const label = this.#services.words.say("displays.show_next", { name });
    return html`<button class="btn btn-primary" type="button" @click=${() => this.#show({ tournament }, label)}>${label}</button>`;
  }

  /** The name of a layout, of the house or not. @param {string} layout  @param {CardState} state */
  #named(layout, { house }) {
    return house.find(({ id }) => layout === `house:${id}`)?.name ?? this.#services.words.say(`displays.layout_${layout}`);
  }

  /** "Prizes (trigger “On the bubble”)". @param {{layout: string, when: string}} triggered  @param {CardState} state */
  #byTrigger({ layout, when }, state) {
    const name = this.#named(layout, state);
    return when ? this.#services.words.say("displays.by_trigger", { layout: name, when }) : name;
  }

  /** How long the layout of a trigger stays, since choosing another one does not end it. @param {{duration: string, endTrigger: TriggerBoard|null}} triggered */
  #howLong({ duration, endTrigger }) {
    const { words } = this.#services;
    const stays = duration ? words.say("displays.trigger_stays", { duration }) : nothing;
    const triggers = html`<a href="/staff/screens/triggers/">${words.say("displays.triggers")}</a>`;
    if (endTrigger === null) return html`<p class="hint">${stays} ${words.say("displays.trigger_off")} ${triggers}</p>`;
    return html`<p class="hint">${stays} ${triggers}</p>${this.#button("displays.trigger_end", (label) => this.#services.press("trigger.switch", label, { trigger: endTrigger.id, on: true, since: endTrigger.since }))}`;
  }

  /** @param {string} layout  @param {CardState} state */
  #layout(layout, state) {
    const label = this.#named(layout, state);
    return html`<button class="btn" type="button" aria-pressed=${this.#board.layout === layout} @click=${() => this.#show({ layout }, label)}>${label}</button>`;
  }

  #message() {
    const { words } = this.#services;
    return html`
      <form class="cluster one-line" @submit=${this.#submit("message", (text) => this.#press("display.say", words.say("displays.message"), { text }))}>
        ${this.#text("message", "displays.message", this.#board.message, 200)}
        <button class="btn" type="submit">${words.say("displays.send")}</button>
        ${this.#board.message ? this.#button("displays.take_away", (label) => this.#press("display.say", label, { text: "" })) : nothing}
      </form><p class="hint">${words.say("displays.message_hint")}</p>`;
  }

  #more() {
    const { words, languages } = this.#services;
    const { name, own_language: language, volume } = this.#board;
    /** @param {Event} event */
    const chosen = ({ target }) => this.#set({ language: /** @type {HTMLSelectElement} */ (target).value }, words.say("displays.language"));
    /** @param {Event} event */
    const moved = ({ target }) => {
      this.#volume = /** @type {HTMLInputElement} */ (target).value;
      this.#services.changed();
    };
    const settled = () => {
      const value = this.#volume;
      this.#volume = null;
      if (value !== null) this.#set({ volume: Number(value) }, words.say("displays.volume"));
    };
    const shown = this.#volume ?? String(volume);
    return html`
      <form class="cluster one-line" @submit=${this.#submit("newName", (text) => this.#set({ name: text }, words.say("displays.rename")))}>
        ${this.#text("newName", "displays.name", name, 60)}<button class="btn" type="submit">${words.say("displays.rename")}</button>
      </form>
      <div class="field"><label for=${this.#id("language")}>${words.say("displays.language")}</label>
        <select id=${this.#id("language")} @change=${chosen}>
          <option value="" ?selected=${!language}>${words.say("displays.room_language")}</option>
          ${languages.map(([code, label]) => html`<option value=${code} ?selected=${code === language}>${label}</option>`)}
        </select>
      </div>
      ${this.#switch("sound")}<p class="hint">${words.say("displays.sound_hint")}</p>
      <div class="field"><label for=${this.#id("volume")}>${words.say("displays.volume")} <output class="figures">${percent(Number(shown), words.language)}</output></label>
        <input id=${this.#id("volume")} type="range" min="0" max="100" step="5" .value=${live(shown)} @input=${moved} @change=${settled}>
      </div>
      ${this.#switch("speech")}
      <button class=${this.#sure ? "btn btn-sure btn-danger" : "btn btn-sure"} type="button" @click=${() => this.#unpair()}>${words.say(this.#sure ? "displays.unpair_sure" : "displays.unpair")}</button>`;
  }

  /** @param {"sound"|"speech"} name */
  #switch(name) {
    const label = this.#services.words.say(`displays.${name}`);
    /** @param {Event} event */
    const toggled = ({ target }) => this.#set({ [name]: /** @type {HTMLInputElement} */ (target).checked }, label);
    return html`<label class="switch"><input type="checkbox" .checked=${live(this.#board[name])} @change=${toggled}>${label}</label>`;
  }

  /** A field that keeps what is being typed. @param {string} name  @param {string} key  @param {string} value  @param {number} most */
  #text(name, key, value, most) {
    const id = this.#id(name);
    const typed = document.activeElement?.id === id ? /** @type {HTMLInputElement} */ (document.activeElement).value : value;
    return html`<div class="field"><label for=${id}>${this.#services.words.say(key)}</label><input id=${id} maxlength=${most} autocomplete="off" .value=${live(typed)}></div>`;
  }

  /** @param {string} field  @param {(text: string) => void} run */
  #submit(field, run) {
    return (/** @type {Event} */ event) => {
      event.preventDefault();
      run(/** @type {HTMLInputElement} */ (document.getElementById(this.#id(field))).value);
    };
  }

  /** @param {string} key  @param {(label: string) => void} run */
  #button(key, run) {
    const label = this.#services.words.say(key);
    return html`<button class="btn" type="button" @click=${() => run(label)}>${label}</button>`;
  }

  /** @param {string} name */
  #id(name) {
    return `${name}-${this.#board.id}`;
  }

  /** @param {string} kind  @param {string} label  @param {object} args */
  #press(kind, label, args) {
    return this.#services.press(kind, label, { screen: this.#board.id, ...args });
  }

  /** @param {{tournament?: number|null, layout?: string}} change  @param {string} label */
  #show(change, label) {
    const { tournament, layout } = { ...this.#board, ...change };
    return this.#press("display.show", label, { tournament, layout });
  }

  /** @param {object} change  @param {string} label */
  async #set(change, label) {
    const { name, own_language: language, sound, volume, speech } = this.#board;
    await this.#press("display.settings", label, { name, language, sound, volume, speech, ...change });
    // A refused change is reset.
    this.#services.changed();
  }

  #unpair() {
    const { words, changed } = this.#services;
    if (this.#sure) this.#press("display.retire", words.say("displays.unpair"), {});
    else {
      setTimeout(() => {
        this.#sure = false;
        changed();
      }, SURE_WITHIN);
    }
    this.#sure = !this.#sure;
    changed();
  }
}
