"""A player's data is erased on request: in rows, the journal, the database file and the media folder."""

import subprocess
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.db import DatabaseError, connection, transaction

from clock.commands.clock import start
from clock.commands.events import close_event
from desk.commands.drawers import move_cash
from desk.commands.refunds import refund
from desk.commands.sales import printed
from desk.models import DrawerMove
from notifications.commands.player_links import path_of, player_of
from notifications.models import Subscription
from penalties.commands.penalties import impose
from players.commands.anonymisation import anonymise_player
from players.commands.bans import ban_player
from players.commands.contacts import set_contact
from players.commands.merge import merge_players
from players.commands.player_import import import_players
from players.commands.players import change_player, set_photo
from players.models import Player
from players.services.photos import players_folder
from procedures.commands.bag_openings import open_table
from procedures.commands.event_days import close_day
from procedures.models import Bag
from rulings.commands.rulings import note_ruling
from seasons.commands.seasons import close_season, correct_points
from seasons.commands.titles import award_title, decide_cup_seat, withdraw_title
from seating.commands import add_apart, bust, bust_several
from seating.models import Seat
from tests.desk.tills import card, drawer, enter, player, sold
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.procedures.test_bags import bagged
from tests.procedures.test_next_day import played
from tests.seasons.nights import season
from tests.seating.seating_scenes import seated
from tourney.access.roles import Actor, Role
from tourney.journal import personal_traces
from tourney.journal.commands import COMMANDS
from tourney.journal.undo import undo_in_room
from tourney.models import Entry, JournalEntry, Redaction
from tourney.now import room_now

CANARIES = {
    "name": "Xaviera Quendolin",
    "nickname": "Zwirbelfuchs",
    "birth_date": "1931-02-27",
    "card": "KARTE-90817",
    "needs": "Rollstuhlrampe Nord",
    "staff_notes": "schuldet uns ein Bier",
}
TEXTS = (
    "Xaviera Quendolin-Alt",
    "warf einen Stuhl",
    "schrie den Dealer an",
    "kam betrunken",
    "push.example/QQ17",
    "spielte zwei Abende krank",
    "gab den Sitz krank auf",
    "trug einen falschen Namen",
    "hat Streit mit dem Nachbarn",
)
CONTACTS = {"email": "xaviera.q@example.org", "phone": "+41791234567"}
EARLIER = {"email": "quendolin@example.net", "phone": "+49170555777"}
ALL = (*CANARIES.values(), *TEXTS, *CONTACTS.values(), *EARLIER.values())


@pytest.fixture
def forgotten(
    make_event: MakesEvents, director: Actor, floor: Actor, django_capture_on_commit_callbacks: Any
) -> int:
    """Anonymise a player with rows of every kind in a finished event; return the record's primary key."""
    event = make_event(book="munot")
    sold(event)
    drawer(floor)
    press(start, event, by=floor)
    anna = player(**{**CANARIES, "name": TEXTS[0], "languages": "de en", "needs_access": True})
    press(change_player, by=floor, player=anna, name=CANARIES["name"])
    press(change_player, by=floor, player=anna, name=CANARIES["name"], nickname="", staff_notes="")
    press(undo_in_room, by=director, seq=JournalEntry.journal(None).latest("seq").seq)
    twin = player(CANARIES["name"], nickname=CANARIES["nickname"])
    row = {"do": "change", "player": twin, "name": CANARIES["name"], "needs": CANARIES["needs"]}
    press(import_players, by=floor, rows=[{**row, **EARLIER, "contact_consent": True}])
    press(set_contact, by=floor, player=anna, **CONTACTS, consent=True)
    press(merge_players, by=floor, player=twin, into=anna)
    photo = players_folder() / f"{'ab' * 32}.png"
    photo.write_bytes(b"\x89PNG")
    press(set_photo, by=floor, player=anna, photo=photo.name)
    secret = path_of(anna).split("/")[2]
    token = player_of(secret, "10.0.0.1")
    Subscription.objects.create(
        token=token,
        endpoint=f"https://{TEXTS[4]}",
        p256dh="p",
        auth="a",
        language="de",
        created_at=room_now(),
    )
    phone = Actor(f"token:{token.pk}", token.label, Role.PLAYER)
    from desk.commands.self_service import own_wait

    refusal(own_wait, event, by=phone)
    sale = enter(event, floor, anna, [card()])
    press(impose, event, by=floor, entry=sale["entry"], kind="warning", reason=TEXTS[2])
    press(note_ruling, event, by=floor, text=TEXTS[3], entries=[sale["entry"]], table=None, rule="", photo="")
    press(refund, event, by=floor, receipt=sale["receipt"], reason="went home", method="card")
    press(ban_player, by=floor, player=anna, ends_on=None, reason=TEXTS[1])
    press(add_apart, by=floor, one=anna, other=player("Bert"), reason=TEXTS[8])
    press(close_event, event, by=director, although_unfinished=True)
    in_a_season(anna, director)
    return anna


