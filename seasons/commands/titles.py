"""Commands for the cup's seats and for titles."""

from typing import Annotated, Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from players.services.memberships import members_among
from players.services.records import living
from seasons.commands.seasons import Reason, open_season
from seasons.models import CupSeat, Season, Title
from seasons.services.cup import cup_of
from seasons.services.seasons import state_of
from seasons.services.titles import is_over, only_members, title_rule, titles_in, titles_of, unfinished_event
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry

Kind = Literal["champion", "player_of_the_year", "cup_winner"]


def title_name(kind: str) -> str:
    """Return a title in the reader's language."""
    names = {
        "champion": _("Champion"),
        "player_of_the_year": _("Player of the year"),
        "cup_winner": _("Cup winner"),
    }
    return names[kind]


def _summarise_seat(journal_entry: JournalEntry) -> str:
    answer, has_seat = journal_entry.answer or {}, journal_entry.arguments["has_seat"]
    if has_seat is None:
        return _("%(player)s: the seat in the cup final follows the ranking again") % answer
    if has_seat:
        return _("%(player)s: seat in the cup final") % answer
    return _("%(player)s: no seat in the cup final") % answer


@command("season.decide_cup_seat", permission=Permission.MANAGE_EVENTS, scope="room", summary=_summarise_seat)
def decide_cup_seat(tx: Tx, season: Id, player: Id, has_seat: bool | None, reason: Reason) -> Any:
    """Give or take a seat in the cup final: after a tie for the last fixed place, or if a player gives the seat up.

    Args:
        season: the season.
        player: a member of the club.
        has_seat: true to give, false to take; null: the ranking decides again.
        reason: for staff.

    Raises:
        Refused: the season has no cup (`no_cup`), the player is a guest (`members_only`, Five Spades 7.2) or has not
            played (`not_in_ranking`), or all seats are taken (`final_full`).
    """
    row, person = open_season(tx, season), living(tx, player)
    cup = cup_of(row)
    if cup is None:
        raise Refused("no_cup", _("“%(name)s” has no cup.") % {"name": row.name})
    tx.cite(cup.rule)
    if not reason.strip():
        text = _("A decision needs a reason.")
        raise Refused("bad_argument", text, fields={"reason": text})
    if has_seat:
        if not members_among([person.pk], state_of(row).day):
            message = _("%(player)s is a guest. Only members of the club play for the cup.")
            raise Refused("members_only", message % {"player": person.name}, cup.rule)
        if person.pk not in {one.player for one in cup.candidates}:
            message = _("%(player)s did not play any event of this season before the cup.")
            raise Refused("not_in_ranking", message % {"player": person.name}, cup.rule)
        taken = {one.player for one in cup.finalists} - {person.pk}
        if len(taken) >= cup.terms.seats:
            message = _("All %(seats)s seats of the final are taken.")
            raise Refused("final_full", message % {"seats": cup.terms.seats}, cup.rule)
    tx.create(CupSeat, season=row, player=person, has_seat=has_seat, reason=reason.strip(), at=tx.now)
    return {"player": person.name, "name": row.name}


def _summarise_title(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    values = {"title": title_name(journal_entry.arguments["kind"]), "name": answer["name"]}
    return _("%(title)s of “%(name)s”: %(player)s") % {**values, "player": answer["player"]}


@command("season.award_title", permission=Permission.MANAGE_EVENTS, scope="room", summary=_summarise_title)
def award_title(tx: Tx, season: Id, kind: Kind, player: Id) -> Any:
    """Award a title to the player who has won it. Between equal players the director decides.

    Args:
        season: the season; it may be closed.
        kind: `champion`: most points of the championship; `player_of_the_year`: most points of the ranking;
            `cup_winner`.
        player: the winner.

    Raises:
        Refused: the season has no such title (`no_such_title`), it is awarded (`already_awarded`), the events are not
            over (`season_not_over`), the player is a guest (`members_only`, Five Spades 8.1) or has not won it
            (`not_the_winner`).
    """
    row, person = tx.get(Season, pk=season), living(tx, player)
    rule = title_rule(row)
    tx.cite(rule)
    title = title_name(kind)
    if kind not in titles_in(row):
        message = _("The rulebook has no title “%(title)s”.")
        raise Refused("no_such_title", message % {"title": title}, rule)
    if Title.objects.filter(season=row, kind=kind).exists():
        raise Refused("already_awarded", _("“%(title)s” has already been awarded.") % {"title": title}, rule)
    unfinished = unfinished_event(row)
    if unfinished is not None:
        message = _("“%(event)s” is not over yet. Close it, or leave it out of the season.")
        raise Refused("season_not_over", message % {"event": unfinished.name}, rule)
    if not is_over(row):
        message = _("Titles are awarded once all events are over, the cup final included.")
        raise Refused("season_not_over", message, rule)
    if only_members(row) and not members_among([person.pk], state_of(row).day):
        message = _("%(player)s is a guest. Only members of the club can have a title.")
        raise Refused("members_only", message % {"player": person.name}, rule)
    leaders = next(one.leaders for one in titles_of(row) if one.kind == kind)
    if person.pk not in leaders:
        message = _("“%(title)s” was not won by %(player)s.")
        raise Refused("not_the_winner", message % {"title": title, "player": person.name}, rule)
    tx.create(Title, season=row, kind=kind, player=person, awarded_at=tx.now)
    return {"player": person.name, "name": row.name}


@command(
    "season.withdraw_title",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    summary=lazy("Title withdrawn from %(player)s: %(reason)s"),
)
def withdraw_title(
    tx: Tx, season: Id, kind: Kind, reason: Annotated[str, Field(min_length=1, max_length=200)]
) -> Any:
    """Withdraw a title, for example after a corrected result.

    Args:
        season: the season.
        kind: the title.
        reason: for staff.

    Raises:
        Refused: the title was not awarded (`not_found`).
    """
    row = tx.get(Title, season=season, kind=kind)
    tx.cite(title_rule(row.season))
    name = row.player.name
    tx.delete(row)
    return {"player": name}
