"""Read and undo what an earlier version wrote, in the database of DATABASE_URL. Prints one JSON object."""

import json
import logging
import os
import uuid
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tourney.settings")
django.setup()

from django.apps import apps  # noqa: E402
from django.test import Client  # noqa: E402

from tourney.access.viewers import viewer_of_user  # noqa: E402
from tourney.journal.boards import text_of  # noqa: E402
from tourney.journal.commands import COMMANDS  # noqa: E402
from tourney.journal.readable import readable  # noqa: E402
from tourney.journal.refused import Refused  # noqa: E402
from tourney.journal.replay import disagreements, replay  # noqa: E402
from tourney.models import JournalEntry, Tournament, User  # noqa: E402

# Pages of the office, of an event and of the public; {event} stands for each event in turn.
PAGES = (
    "/", "/staff/", "/staff/desk/", "/staff/journal/", "/staff/room/players/", "/staff/room/tables/", "/staff/till/",
    "/staff/till/receipts/", "/staff/structures/", "/staff/people/", "/staff/screens/", "/championship/",
    "/staff/t/{event}/", "/staff/t/{event}/journal/", "/staff/t/{event}/tables/", "/staff/t/{event}/details/",
    "/staff/t/{event}/registration/", "/staff/t/{event}/waiting/", "/staff/t/{event}/prizes/",
    "/staff/t/{event}/payouts/", "/staff/t/{event}/floor/", "/staff/t/{event}/results/", "/events/{event}/",
    "/results/{event}/",
)  # fmt: skip
UNDONE = 10
# Models that moved to another app or were renamed since: their rows are counted before anything is undone.
KEPT = (
    "procedures.shotclock", "dealers.dealer", "displays.screen", "penalties.penalty", "procedures.bankmove",
    "procedures.handforhand", "procedures.handforhandtable", "rulings.ruling",
)  # fmt: skip


def main() -> None:
    """Open pages, read every journal entry, and undo the last ten of each journal that can be undone."""
    logging.disable(logging.CRITICAL)
    director = User.objects.get(username="director")
    events = list(Tournament.objects.order_by("pk").values_list("pk", flat=True))
    client = Client(headers={"host": "localhost"})
    client.force_login(director)
    paths = {page.format(event=event) for page in PAGES for event in events}
    statuses = {path: client.get(path).status_code for path in sorted(paths)}
    entries = list(JournalEntry.objects.order_by("pk"))
    # An entry without its own text shows its bare kind.
    unread = [one.seq for one in entries if text_of(readable(one, None)) in {"", one.kind}]
    before = disagreements(replay(entries))
    rows = {name: apps.get_model(name).objects.count() for name in KEPT}
    undone = {str(scope): undo_last(scope, viewer_of_user(director).actor) for scope in (None, *events)}
    found = {
        "entries": len(entries),
        "unread": unread,
        "pages": {path: status for path, status in statuses.items() if status != 200},
        "disagreements": before + disagreements(replay(JournalEntry.objects.order_by("pk"))),
        "rows": rows,
        "undone": undone,
    }
    print(json.dumps(found))


def undo_last(scope: int | None, actor: Any) -> int:
    """Undo the last entries of a journal, newest first, skipping those that later ones depend on."""
    undo = COMMANDS["room.undo" if scope is None else "undo"]
    count = 0
    for entry in JournalEntry.journal(scope).order_by("-seq"):
        made = COMMANDS.get(entry.kind)
        if count < UNDONE and made is not None and made.undoable:
            try:
                undo(actor=actor, command_id=uuid.uuid4(), tournament_id=scope, seq=entry.seq)
            except Refused:
                continue
            count += 1
    return count


if __name__ == "__main__":
    main()
