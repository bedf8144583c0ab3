"""Commands for seasons: create, change and close one, correct points."""

from collections.abc import Sequence
from datetime import date
from typing import Annotated, Any, Literal

from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from pydantic import BaseModel, ConfigDict, Field

from players.services.records import living
from seasons.models import PointsCorrection, Season
from seasons.rules.formulas import FORMULAS, LARGEST, parameters_of
from seasons.services.publishing import show_later
from seasons.services.seasons import open_events
from tourney.access.roles import Permission
from tourney.journal.arguments import ArgumentGroup, Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry
from tourney.rulebooks.books.schema import cite
from tourney.rulebooks.shelf import book_of
from tourney.services.dates import day_of

Points = Literal[
    "book",
    "linear",
    "percentile",
    "root",
    "root_buy_in",
    "inverse",
    "prize",
    "pool_share",
    "return",
    "per_entry",
    "per_fee",
    "per_hour",
]
Name = Annotated[str, Field(min_length=1, max_length=60)]
Day = Annotated[str, Field(max_length=10)]
Count = Annotated[int, Field(ge=1, le=1_000)]
FewOrNone = Annotated[int, Field(ge=0, le=1_000)]
Reason = Annotated[str, Field(min_length=1, max_length=200)]
# Most open events named in a refusal.
_NAMED = 5


class ParameterInput(BaseModel):
    """A parameter of a formula."""

    model_config = ConfigDict(extra="forbid", strict=True)
    name: Annotated[str, Field(max_length=20)]
    value: Annotated[float, Field(ge=0, le=LARGEST)]


class DropInput(BaseModel):
    """A drop date: the last day, and how many of the worst results up to it are dropped."""

    model_config = ConfigDict(extra="forbid", strict=True)
    day: Day
    worst: Count


class SeasonSettings(ArgumentGroup):
    """The settings of a season.

    Attributes:
        name: as shown in public.
        first_day: "2026-01-01".
        last_day: the last day, included.
        book: key of the rulebook.
        points: `book`: by its table, or the name of a formula (docs/seasons.md).
        parameters: of the formula; those left out have their usual values.
        best_of: how many results count, the best ones; null: all.
        drops: drop dates.
        ties: equal points share a place (`shared`), or the better best result decides (`countback`).
        members_only: whether results of guests are left out.
        partners_score: whether both players of a team score with its result, or only the one who registered.
        cup_played_from: events to be played for the cup; null: by the book, as for the other settings of the cup.
        cup_scored_from: events with points.
        cup_seats: seats of the final.
        cup_fixed: how many of the ranking's best need not play the preliminary.
    """

    name: Name
    first_day: Day
    last_day: Day
    book: Annotated[str, Field(min_length=1, max_length=40)]
    points: Points = "book"
    parameters: Annotated[list[ParameterInput], Field(max_length=10)] | None = None
    best_of: Count | None = None
    drops: Annotated[list[DropInput], Field(max_length=20)] | None = None
    ties: Literal["shared", "countback"] = "shared"
    members_only: bool = False
    partners_score: bool = True
    cup_played_from: FewOrNone | None = None
    cup_scored_from: FewOrNone | None = None
    cup_seats: Annotated[int, Field(ge=2, le=1_000)] | None = None
    cup_fixed: FewOrNone | None = None


@command(
    "season.create",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    summary=lazy("Created the season “%(name)s”"),
)
def create_season(tx: Tx, settings: SeasonSettings) -> Any:
    """Create a season. All open events by its book that begin within its days count.

    Raises:
        Refused: the book has no table of points (`no_points_table`), or the formula has no such parameter
            (`unknown_parameter`).
    """
    columns = _columns(tx, settings)
    if Season.objects.filter(name=columns["name"]).exists():
        _refuse_name()
    made = tx.create(Season, **columns)
    show_later(tx, made)
    return {"season": made.pk, "name": made.name}


@command(
    "season.change",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    summary=lazy("Changed the season “%(name)s”"),
)
def change_season(tx: Tx, season: Id, settings: SeasonSettings) -> Any:
    """Change the settings of a season; all rankings follow.

    Args:
        season: the season.

    Raises:
        Refused: the season is closed (`season_closed`); otherwise as `season.create`.
    """
    row = open_season(tx, season)
    columns = _columns(tx, settings)
    if Season.objects.filter(name=columns["name"]).exclude(pk=row.pk).exists():
        _refuse_name()
    tx.save(row, **columns)
    show_later(tx, row)
    return {"name": row.name}


def _summarise_closed(journal_entry: JournalEntry) -> str:
    name = (journal_entry.answer or {})["name"]
    if journal_entry.arguments.get("closed", True):
        return _("Closed the season “%(name)s”") % {"name": name}
    return _("Reopened the season “%(name)s”") % {"name": name}


@command("season.close", permission=Permission.MANAGE_EVENTS, scope="room", summary=_summarise_closed)
def close_season(tx: Tx, season: Id, closed: bool = True, although_unfinished: bool = False) -> Any:
    """Close a season, or open it again. It stays readable, and corrected results still change it.

    Args:
        season: the season.
        closed: true to close, false to open again.
        although_unfinished: close it although events that count are open, or its last day is yet to come.

    Raises:
        Refused: it is closed already (`season_closed`), or open (`season_open`); or events that count are open or its
            last day is yet to come, which the message says (`unfinished`).
    """
    row = tx.get(Season, pk=season)
    if closed and row.closed_at is not None:
        refuse_closed(row)
    if not closed and row.closed_at is None:
        raise Refused("season_open", _("“%(name)s” is open.") % {"name": row.name})
    if closed and not although_unfinished:
        _require_finished(tx, row)
    tx.save(row, closed_at=tx.now if closed else None)
    show_later(tx, row)
    return {"name": row.name}


