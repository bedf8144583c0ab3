/** Notices about refunds by others from this clerk's drawer, since the clerk counts it at the end. */

import { price } from "../shared/ui/money.js";

const KEY = "desk-refunds-told";
/** Delay after the last change before the server is asked (ms). */
const PAUSE = 800;
const WITHIN = 6_000;

export class RefundsByOthers {
  #toasts;
  #words;
  #timer = null;

  /** @param {import("../shared/ui/toasts.js").Toasts} toasts  @param {import("../shared/ui/words.js").Words} words */
  constructor(toasts, words) {
    this.#toasts = toasts;
    this.#words = words;
  }

  /** Show the refunds not yet shown on this device. @param {object[]} refunds the newest first */
  tell(refunds) {
    const newest = Number(localStorage.getItem(KEY) ?? 0);
    const texts = refunds.filter(({ receipt }) => receipt > newest).reverse().map((one) => {
      const amount = price(one.amount, one.places, one.currency, this.#words.language);
      const { by, number, name } = one;
      return this.#words.say("desk.refunded_by", { by, amount, number, name });
    });
    // One message for all of them: a new message replaces an older one.
    if (texts.length) this.#toasts.show({ text: texts.join(" · "), long: true });
    if (refunds.length) localStorage.setItem(KEY, String(Math.max(newest, refunds[0].receipt)));
  }

  /** A refund is possible: ask soon. */
  look() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), PAUSE);
  }

  async #ask() {
    try {
      const answer = await fetch("/staff/desk/refunds/", { cache: "no-store", signal: AbortSignal.timeout(WITHIN) });
      if (answer.ok) this.tell((await answer.json()).refunds);
    } catch {
      // The next change asks again, as does the next load of the page.
    }
  }
}
