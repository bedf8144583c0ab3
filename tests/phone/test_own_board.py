"""A player's own board: correct in every state, sent only to that player, and read for a field at once."""

import json
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from notifications.boards import own as own_pages
from notifications.commands.player_links import renew_link
from players.models import Player
from seating.commands.plan import set_plan
from tests.fixtures.room import FIRST_START, press
from tests.fixtures.servers import Screen, Server
from tests.fixtures.wire import as_sent
from tests.phone.people import a_booking, a_player, a_seat, a_table, an_entry, path_of, secret_in
from tourney.access.roles import Actor, Permission
from tourney.journal.commands import COMMANDS, command
from tourney.journal.tx import Tx
from tourney.live import messages
from tourney.live.boards import Audience
from tourney.live.publish import Envelope, encode, envelope_of
from tourney.models import Entry, Notice, Tournament
from tourney.now import room_now, to_ms

events_of = as_sent(own_pages.events_of)
mine_of = as_sent(own_pages.mine_of)

Opens = Callable[..., Screen]


@pytest.fixture
def tells() -> Any:
    """Register a command that moves and notifies players, as the floor's commands do."""

    # It is not public: a page opened meanwhile would add it to the API's addresses permanently.
    @command(
        "test.move", permission=Permission.SEAT_PLAYERS, summary="Moved", boards=("clock",), public=False
    )
    def move(tx: Tx, entry: int, seat: int) -> None:
        row = tx.get(Entry, pk=entry)
        tx.save(row.seat, number=seat)
        tx.notify(row.player_id, "moved", table=row.seat.tournament_table.table.number, seat=seat)

    @command("test.enter", permission=Permission.SEAT_PLAYERS, summary="Entered", public=False)
    def enter(tx: Tx, player: int) -> None:
        tx.create(Entry, tournament=tx.tournament, player_id=player, created_at=tx.now)
        tx.touch_players(player)

    yield {"move": move, "enter": enter}
    for name in ("test.move", "test.enter"):
        del COMMANDS[name]


def hears(screen: Screen, board: str) -> None:
    """Wait until a screen has a board."""
    screen.until(lambda: board in screen.boards)


def mine(event: int, player: Player) -> Mapping[str, Any]:
    return mine_of(event, [player.pk])[player.pk]


@pytest.mark.django_db
def test_player_sees_their_position_on_the_waiting_list(event: int) -> None:
    player = a_player()
    assert mine(event, player)["state"] == "none"
    booking = a_booking(event, player, "reserved")
    assert (mine(event, player)["state"], mine(event, player)["booking"]) == ("reserved", booking.pk)
    for state in ("waiting", "called"):
        booking.state = state
        booking.waiting_since = booking.called_at = room_now()
        booking.offer_until = room_now() + timedelta(minutes=3)
        booking.save()
        assert mine(event, player)["state"] == state
    assert mine(event, player)["until"] == to_ms(booking.offer_until)
    entry = an_entry(event, player)
    booking.state, booking.entry = "entered", entry
    booking.save()
    assert (mine(event, player)["state"], mine(event, player)["table"]) == ("entered", None)
    a_seat(entry, a_table(event, 12), 4)
    seen = mine(event, player)
    assert (seen["state"], seen["table"], seen["seat"], seen["seats"]) == ("seated", 12, 4, 9)
    # The event plays five-handed at a table of nine.
    press(set_plan, event, by=FIRST_START, seats_per_table=5)
    assert mine(event, player)["seats"] == 5
    entry.seat.delete()
    entry.out_at = room_now()
    entry.save()
    assert mine(event, player)["state"] == "out"
    a_booking(event, player, "waiting", wants="re_entry")
    assert mine(event, player)["state"] == "waiting"
    again = an_entry(event, player, number=2, kind="re_entry")
    assert (mine(event, player)["entry"], mine(event, player)["number"]) == (again.pk, 2)


@pytest.mark.django_db
def test_voided_entry_shows_no_entry(event: int) -> None:
    player = a_player()
    an_entry(event, player, voided_at=room_now())
    assert mine(event, player)["state"] == "none"


