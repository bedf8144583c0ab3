/** How much of a text still fits: a field that takes no more of it says so, instead of cutting it silently. */

import { el, setText } from "./dom.js";

/** Told from so much of what is possible on. */
const FROM = 0.9;

/** Watch all text fields of the page, also those that come later. @param {import("./words.js").Words} words */
export function tellLengths(words) {
  const told = new WeakMap();
  document.addEventListener("input", ({ target }) => {
    const most = target.maxLength ?? -1;
    const sign = told.get(target);
    if (!(most > 0) || target.value.length < most * FROM) {
      sign?.remove();
      return;
    }
    const shown = sign ?? el("p.hint", { role: "status" });
    told.set(target, shown);
    if (!shown.isConnected) (target.closest(".input-affix") ?? target).after(shown);
    setText(shown, words.say("page.length", { count: target.value.length, most }));
  });
}
