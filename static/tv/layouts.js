/**
 * The layouts of an event by name. The clock is part of the page; the others are loaded when a display first shows
 * them, and all of them some time after the start, so that a display without a server can still change its layout.
 */

import { ClockLayout } from "./layouts/clock.js";

/** @import { Layout } from "./boards.js" */

/** How long a display shows its clock before it loads the other layouts (ms). */
const LATER = 30_000;
/** Time until a layout that could not be loaded is tried again (ms). */
const RETRY = 10_000;

const lists = () => import("./layouts/lists.js");
/** @type {Record<string, () => Promise<Layout>>} */
const LOADERS = {
  message: async () => new (await import("./layouts/message.js")).MessageLayout(),
  structure: async () => new (await import("./layouts/structure.js")).StructureLayout(),
  seats: async () => new (await import("./layouts/seats.js")).SeatsLayout(),
  waiting: async () => new (await import("./layouts/waiting.js")).WaitingLayout(),
  map: async () => new (await import("./layouts/map.js")).MapLayout(),
  moves: async () => (await lists()).moves(),
  eliminations: async () => (await lists()).eliminations(),
  free: async () => (await lists()).free(),
  payouts: async () => (await lists()).payouts(),
  results: async () => (await lists()).results(),
  chip_leaders: async () => (await lists()).chips(),
  season_ranking: async () => (await lists()).season(),
  cash_lists: async () => new (await import("./layouts/cash_lists.js")).CashListsLayout(),
  feature: async () => new (await import("./layouts/feature.js")).FeatureLayout(),
  bounty_leaderboard: async () => (await lists()).bounties(),
};

export class Layouts {
  #clock = new ClockLayout();
  /** @type {Map<string, Layout>} */
  #loaded = new Map();
  /** @type {Set<string>} */
  #loading = new Set();
  /** @type {Set<string>} */
  #failed = new Set();
  /** @type {Promise<unknown>|null} */
  #styled = null;
  #onLoad;

  /** @param {() => void} onLoad called when a layout has been loaded, or could not be */
  constructor(onLoad) {
    this.#onLoad = onLoad;
    setTimeout(() => this.#loadAll(), LATER);
  }

  /** The clock, which stands in for any other layout. */
  get clock() {
    return this.#clock;
  }

  /**
   * Return a layout, "house:5" for one of the house; the clock if the name is unknown or the layout could not be loaded, null while it is loading.
   * @param {string} name  @returns {Layout|null}
   */
  named(name) {
    if (!(name in LOADERS) && !name.includes(":")) return this.#clock;
    const found = this.#loaded.get(name);
    if (!found) this.#load(name);
    return found ?? (this.#failed.has(name) ? this.#clock : null);
  }

  #loadAll() {
    for (const name of Object.keys(LOADERS)) this.#load(name);
  }

  /** @param {string} name */
  async #load(name) {
    const loader = LOADERS[name] ?? (async () => (await import("./house/house.js")).opened(name, this.#onLoad));
    if (this.#loaded.has(name) || this.#loading.has(name)) return;
    this.#loading.add(name);
    try {
      const [layout] = await Promise.all([loader(), this.#styles()]);
      this.#loaded.set(name, layout);
      this.#failed.delete(name);
    } catch {
      this.#failed.add(name);
      setTimeout(() => this.#load(name), RETRY);
    } finally {
      this.#loading.delete(name);
    }
    this.#onLoad();
  }

  /** Load the style sheets of lists and maps, which the page names but does not load. */
  #styles() {
    /** @type {HTMLLinkElement[]} */
    const sheets = [...document.querySelectorAll("link")].filter((link) => link.disabled);
    this.#styled ??= Promise.all(sheets.map((sheet) => new Promise((resolve, reject) => {
      sheet.addEventListener("load", resolve, { once: true });
      sheet.addEventListener("error", reject, { once: true });
      sheet.disabled = false;
    }))).catch((error) => {
      // Disabled again, so that the next attempt fetches them.
      for (const sheet of sheets) sheet.disabled = true;
      this.#styled = null;
      throw error;
    });
    return this.#styled;
  }
}