def _require_finished(tx: Tx, row: Season) -> None:
    """Refuse to close a season with open events or days to come; see `close_season`."""
    found, names = [], [f"“{one.name}”" for one in open_events(row)]
    if names:
        listed = ", ".join(names[:_NAMED]) + (" …" if len(names) > _NAMED else "")
        found.append(_("Still open: %(open)s.") % {"open": listed})
    days = (row.last_day - localdate(tx.now)).days
    if days > 0:
        text = ngettext("The season has %(days)s day left.", "The season has %(days)s days left.", days)
        found.append(text % {"days": days})
    if found:
        raise Refused("unfinished", " ".join(found))


def _summarise_correction(journal_entry: JournalEntry) -> str:
    answer, points = journal_entry.answer or {}, journal_entry.arguments["points"]
    values = {"player": answer["player"], "points": f"{points:+}".replace("-", "−"), "name": answer["name"]}
    text = ngettext(
        "%(player)s: %(points)s point in “%(name)s”",
        "%(player)s: %(points)s points in “%(name)s”",
        abs(points),
    )
    return text % values


@command(
    "season.correct_points", permission=Permission.MANAGE_EVENTS, scope="room", summary=_summarise_correction
)
def correct_points(
    tx: Tx, season: Id, player: Id, points: Annotated[int, Field(ge=-1_000_000, le=1_000_000)], reason: Reason
) -> Any:
    """Add points to a player's sum, or take some. A result is corrected in its event instead.

    Args:
        season: the season.
        player: the player.
        points: to add; negative to take.
        reason: for staff.

    Raises:
        Refused: there are no points (`no_points`), or the season is closed (`season_closed`).
    """
    row, person = open_season(tx, season), living(tx, player)
    if not points:
        text = _("Enter the points to add, or a negative number to deduct points.")
        raise Refused("no_points", text, fields={"points": text})
    if not reason.strip():
        text = _("A correction needs a reason.")
        raise Refused("bad_argument", text, fields={"reason": text})
    tx.create(PointsCorrection, season=row, player=person, points=points, reason=reason.strip(), at=tx.now)
    show_later(tx, row)
    return {"player": person.name, "name": row.name}


def open_season(tx: Tx, season: int) -> Season:
    """Return a season that is not closed.

    Raises:
        Refused: there is none (`not_found`), or it is closed (`season_closed`).
    """
    row = tx.get(Season, pk=season)
    if row.closed_at is not None:
        refuse_closed(row)
    return row


def refuse_closed(row: Season) -> None:
    """Refuse to change a closed season.

    Raises:
        Refused: always (`season_closed`).
    """
    message = _("“%(name)s” is closed. Reopen it to change it.")
    raise Refused("season_closed", message % {"name": row.name})


def _refuse_name() -> None:
    text = _("A season with this name already exists.")
    raise Refused("name_taken", text, fields={"name": text})


def _columns(tx: Tx, settings: SeasonSettings) -> dict[str, Any]:
    if not settings.name.strip():
        text = _("A season needs a name.")
        raise Refused("bad_argument", text, fields={"name": text})
    first, last = day_of(settings.first_day, "first_day"), day_of(settings.last_day, "last_day")
    if last < first:
        text = _("The last day can’t be before the first.")
        raise Refused("bad_argument", text, fields={"last_day": text})
    rules, points = book_of(settings.book), settings.points
    tx.cite(cite(rules, rules.season.ranking) if points == "book" else "")
    if points == "book" and rules.season.ranking is None:
        text = _("%(book)s has no table of points. Choose a formula.") % {"book": rules.short}
        raise Refused("no_points_table", text, fields={"points": text})
    return {
        # Columns of the row have the same names.
        **dict(settings),
        "name": settings.name.strip(),
        "first_day": first,
        "last_day": last,
        "parameters": _checked(points, settings.parameters or []),
        "drops": _drop_dates(settings.drops or [], first, last),
    }


def _checked(points: str, parameters: Sequence[ParameterInput]) -> dict[str, float]:
    given = {one.name: one.value for one in parameters}
    if points == "book":
        return {}
    try:
        parameters_of(points, given)
    except ValueError as error:
        message = _("The formula has no parameter “%(name)s”. It has: %(names)s.")
        names = ", ".join(FORMULAS[points].parameters)
        text = message % {"name": error, "names": names}
        raise Refused("unknown_parameter", text, fields={"parameters": text}) from None
    return given


def _drop_dates(drops: Sequence[DropInput], first: date, last: date) -> list[list[Any]]:
    found: dict[date, int] = {}
    for one in drops:
        day = day_of(one.day, "drops")
        if not first <= day <= last or day in found:
            text = _("Drop dates must be different days within the season.")
            raise Refused("bad_argument", text, fields={"drops": text})
        found[day] = one.worst
    return [[day.isoformat(), worst] for day, worst in sorted(found.items())]
