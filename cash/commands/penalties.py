"""Commands for penalties in the cash room (St. Moritz 28-30)."""

from datetime import datetime, timedelta
from typing import Annotated, Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from cash.commands.calls import withdraw
from cash.commands.games import GAME_BOARDS
from cash.commands.lists import end_entry
from cash.models import CashPenalty, ListEntry
from cash.models.lists import OPEN
from cash.services.days import bounds_of, playing_day
from cash.services.settings import cash_book
from cash.services.tables import seat_of
from penalties.rules.kinds import is_known
from players.services.records import living
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry
from tourney.now import to_ms
from tourney.rulebooks.books.schema import cite
from tourney.services.dates import time_text

Reason = Annotated[str, Field(min_length=1, max_length=300)]
Minutes = Annotated[int, Field(ge=1, le=600)]
# Minutes away if none are given.
_USUAL = 30


def _summarise(journal_entry: JournalEntry) -> str:
    words = {
        "warning": _("%(name)s was warned in the cash room"),
        "time_out": _("%(name)s sits out %(minutes)s min in the cash room"),
        "disqualification": _("%(name)s was excluded from the cash games"),
    }[str(journal_entry.arguments["kind"])]
    return words % {**(journal_entry.answer or {})}


@command(
    "cash_penalty.impose", permission=Permission.SEAT_PLAYERS, scope="room", boards=GAME_BOARDS, summary=_summarise,
)  # fmt: skip
def impose(
    tx: Tx,
    player: Id,
    kind: Literal["warning", "time_out", "disqualification"],
    reason: Reason,
    minutes: Minutes | None = None,
    rule: Annotated[str, Field(max_length=120)] = "",
) -> Any:
    """Impose a penalty on a player of the cash room: a warning, time away from the game, or exclusion.

    While it runs, the player takes no seat and joins no list. A seated player is away; the blinds that pass are owed on
    return, but don't cost the seat. An exclusion lasts until the end of the playing day; for longer, ban the player.

    Args:
        player: the player.
        kind: `warning` is recorded; `time_out` is sat out; `disqualification` excludes.
        reason: for staff, and for the player's record.
        minutes: of a `time_out`; left out: 30.
        rule: the rule to cite; "": the book's rule on penalties.

    Raises:
        Refused: the record was merged or anonymised (`merged`, `anonymised`), the book has no such penalty
            (`no_such_penalty`), or there is no reason (`bad_argument`).
    """
    row, book = living(tx, player), cash_book()
    rests_on = rule.strip() or cite(book, book.penalties.kinds)
    if not is_known(kind, book):
        raise Refused("no_such_penalty", _("This penalty is not in the rulebook."), rests_on)
    if not reason.strip():
        text = _("A penalty needs a reason.")
        raise Refused("bad_argument", text, fields={"reason": text})
    tx.cite(rests_on)
    seat = seat_of(player)
    until = _end_of(tx, kind, minutes)
    made = tx.create(
        CashPenalty,
        player=row,
        kind=kind,
        reason=reason.strip(),
        rule=rests_on,
        seat=seat,
        imposed_at=tx.now,
        until=until,
    )
    if until is not None:
        if seat is not None and seat.state == "playing":
            tx.save(seat, state="away", away_since=tx.now)
        for entry in ListEntry.objects.filter(player=row, state__in=OPEN):
            if kind == "disqualification":
                end_entry(tx, entry, "left")
            elif entry.state == "called":
                withdraw(tx, entry)
    tx.touch_players(player)
    if until is not None:
        tx.notify(
            player,
            "cash_excluded" if kind == "disqualification" else "cash_penalty",
            time=time_text(until),
            rule=rests_on,
        )
    return {"penalty": made.pk, "name": row.name, "minutes": minutes or _USUAL, "until": to_ms(until)}


def _end_of(tx: Tx, kind: str, minutes: int | None) -> datetime | None:
    match kind:
        case "time_out":
            return tx.now + timedelta(minutes=minutes or _USUAL)
        case "disqualification":
            return bounds_of(playing_day(tx.now))[1]
    return None


@command(
    "cash_penalty.lift", permission=Permission.SEAT_PLAYERS, scope="room", boards=GAME_BOARDS,
    summary=lazy("Lifted the penalty of %(name)s in the cash room"),
)  # fmt: skip
def lift(tx: Tx, penalty: Id, reason: Reason) -> Any:
    """Lift a penalty before its end. A seated player is still away, and comes back as the rules of blinds say.

    Args:
        penalty: a running penalty.
        reason: for staff, and for the player's record.

    Raises:
        Refused: it is over (`penalty_is_over`), or there is no reason (`bad_argument`).
    """
    row = tx.get(CashPenalty, pk=penalty)
    if not row.runs_at(tx.now):
        raise Refused("penalty_is_over", _("This penalty has already ended."))
    if not reason.strip():
        text = _("Say why the penalty is lifted.")
        raise Refused("bad_argument", text, fields={"reason": text})
    tx.cite(row.rule)
    tx.save(row, lifted_at=tx.now, lifted_because=reason.strip())
    tx.touch_players(row.player_id)
    return {"name": row.player.name}
