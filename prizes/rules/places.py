"""Finishing places: order of busts, shared places, unranked entries. Pure.

Places are not stored: they are derived from the entries, so undoing a bust changes the ranking.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

from prizes.rules.ties import Together, in_one_hand, sharing
from seating.rules.one_hand import NOTED_HANDS
from tourney.rulebooks.books.schema import Book, cite

How = Literal["bust", "surrendered", "removed", "eliminated", "disqualified", "no_hand"]
State = Literal["in", "out", "open"]
Counting = Literal["best", "each"]


@dataclass(frozen=True, slots=True)
class Out:
    """How an entry went out. Times are integer milliseconds.

    Attributes:
        how: lost all chips, surrendered the stack for a new one, was removed with chips (away too long),
            was eliminated by penalty or disqualified, or was removed without having played a hand.
        at: time of the bust.
        table: a number that identifies the table; None if it had no seat.
        stack: chips at the start of the hand, or chips removed; None if not counted.
        together: the same number for busts of one hand, set by hand-for-hand or by staff: 0 for the hand in
            progress when hand-for-hand was announced, 1 for the first hand dealt together, and so on;
            `NOTED_HANDS` and above for hands named by staff. None: went out alone; hand counts of tables
            create no ties.
        removed: the same number for entries removed at the same time.
        claimed: hand-for-hand or the bubble had been announced when the hand was dealt (Munot 79).
        order: rank by stack within the hand: 1 for the biggest, equal numbers for equal stacks; None if
            unknown.
        confirmed: the floor has confirmed the tie.
        may_return: the player may still return (re-entry, rebuy, another flight).
        back_until: when the right to return ended, if later than `at`.
    """

    how: How
    at: int
    table: int | None = None
    stack: int | None = None
    together: int | None = None
    claimed: bool = False
    may_return: bool = False
    back_until: int | None = None
    order: int | None = None
    confirmed: bool = True


@dataclass(frozen=True, slots=True)
class Entered:
    """An entry that counts: not withdrawn at the desk, and no ghost.

    Attributes:
        entry, player: their ids; a re-entry is another entry of the same player.
        out: None while it is in play.
    """

    entry: int
    player: int
    out: Out | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A player's finishing place.

    Attributes:
        entry, player: ids.
        best, worst: the places held, 1 for the winner; equal unless the place is shared.
        state: "out" for good; "open": out, but the player may still return, so the place is provisional; "in":
            the winner, one of the players left in a satellite, or ranked by chips.
        paid: whether the player may claim the prize of the place.
        rule: the rule for a tie or for breaking it: "PokerStars Live 3.13.3"; "" if no rule was needed.
        needs_stack: the book ranks by a stack that was not counted; the place is shared until it is.
        stack: as recorded, for the odd cents of a shared prize.
        unconfirmed: part of a tie that the floor has not confirmed: no prize is
            due yet.
    """

    entry: int
    player: int
    best: int
    worst: int
    state: State = "out"
    paid: bool = True
    rule: str = ""
    needs_stack: bool = False
    stack: int | None = None
    unconfirmed: bool = False


@dataclass(frozen=True, slots=True)
class Ranking:
    """All places of an event.

    Attributes:
        places: best first; entries in play have none yet, unless they have won or their chips were counted.
        field: number ranked, those in play included: players, or entries if each counts.
        left: number in play.
        unranked: entries of disqualified players, and those that a book does not rank.
        superseded: entries that do not count because another entry of the player placed higher.
    """

    places: tuple[Place, ...]
    field: int
    left: int
    unranked: tuple[int, ...] = ()
    superseded: tuple[int, ...] = ()


