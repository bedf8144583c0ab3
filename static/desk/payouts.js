/** Payouts: live search, arrow keys, and payables read again after changes. */

import { watchParts } from "../shared/feed/event_parts.js";
import { LiveResource } from "../shared/feed/live_resource.js";
import { byId, find } from "../shared/ui/dom.js";
import { money, readAmount } from "../shared/ui/money.js";
import { startPage } from "../shared/ui/page.js";
import { keepParts } from "./server_parts.js";

/** @import { Services } from "../shared/ui/page.js" */

/** @param {HTMLElement} place  @param {Services} services */
export function mountPayouts(place, { config, feed }) {
  const ended = new AbortController();
  const { signal } = ended;
  const live = new LiveResource(feed, `t${config.tournament}`);
  /** @type {HTMLInputElement} */ const field = find(place, "#payouts-q");
  const { entry, player, kind } = place.dataset;
  /** The amount payable when the payment form was opened. */
  const opened = place.querySelector("[data-stands]")?.getAttribute("data-stands");
  const parts = keepParts(place, live, ["payables", "results", "bounties"], {
    query: () => ({ q: field.value.trim(), state: new URLSearchParams(location.search).get("state") ?? "", entry, player, kind }),
    taken: (page) => {
      const stands = page.querySelector("[data-stands]")?.getAttribute("data-stands");
      const stale = document.getElementById("pay-stale");
      // A form opened before another clerk's payment shows a notice; its input stays.
      if (stale && stands !== undefined) stale.hidden = stands === opened;
    },
  });
  watchParts(feed, config.tournament);
  field.addEventListener("input", () => parts.read(), { signal });
  field.addEventListener("focus", () => field.select(), { signal });
  // An empty query selects nobody: the latest result stays visible.
  byId("payouts-search").addEventListener("submit", (event) => field.value.trim() || event.preventDefault(), { signal });
  place.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const focused = /** @type {HTMLElement} */ (document.activeElement);
    const names = /** @type {HTMLElement[]} */ ([...place.querySelectorAll(".payouts-table tbody th a")]);
    const at = names.indexOf(focused);
    if (!step || event.altKey || (focused !== field && at < 0)) return;
    event.preventDefault();
    (names[at + step] ?? (step < 0 ? field : names[at]))?.focus();
  }, { signal });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog[open]")) field.focus();
  }, { signal });
  const form = place.querySelector("#pay-form");
  if (form instanceof HTMLFormElement) amountSetsWithheld(form, config.language, signal);
  return {
    stop: () => {
      ended.abort();
      parts.stop();
      live.close();
    },
  };
}

/** Deduct the withheld part of the amount being typed. @param {HTMLFormElement} form  @param {string} language  @param {AbortSignal} signal */
function amountSetsWithheld(form, language, signal) {
  /** @param {string} name */
  const input = (name) => /** @type {HTMLInputElement|null} */ (form.elements.namedItem(name));
  const [amount, withheld, was] = [input("amount"), input("withheld"), input("withheld_was")];
  if (!amount) return;
  amount.addEventListener("focus", () => amount.select(), { signal });
  // Keep input typed before this script was loaded.
  if (document.activeElement === amount && amount.value === amount.defaultValue) amount.select();
  amount.addEventListener("input", () => {
    // Keep an amount that the clerk typed.
    if (!withheld || !was || withheld.value !== was.value) return;
    const places = Number(form.dataset.places);
    const paid = readAmount(amount.value, places);
    if (paid !== null) withheld.value = was.value = money(Math.floor((paid * Number(form.dataset.percent)) / 10_000), places, language);
  }, { signal });
}

mountPayouts(byId("payouts"), startPage());
