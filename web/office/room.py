"""The room: name and appearance."""

import uuid
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.http import require_http_methods

from displays.boards.look import room_look
from displays.models import THEMES, RoomLook
from operations.services.last_backup import last_error, last_made, missing_since
from tourney.access.roles import Permission
from tourney.models import Room
from tourney.now import room_now
from tourney.rulebooks.shelf import books
from web.office.pictures import kept_picture
from web.office.room_sounds import save_sound, sound_config, sound_rows
from web.shared.access import staff_page
from web.shared.forms import Form, command_of, upload_of

_THEMES = {"room": lazy("The room’s colour"), "felt": lazy("Green felt"), "wine": lazy("Wine red"),
           "midnight": lazy("Midnight blue"), "black": lazy("Black")}  # fmt: skip


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
        "last_backup": last_made(),
        "missing_backup": missing_since(room_now()),
        "backup_error": last_error(),
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
    # First the texts, which can be refused. A form that is sent twice has the same commands.
    whole = form.command_id
    if form.act(request, "look.set", theme=form.text("theme"), sponsor=form.text("sponsor")) is None:
        return False
    for place, picture in pictures.items():
        form.command_id = str(uuid.uuid5(command_of(whole), place))
        if form.act(request, "look.picture", place=place, picture=picture) is None:
            return False
    return True
