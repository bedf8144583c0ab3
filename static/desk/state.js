/** What the desk offers for a person in an event: plain data in, plain data out. Pure. */

/** @import { RegistrationBoard } from "../../docs/reference/boards" */
/** @import { PaymentInput } from "../../docs/reference/commands" */
/** @import { OtherEvent, Person, PersonInEvent, ReceiptAtDesk, Refusal } from "../../docs/reference/desk" */

/**
 * What is being sold: `what` in words, and what the clerk has entered so far.
 * @typedef {object} Sale
 * @property {"enter"|"rebuy"|"add_on"} kind  @property {string} what
 * @property {Person} person  @property {PersonInEvent} event  @property {RegistrationBoard} board
 * @property {"day"|"season"|null} membership  @property {number} times  @property {PaymentInput[]} payments
 * @property {boolean} announced  @property {OtherEvent[]} others events of the same payment
 * @property {{player: number, name: string, idSeen: boolean}|null} partner who shares the entry, in an event for teams
 */
/** A sale, or a player who joins the waiting list, with whom a partner shares the place. @typedef {Pick<Sale, "kind"|"person"|"event"|"board"|"others"|"partner">} Team */
/** @typedef {"none"|"set_up"|"loading"|"closed"|"in"|"rebuy"|"confirm"|"enter"|"wait"|"waits"|"refused"} Likely */

const DAY = 86_400_000;

/** Item kinds that are an entry; a surrender has its own stack. */
export const ENTRIES = new Set(["entry", "re_entry", "surrender"]);

/** Range of ages for a two-digit year (years): only one century fits it. */
const YOUNGEST = 10;
const OLDEST = 99;

/**
 * Parse a date of birth: eight digits in either order, or with separators.
 * @param {string} text 30051990, 19900530, 30.5.1990, 30.5.90, 1990-05-30  @param {number} now ms since 1970
 * @returns {string|null} "1990-05-30"; null if it is not a plausible date of birth
 */
export function birthDate(text, now) {
  const parts = text.trim().split(/[.\-/ ]+/).filter(Boolean);
  /** @type {string[]|null} */ let found = null;
  if (parts.length === 3) found = parts[0].length === 4 ? parts : [parts[2], parts[1], parts[0]];
  if (found && /^\d{2}$/.test(found[0])) return ofCentury(found, now);
  else if (/^\d{8}$/.test(text.trim())) found = ofDigits(text.trim());
  if (!found || !/^\d{4}$/.test(found[0]) || !/^\d{1,2}$/.test(found[1]) || !/^\d{1,2}$/.test(found[2])) return null;
  const [year, month, day] = found.map(Number);
  const at = Date.UTC(year, month - 1, day);
  const date = new Date(at);
  const real = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real && year >= 1900 && at < now + DAY ? date.toISOString().slice(0, 10) : null;
}

/** Return the day of birth for a two-digit year, or null if no player can be that old. @param {string[]} parts  @param {number} now */
function ofCentury([year, month, day], now) {
  const possible = ["19", "20"].map((century) => birthDate(`${day}.${month}.${century}${year}`, now));
  return possible.find((born) => born && age(born, now) >= YOUNGEST && age(born, now) <= OLDEST) ?? null;
}

/** No month is 19 or 20, so the two orders are never ambiguous. @param {string} digits */
function ofDigits(digits) {
  const century = digits.slice(4, 6);
  if (century === "19" || century === "20") return [digits.slice(4), digits.slice(2, 4), digits.slice(0, 2)];
  return [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)];
}

/** Return the full years between a date of birth ("1990-05-30") and now. @param {string} born  @param {number} now */
export function age(born, now) {
  const [year, month, day] = born.split("-").map(Number);
  const today = new Date(now);
  const before = today.getMonth() + 1 < month || (today.getMonth() + 1 === month && today.getDate() < day);
  return today.getFullYear() - year - (before ? 1 : 0);
}

/** Return the entry in play, or null. @param {PersonInEvent|null|undefined} event */
export const playing = (event) => event?.entries.find((entry) => entry.in) ?? null;

/** The seat of an entry. @typedef {{table: number, seat: number}} Seated */

/** Return the seats of some entries, as far as they have one. @param {PersonInEvent|null} event  @param {(number|null)[]} entries  @returns {Seated[]} */
export const seatedAmong = (event, entries) => (event?.entries ?? []).flatMap(({ entry, table, seat }) => entries.includes(entry) && table !== null && seat !== null ? [{ table, seat }] : []);

