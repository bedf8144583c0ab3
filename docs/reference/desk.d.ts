// Types of what the desk reads over HTTP, for browser code: `/** @import { Person } from "…/docs/reference/desk" */`.
// Written by `make docs` from the types of the reads; change the code, not this file.

/** A ban in force. */
export interface BanAtDesk {
  reason: string;
  rule: string;
  until: string | null;
}

/** A player's open or lapsed booking; `partner` is the other player of a team, and `with_partner` the name. */
export interface BookingAtDesk {
  booking: number;
  calls: number;
  checked_in: boolean;
  here: boolean;
  id_seen_by: string;
  missed: boolean;
  partner: number | null;
  state: string;
  until: number | null;
  wants: string;
  with_partner: string;
}

/** The entry that a rebuy brings back into play, and the seat held for it. */
export interface BuysBack {
  entry: number;
  seat: number | null;
  table: number | null;
  until: number | null;
}

/** A contact on file; `value` is "" where the reader may not see it. */
export interface ContactKept {
  consent_at: number | null;
  consent_by: string;
  kind: string;
  value: string;
}

/** Price of a membership in the currency of the event; null where it is not sold there. */
export interface Dues {
  day: number | null;
  rule: string;
  season: number | null;
}

/** Where a player is in play in another event now. */
export interface Elsewhere {
  bagged: number | null;
  name: string;
  seat: number | null;
  table: number | null;
  tournament: number;
}

export interface EntryAtDesk {
  bought: string[];
  entry: number;
  in: boolean;
  kind: string;
  number: number;
  seat: number | null;
  table: number | null;
}

/** A rebuy or an add-on as sold to a player; `binds` cites the rule by which an announced one is binding. */
export interface ExtraOffer {
  binds: string;
  chips: number;
  price: number;
  stack_most: number | null;
  two: boolean;
}

/** A search result. `born` and `card` are empty if the reader may not see them; `with_partner` is the name of the other player of a booked team. */
export interface FoundPerson {
  booking: number | null;
  born: string | null;
  card: string;
  entries: number;
  flags: string[];
  name: string;
  nickname: string;
  player: number;
  seat: number | null;
  state: string;
  table: number | null;
  with_partner: string;
}

/** An item of a sale; `binds`: an announced rebuy, which is not refunded. */
export interface ItemAtDesk {
  amount: number;
  binds: boolean;
  chips: number;
  entry: number | null;
  item: number;
  kind: string;
  refunded: boolean;
}

/** A record that may be the same person. `likeness` of the names in percent; `born` as in rules.duplicates. */
export interface Likely {
  birth_date: string | null;
  born: string;
  card: string;
  likeness: number;
  name: string;
  nickname: string;
  photo: string;
  player: number;
}

/** The membership that counts at an event. */
export interface MembershipAtDesk {
  confirmed: boolean;
  confirmed_by: string;
  kind: string;
  membership: number;
  until: string;
}

/** What a player who may enter still needs: an ID check, or a membership sold with the entry. */
export interface Needs {
  id: Refusal | null;
  membership: Refusal | null;
}

/** An open drawer, without its cash. */
export interface OpenDrawer {
  clerk: string;
  currency: string;
  drawer: number;
  own: boolean;
}

/** An event, its price in minor units of the same currency, when it starts in ms (null once it has begun), and until when a partner is named: "entry", "close", or "" where each player has an entry alone. */
export interface OtherEvent {
  name: string;
  partner_until: string;
  price: number;
  starts_at: number | null;
  tournament: number;
}

/** What was paid by vouchers and tickets and not refunded. */
export interface PaidByVoucher {
  ticket: number;
  voucher: number;
}

/** A person at the desk, with their state in an event. */
export interface Person {
  age: number | null;
  bans: BanAtDesk[];
  born: string | null;
  card: string;
  contacts: ContactKept[];
  drawers: OpenDrawer[];
  event: PersonInEvent | null;
  languages: string[];
  membership: MembershipAtDesk | null;
  name: string;
  needs: string;
  needs_access: boolean;
  nickname: string;
  notes: string;
  photo: string;
  player: number;
}

/** A person's state in an event, and what the desk can do there. */
export interface PersonInEvent {
  booking: BookingAtDesk | null;
  buys_back: BuysBack | null;
  currency: string;
  dues: Dues | null;
  elsewhere: Elsewhere[];
  entries: EntryAtDesk[];
  extras: Record<string, ExtraOffer>;
  memberships: ("day" | "season" | null)[];
  needs: Needs;
  places: number;
  receipts: ReceiptAtDesk[];
  refused: Record<string, Refusal>;
  registered: boolean;
  stack: number;
  team_of: number | null;
  team_with: string;
  tickets: TicketAtDesk[];
  tournament: number;
  wants: "entry" | "re_entry" | "surrender";
}

/** A sale to the player; how it was paid only if the reader may read the receipt (`printable`). */
export interface ReceiptAtDesk {
  at: number | null;
  by_voucher: PaidByVoucher;
  clerk: string;
  drawer: number;
  items: ItemAtDesk[];
  methods: string[];
  number: string;
  printable: boolean;
  receipt: number;
}

/** A refund that another login paid from a clerk's drawer. */
export interface RefundByOther {
  amount: number;
  at: number | null;
  by: string;
  cash: number;
  currency: string;
  name: string;
  number: string;
  places: number;
  receipt: number;
}

/** Why a command would be refused. */
export interface Refusal {
  code: string;
  message: string;
  rule: string;
}

/** A ticket of the player for the event. */
export interface TicketAtDesk {
  number: string;
  value: number;
}

/** A voucher or ticket by its number, and why it does not pay; `method` is "" where there is none. */
export interface VoucherAtEvent {
  currency: string;
  good: boolean;
  method: "" | "ticket" | "voucher";
  number: string;
  value: number;
  why: string;
}
