"""A redirect to an address that is too long goes to a default page, and logs no error."""

import pytest
from django.test import Client

from tests.fixtures.room import PASSWORD, press
from tourney.access.roles import FIRST_START
from tourney.commands import add_person
from web.shared.access import LONGEST_ADDRESS

pytestmark = pytest.mark.django_db
LONG = "x" * 20_000


def test_a_page_with_a_long_query_leads_to_the_login(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    answer = client.get(f"/staff/?q={LONG}")
    assert answer.status_code == 302
    assert len(answer["Location"]) < LONGEST_ADDRESS
    assert "Unsafe redirect" not in caplog.text


def test_a_login_with_a_long_way_on_leads_to_the_first_page(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    press(add_person, by=FIRST_START, username="dora", role="director", password=PASSWORD)
    sent = {"username": "dora", "password": PASSWORD, "next": f"/staff/?q={LONG}"}
    answer = client.post("/login/", sent)
    assert (answer.status_code, answer["Location"]) == (302, "/staff/")
    assert "Unsafe redirect" not in caplog.text


def test_a_language_chosen_on_a_page_with_a_long_address_leads_to_the_lobby(client: Client) -> None:
    answer = client.post("/language/", {"language": "de", "next": f"/?q={LONG}"})
    assert (answer.status_code, answer["Location"]) == (302, "/")
