"""What webhooks report of an event, and what they never report."""

import time
from contextlib import suppress
from typing import Any

import pytest

from clock.commands.clock import next_level, pause, resume, start
from clock.commands.events import close_event, create_event
from clock.models import Structure
from clock.signals import EventClose, before_event_close
from players.commands.anonymisation import anonymise_player
from players.commands.players import change_player
from players.models import Player
from seating.commands import bust
from tests.fixtures.room import MakesEvents, press
from tests.phone.push_service import Service
from tests.prizes.evenings import closed, evening, out
from tests.web.visitors import client_of, text_of
from tests.webhooks.receiver import a_webhook, bodies, is_signed, kinds_of, secret_of, send_all
from tourney.access.roles import FIRST_START, Actor
from tourney.journal.undo import undo, undo_in_room
from tourney.models import Entry, JournalEntry, Tournament
from webhooks.commands.webhooks import pause_webhook, resume_webhook
from webhooks.models import Delivery, Webhook
from webhooks.services import outbox
from webhooks.services.positions import journals_behind

pytestmark = pytest.mark.django_db


def test_an_evening_is_reported_in_order_and_signed(
    service: Service, director: Actor, desk: Actor, make_event: MakesEvents
) -> None:
    webhook = a_webhook(director, service)
    event = make_event(book="munot")
    one, two, three = evening(event, desk, 3)
    press(next_level, event, by=director)
    press(next_level, event, by=director)
    press(pause, event, by=director)
    press(resume, event, by=director)
    closed(event)
    out(event, three)
    send_all()
    assert kinds_of(service)[:2] == ["event.created", "registration.opened"]
    assert [kind for kind in kinds_of(service)[2:] if not kind.startswith("player.registered")] == [
        "clock.started",
        "clock.level",
        "clock.level",
        "clock.break",
        "clock.paused",
        "clock.resumed",
        "registration.closed",
        "prizes.locked",
        "player.out",
    ]
    last = bodies(service)[-1]
    assert last["event"] == {
        "id": event,
        "name": "Friday Deep",
        "url": f"https://clock.example/events/{event}/",
        "entries": 3,
        "left": 2,
    }
    assert last["data"]["players"] == [{"entry": three, "name": "Player 3", "place": 3, "prize": 0}]
    level = next(one for one in bodies(service) if one["kind"] == "clock.level")
    assert (level["data"]["number"], level["data"]["big_blind"], level["data"]["minutes"]) == (1, 100, 20)
    service.taken.clear()
    out(event, two)
    press(close_event, event, by=FIRST_START, although_unfinished=True)
    send_all()
    assert kinds_of(service) == ["player.out", "clock.paused", "event.won", "event.closed"]
    won = bodies(service)[2]["data"]
    assert [(row["name"], row["place"]) for row in won["players"]] == [
        ("Player 1", 1),
        ("Player 2", 2),
        ("Player 3", 3),
    ]
    assert won["players"][0]["prize"] > 0
    assert won["currency"] == "EUR"
    assert all(is_signed(taken, secret_of(webhook)) for taken in service.taken)
    assert not any(is_signed(taken, "whsec_other") for taken in service.taken)
    seqs = [one["seq"] for one in bodies(service)]
    assert seqs == sorted(seqs)
    assert one in Entry.objects.values_list("pk", flat=True)


def test_each_webhook_gets_the_kinds_it_has_chosen(service: Service, director: Actor, event: int) -> None:
    a_webhook(director, service, ["clock.paused"], "pauses")
    a_webhook(director, service, ["clock.started"], "starts")
    press(start, event, by=director)
    press(pause, event, by=director)
    send_all()
    assert kinds_of(service, "pauses") == ["clock.paused"]
    assert kinds_of(service, "starts") == ["clock.started"]


def test_a_command_that_is_rolled_back_is_not_reported(service: Service, director: Actor, event: int) -> None:
    a_webhook(director, service)
    send_all()
    service.taken.clear()

    def fails(_event: EventClose) -> None:
        raise RuntimeError("power cut")

    before_event_close.connect(fails)
    try:
        with suppress(RuntimeError):
            press(close_event, event, by=director)
    finally:
        before_event_close.disconnect(fails)
    send_all()
    assert service.taken == []
    press(close_event, event, by=director)
    send_all()
    assert kinds_of(service) == ["event.closed"]


