"""Triggers of displays: when something happens in an event, they sound, speak, show a message or a layout."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from clock.boards.clock import lobby
from displays.commands.triggers import check_level
from displays.models import HOUSE, LAYOUTS, HouseLayout, Screen, ScreenGroup, Trigger
from displays.models.trigger import SILENCE
from displays.rules.announcements import PLACEHOLDERS
from displays.rules.triggers import TIMED
from displays.services.layout_names import layout_name, own_layouts
from displays.services.shipped_triggers import SHIPPED_TRIGGERS
from displays.services.sound_store import MOST_BYTES, keep_sound
from displays.services.trigger_times import next_times
from displays.services.trigger_words import WHENS
from tourney.access.roles import Permission
from tourney.journal.refused import Refused
from tourney.now import from_ms
from tourney.rules.numbers import whole_number
from web.office.announcements import mark_placeholders
from web.office.hub import staff_config
from web.office.trigger_sentence import SOUNDS, sentence
from web.shared.access import staff_page
from web.shared.forms import Form, upload_of
from web.shared.texts import WORDS

_UNITS = {"minutes": 60, "seconds": 1}
_LEVELS = ("level_start", "level_end")
# A file of one’s own in the list of sounds.
_OWN = "own"


@never_cache
@staff_page(Permission.MANAGE_SCREENS)
@require_http_methods(["GET", "POST"])
def triggers(request: HttpRequest) -> HttpResponse:
    """List the room's triggers with a form for one; `?trigger=` opens one to change it."""
    form = _filled(request.GET.get("trigger", ""))
    other = Form()
    if request.method == "POST":
        sent = Form.sent(request)
        if sent.text("what") == "save":
            form = sent
        else:
            other = sent
        if _carried_out(request, sent):
            return redirect("triggers")
    rows = list(Trigger.objects.select_related("tournament", "group", "house_layout"))
    times = next_times(rows)
    context = {
        "config": staff_config(request, unreachable=_("The sound could not be loaded. Check the network.")),
        "form": form,
        "other": other,
        "rows": [
            {
                "row": one,
                "sentence": sentence(one),
                "place": _place(one),
                "next": from_ms(times[one.pk][0]) if one.pk in times else None,
                "event": times[one.pk][1] if one.pk in times else "",
                "sound": f"/media/{one.sound}" if "." in one.sound else one.sound,
            }
            for one in rows
        ],
        "sentence": _sentence_of(form),
        "screens": Screen.objects.filter(retired=False),
        "timed": " ".join(TIMED),
        "levels": " ".join(_LEVELS),
        "whens": [(one, str(text)) for one, text in WHENS.items()],
        "units": [("minutes", _("minutes")), ("seconds", _("seconds"))],
        "places": _places(form),
        "sounds": _sounds(rows),
        "priorities": [
            ("normal", _("Normal: above the layout")),
            ("urgent", _("Urgent: fills the display")),
        ],
        "layouts": [("", _("No other layout")), *_layout_choices()],
        "placeholders": [f"{{{name}}}" for name in PLACEHOLDERS],
    }  # fmt: skip
    wrong = form.is_wrong or other.is_wrong
    return render(request, "office/triggers.html", context, status=422 if wrong else 200)


@never_cache
@staff_page(Permission.MANAGE_SCREENS)
@require_GET
def trigger_sentence(request: HttpRequest) -> HttpResponse:
    """Return what the trigger of the form would do, as a sentence."""
    return HttpResponse(_sentence_of(Form(request.GET.dict())), content_type="text/plain; charset=utf-8")


def _filled(text: str) -> Form:
    number = whole_number(text)
    row = None if number is None else Trigger.objects.filter(pk=number).first()
    if row is None:
        row = Trigger(when="level_end")
    unit = "seconds" if row.before_seconds % 60 else "minutes"
    return Form(
        {
            "trigger": row.pk or "",
            "when": row.when,
            "before": row.before_seconds // _UNITS[unit] or "",
            "unit": unit,
            "number": row.number or "" if row.when in _LEVELS else "",
            "players": row.number or "" if row.when == "players_left" else "",
            "shown_on": _place_key(row),
            "sound": row.sound,
            "spoken": row.spoken,
            "message": row.message,
            "message_seconds": row.message_seconds,
            "priority": row.priority,
            "layout": layout_name(row),
            "layout_seconds": row.layout_seconds or "",
        }
    )


def _place_key(row: Trigger) -> str:
    return {"event": f"event:{row.tournament_id}", "group": f"group:{row.group_id}"}.get(row.shown_on, "all")


def _place(row: Trigger) -> str:
    if row.tournament is not None:
        return row.tournament.name
    return _("All displays") if row.group is None else _("Group “%(name)s”") % {"name": row.group.name}


def _places(form: Form) -> list[tuple[str, str]]:
    events = [(f"event:{one.tournament}", one.name) for one in lobby().events]
    groups = [
        (f"group:{one.pk}", _("Group “%(name)s”") % {"name": one.name}) for one in ScreenGroup.objects.all()
    ]
    found = [("all", _("All displays")), *events, *groups]
    chosen = form.text("shown_on") or "all"
    if chosen not in dict(found):
        row = Trigger.objects.filter(pk=whole_number(form.text("trigger")) or 0).first()
        found.append((chosen, "–" if row is None else _("%(name)s (closed)") % {"name": _place(row)}))
    return found