def in_a_season(anna: int, director: Actor) -> None:
    """Correct a player's points in a season, take their cup seat, and withdraw their title."""
    row = season(book="munot", points="linear", cup_seats=2)
    press(correct_points, by=director, season=row.pk, player=anna, points=3, reason=TEXTS[5])
    press(decide_cup_seat, by=director, season=row.pk, player=anna, has_seat=False, reason=TEXTS[6])
    title = {"season": row.pk, "kind": "player_of_the_year"}
    press(close_season, by=director, season=row.pk, although_unfinished=True)
    press(award_title, by=director, **title, player=anna)
    press(withdraw_title, by=director, **title, reason=TEXTS[7])
    press(undo_in_room, by=director, seq=JournalEntry.journal(None).latest("seq").seq)
    press(withdraw_title, by=director, **title, reason=TEXTS[7])


def everything() -> Iterator[tuple[str, str]]:
    """Return every row of every table as text."""
    for model in apps.get_models(include_auto_created=True):
        for row in model._default_manager.all():
            yield (
                str(model._meta.label),
                repr([getattr(row, one.attname) for one in model._meta.concrete_fields]),
            )


def left() -> list[tuple[str, str]]:
    """Return the canaries that remain, with their places."""
    return [(where, canary) for where, text in everything() for canary in ALL if canary in text]


def bytes_of_the_database() -> bytes:
    """Read the files of the SQLite database in a separate process.

    Closing a file releases every POSIX lock that the process holds on it. Read by this process, the database
    would lose the locks of its open connections, and a web server of a later test would delete the log while
    in use.
    """
    file = Path(str(connection.settings_dict["NAME"]))
    names = [str(path) for path in file.parent.glob(f"{file.name}*")]
    return subprocess.run(["cat", *names], check=True, capture_output=True).stdout


@pytest.mark.django_db(transaction=True)
def test_deleting_personal_data_leaves_no_trace(forgotten: int, floor: Actor) -> None:
    assert {canary for _where, canary in left()} >= {*ALL}, "the canaries were not in the files before"
    shape = list(
        JournalEntry.objects.order_by("pk").values_list("pk", "seq", "kind", "at", "actor", "command")
    )
    press(anonymise_player, by=floor, player=forgotten)
    assert left() == []
    assert (
        list(JournalEntry.objects.order_by("pk").values_list("pk", "seq", "kind", "at", "actor", "command"))[
            : len(shape)
        ]
        == shape
    )
    assert not list(Path(settings.MEDIA_ROOT).rglob(f"{'ab' * 32}*"))
    assert not Subscription.objects.exists()
    assert Redaction.objects.exists()
    assert not Redaction.objects.filter(is_open=True).exists()
    journal_tells_the_rows()
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        data = bytes_of_the_database()
        assert b"SQLite format 3" in data
        assert [canary for canary in ALL if canary.encode() in data] == []


def test_deleting_personal_data_cannot_be_undone(director: Actor) -> None:
    anna = player("Anna")
    press(anonymise_player, by=director, player=anna)
    line = JournalEntry.journal(None).latest("seq")
    assert refusal(undo_in_room, by=director, seq=line.seq).code == "not_undoable"
    assert "Anna" not in repr([line.arguments, line.answer, line.changes])
    # Undoing earlier commands cannot restore it either.
    for earlier in JournalEntry.journal(None).filter(seq__lt=line.seq):
        with_code = refusal(undo_in_room, by=director, seq=earlier.seq).code
        assert with_code in {"changed_since", "not_undoable", "in_use", "last_director"}
    assert Player.objects.get(pk=anna).name == f"#{anna}"


def test_a_namesake_keeps_their_name(director: Actor) -> None:
    gone, stays = player("Peter Muster"), player("Peter Muster")
    press(change_player, by=director, player=stays, name="Peter Muster", nickname="Pit")
    press(anonymise_player, by=director, player=gone)
    assert Player.objects.get(pk=stays).name == "Peter Muster"
    entry = JournalEntry.journal(None).filter(kind="player.change").get()
    assert entry.arguments["name"] == "Peter Muster"
    journal_tells_the_rows()


