/** The button of the layout editor that uploads a picture. */

import { html } from "lit-html";
import { readJson } from "../shared/feed/request.js";

/** The server's limit of a picture (bytes). */
const MOST_PICTURE = 1024 * 1024;

/**
 * @param {{use: (picture: string) => void, fail: (fault: string) => void, say: (key: string) => string, id: string, label?: string|undefined}} options
 *   `use` takes the address of the stored picture, `fail` says why there is none, `label` is the key of the button's text
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
      use((await readJson("/staff/screens/layouts/picture/", { body, within: 30_000 })).picture);
    } catch (error) {
      fail(/** @type {Error} */ (error).message);
    }
    input.value = "";
  };
  return html`<div class="field"><label for=${id}>${say(label)}</label>
    <div class="file is-dressed"><input id=${id} type="file" accept="image/png,image/jpeg,image/webp" aria-describedby=${`${id}-hint`} @change=${chosen}><label class="btn" for=${id} aria-hidden="true">${say("file")}</label></div>
    <p class="hint" id=${`${id}-hint`}>${say("upload_hint")}</p></div>`;
}
