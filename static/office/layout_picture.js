/** Pictures in the layout editor: the button that uploads one, and how wide one is. */

import { html } from "lit-html";
import { readJson } from "../shared/feed/request.js";

/** @import { Cell } from "../tv/house/house.js" */

/** The server's limit of a picture (bytes). */
const MOST_PICTURE = 1024 * 1024;

/**
 * @param {{use: (picture: string, ratio: number) => void, fail: (fault: string) => void, say: (key: string) => string, id: string, label?: string|undefined}} options
 *   `use` takes the address of the stored picture and its ratio, `fail` says why there is none, `label` is the key of the button's text
 */
export function pictureButton({ use, fail, say, id, label = "upload" }) {
  /** @param {Event} event */
  const chosen = async ({ target }) => {
    const input = /** @type {HTMLInputElement} */ (target);
    const file = input.files?.[0];
    if (!file) return;
    if (file.size > MOST_PICTURE) {
      fail(say("too_large"));
      input.value = "";
      return;
    }
    const body = new FormData();
    body.append("picture", file);
    try {
      const { picture } = await readJson("/staff/screens/layouts/picture/", { body, within: 30_000 });
      use(picture, await loadedRatio(picture));
    } catch (error) {
      fail(/** @type {Error} */ (error).message);
    }
    input.value = "";
  };
  return html`<div class="field"><label for=${id}>${say(label)}</label>
    <div class="file is-dressed"><input id=${id} type="file" accept="image/png,image/jpeg,image/webp" aria-describedby=${`${id}-hint`} @change=${chosen}><label class="btn" for=${id} aria-hidden="true">${say("file")}</label></div>
    <p class="hint" id=${`${id}-hint`}>${say("upload_hint")}</p></div>`;
}

/**
 * Return the width of what a cell shows as a multiple of its height, of the highest one if it shows several. Of pictures alone:
 * the room's strip is taken to fill its cell. 0 for everything else, and for a picture that cannot be loaded.
 * @param {Cell["show"]} show  @param {number} own ratio of the cell
 */
export async function pictureRatio(show, own) {
  const ratios = show.map((one) => (one.kind === "picture" ? loadedRatio(/** @type {any} */ (one).picture) : one.kind === "sponsor" ? own : 0));
  return Math.min(...(await Promise.all(ratios)));
}

/** @param {string} picture  @returns {Promise<number>} */
function loadedRatio(picture) {
  return new Promise((resolve) => {
    const image = new Image();
    image.addEventListener("load", () => resolve(image.naturalWidth / Math.max(1, image.naturalHeight)));
    image.addEventListener("error", () => resolve(0));
    image.src = `/media/${picture}`;
  });
}
