"""The results of an event for staff: full names, who won the chips, and later corrections."""

import uuid
from collections import defaultdict
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from players.rules.names import alphabetical
from players.services.partners import with_partners
from prizes.boards.listing import listing_of, rows_for_staff
from seating.models import Bust
from seating.services.same_hand import hands_of
from stages.services.rules import stage_event_of
from tourney.access.roles import Permission
from tourney.journal.refused import Refused
from tourney.models import Entry, Tournament
from tourney.rulebooks.shelf import book_of
from tourney.rules.numbers import whole_number
from tourney.signals import for_teams
from tourney.snapshot import consistent_read
from web.floor.page import stacks_decide
from web.office.details import event_of
from web.office.event_hands import decided, hands_in
from web.public.results import advanced_from, head_of, sought_in, with_advanced
from web.shared.access import staff_page
from web.shared.forms import Form, command_of
from web.shared.policies import policies_of

_A_PAGE = 100
# Limits for the stacks asked for at once and for the suggested winners of the chips.
_MOST_ASKED = 40
_MOST_OFFERED = 60
# Policies for busts in one hand, at different tables and at one.
_OTHER_TABLE = "same_hand_other_table"
_SAME_TABLE = "same_hand_same_table"


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page()
def event_results(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show the results of an event in pages; merge busts into one hand, record stacks that decide."""
    event = event_of(tournament_id)
    form = Form()
    if request.method == "POST":
        form = Form.sent(request)
        if _carried_out(request, form, event):
            return redirect(f"{request.path}?{request.GET.urlencode()}")
    asked = sought_in(request)
    with consistent_read():
        listing, advanced = listing_of(event), advanced_from(event)
        page: Page[int] = Paginator(_named(event, asked), _A_PAGE).get_page(request.GET.get("page"))
        lacking = [one.entry for one in listing.results.ranking.places if one.needs_stack]
        need = [row for row in _rows(event, lacking[:_MOST_ASKED]) if row["noted"]]
        places, hands = policies_of(event, "places"), hands_in(event)
        claim = book_of(event.book).places.prize_claim
        # A tie is asked about once: with its hand.
        with_hand = {row["entry"] for hand in hands for row in hand["people"]}
        rest = [row for row in need if row["entry"] not in with_hand]
        context = {
            "event": event,
            "head": head_of(event),
            "for_teams": for_teams.ask(event),
            "in_stages": stage_event_of(event) is not None,
            "rows": with_advanced(_rows(event, list(page)), advanced),
            "advanced": advanced,
            "page": page,
            "asked": asked,
            "form": form,
            "chosen": request.POST.getlist("entries") if form.is_wrong else [],
            "need": rest,
            "uncounted": len(lacking) - len(need) if len(lacking) <= _MOST_ASKED else 0,
            "deciding": [places[name] for name in _deciding(rest)],
            "one_hand": [
                places[name] for name in (*(("prize_claim",) if claim else ()), _OTHER_TABLE, _SAME_TABLE)
            ],
            "hands": hands,
            "asks_other_hands": form.code == "other_hands",
            "ties_waiting": sum(1 for one in hands if not one["confirmed"]),
            "asks_announced": claim is not None,
        }
    return render(request, "office/event_results.html", context, status=422 if form.is_wrong else 200)


def _deciding(need: list[dict[str, Any]]) -> list[str]:
    """Return the policies that rank players by stack, by whether tied players sat at one table."""
    tables: dict[tuple[int, int], list[int | None]] = defaultdict(list)
    for row in need:
        tables[row["best"], row["worst"]].append(row["table"])
    apart = [len(set(found)) > 1 for found in tables.values()]
    beside = [len(set(found)) < len(found) for found in tables.values()]
    return [name for name, asked in ((_OTHER_TABLE, any(apart)), (_SAME_TABLE, any(beside))) if asked]


def _rows(event: Tournament, entries: list[int]) -> list[dict[str, Any]]:
    """Return rows with their form fields, and whether another player busted in the same hand."""
    tied = {bust.entry_id for busts in hands_of(event).values() for bust in busts}
    return [
        {
            **row,
            "in_one_hand": row["entry"] in tied,
            "entry_text": str(row["entry"]),
            "stack_field": f"stack-{row['entry']}",
            "stack_text": "" if row["stack"] is None else str(row["stack"]),
        }
        for row in rows_for_staff(event, entries)
    ]


def _named(event: Tournament, asked: str) -> tuple[int, ...]:
    """Return entries whose name contains the query, in the order of the results."""
    entries = listing_of(event).entries
    if not asked:
        return entries
    names = with_partners(dict(Entry.objects.filter(tournament=event).values_list("pk", "player__name")))
    wanted = alphabetical(asked)[0]
    return tuple(entry for entry in entries if wanted in alphabetical(names.get(entry, ""))[0])


def _carried_out(request: HttpRequest, form: Form, event: Tournament) -> bool:
    """Run the commands of a form; return whether all of them succeeded."""
    entries = _whole(request.POST.getlist("entries")[:100])
    done = decided(request, form, event, entries)
    if done is not None:
        return done
    if form.text("what") == "one_hand":
        if len(entries) < 2:
            form.message = _("Choose at least two players who busted in the same hand.")
            return False
        # Not ticked: keep the order of the journal.
        more = {name: True for name in ("announced", "although_other_hands") if form.flag(name)}
        return form.act(request, "bust.one_hand", tournament_id=event.pk, entries=entries, **more) is not None
    if form.text("what") == "stacks":
        return _stacks_noted(request, form, event)
    form.message = _("This form is incomplete. Reload the page.")
    return False


def _whole(texts: list[str]) -> list[int]:
    return [number for text in texts if (number := whole_number(text)) is not None]


def _stacks_noted(request: HttpRequest, form: Form, event: Tournament) -> bool:
    """Record the submitted stacks, one command each; empty fields stay open."""
    given = {
        entry: form.chips(name)
        for name in form.values
        if name.startswith("stack-")
        and (entry := whole_number(name.removeprefix("stack-"))) is not None
        and form.text(name)
    }
    if not given and not form.errors:
        form.message = _("Enter at least one stack.")
    if form.is_wrong:
        return False
    try:
        whole = command_of(form.command_id)
    except Refused as error:
        form.refuse(error)
        return False
    for entry, stack in given.items():
        one = Form()
        one.command_id = str(uuid.uuid5(whole, str(entry)))
        if one.act(request, "bust.note", tournament_id=event.pk, entry=entry, stack=stack) is None:
            form.message, form.rule = one.message, one.rule
            return False
    return True


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(Permission.DEAL)
def result_note(request: HttpRequest, tournament_id: int, entry_id: int) -> HttpResponse:
    """Edit one bust: the stack at the start of the hand, and who won the chips."""
    event = event_of(tournament_id)
    noted = (
        Bust.objects.select_related("entry__player", "tournament_table__table")
        .filter(entry=entry_id, entry__tournament=event, entry__voided_at__isnull=True)
        .first()
    )
    if noted is None:
        raise Http404
    form = Form({"stack": "" if noted.stack is None else noted.stack})
    winners = list(noted.knockouts.order_by("pk").values_list("winner", flat=True))
    if request.method == "POST":
        form = Form.sent(request)
        winners = _whole(request.POST.getlist("knocked_out_by")[:20])
        given: dict[str, Any] = {"stack": form.chips("stack")} if form.text("stack") else {}
        if not noted.removed:
            given["knocked_out_by"] = winners
        done = form.act(request, "bust.note", tournament_id=event.pk, entry=noted.entry_id, **given)
        if done is not None:
            return redirect(reverse("event_results", args=[event.pk]) + f"#entry-{noted.entry_id}")
    asked = sought_in(request)
    with consistent_read():
        (row,) = rows_for_staff(event, [noted.entry_id])
        context = {
            "event": event,
            "head": head_of(event),
            "row": row,
            "form": form,
            "knocked_out_by": winners,
            "offered": _offered(event, noted, winners, asked),
            "asked": asked,
            "same_hand": policies_of(event, "places")["same_hand_same_table"],
            "stacks_decide": stacks_decide(book_of(event.book)),
        }
    return render(request, "office/result_note.html", context, status=422 if form.is_wrong else 200)


def _offered(event: Tournament, noted: Bust, winners: list[int], asked: str) -> list[dict[str, Any]]:
    """Return possible winners of the chips.

    Those already chosen, players of the same table who busted later or are in play, and players found by
    name.
    """
    others = Entry.objects.filter(tournament=event, voided_at__isnull=True).exclude(pk=noted.entry_id)
    found = list(others.filter(pk__in=winners))
    if asked:
        named = Q(player__name__icontains=asked) | Q(partner__player__name__icontains=asked)
        found += others.filter(named).order_by("player__name", "pk")[:_MOST_OFFERED]
    if noted.tournament_table_id is not None:
        found += others.filter(seat__tournament_table=noted.tournament_table_id).order_by("seat__number")[
            :_MOST_OFFERED
        ]
        found += others.filter(bust__tournament_table=noted.tournament_table_id, bust__at__gte=noted.at)[
            :_MOST_OFFERED
        ]
    entries = Entry.objects.filter(pk__in=[one.pk for one in found])
    names = with_partners(dict(entries.values_list("pk", "player__name")))
    return [
        {"entry": entry, "name": names[entry], "chosen": entry in winners}
        for entry in dict.fromkeys(one.pk for one in found)
    ][:_MOST_OFFERED]
