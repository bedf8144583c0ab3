"""The entries of an event: who plays, where, and since when; live, and as a file."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from desk.boards.entries import entry_rows
from desk.boards.find import find
from desk.models import Registration
from players.models import Partner
from players.services.partners import alone_in
from seating.signals import registration_status
from stages.services.rules import stage_event_of
from tourney.access import reads
from tourney.access.roles import Actor, Permission
from tourney.journal.commands import CommandResult
from tourney.models import Tournament
from tourney.now import from_ms
from tourney.rules.text_files import write_text
from tourney.services.dates import timestamp_text
from tourney.signals import for_teams
from tourney.snapshot import consistent_read
from web.office.csv_files import csv_file
from web.office.details import event_of
from web.office.hub import staff_config
from web.shared.access import actor_of, staff_page
from web.shared.forms import Form

_WORDS = {
    "entries.all": lazy("All"),
    "entries.seated": lazy("At a table"),
    "entries.unseated": lazy("Without a seat"),
    "entries.out": lazy("Out"),
    "entries.won": lazy("Won"),
    "entries.finished": lazy("Finished"),
    "entries.again": lazy("Re-entered"),
    "entries.name": lazy("Player"),
    "entries.number": lazy("Entry"),
    "entries.state": lazy("Status"),
    "entries.seat": lazy("Table and seat"),
    "entries.place": lazy("Table {table}, seat {seat}"),
    "entries.entered": lazy("Entered"),
    "entries.record": lazy("Player record"),
    "entries.phone": lazy("Phone page"),
    "entries.change_partner": lazy("Change or remove partner"),
    "entries.none": lazy("No entries match."),
    "entries.empty": lazy("No entries yet"),
    "entries.shown": lazy("{shown} of {all} entries"),
    "entries.narrow": lazy("{shown} of {all} entries are shown. Type a name to find others."),
    "entries.again_number": lazy("re-entry {number}"),
    "entries.first": lazy("first entry"),
}

# Digits of the longest key of a row.
_LONGEST_KEY = 18


@never_cache
@staff_page(reads.BOOKINGS)
@require_http_methods(["GET", "POST"])
def entries(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show the entries of an event; in an event for teams of two, partners are named here."""
    event = event_of(tournament_id)
    actor = actor_of(request)
    form = Form({"entry": request.GET.get("entry", "")})
    if request.method == "POST":
        form = Form.sent(request)
        if _name_partner(request, form, event) is not None:
            return redirect("entries", event.pk)
    config = staff_config(
        request,
        tournament=event.pk,
        closed=event.closed_at is not None,
        floor=actor.may(Permission.SEAT_PLAYERS),
    )
    config["words"] = {**config["words"], **{key: str(text) for key, text in _WORDS.items()}}
    if for_teams.ask(event):
        config["words"]["entries.name"] = _("Team")
    own = stage_event_of(event)
    if own is not None and own.stage.number > 1:
        # Nobody buys a first entry here: these players come from an earlier stage.
        config["words"]["entries.first"] = _("advanced")
    config["partners"] = _partners_open(event, actor)
    fixed = _partners_fixed(event, actor)
    context = {
        "event": event,
        "config": config,
        "form": form,
        "is_open": registration_status.ask(event).open,
        "partners_fixed": fixed,
        "alone": alone_in(event.pk) if fixed or config["partners"] else [],
        "team": _team(event, actor, (form.values if form.is_wrong else request.GET).get("entry", "")),
    }
    return render(request, "office/entries.html", context, status=422 if form.is_wrong else 200)


def _partners_open(event: Tournament, actor: Actor) -> bool:
    """Return whether partners can still be named or changed in an event."""
    row = Registration.objects.filter(tournament=event).exclude(partner_until="").first()
    return row is not None and row.closed_at is None and actor.may(Permission.REGISTER_PLAYERS)


def _partners_fixed(event: Tournament, actor: Actor) -> bool:
    """Return whether partners stay as they are because registration is closed."""
    rows = Registration.objects.filter(tournament=event, closed_at__isnull=False).exclude(partner_until="")
    return event.closed_at is None and actor.may(Permission.REGISTER_PLAYERS) and rows.exists()


def _team(event: Tournament, actor: Actor, entry: str) -> Partner | None:
    """Return the team whose partner is to be changed, if it is in play and may still change."""
    if not entry.isdecimal() or len(entry) > _LONGEST_KEY or not _partners_open(event, actor):
        return None
    rows = Partner.objects.filter(entry=int(entry), tournament=event)
    rows = rows.filter(entry__out_at=None, entry__voided_at=None)
    return rows.select_related("player", "entry__player").first()


def _name_partner(request: HttpRequest, form: Form, event: Tournament) -> CommandResult | None:
    """Name, change or remove the partner of an entry; a new partner is found by name or card."""
    named = None
    if not form.flag("remove"):
        found = find(form.text("partner"), event.pk, by=actor_of(request))
        named = found.exact or (
            found.rows[0]["player"] if len(found.rows) == 1 and not found.similar else None
        )
        if named is None:
            text = _("Several players were found. Type the full name or the card number.")
            form.errors["partner"] = text if found.rows else _("No player has this name.")
            return None
    return form.act(
        request,
        "entry.name_partner",
        tournament_id=event.pk,
        entry=form.chosen("entry"),
        partner=named,
        id_seen=form.flag("id_seen"),
        replaces=form.chosen("replaces"),
    )


@never_cache
@staff_page(reads.BOOKINGS)
@require_GET
def entries_file(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Return the entries of an event as a CSV file."""
    event = event_of(tournament_id)
    with consistent_read():
        rows = entry_rows(event)
    head = [_("Player"), _("Entry"), _("Status"), _("Table"), _("Seat"), _("Entered"), _("Out")]
    lines = [
        [
            write_text(row.name),
            str(row.number),
            str(_WORDS[f"entries.{row.state}"]),
            "" if row.table is None else str(row.table),
            "" if row.seat is None else str(row.seat),
            "" if row.entered_at is None else timestamp_text(from_ms(row.entered_at)),
            "" if row.out_at is None else timestamp_text(from_ms(row.out_at)),
        ]
        for row in rows
    ]
    return csv_file([head, *lines], f"entries-{event.pk}.csv")