/** Return the entry of a rebuy or an add-on: the one in play, or the one a rebuy revives; or null. @param {PersonInEvent|null} event */
export const buying = (event) => playing(event)?.entry ?? event?.buys_back?.entry ?? null;

/** Refusals for lack of a place only: the waiting list is for them. */
const TURN = new Set(["full", "wait_your_turn"]);

/**
 * Return the action of Enter for a person.
 * @param {Person} person  @param {RegistrationBoard|undefined} board  @param {string[]} may
 * @returns {Likely}
 */
export function likely(person, board, may) {
  const { event } = person;
  if (!event) return "none";
  if (!event.registered) return "set_up";
  if (!board) return "loading";
  if (playing(event)) return "in";
  // Rebuys follow a bust: the seat is held for it.
  if (event.buys_back && !event.refused.rebuy) return "rebuy";
  const why = event.refused.enter;
  if (!why) return "enter";
  if (why.code === "membership_unconfirmed" && unconfirmed(person) && may.includes("confirm_memberships")) return "confirm";
  const waits = event.booking?.state === "waiting";
  if (TURN.has(why.code)) return waits ? "waits" : event.refused.wait ? "refused" : "wait";
  if (why.code === "registration_closed") return waits ? "waits" : "closed";
  return "refused";
}

/**
 * Return why a person cannot enter; null if they can, or if only a place is missing.
 *
 * A player who may not join the waiting list gets the reason: another list or day would not help. A player
 * who can rebuy is not refused by an event without re-entries.
 * @param {PersonInEvent|null} event  @returns {Refusal|null}
 */
export function hindrance(event) {
  const why = event?.refused.enter;
  if (!event || !why || why.code === "no_registration") return null;
  if (why.code === "no_re_entry" && event.buys_back && !event.refused.rebuy) return null;
  if (!TURN.has(why.code)) return why;
  const wait = event.refused.wait ?? null;
  return wait && wait.code !== "already_booked" ? wait : null;
}

/**
 * Return why an ID must be checked before an entry is sold; null if it need not be, or was.
 * @param {PersonInEvent|null|undefined} event  @param {boolean} idSeen  @returns {Refusal|null}
 */
export const unseenId = (event, idSeen) => (event && !idSeen && !hindrance(event) ? event.needs.id : null);

/** Whether a person's membership is still unconfirmed. @param {Person} person */
export const unconfirmed = (person) => person.membership?.confirmed === false;

/**
 * Return the available commands for a person, by name.
 * @param {Person} person  @param {RegistrationBoard|undefined} board  @param {string[]} may
 * @param {boolean} started whether play has begun
 * @returns {Record<string, boolean>}
 */
export function offers(person, board, may, started) {
  const { event } = person;
  const inPlay = playing(event);
  const state = event?.booking?.state ?? "";
  const booked = Boolean(state) && state !== "lapsed";
  const sells = Boolean(event?.registered && board);
  /** @param {string} verb */
  const can = (verb) => sells && !event?.refused[verb];
  return {
    enter: can("enter"),
    reserve: can("reserve"),
    check_in: state === "reserved" || (state === "called" && !event?.booking?.here),
    wait: can("wait"),
    call: state === "waiting" && can("call"),
    skip: state === "called",
    cancel: booked,
    no_show: started && Boolean(event?.booking?.missed),
    rebuy: Boolean(inPlay || event?.buys_back) && can("rebuy"),
    add_on: Boolean(inPlay) && can("add_on"),
    surrender: Boolean(inPlay) && can("surrender"),
    bust: Boolean(inPlay && started && may.includes("seat_players")),
    refund: may.includes("refund") && refundable(event),
    confirm_membership: unconfirmed(person) && may.includes("confirm_memberships"),
    // Without an entry in play the other button prints it.
    print_receipt: Boolean(inPlay && printable(event)),
    print: Boolean(inPlay || event?.receipts.length || booked),
  };
}

/** Return the last receipt this clerk may print, or undefined. @param {PersonInEvent|null} event */
export const printable = (event) => event?.receipts.find((one) => one.printable);

/** Return the sales of a receipt that are not refunded. @param {ReceiptAtDesk} receipt */
export const unrefunded = (receipt) => receipt.items.filter((item) => !item.refunded);