def test_what_happened_before_the_webhook_and_demos_are_not_reported(
    service: Service, director: Actor, event: int
) -> None:
    press(start, event, by=director)
    a_webhook(director, service)
    demo = press(
        create_event,
        by=director,
        name="Demo",
        structure=Structure.objects.filter(tournament=None).values_list("pk", flat=True)[0],
        starting_stack=1000,
        demo_speed=60,
    ).answer
    assert demo is not None
    press(start, demo["tournament"], by=director)
    send_all()
    assert service.taken == []
    press(pause, event, by=director)
    send_all()
    assert kinds_of(service) == ["clock.paused"]


def test_an_undo_takes_its_message_back_and_an_undone_undo_repeats_it(
    service: Service, director: Actor, event: int
) -> None:
    a_webhook(director, service, ["clock.paused"])
    press(start, event, by=director)
    seq = press(pause, event, by=director).seq
    send_all()
    back = press(undo, event, by=director, seq=seq).seq
    send_all()
    press(undo, event, by=director, seq=back)
    send_all()
    assert kinds_of(service) == ["clock.paused", "undone", "clock.paused"]
    assert bodies(service)[1]["data"] == {"kind": "clock.paused", "seq": seq}
    # What was never reported is not taken back.
    start_seq = press(close_event, event, by=director).seq
    press(undo, event, by=director, seq=start_seq)
    send_all()
    assert len(kinds_of(service)) == 3
    # Undone once more, the message that repeated it is taken back; an undo names each message once.
    again = bodies(service)[2]["seq"]
    press(undo, event, by=director, seq=seq)
    send_all()
    assert kinds_of(service)[3:] == ["undone"]
    assert bodies(service)[3]["data"] == {"kind": "clock.paused", "seq": again}


@pytest.mark.parametrize("at_once", [200, 1])
def test_outcomes_are_reported_once_although_entries_are_read_late(
    service: Service, director: Actor, desk: Actor, make_event: MakesEvents, at_once: int
) -> None:
    a_webhook(director, service, ["player.out", "event.won"])
    event = make_event(book="munot")
    _one, two, three = evening(event, desk, 3)
    closed(event)
    out(event, three)
    last = press(bust, event, by=FIRST_START, entry=two).seq
    # The worker was away until the event was over.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outbox, "_AT_ONCE", at_once)
        while journals_behind():
            outbox.record_all()
    send_all()
    assert kinds_of(service).count("event.won") == 1
    assert (bodies(service)[-1]["kind"], bodies(service)[-1]["seq"]) == ("event.won", last)
    # Undone and played again, the outcome is reported again.
    press(undo, event, by=FIRST_START, seq=last)
    send_all()
    out(event, two)
    send_all()
    assert kinds_of(service)[-4:] == ["undone", "undone", "player.out", "event.won"]


def test_undone_bust_takes_back_the_win_that_the_close_of_registration_reported(
    service: Service, director: Actor, desk: Actor, make_event: MakesEvents
) -> None:
    a_webhook(director, service, ["player.out", "event.won"])
    event = make_event(book="munot")
    _one, two, three = evening(event, desk, 3)
    out(event, three)
    last = press(bust, event, by=FIRST_START, entry=two).seq
    send_all()
    closed(event)
    send_all()
    assert kinds_of(service) == ["player.out", "player.out", "event.won"]
    press(undo, event, by=FIRST_START, seq=last)
    send_all()
    assert [one["data"] for one in bodies(service)[3:]] == [
        {"kind": "player.out", "seq": last},
        {"kind": "event.won", "seq": bodies(service)[2]["seq"]},
    ]


def test_entry_that_cannot_be_read_keeps_no_other_from_being_reported(
    service: Service, director: Actor, event: int, make_event: MakesEvents
) -> None:
    a_webhook(director, service, ["clock.started", "clock.paused"])
    other = make_event(name="Other")
    for one in (event, other):
        press(start, one, by=director)
        press(pause, one, by=director)
    read = outbox._happenings

    def fails(entry: JournalEntry) -> Any:
        if entry.tournament_id == event and entry.kind == "clock.start":
            raise ValueError("not to be read")
        return read(entry)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outbox, "_happenings", fails)
        send_all()
    assert [(one["event"]["id"], one["kind"]) for one in bodies(service)] == [
        (event, "clock.paused"),
        (other, "clock.started"),
        (other, "clock.paused"),
    ]


