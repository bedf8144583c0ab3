/** Recording a ruling at a table: decision, people, rule, photo. */

import { html } from "lit-html";
import { field, openForm } from "./dialog.js";
import { RulePicker } from "./rule_picker.js";
import { RulingPhoto } from "./ruling_photo.js";

/** @import { ChairRow, TableBoard } from "../../docs/reference/boards" */
/** @import { Floor } from "./floor.js" */

const TEXT = "ruling-text";
const PEOPLE = "ruling-people";
/** How long the form stays open while the photo is uploaded and the ruling is sent (ms). */
const PATIENCE = 12_000;

/** @param {Floor} page  @param {TableBoard} table of the panel  @param {number|null} chosen the preselected entry */
export function noteRuling(page, table, chosen = null) {
  /** @param {string} key  @param {Record<string, string|number>} [values] */
  const say = (key, values) => page.words.say(`ruling.${key}`, values);
  const label = say("keep");
  const rule = new RulePicker(page, say);
  const photo = new RulingPhoto(say);
  let wrong = "";
  const form = openForm(page, {
    title: say("title", { number: table.number }), label: () => label, patience: PATIENCE,
    body: (form) => html`<div @input=${() => (wrong = "")}>${field(form, TEXT, say("text"), { most: 1_000, rows: 4 })}</div>
      <p class="error" role="alert" ?hidden=${!wrong}>${wrong}</p>
      ${rule.view(form)}${people(say("people"), table.chairs, chosen)}${photo.view(form)}`,
    submit: async (form) => {
      const text = form.value(TEXT);
      if (!text) {
        wrong = say("no_text");
        form.input(TEXT)?.focus();
        return false;
      }
      const kept = await photo.keep();
      if (kept === null) {
        wrong = say("photo_away");
        return false;
      }
      const args = { text, table: table.number, entries: form.values(PEOPLE).map(Number), rule: rule.value(form), photo: kept };
      return page.presses.ask("ruling.note", args, label);
    },
  });
  form.input(TEXT)?.focus();
}

/** Players at the table, each to be named or not. @param {string} legend  @param {ChairRow[]} chairs  @param {number|null} chosen */
function people(legend, chairs, chosen) {
  const players = chairs.filter(({ entry }) => entry !== null);
  return html`<fieldset class="floor-choice" ?hidden=${!players.length}><legend>${legend}</legend><div class="floor-choice-options">${players.map(({ entry, seat, name }) => html`
    <label class="floor-option"><input type="checkbox" name=${PEOPLE} value=${entry} ?checked=${entry === chosen}><span>${seat} · ${name}</span></label>`)}</div></fieldset>`;
}
