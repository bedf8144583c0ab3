/** Directives of our own for lit-html templates. */

import { noChange } from "lit-html";
import { Directive, directive, PartType } from "lit-html/directive.js";

/** @import { ElementPart, PartInfo } from "lit-html/directive.js" */

/**
 * Custom properties of an element, `<li ${cssVars({ "--turn": 3 })}>`: the content security policy forbids style
 * attributes, which `styleMap` would write.
 */
class CssVars extends Directive {
  /** @type {Record<string, string>} */
  #shown = {};

  /** @param {PartInfo} part */
  constructor(part) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new Error("cssVars belongs to an element, not to an attribute.");
  }

  /** @param {Record<string, string|number|null|undefined>} _values */
  render(_values) {
    return noChange;
  }

  /** @param {ElementPart} part  @param {[Record<string, string|number|null|undefined>]} values */
  update(part, [values]) {
    const { style } = /** @type {HTMLElement} */ (part.element);
    for (const name of Object.keys(this.#shown)) if (!(name in values)) this.#set(style, name, null);
    for (const [name, value] of Object.entries(values)) this.#set(style, name, value ?? null);
    return noChange;
  }

  /** @param {CSSStyleDeclaration} style  @param {string} name  @param {string|number|null} value */
  #set(style, name, value) {
    const text = value === null ? "" : String(value);
    if ((this.#shown[name] ?? "") === text) return;
    if (text) style.setProperty(name, text);
    else style.removeProperty(name);
    this.#shown[name] = text;
  }
}

export const cssVars = directive(CssVars);