@pytest.mark.django_db
def test_only_the_latest_notices_are_shown(event: int) -> None:
    player, other = a_player(), a_player("Bruno")
    for seat in range(1, 8):
        Notice.objects.create(
            player=player, tournament_id=event, kind="moved", values={"seat": seat}, at=room_now()
        )
    Notice.objects.create(player=other, tournament_id=event, kind="called", values={}, at=room_now())
    old = room_now() - timedelta(days=2)
    Notice.objects.create(player=other, tournament_id=event, kind="moved", values={}, at=old)
    assert [notice["values"]["seat"] for notice in mine(event, player)["notices"]] == [7, 6, 5, 4, 3]
    assert [notice["kind"] for notice in mine(event, other)["notices"]] == ["called"]


@pytest.mark.django_db
def test_a_withdrawn_seat_is_told_only_until_the_next_message(event: int) -> None:
    player = a_player()
    for kind, values in (("unseated", {}), ("seated", {"table": 1, "seat": 4})):
        Notice.objects.create(tournament_id=event, player=player, kind=kind, values=values, at=room_now())
        assert [notice["kind"] for notice in mine(event, player)["notices"]] == [kind]


@pytest.mark.django_db
def test_a_players_events_are_those_of_today(event: int, make_event: Any) -> None:
    player, other = a_player(), a_player("Bruno")
    second, third, gone = make_event(name="B"), make_event(name="C"), make_event(name="D")
    an_entry(event, player)
    a_booking(second, player, "reserved")
    a_booking(third, player, "cancelled")
    an_entry(gone, player)
    Tournament.objects.filter(pk=gone).update(closed_at=room_now() - timedelta(days=1))
    found = events_of(0, [player.pk, other.pk])
    assert found == {player.pk: {"events": [second, event]}, other.pk: {"events": []}}


@pytest.mark.django_db
def test_a_field_of_thousands_is_read_with_a_handful_of_queries(event: int) -> None:
    now = room_now()
    tournament_table = a_table(event, 1)
    players = Player.objects.bulk_create([Player(name=f"P{n}", created_at=now) for n in range(3_000)])
    entries = Entry.objects.bulk_create(
        [Entry(tournament_id=event, player=player, created_at=now) for player in players]
    )
    a_seat(entries[0], tournament_table, 1)
    outsider = a_player("Outsider")
    names = {player.pk for player in players}
    with CaptureQueriesContext(
        connection,
    ) as asked:
        envelope = envelope_of(f"t{event}", 1, ["clock"], names)
    # Some of these fill caches, and are not sent again.
    assert len(asked) <= 34
    assert set(envelope.own) == names
    assert outsider.pk not in envelope.own
    seated = json.loads(bytes(envelope.own[players[0].pk]["mine"]))
    assert (seated["state"], seated["table"], seated["seat"]) == ("seated", 1, 1)


@pytest.mark.django_db
def test_a_merged_burst_keeps_the_newest_of_each_player() -> None:
    def envelope(seq: int, at: int, **own: str) -> Envelope:
        texts: Any = {int(player[1:]): {"mine": _raw(text)} for player, text in own.items()}
        return Envelope("t1", seq, seq, at, [{}, {}, {}], texts)

    run = messages.merged(
        [envelope(2, 2, p1="a2"), envelope(3, 5, p1="a5", p2="b5"), envelope(4, 4, p1="a4", p3="c4")]
    )
    assert len(run) == 1
    texts = {player: bytes(own["mine"]).decode() for player, own in run[0].own.items()}
    assert texts == {1: '"a5"', 2: '"b5"', 3: '"c4"'}
    change = messages.change(run[0])
    assert "a5" in change.of(Audience.PUBLIC, run[0].own[1])
    assert "a5" not in change.of(Audience.PUBLIC)
    assert "a5" not in change.of(Audience.FLOOR)


def _raw(text: str) -> Any:
    import msgspec

    return msgspec.Raw(encode(text))


