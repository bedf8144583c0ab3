"""What the public page of a season costs: few queries for any number of events, none of them twice."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from seasons.commands.seasons import correct_points
from tests.fixtures.room import MakesEvents, press
from tests.seasons.nights import began_days_ago, members, night, season, written_night
from tests.web.visitors import text_of
from tourney.access.roles import Actor
from tourney.journal.undo import undo
from tourney.models import JournalEntry
from tourney.services import event_cache
from web.public import seasons

pytestmark = pytest.mark.django_db


def queries_of(client: Client, path: str) -> int:
    """Return how many queries a page makes."""
    with CaptureQueriesContext(connection) as found:
        assert client.get(path).status_code == 200
    return len(found)


def test_page_is_read_in_few_queries_for_all_events_and_once_for_all_readers(
    make_event: MakesEvents, client: Client
) -> None:
    row, club = season(), members("Ann Abel", "Ben Bauer", "Cid Cohn")
    cold = []
    for _more in range(2):
        for _event in range(3):
            written_night(make_event, club)
        event_cache.clear_all()
        seasons.forget_all()
        cold.append(queries_of(client, "/seasons/"))
    assert cold[0] == cold[1] < 60
    assert queries_of(client, f"/seasons/{row.pk}/") < 10
    assert queries_of(Client(), "/seasons/") < 10
    # The lists of programs are kept as well.
    client.get("/api/v1/seasons/lists")
    assert queries_of(client, "/api/v1/seasons/lists") < 5


def test_further_years_add_few_queries_to_the_list_of_all_years(
    make_event: MakesEvents, client: Client
) -> None:
    row, club = season(), members("Ann Abel", "Ben Bauer", "Cid Cohn")
    written_night(make_event, club)
    year, found = row.first_day.year, []
    for back in range(1, 4):
        season(name=f"Before {back}", first_day=f"{year - back}-01-01", last_day=f"{year - back}-12-31")
        began_days_ago(written_night(make_event, club), 366 * back)
        event_cache.clear_all()
        found.append(queries_of(client, f"/seasons/{row.pk}/"))
    # The two that find a year's events.
    assert found == [found[0], found[0] + 2, found[0] + 4]
    assert "All years" in text_of(client.get(f"/seasons/{row.pk}/"))


def test_correction_of_an_old_result_shows_at_once(
    make_event: MakesEvents, client: Client, floor: Actor, director: Actor
) -> None:
    row, club = season(points="linear"), members("Ann Abel", "Ben Bauer", "Cid Cohn")
    event = night(make_event, floor, club)

    def ranking() -> list[str]:
        page = (
            text_of(client.get(f"/seasons/{row.pk}/")).partition('id="ranking"')[2].partition("</section>")[0]
        )
        return sorted(("Ann Abel", "Ben Bauer", "Cid Cohn"), key=page.index)

    assert ranking() == ["Ann Abel", "Ben Bauer", "Cid Cohn"]
    press(correct_points, by=director, season=row.pk, player=club[2], points=5, reason="Won a side event")
    assert ranking()[0] == "Cid Cohn"
    last = JournalEntry.journal(event).filter(kind="entry.bust").latest("seq").seq
    press(undo, event, by=director, seq=last)
    assert "running" in text_of(client.get(f"/seasons/{row.pk}/"))