def test_name_of_the_winner_of_a_bust_is_erased_although_a_namesake_stays(
    make_event: MakesEvents, director: Actor, desk: Actor
) -> None:
    event = make_event(book="munot")
    drawer(desk)
    sold(event)
    gone, out, stays = player("Anna Berg"), player("Bob Out"), player("Anna Berg")
    entries = {}
    for who in (gone, out):
        entries[who] = enter(event, desk, who, [card()])["entry"]
    press(bust, event, by=director, entry=entries[out], knocked_out_by=[entries[gone]])
    press(close_event, event, by=director, although_unfinished=True)
    press(anonymise_player, by=director, player=gone)
    won = JournalEntry.journal(event).get(kind="entry.bust").answer["won_by"]
    assert won == [f"#{gone}"]
    assert Player.objects.get(pk=stays).name == "Anna Berg"


def test_a_name_of_one_word_is_erased_among_the_names_of_one_hand(event: int, director: Actor) -> None:
    places = seated(event, {1: (1, 2, 3), 2: (1, 2)})
    entries = [places[1, 1], places[1, 2]]
    gone, other = (Entry.objects.get(pk=entry).player for entry in entries)
    press(change_player, by=director, player=gone.pk, name="Zwirbel")
    press(bust_several, event, by=director, entries=entries)
    press(close_event, event, by=director, although_unfinished=True)
    press(anonymise_player, by=director, player=gone.pk)
    names = JournalEntry.journal(event).get(kind="entries.bust").answer["names"]
    assert names == f"#{gone.pk}, {other.name}"


def test_name_on_a_printed_receipt_is_erased_although_a_namesake_stays(
    make_event: MakesEvents, director: Actor, desk: Actor
) -> None:
    event = make_event(book="munot")
    drawer(desk)
    sold(event)
    gone = player("Anna Berg")
    player("Anna Berg")
    receipt = enter(event, desk, gone, [card()])["receipt"]
    press(printed, event, by=desk, what="receipt", receipt=receipt)
    press(close_event, event, by=director, although_unfinished=True)
    press(anonymise_player, by=director, player=gone)
    assert JournalEntry.journal(event).get(kind="desk.printed").answer["name"] == f"#{gone}"


def test_ids_that_tell_whose_a_text_is_are_arguments_or_answers_of_commands() -> None:
    arguments = {name for made in COMMANDS.values() for name in made.arguments.model_fields}
    # Only answers, and rows within arguments, contain these.
    assert set(personal_traces._IDS) - arguments <= {"entries", "bookings", "players"}


@pytest.mark.parametrize("column", ["seq", "kind", "actor", "at", "command", "rule", "who"])
def test_an_open_redaction_opens_no_other_column(director: Actor, column: str) -> None:
    player("Anna")
    line = JournalEntry.journal(None).latest("seq")
    Redaction.objects.create(line=line, player=1, actor="user:1", at=room_now())
    changed: dict[str, Any] = {
        "seq": 999, "kind": "x", "actor": "x", "at": room_now(), "command": uuid.uuid4(), "rule": "x", "who": "x",
    }  # fmt: skip
    with pytest.raises(DatabaseError), transaction.atomic():
        JournalEntry.objects.filter(pk=line.pk).update(**{column: changed[column]})
    JournalEntry.objects.filter(pk=line.pk).update(arguments={})
    Redaction.objects.update(is_open=False)
    with pytest.raises(DatabaseError), transaction.atomic():
        JournalEntry.objects.filter(pk=line.pk).update(arguments={"a": 1})


def other_entries(gone: int) -> list[tuple[int, Any, Any, Any]]:
    """Return the room's journal entries from before the deletion, except those of the deleted record."""
    return [
        (line.seq, line.arguments, line.answer, line.changes)
        for line in JournalEntry.journal(None).exclude(kind="player.anonymise")
        if not any((one["model"], one["pk"]) == ("players.player", gone) for one in line.changes)
        and line.arguments.get("player") != gone
    ]


def test_erasure_leaves_entries_of_others_unchanged(director: Actor, floor: Actor) -> None:
    anna = player("Anna Berg", nickname="Late", birth_date="1980-02-03", staff_notes="plays", needs="aisle")
    press(ban_player, by=floor, player=anna, ends_on=None, reason="shouted")
    # The same birth date, the nickname within a sentence, the same reason, a longer name.
    other = player(
        "Anna Bergmann", birth_date="1980-02-03", staff_notes="Late registration, plays aisle seats"
    )
    press(ban_player, by=floor, player=other, ends_on=None, reason="shouted")
    player("Eva Anna Berg", nickname="Late")
    player("Jo-Anna Berg-Meier")
    drawer(floor)
    press(move_cash, by=floor, amount=100, reason="Late registration of Anna Bergmann")
    before = other_entries(anna)
    press(anonymise_player, by=director, player=anna)
    assert other_entries(anna) == before
    journal_tells_the_rows()


