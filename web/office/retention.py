"""How long data of players is kept: the policy, and who would be anonymised by it."""

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from operations.services.deletions import deletions
from operations.services.retention import TAKES_EFFECT, policy, unseen
from penalties.commands.retention import kept_months
from players.models import Retention
from tourney.access.roles import Permission
from tourney.now import room_now
from tourney.periodic_jobs import attempts_kept_for
from web.shared.access import staff_page
from web.shared.forms import Form
from web.shared.punctuation import labelled

_MOST = 200
_LONGEST = 600
REASONS = {
    "banned": lazy("Banned, or a member"),
    "open_event": lazy("In an event that is not closed"),
    "season": lazy("In a season that is not closed"),
    "cash": lazy("In the cash room, or a stake at the cage"),
    "outstanding": lazy("Prize, ticket or comps outstanding"),
}
# What the schedules delete.
WORDS = {
    "players": lazy("Names and personal data of players without a visit"),
    "penalties": lazy("Penalties of closed events"),
    "sessions": lazy("Login sessions, with IP address and browser"),
    "attempts": lazy("Wrong passwords, codes and links, with IP address"),
    "imports": lazy("Files of player imports"),
    "jobs": lazy("Results of background tasks"),
    "deliveries": lazy("Webhook messages"),
    "backups": lazy("Backups"),
}
_KEPT = {
    "sessions": lazy("after they end"),
    "imports": lazy("a day after their last use"),
    "jobs": lazy("an hour after they finish"),
    "deliveries": lazy("two weeks after the last attempt"),
}
# What no schedule ever deletes.
FOREVER = (
    lazy("The journal: who did what, and when. Anonymising a player removes the personal data from it."),
    lazy("Events with their entries, places, prizes and points"),
    lazy("Receipts, payments, vouchers and cash room money, because accounts must be kept"),
    lazy("Bans, memberships and rulings, until the player is anonymised"),
    lazy("Staff logins, until a director deactivates them; their names stay in the journal"),
)


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(Permission.MANAGE_EVENTS)
def retention(request: HttpRequest) -> HttpResponse:
    """Set after how many months players who were not seen are anonymised, after a look at who that would be."""
    row = policy()
    months = "" if row is None else str(row.months)
    form = Form({"months": request.GET.get("months", months)[:10]})
    if request.method == "POST":
        form = Form.sent(request)
        typed = _months(form)
        if form.text("what") == "preview":
            if not form.errors:
                return redirect(f"{request.path}?months={typed or ''}")
        elif not form.errors and form.act(request, "player.set_retention", months=typed) is not None:
            return redirect("players_retention")
    typed = _months(form)
    now = room_now()
    found = None if typed is None else unseen(typed, now)
    changed = Retention.objects.filter(pk=1).first()
    context = {
        "form": form,
        "months": typed,
        "saved": None if row is None else row.months,
        "from_day": None if changed is None else changed.changed_at + TAKES_EFFECT,
        "waits": changed is not None and now < changed.changed_at + TAKES_EFFECT,
        "due": [] if found is None else found.due[:_MOST],
        "schedules": [(WORDS[row.name], _kept_for(row.name), row) for row in deletions(now)],
        "forever": FOREVER,
        "count": 0 if found is None else len(found.due),
        "kept": []
        if found is None
        else [(REASONS[reason], count) for reason, count in found.kept.items() if count],
    }
    return render(request, "office/players_retention.html", context, status=422 if form.is_wrong else 200)


def _kept_for(name: str) -> str:
    """Return when a schedule deletes something, in words."""
    if name == "players":
        row = policy()
        months = None if row is None else row.months
        return _after_months(months, _("Kept until deleted by hand"))
    if name == "penalties":
        return _after_months(kept_months(), _("Kept for good"))
    if name == "attempts":
        hours = round(attempts_kept_for() / timedelta(hours=1))
        when = ngettext("after %(count)s hour", "after %(count)s hours", hours) % {"count": hours}
    elif name == "backups":
        when = _("according to the setting BACKUP_KEEP: %(kept)s") % {"kept": settings.BACKUP_KEEP}
    else:
        when = str(_KEPT[name])
    return labelled(_("Deleted"), when)


def _after_months(months: int | None, otherwise: str) -> str:
    if months is None:
        return otherwise
    when = ngettext("after %(count)s month", "after %(count)s months", months) % {"count": months}
    return labelled(_("Deleted"), when)


def _months(form: Form) -> int | None:
    """Return the months of the form, None for never; another text is an error of the field."""
    text = form.text("months")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= _LONGEST):
        form.fail("months", _("Enter a number of months from 1 to 600."))
        return None
    return int(text)
