/**
 * Printing without leaving the desk: the sheet is read, added for print media only, printed and removed.
 * Pages of the room cannot be framed.
 */

import { readHtml } from "../shared/feed/request.js";
import { playing } from "./state.js";

/** @import { PersonInEvent, ReceiptAtDesk } from "../../docs/reference/desk" */
/** @import { Desk } from "./desk.js" */
/** @import { RecentAction } from "./verbs.js" */

const WITHIN = 8_000;

/** The desk's documents: seat cards, receipts, and the vouchers and tickets of a sale. */
export class Prints {
  #desk;
  /** @type {Promise<unknown>} */ #last = Promise.resolve();

  /** @param {Desk} desk */
  constructor(desk) {
    this.#desk = desk;
  }

  /**
   * Print the documents of a recent action.
   * @param {RecentAction} line  @param {boolean} asked whether a button was pressed: then the focus returns
   */
  line({ entries, entry, event, receipt }, asked = true) {
    // For several events in one payment: a seat card each, and one receipt for all.
    for (const one of entries) this.#print("entry", one.entry, one.event, asked);
    if (entry !== null) this.#print("entry", entry, event, asked);
    else if (receipt !== null) this.#print("receipt", receipt, event, asked);
  }

  /**
   * Print the seat card of a player in play, else the last receipt, or the link of a booking: each has the
   * link.
   * @param {PersonInEvent} event
   */
  person(event) {
    const entry = playing(event);
    const receipt = event.receipts[0];
    if (entry) this.#print("entry", entry.entry, event.tournament);
    else if (receipt) this.receipt(receipt, event.tournament);
    else if (event.booking) this.#print("booking", event.booking.booking, event.tournament);
  }

  /** Print a receipt. @param {ReceiptAtDesk} receipt  @param {number} tournament */
  receipt({ receipt }, tournament) {
    return this.#print("receipt", receipt, tournament);
  }

  /** Print vouchers and tickets by their numbers. @param {string[]} numbers */
  vouchers(numbers) {
    return this.#sheet(`/staff/print/vouchers/?${new URLSearchParams(numbers.map((one) => ["n", one]))}`);
  }

  /**
   * Print a sheet and record it in the event's journal, so that its next print is marked as a reprint.
   * @param {"entry"|"receipt"|"booking"} kind a seat card, a receipt, or a link  @param {number} id
   * @param {number|null} tournament  @param {boolean} asked
   */
  async #print(kind, id, tournament, asked = true) {
    if ((await this.#sheet(`/staff/print/${kind}/${id}/`, asked)) && tournament !== null) this.#desk.verbs.printed(kind, id, tournament);
  }

  /** @param {string} address  @param {boolean} asked */
  async #sheet(address, asked = true) {
    // One after the other: two sheets on the page would both be printed twice.
    const printing = this.#last.then(() => printSheet(address)).then(() => true, () => false);
    this.#last = printing;
    const printed = await printing;
    if (!printed) this.#desk.tell(this.#desk.words.say("desk.no_print"));
    if (asked) this.#desk.find.focus();
    return printed;
  }
}

/** Print a page of the room. @param {string} address "/staff/print/entry/7/" */
async function printSheet(address) {
  const sheet = new DOMParser().parseFromString(await readHtml(address, { within: WITHIN }), "text/html");
  const styles = await Promise.all([...sheet.querySelectorAll("link[rel=stylesheet]")].map((link) => style(link.getAttribute("href") ?? "")));
  for (const script of sheet.querySelectorAll("script")) script.remove();
  const place = document.createElement("div");
  place.className = "desk-sheet";
  place.lang = sheet.documentElement.lang;
  place.append(...[...sheet.body.childNodes].map((node) => document.importNode(node, true)));
  document.body.append(place);
  document.documentElement.classList.add("desk-printing");
  await Promise.all([...place.querySelectorAll("img")].map((picture) => picture.decode().catch(() => {})));
  print();
  document.documentElement.classList.remove("desk-printing");
  for (const one of [place, ...styles]) one.remove();
}

/** Limit the sheet's stylesheet to print: the screen must not change. @param {string} href  @returns {Promise<HTMLLinkElement>} */
function style(href) {
  return new Promise((resolve) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href, media: "print" });
    for (const name of ["load", "error"]) link.addEventListener(name, () => resolve(link));
    document.head.append(link);
  });
}