def test_penalties_of_others_for_the_same_reason_stay(
    make_event: MakesEvents, director: Actor, floor: Actor
) -> None:
    event = make_event(book="munot")
    sold(event)
    press(start, event, by=floor)
    drawer(floor)
    anna, bert = player("Anna Berg"), player("Bert Beta")
    for one in (anna, bert):
        entry = enter(event, floor, one, [card()])["entry"]
        press(impose, event, by=floor, entry=entry, kind="warning", reason="shouted")
    press(close_event, event, by=director, although_unfinished=True)
    press(anonymise_player, by=director, player=anna)
    first, second = JournalEntry.journal(event).filter(kind="penalty.impose").order_by("seq")
    assert "shouted" not in repr([first.arguments, first.answer, first.changes])
    assert second.arguments["reason"] == "shouted"
    assert "shouted" in repr(second.changes)
    journal_tells_the_rows()


def test_rows_of_others_in_the_same_import_stay(director: Actor, floor: Actor) -> None:
    rows = [
        {"do": "add", "name": name, "nickname": "Late", "birth_date": "1980-02-03", "needs": needs}
        for name, needs in (("Anna Berg", "aisle"), ("Bert Beta", "aisle seat"))
    ]
    press(import_players, by=floor, rows=rows)
    press(anonymise_player, by=director, player=Player.objects.get(name="Anna Berg").pk)
    mine, other = JournalEntry.journal(None).get(kind="player.import").arguments["rows"]
    assert "Anna" not in repr(mine)
    assert (mine["nickname"], mine["birth_date"], mine["needs"]) == ("", "", "")
    assert {name: other[name] for name in rows[1]} == rows[1]
    journal_tells_the_rows()


def test_a_full_name_leaves_free_texts_of_others(director: Actor, floor: Actor) -> None:
    anna = player("Anna Berg", card="CARD-77")
    drawer(floor)
    press(move_cash, by=floor, amount=100, reason="for Anna Berg, CARD-77; Anna Bergmann paid")
    press(anonymise_player, by=director, player=anna)
    entry = JournalEntry.journal(None).get(kind="drawer.move")
    assert entry.arguments["reason"] == f"for #{anna}, ; Anna Bergmann paid"
    assert entry.arguments["reason"] in {change["after"].get("reason") for change in entry.changes}
    assert DrawerMove.objects.get().reason == entry.arguments["reason"]
    journal_tells_the_rows()


def test_undo_does_not_quote_erased_text(director: Actor, floor: Actor) -> None:
    anna = player("Anna Berg")
    press(ban_player, by=floor, player=anna, ends_on=None, reason="threw a chair")
    press(undo_in_room, by=director, seq=JournalEntry.journal(None).latest("seq").seq)
    press(anonymise_player, by=director, player=anna)
    text = repr(list(JournalEntry.objects.values_list("arguments", "answer", "changes")))
    assert "threw a chair" not in text
    assert "Anna Berg" not in text


def test_erasure_spares_another_player_with_the_same_name(director: Actor, floor: Actor) -> None:
    gone, stays = player("Anna Berg"), player("Anna Berg")
    for one in (gone, stays):
        press(change_player, by=floor, player=one, name="Anna Berg", staff_notes="Anna Berg plays")
        press(ban_player, by=floor, player=one, ends_on=None, reason="x", rule="as Anna Berg agreed")
    press(anonymise_player, by=director, player=gone)
    mine, other = JournalEntry.journal(None).filter(kind="player.ban").order_by("seq")
    assert mine.arguments["rule"] == f"as #{gone} agreed"
    assert other.arguments["rule"] == "as Anna Berg agreed"
    assert Player.objects.get(pk=stays).staff_notes == "Anna Berg plays"
    journal_tells_the_rows()


def test_why_a_bag_differed_is_erased_in_the_row_and_the_journal(
    make_event: MakesEvents, director: Actor
) -> None:
    event, _places = played(make_event, director)
    bagged(event, director)
    press(close_day, event, running=True, by=director, seats="kept")
    seat, other = Seat.objects.filter(tournament_table__table__number=5, kind="player").order_by("number")[:2]
    assert seat.entry is not None
    assert other.entry is not None
    found = [{"seat": seat.number, "chips": (seat.stack or 0) - 100}]
    why = "  was drunk  and tore it "
    press(open_table, event, by=director, number=5, seats=[seat.number], stacks=found, reason=why)
    press(open_table, event, by=director, number=5, seats=[other.number])
    press(close_event, event, by=director, although_unfinished=True)
    for entry in (seat.entry, other.entry):
        press(anonymise_player, by=director, player=entry.player_id)
    assert {bag.reason for bag in Bag.objects.all()} == {"–", ""}
    lines = JournalEntry.objects.values_list("arguments", "answer", "changes")
    assert "drunk" not in repr(list(lines))
    journal_tells_the_rows()
