/**
 * Printing without leaving the desk: the sheet is fetched, put below the page where only paper shows it, printed, and
 * taken away again. Pages of the room refuse to be framed, so no frame is used.
 */

import { el } from "./dom.js";

const WITHIN = 8_000;

/**
 * Print a page of the room.
 * @param {string} address "/staff/print/entry/7/"
 * @returns {Promise<boolean>} whether there was something to print
 */
export async function printSheet(address) {
  let sheet;
  try {
    const answer = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(WITHIN) });
    if (!answer.ok) return false;
    sheet = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    return false;
  }
  const styles = await Promise.all([...sheet.querySelectorAll("link[rel=stylesheet]")].map((link) => style(link.getAttribute("href"))));
  for (const script of sheet.querySelectorAll("script")) script.remove();
  const place = el("div.desk-sheet", {}, ...[...sheet.body.childNodes].map((node) => document.importNode(node, true)));
  place.lang = sheet.documentElement.lang;
  document.body.append(place);
  document.documentElement.classList.add("desk-printing");
  await Promise.all([...place.querySelectorAll("img")].map((picture) => picture.decode().catch(() => {})));
  print();
  document.documentElement.classList.remove("desk-printing");
  place.remove();
  for (const link of styles) link.remove();
  return true;
}

/** A stylesheet of the sheet, for paper alone: what stands on the screen must not change. */
function style(href) {
  return new Promise((resolve) => {
    const link = el("link", { rel: "stylesheet", href, media: "print" });
    link.addEventListener("load", () => resolve(link));
    link.addEventListener("error", () => resolve(link));
    document.head.append(link);
  });
}
