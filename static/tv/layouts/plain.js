/** Screens without a tournament: pairing, nothing chosen. */

import { el, fit, setText } from "../../shared/ui/dom.js";

/** @import { Words } from "../../shared/ui/words.js" */

/** An unpaired screen: its code in large type, with instructions. */
export class PairLayout {
  constructor() {
    this.how = el("p.pair-how", { "data-role": "how" });
    this.code = el("p.pair-code", { "data-role": "code" });
    this.where = el("p.pair-where", { "data-role": "where" });
    this.sleep = el("p.pair-sleep", { "data-role": "sleep" });
    // For a phone's camera. A server that does not know its own address has no code.
    this.picture = /** @type {HTMLImageElement} */ (el("img.pair-qr", { alt: "", hidden: "" }));
    this.picture.onload = () => (this.picture.hidden = false);
    this.element = el("section.pair", { "data-layout": "pair" }, this.how, this.code,
      el("div.pair-ways", {}, this.picture, this.where), this.sleep);
  }

  /** @param {string} code  @param {string} address where staff enter it  @param {boolean} awake the browser keeps the screen on
   * @param {Words} words */
  draw(code, address, awake, words) {
    setText(this.how, words.say("tv.pair_how"));
    setText(this.code, code);
    this.code.setAttribute("aria-label", [...code].join(" "));
    setText(this.where, words.say("tv.pair_where", { address }));
    setText(this.sleep, awake ? "" : words.say("tv.no_wake_lock"));
    const qr = `/tv/qr.svg?code=${encodeURIComponent(code)}`;
    if (this.picture.getAttribute("src") !== qr) this.picture.src = qr;
    fit(this.code);
  }
}

/** A paired screen without a tournament, or before its board has arrived. */
export class IdleLayout {
  constructor() {
    this.name = el("h1.idle-name", { "data-role": "name" });
    this.text = el("p.idle-text", { "data-role": "text" });
    this.element = el("section.idle", { "data-layout": "idle" }, this.name, this.text);
  }

  /** @param {string} name  @param {string} text */
  draw(name, text) {
    setText(this.name, name);
    setText(this.text, text);
    fit(this.name);
  }
}