@pytest.mark.django_db(transaction=True)
@pytest.mark.processes
class TestOnTheWire:
    """The own board through a real server and its sockets."""

    def test_only_the_moved_player_is_notified(
        self, server: Server, screens: Opens, event: int, director: Actor, tells: Any
    ) -> None:
        anna, bruno = a_player("Anna"), a_player("Bruno")
        tournament_table = a_table(event, 12)
        hers, his = an_entry(event, anna), an_entry(event, bruno)
        a_seat(hers, tournament_table, 4)
        a_seat(his, tournament_table, 5)
        topic = f"t{event}"
        phones = {
            name: screens(server, topic, query=f"?token={secret_in(path_of(who))}")
            for name, who in (("anna", anna), ("bruno", bruno))
        }
        wall = screens(server, topic)
        for screen in (*phones.values(), wall):
            hears(screen, f"{topic}/clock")
        assert phones["anna"].boards[f"{topic}/mine"]["seat"] == 4
        assert phones["bruno"].boards[f"{topic}/mine"]["seat"] == 5
        press(tells["move"], event, by=director, entry=hers.pk, seat=7)
        phones["anna"].until(lambda: phones["anna"].boards[f"{topic}/mine"]["seat"] == 7)
        assert phones["anna"].boards[f"{topic}/mine"]["notices"][0]["values"] == {"table": 12, "seat": 7}
        seq = Tournament.objects.get(pk=event).seq
        for screen in (phones["bruno"], wall):
            screen.has(topic, seq)
            content = json.dumps([m for m in screen.messages if m["is"] != "heartbeat"])
            assert "moved" not in content
        assert "mine" not in json.dumps(wall.messages)
        # After the undo she sees her former seat again.
        press(COMMANDS["undo"], event, by=director, seq=seq)
        phones["anna"].until(lambda: phones["anna"].boards[f"{topic}/mine"]["seat"] == 4)

    def test_asking_over_http_gives_the_same(
        self, server: Server, event: int, director: Actor, tells: Any
    ) -> None:
        anna = a_player("Anna")
        secret = secret_in(path_of(anna))
        status, room = server.get("/live/room/", Authorization=f"Bearer {secret}")
        assert (status, room["boards"]["mine"]["events"]) == (200, [])
        press(tells["enter"], event, by=director, player=anna.pk)
        # The room's seq did not change, but her own part of it did.
        status, again = server.get(f"/live/room/?seq={room['seq']}", Authorization=f"Bearer {secret}")
        assert again["boards"]["mine"]["events"] == [event]
        status, answer = server.get(f"/live/t{event}/", Authorization=f"Bearer {secret}")
        assert answer["boards"]["mine"]["state"] == "entered"
        status, same = server.get(f"/live/t{event}/?seq={answer['seq']}", Authorization=f"Bearer {secret}")
        assert same["is"] == "current"
        assert "mine" not in server.get(f"/live/t{event}/")[1]["boards"]

    def test_a_phone_learns_of_a_new_event_by_itself(
        self, server: Server, screens: Opens, event: int, director: Actor, tells: Any
    ) -> None:
        anna = a_player("Anna")
        phone = screens(server, "room", query=f"?token={secret_in(path_of(anna))}")
        phone.until(lambda: "room/mine" in phone.boards)
        assert phone.boards["room/mine"]["events"] == []
        press(tells["enter"], event, by=director, player=anna.pk)
        phone.until(lambda: phone.boards["room/mine"]["events"] == [event])

    def test_a_link_that_is_replaced_hears_no_more(
        self, server: Server, screens: Opens, event: int, desk: Actor
    ) -> None:
        anna = a_player("Anna")
        phone = screens(server, f"t{event}", query=f"?token={secret_in(path_of(anna))}")
        phone.until(lambda: f"t{event}/mine" in phone.boards)
        press(renew_link, by=desk, player=anna.pk)
        assert phone.closed() == (4003, [])

    def test_hundreds_of_simultaneous_players_get_their_own_boards(
        self, server: Server, screens: Opens, event: int
    ) -> None:
        people = [a_player(f"P{number}") for number in range(60)]
        tournament_tables = [a_table(event, number) for number in range(1, 8)]
        for number, player in enumerate(people):
            a_seat(an_entry(event, player), tournament_tables[number // 9], number % 9 + 1)
        secrets = [secret_in(path_of(player)) for player in people]
        phones = [screens(server, f"t{event}", query=f"?token={secret}") for secret in secrets]
        for number, phone in enumerate(phones):
            hears(phone, f"t{event}/mine")
            board = phone.boards[f"t{event}/mine"]
            assert (board["table"], board["seat"]) == (number // 9 + 1, number % 9 + 1)
