/** Whether this phone gets push messages, and the button that switches them. */

import { html, nothing } from "lit-html";

/** @import { Words } from "../shared/ui/words.js" */
/** @import { PhoneConfig } from "./page.js" */
/** @import { PushState } from "./push.js" */

/** Delay before code for presses is loaded, after the first view (ms). */
const LATER = 1_500;

/** Text and button of each state. @type {Record<PushState|"insecure"|"unsupported", [string, string]>} */
const TEXTS = {
  on: ["phone.push_on", "phone.push_off"], off: ["phone.push_how", "phone.push"], denied: ["phone.push_denied", ""],
  insecure: ["phone.push_insecure", ""], unsupported: ["phone.push_unsupported", ""],
};

export class PushCard {
  #config;
  #words;
  #changed;
  /** @type {PushState|"insecure"|"unsupported"|null} */
  #state = null;
  #failed = false;
  #busy = false;

  /** @param {PhoneConfig} config  @param {Words} words  @param {() => void} changed */
  constructor(config, words, changed) {
    this.#config = config;
    this.#words = words;
    this.#changed = changed;
    setTimeout(() => this.#prepare().catch(() => {}), LATER);
  }

  card() {
    if (this.#state === null) return nothing;
    const [text, label] = TEXTS[this.#state];
    return html`
      <section class="card" id="push-card">
        <p id="push-text">${this.#words.say(text)}</p>
        ${label ? html`<button class="btn btn-block" type="button" id="push-button" ?disabled=${this.#busy} @click=${() => this.#press()}>${this.#words.say(label)}</button>` : nothing}
        <p class="notice is-bad" id="push-message" role="status" ?hidden=${!this.#failed}>${this.#failed ? this.#words.say("phone.push_failed") : ""}</p>
      </section>`;
  }

  /** Push messages need browser support, and https or localhost. */
  async #prepare() {
    if (!isSecureContext) this.#state = "insecure";
    else if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) this.#state = "unsupported";
    else this.#state = await (await import("./push.js")).pushState(this.#config);
    this.#changed();
  }

  async #press() {
    this.#busy = true;
    this.#failed = false;
    this.#changed();
    const starts = this.#state !== "on";
    try {
      const { startPush, stopPush } = await import("./push.js");
      this.#state = await (starts ? startPush : stopPush)(this.#config);
      this.#failed = starts && this.#state === "off";
    } catch {
      this.#failed = true;
    }
    this.#busy = false;
    this.#changed();
  }
}
