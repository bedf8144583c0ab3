"""What a room's journal shows of logins, and what reading it costs."""

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.fixtures.query_plans import looked_up_one_by_one, rows_read
from tourney.access.roles import Actor
from tourney.journal.boards import journal_entries
from tourney.models import JournalEntry

pytestmark = pytest.mark.django_db
_LOGINS, _OTHERS, _PAGE = 1_000, 60, 50


def _note_logins(key: str) -> None:
    """Write what years of logins leave in the journal, and what staff did since."""
    last = JournalEntry.journal(None).order_by("-seq").values_list("seq", flat=True).first() or 0
    since = timezone.now() - timedelta(days=700)
    kinds = ["login.note"] * _LOGINS + ["player.add"] * _OTHERS
    JournalEntry.objects.bulk_create(
        [
            JournalEntry(
                seq=last + number,
                kind=kind,
                at=since + timedelta(hours=number),
                actor=key,
                who="Anna",
                command=uuid.uuid4(),
                arguments={"address": "10.0.0.9"} if kind == "login.note" else {"name": "Bert"},
                changes=[],
            )
            for number, kind in enumerate(kinds, 1)
        ]
    )


@pytest.mark.postgres
def test_a_page_of_the_journal_does_not_read_the_logins_before_it_on_postgresql(
    floor: Actor, director: Actor
) -> None:
    _note_logins(director.key)
    looked_up_one_by_one()
    page = journal_entries(None, reader=floor)[:_PAGE]
    assert [one.kind for one in page] == ["player.add"] * _PAGE
    # The page itself, the entries about logins that can be undone, and their undos. How many of them PostgreSQL passes
    # over depends on the statistics that other tests left.
    assert rows_read(*page.query.sql_with_params()) < _LOGINS / 3
