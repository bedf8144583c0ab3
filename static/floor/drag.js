/** Dragging a player from the table to a free seat, or to a table on the map. */

import { el } from "../shared/ui/dom.js";

/** A pointer that moves less than this is a press (px). */
const SLACK = 12;

/**
 * @param {HTMLElement} oval whose seats with `data-entry` can be dragged
 * @param {{map: {tableAt: Function, hover: Function}, page: HTMLElement, name: (entry: number) => string,
 *          onChair: (entry: number, seat: number) => void, onTable: (entry: number, number: number) => void,
 *          may: () => boolean}} options
 */
export function dragPlayers(oval, { map, page, name, onChair, onTable, may }) {
  let held = null;

  const end = () => {
    held?.ghost?.remove();
    map.hover(null);
    for (const one of oval.querySelectorAll("[data-over]")) delete one.dataset.over;
    delete page.dataset.dragging;
    held = null;
  };

  const begin = () => {
    held.ghost = el("div.drag-ghost", { "aria-hidden": "true" }, name(held.entry));
    document.body.append(held.ghost);
    page.dataset.dragging = "";
  };

  /** Return what is below the pointer: a free seat, or a table on the map. */
  const below = (x, y) => {
    const chair = document.elementFromPoint(x, y)?.closest?.(".chair");
    if (chair && oval.contains(chair)) return { seat: chair.dataset.kind === "free" ? Number(chair.dataset.seat) : null, table: null };
    const over = document.elementFromPoint(x, y);
    if (over?.closest?.(".floor-panel") && page.dataset.away === undefined) return { seat: null, table: null };
    return { seat: null, table: map.tableAt(x, y) };
  };

  oval.addEventListener("pointerdown", (event) => {
    const chair = event.target.closest(".chair[data-entry]");
    if (!chair || !event.isPrimary || event.button !== 0 || !may()) return;
    held = { id: event.pointerId, entry: Number(chair.dataset.entry), x: event.clientX, y: event.clientY, chair, ghost: null };
  });

  addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const far = Math.hypot(event.clientX - held.x, event.clientY - held.y);
    if (!held.ghost && far < SLACK) return;
    if (!held.ghost) begin();
    held.ghost.style.setProperty("--at-x", `${event.clientX}px`);
    held.ghost.style.setProperty("--at-y", `${event.clientY}px`);
    // If the oval covers the map, it moves aside once the pointer has left it.
    const box = oval.getBoundingClientRect();
    if (event.clientY < box.top - 24) page.dataset.away = "";
    const { seat, table } = below(event.clientX, event.clientY);
    map.hover(table);
    for (const one of oval.querySelectorAll(".chair")) one.toggleAttribute("data-over", seat !== null && Number(one.dataset.seat) === seat);
  });

  addEventListener("pointerup", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const { entry, ghost } = held;
    const { seat, table } = ghost ? below(event.clientX, event.clientY) : {};
    end();
    delete page.dataset.away;
    if (!ghost) return;
    // The press that ends a drag is ignored.
    const swallow = (press) => (press.preventDefault(), press.stopPropagation());
    oval.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => oval.removeEventListener("click", swallow, { capture: true }), 0);
    if (seat) onChair(entry, seat);
    else if (table !== null && table !== undefined) onTable(entry, table);
  });

  addEventListener("pointercancel", (event) => {
    if (held?.id !== event.pointerId) return;
    end();
    delete page.dataset.away;
  });
}