def _sounds(rows: list[Trigger]) -> list[tuple[str, str]]:
    own = dict.fromkeys(row.sound for row in rows if "." in row.sound)
    return [
        ("", _("No sound of its own")),
        *((one, str(text)) for one, text in SOUNDS.items()),
        *((name, _("Custom sound %(number)s") % {"number": index}) for index, name in enumerate(own, 1)),
        (_OWN, _("A file of your own")),
        (SILENCE, _("Silence, replacing the built-in sound")),
    ]


def _sentence_of(form: Form) -> str:
    """Return the sentence of what was entered so far."""

    def number(name: str) -> int | None:
        found = whole_number(form.text(name))
        return found if found is None or 0 <= found < 1_000_000 else None

    when = form.text("when")
    least = {"before": 0, _number_field(when): 1, "message_seconds": 1, "layout_seconds": 1}
    for name, low in least.items():
        found = number(name)
        if form.text(name) and (found is None or found < low):
            return _("Enter valid numbers to see what the trigger does.")
    if when == "players_left" and number(_number_field(when)) is None:
        return _("Enter a number of players to see what the trigger does.")
    before = (number("before") or 0) * _UNITS.get(form.text("unit"), 60)
    row = Trigger(
        when=when,
        before_seconds=before if when in TIMED else 0,
        number=number(_number_field(when)),
        sound=_sound_in(form) or ("own." if form.text("own_sound") else ""),
        spoken=form.text("spoken")[:200],
        message=form.text("message")[:200],
        message_seconds=number("message_seconds") or 30,
        **_layout_of(form.text("layout")),
        layout_seconds=number("layout_seconds"),
    )
    return sentence(row)


def _number_field(when: str) -> str:
    """Return the field that has the number of a condition; "" for one without."""
    return "number" if when in _LEVELS else "players" if when == "players_left" else ""


def _sound_in(form: Form) -> str:
    """Return the sound that is chosen; "" for one that is uploaded."""
    return "" if form.text("sound") == _OWN else form.text("sound")


def _layout_choices() -> list[tuple[str, str]]:
    """Return the layouts to choose from: the fixed ones and those of the house."""
    return [*((one, str(WORDS[f"displays.layout_{one}"])) for one in LAYOUTS), *own_layouts()]


def _layout_of(name: str) -> dict[str, Any]:
    key = whole_number(name.removeprefix(f"{HOUSE}:")) if name.startswith(HOUSE) else None
    house = None if key is None else HouseLayout.objects.filter(pk=key).first()
    return {"layout": name, "house_layout": house}


def _carried_out(request: HttpRequest, form: Form) -> bool:
    match form.text("what"):
        case "save":
            number = form.chosen("trigger")
            if number is not None and not Trigger.objects.filter(pk=number).exists():
                form.values["trigger"] = ""
                form.message = _("This trigger has been removed. Save it again to add it as a new one.")
                return False
            done = form.act(request, "trigger.save", **_arguments(request, form))
            fields = {"before_seconds": "before"}
            if _number_field(form.text("when")) == "players":
                fields["number"] = "players"
            for argument in fields.keys() & form.errors.keys():
                form.fail(fields[argument], form.errors.pop(argument))
            if form.code == "bad_argument":
                # The message uses labels of other commands for the same arguments; mark the fields of this form.
                form.message = ""
        case "on" | "off" as wanted:
            done = form.act(request, "trigger.switch", trigger=form.whole("trigger"), on=wanted == "on")
        case "remove":
            done = form.act(request, "trigger.remove", trigger=form.whole("trigger"))
        case "restore":
            done = form.act(request, "trigger.restore", shipped=list(SHIPPED_TRIGGERS))
        case _:
            form.message = _("This form is incomplete. Reload the page.")
            return False
    return done is not None


def _arguments(request: HttpRequest, form: Form) -> dict[str, Any]:
    when = form.text("when")
    kind, _colon, place = form.text("shown_on").partition(":")
    before = form.whole("before") if form.text("before") else 0
    texts = {name: form.text(name) for name in ("spoken", "message", "priority", "layout")}
    mark_placeholders(form, "spoken", "message")
    own = _own_sound(request, form)
    if own is None and form.text("sound") == _OWN:
        form.fail("own_sound", _("Choose a file first."))
    number = _number_field(when)
    level = form.chosen(number) if number else None
    try:
        check_level(when, level, whole_number(place) if kind == "event" else None)
    except Refused as error:
        form.fail("number", error.message)
    return {
        **texts,
        "trigger": form.chosen("trigger"),
        "when": when,
        "before_seconds": before * _UNITS.get(form.text("unit"), 60),
        "sound": _sound_in(form) if own is None else own,
        "number": level,
        "shown_on": kind,
        "tournament": whole_number(place) if kind == "event" else None,
        "group": whole_number(place) if kind == "group" else None,
        "message_seconds": form.whole("message_seconds") if form.text("message_seconds") else 30,
        "layout_seconds": form.chosen("layout_seconds"),
    }


def _own_sound(request: HttpRequest, form: Form) -> str | None:
    """Store an uploaded sound and return its file name; an invalid file is an error of the field."""
    file = upload_of(request, "own_sound")
    if file is None or not file.size:
        return None
    try:
        # One byte over the limit is enough to detect a file that is too large.
        return keep_sound(file.read(MOST_BYTES + 1), "own_sound")
    except Refused as error:
        form.refuse(error)
        return ""
