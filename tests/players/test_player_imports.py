"""Large files of players: imported in the background in batches, each of them once despite interruptions."""

import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from players.commands import background_import
from players.commands.anonymisation import anonymise_player
from players.commands.background_import import (
    ROWS_TO_A_BATCH,
    cancel_import,
    continue_import,
    forget_old_imports,
    keep_file,
    preview_of,
    start_import,
)
from players.commands.contacts import withdraw_contact
from players.models import ImportBatch, Player, PlayerImport
from players.periodic import continue_imports
from players.rules.import_choices import Known
from players.rules.people_sheet import guess, read_grid, read_sheet
from tests.desk.tills import player
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import press, refusal
from tests.web.visitors import client_of, text_of
from tourney.access.roles import FIRST_START, Actor
from tourney.journal.undo import undo_in_room
from tourney.models import JournalEntry, User
from tourney.now import room_now

pytestmark = pytest.mark.django_db
HEAD = "Name;Date of birth;Card number"


def user_of(actor: Actor) -> User:
    return User.objects.get(pk=int(actor.key.partition(":")[2]))


def kept(by: Actor, rows: Sequence[str], head: str = HEAD) -> PlayerImport:
    """Upload a file."""
    text = "\n".join([head, *rows])
    return keep_file(user_of(by), "players.csv", text, "utf-8", read_grid(text, 50_000))


def started(by: Actor, rows: Sequence[str], *, known: Known = "skip", head: str = HEAD) -> PlayerImport:
    """Upload a file and start its import."""
    file = kept(by, rows, head)
    sheet = read_sheet(file.text, None, 50_000)
    assert start_import(file, user_of(by).pk, guess(sheet), "", known, has_head=True)
    return file


def finished(file: PlayerImport, steps: int = 1_000) -> PlayerImport:
    """Run the steps of the import and return it."""
    while steps and continue_import(file.pk):
        steps -= 1
    file.refresh_from_db()
    return file


def people(count: int, first: int = 1) -> list[str]:
    """Generate rows of dissimilar players."""
    return [
        f"{word(n)} {word(7 * n + 3)};19{n % 50 + 40}-{n % 12 + 1:02}-{n % 28 + 1:02};C{n:05}"
        for n in range(first, first + count)
    ]


