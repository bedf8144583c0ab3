/** What the desk offers for a person at an event: from plain data to plain data. Pure. */

const DAY = 86_400_000;

/** Kinds of items that are an entry; a surrender brings a stack of its own. */
export const ENTRIES = new Set(["entry", "re_entry", "surrender"]);

/** Who is typed in with two digits of a year is so old (years): of the centuries never more than one makes it so. */
const YOUNGEST = 10;
const OLDEST = 99;

/**
 * A date of birth as typed: eight digits in either order, or with marks between them.
 * @param {string} text 30051990, 19900530, 30.5.1990, 30.5.90, 1990-05-30  @param {number} now ms since 1970
 * @returns {string|null} "1990-05-30"; null where it is no day on which somebody here was born
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

/** The day of birth by two digits of its year, or null where nobody that old sits down here. */
function ofCentury([year, month, day], now) {
  const possible = ["19", "20"].map((century) => birthDate(`${day}.${month}.${century}${year}`, now));
  return possible.find((born) => born && age(born, now) >= YOUNGEST && age(born, now) <= OLDEST) ?? null;
}

/** No month is 19 or 20, so the two orders never mean the same digits. */
function ofDigits(digits) {
  const century = digits.slice(4, 6);
  if (century === "19" || century === "20") return [digits.slice(4), digits.slice(2, 4), digits.slice(0, 2)];
  return [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)];
}

/** Full years between a day of birth ("1990-05-30") and now. */
export function age(born, now) {
  const [year, month, day] = born.split("-").map(Number);
  const today = new Date(now);
  const before = today.getMonth() + 1 < month || (today.getMonth() + 1 === month && today.getDate() < day);
  return today.getFullYear() - year - (before ? 1 : 0);
}

/** The entry with which somebody is in play, or null. */
export function playing(event) {
  return event?.entries.find((entry) => entry.in) ?? null;
}

/** The entry that a rebuy or an add-on is sold to: the one in play, or the one that a rebuy brings back; or null. */
export function buying(event) {
  return playing(event)?.entry ?? event?.buys_back?.entry ?? null;
}

/** Why an entry waits for its turn, and for nothing else: there is a list for that. */
const TURN = new Set(["full", "wait_your_turn"]);

/**
 * What Enter does for a person.
 * @param {object} person as the server tells, with what would be `refused` in the event
 * @param {object|undefined} board `registration`  @param {string[]} may
 * @returns {"none"|"set_up"|"loading"|"closed"|"in"|"rebuy"|"confirm"|"enter"|"wait"|"waits"|"refused"}
 */
export function likely(person, board, may) {
  const { event } = person;
  if (!event) return "none";
  if (!event.registered) return "set_up";
  if (!board) return "loading";
  if (playing(event)) return "in";
  // Busting is when people rebuy: the seat is held for it.
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
 * Why a person can't enter, to be told beside them; null where they can, or there is only no place for them. Who may not even
 * wait for one is told why: another event's list, or another day, would not help them either. Who can rebuy is not
 * hindered by an event without re-entries.
 */
export function hindrance(event) {
  const why = event?.refused.enter ?? null;
  if (why?.code === "no_re_entry" && event.buys_back && !event.refused.rebuy) return null;
  if (!why || why.code === "no_registration") return null;
  if (!TURN.has(why.code)) return why;
  const wait = event.refused.wait ?? null;
  return wait && wait.code !== "already_booked" ? wait : null;
}

/** Whether somebody's membership still has to be confirmed. */
export function unconfirmed(person) {
  return person?.membership?.confirmed === false;
}

/**
 * Which verbs can be done for a person, by name.
 * @param {object} person as the server tells  @param {string[]} may  @param {boolean} started whether play has begun
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
    // Where nobody is in play the other button prints it.
    print_receipt: Boolean(inPlay && printable(event)),
    print: Boolean(inPlay || event?.receipts.length || booked),
  };
}

/** The last receipt that this clerk may print, or undefined. */
export function printable(event) {
  return event.receipts.find((one) => one.printable);
}

/** Whether anything that was sold to a person can be taken back. */
function refundable(event) {
  return Boolean(event?.receipts.some((one) => one.items.some((item) => !item.taken_back)));
}

/**
 * Whether nothing of a receipt is left to be taken back.
 * @param {object|undefined} event of a person  @param {number} receipt  @param {number[]} items taken back just now
 */
export function takenBack(event, receipt, items = []) {
  const sold = event?.receipts.find((one) => one.receipt === receipt);
  return Boolean(sold?.items.every((item) => item.taken_back || items.includes(item.item)));
}

/**
 * What somebody could look for and does not find, with why: what the event sells but not now or not to them, and what
 * another role does.
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

/** What a sale costs altogether, in minor units. @param {{kind: string, times: number, membership: string|null}} sale */
export function priceOf(sale, event, board) {
  if (sale.kind === "enter") {
    return board.price + (sale.membership ? event.dues?.[sale.membership] ?? 0 : 0);
  }
  return (event.extras[sale.kind]?.price ?? 0) * sale.times;
}

/** What is left to be paid once the payments named so far are taken off. */
export function restOf(total, payments) {
  return total - payments.reduce((sum, one) => sum + one.amount, 0);
}

/**
 * What a card pays beside cash: what is missing, or all of the rest where the cash covers it or none was named.
 * @param {number} rest  @param {number|null} given cash handed over, in minor units
 */
export function cardShare(rest, given) {
  return given !== null && given < rest ? rest - given : Math.max(0, rest);
}

/**
 * The payments of a sale: those named, and cash for the rest.
 * @param {number|null} given cash handed over, or null for the exact amount
 */
export function paymentsOf(total, payments, given) {
  const rest = restOf(total, payments);
  if (rest <= 0) return payments;
  const cash = { method: "cash", amount: rest };
  if (given !== null && given > rest) cash.tendered = given;
  return [...payments, cash];
}
