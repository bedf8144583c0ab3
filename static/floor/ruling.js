/** Recording a ruling at a table: decision, people, rule, photo. */

import { el, setText } from "../shared/ui/dom.js";
import { ask, fieldOf } from "./elements.js";

/** Delay of the rule search after the last key (ms); maximum number of results. */
const PAUSE = 130;
const SHOWN = 5;
/** Timeout of a response (ms). */
const WITHIN = 8_000;
/** Longest edge of a stored photo (px), and the qualities tried until it is small enough. */
const EDGES = [1600, 1200, 900];
const MOST_BYTES = 1_000_000;

/**
 * @param {object} page see TablePanel  @param {object} table of the panel
 * @param {number|null} chosen the preselected entry
 */
export function noteRuling(page, table, chosen = null) {
  const { words, presses } = page;
  const say = (key, values) => words.say(`ruling.${key}`, values);
  const text = fieldOf(say("text"), { name: "ruling-text", maxlength: "1000", rows: "4" }, "textarea");
  const people = peopleOf(say("people"), table.chairs, chosen);
  const rule = ruleOf(say, words);
  const photo = photoOf(say);
  const fault = el("p.error", { role: "alert", hidden: "" });
  const wrong = (message, focus) => {
    setText(fault, message);
    fault.hidden = false;
    focus?.focus();
    return false;
  };
  ask({
    title: say("title", { number: table.number }), back: words.say("floor.cancel"), label: say("keep"),
    body: [text.field, fault, rule.field, people.group, photo.field],
    submit: async () => {
      const typed = text.input.value.trim();
      if (!typed) return wrong(say("no_text"), text.input);
      const kept = await photo.keep();
      if (kept === null) return wrong(say("photo_away"));
      const args = { text: typed, table: table.number, entries: people.value(), rule: rule.value(), photo: kept };
      return presses.ask("ruling.note", args, say("keep"));
    },
  });
  text.input.addEventListener("input", () => (fault.hidden = true));
  text.input.focus();
}

/** Players at the table, each to be named or not. */
function peopleOf(legend, seats, chosen) {
  const options = seats.filter(({ entry }) => entry !== null).map((chair) => {
    const input = el("input", { type: "checkbox", name: "ruling-people", value: String(chair.entry) });
    input.checked = chair.entry === chosen;
    return el("label.floor-option", {}, input, el("span", {}, `${chair.seat} · ${chair.name}`));
  });
  const group = el("fieldset.floor-choice", {}, el("legend", {}, legend), el("div.floor-choice-options", {}, ...options));
  group.hidden = options.length === 0;
  return { group, value: () => [...group.querySelectorAll("input:checked")].map(({ value }) => Number(value)) };
}

