/**
 * Printing without leaving the desk: the sheet is fetched, added for print media only, printed and removed.
 * Pages of the room cannot be framed.
 */

import { el } from "../shared/ui/dom.js";
import { playing } from "./state.js";

const WITHIN = 8_000;

/** The desk's documents: seat cards, receipts, and the vouchers and tickets of a sale. */
export class Prints {
  #words;
  #verbs;
  #tell;
  #back;
  #last = Promise.resolve();

  /**
   * @param {import("../shared/ui/words.js").Words} words
   * @param {{verbs: import("./verbs.js").Verbs, tell: (text: string) => void, back: () => void}} ways
   */
  constructor(words, { verbs, tell, back }) {
    this.#words = words;
    this.#verbs = verbs;
    this.#tell = tell;
    this.#back = back;
  }

  /**
   * Print the documents of a recent action.
   * @param {boolean} asked whether a button was pressed: then the focus returns
   */
  line(line, asked = true) {
    // For several events in one payment: a seat card each, and one receipt for all.
    for (const { entry, event } of line.entries ?? []) this.#print(["entry", entry], event, asked);
    this.#print(line.entry !== null ? ["entry", line.entry] : ["receipt", line.receipt], line.event, asked);
  }

  /**
   * Print the seat card of a player in play, else the last receipt, or the link of a booking: each has the
   * link.
   */
  person(event, tournament) {
    const entry = playing(event);
    const receipt = event.receipts[0];
    this.#print(entry ? ["entry", entry.entry] : receipt ? ["receipt", receipt.receipt] : ["booking", event.booking.booking], tournament);
  }

  /** Print a receipt. @param {{receipt: number}} receipt */
  receipt({ receipt }, tournament) {
    return this.#print(["receipt", receipt], tournament);
  }

  /** Print vouchers and tickets by their numbers. */
  papers(numbers) {
    return this.#sheet(`/staff/print/papers/?${new URLSearchParams(numbers.map((one) => ["n", one]))}`);
  }

  /**
   * Print a paper and record it in the event's journal, so that its next print is marked as a reprint.
   * @param {[string, number]} what "entry" (a seat card), "receipt" or "booking" (a link), and its id
   */
  async #print([kind, id], tournament, asked = true) {
    if ((await this.#sheet(`/staff/print/${kind}/${id}/`, asked)) && tournament !== null) this.#verbs.printed(kind, id, tournament);
  }

  async #sheet(address, asked = true) {
    // One after the other: two sheets on the page would both be printed twice.
    const printing = this.#last.then(() => printSheet(address));
    this.#last = printing.catch(() => {});
    const printed = await printing;
    if (!printed) this.#tell(this.#words.say("desk.no_print"));
    if (asked) this.#back();
    return printed;
  }
}

/**
 * Print a page of the room.
 * @param {string} address "/staff/print/entry/7/"
 * @returns {Promise<boolean>} whether something was printed
 */
async function printSheet(address) {
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

/** Limit the sheet's stylesheet to print: the screen must not change. */
function style(href) {
  return new Promise((resolve) => {
    const link = el("link", { rel: "stylesheet", href, media: "print" });
    link.addEventListener("load", () => resolve(link));
    link.addEventListener("error", () => resolve(link));
    document.head.append(link);
  });
}
