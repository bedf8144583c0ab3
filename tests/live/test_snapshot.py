"""One database snapshot: within another one, within a command and for a page."""

import pytest
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext

from seating.commands import add_tables
from stages.services.rules import stage_event_of
from tests.fixtures.room import PASSWORD, press
from tourney.access.roles import FIRST_START
from tourney.commands import add_person
from tourney.models import Room, Tournament, User
from tourney.snapshot import command_cache, consistent_read, in_consistent_read
from web.shared.access import staff_page


def missing() -> None:
    with consistent_read():
        raise LookupError


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("around", [transaction.atomic, consistent_read])
def test_empty_read_does_not_break_the_surrounding_snapshot(around: object) -> None:
    with around():  # type: ignore[operator]
        with pytest.raises(LookupError):
            missing()
        assert not Room.objects.filter(pk=0).exists()


@pytest.mark.django_db
def test_nothing_is_commanded_while_a_page_is_read() -> None:
    with consistent_read(), pytest.raises(TypeError, match="being read"):
        press(add_tables, by=FIRST_START, first=1, last=1, seats=9)


@pytest.mark.django_db
def test_what_an_event_of_stages_belongs_to_is_read_once_in_a_command(event: int) -> None:
    row = Tournament.objects.get(pk=event)
    with CaptureQueriesContext(connection) as queries, command_cache([], of_room=False):
        for _ in range(3):
            assert stage_event_of(row) is None
    assert len(queries) == 1


@pytest.mark.django_db
def test_a_staff_page_reads_all_its_parts_from_one_snapshot(rf: RequestFactory) -> None:
    found = []

    @staff_page()
    def page(request: HttpRequest) -> HttpResponse:
        found.append(in_consistent_read())
        return HttpResponse()

    press(add_person, by=FIRST_START, username="ada", password=PASSWORD, role="floor")
    login = User.objects.get(username="ada")
    for send in (rf.get, rf.post):
        request = send("/")
        request.user = login
        page(request)
    assert found == [True, False]
