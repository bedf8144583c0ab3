/** Remaining length of text fields: a full field shows it, instead of cutting input silently. */

import { el, setText } from "./dom.js";

/** Share of the maximum length from which it is shown. */
const FROM = 0.9;

/** Watch all text fields of the page, including later ones. @param {import("./words.js").Words} words */
export function tellLengths(words) {
  /** @type {WeakMap<Element, HTMLElement>} */
  const signs = new WeakMap();
  document.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
    const most = target.maxLength;
    const sign = signs.get(target);
    if (!(most > 0) || target.value.length < most * FROM) {
      sign?.remove();
      return;
    }
    const shown = sign ?? el("p.hint", { role: "status" });
    signs.set(target, shown);
    if (!shown.isConnected) (target.closest(".input-affix") ?? target).after(shown);
    setText(shown, words.say("page.length", { count: target.value.length, most }));
  });
}