/** The rule: picked from the search results, or free text. */
function ruleOf(say, words) {
  const { field, input } = fieldOf(say("rule"), { name: "ruling-rule", type: "search", maxlength: "80", autocapitalize: "off", spellcheck: "false", enterkeyhint: "search" });
  const list = el("ul.ruling-found", { "aria-live": "polite" });
  const chosen = el("p.ruling-chosen", { hidden: "" });
  const typed = el("p.small.muted", { hidden: "" });
  const book = new URL(document.getElementById("rules-link").href).searchParams.get("book");
  let cited = "";
  let numbered = null;
  let timer = 0;
  let asked = 0;

  function choose(one) {
    cited = one?.citation ?? "";
    chosen.hidden = !one;
    field.hidden = Boolean(one);
    tell();
    list.replaceChildren();
    if (!one) {
      input.value = "";
      return void input.focus();
    }
    const away = el("button.btn.btn-icon", { type: "button", "aria-label": say("rule_away", { rule: cited }) }, "×");
    away.addEventListener("click", () => choose(null));
    chosen.replaceChildren(el("span", {}, `${say("rule_chosen")}: `, el("cite.rules-cite", {}, cited), ` ${one.title}`), away);
    away.focus();
  }

  /** Without a pick, the typed text is stored. */
  function tell() {
    const text = input.value.trim();
    typed.hidden = Boolean(cited) || !text;
    setText(typed, say("as_typed", { rule: asTyped() }));
  }

  /** The typed text; a bare number gets its book, once the finder knows it. */
  function asTyped() {
    const text = input.value.trim();
    return numbered?.number.toLowerCase() === text.toLowerCase() ? numbered.citation : text;
  }

  async function find() {
    const number = (asked += 1);
    const question = input.value.trim();
    let found = [];
    if (question) {
      const query = new URLSearchParams({ q: question, book, as: "json" });
      try {
        const answer = await fetch(`/staff/rules/found/?${query}`, { cache: "no-store", signal: AbortSignal.timeout(WITHIN) });
        found = answer.ok ? (await answer.json()).found : null;
      } catch {
        found = null;
      }
    }
    if (number !== asked || cited) return;
    numbered = found?.[0] ?? null;
    tell();
    if (!question) list.replaceChildren();
    else if (!found) list.replaceChildren(el("li.muted", {}, words.say("floor.no_answer")));
    else if (!found.length) list.replaceChildren(el("li.muted", {}, say("nothing")));
    else list.replaceChildren(...found.slice(0, SHOWN).map((one) => {
      const button = el("button.btn.btn-block", { type: "button" }, el("span", {}, el("cite.rules-cite", {}, one.citation), ` ${one.title}`, el("small", {}, one.says)));
      button.addEventListener("click", () => choose(one));
      return el("li", {}, button);
    }));
  }

  input.addEventListener("input", () => {
    tell();
    clearTimeout(timer);
    timer = setTimeout(find, PAUSE);
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    // Enter takes the first rule: the ruling itself is saved by its button.
    event.preventDefault();
    list.querySelector("button")?.click();
  });
  return { field: el("div.ruling-rule", {}, field, typed, list, chosen), value: () => cited || asTyped() };
}

/** A photo, reduced here: a phone's own is too large, and contains its location. */
function photoOf(say) {
  const input = el("input.visually-hidden", { id: "floor-ruling-photo", type: "file", accept: "image/*", capture: "environment" });
  const button = el("label.btn", { for: "floor-ruling-photo" }, say("photo"));
  const output = el("output", { for: "floor-ruling-photo" });
  let small = null;
  let kept = "";
  input.addEventListener("change", async () => {
    const [file] = input.files;
    small = null;
    kept = "";
    if (!file) return void setText(output, "");
    small = await shrunk(file);
    setText(output, small ? say("photo_of", { name: file.name }) : say("photo_wrong"));
    setText(button, say("photo_again"));
  });
  async function keep() {
    if (!small || kept) return kept;
    const body = new FormData();
    body.append("photo", small, "photo.jpg");
    try {
      const csrf = /(?:^|; )room_csrf=([^;]+)/.exec(document.cookie)?.[1] ?? "";
      const answer = await fetch("/staff/rulings/photo/", { method: "POST", headers: { "X-CSRFToken": csrf }, body, signal: AbortSignal.timeout(WITHIN) });
      kept = (await answer.json()).photo ?? "";
    } catch {
      // The caller shows the error.
    }
    return kept || null;
  }
  return { field: el("div.ruling-photo-field", {}, input, button, output), keep };
}

/** @returns {Promise<Blob|null>} a JPEG small enough to be kept; null for what is no picture */
async function shrunk(file) {
  try {
    const picture = await createImageBitmap(file);
    for (const edge of EDGES) {
      const scale = Math.min(1, edge / Math.max(picture.width, picture.height));
      const canvas = el("canvas");
      canvas.width = Math.max(1, Math.round(picture.width * scale));
      canvas.height = Math.max(1, Math.round(picture.height * scale));
      canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
      const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.8));
      if (blob && blob.size <= MOST_BYTES) return blob;
    }
  } catch {
    // No picture, or none that this browser can read.
  }
  return null;
}