def rank(
    entries: Sequence[Entered],
    book: Book,
    *,
    counting: Counting = "best",
    complete: bool = False,
    tickets: int = 0,
    chips: Mapping[int, int] | None = None,
) -> Ranking:
    """Rank all busted entries.

    A busting player takes the place equal to the number of players left, including that player, so a place
    changes only with the field. `ties` ranks busts of one hand; staff or hand-for-hand say which busts these
    are. A bust that allows a return counts from the moment the right to return
    ends (Five Spades 4.8), unless the book counts it at once.

    Disqualified players are not ranked, and the players behind move up (Five Spades 3.8), unless the book ranks
    them; they win no prize either way (PokerStars Live 6.9.6). A player eliminated by penalty has the place of
    the players left at that moment (PokerStars Live 6.9.5). Of several entries of a player the best counts,
    or each separately.

    Args:
        entries: all that count, in any order.
        book: the event's.
        counting: whether a player is ranked once, with the best entry, or each entry is ranked.
        complete: entry is over: the last player left has won.
        tickets: places of a satellite that win a ticket: once no more players are left, these have won and
            share the places at the top. 0 for any other event.
        chips: chips by entry of players still in play when play ended early (Five Spades 4.4);
            players without a count share the places behind them.
    """
    unranked = _unranked(entries, book)
    ranked = [one for one in entries if one.entry not in unranked]
    superseded: list[int] = []
    if counting == "best":
        best: dict[int, Entered] = {}
        for one in ranked:
            other = best.setdefault(one.player, one)
            if other is not one:
                better, worse = (one, other) if _later(one, book) > _later(other, book) else (other, one)
                best[one.player] = better
                superseded.append(worse.entry)
        ranked = list(best.values())
    playing = [one for one in ranked if one.out is None]
    gone = [one for one in ranked if one.out is not None]
    places = _by_chips(playing, chips) if chips is not None else []
    returning = not _at_once(book) and any(one.out is not None and one.out.may_return for one in gone)
    if chips is None and complete and len(playing) <= max(1, tickets) and not returning:
        places = [Place(one.entry, one.player, 1, len(playing), state="in") for one in playing]
    places += _behind(gone, len(playing), book)
    return Ranking(
        tuple(places),
        len(ranked),
        len(playing),
        tuple(sorted(unranked)),
        tuple(sorted(superseded)),
    )


def in_front(first: Ranking, others: Ranking) -> Ranking:
    """Rank players who play for the first places before all others, whenever they busted (Five Spades 4.19).

    Args:
        first: of those at the final table. `others`: of those at the other tables.
    """
    behind = [
        replace(one, best=one.best + first.field, worst=one.worst + first.field) for one in others.places
    ]
    return Ranking(
        (*first.places, *behind),
        first.field + others.field,
        first.left + others.left,
        tuple(sorted((*first.unranked, *others.unranked))),
        tuple(sorted((*first.superseded, *others.superseded))),
    )


def _unranked(entries: Sequence[Entered], book: Book) -> set[int]:
    """Return unranked entries.

    A disqualification applies to all entries of a player; if a book is silent they are not ranked. Players
    eliminated by penalty or removed are ranked, unless the book says otherwise. A player without a hand was never
    in the event (WSOP 16).
    """
    disqualified = book.penalties.disqualification
    eliminated, absent = book.penalties.elimination, book.seating.absent
    out = {
        "disqualified": disqualified is None or not disqualified.ranked,
        "eliminated": eliminated is not None and not eliminated.ranked_at_that_moment,
        "removed": absent is not None and absent.ranked_at_removal is False,
        "no_hand": True,
    }
    without = {how for how, unranked in out.items() if unranked}
    gone = [one for one in entries if one.out is not None and one.out.how in without]
    banned = {one.player for one in gone if one.out is not None and one.out.how == "disqualified"}
    theirs = {one.entry for one in entries if one.player in banned} if banned else set()
    return {one.entry for one in gone} | theirs


def _later(one: Entered, book: Book) -> tuple[bool, int, int, int]:
    """Return the sort key of a player's entries: in play first, then the last to bust."""
    out = one.out
    if out is None:
        return True, 0, 0, one.entry
    return False, *_out_times(out, at_once=_at_once(book)), one.entry


def _at_once(book: Book) -> bool:
    policy = book.places.final_bust
    return policy is not None and policy.counts_when == "at_once"


_NEVER = 2**63


def _out_times(out: Out, *, at_once: bool) -> tuple[int, int]:
    """Return the time from which a bust counts, and when it happened.

    Args:
        at_once: the book counts it at once, even if the player may return.
    """
    if at_once:
        return out.at, out.at
    if out.may_return:
        return _NEVER, out.at
    return max(out.at, out.back_until or out.at), out.at