/** Whether any sale to a person can be refunded. @param {PersonInEvent|null} event */
const refundable = (event) => Boolean(event?.receipts.some((one) => unrefunded(one).length));

/**
 * Whether a receipt is fully refunded.
 * @param {PersonInEvent|null|undefined} event of a person  @param {number|null} receipt  @param {number[]} items refunded just now
 */
export function allRefunded(event, receipt, items = []) {
  const sold = event?.receipts.find((one) => one.receipt === receipt);
  return Boolean(sold?.items.every((item) => item.refunded || items.includes(item.item)));
}

/**
 * Return unavailable commands with the reason: items not on sale now or not for this person, and commands of
 * other roles.
 * @param {Person} person  @param {RegistrationBoard|undefined} board  @param {string[]} may
 * @returns {(Refusal & {verb: string})[]} `message` is "" for "another role"
 */
export function missing(person, board, may) {
  const { event } = person;
  if (!event?.registered || !board) return [];
  /** @type {(Refusal & {verb: string})[]} */ const found = [];
  /** @param {string} verb */
  const tell = (verb) => event.refused[verb] && found.push({ verb, ...event.refused[verb] });
  // First, because a supervisor can be asked for it.
  if (!may.includes("refund") && refundable(event)) found.push({ verb: "refund", code: "role", message: "", rule: "" });
  if (event.booking?.state === "waiting") tell("call");
  if (event.buys_back) tell("rebuy");
  if (playing(event)) {
    for (const { kind } of board.extras) tell(kind);
    if (["no_surrender_now", "not_started"].includes(event.refused.surrender?.code ?? "")) tell("surrender");
  }
  if (!may.includes("confirm_memberships") && unconfirmed(person)) found.push({ verb: "confirm_membership", code: "role", message: "", rule: "" });
  return found;
}

/** Return the total of a sale, in minor units. @param {Sale} sale */
export function priceOf({ kind, times, membership, others, event, board }) {
  const beside = others.reduce((sum, one) => sum + one.price, 0);
  if (kind !== "enter") return (event.extras[kind]?.price ?? 0) * times;
  return board.price + (membership ? event.dues?.[membership] ?? 0 : 0) + beside;
}

/**
 * Return until when the partner of a sale is named, over all its events: "entry" is the strictest; "" without a team.
 * @param {Team} sale  @returns {string}
 */
export function sharedUntil({ kind, board, others }) {
  if (kind !== "enter") return "";
  const limits = [board, ...others].map((one) => one.partner_until);
  return limits.includes("entry") ? "entry" : limits.find(Boolean) ?? "";
}

/** Return the amount still unpaid after the payments so far. @param {number} total  @param {PaymentInput[]} payments */
export const restOf = (total, payments) => total - payments.reduce((sum, one) => sum + one.amount, 0);

/**
 * Return the card payment beside cash: the missing amount, or all of the rest if the cash covers it or none
 * was entered.
 * @param {number} rest  @param {number|null} given cash handed over, in minor units
 */
export const cardShare = (rest, given) => (given !== null && given < rest ? rest - given : Math.max(0, rest));

/**
 * Return the payments of a sale: the entered ones, and cash for the rest.
 * @param {number} total  @param {PaymentInput[]} payments  @param {number|null} given cash handed over, or null for the
 *   exact amount
 * @returns {PaymentInput[]}
 */
export function paymentsOf(total, payments, given) {
  const rest = restOf(total, payments);
  if (rest <= 0) return payments;
  return [...payments, { method: "cash", amount: rest, ...(given !== null && given > rest ? { tendered: given } : {}) }];
}

/**
 * Return how much of a refund is a new voucher or ticket: as `give_back` in desk/rules/payments.py divides
 * it.
 * @param {ReceiptAtDesk|undefined} receipt  @param {number} sum the refunded amount
 * @param {boolean} entry whether it includes an entry
 */
export function asVoucher(receipt, sum, entry) {
  if (!receipt) return 0;
  const { voucher, ticket } = receipt.by_voucher;
  const stands = unrefunded(receipt).reduce((all, item) => all + item.amount, 0);
  const byTicket = entry ? Math.min(sum, ticket) : 0;
  return sum - Math.min(sum - byTicket, stands - voucher - ticket);
}
