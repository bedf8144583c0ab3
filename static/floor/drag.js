/** Dragging a player from the table to a free seat, or to a table on the map. */

import { el } from "../shared/ui/dom.js";

/** @import { FloorMap } from "./map.js" */

/** A pointer that moves less than this is a press (px). */
const SLACK = 12;
/** How far above the oval a pointer uncovers the map (px). */
const ABOVE = 24;

/**
 * @param {HTMLElement} panel whose seats with `data-entry` can be dragged
 * @param {{map: FloorMap, page: HTMLElement, signal: AbortSignal, name: (entry: number) => string, may: () => boolean,
 *   onChair: (entry: number, seat: number) => void, onTable: (entry: number, number: number) => void}} options
 */
export function dragPlayers(panel, { map, page, signal, name, onChair, onTable, may }) {
  /** @type {{id: number, entry: number, x: number, y: number, oval: Element, ghost: HTMLElement|null}|null} */
  let held = null;
  const chairs = () => /** @type {NodeListOf<HTMLElement>} */ (panel.querySelectorAll(".chair"));

  const end = () => {
    held?.ghost?.remove();
    map.hover(null);
    for (const one of chairs()) delete one.dataset.over;
    delete page.dataset.dragging;
    held = null;
  };

  /** Return what is below the pointer: a free seat, or a table on the map. @param {PointerEvent} event */
  const below = ({ clientX, clientY }) => {
    const over = document.elementFromPoint(clientX, clientY);
    const chair = /** @type {HTMLElement|null|undefined} */ (over?.closest(".chair"));
    if (chair && panel.contains(chair)) return { seat: chair.dataset.kind === "free" ? Number(chair.dataset.seat) : null, table: null };
    if (over?.closest(".floor-panel") && page.dataset.away === undefined) return { seat: null, table: null };
    return { seat: null, table: map.tableAt(clientX, clientY) };
  };

  panel.addEventListener("pointerdown", (event) => {
    const chair = /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest(".chair[data-entry]"));
    const oval = chair?.closest(".oval");
    if (!chair || !oval || !event.isPrimary || event.button !== 0 || !may()) return;
    held = { id: event.pointerId, entry: Number(chair.dataset.entry), x: event.clientX, y: event.clientY, oval, ghost: null };
  });

  addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    if (!held.ghost) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < SLACK) return;
      held.ghost = el("div.drag-ghost", { "aria-hidden": "true" }, name(held.entry));
      document.body.append(held.ghost);
      page.dataset.dragging = "";
    }
    held.ghost.style.setProperty("--at-x", `${event.clientX}px`);
    held.ghost.style.setProperty("--at-y", `${event.clientY}px`);
    // If the oval covers the map, it moves aside once the pointer has left it.
    if (event.clientY < held.oval.getBoundingClientRect().top - ABOVE) page.dataset.away = "";
    const { seat, table } = below(event);
    map.hover(table);
    for (const one of chairs()) one.toggleAttribute("data-over", seat !== null && Number(one.dataset.seat) === seat);
  }, { signal });

  addEventListener("pointerup", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const { entry, ghost } = held;
    const { seat, table } = ghost ? below(event) : { seat: null, table: null };
    end();
    delete page.dataset.away;
    if (!ghost) return;
    // The press that ends a drag is ignored.
    const swallow = new AbortController();
    panel.addEventListener("click", (press) => {
      press.preventDefault();
      press.stopPropagation();
    }, { capture: true, once: true, signal: swallow.signal });
    setTimeout(() => swallow.abort(), 0);
    if (seat) onChair(entry, seat);
    else if (table !== null) onTable(entry, table);
  }, { signal });

  addEventListener("pointercancel", (event) => {
    if (held?.id !== event.pointerId) return;
    end();
    delete page.dataset.away;
  }, { signal });
}
