/** What a cell of a layout shows, as fields: the server says which values each kind of content has. */

import { html, nothing } from "lit-html";

import { GRID } from "./layout_cells.js";

/** @import { Cell } from "../tv/house/house.js" */
/** @import { Box } from "./layout_cells.js" */

/**
 * @typedef {object} Offers
 * @property {Record<string, string>} kinds  @property {Record<string, string>} keys  @property {Record<string, Record<string, string>>} values
 * @property {Record<string, {key: string, type: string}[]>} forms  @property {Record<string, string>} shapes  @property {Record<string, string>} states
 * @property {Record<string, string>} texts  @property {string[]} placeholders
 */
/**
 * @typedef {object} FieldServices
 * @property {Offers} offers  @property {(key: string, values?: Record<string, string|number>) => string} say  @property {string[]} parts
 * @property {(change: Partial<Cell>, typed?: string) => void} change
 * @property {(use: (picture: string) => void, id: string) => unknown} picture
 */

/** Kinds that need a value before they can be shown, and that value. @type {Record<string, Record<string, any>>} */
const FIRST = {
  field: { field: "time" }, list: { list: "seats" }, chart: { chart: "level" }, text: { text: "{event}" }, rules: { texts: ["…"] }, ticker: {}, logo: {}, chips: {}, sponsor: {},
};
/** Values of a content without one in the document. @type {Record<string, any>} */
const DEFAULTS = { size: "full", colour: "ink", align: "center", label: true, event: 1 };
const MOST_PAGES = 6;

/**
 * Where a cell stands, as numbers.
 * @param {Box} box  @param {FieldServices["say"]} say
 * @param {(change: Partial<Box>, fault: string) => Box|undefined} place moves or resizes the cell if it can, or tells the fault, and returns the place that holds
 */
export function placeFields(box, say, place) {
  return html`<div class="layout-numbers">${/** @type {const} */ (["x", "y", "w", "h"]).map((key) => {
    // Places count from 0, sizes from 1.
    const first = key === "x" || key === "y" ? 0 : 1;
    const range = { first, last: GRID - 1 + first };
    return html`<div class="field"><label for=${`layout-${key}`}>${say(key)}</label>
      <input id=${`layout-${key}`} type="number" min=${first} max=${range.last} aria-describedby=${`layout-${key}-range`} .value=${String(box[key])}
      @change=${(/** @type {Event} */ { target }) => {
        const input = /** @type {HTMLInputElement} */ (target);
        const wanted = input.value === "" ? NaN : Number(input.value);
        const fits = Number.isInteger(wanted) && wanted >= first && wanted <= range.last;
        const held = place({ [key]: wanted }, fits ? "" : say("whole_number", range));
        // A refused number, or an emptied field, gives way to the one that holds.
        input.value = String((held ?? box)[key]);
      }}><span class="hint" id=${`layout-${key}-range`}>${say("range", range)}</span></div>`;
  })}</div>`;
}

/** @param {Cell} cell  @param {FieldServices} services */
export function cellFields(cell, services) {
  const { offers, say, change } = services;
  const { show } = cell;
  /** @param {Event} event */
  const also = ({ target }) => {
    const kind = /** @type {HTMLSelectElement} */ (target).value;
    /** @type {HTMLSelectElement} */ (target).value = "";
    const [group, key] = kind.split(":");
    if (group) change({ show: [...show, /** @type {any} */ (key ? { kind: group, [group]: key } : { kind: group, ...FIRST[group] })] });
  };
  return html`
    ${field("background", say("background"), "background", cell.background ?? "none", offers, (value) => change({ background: value }))}
    <label class="check whole"><input type="checkbox" .checked=${Boolean(cell.gives_room)}
      @change=${(/** @type {Event} */ { target }) => change({ gives_room: /** @type {HTMLInputElement} */ (target).checked })}> ${say("gives_room")}</label>
    ${show.map((_content, at) => page(cell, at, services))}
    ${show.length >= MOST_PAGES ? nothing : html`<div class="field"><label for="layout-also">${say("also")}</label><select id="layout-also" @change=${also}>
      <option value="">–</option>${Object.entries(offers.values.list ?? {}).map(([key, name]) => html`<option value=${`list:${key}`}>${name}</option>`)}
      ${Object.keys(FIRST).filter((kind) => kind !== "list").map((kind) => html`<option value=${kind}>${offers.kinds[kind]}</option>`)}</select></div>`}
    ${show.length < 2 ? nothing : html`<div class="field"><label for="layout-seconds">${say("seconds")}</label><input id="layout-seconds" type="number" min="5" max="600" .value=${String(cell.seconds ?? 15)}
      @change=${(/** @type {Event} */ { target }) => change({ seconds: Math.min(600, Math.max(5, Math.round(Number(/** @type {HTMLInputElement} */ (target).value)) || 15)) })}></div>`}`;
}

