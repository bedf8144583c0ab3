"""Signal receivers of seasons."""

from django.utils.translation import gettext as _

from players.signals import NamesChanged, PersonalDataDeleted, names_changed, personal_data_deleted
from seasons.commands.seasons import refuse_closed
from seasons.models import CupSeat, PointsCorrection, Season, SeasonEvent
from seasons.services.publishing import show_later
from tourney.journal.personal_traces import TEXTS
from tourney.journal.refused import Refused
from tourney.journal.row_images import label
from tourney.rulebooks.shelf import books_of
from tourney.signals import BookRemoved, Undone, book_removed, undone

# Rows that only commands of an open season write. Titles are awarded and withdrawn once it is closed.
_OF_OPEN_SEASONS = {label(model): model for model in (SeasonEvent, PointsCorrection, CupSeat)}


@personal_data_deleted.connect
def delete_reasons(event: PersonalDataDeleted) -> None:
    """Delete the reasons of corrections and cup seats of a player whose personal data is deleted."""
    for model in (PointsCorrection, CupSeat):
        rows = model._default_manager.filter(player__in=event.players)
        event.tx.save_many(list(rows), **TEXTS[label(model)])


@names_changed.connect
def show_other_names(event: NamesChanged) -> None:
    """Show the rankings of seasons by the new names: an erased or now private one must not stay on a display."""
    show_later(event.tx)


@book_removed.connect
def keep_books_of_seasons(event: BookRemoved) -> None:
    """Refuse to remove the rulebook of a season, closed ones included: their lists follow it."""
    seasons = list(Season.objects.all())
    shelf = books_of(one.book for one in seasons)
    needed = next((one for one in seasons if one.book not in shelf), None)
    if needed is not None:
        message = _("“%(name)s” follows this rulebook. Choose another one for the season first.")
        raise Refused("in_use", message % {"name": needed.name})


@undone.connect
def keep_closed_seasons(event: Undone) -> None:
    """Refuse an undo that changes a closed season. Closing it, or opening it again, is undone at any time, and the
    rows of merged players follow their records.
    """
    changed: set[int] = set()
    for change in event.tx.changes:
        images = [image for image in (change["before"], change["after"]) if image is not None]
        columns = {name for image in images for name in image}
        if change["model"] == label(Season) and columns != {"closed_at"}:
            changed.add(change["pk"])
        elif change["model"] in _OF_OPEN_SEASONS and columns != {"player_id"}:
            row = _OF_OPEN_SEASONS[change["model"]]._default_manager.filter(pk=change["pk"]).first()
            changed.add(images[0]["season_id"] if row is None else row.season_id)
    closed = Season.objects.filter(pk__in=changed, closed_at__isnull=False).first()
    if closed is not None:
        refuse_closed(closed)
