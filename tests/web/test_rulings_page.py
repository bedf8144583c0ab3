"""The log of rulings: permissions, filters, corrections, and photos for staff only."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from rulings.commands.rulings import note_ruling
from rulings.models import Ruling
from rulings.services.photos import keep_photo
from tests.fixtures.picture import png
from tests.seating.seating_scenes import Places, seated
from tests.web.visitors import done, send, text_of
from tourney.access.roles import Role

pytestmark = pytest.mark.django_db
RULINGS = "/staff/rulings/"
PNG = png()


@pytest.fixture
def at(event: int) -> Places:
    """Seat two players at table 1."""
    return seated(event, {1: (1, 3)})


def note(event: int, text: str = "Ruled <b>so</b>", **given: object) -> int:
    return int(done(note_ruling, event, text=text, **given)["ruling"])


def test_rulings_and_photos_require_permission_to_read_the_journal(
    people: dict[Role, Client], event: int, at: Places
) -> None:
    name = keep_photo(PNG)
    pk = note(event, photo=name)
    for role, client in people.items():
        wanted = 403 if role is Role.DEALER else 200
        for path in ("", f"{pk}/correct/", f"photo/{name}"):
            assert client.get(f"{RULINGS}{path}").status_code == wanted, (role, path)
        sent = {"photo": SimpleUploadedFile("a.png", PNG)}
        assert client.post(f"{RULINGS}photo/", sent).status_code == wanted, role
    stranger = Client()
    for path in ("", f"{pk}/correct/", f"photo/{name}"):
        assert stranger.get(f"{RULINGS}{path}").status_code == 302, path
    assert stranger.get(f"/media/{name}").status_code == 404
    assert people[Role.DIRECTOR].get(f"/media/{name}").status_code == 404


def test_photo_is_not_cached_in_transit(page: Client, event: int) -> None:
    name = page.post(f"{RULINGS}photo/", {"photo": SimpleUploadedFile("a.png", PNG)}).json()["photo"]
    assert page.get(f"{RULINGS}photo/{name}").status_code == 404
    note(event, photo=name)
    answer = page.get(f"{RULINGS}photo/{name}")
    assert (answer["Content-Type"], answer["Cache-Control"]) == ("image/png", "private, no-store")
    assert answer["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("data", [b"", b"GIF89a", b"<svg xmlns='x'/>", png(0) * 1024 * 1024])
def test_invalid_or_oversized_picture_is_refused(page: Client, data: bytes) -> None:
    answer = page.post(f"{RULINGS}photo/", {"photo": SimpleUploadedFile("a.png", data)})
    assert answer.status_code == 409
    assert answer.json()["fields"]["photo"]


def test_the_list_is_narrowed_and_shows_no_markup(page: Client, event: int, at: Places) -> None:
    note(event, table=1, entries=[at[1, 3]], rule="Munot 22")
    note(event, "Late to the seat", rule="TDA 30")
    everything = text_of(page.get(RULINGS))
    assert "Ruled &lt;b&gt;so&lt;/b&gt;" in everything
    for query, there, away in (
        ("rule=munot+22", "Munot 22", "TDA 30"),
        ("q=late", "TDA 30", "Munot 22"),
        (f"event={event}&table=1", "Munot 22</cite>", "TDA 30"),
    ):
        shown = text_of(page.get(f"{RULINGS}?{query}")).partition("rules-list")[2]
        assert there in shown, query
        assert away not in shown, query
    assert "No matching rulings" in text_of(page.get(f"{RULINGS}?person=nobody"))


@pytest.mark.parametrize(
    "query", ["table=x", "event=%00", "before=99999999999999999999", "event=-1", "table=٣"]
)
def test_invalid_number_is_reported(page: Client, query: str) -> None:
    assert page.get(f"{RULINGS}?{query}").status_code in {200, 422}


def test_a_ruling_is_corrected_and_the_former_words_are_shown_struck_through(
    page: Client, event: int, at: Places
) -> None:
    pk = note(event, "First words", table=1, entries=[at[1, 1]], rule="TDA 1", photo=keep_photo(PNG))
    assert send(page, f"{RULINGS}{pk}/correct/", text="Second words", rule="TDA 30").status_code == 302
    newest = Ruling.objects.order_by("-pk")[0]
    assert (newest.table_id is not None, newest.concerns.count(), bool(newest.photo)) == (True, 1, True)
    shown = text_of(page.get(RULINGS))
    assert "<s>First words</s>" in shown
    assert "Corrected once" in shown
    again = send(page, f"{RULINGS}{pk}/correct/", text="Third words")
    assert again.status_code == 422
    assert "already been corrected" in text_of(again)
    assert "Third words" in text_of(again)


def test_of_no_ruling_there_is_no_form(page: Client, event: int) -> None:
    for pk in (999, 2**70):
        assert page.get(f"{RULINGS}{pk}/correct/").status_code == 404
    assert page.get(f"{RULINGS}photo/..%2fx.png").status_code == 404
