"""Commands run by a worker: requested once, carried out once, reported to staff."""

import json
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from seating.commands import draw_seats, set_plan
from seating.models import Draw, Seat
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import press
from tests.seating.people import places_of, register_entries, tables_for
from tests.web.visitors import client_of
from tourney import periodic_jobs
from tourney.access.roles import Actor
from tourney.boards.jobs import jobs
from tourney.jobs.commands import carry_out, run_job
from tourney.journal.commands import COMMANDS
from tourney.journal.refused import Refused
from tourney.journal.undo import undo
from tourney.models import Job, JournalEntry, User
from tourney.now import server_ms
from tourney.periodic_jobs import delete_old_jobs, run_lost_jobs
from web.shared.texts import WORDS

pytestmark = pytest.mark.django_db


@pytest.fixture
def field(event: int, floor: Actor) -> list[int]:
    """Create twenty entries without a seat, and tables for them."""
    tables_for(event, range(1, 4))
    press(set_plan, event, by=floor, seats_per_table=9)
    return register_entries(event, 20)


def request(event: int, by: Actor, command: uuid.UUID | None = None, **more: Any) -> Any:
    """Request a draw as a page does."""
    return carry_out(
        draw_seats, actor=by, command_id=command or uuid.uuid4(), tournament_id=event, arguments={}, **more
    )


def send(client: Client, event: int, command: uuid.UUID) -> Any:
    """Send the draw command as a page's script does."""
    body = {"command_id": str(command), "arguments": {}}
    return client.post(f"/do/t/{event}/seats.draw/", body, content_type="application/json")


def test_a_draw_is_answered_before_it_is_done(event: int, floor: Actor, field: list[int]) -> None:
    client, command = client_of(floor), uuid.uuid4()
    answer = send(client, event, command)
    assert (answer.status_code, answer.json()["state"]) == (202, "queued")
    assert not Seat.objects.exists()
    run_job(answer.json()["job"])
    done = send(client, event, command)
    assert done.status_code == 200
    assert done.json()["answer"]["seated"] == len(field)
    assert done.json()["line"]["text"] == "Drew seats for 20 players at 3 tables"


def test_draw_is_one_journal_entry_of_its_actor(event: int, floor: Actor, field: list[int]) -> None:
    before, command = JournalEntry.journal(event).count(), uuid.uuid4()
    run_job(request(event, floor, command).pk)
    line = JournalEntry.journal(event).latest("seq")
    assert JournalEntry.journal(event).count() == before + 1
    assert (line.kind, line.actor, line.who, line.command) == ("seats.draw", floor.key, floor.name, command)
    assert Job.objects.get().seq == line.seq
    journal_tells_the_rows()


def test_the_same_press_twice_draws_once(event: int, floor: Actor, field: list[int]) -> None:
    command = uuid.uuid4()
    first, second = request(event, floor, command), request(event, floor, command)
    assert first.pk == second.pk
    run_job(first.pk)
    run_job(first.pk)
    assert request(event, floor, command).answer["seated"] == len(field)
    assert Draw.objects.count() == 1
    assert set(places_of(event)) == set(field)


def test_a_job_taken_again_after_its_commit_draws_once(event: int, floor: Actor, field: list[int]) -> None:
    job = request(event, floor)
    press(draw_seats, event, by=floor, command=job.command)
    run_job(job.pk)
    job.refresh_from_db()
    assert job.state == "done"
    assert Draw.objects.count() == 1


def test_a_draw_that_a_job_did_is_undone_like_any_other(event: int, floor: Actor, field: list[int]) -> None:
    run_job(request(event, floor).pk)
    press(undo, event, by=floor, seq=JournalEntry.journal(event).latest("seq").seq)
    assert not Seat.objects.exists()
    run_job(request(event, floor).pk)
    assert set(places_of(event)) == set(field)
    journal_tells_the_rows()


def test_a_refused_job_says_why_as_often_as_it_is_asked(event: int, floor: Actor) -> None:
    press(set_plan, event, by=floor, seats_per_table=9)
    command = uuid.uuid4()
    run_job(request(event, floor, command).pk)
    for _count in range(2):
        with pytest.raises(Refused) as caught:
            request(event, floor, command)
        assert (caught.value.code, caught.value.message) == ("no_entries", "There are no entries yet.")
    (shown,) = jobs(event).jobs
    assert (shown.state, shown.code, shown.who) == ("refused", "no_entries", floor.name)


def test_refusal_of_a_job_uses_the_language_of_the_request_and_cites_the_rule(
    event: int, floor: Actor, field: list[int]
) -> None:
    register_entries(event, 20)
    with translation.override("de"):
        job = request(event, floor)
    run_job(job.pk)
    job.refresh_from_db()
    assert job.code == "no_room"
    assert job.rule.startswith("Five Spades")
    assert job.message.startswith("Es fehlen 13 Plätze.")


def test_an_id_of_another_command_is_refused(event: int, floor: Actor, desk: Actor, field: list[int]) -> None:
    command = uuid.uuid4()
    request(event, floor, command)
    with pytest.raises(Refused) as caught:
        request(event, desk, command)
    assert caught.value.code == "command_reused"


def test_job_is_not_created_without_permission_to_draw(event: int, dealer: Actor, field: list[int]) -> None:
    with pytest.raises(Refused) as caught:
        request(event, dealer)
    assert caught.value.code == "not_allowed"
    assert not Job.objects.exists()


