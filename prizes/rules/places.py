"""Finishing places: who went out when, who shares a place, who is not ranked. Pure.

Places are not stored: they are derived from the entries, so undoing a bust changes the ranking.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
        how: lost all chips, surrendered the stack for a new one, was taken out with chips (away too long),
            was eliminated by penalty, or disqualified, or was taken out without having played a hand.
        at: when.
        table: any number that tells tables apart; None if it had no seat.
        stack: chips at the start of the hand, or those that were taken out; None if nobody counted them.
        together: the same number for those who went out in one hand, by hand-for-hand or because somebody
            said so: 0 the hand that ran when hand-for-hand was announced, 1 the first dealt together, …,
                `NOTED_HANDS` and more
            for a hand that somebody named. None: went out alone; a table's count of its hands ties nobody.
            For the
            removed: the same number for those taken out at once.
        claimed: hand-for-hand or the bubble had been announced when the hand was dealt (Munot 79).
        order: of those of one hand, by the stack at its start: 1 for the biggest, the same number for equal
            ones; None if nobody said.
        confirmed: the floor has confirmed with whom it went out.
        may_return: a way back is still open (re-entry, rebuy, another heat).
        back_until: when the way back ended, where that was after `at`.
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
    """An entry that counts: not one taken back at the desk, no ghost.

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
        entry, player: who.
        best, worst: the places they hold, 1 for the winner; the same number unless the place is shared.
        state: "out" for good; "open": out, but may still come back, so the place is what it would be; "in":
            the last one left, one of those left in a satellite, or ranked by chips.
        paid: whether there is a claim to the prize of the place.
        rule: what a tie, or the lack of one, rests on: "PokerStars Live 3.13.3"; "" if no rule was needed.
        needs_stack: the book ranks by an uncounted stack; until somebody has, the place is shared.
        stack: as noted, for the odd cents of a shared prize.
        unconfirmed: it went out in one hand with others, and the floor has not confirmed that: no prize is
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
        places: the best first; those in play have none yet, unless they have won or their chips were counted.
        field: how many are ranked, those in play included: players, or entries where each counts.
        left: how many are in play.
        unranked: entries out of the ranking: of the disqualified, and those a book does not rank.
        superseded: entries that do not count because the player did better with another one.
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
    """Rank everybody who is out.

    A busting player takes the place equal to the number of players left, including that player, so a place
    changes only with the field. Busts of one hand are told apart, or not, as `ties` says; which are of one
    hand somebody has said, or hand-for-hand has. A bust that leaves a way back counts from the moment the way
    back ends (Five Spades 4.8), unless the book has it count at once.

    The disqualified are out of the ranking, and those behind move up (Five Spades 3.8), unless the book ranks
    them; without a prize either way (PokerStars Live 6.9.6). Who is eliminated by penalty has the place of
    the players left at that moment (PokerStars Live 6.9.5). Of several entries of one player the best counts,
    or each by itself.

    Args:
        entries: all that count, in any order.
        book: the event's.
        counting: whether a player is ranked once, with the best entry, or every entry is.
        complete: nobody can enter any more: the last one left has won.
        tickets: places of a satellite that win a ticket: as soon as no more are left, they have won, and
            share the places at the top. 0 for any other event.
        chips: chips of those in play by entry, where play ended before one had them all (Five Spades 4.4);
            the others in play, if any, have the places behind them in one.
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


def _unranked(entries: Sequence[Entered], book: Book) -> set[int]:
    """Return entries out of the ranking.

    Who is disqualified is so with every entry; where a book is silent they are not ranked. Those who are
    eliminated by penalty or taken out are, unless the book says otherwise. Who has played no hand never was
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
    """Return what orders two entries of one player: in play, else out last."""
    out = one.out
    if out is None:
        return True, 0, 0, one.entry
    return False, *_moment(out, at_once=_at_once(book)), one.entry


def _at_once(book: Book) -> bool:
    policy = book.places.final_bust
    return policy is not None and policy.counts_when == "at_once"


_NEVER = 2**63


def _moment(out: Out, *, at_once: bool) -> tuple[int, int]:
    """Return when going out counts from, and when it happened.

    Args:
        at_once: the book has it count at once, whatever way back there is.
    """
    if at_once:
        return out.at, out.at
    if out.may_return:
        return _NEVER, out.at
    return max(out.at, out.back_until or out.at), out.at


def _by_chips(playing: Sequence[Entered], chips: Mapping[int, int]) -> list[Place]:
    """Those still in play by their chips; equal stacks share. Who was not counted comes last."""
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


# Who went out together: from when that counts, who shares a place (the best first), the rule, whether a stack is
# missing, and whether the floor has still to confirm it.
_Gone = tuple[tuple[int, ...], tuple[tuple[Entered, ...], ...], str, bool, bool]
# Somebody who is out, with the moment from which that counts and the one at which it happened.
_Counted = tuple[Entered, tuple[int, int]]


def _behind(gone: Sequence[Entered], ahead: int, book: Book) -> list[Place]:
    """Return places of those who are out, the last to go first."""
    found: list[Place] = []
    at_once = _at_once(book)
    penalties = book.penalties
    rules: dict[How, str] = {
        "eliminated": cite(book, penalties.elimination),
        "removed": cite(book, book.seating.absent),
        "disqualified": cite(book, penalties.disqualification),
    }
    lapsed = cite(book, book.places.final_bust)
    # No two groups have the same moment: an entry is part of it.
    for _moment, ties, rule, needs_stack, unconfirmed in sorted(_groups(gone, book), reverse=True):
        for tied in ties:
            best, worst = ahead + 1, ahead + len(tied)
            ahead = worst
            for one in tied:
                out = one.out
                assert out is not None
                # The rule behind the place of one who went out alone.
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
    """Those who went out together, each group with its order or shared places, in no order."""
    at_once = _at_once(book)
    found: list[_Gone] = []
    hands: dict[object, list[_Counted]] = {}
    for one in gone:
        assert one.out is not None
        key, moment = _key(one.out, book), _moment(one.out, at_once=at_once)
        if key is None:
            found.append(((*moment, one.entry), ((one,),), "", False, False))
            continue
        # Of two who went out in one hand only one may have a way back: then they count from different moments.
        counts, at = moment
        hands.setdefault((key, counts if counts != at else None), []).append((one, moment))
    for members in hands.values():
        if len(members) == 1:
            [(one, moment)] = members
            found.append(((*moment, one.entry), ((one,),), "", False, False))
            continue
        who = [one for one, _moment in members]
        first = (*min(moment for _one, moment in members), min(one.entry for one in who))
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
    """Return what is the same for those who went out together; None for who can only have gone alone."""
    if out.how == "removed":
        return "removed", out.at if out.together is None else out.together
    if out.how == "bust" and out.together is not None and in_one_hand(out.together, book):
        return "hand", out.together
    return None


def _played_together(out: Out, book: Book) -> bool:
    """Return whether somebody busted in a hand of hand-for-hand that all tables played: it was announced
    before.
    """
    return out.together is not None and out.together < NOTED_HANDS and in_one_hand(out.together, book)
