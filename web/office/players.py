"""Players: search, registration of records, correction, photos, bans, merging, erasure."""

from typing import Any

from django.core.paginator import Paginator
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from cash.services.penalties import cash_history_of
from penalties.boards.penalties import history_of
from players.boards import people as board
from players.commands.memberships import MOST_AT_ONCE
from players.models import Player
from players.rules.player_fields import ReadContext, search_context
from players.services.birth_dates import under_age_note
from players.services.photos import photo_of_player, players_folder
from players.services.records import living_records
from tourney.access import reads
from tourney.access.roles import Actor, Permission
from tourney.journal.commands import CommandResult
from tourney.journal.refused import Refused
from tourney.now import room_now
from tourney.rules.numbers import whole_number
from tourney.services.dates import day_of
from tourney.services.picture_store import MOST_BYTES, keep_picture
from web.public.media_files import is_name, served
from web.shared.access import actor_of, staff_page
from web.shared.forms import Form, upload_of
from web.templatetags.people import day

_MOST = 50
_TYPED = 120
PRIVACY = [
    ("full", lazy("Full: Anna Berger")),
    ("short", lazy("Short: Anna B.")),
    ("nickname", lazy("The nickname")),
]
_FILTERS = [
    ("", lazy("All players")),
    ("banned", lazy("Banned")),
    ("unconfirmed", lazy("Membership to confirm")),
    ("notes", lazy("With notes")),
]
_TEXTS = ("name", "nickname", "birth_date", "card", "languages", "needs", "staff_notes")


def _typed(request: HttpRequest, name: str) -> str:
    # No column contains a NUL, and PostgreSQL refuses to search for one.
    return request.GET.get(name, "").replace("\x00", "").strip()[:_TYPED]


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(reads.PLAYERS)
def players(request: HttpRequest) -> HttpResponse:
    """Find players by any detail, and add new ones."""
    form = Form({"privacy": "full"})
    by = actor_of(request)
    confirm = Form({"confirmed_by": by.name})
    if request.POST.get("what") == "confirm":
        confirm = Form.sent(request)
        if _confirmed(request, confirm) is not None:
            return redirect(f"{reverse('players')}?only=unconfirmed")
    elif request.method == "POST":
        form = Form.sent(request)
        if form.act(request, "player.add", **_record_in(form), **_contacts_in(form)) is not None:
            return redirect("players")
        _said_once(form)
    sought, only = _typed(request, "q"), request.GET.get("only", "")
    only = only if only in board.FILTERS else ""
    page = Paginator(board.people(sought, only), _MOST).get_page(request.GET.get("page", ""))
    context = {
        "players": board.listed(page.object_list, by, search_context(sought, page.paginator.count)),
        "page": page,
        "found": page.paginator.count,
        "total": living_records().count(),
        "unconfirmed": board.unconfirmed().count(),
        "q": sought,
        "only": only,
        "filters": _FILTERS,
        "privacy": PRIVACY,
        "form": form,
        "confirm": confirm,
        "confirms": only == "unconfirmed" and by.may(Permission.CONFIRM_MEMBERSHIPS),
    }
    wrong = form.is_wrong or confirm.is_wrong
    return render(request, "office/players.html", context, status=422 if wrong else 200)


def _confirmed(request: HttpRequest, form: Form) -> CommandResult | None:
    """Confirm the ticked memberships."""
    ticked = request.POST.getlist("memberships")[: MOST_AT_ONCE + 1]
    memberships = [int(key) for key in ticked if key.isascii() and key.isdigit() and len(key) < 19]
    if not memberships:
        form.message = _("Select the memberships to confirm.")
        return None
    by = form.text("confirmed_by")
    return form.act(request, "memberships.confirm", memberships=memberships, confirmed_by=by)


def _said_once(form: Form) -> None:
    """Drop form messages already shown at their fields."""
    if form.message in form.errors.values():
        form.message = form.rule = ""


def _record_in(form: Form) -> dict[str, Any]:
    """Return the submitted record as the commands take it."""
    return {
        **{name: form.text(name) for name in _TEXTS},
        "languages": " ".join(form.text("languages").lower().replace(",", " ").split()),
        "needs_access": form.flag("needs_access"),
        "privacy": form.text("privacy") or "full",
        "under_age": form.flag("under_age"),
    }


def _contacts_in(form: Form) -> dict[str, Any]:
    return {
        "email": form.text("email"),
        "phone": form.text("phone"),
        "contact_consent": form.flag("contact_consent"),
    }


