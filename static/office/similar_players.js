/** Possible duplicates of a new player, and a date of birth that is too recent, while they are typed. Optional. */

import { html, render } from "lit-html";
import { readJson } from "../shared/feed/request.js";
import { find } from "../shared/ui/dom.js";
import { quoted } from "../shared/ui/punctuation.js";

/** @typedef {{player: number, name: string, nickname: string, birth_date: string, card: string}} Similar */

/** Delay after the last key before the server is asked (ms). */
const PAUSE = 180;
const WITHIN = 3_000;

/** @param {HTMLFormElement} form */
function mountSimilar(form) {
  const place = /** @type {HTMLElement|null} */ (form.querySelector("[data-like-list]"));
  let timer = 0;
  let asked = 0;

  /** @param {string} name */
  const typed = (name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value;

  /** @param {HTMLElement} list  @param {Similar[]} players */
  const show = (list, players) => {
    list.hidden = players.length === 0;
    render(html`<div class="stack"><strong>${list.dataset.title}</strong><ul>${players.map((one) => {
      const about = [one.nickname && quoted(one.nickname, document.documentElement.lang), one.birth_date, one.card].filter(Boolean).join(" · ");
      return html`<li><a href="${list.dataset.open}${one.player}/">${one.name}</a>${about ? html`<span class="muted small"> ${about}</span>` : ""}</li>`;
    })}</ul></div>`, list);
  };

  const ask = async () => {
    asked += 1;
    const number = asked;
    try {
      /** @type {{players: Similar[], under_age: string}} */
      const { players, under_age: underAge } = await readJson(form.dataset.like ?? "", {
        query: { name: typed("name"), birth_date: typed("birth_date") }, within: WITHIN,
      });
      if (number !== asked) return;
      // Shown before the record is saved; "" if the player is old enough.
      const note = find(form, "[data-under-age]");
      note.textContent = underAge;
      note.hidden = !underAge;
      if (place) show(place, players);
    } catch {
      // Without a network there is no warning; duplicates can be merged later.
    }
  };

  form.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !["name", "birth_date"].includes(target.name)) return;
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  });
}

const form = /** @type {HTMLFormElement|null} */ (document.querySelector("form[data-like]"));
if (form) mountSimilar(form);
