/** What the desk offers for a person in an event: plain data in, plain data out. Pure. */

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
  let found = null;
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

/** Return the day of birth for a two-digit year, or null if no player can be that old. */
function ofCentury([year, month, day], now) {
  const possible = ["19", "20"].map((century) => birthDate(`${day}.${month}.${century}${year}`, now));
  return possible.find((born) => born && age(born, now) >= YOUNGEST && age(born, now) <= OLDEST) ?? null;
}

/** No month is 19 or 20, so the two orders are never ambiguous. */
function ofDigits(digits) {
  const century = digits.slice(4, 6);
  if (century === "19" || century === "20") return [digits.slice(4), digits.slice(2, 4), digits.slice(0, 2)];
  return [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)];
}

/** Return the full years between a date of birth ("1990-05-30") and now. */
export function age(born, now) {
  const [year, month, day] = born.split("-").map(Number);
  const today = new Date(now);
  const before = today.getMonth() + 1 < month || (today.getMonth() + 1 === month && today.getDate() < day);
  return today.getFullYear() - year - (before ? 1 : 0);
}

/** Return the entry in play, or null. */
export function playing(event) {
  return event?.entries.find((entry) => entry.in) ?? null;
}

/** Return the entry of a rebuy or an add-on: the one in play, or the one a rebuy revives; or null. */
export function buying(event) {
  return playing(event)?.entry ?? event?.buys_back?.entry ?? null;
}

/** Refusals for lack of a place only: the waiting list is for them. */
const TURN = new Set(["full", "wait_your_turn"]);

/**
 * Return the action of Enter for a person.
 * @param {object} person from the server, with the event's `refused` commands
 * @param {object|undefined} board `registration`  @param {string[]} may
 * @returns {"none"|"set_up"|"loading"|"closed"|"in"|"rebuy"|"confirm"|"enter"|"wait"|"waits"|"refused"}
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
 */
export function hindrance(event) {
  const why = event?.refused.enter ?? null;
  if (why?.code === "no_re_entry" && event.buys_back && !event.refused.rebuy) return null;
  if (!why || why.code === "no_registration") return null;
  if (!TURN.has(why.code)) return why;
  const wait = event.refused.wait ?? null;
  return wait && wait.code !== "already_booked" ? wait : null;
}

/** Whether a person's membership is still unconfirmed. */
export function unconfirmed(person) {
  return person?.membership?.confirmed === false;
}

/**
 * Return the available commands for a person, by name.
 * @param {object} person from the server  @param {string[]} may  @param {boolean} started whether play has begun
 * @returns {Record<string, boolean>}
 */
export function offers(person, board, may, started) {
  const { event } = person;
  const inPlay = playing(event);
  const state = event?.booking?.state ?? "";
  const booked = Boolean(state) && state !== "lapsed";
  const sells = Boolean(event?.registered && board);
  const can = (verb) => sells && !event.refused[verb];
  return {
    enter: can("enter"),
    reserve: can("reserve"),
    check_in: state === "reserved" || (state === "called" && !event.booking.here),
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

/** Return the last receipt this clerk may print, or undefined. */
export function printable(event) {
  return event.receipts.find((one) => one.printable);
}

/** Whether any sale to a person can be refunded. */
function refundable(event) {
  return Boolean(event?.receipts.some((one) => one.items.some((item) => !item.taken_back)));
}

/**
 * Whether a receipt is fully refunded.
 * @param {object|undefined} event of a person  @param {number} receipt  @param {number[]} items refunded just now
 */
export function takenBack(event, receipt, items = []) {
  const sold = event?.receipts.find((one) => one.receipt === receipt);
  return Boolean(sold?.items.every((item) => item.taken_back || items.includes(item.item)));
}

/**
 * Return unavailable commands with the reason: items not on sale now or not for this person, and commands of
 * other roles.
 * @returns {{verb: string, code: string, message: string, rule: string}[]} `message` is "" for "another role"
 */
export function missing(person, board, may) {
  const { event } = person;
  if (!event?.registered || !board) return [];
  const found = [];
  const tell = (verb) => event.refused[verb] && found.push({ verb, ...event.refused[verb] });
  if (event.booking?.state === "waiting") tell("call");
  if (event.buys_back) tell("rebuy");
  if (playing(event)) {
    for (const { kind } of board.extras) tell(kind);
    if (["no_surrender_now", "not_started"].includes(event.refused.surrender?.code)) tell("surrender");
  }
  if (!may.includes("refund") && refundable(event)) found.push({ verb: "refund", code: "role", message: "", rule: "" });
  if (!may.includes("confirm_memberships") && unconfirmed(person)) found.push({ verb: "confirm_membership", code: "role", message: "", rule: "" });
  return found;
}

/**
 * Return the total of a sale, in minor units.
 * @param {{kind: string, times: number, membership: string|null}} sale
 */
export function priceOf(sale, event, board) {
  if (sale.kind === "enter") {
    return board.price + (sale.membership ? event.dues?.[sale.membership] ?? 0 : 0);
  }
  return (event.extras[sale.kind]?.price ?? 0) * sale.times;
}

/** Return the amount still unpaid after the payments so far. */
export function restOf(total, payments) {
  return total - payments.reduce((sum, one) => sum + one.amount, 0);
}

/**
 * Return the card payment beside cash: the missing amount, or all of the rest if the cash covers it or none
 * was entered.
 * @param {number} rest  @param {number|null} given cash handed over, in minor units
 */
export function cardShare(rest, given) {
  return given !== null && given < rest ? rest - given : Math.max(0, rest);
}

/**
 * Return the payments of a sale: the entered ones, and cash for the rest.
 * @param {number|null} given cash handed over, or null for the exact amount
 */
export function paymentsOf(total, payments, given) {
  const rest = restOf(total, payments);
  if (rest <= 0) return payments;
  const cash = { method: "cash", amount: rest };
  if (given !== null && given > rest) cash.tendered = given;
  return [...payments, cash];
}
