"""A table is a topic: its boards over sockets and polls, for those who work there and nobody else."""

from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from clock.commands.announcements import say
from notifications.commands.player_links import path_of
from players.commands.players import change_player
from seating.commands import assign_tables, bust, finish_hand, give_seat, release_table
from tests.api.caller import token_for
from tests.fixtures.room import press
from tests.fixtures.servers import Screen, Server
from tests.phone.people import secret_in
from tests.seating.seating_scenes import Places, button, seated
from tourney.access.roles import FIRST_START, Actor, Role
from tourney.journal.undo import undo_in_room
from tourney.live.boards import Audience
from tourney.live.feed_listener import FeedListener
from tourney.live.hub import Hub
from tourney.live.listener import Listener
from tourney.live.topics import TopicName, may_follow, parse
from tourney.models import Entry, Tournament

pytestmark = pytest.mark.django_db(transaction=True)
Opens = Callable[..., Screen]


@pytest.fixture
def at(event: int) -> Places:
    """Seat players at tables of four and two."""
    found = seated(event, {3: (1, 2, 5, 9), 7: (2, 4)})
    button(event, t3=1, t7=2)
    return found


def bearer(role: Role, tables: tuple[int, ...] = ()) -> dict[str, str]:
    """Return the header of a new token."""
    return {"Authorization": f"Bearer {token_for(role, tables)[1]}"}


def seq_of(event: int) -> int:
    """Return the number of an event's last entry."""
    return Tournament.objects.get(pk=event).seq


@pytest.mark.parametrize(
    "name",
    ["t7/table", "t7/table/", "t7/table/0", "t7/table/03", "t7/table/x", "t7/table/3/", "t7/table/3/4", "t7/",
     "t07/table/3", "t7/seats", "t7/table/²", "room/table/3", "/table/3", "t7/Table/3", "t7/table/" + "1" * 19, "",
     "t", "x7"],
)  # fmt: skip
def test_a_topic_has_one_spelling(name: str) -> None:
    assert parse("t7/table/3") == TopicName("table", 7, 3)
    assert (parse("t7/table/3").channel, parse("t7").channel, parse("room").channel) == (
        "t7/table",
        "t7",
        "room",
    )
    with pytest.raises(ValueError, match="There is no topic"):
        parse(name)