@never_cache
@require_GET
@staff_page(reads.PLAYERS)
def like(request: HttpRequest) -> JsonResponse:
    """Return possible duplicates of a player being typed, and whether the date of birth is too recent.

    Takes `name`, `birth_date` ("1990-05-30") and `besides`, the id of a record to leave out. Returns
    `{"players": [{"player", "name", "nickname", "birth_date", "card", "photo", "likeness", "born"}, …], "under_age"}`;
    `under_age` is a sentence, "" for a player who is old enough.
    """
    try:
        typed = _typed(request, "birth_date")
        born = day_of(typed, "birth_date") if typed else None
    except Refused:
        born = None
    besides = whole_number(request.GET.get("besides", ""))
    known = [] if besides is None else [besides]
    found = board.likely(_typed(request, "name"), born, known, by=actor_of(request))
    return JsonResponse({"players": found, "under_age": under_age_note(born, localdate(room_now()))})


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(reads.PLAYERS)
def player(request: HttpRequest, player_id: int) -> HttpResponse:
    """Show one record; each form of the page names its command in `what`."""
    # An id with more digits than any id has is unknown as well.
    row = Player.objects.filter(pk=player_id).first() if player_id < 2**63 else None
    if row is None:
        raise Http404
    forms = {
        "change": Form(
            {
                **{name: getattr(row, name) for name in _TEXTS},
                "birth_date": board.iso(row.birth_date) or "",
                "needs_access": "on" if row.needs_access else "",
                "privacy": row.privacy,
            }
        ),
        "photo": Form(),
        "contact": Form(),
        "withdraw": Form(),
        "ban": Form(),
        "lift": Form(),
        "confirm": Form({"confirmed_by": actor_of(request).name}),
        "merge": Form(),
        "link": Form(),
        "anonymise": Form(),
    }
    if request.method == "POST":
        form = Form.sent(request)
        what = {"no_photo": "photo"}.get(form.text("what"), form.text("what") or "change")
        forms[what if what in forms else "change"] = form
        if _carried_out(request, form, row) is not None:
            return redirect("player", player_id)
        _said_once(form)
    whole = board.record(player_id, actor_of(request), ReadContext.OPENED)
    counts = row.merged_into_id is None and row.anonymised_at is None
    other = _typed(request, "other")
    context = {
        "player": whole,
        "penalties": sorted(
            [*history_of(player_id), *cash_history_of(player_id, room_now())],
            key=lambda one: one["on"],
            reverse=True,
        ),
        "into": row.merged_into,
        "counts": counts,
        "likely": _may_be(row, actor_of(request)) if counts else [],
        "others": _others(other, row, actor_of(request)) if counts and other else [],
        "other": other,
        "privacy": PRIVACY,
        "forms": forms,
    }
    wrong = any(form.is_wrong for form in forms.values())
    return render(request, "office/player.html", context, status=422 if wrong else 200)


def _may_be(row: Player, by: Actor) -> list[board.Likely]:
    return board.likely(row.name, row.birth_date, [row.pk], by=by)


def _others(text: str, row: Player, by: Actor) -> list[board.PersonRow]:
    """Return search results to be merged into this record."""
    found = board.people(text).exclude(pk=row.pk)
    return board.listed(found[:10], by, search_context(text, found.count()))


def _carried_out(request: HttpRequest, form: Form, row: Player) -> CommandResult | None:
    match form.text("what"):
        case "" | "change":
            return form.act(request, "player.change", player=row.pk, **_record_in(form))
        case "contact":
            email, phone, consent = form.text("email"), form.text("phone"), form.flag("consent")
            return form.act(
                request, "player.contact", player=row.pk, email=email, phone=phone, consent=consent
            )
        case "withdraw":
            return form.act(request, "player.withdraw_contact", player=row.pk, contact=form.text("contact"))
        case "photo":
            photo = _kept(request, form)
            return form.act(request, "player.photo", player=row.pk, photo=photo)
        case "no_photo":
            return form.act(request, "player.photo", player=row.pk, photo="")
        case "ban":
            ends_on = form.text("ends_on") or None
            reason, rule = form.text("reason"), form.text("rule")
            return form.act(request, "player.ban", player=row.pk, ends_on=ends_on, reason=reason, rule=rule)
        case "lift":
            return form.act(request, "player.lift_ban", ban=form.whole("ban"))
        case "confirm":
            membership, name = form.whole("membership"), form.text("confirmed_by")
            return form.act(request, "membership.confirm", membership=membership, confirmed_by=name)
        case "merge":
            return _merged(request, form, row)
        case "link":
            return form.act(request, "token.renew_link", player=row.pk)
        case "anonymise":
            return form.act(request, "player.anonymise", player=row.pk)
    form.message = _("This form is incomplete. Reload the page.")
    return None


def _merged(request: HttpRequest, form: Form, row: Player) -> CommandResult | None:
    """Merge a record into this one; different dates of birth need a confirmation."""
    goes = form.whole("goes")
    other = Player.objects.filter(pk=goes).first() if 0 < goes < 2**63 else None
    if (
        other is not None
        and other.birth_date
        and row.birth_date
        and other.birth_date != row.birth_date
        and not form.flag("sure")
    ):
        words = {
            "other": other.name,
            "others_day": day(other.birth_date),
            "name": row.name,
            "day": day(row.birth_date),
        }
        form.message = _(
            "The dates of birth differ: %(other)s was born on %(others_day)s, %(name)s on %(day)s. "
            "Merge only if they are the same person."
        )
        form.message %= words
        form.values["asks"] = "on"
        return None
    return form.act(request, "player.merge", player=goes, into=row.pk)


def _kept(request: HttpRequest, form: Form) -> str:
    """Store the uploaded photo and return its name; an invalid file is an error of the field."""
    file = upload_of(request, "photo")
    if file is None or not file.size:
        form.fail("photo", _("Choose a picture first."))
        return ""
    try:
        # One byte over the limit is enough to detect a file that is too large.
        return keep_picture(file.read(MOST_BYTES + 1), "photo", players_folder())
    except Refused as error:
        form.refuse(error)
        return ""


@require_GET
@staff_page(reads.PLAYERS)
def photo(request: HttpRequest, name: str) -> FileResponse:
    """Serve the photo of a player's record."""
    path = photo_of_player(name) if is_name(name) else None
    if path is None:
        raise Http404
    return served(path, "private, no-store")
