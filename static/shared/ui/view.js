/** A part of the page rendered from a template, again after each change of what it shows. */

import { render } from "lit-html";

/** @import { Still } from "./still.js" */

export class View {
  #place;
  #template;
  #still;
  #after;
  #planned = false;
  #rendered = false;
  #stopped = false;

  /**
   * @param {HTMLElement|DocumentFragment} place its contents belong to the template
   * @param {() => unknown} template called for each rendering
   * @param {{still?: Still|null, after?: (() => void)|null}} options `still` delays renderings while a finger is down on
   *   the part; `after` is called after each rendering, for what must be measured
   */
  constructor(place, template, { still = null, after = null } = {}) {
    this.#place = place;
    this.#template = template;
    this.#still = still;
    this.#after = after;
  }

  /** Render soon, once for all changes until then. */
  update = () => {
    if (this.#planned || this.#stopped) return;
    this.#planned = true;
    queueMicrotask(() => {
      this.#planned = false;
      if (this.#still) this.#still.when(() => this.updateNow());
      else this.updateNow();
    });
  };

  /** Render at once, whatever finger is down. */
  updateNow() {
    if (this.#stopped) return;
    // What the server rendered in its place stays until the first data.
    if (!this.#rendered) this.#place.replaceChildren();
    this.#rendered = true;
    render(this.#template(), this.#place);
    this.#after?.();
  }

  /** Leave the part as it is from now on. */
  stop() {
    this.#stopped = true;
  }
}