@pytest.mark.processes
class TestOverSockets:
    def test_followers_of_a_table_get_its_changes_and_the_numbers_of_all_others(
        self, server: Server, screens: Opens, event: int, at: Places, floor: Actor
    ) -> None:
        topic, other = f"t{event}/table/3", f"t{event}/table/7"
        tablet = screens(server, topic, **bearer(Role.DEALER, (3,)))
        wall = screens(server, topic, other, **bearer(Role.FLOOR))
        seq = seq_of(event)
        for screen in (tablet, wall):
            screen.has(topic, seq)
        first = tablet.of("snapshot")[0]
        assert (first["topic"], first["seq"]) == (topic, seq)
        assert set(first["boards"]) == {"table", "table_count", "table_race", "table_shot", "table_bags"}
        assert (first["boards"]["table_race"], first["boards"]["table_shot"]) == (None, None)
        assert [chair["entry"] for chair in first["boards"]["table"]["chairs"] if chair["entry"]] == [
            at[3, seat] for seat in (1, 2, 5, 9)
        ]
        press(bust, event, by=floor, entry=at[3, 5])
        press(finish_hand, event, by=floor, number=7, hand=1)
        press(say, event, by=floor, text="Dinner is served")
        for screen in (tablet, wall):
            screen.has(topic, seq + 3)
        wall.has(other, seq + 3)
        assert tablet.boards[f"{topic}/table"]["chairs"][4]["kind"] == ""
        assert tablet.boards[f"{topic}/table"]["seq"] >= seq + 1
        assert wall.boards[f"{other}/table"]["hands"] == 1
        # An entry that does not concern the table is sent without its boards.
        assert sum("table" in change["boards"] for change in tablet.of("change")) == 1
        assert {change["topic"] for change in tablet.of("change")} == {topic}
        assert tablet.boards[f"{topic}/table"]["last"][0]["texts"].keys() >= {"en", "de"}

    def test_a_change_lost_by_redis_is_found_by_the_heartbeat(
        self, server: Server, screens: Opens, event: int, at: Places, floor: Actor, monkeypatch: Any
    ) -> None:
        topic = f"t{event}/table/3"
        tablet = screens(server, topic, **bearer(Role.DEALER, (3,)))
        tablet.has(topic, seq_of(event))
        monkeypatch.setattr("tourney.live.publish._send", lambda name, text: None)
        press(bust, event, by=floor, entry=at[3, 5])
        tablet.has(topic, seq_of(event))
        assert tablet.boards[f"{topic}/table"]["chairs"][4]["kind"] == ""

    def test_a_reconnecting_tablet_hears_that_it_missed_nothing(
        self, server: Server, screens: Opens, event: int, at: Places
    ) -> None:
        tablet = screens(server, **bearer(Role.DEALER, (3,)))
        tablet.say(do="follow", topic=f"t{event}/table/3", seq=seq_of(event))
        assert tablet.answer()["is"] == "current"

    def test_a_table_that_the_event_no_longer_has_is_null(
        self, server: Server, screens: Opens, event: int, at: Places, floor: Actor
    ) -> None:
        topic, never = f"t{event}/table/7", f"t{event}/table/99"
        page = screens(server, topic, never, **bearer(Role.FLOOR))
        page.has(topic, seq_of(event))
        page.has(never, seq_of(event))
        assert page.boards[f"{topic}/table"]["number"] == 7
        assert page.boards[f"{never}/table"] is None
        for seat in (2, 4):
            press(bust, event, by=floor, entry=at[7, seat])
        press(release_table, event, by=floor, number=7)
        page.has(topic, seq_of(event))
        assert page.boards[f"{topic}/table"] is None

    def test_a_renamed_player_is_renamed_at_the_table(
        self, server: Server, screens: Opens, event: int, at: Places, director: Actor
    ) -> None:
        topic = f"t{event}/table/3"
        tablet = screens(server, topic, **bearer(Role.DEALER, (3,)))
        tablet.has(topic, seq_of(event))
        player = Entry.objects.get(pk=at[3, 9]).player_id
        press(change_player, by=director, player=player, name="Erika Mustermann")
        chair = f"{topic}/table"
        tablet.until(lambda: tablet.boards[chair]["chairs"][8]["name"] == "Erika Mustermann")

    @pytest.mark.parametrize("viewer", ["anonymous", "player", "display", "other dealer"])
    def test_a_viewer_who_does_not_work_there_is_refused(
        self, server: Server, screens: Opens, event: int, at: Places, viewer: str
    ) -> None:
        player = Entry.objects.get(pk=at[3, 9]).player_id
        headers = {
            "anonymous": dict[str, str],
            "player": lambda: {"Authorization": f"Bearer {secret_in(path_of(player))}"},
            "display": lambda: bearer(Role.DISPLAY),
            "other dealer": lambda: bearer(Role.DEALER, (7,)),
        }[viewer]()
        topic = f"t{event}/table/3"
        screen = screens(server, **headers)
        screen.say(do="follow", topic=topic, seq=None)
        refused = screen.answer()
        assert (refused["is"], refused["code"], refused["topic"]) == ("refused", "not_allowed", topic)
        status, answer = server.get(f"/live/{topic}/", **headers)
        assert (status, answer["code"]) == (403, "not_allowed")
        # The socket stays open for what the viewer may follow.
        screen.follow(f"t{event}")
        screen.seqs[f"t{event}"] = None
        assert screen.answer()["is"] == "snapshot"

    @pytest.mark.parametrize("how", ["assigned", "undone"])
    def test_a_dealer_who_is_given_another_table_loses_the_former_one(
        self, server: Server, screens: Opens, event: int, at: Places, how: str
    ) -> None:
        number, secret = token_for(Role.DEALER, (3,))
        headers = {"Authorization": f"Bearer {secret}"}
        entry = press(assign_tables, by=FIRST_START, tables=[3, 7], token=number)
        topic = f"t{event}/table/7"
        tablet = screens(server, topic, **headers)
        tablet.has(topic, seq_of(event))
        if how == "undone":
            press(undo_in_room, by=FIRST_START, seq=entry.seq)
        else:
            press(assign_tables, by=FIRST_START, tables=[3], token=number)
        assert tablet.closed()[0] == 4003
        again = screens(server, **headers)
        again.say(do="follow", topic=topic, seq=None)
        assert again.answer()["code"] == "not_allowed"
        again.say(do="follow", topic=f"t{event}/table/3", seq=None)
        assert again.answer()["is"] == "snapshot"

    def test_polls_answer_like_sockets(self, server: Server, event: int, at: Places, floor: Actor) -> None:
        headers, path = bearer(Role.DEALER, (3,)), f"/live/t{event}/table/3/"
        status, whole = server.get(path, **headers)
        assert (status, whole["is"], whole["seq"]) == (200, "snapshot", seq_of(event))
        assert whole["boards"]["table"]["number"] == 3
        assert server.get(f"{path}?seq={whole['seq']}", **headers)[1]["is"] == "current"
        press(finish_hand, event, by=floor, number=7, hand=1)
        assert server.get(f"{path}?seq={whole['seq']}", **headers)[1]["seq"] == whole["seq"] + 1
        assert server.get(f"/live/t{event}/table/03/", **headers)[0] == 404
        assert server.get("/live/t4711/table/3/", **headers)[0] == 404
        # The seat list and other addresses below an event's topic are as before.
        assert "seats" in server.get(f"/live/t{event}/seats/")[1]


