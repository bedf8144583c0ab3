"""Groups of displays and rotations: which displays show the same, what, and when."""

import re
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clock.boards.clock import lobby
from displays.models import LAYOUTS, Rotation, Screen, ScreenGroup
from displays.rules.programme import holding
from displays.services.group_versions import group_version, rotation_version
from displays.services.layout_names import layout_name, own_layouts
from displays.services.placement import just_closed
from tourney.access.roles import Permission
from tourney.journal.commands import CommandResult
from tourney.models import Tournament
from tourney.now import room_now
from tourney.rules.numbers import whole_number
from web.shared.access import staff_page
from web.shared.forms import Form
from web.shared.texts import WORDS

_TIME = re.compile(r"([01]?[0-9]|2[0-3])[:.]([0-5][0-9])")
SLIDES, ENTRIES = 8, 4


@never_cache
@staff_page(Permission.MANAGE_SCREENS)
@require_http_methods(["GET", "POST"])
def display_groups(request: HttpRequest) -> HttpResponse:
    """Show groups and rotations with a form for each; `?group=` and `?rotation=` open one to change it."""
    forms = {"group": _group_form(request), "rotation": _rotation_form(request), "other": Form()}
    if request.method == "POST":
        sent = Form.sent(request)
        what = sent.text("what")
        forms[what if what in forms else "other"] = sent
        if _carried_out(request, sent, what) is not None:
            return redirect("display_groups")
    events = [("", _("The group’s event")), *_events(forms["group"], forms["rotation"])]
    wrong = any(form.is_wrong for form in forms.values())
    group = forms["group"]
    context = {
        "forms": forms,
        "groups": [_listed(one) for one in ScreenGroup.objects.prefetch_related("screens")],
        "rotations": [(one, _slides(one)) for one in Rotation.objects.all()],
        "screens": [
            (one, bool(group.values.get(f"screen_{one.pk}")))
            for one in Screen.objects.filter(retired=False).select_related("group")
        ],
        "events": [("", _("No event")), *events[1:]],
        "slide_events": events,
        "layouts": _layouts(),
        "contents": _contents(),
        "slide_layouts": [("", "–"), *_layouts()],
        "schedule_contents": [("", "–"), *_contents()],
        "whens": _whens(),
        "slides": [(number, f"slide_{number}_") for number in range(1, SLIDES + 1)],
        "more_slides": bool(forms["rotation"].values.get("slide_5_layout") or forms["rotation"].errors),
        "entries": [(number, f"entry_{number}_") for number in range(1, ENTRIES + 1)],
    }
    return render(request, "office/display_groups.html", context, status=422 if wrong else 200)


def _events(*forms: Form) -> list[tuple[int, str]]:
    """Return the events to choose from: those of the lobby, and closed ones of the last day or chosen already."""
    events = [(one.tournament, one.name) for one in lobby().events]
    recent = just_closed()
    chosen = {
        whole_number(text) for form in forms for name, text in form.values.items() if "tournament" in name
    }
    others = chosen - {key for key, _name in (*events, *recent)} - {None}
    closed = [*recent, *Tournament.objects.filter(pk__in=others).values_list("pk", "name")]
    return [*events, *((key, _("%(name)s (closed)") % {"name": name}) for key, name in closed)]


def _layouts() -> list[tuple[str, str]]:
    return [*((one, str(WORDS[f"displays.layout_{one}"])) for one in LAYOUTS), *own_layouts()]


def _contents() -> list[tuple[str, str]]:
    """Return what a group can show: a layout, or a rotation."""
    name = _("Rotation “%(name)s”")
    rotations = [(f"rotation:{one.pk}", name % {"name": one.name}) for one in Rotation.objects.all()]
    return [*((f"layout:{key}", text) for key, text in _layouts()), *rotations]


def _whens() -> list[tuple[str, str]]:
    return [
        ("always", _("always")),
        ("before_start", _("before the start")),
        ("running", _("during levels")),
        ("break", _("during breaks")),
        ("over", _("after the end")),
    ]


def _content(layout: str, rotation: int | None) -> str:
    return f"layout:{layout}" if rotation is None else f"rotation:{rotation}"


def _listed(group: ScreenGroup) -> dict[str, Any]:
    """Return a group with what holds now."""
    names = dict(_contents())
    at = localtime(room_now())
    index = holding([entry["at"] for entry in group.schedule], at.hour * 60 + at.minute)
    content = (
        _content(layout_name(group), group.rotation_id)
        if index is None
        else _content(group.schedule[index]["layout"], group.schedule[index]["rotation"])
    )
    schedule = [
        (_time_text(entry["at"]), names.get(_content(entry["layout"], entry["rotation"]), ""))
        for entry in group.schedule
    ]
    screens = [one.name for one in group.screens.all()]
    return {"row": group, "now": names.get(content, ""), "schedule": schedule, "screens": screens}


def _slides(rotation: Rotation) -> str:
    """Return what each slide shows, for how long, when (unless always) and of which event (unless the group's)."""
    layouts, whens = dict(_layouts()), dict(_whens())
    events = Tournament.objects.in_bulk([slide["tournament"] for slide in rotation.slides])
    listed = []
    for slide in rotation.slides:
        event, when = events.get(slide["tournament"]), slide["when"]
        notes = [
            f"{slide['seconds']} s",
            "" if when == "always" else whens[when],
            event.name if event else "",
        ]
        listed.append(f"{layouts.get(slide['layout'], '')} ({', '.join(filter(None, notes))})")
    return " · ".join(listed)


