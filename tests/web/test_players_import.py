"""The page of a large player file: its columns, progress, skipped rows and permissions."""

import uuid
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from players.commands.background_import import continue_import
from players.models import Player, PlayerImport
from players.rules.people_sheet import MOST_ROWS
from tests.web.visitors import text_of
from tourney.access.roles import Role

pytestmark = pytest.mark.django_db
IMPORT = "/staff/room/players/import/"


def large(*rows: str, head: str = "Name,Date of birth") -> bytes:
    """Return a file with too many rows for a preview on one page."""
    filling = [f"Nobody {chr(97 + n % 26)}{n},1990-01-01" for n in range(MOST_ROWS + 1 - len(rows))]
    return "\n".join([head, *rows, *filling]).encode()


def upload(client: Client, data: bytes) -> Any:
    return client.post(
        IMPORT, {"file": SimpleUploadedFile("club.csv", data), "command_id": str(uuid.uuid4())}
    )


def page_of(answer: Any) -> str:
    """Upload a file and return its page."""
    assert answer.status_code == 302
    return str(answer["Location"])


def fields_of(answer: Any) -> dict[str, str]:
    """Return the form fields of the page as a browser would send them."""
    form = answer.context["form"]
    columns = {f"column-{one['place']}": one["field"] for one in answer.context["columns"]}
    return {"head": form.values["head"], "stamp": form.values["stamp"], **columns}


def started(client: Client, data: bytes, **more: str) -> str:
    """Start the import of a file and return its page."""
    page = page_of(upload(client, data))
    seen = client.post(page, {**fields_of(client.get(page)), **more, "what": "look"})
    answer = client.post(page, {**fields_of(seen), **more, "what": "start"})
    assert page_of(answer) == page
    return page


def all_steps() -> None:
    while continue_import(PlayerImport.objects.get().pk):
        pass


def test_a_file_of_more_rows_than_fit_a_page_is_imported_in_the_background(page: Client) -> None:
    shown = page.get(page_of(upload(page, large("Anna Berger,1990-05-30", "Bad Day,31.02.1990"))))
    assert "Anna Berger" in text_of(shown)
    assert "The date “31.02.1990” does not exist." in text_of(shown), "the preview shows the first rows"
    assert "Import 2001 rows" in text_of(shown)
    assert not Player.objects.exists()


def test_page_shows_progress_and_skipped_rows_of_the_import(page: Client) -> None:
    address = started(page, large("Anna Berger,1990-05-30", "Bad Day,31.02.1990"))
    assert "Importing…" in text_of(page.get(address))
    continue_import(PlayerImport.objects.get().pk)
    continue_import(PlayerImport.objects.get().pk)
    part = text_of(page.get(f"{address}progress/"))
    assert 'data-state="running"' in part
    assert 'value="4"' in part, "one batch of 21"
    all_steps()
    part = text_of(page.get(f"{address}progress/"))
    assert 'data-state="done"' in part
    assert 'value="100"' in part
    assert Player.objects.filter(name="Anna Berger").count() == 1
    [head, row] = page.get(f"{address}rejected.csv").content.decode("utf-8-sig").splitlines()
    assert (head, row) == (
        "Line,Column,Error,Name",
        "3,Date of birth,The date “31.02.1990” does not exist.,Bad Day",
    )


def test_only_previewed_columns_are_imported(page: Client) -> None:
    address = page_of(upload(page, large("Berger,Ace", head="a,b")))
    seen = page.get(address)
    assert seen.status_code == 422
    assert "Choose the column with the names" in text_of(seen)
    chosen = {**fields_of_columns(seen), "column-0": "name", "column-1": "nickname", "head": "on"}
    unseen = page.post(address, {**chosen, "what": "start"})
    assert unseen.status_code == 422
    assert PlayerImport.objects.get().state == "draft"
    page.post(address, {**fields_of(unseen), "what": "start"})
    assert PlayerImport.objects.get().columns == ["name", "nickname"]


def fields_of_columns(answer: Any) -> dict[str, str]:
    return {f"column-{one['place']}": one["field"] for one in answer.context["columns"]}


def test_a_file_is_discarded_before_and_an_import_cancelled_while_it_runs(page: Client) -> None:
    address = page_of(upload(page, large("Anna Berger,1990-05-30")))
    assert page_of(page.post(address, {"what": "cancel"})) == IMPORT
    assert not PlayerImport.objects.exists()
    address = started(page, large("Anna Berger,1990-05-30"))
    page.post(address, {"what": "cancel"})
    assert "Import cancelled" in text_of(page.get(address))
    assert not Player.objects.exists()


def test_a_file_sent_twice_is_started_once(page: Client) -> None:
    address = started(page, large("Anna Berger,1990-05-30"))
    all_steps()
    page.post(address, {"what": "start"})
    assert PlayerImport.objects.get().state == "done"


def test_another_logins_file_requires_permission_for_personal_data(
    people: dict[Role, Client], page: Client
) -> None:
    theirs = page_of(upload(page, large("Anna Berger,1990-05-30")))
    for part in ("", "progress/", "rejected.csv"):
        assert people[Role.DESK].get(f"{theirs}{part}").status_code == 404
        assert people[Role.FLOOR].get(f"{theirs}{part}").status_code == 200
        assert people[Role.DEALER].get(f"{theirs}{part}").status_code == 403
    assert "club.csv" not in text_of(people[Role.DESK].get(IMPORT))
    assert "club.csv" in text_of(people[Role.FLOOR].get(IMPORT))
    own = page_of(upload(people[Role.DESK], large("Bea Acker,1990-05-30")))
    assert people[Role.DESK].get(own).status_code == 200


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"Name\n" + b"Anna Berger\n" * 50_001, "50001 rows"),
        (b"Name\n" + b"x" * 10_000_001, "10000001 bytes"),
        (b"\xff\xfe\x00\xd8" * 300_000, "UTF-16"),
    ],
)
def test_a_file_beyond_the_bounds_is_refused(page: Client, data: bytes, why: str) -> None:
    answer = upload(page, data)
    assert answer.status_code == 422
    assert why in text_of(answer)
    assert not PlayerImport.objects.exists()


def test_file_of_many_blank_lines_previews_on_one_page(page: Client) -> None:
    answer = upload(page, b"Name\nAnna Berger\n" + b"\n" * 5_000)
    assert answer.status_code == 200
    assert not PlayerImport.objects.exists()