@pytest.mark.parametrize("change", [{"is_active": False}, {"role": "dealer"}])
def test_job_of_a_disabled_login_is_refused(
    event: int, floor: Actor, field: list[int], change: dict[str, Any]
) -> None:
    job = request(event, floor)
    User.objects.filter(pk=int(floor.key.partition(":")[2])).update(**change)
    run_job(job.pk)
    job.refresh_from_db()
    assert (job.state, job.code) == ("refused", "not_allowed")
    assert not Seat.objects.exists()


def test_job_left_behind_by_a_stopped_room_is_refused(event: int, floor: Actor, field: list[int]) -> None:
    job = request(event, floor)
    Job.objects.filter(pk=job.pk).update(requested_at=job.requested_at - timedelta(minutes=6))
    run_job(job.pk)
    job.refresh_from_db()
    assert (job.state, job.code) == ("refused", "too_late")
    assert not Seat.objects.exists()


@pytest.mark.parametrize(
    ("allowed", "waited", "state"),
    [(60, 61, "refused"), (60, 30, "done"), (3_600, 301, "refused"), (None, 301, "refused")],
    ids=["page", "in-time", "room", "no-deadline"],
)
def test_job_is_refused_after_the_deadline_of_its_page_or_five_minutes(
    event: int, floor: Actor, field: list[int], allowed: int | None, waited: int, state: str
) -> None:
    """The page has given up by then: what it reported as not carried out must not happen later."""
    client, command = client_of(floor), uuid.uuid4()
    body: dict[str, Any] = {"command_id": str(command), "arguments": {}}
    if allowed is not None:
        body["until"] = server_ms() + allowed * 1_000
    answer = client.post(f"/do/t/{event}/seats.draw/", body, content_type="application/json")
    assert answer.status_code == 202
    job = Job.objects.get(command=command)
    back = timedelta(seconds=waited)
    moved = None if job.until is None else job.until - back
    Job.objects.filter(pk=job.pk).update(requested_at=job.requested_at - back, until=moved)
    run_job(job.pk)
    job.refresh_from_db()
    assert (job.state, job.code) == (state, "" if state == "done" else "too_late")
    assert Seat.objects.exists() == (state == "done")


def test_deadline_that_is_no_time_is_refused(event: int, floor: Actor, field: list[int]) -> None:
    for until in (10**30, -(10**30), 1.5, "soon", True):
        body = {"command_id": str(uuid.uuid4()), "arguments": {}, "until": until}
        answer = client_of(floor).post(f"/do/t/{event}/seats.draw/", body, content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (422, "bad_argument"), until
    assert not Job.objects.exists()


def test_failing_job_changes_nothing_and_ends_after_five_attempts(
    event: int, floor: Actor, field: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_words: Any) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr("seating.commands.draws._fill", breaks)
    job = request(event, floor)
    for count in range(5):
        run_job(job.pk)
        job.refresh_from_db()
        assert (job.state, job.attempts) == ("running", count + 1)
    assert not Draw.objects.exists()
    run_job(job.pk)
    job.refresh_from_db()
    assert (job.state, job.code) == ("failed", "job_failed")
    with pytest.raises(Refused):
        request(event, floor, job.command)


def test_periodic_task_runs_jobs_that_no_worker_took(
    event: int, floor: Actor, field: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    job = request(event, floor)
    run_lost_jobs()
    assert not Seat.objects.exists()
    monkeypatch.setattr(periodic_jobs, "LOST_AFTER", timedelta(0))
    run_lost_jobs()
    assert Seat.objects.count() == len(field)
    job.refresh_from_db()
    assert job.state == "done"


def test_jobs_that_ended_are_deleted_after_an_hour(event: int, floor: Actor, field: list[int]) -> None:
    job = request(event, floor)
    run_job(job.pk)
    delete_old_jobs()
    assert Job.objects.exists()
    job.refresh_from_db()
    Job.objects.update(ended_at=job.ended_at - timedelta(hours=2))
    delete_old_jobs()
    assert not Job.objects.exists()


def test_staff_read_the_state_of_a_job_and_the_public_does_not(
    event: int, floor: Actor, dealer: Actor, field: list[int]
) -> None:
    request(event, floor)

    def shown(client: Client) -> Any:
        return json.loads(client.get(f"/live/t{event}/").content)["boards"].get("jobs")

    assert [one["state"] for one in shown(client_of(floor))["jobs"]] == ["queued"]
    assert shown(client_of(dealer)) is None
    assert shown(Client()) is None
    run_job(Job.objects.get().pk)
    assert [one["state"] for one in shown(client_of(floor))["jobs"]] == ["done"]


def test_a_page_opened_after_a_refusal_shows_it_though_no_entry_was_written(event: int, floor: Actor) -> None:
    press(set_plan, event, by=floor, seats_per_table=9)
    client = client_of(floor)
    states = []
    job = request(event, floor)
    for _count in range(2):
        (shown,) = client.get(f"/live/t{event}/").json()["boards"]["jobs"]["jobs"]
        states.append(shown["state"])
        run_job(job.pk)
    assert states == ["queued", "refused"]


def test_every_background_command_has_a_progress_text() -> None:
    kinds = [kind for kind, made in COMMANDS.items() if made.background]
    assert {
        "seats.draw",
        "field.redraw",
        "table.break",
        "proposal.accept",
        "hand_for_hand.deal",
        "race.start",
    } <= set(kinds)
    for kind in kinds:
        assert f"job.{kind.replace('.', '_')}" in WORDS, kind
        # It is stored as plain data until a worker takes it.
        assert COMMANDS[kind].scope == "tournament"