def _by_chips(playing: Sequence[Entered], chips: Mapping[int, int]) -> list[Place]:
    """Rank entries in play by chips; equal stacks share. Entries without a count come last."""
    found: list[Place] = []

    def counted(one: Entered) -> int:
        return chips.get(one.entry, -1)

    for stack, group in groupby(sorted(playing, key=lambda one: (-counted(one), one.entry)), key=counted):
        members = list(group)
        best, worst = len(found) + 1, len(found) + len(members)
        unknown = stack < 0
        found += [
            Place(
                one.entry,
                one.player,
                best,
                worst,
                state="in",
                needs_stack=unknown and best < worst,
                stack=None if unknown else stack,
            )
            for one in members
        ]
    return found


# Busts of one hand: time from which they count, tuples that share a place (best first), rule, whether a stack is
# missing, and whether the floor has to confirm the tie.
_Gone = tuple[tuple[int, ...], tuple[tuple[Entered, ...], ...], str, bool, bool]
# A busted entry with the time from which it counts and the time of the bust.
_Counted = tuple[Entered, tuple[int, int]]


def _behind(gone: Sequence[Entered], ahead: int, book: Book) -> list[Place]:
    """Return places of busted entries, the last to bust first."""
    found: list[Place] = []
    at_once = _at_once(book)
    penalties = book.penalties
    rules: dict[How, str] = {
        "eliminated": cite(book, penalties.elimination),
        "removed": cite(book, book.seating.absent),
        "disqualified": cite(book, penalties.disqualification),
    }
    lapsed = cite(book, book.places.final_bust)
    # Two groups never have the same key: it includes an entry.
    for _times, ties, rule, needs_stack, unconfirmed in sorted(_groups(gone, book), reverse=True):
        for tied in ties:
            best, worst = ahead + 1, ahead + len(tied)
            ahead = worst
            for one in tied:
                out = one.out
                assert out is not None
                # The rule for the place of a bust without ties.
                alone = rules.get(out.how, lapsed if out.back_until is not None else "")
                found.append(
                    Place(
                        one.entry,
                        one.player,
                        best,
                        worst,
                        "open" if out.may_return and not at_once else "out",
                        out.how != "disqualified",
                        rule or alone,
                        needs_stack and best < worst,
                        out.stack,
                        unconfirmed,
                    )
                )
    return found


def _groups(gone: Sequence[Entered], book: Book) -> list[_Gone]:
    """Group entries that busted together, each group with its order or shared places; groups are unordered."""
    at_once = _at_once(book)
    found: list[_Gone] = []
    hands: dict[object, list[_Counted]] = {}
    for one in gone:
        assert one.out is not None
        key, times = _key(one.out, book), _out_times(one.out, at_once=at_once)
        if key is None:
            found.append(((*times, one.entry), ((one,),), "", False, False))
            continue
        # If only one of two busts of a hand allows a return, they count from different times.
        counts, at = times
        hands.setdefault((key, counts if counts != at else None), []).append((one, times))
    for members in hands.values():
        if len(members) == 1:
            [(one, times)] = members
            found.append(((*times, one.entry), ((one,),), "", False, False))
            continue
        who = [one for one, _times in members]
        first = (*min(times for _one, times in members), min(one.entry for one in who))
        outs = [one.out for one in who if one.out is not None]
        group = sharing(
            [Together(one, out.table, out.stack, out.order) for one, out in zip(who, outs, strict=True)],
            removal=outs[0].how == "removed",
            claimed=any(out.claimed or _played_together(out, book) for out in outs),
            book=book,
        )
        unconfirmed = not all(out.confirmed for out in outs)
        found.append((first, group.tied, group.rule, group.needs_stack, unconfirmed))
    return found


def _key(out: Out, book: Book) -> object:
    """Return the key shared by busts of one hand; None for a bust that cannot be part of a tie."""
    if out.how == "removed":
        return "removed", out.at if out.together is None else out.together
    if out.how == "bust" and out.together is not None and in_one_hand(out.together, book):
        return "hand", out.together
    return None


def _played_together(out: Out, book: Book) -> bool:
    """Return whether a player busted in a hand of hand-for-hand that all tables played after the
    announcement.
    """
    return out.together is not None and out.together < NOTED_HANDS and in_one_hand(out.together, book)