def word(number: int) -> str:
    """Return a word that differs from that of every other number in most letters."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    return "".join(letters[(number * step + number // 26) % 26] for step in (1, 3, 5, 7, 9, 11)).title()


def counts(file: PlayerImport) -> dict[str, Any]:
    return {name: getattr(file, name) for name in ("state", "added", "changed", "skipped", "rejected")}


def test_a_file_is_imported_batch_by_batch_with_a_journal_entry_each(floor: Actor) -> None:
    file = started(floor, people(250))
    assert continue_import(file.pk), "read"
    assert not Player.objects.filter(card="C00001").exists()
    assert continue_import(file.pk)
    assert Player.objects.filter(card__startswith="C0").count() == ROWS_TO_A_BATCH
    assert counts(finished(file)) == {
        "state": "done",
        "added": 250,
        "changed": 0,
        "skipped": 0,
        "rejected": 0,
    }
    lines = JournalEntry.journal(None).filter(kind="player.import_batch").order_by("seq")
    assert [line.answer["added"] for line in lines if line.answer] == [100, 100, 50]
    assert {line.actor for line in lines} == {floor.key}
    journal_tells_the_rows()


def test_the_journal_has_no_row_of_the_file_among_the_arguments(floor: Actor) -> None:
    finished(started(floor, ["Canary Person;1990-05-30;C1"]))
    line = JournalEntry.journal(None).get(kind="player.import_batch")
    assert "Canary" not in str(line.arguments) + str(line.answer)
    assert not any(change["model"].startswith("players.import") for change in line.changes)


def test_file_is_deleted_after_the_import(floor: Actor) -> None:
    file = finished(started(floor, people(120)))
    assert file.text == ""
    assert [part.rows for part in file.parts.all()] == [[], []]


def test_a_batch_that_is_asked_for_twice_is_imported_once(
    floor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = started(floor, people(150))
    continue_import(file.pk)
    original = background_import.import_batch

    def twice(**given: Any) -> Any:
        # The periodic task and the job both claimed the import.
        original(**given)
        return original(**given)

    monkeypatch.setattr(background_import, "import_batch", twice)
    assert counts(finished(file))["added"] == 150
    assert Player.objects.filter(card__startswith="C0").count() == 150


def test_batch_of_a_killed_process_is_rolled_back_and_repeated(
    floor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = started(floor, people(150))
    continue_import(file.pk)

    class Killed(BaseException):
        """An exception that no handler catches."""

    def killed(_self: ImportBatch, *_args: Any, **_given: Any) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(ImportBatch, "save", killed)
        with pytest.raises(Killed):
            continue_import(file.pk)
    assert not Player.objects.filter(card="C00001").exists()
    assert counts(finished(file))["added"] == 150


def test_periodic_task_continues_an_import_with_a_lost_job(floor: Actor) -> None:
    file = started(floor, people(50))
    continue_imports()
    file.refresh_from_db()
    assert file.batches is None, "the job may still run"
    for _step in range(2):
        PlayerImport.objects.update(touched_at=room_now() - timedelta(seconds=3))
        continue_imports()
    file.refresh_from_db()
    assert (file.state, file.added) == ("done", 50)


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        ("skip", {"added": 1, "changed": 0, "skipped": 2}),
        ("change", {"added": 1, "changed": 2, "skipped": 0, "rejected": 0}),
        # The card identifies the player without doubt: this row is no new player.
        ("add", {"added": 2, "changed": 0, "skipped": 1}),
    ],
)
def test_players_on_file_are_skipped_corrected_or_added_as_was_chosen(
    floor: Actor, known: Known, expected: dict[str, int]
) -> None:
    player("Anna Berger")
    Player.objects.filter(pk=player("Karl Carddom")).update(card="K1")
    file = started(
        floor, ["Anna Berger;1990-05-30;K2", "Charles Carddom;;K1", "Quite Else;1970-01-02;"], known=known
    )
    found = counts(finished(file))
    assert {name: found[name] for name in expected} == expected


def test_a_record_is_corrected_only_where_name_and_date_of_birth_are_the_same(floor: Actor) -> None:
    anna = player("Anna Berger", birth_date="1980-01-01")
    rows = [
        "Ana Berger;;A1",
        "Anna Berger;1995-05-05;A2",
        "Anna Berger;;A3",
        "Anna Berger;1980-01-01;A4",
    ]
    file = finished(started(floor, rows, known="change"))
    assert (counts(file)["changed"], counts(file)["rejected"]) == (1, 3)
    assert Player.objects.get(pk=anna).card == "A4"
    (part,) = file.parts.all()
    assert part.rejected[0]["text"] == (
        f"May be the existing player #{anna} Anna Berger. Add or correct this player by hand."
    )


def test_player_with_a_similar_name_is_listed_as_rejected(floor: Actor) -> None:
    player("Thomas Müller", birth_date="1980-01-01")
    rows = ["Thomas Möller;;", "Thomas Müller;;", "Thomas Müller;1980-01-01;"]
    file = finished(started(floor, rows))
    assert {name: counts(file)[name] for name in ("added", "skipped", "rejected")} == {
        "added": 0, "skipped": 2, "rejected": 1,
    }  # fmt: skip


def test_import_rows_are_distinguished_by_name_and_date_of_birth(floor: Actor) -> None:
    # Father and son in different batches: the second is not a known player, as the first came from the same
    # file.
    rows = [
        "Hans Meier;1950-01-01;",
        *people(ROWS_TO_A_BATCH),
        "Hans Meier;1980-01-01;",
        "Hans Meier;1950-01-01;",
    ]
    assert counts(finished(started(floor, rows))) == {
        "state": "done", "added": ROWS_TO_A_BATCH + 2, "changed": 0, "skipped": 1, "rejected": 0,
    }  # fmt: skip


def test_rows_with_an_error_are_left_out_and_listed(floor: Actor) -> None:
    file = finished(started(floor, ["Good One;1990-05-30;", "Bad Date;30.02.1990;", ";1990-01-01;"]))
    assert counts(file) == {"state": "done", "added": 1, "changed": 0, "skipped": 0, "rejected": 2}
    (part,) = file.parts.all()
    assert [(one["line"], one["name"]) for one in part.rejected] == [(3, "Bad Date"), (4, "")]


def test_a_row_that_a_command_refuses_holds_up_no_other(floor: Actor) -> None:
    # The record it would correct was anonymised in between, and its card number is still taken.
    gone = player("Gone Person")
    file = started(floor, ["Gone Person;;G1", "Other Person;;"], known="change")
    continue_import(file.pk)
    part = file.parts.get()
    part.rows[0]["values"]["email"] = "not an address"
    part.rows[0]["values"]["contact_consent"] = True
    part.save()
    assert counts(finished(file)) == {"state": "done", "added": 1, "changed": 0, "skipped": 0, "rejected": 1}
    assert Player.objects.get(pk=gone).card == ""


def test_cancelled_import_keeps_imported_records_and_drops_the_rest(floor: Actor) -> None:
    file = started(floor, people(250))
    for _step in range(2):
        continue_import(file.pk)
    cancel_import(file)
    assert not continue_import(file.pk)
    file.refresh_from_db()
    assert (file.state, file.added) == ("cancelled", 100)
    assert [part.rows for part in file.parts.all()] == [[], [], []]
    assert Player.objects.filter(card__startswith="C0").count() == 100


def test_an_import_ends_when_its_login_is_switched_off(floor: Actor) -> None:
    file = started(floor, people(10))
    User.objects.filter(pk=user_of(floor).pk).update(is_active=False)
    assert counts(finished(file)) == {
        "state": "cancelled",
        "added": 0,
        "changed": 0,
        "skipped": 0,
        "rejected": 0,
    }


def test_an_import_is_given_up_after_five_unexpected_errors_in_a_row(
    floor: Actor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    file = started(floor, people(10))
    continue_import(file.pk)

    def broken(_self: ImportBatch, *_args: Any, **_given: Any) -> None:
        raise ValueError("broken")

    monkeypatch.setattr(ImportBatch, "save", broken)
    for _try in range(5):
        assert not continue_import(file.pk), "the periodic task tries again later"
    file.refresh_from_db()
    assert (file.state, file.parts.get().rows) == ("failed", [])
    assert caplog.text.count("failed") == 5


def test_a_batch_can_be_undone(floor: Actor) -> None:
    finished(started(floor, people(5)))
    line = JournalEntry.journal(None).get(kind="player.import_batch")
    press(undo_in_room, by=FIRST_START, seq=line.seq)
    assert not Player.objects.filter(card__startswith="C0").exists()


def test_old_imports_are_deleted_after_a_day(floor: Actor) -> None:
    done, draft, running = (
        finished(started(floor, people(3))),
        kept(floor, people(3, 50)),
        started(floor, people(3, 90)),
    )
    PlayerImport.objects.update(touched_at=room_now() - timedelta(hours=25))
    forget_old_imports()
    assert list(PlayerImport.objects.values_list("pk", flat=True)) == [running.pk]
    assert {done.pk, draft.pk}.isdisjoint(ImportBatch.objects.values_list("file", flat=True))


def test_another_file_takes_the_place_of_one_that_was_not_imported(floor: Actor, director: Actor) -> None:
    theirs, first, running = (
        kept(director, people(3)),
        kept(floor, people(3, 50)),
        started(floor, people(3, 90)),
    )
    second = kept(floor, people(3, 50))
    assert set(PlayerImport.objects.values_list("pk", flat=True)) == {theirs.pk, running.pk, second.pk}
    assert first.pk not in {second.pk, theirs.pk}


def test_anonymising_a_player_deletes_kept_files_and_waits_for_running_imports(
    floor: Actor, director: Actor
) -> None:
    someone = player("Canary Person")
    kept(floor, ["Canary Person;1990-05-30;"])
    running = started(floor, people(3))
    assert refusal(anonymise_player, by=director, player=someone).code == "import_running"
    finished(running)
    press(anonymise_player, by=director, player=someone)
    assert not PlayerImport.objects.exists()


def test_a_withdrawn_contact_leaves_no_draft_that_may_contain_it(floor: Actor) -> None:
    someone = player("Canary Person", email="canary@example.org", contact_consent=True)
    kept(floor, ["Canary Person;1990-05-30;canary@example.org"])
    press(withdraw_contact, by=floor, player=someone, contact="email")
    assert not PlayerImport.objects.exists()


def test_the_page_that_asks_for_the_columns_reads_the_first_rows_only(
    desk: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = kept(desk, [f"Player {number};;" for number in range(3_000)])
    PlayerImport.objects.update(text="no more of it is read")
    page = client_of(desk).get(f"/staff/room/players/import/{file.pk}/")
    assert page.status_code == 200
    assert "Player 0" in text_of(page)
    assert re.search(r"3[,.]?000", text_of(page))
    grid = preview_of(PlayerImport.objects.get())
    assert [row.cells[0] for row in grid.rows][:2] == ["Name", "Player 0"]
    assert len(grid.rows) < 10


def test_imported_records_are_journalled_for_the_requester(desk: Actor, floor: Actor) -> None:
    file = kept(desk, ["Ann;;", "Bert;;"])
    assert start_import(file, user_of(floor).pk, ["name", "", ""], "", "skip", has_head=True)
    finished(file)
    assert JournalEntry.objects.get(kind="player.import_batch").actor == floor.key


def test_a_draft_of_before_previews_is_still_read(desk: Actor) -> None:
    file = kept(desk, ["Ann;;", "Bert;;"])
    PlayerImport.objects.update(preview=None)
    assert "Bert" in text_of(client_of(desk).get(f"/staff/room/players/import/{file.pk}/"))