def test_webhook_that_is_added_while_a_job_records_misses_nothing(
    service: Service, director: Actor, event: int
) -> None:
    a_webhook(director, service, ["clock.started"], "first")
    found = journals_behind

    def meanwhile() -> list[int | None]:
        a_webhook(director, service, ["clock.started"], "second")
        press(start, event, by=director)
        return found()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outbox, "journals_behind", meanwhile)
        outbox.record_all()
    send_all()
    assert kinds_of(service, "second") == ["clock.started"]


def test_first_webhook_does_not_read_the_history(
    service: Service, director: Actor, event: int, make_event: MakesEvents
) -> None:
    press(start, event, by=director)
    webhook = a_webhook(director, service, ["clock.paused"])
    assert event not in journals_behind()
    # Nor does the only one, once it is resumed.
    press(pause_webhook, by=director, webhook=webhook.pk)
    press(pause, event, by=director)
    press(resume_webhook, by=director, webhook=webhook.pk)
    assert event not in journals_behind()
    press(resume, event, by=director)
    press(pause, event, by=director)
    send_all()
    assert kinds_of(service) == ["clock.paused"]
    # Another one leaves unread entries to the first.
    press(resume, event, by=director)
    a_webhook(director, service, ["clock.paused"], "second")
    assert event in journals_behind()


def test_recording_ends_at_its_deadline(service: Service, director: Actor, event: int) -> None:
    a_webhook(director, service, ["clock.started"])
    press(start, event, by=director)
    assert outbox.record_all(time.monotonic()) == 0
    assert outbox.record_all(time.monotonic() + 60) == 1


def test_undone_event_is_taken_back_and_its_messages_stay_in_the_log(
    service: Service, director: Actor, event: int
) -> None:
    a_webhook(director, service, ["event.created", "registration.opened"])
    structure = Structure.objects.filter(tournament=None).values_list("pk", flat=True)[0]
    made = press(create_event, by=director, name="Typo", structure=structure, starting_stack=1000)
    assert made.answer is not None
    send_all()
    reported = kinds_of(service)
    assert "event.created" in reported
    back = press(undo_in_room, by=director, seq=made.seq).seq
    send_all()
    undone = bodies(service)[len(reported) :]
    assert [(one["kind"], one["data"]["kind"]) for one in undone] == [("undone", kind) for kind in reported]
    assert undone[0]["event"]["id"] == made.answer["tournament"] > event
    # Restored, it is reported again, and taken back again.
    press(undo_in_room, by=director, seq=back)
    send_all()
    press(undo_in_room, by=director, seq=made.seq)
    send_all()
    assert kinds_of(service) == [*reported, *["undone"] * len(undone)] * 2
    rows = client_of(director).get(f"/staff/webhooks/{Webhook.objects.get().pk}/")
    assert text_of(rows).count("Typo") == Delivery.objects.count() == len(service.taken)


def test_names_are_as_in_public_when_the_message_is_sent(
    service: Service, director: Actor, desk: Actor, make_event: MakesEvents
) -> None:
    a_webhook(director, service, ["player.out", "player.registered"])
    event = make_event(book="munot")
    one, two = evening(event, desk, 2)
    shown, gone = (Entry.objects.get(pk=entry).player for entry in (one, two))
    press(change_player, by=director, player=shown.pk, name="Anna Maria Berger", privacy="short")
    closed(event)
    out(event, two)
    # The worker was away while the person asked for deletion.
    outbox.record_all()
    press(close_event, event, by=FIRST_START, although_unfinished=True)
    press(anonymise_player, by=director, player=gone.pk)
    assert "Player 2" not in "".join(str(row.facts) for row in Delivery.objects.all())
    send_all()
    registered = [
        one["data"]["players"][0]["name"] for one in bodies(service) if one["kind"] == "player.registered"
    ]
    assert registered == ["Anna B.", f"#{gone.pk}"]
    assert bodies(service)[-1]["data"]["players"][0]["name"] == f"#{gone.pk}"


def test_an_answer_that_repeats_a_name_is_forgotten_with_the_person(
    service: Service, director: Actor, event: int
) -> None:
    webhook = a_webhook(director, service, ["event.closed"])
    press(close_event, event, by=director)
    send_all()
    player = Player.objects.create(name="Bruno Zumthör", created_at=webhook.listens_from)
    # As shown in public, and as JSON writes it.
    Delivery.objects.update(answer='saved: "Bruno Z.", "Zumth\\u00f6r"')
    press(anonymise_player, by=director, player=player.pk)
    assert Delivery.objects.get().answer == ""
    assert Tournament.objects.filter(pk=event).exists()