/** @param {Cell} cell  @param {number} at  @param {FieldServices} services */
function page({ show }, at, services) {
  const { offers, say, change } = services;
  const content = show[at];
  if (!content) return nothing;
  /** @param {string} key  @param {any} value  @param {string} [typed] */
  const set = (key, value, typed) => change({ show: show.map((one, other) => (other === at ? { ...one, [key]: value } : one)) }, typed);
  return html`<fieldset class="layout-page"><legend>${show.length > 1 ? `${at + 1}. ` : ""}${offers.kinds[content.kind]}</legend>
    ${(offers.forms[content.kind] ?? []).map(({ key, type }) => entry(`${key}-${at}`, key, type, content[key] ?? DEFAULTS[key], services, set))}
    ${content.kind === "logo" || content.kind === "sponsor" ? html`<p class="hint whole">${say("room_picture")} <a href="/staff/room/">${say("room_link")}</a></p>` : nothing}
    ${show.length > 1 ? html`<div class="whole"><button class="btn btn-quiet" type="button" @click=${() => change({ show: show.filter((_one, other) => other !== at) })}>${say("remove_page")}</button></div>` : nothing}
  </fieldset>`;
}

/** @param {string} id  @param {string} key  @param {string} type  @param {any} value  @param {FieldServices} services  @param {(key: string, value: any, typed?: string) => void} set */
function entry(id, key, type, value, { offers, say, parts, picture }, set) {
  const label = offers.keys[key] ?? key;
  /** @param {Event} event */
  const typed = ({ target }) => /** @type {HTMLInputElement} */ (target).value;
  const hint = html`<p class="hint">${say("placeholders", { names: offers.placeholders.join(" ") })}</p>`;
  switch (type) {
    case "choice":
      return field(id, label, key, value, offers, (chosen) => set(key, chosen));
    case "event":
      return select(id, label, String(value), [1, 2, 3, 4].map((one) => [String(one), one === 1 ? say("own_event") : String(one)]), (chosen) => set(key, Number(chosen)));
    case "part":
      return select(id, label, value, parts.map((one) => [one, one]), (chosen) => set(key, chosen));
    case "box":
      return html`<label class="check whole"><input type="checkbox" .checked=${value} @change=${(/** @type {Event} */ { target }) => set(key, /** @type {HTMLInputElement} */ (target).checked)}> ${label}</label>`;
    case "picture":
      return html`<div class="whole">${picture((name) => set(key, name), `layout-${id}`)}</div>`;
    case "texts":
      return html`<div class="field whole"><label for=${`layout-${id}`}>${label}</label><textarea id=${`layout-${id}`} rows="4" .value=${(value ?? []).join("\n")}
        @change=${(/** @type {Event} */ event) => set(key, typed(event).split("\n").map((one) => one.trim().slice(0, 200)).filter(Boolean).slice(0, 10))}></textarea>${hint}</div>`;
    default:
      return html`<div class="field whole"><label for=${`layout-${id}`}>${label}</label><input id=${`layout-${id}`} maxlength=${key === "title" ? 60 : 200} autocomplete="off" .value=${value ?? ""}
        @input=${(/** @type {Event} */ event) => (typed(event) || key === "title") && set(key, typed(event), id)}>${key === "text" ? hint : nothing}</div>`;
  }
}

/** @param {string} id  @param {string} label  @param {string} key  @param {string} value  @param {Offers} offers  @param {(value: string) => void} choose */
function field(id, label, key, value, offers, choose) {
  return select(id, label, value, Object.entries(offers.values[key] ?? {}), choose);
}

/** @param {string} id  @param {string} label  @param {string} value  @param {[string, string][]} options  @param {(value: string) => void} choose */
function select(id, label, value, options, choose) {
  return html`<div class="field"><label for=${`layout-${id}`}>${label}</label><select id=${`layout-${id}`} @change=${(/** @type {Event} */ { target }) => choose(/** @type {HTMLSelectElement} */ (target).value)}>
    ${options.map(([one, name]) => html`<option value=${one} ?selected=${one === value}>${name}</option>`)}</select></div>`;
}
