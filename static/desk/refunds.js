/** Notices about refunds by others from this clerk's drawer, since the clerk counts it at the end. */

import { readJson } from "../shared/feed/request.js";
import { amountText } from "./words.js";

/** @import { RefundByOther } from "../../docs/reference/desk" */
/** @import { Desk } from "./desk.js" */

const KEY = "desk-refunds-shown";
/** Delay after the last change before the server is asked (ms). */
const PAUSE = 800;

export class RefundsByOthers {
  #desk;
  /** @type {number|undefined} */ #timer;

  /** @param {Desk} desk */
  constructor(desk) {
    this.#desk = desk;
    this.#tell(desk.config.refunds_by_others);
  }

  /** A refund is possible: ask soon. The next change asks again where there is no answer. */
  ask() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => readJson("/staff/desk/refunds/").then(({ refunds }) => this.#tell(refunds), () => {}), PAUSE);
  }

  /** Show the refunds not yet shown on this device. @param {RefundByOther[]} refunds the newest first */
  #tell(refunds) {
    const { toasts, words } = this.#desk;
    const newest = Number(localStorage.getItem(KEY) ?? 0);
    const texts = refunds.filter(({ receipt }) => receipt > newest).reverse().map((one) =>
      words.say("desk.refunded_by", { by: one.by, amount: amountText(one.amount, one, words), number: one.number, name: one.name }));
    // One message for all of them: a new message replaces an older one.
    if (texts.length) toasts.show({ text: texts.join(" · "), long: true });
    if (refunds.length) localStorage.setItem(KEY, String(Math.max(newest, refunds[0].receipt)));
  }
}
