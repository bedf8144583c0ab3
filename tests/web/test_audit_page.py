"""Directors download signed journals and the public key."""

import pytest
from cryptography.hazmat.primitives.serialization import load_pem_public_key
from django.test import Client

from clock.commands.announcements import say
from operations.rules.audit_file import verify
from operations.services.audit_key import checker, read_public
from tests.web.visitors import done, text_of
from tourney.access.roles import Role

pytestmark = [pytest.mark.django_db, pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume")]
PAGE, FILE, PUBLIC = "/staff/journal/signed/", "/staff/journal/signed/file/", "/staff/journal/signed/key.pem"


def test_director_downloads_a_file_that_the_public_key_verifies(
    people: dict[Role, Client], event: int
) -> None:
    done(say, event, text="Welcome")
    director = people[Role.DIRECTOR]
    assert f'href="{PAGE}?event={event}"' in text_of(director.get(f"/staff/t/{event}/journal/"))
    assert f'<option value="{event}" selected>' in text_of(director.get(f"{PAGE}?event={event}"))
    pem = director.get(PUBLIC).content
    assert load_pem_public_key(pem)
    content = b"".join(director.get(f"{FILE}?event={event}&since=&until="))
    found = verify(content.splitlines(), checker(read_public(pem)))
    assert found.faults == []
    assert (found.entries, found.about["event"]) == (1, event)


def test_other_roles_get_no_signed_export(people: dict[Role, Client], event: int) -> None:
    for role in (Role.FLOOR, Role.DESK):
        assert PAGE not in text_of(people[role].get("/staff/journal/"))
        assert [people[role].get(path).status_code for path in (PAGE, FILE, PUBLIC)] == [403] * 3


@pytest.mark.parametrize(
    "query",
    [
        "event=999",
        "event=x",
        "event=%00",
        f"event={2**70}",
        "since=yesterday",
        "since=2027-01-01&until=2026-01-01",
    ],
)
def test_faulty_extent_is_shown_at_its_field(people: dict[Role, Client], query: str) -> None:
    answer = people[Role.DIRECTOR].get(f"{FILE}?{query}")
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in text_of(answer)