def _time_text(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _group_form(request: HttpRequest) -> Form:
    number = whole_number(request.GET.get("group", ""))
    row = None if number is None else ScreenGroup.objects.filter(pk=number).first()
    if row is None:
        return Form({"content": "layout:clock"})
    values: dict[str, object] = {
        "group": row.pk,
        "based_on": group_version(row),
        "name": row.name,
        "tournament": row.tournament_id or "",
        "content": _content(layout_name(row), row.rotation_id),
    }
    for position, entry in enumerate(row.schedule, 1):
        values[f"entry_{position}_at"] = _time_text(entry["at"])
        values[f"entry_{position}_content"] = _content(entry["layout"], entry["rotation"])
    return Form({**values, **{f"screen_{one.pk}": "on" for one in row.screens.all()}})


def _rotation_form(request: HttpRequest) -> Form:
    number = whole_number(request.GET.get("rotation", ""))
    row = None if number is None else Rotation.objects.filter(pk=number).first()
    if row is None:
        return Form({f"slide_{position}_seconds": 20 for position in range(1, SLIDES + 1)})
    values: dict[str, object] = {
        "rotation": row.pk,
        "based_on": rotation_version(row),
        "name": row.name,
    }
    for position, slide in enumerate(row.slides, 1):
        values |= {
            f"slide_{position}_layout": slide["layout"],
            f"slide_{position}_tournament": slide["tournament"] or "",
            f"slide_{position}_seconds": slide["seconds"],
            f"slide_{position}_when": slide["when"],
        }
    return Form(values)


def _carried_out(request: HttpRequest, form: Form, what: str) -> CommandResult | None:
    match what:
        case "group":
            if _was_removed(form, what, ScreenGroup):
                form.message = _("This group has been removed. Save it again to add it as a new one.")
                return None
            return form.act(request, "screen_group.save", **_group_arguments(form))
        case "rotation":
            if _was_removed(form, what, Rotation):
                form.message = _("This rotation has been removed. Save it again to add it as a new one.")
                return None
            name, slides = _named(form), _slides_in(form)
            rotation = form.chosen("rotation")
            based_on = form.text("based_on") or None
            done = form.act(
                request, "rotation.save", rotation=rotation, based_on=based_on, name=name, slides=slides
            )
            _mark_slides(form)
            return done
        case "remove_rotation":
            return form.act(request, "rotation.remove", rotation=form.whole("rotation"))
        case "remove_group":
            return form.act(request, "screen_group.remove", group=form.whole("group"))
        case "blank" | "unblank":
            return form.act(request, "screen_group.blank", group=form.whole("group"), blank=what == "blank")
        case "say":
            return form.act(request, "screen_group.say", group=form.whole("group"), text=form.text("text"))
    form.message = _("This form is incomplete. Reload the page.")
    return None


def _was_removed(form: Form, name: str, model: type[ScreenGroup | Rotation]) -> bool:
    """Return whether the group or rotation of a form has been removed; if so, saving the form adds a new one."""
    number = form.chosen(name)
    if number is None or model._default_manager.filter(pk=number).exists():
        return False
    form.values[name] = ""
    return True


def _named(form: Form) -> str:
    if not form.text("name"):
        form.fail("name", _("This field is required."))
    return form.text("name")


def _chosen_content(form: Form, name: str) -> dict[str, Any]:
    kind, _colon, key = form.text(name).partition(":")
    rotation = whole_number(key) if kind == "rotation" else None
    return {"layout": key if kind == "layout" else "clock", "rotation": rotation}


def _group_arguments(form: Form) -> dict[str, Any]:
    chosen = [name.removeprefix("screen_") for name in form.values if name.startswith("screen_")]
    return {
        "group": form.chosen("group"),
        "based_on": form.text("based_on") or None,
        "name": _named(form),
        "tournament": form.chosen("tournament"),
        "screens": [number for one in chosen if (number := whole_number(one)) is not None],
        "schedule": _entries_in(form),
        **_chosen_content(form, "content"),
    }


def _entries_in(form: Form) -> list[dict[str, Any]]:
    entries = []
    for position in range(1, ENTRIES + 1):
        at, content = f"entry_{position}_at", f"entry_{position}_content"
        if not form.text(at) and not form.text(content):
            continue
        found = _TIME.fullmatch(form.text(at))
        if found is None:
            form.fail(at, _("Enter a time of day as 19:00."))
        elif not form.text(content):
            form.fail(content, _("This field is required."))
        else:
            entries.append({"at": int(found[1]) * 60 + int(found[2]), **_chosen_content(form, content)})
    return entries


def _mark_slides(form: Form) -> None:
    """Move the errors of slides ("slides.0.seconds") to their fields; slides without a layout are left out."""
    prefixes = [f"slide_{one}_" for one in range(1, SLIDES + 1) if form.text(f"slide_{one}_layout")]
    for path in [one for one in form.errors if one.startswith("slides.")]:
        _slides, number, *name = path.split(".")
        form.fail(prefixes[int(number)] + (name or ["layout"])[0], form.errors.pop(path))


def _slides_in(form: Form) -> list[dict[str, Any]]:
    slides = []
    for position in range(1, SLIDES + 1):
        prefix = f"slide_{position}_"
        if not form.text(f"{prefix}layout"):
            continue
        slides.append(
            {
                "layout": form.text(f"{prefix}layout"),
                "tournament": form.chosen(f"{prefix}tournament"),
                "seconds": form.whole(f"{prefix}seconds"),
                "when": form.text(f"{prefix}when") or "always",
            }
        )
    if not slides:
        form.fail("slide_1_layout", _("Choose at least one layout."))
    return slides
