"""The room: name and appearance, and its chip sets."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.http import require_http_methods

from displays.boards.look import room_look
from displays.models import THEMES, RoomLook
from tourney.access.roles import Permission
from tourney.boards import room as boards
from tourney.models import Room
from tourney.rulebooks.shelf import books
from web.office.pictures import kept_picture
from web.office.room_sounds import save_sound, sound_config, sound_rows
from web.shared.access import staff_page
from web.shared.forms import Form, upload_of

_THEMES = {"room": lazy("The room’s colour"), "felt": lazy("Green felt"), "wine": lazy("Wine red"),
           "midnight": lazy("Midnight blue"), "black": lazy("Black")}  # fmt: skip
_MOST_CHIPS = 20
_FIRST_ROWS = 6
# Initial chips of a new set; all of them can be changed.
_USUAL = ((25, "#1f7a3f", "#ffffff"), (100, "#1b1b1b", "#ffffff"), (500, "#6b3fa0", "#ffffff"),
          (1000, "#f2c230", "#1b1b1b"), (5000, "#c8452b", "#ffffff"), (25000, "#2f6feb", "#ffffff"))  # fmt: skip


def book_choices() -> list[tuple[str, str]]:
    """Return all books by key, as choices of a form."""
    return [(key, book.title) for key, book in books().items()]


@require_http_methods(["GET", "POST"])
@staff_page(Permission.MANAGE_EVENTS)
def settings_of_room(request: HttpRequest) -> HttpResponse:
    """Edit name, currency, language, colour, the rulebook of new events, and look and sounds of displays."""
    room = Room.objects.get_or_create(id=1)[0]
    names = ("name", "currency", "language", "book", "accent")
    form = Form({name: getattr(room, name) for name in names})
    row = room_look()
    look = Form({"theme": row.theme, "sponsor": row.sponsor})
    sound = Form()
    if request.method == "POST":
        sent = Form.sent(request)
        if sent.text("what") == "sound":
            sound = sent
            done = save_sound(request, sound)
        elif sent.text("what"):
            look = sent
            done = _save_look(request, look)
        else:
            form = sent
            given: dict[str, Any] = {name: form.text(name) for name in names}
            done = form.act(request, "room.settings", **given) is not None
        if done:
            return redirect("room_settings")
    context = {
        "look": look,
        "themes": [(theme, _THEMES[theme]) for theme in THEMES],
        "pictures": row.pictures(),
        "sounds": sound_rows(row, sound),
        "config": sound_config(),
        "form": form,
        "books": book_choices(),
        "languages": settings.LANGUAGES,
    }
    wrong = form.is_wrong or look.is_wrong or sound.is_wrong
    return render(request, "office/room.html", context, status=422 if wrong else 200)


def _save_look(request: HttpRequest, form: Form) -> bool:
    """Save theme, sponsor and uploaded pictures, or remove the picture whose button was pressed."""
    removed = form.text("what").removeprefix("no_")
    if removed in RoomLook.PICTURES:
        return form.act(request, "look.picture", place=removed, picture="") is not None
    chosen = [place for place in RoomLook.PICTURES if upload_of(request, place)]
    pictures = {place: kept_picture(request, form, place) for place in chosen}
    if form.errors:
        return False
    for place, picture in pictures.items():
        if form.act(request, "look.picture", place=place, picture=picture) is None:
            return False
    return form.act(request, "look.set", theme=form.text("theme"), sponsor=form.text("sponsor")) is not None


@require_http_methods(["GET", "POST"])
@staff_page(Permission.MANAGE_EVENTS)
def chips(request: HttpRequest) -> HttpResponse:
    """List the room's chip sets and create new ones."""
    form = Form()
    rows = [{"value": value, "face": face, "edge": edge, "error": ""} for value, face, edge in _USUAL]
    if request.method == "POST":
        form = Form.sent(request)
        rows, looks = _chips_of(request, form)
        if not form.errors and not looks:
            form.fail("chips", _("A chip set needs at least one chip. Enter a value."))
        if form.act(request, "chips.add_set", name=form.text("name"), chips=looks) is not None:
            return redirect("chips")
        _place_errors(form, rows)
    rows.extend(
        {"value": "", "face": "#888888", "edge": "#ffffff", "error": ""}
        for _n in range(len(rows), _FIRST_ROWS)
    )
    context = {
        "sets": boards.chip_sets(),
        "form": form,
        "rows": rows,
        "config": {"most": _MOST_CHIPS},
    }
    return render(request, "office/chipsets.html", context, status=422 if form.is_wrong else 200)


def _chips_of(request: HttpRequest, form: Form) -> tuple[list[dict[str, object]], list[dict[str, object]]]:
    """Return the submitted rows, and those with a value as the command takes them."""
    columns = [request.POST.getlist(name)[:_MOST_CHIPS] for name in ("value", "face", "edge")]
    rows: list[dict[str, object]] = []
    looks: list[dict[str, object]] = []
    for number, (value, face, edge) in enumerate(zip(*columns, strict=False)):
        rows.append({"value": value, "face": face, "edge": edge, "error": ""})
        if value.strip():
            one = Form({"value": value})
            looks.append({"value": one.chips("value"), "face": face, "edge": edge})
            rows[-1]["place"] = f"chips.{len(looks) - 1}."
            if one.errors:
                form.fail(f"row.{number}", one.errors["value"])
    return rows, looks


def _place_errors(form: Form, rows: list[dict[str, object]]) -> None:
    """Attach each error to its chip."""
    for number, row in enumerate(rows):
        place = row.get("place")
        found = [form.errors.get(f"row.{number}", "")]
        found += [text for name, text in form.errors.items() if place and name.startswith(str(place))]
        row["error"] = " ".join(filter(None, found))