async def test_check_of_credentials_takes_back_topics_that_were_followed_too_long(event: int) -> None:
    """Messages about changed tables may be lost: each minute all followers of parts are checked."""
    number, _secret = await sync_to_async(token_for)(Role.DEALER, (3, 7))
    hub, sent = Hub(), []

    async def take(message: dict[str, Any]) -> None:
        sent.append(message["text"])

    tablet = Listener(take, Audience.DEALER, f"token:{number}", role=Role.DEALER.value)
    hub.join(tablet)
    for table in (3, 7):
        await hub.follow(tablet, f"t{event}/table/{table}", None)
    await sync_to_async(press)(assign_tables, by=FIRST_START, tables=[3], token=number)
    await FeedListener(hub)._close_invalid()
    assert tablet.topics == (f"t{event}/table/3",)
    assert set(hub.topics) == {f"t{event}/table/3"}
    assert f'"topic":"t{event}/table/7"' in sent[-1]


def test_a_press_reads_no_table(event: int, at: Places, floor: Actor, monkeypatch: Any) -> None:
    """Hubs read followed tables; a press only says which ones it concerns."""
    monkeypatch.setattr(
        "tourney.live.publish._followed", lambda topics: {one for one in topics if "/table" in one}
    )
    sent: list[str] = []
    monkeypatch.setattr("tourney.live.publish._send", lambda name, text: sent.append(name))
    monkeypatch.setattr("seating.boards.table.table", lambda *_arguments: pytest.fail("a table was read"))
    press(give_seat, event, by=floor, entry=at[3, 1], table=7, seat=1)
    assert sent == [f"t{event}/table"]


def test_who_may_follow_a_table(event: int, at: Places) -> None:
    number, _secret = token_for(Role.DEALER, (3,))
    dealer = Actor(f"token:{number}", "", Role.DEALER)
    wanted = parse(f"t{event}/table/3")
    assert may_follow(dealer, wanted)
    assert not may_follow(dealer, parse(f"t{event}/table/7"))
    for role in (Role.DIRECTOR, Role.FLOOR, Role.DESK):
        assert may_follow(Actor("user:1", "", role), wanted)
    for role in (Role.PLAYER, Role.DISPLAY, Role.SYSTEM):
        assert not may_follow(Actor("token:1", "", role), wanted)
    assert not may_follow(None, wanted)
    assert may_follow(None, parse(f"t{event}"))
