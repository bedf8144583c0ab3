/** Age of the data shown: hidden while current, shown as text once it matters. */

import { flag, setText } from "../shared/ui/dom.js";

/** @import { Feed } from "../shared/feed/feed.js" */
/** @import { Words } from "../shared/ui/words.js" */

const MINUTE = 60_000;
/** Age above which it is shown (ms). */
const MATTERS = 15_000;

export class Age {
  #feed;
  #words;
  #key;
  #asOf;
  #copied;
  #sign;

  /**
   * @param {Feed} feed
   * @param {{cache: string, server: number}} config `server` is when the page was made: it may come out of a copy, which
   *   the service worker marks
   * @param {Words} words  @param {HTMLElement} sign where it is shown
   */
  constructor(feed, config, words, sign) {
    this.#sign = sign;
    this.#feed = feed;
    this.#words = words;
    this.#key = `heard:${config.cache}`;
    this.#copied = document.documentElement.dataset.copy !== undefined;
    // A page fresh from the server is current, whatever this phone's clock says.
    this.#asOf = this.#copied ? Number(localStorage.getItem(this.#key)) || config.server : Date.now();
    setInterval(() => this.show(), 1_000);
    addEventListener("pagehide", () => this.#keep());
  }

  /** Return the age of the data in ms, by this phone's own clock. */
  get age() {
    return Math.max(0, Date.now() - this.#asOf);
  }

  /** Show the age by the state of the feed. */
  show() {
    const { state } = this.#feed;
    if (this.#feed.known("room") && state !== "alone") {
      this.#asOf = Math.max(this.#asOf, Date.now() - this.#feed.age);
      if (Math.round(this.#asOf / 1000) % 20 === 0) this.#keep();
    }
    const old = this.age > MATTERS || state === "alone" || (this.#copied && !this.#feed.known("room"));
    const sign = this.#sign;
    flag(sign, "look", old ? "old" : state);
    sign.hidden = !old && state === "live";
    if (sign.hidden) return;
    // A unit that ends with a full stop ("Sek.") also ends the sentence.
    const text = old ? this.#words.say("phone.old", { age: this.#spoken() }).replace(/\.\.$/, ".") : this.#words.say("phone.asking");
    setText(sign, text);
  }

  /** "40 s", "3 min", "2 h". */
  #spoken() {
    const { age } = this;
    const [count, unit] = age < MINUTE ? [Math.max(1, Math.round(age / 1000)), "second"]
      : age < 100 * MINUTE ? [Math.round(age / MINUTE), "minute"] : [Math.round(age / (60 * MINUTE)), "hour"];
    return new Intl.NumberFormat(this.#words.language, { style: "unit", unit, unitDisplay: "short" }).format(count);
  }

  #keep() {
    try {
      localStorage.setItem(this.#key, String(Math.round(this.#asOf)));
    } catch {
      /* storage full or forbidden: a later start then shows a less exact age */
    }
  }
}
