/** Self-service: the commands that a player may send now, and their results. */

import { html, nothing } from "lit-html";
import { mayDo } from "./answer.js";

/** @import { RegistrationBoard } from "../../docs/reference/boards" */
/** @import { Words } from "../shared/ui/words.js" */
/** @import { OwnState } from "./answer.js" */

/** Time to confirm with a second press (ms). */
const SURE = 5_000;

/** What of a player's own board decides about commands. @param {OwnState} mine */
const situation = ({ state, entry, booking, table, seat }) => [state, entry, booking, table, seat].join(" ");

export class Actions {
  #address;
  #words;
  #changed;
  #busy = false;
  /** The command that waits for its second press. */
  #asked = "";
  /** The last result, and the player's situation then: results are not shown with another event.
   * @type {{event: number|null, text: string, bad: boolean, about: string}} */
  #message = { event: null, text: "", bad: false, about: "" };
  #mine;

  /** @param {string} address of the page  @param {Words} words  @param {() => void} changed  @param {(event: number) => OwnState} mine the player's own board of an event */
  constructor(address, words, changed, mine) {
    this.#mine = mine;
    this.#address = address;
    this.#words = words;
    this.#changed = changed;
  }

  /** The result of the last command about an event. @param {number|null} event */
  message(event) {
    const { text, bad, about } = this.#message;
    // Hide a refusal once the player's situation has changed.
    const over = bad && event !== null && about !== situation(this.#mine(event));
    const shown = event === this.#message.event && !over ? text : "";
    return html`<p class=${bad ? "notice is-bad" : "notice is-good"} id="message" role="status" ?hidden=${!shown}>${shown}</p>`;
  }

  /** The buttons. @param {number|null} event  @param {OwnState} [mine]  @param {RegistrationBoard} [registration] */
  buttons(event, mine, registration) {
    const kinds = mine && event !== null ? mayDo(mine, registration) : [];
    if (!mine || !kinds.length) return nothing;
    const args = kinds.includes("self_service.arrive") ? { move: mine.move?.move } : {};
    return html`<div class="actions" id="actions">${kinds.map((kind) => this.#button(Number(event), kind, args, mine.state))}</div>`;
  }

  /** @param {number} event  @param {string} kind  @param {object} args  @param {OwnState["state"]} state of the player */
  #button(event, kind, args, state) {
    const cancels = kind === "self_service.cancel";
    // A called player gives up a place, but has no reservation to cancel.
    const how = cancels && state === "waiting" ? "_waiting" : "";
    const done = cancels && (state === "waiting" || state === "called") ? "_waiting" : "";
    const key = `${event} ${kind}`;
    const label = this.#words.say(this.#asked === key ? `phone.sure${how}` : `phone.do.${kind}${how}`);
    const press = () => {
      if (this.#busy) return;
      if (cancels && this.#asked !== key) this.#ask(key);
      else this.#send(event, kind, args, done);
    };
    return html`<button class=${cancels ? "btn btn-block" : "btn btn-primary btn-large btn-block"} type="button" aria-busy=${this.#busy ? "true" : nothing} @click=${press}>${label}</button>`;
  }

  /** Send the player's own stack to the count in progress. @param {number} event  @param {number} chips */
  reportStack(event, chips) {
    if (!this.#busy) this.#send(event, "self_service.report_stack", { chips }, "");
  }

  /** @param {string} key */
  #ask(key) {
    this.#asked = key;
    setTimeout(() => {
      if (this.#asked === key) this.#asked = "";
      this.#changed();
    }, SURE);
    this.#changed();
  }

  /** @param {number} event  @param {string} kind  @param {object} args  @param {string} how */
  async #send(event, kind, args, how) {
    this.#busy = true;
    this.#asked = "";
    this.#say(event, this.#words.say("phone.sending"));
    const sender = await import("./player_commands.js").catch(() => null);
    const result = (await sender?.send(`${this.#address}t/${event}/${kind}/`, args)) ?? null;
    this.#busy = false;
    if (result === null) this.#say(event, this.#words.say("phone.unsent"), true);
    else if (result.ok) this.#say(event, this.#words.say(`phone.done.${kind}${how}`));
    else this.#say(event, [result.message, result.rule].filter(Boolean).join(" · "), true);
  }

  /** @param {number} event  @param {string} text */
  #say(event, text, bad = false) {
    this.#message = { event, text, bad, about: situation(this.#mine(event)) };
    this.#changed();
  }
}
