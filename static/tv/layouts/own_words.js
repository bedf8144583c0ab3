/** Texts that the page of displays does not have, because few displays need them: the layout fetches them. */

import { Words } from "../../shared/ui/words.js";

/** Time until texts are asked for again, and until they are looked for again (ms). */
const ASK = 10_000;
export const SOON = 200;

export class OwnWords {
  /** @type {Words|null} */
  #words = null;
  #asking = false;
  #onLoad;

  /** @param {() => void} onLoad called when the texts of another language are there */
  constructor(onLoad) {
    this.#onLoad = onLoad;
  }

  /** Return all texts in the language of the page, which may just have changed; null before they are there. @param {Words} words */
  spoken(words) {
    if (this.#words?.language !== words.language && !this.#asking) {
      this.#asking = true;
      const done = () => (this.#asking = false);
      Words.load(words.language).then((found) => {
        this.#words = found;
        this.#onLoad();
        done();
      }, () => setTimeout(done, ASK));
    }
    return this.#words;
  }
}
