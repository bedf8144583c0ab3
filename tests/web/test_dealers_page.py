"""The dealers' page: who sees it, its buttons, and the rule of self-dealt events."""

import pytest
from django.test import Client

from dealers.models import Dealer, Stint
from tests.fixtures.room import MakesEvents
from tests.seating.seating_scenes import seated
from tests.web.visitors import send, text_of
from tourney.access.roles import Role

pytestmark = pytest.mark.django_db
DEALERS = "/staff/dealers/"


def test_page_requires_permission_to_manage_tables(people: dict[Role, Client]) -> None:
    for role, client in people.items():
        wanted = 200 if role in {Role.DIRECTOR, Role.FLOOR} else 403
        for path in ("", "history/", "history/?dealer=1&table=2"):
            assert client.get(f"{DEALERS}{path}").status_code == wanted, (role, path)
    assert Client().get(DEALERS).status_code == 302


def test_dealers_are_added_put_on_shift_pushed_sent_and_go_home(
    page: Client, make_event: MakesEvents
) -> None:
    seated(make_event(book="tda"), {1: (1, 3), 2: (2,)})
    for name in ("Ada", "Bob"):
        assert send(page, DEALERS, what="add", name=name).status_code == 302
    ada, bob = Dealer.objects.order_by("name")
    for one in (ada, bob):
        send(page, DEALERS, what="begin", dealer=one.pk)
    shown = text_of(page.get(DEALERS))
    assert "2 tables have no dealer:" in shown
    assert "The rota covers tables of events and cash tables." in shown
    send(page, DEALERS, what="push")
    assert set(Stint.objects.filter(ended_at=None).values_list("table__number", flat=True)) == {1, 2}
    assert "no dealer" not in text_of(page.get(DEALERS))
    send(page, DEALERS, what="send", dealer=ada.pk, table="")
    assert Stint.objects.get(dealer=ada, ended_at=None).table is None
    send(page, DEALERS, what="every", minutes=20)
    send(page, DEALERS, what="end", dealer=ada.pk)
    send(page, DEALERS, what="unlist", dealer=ada.pk)
    assert not Dealer.objects.get(pk=ada.pk).active
    shown = text_of(page.get(f"{DEALERS}history/?dealer={ada.pk}"))
    assert shown.count('<th scope="row">Ada</th>') == 3


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"what": "push"}, "No dealer is on shift."),
        ({"what": "add", "name": ""}, "Nothing has changed."),
        ({"what": "every", "minutes": "x"}, "This must be a whole number."),
        ({"what": "begin", "dealer": "999"}, "Not found: dealer."),
        ({"what": "nothing"}, "This form is incomplete."),
    ],
)
def test_invalid_input_is_reported(page: Client, given: dict[str, str], message: str) -> None:
    answer = send(page, DEALERS, **given)
    assert answer.status_code == 422
    assert message in text_of(answer)


def test_self_dealt_event_is_labelled_by_its_book(page: Client, make_event: MakesEvents) -> None:
    """Five Spades 3.11; Munot has no such rule."""
    seated(make_event(book="munot"), {1: (1, 2)})
    assert "<cite" not in text_of(page.get(DEALERS))
    seated(make_event(book="five_spades"), {2: (1, 2)})
    shown = text_of(page.get(DEALERS))
    assert "Five Spades 3.11" in shown
    assert "The players deal, changing clockwise" in shown
    assert "Players deal at 1 table:" in shown
    assert "1 table has no dealer:" in shown


@pytest.mark.parametrize("query", ["dealer=x", "table=%00", "before=-1", "table=٣"])
def test_invalid_number_is_reported(page: Client, query: str) -> None:
    assert page.get(f"{DEALERS}history/?{query}").status_code == 422
