/** The photo of a ruling, reduced here: a phone's own is too large, and contains its location. */

import { html } from "lit-html";
import { readJson } from "../shared/feed/request.js";

/** @import { Form } from "./dialog.js" */

/** Longest edge of a stored photo (px), tried until it is small enough. */
const EDGES = [1600, 1200, 900];
const MOST_BYTES = 1_000_000;
/** Timeout of the upload (ms). */
const WITHIN = 8_000;

export class RulingPhoto {
  #say;
  /** The chosen file. @type {File|null} */
  #file = null;
  /** The reduced picture; null for none, or if the file is no picture. @type {Promise<Blob|null>} */
  #small = Promise.resolve(null);
  /** The name under which the server keeps it. */
  #kept = "";
  /** What happened to the chosen file. */
  #result = "";
  /** Whether a file was chosen before. */
  #again = false;

  /** @param {(key: string, values?: Record<string, string>) => string} say */
  constructor(say) {
    this.#say = say;
  }

  /** @param {Form} form */
  view(form) {
    /** @param {Event} event */
    const changed = ({ target }) => this.#choose(/** @type {HTMLInputElement} */ (target).files?.[0] ?? null, form);
    return html`<div class="ruling-photo-field">
      <input class="visually-hidden" id="floor-ruling-photo" type="file" accept="image/*" capture="environment" @change=${changed}>
      <label class="btn" for="floor-ruling-photo">${this.#say(this.#again ? "photo_again" : "photo")}</label>
      <output for="floor-ruling-photo">${this.#result}</output></div>`;
  }

  /** @param {File|null} file  @param {Form} form */
  async #choose(file, form) {
    this.#file = file;
    this.#kept = "";
    this.#small = file ? shrunk(file) : Promise.resolve(null);
    const small = await this.#small;
    // Another file was chosen meanwhile.
    if (file !== this.#file) return;
    this.#result = !file ? "" : small ? this.#say("photo_of", { name: file.name }) : this.#say("photo_wrong");
    this.#again ||= file !== null;
    form.update();
  }

  /** Upload it once. @returns {Promise<string|null>} the name under which it is kept, "" without a photo; null without a response */
  async keep() {
    const small = await this.#small;
    if (!small || this.#kept) return this.#kept;
    const body = new FormData();
    body.append("photo", small, "photo.jpg");
    /** @type {{photo?: string}|null} */
    const answer = await readJson("/staff/rulings/photo/", { body, within: WITHIN }).catch(() => null);
    this.#kept = answer?.photo ?? "";
    return this.#kept || null;
  }
}

/** @param {File} file  @returns {Promise<Blob|null>} a JPEG small enough to be kept; null for what is no picture */
async function shrunk(file) {
  try {
    const picture = await createImageBitmap(file);
    for (const edge of EDGES) {
      const scale = Math.min(1, edge / Math.max(picture.width, picture.height));
      const canvas = document.createElement("canvas");
      canvas.width = Math.max(1, Math.round(picture.width * scale));
      canvas.height = Math.max(1, Math.round(picture.height * scale));
      canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
      const blob = await new Promise((/** @type {(blob: Blob|null) => void} */ resolve) => canvas.toBlob(resolve, "image/jpeg", 0.8));
      if (blob && blob.size <= MOST_BYTES) return blob;
    }
  } catch {
    // No picture, or none that this browser can read.
  }
  return null;
}
