"""Teams of two share an entry: one stack, one seat, one price; both find their seat and their name."""

import uuid
from typing import Any

import pytest

from clock.commands.clock import start
from desk.boards.entries import entry_rows
from desk.boards.find import find
from desk.boards.person import person
from desk.commands.partners import name_partner
from desk.commands.registration import close_registration, set_registration
from desk.commands.sales import register_player
from desk.models import Receipt
from notifications.boards.own import events_of, mine_of
from players.commands.anonymisation import anonymise_player
from players.commands.merge import merge_players
from players.models import Partner, Player
from players.services.public_names import entries_in_public
from prizes.boards.listing import rows_for_staff
from prizes.commands.team_shares import share_prize
from seating.boards.people import people
from seating.boards.seat_list import seats_in_public
from seating.boards.table import table
from seating.commands import bust, set_plan
from seating.commands.seats import reinstate
from seating.commands.team_changes import change_player
from seating.models import Seat
from tests.desk.tills import PRICE, cash, drawer, player, sold
from tests.fixtures.room import MakesEvents, press, refusal
from tests.stages.stage_scenes import event_row, seat_everybody
from tests.web.visitors import client_of, text_of
from tourney.access.roles import FIRST_START, Actor
from tourney.journal.boards import text_of as text_of_line
from tourney.journal.undo import undo
from tourney.models import Entry, JournalEntry, Notice, Tournament
from tourney.now import room_now

pytestmark = pytest.mark.django_db


@pytest.fixture
def clerk(director: Actor) -> Actor:
    """Open the director's drawer."""
    drawer(director)
    return director


def teams(make_event: MakesEvents, partner_until: str = "entry") -> int:
    """Make an event for teams of two."""
    event = make_event(book="munot")
    sold(event, extras=[], partner_until=partner_until)
    press(set_plan, event, by=FIRST_START, seats_per_table=9)
    return event


def register(event: int, by: Actor, who: int, partner: int | None) -> int:
    """Sell an entry to a team; return the entry."""
    done = press(register_player, event, by=by, player=who, payments=[cash(PRICE)], partner=partner)
    entry: int = (done.answer or {})["entry"]
    return entry


def test_a_team_has_one_entry_and_both_players_find_their_seat(make_event: MakesEvents, clerk: Actor) -> None:
    event = teams(make_event)
    anna, bert, cleo, dana = (
        player(name) for name in ("Anna Meyer", "Bert Rossi", "Cleo Huber", "Dana Kunz")
    )
    Player.objects.filter(pk=bert).update(privacy="short")
    entry = register(event, clerk, anna, bert)
    register(event, clerk, cleo, dana)
    assert Entry.objects.filter(tournament=event).count() == 2
    seat_everybody(event, [1])
    names = [row[0] for row in seats_in_public(event_row(event))["seats"]]
    assert names == [
        "Huber, Cleo / Kunz, Dana",
        "Kunz, Dana / Huber, Cleo",
        "Meyer, Anna / R., Bert",
        "R., Bert / Meyer, Anna",
    ]
    assert entries_in_public(event_row(event), [entry]) == {entry: "Anna Meyer / Bert R."}
    board = table(event_row(event), 1)
    assert board is not None
    chair = next(one for one in board.chairs if one.entry == entry)
    assert (chair.name, chair.partner_plays) == ("Anna Meyer / Bert Rossi", False)
    # The desk finds the partner in play at the same seat, and names the team with either player.
    (found,) = find("bert", event, by=clerk).rows
    assert (found["state"], found["table"], found["seat"]) == ("in", 1, chair.seat)
    # The floor finds the team with either player, or with both, once and by both names.
    client, address = client_of(clerk), f"/staff/t/{event}/floor/people/"
    for sought in ("anna", "rossi", "e"):
        answers = [
            one for one in client.get(address, {"q": sought}).json()["found"] if one["seat"] == chair.seat
        ]
        assert [(one["name"], one["table"]) for one in answers] == [("Anna Meyer / Bert Rossi", 1)]
    seen = [person(who, event, clerk) for who in (anna, bert)]
    assert [one and one["event"] and one["event"]["team_with"] for one in seen] == [
        "Bert Rossi",
        "Anna Meyer",
    ]
    # Re-entries are sold to the player who registered: the other one leads there.
    assert [one and one["event"] and one["event"]["team_of"] for one in seen] == [None, anna]
    seat = Seat.objects.get(entry=entry).number
    phones = mine_of(event, [anna, bert])
    assert [(one.state, one.table, one.seat) for one in phones.values()] == [("seated", 1, seat)] * 2
    assert (phones[anna].partner, phones[anna].plays_now) == ("Bert Rossi", True)
    assert (phones[bert].partner, phones[bert].plays_now) == ("Anna Meyer", False)
    assert [one.registers for one in phones.values()] == [True, False]
    assert events_of(0, [bert])[bert].events == [event]
    assert Notice.objects.filter(player=bert, kind="seated").exists()


def test_the_other_player_of_a_team_takes_over_between_hands(make_event: MakesEvents, clerk: Actor) -> None:
    event = teams(make_event)
    anna, bert, cleo, dana = (
        player(name) for name in ("Anna Meyer", "Bert Rossi", "Cleo Huber", "Dana Kunz")
    )
    entry = register(event, clerk, anna, bert)
    register(event, clerk, cleo, dana)
    seat_everybody(event, [1])
    press(start, event, by=clerk)
    assert refusal(change_player, event, by=clerk, entry=entry, partner_plays=False).code == "plays_already"
    press(change_player, event, by=clerk, entry=entry, partner_plays=True)
    assert mine_of(event, [bert])[bert].plays_now
    board_of_table = table(event_row(event), 1)
    assert board_of_table is not None
    latest = board_of_table.last[0]
    assert (latest.seq, latest.undone) == (JournalEntry.journal(event).latest("seq").seq, False)
    assert latest.permission == "deal"
    # Who has played stays the partner.
    assert (
        refusal(name_partner, event, by=clerk, entry=entry, partner=player("Emil"), replaces=bert).code
        == "partner_has_played"
    )
    press(bust, event, by=clerk, entry=entry)
    board = people(event)
    assert board is not None
    assert [one.name for one in board.out] == ["Anna Meyer / Bert Rossi"]
    assert mine_of(event, [bert])[bert].state == "out"


def test_neither_player_of_a_team_has_another_entry_in_the_event(
    make_event: MakesEvents, clerk: Actor
) -> None:
    event = teams(make_event)
    anna, bert, cleo, dana = (player(name) for name in ("Anna", "Bert", "Cleo", "Dana"))
    register(event, clerk, anna, bert)
    for who, partner, code in [
        (bert, cleo, "already_in"),
        (cleo, bert, "already_in"),
        (cleo, anna, "already_in"),
        (cleo, cleo, "same_player"),
        (cleo, None, "partner_missing"),
    ]:
        refused = refusal(
            register_player, event, by=clerk, player=who, payments=[cash(PRICE)], partner=partner
        )
        assert refused.code == code, (who, partner)
    register(event, clerk, cleo, dana)
    assert Partner.objects.count() == 2


def test_receipts_name_both_players_of_a_team(make_event: MakesEvents, clerk: Actor) -> None:
    event = teams(make_event)
    register(event, clerk, player("Anna Meyer"), player("Bert Rossi"))
    row = Receipt.objects.get()
    for address in ("till/receipts/", f"till/receipts/{row.pk}/", f"print/receipt/{row.pk}/"):
        assert "Anna Meyer / Bert Rossi" in text_of(client_of(clerk).get(f"/staff/{address}")), address


def test_a_partner_is_named_until_registration_closes(make_event: MakesEvents, clerk: Actor) -> None:
    event = teams(make_event, "close")
    anna, bert, cleo = (player(name) for name in ("Anna", "Bert", "Cleo"))
    entry = register(event, clerk, anna, None)
    press(name_partner, event, by=clerk, entry=entry, partner=bert)
    press(undo, event, by=clerk, seq=JournalEntry.journal(event).latest("seq").seq)
    assert not Partner.objects.exists()
    press(name_partner, event, by=clerk, entry=entry, partner=bert)
    # A clerk who does not know of Bert does not replace him.
    for stale in (None, cleo):
        for named in (cleo, None):
            refused = refusal(name_partner, event, by=clerk, entry=entry, partner=named, replaces=stale)
            assert refused.code == "has_partner"
            assert "Anna already has a partner: Bert. Remove that partner first." in refused.message
    press(name_partner, event, by=clerk, entry=entry, partner=cleo, replaces=bert)
    assert Partner.objects.get().player_id == cleo
    # Only Bert gets a message. His phone still shows the event.
    assert list(Notice.objects.filter(kind="left_team").values_list("player", flat=True)) == [bert]
    assert events_of(0, [bert])[bert].events == [event]
    mine = mine_of(event, [bert])[bert]
    assert (mine.state, [one.kind for one in mine.notices]) == ("none", ["left_team"])
    assert (
        text_of_line(JournalEntry.journal(event).latest("seq")) == "Cleo replaces Bert as the partner of Anna"
    )
    refused = refusal(set_registration, event, by=clerk, pool=PRICE)
    assert refused.code == "has_partners"
    press(close_registration, event, by=clerk)
    assert refusal(name_partner, event, by=clerk, entry=entry, partner=bert).code == "partner_too_late"


def test_an_undo_names_and_removes_partners_only_as_a_clerk_could(
    make_event: MakesEvents, clerk: Actor
) -> None:
    event = teams(make_event, "close")
    anna, bert = player("Anna"), player("Bert")
    entry = register(event, clerk, anna, bert)
    press(name_partner, event, by=clerk, entry=entry, partner=None, replaces=bert)
    removed = JournalEntry.journal(event).latest("seq").seq
    own = register(event, clerk, bert, None)
    # Bert would play two stacks.
    assert refusal(undo, event, by=clerk, seq=removed).code == "other_team"
    press(name_partner, event, by=clerk, entry=own, partner=player("Cleo"))
    named = JournalEntry.journal(event).latest("seq").seq
    press(close_registration, event, by=clerk)
    assert refusal(undo, event, by=clerk, seq=named).code == "partner_too_late"


def test_the_partner_shows_an_id_as_well(make_event: MakesEvents, clerk: Actor) -> None:
    event = teams(make_event, "close")
    anna, bert = player("Anna", birth_date=None), player("Bert", birth_date=None)
    sale: dict[str, Any] = {"player": anna, "payments": [cash(PRICE)], "partner": bert, "id_seen": True}
    refused = refusal(register_player, event, by=clerk, **sale)
    assert (refused.code, "ID of Bert" in refused.message) == ("age_unknown", True)
    done = press(register_player, event, by=clerk, **sale, partner_id_seen=True).answer or {}
    press(bust, event, by=clerk, entry=done["entry"])
    # A re-entry names no partner: Bert's ID was seen at the first one.
    press(register_player, event, by=clerk, **{**sale, "partner": None})
    assert Partner.objects.filter(player=bert).count() == 2


def test_an_event_for_single_players_has_no_partners(make_event: MakesEvents, clerk: Actor) -> None:
    event = teams(make_event, "")
    anna, bert = player("Anna"), player("Bert")
    refused = refusal(register_player, event, by=clerk, player=anna, payments=[cash(PRICE)], partner=bert)
    assert refused.code == "no_partners"
    entry = register(event, clerk, anna, None)
    assert refusal(change_player, event, by=clerk, entry=entry, partner_plays=True).code == "no_partner"


def test_the_partner_is_named_on_the_page_of_entries(
    make_event: MakesEvents, clerk: Actor, director: Actor
) -> None:
    event = teams(make_event, "close")
    anna, bert = player("Anna Meyer"), player("Bert Rossi", birth_date=None)
    entry = register(event, clerk, anna, None)
    client, address = client_of(clerk), f"/staff/t/{event}/entries/"
    assert "Name the partner" in text_of(client.get(address))
    wrong = client.post(address, {"entry": entry, "partner": "Nobody Known"})
    assert wrong.status_code == 422
    sent = {"command_id": str(uuid.uuid4()), "entry": entry, "partner": "Bert Rossi"}
    assert "Check the ID of Bert Rossi" in text_of(client.post(address, sent))
    client.post(address, sent | {"command_id": str(uuid.uuid4()), "id_seen": "1"})
    assert Partner.objects.get().player_id == bert
    (row,) = entry_rows(event_row(event))
    assert (row.name, row.player, row.partner_player) == ("Anna Meyer / Bert Rossi", anna, bert)
    assert "Name the partner" not in text_of(client.get(address))
    # On the row: change the partner, or remove them; what was named meanwhile is not replaced unseen.
    cleo = player("Cleo Huber")
    shown = text_of(client.get(f"{address}?entry={entry}"))
    assert "Partner of Anna Meyer: Bert Rossi" in shown
    assert "Remove partner" in shown
    change = {"entry": entry, "replaces": bert, "partner": "Cleo Huber", "id_seen": "1"}
    client.post(address, change | {"command_id": str(uuid.uuid4())})
    assert Partner.objects.get().player_id == cleo
    stale = {"command_id": str(uuid.uuid4()), "entry": entry, "replaces": bert, "remove": "1"}
    told = client.post(address, stale)
    assert (told.status_code, "Partner of Anna Meyer: Cleo Huber" in text_of(told)) == (422, True)
    client.post(address, stale | {"command_id": str(uuid.uuid4()), "replaces": cleo})
    assert not Partner.objects.exists()
    # Those who are alone are named before registration is closed, and afterwards.
    register(event, clerk, cleo, player("Dana Kunz"))
    alone = "Without a partner: <strong>Anna Meyer</strong>"
    assert alone in text_of(client_of(director).get(f"/staff/t/{event}/registration/"))
    assert alone not in text_of(client.get(address))
    press(close_registration, event, by=director)
    assert alone in text_of(client.get(address))


def test_an_agreed_share_is_recorded_again_and_not_undone(make_event: MakesEvents, clerk: Actor) -> None:
    event = teams(make_event)
    entry = register(event, clerk, player("Anna"), player("Bert"))
    press(share_prize, event, by=clerk, entry=entry, share=7_000)
    refused = refusal(undo, event, by=clerk, seq=JournalEntry.journal(event).latest("seq").seq)
    assert (refused.code, "agreed share again" in refused.message) == ("not_undoable", True)
    press(share_prize, event, by=clerk, entry=entry, share=5_000)
    assert Partner.objects.get().share == 5_000


def test_erasure_of_a_partner_leaves_no_name_in_the_journal(make_event: MakesEvents, clerk: Actor) -> None:
    event = teams(make_event)
    entry = register(event, clerk, player("Anna Meyer"), bert := player("Bert Rossi"))
    press(change_player, event, by=clerk, entry=entry, partner_plays=True)
    press(share_prize, event, by=clerk, entry=entry, share=4_000)
    press(bust, event, by=clerk, entry=entry)
    press(anonymise_player, by=clerk, player=bert)
    kept = JournalEntry.journal(event).values_list("arguments", "answer", "changes")
    assert "Bert Rossi" not in str(list(kept))
    assert "Anna Meyer" in str(list(kept))


def test_a_team_that_re_enters_stays_together_under_the_same_name(
    make_event: MakesEvents, clerk: Actor
) -> None:
    event = teams(make_event)
    anna, bert, cleo, dana = (player(name) for name in ("Anna", "Bert", "Cleo", "Dana"))
    entry = register(event, clerk, anna, bert)
    register(event, clerk, cleo, dana)
    seat_everybody(event, [1])
    press(start, event, by=clerk)
    press(bust, event, by=clerk, entry=entry)
    (row,) = rows_for_staff(Tournament.objects.get(pk=event), [entry])
    assert row["name"] == "Anna / Bert"
    for who, partner in ((bert, anna), (anna, emil := player("Emil")), (emil, bert)):
        refused = refusal(
            register_player, event, by=clerk, player=who, payments=[cash(PRICE)], partner=partner
        )
        assert (refused.code, "Anna / Bert" in refused.message) == ("other_team", True)
    again = register(event, clerk, anna, None)
    assert Partner.objects.get(entry=again).player_id == bert


def test_records_of_two_players_who_share_an_entry_are_not_merged(
    make_event: MakesEvents, clerk: Actor
) -> None:
    event = teams(make_event)
    anna, bert, cleo, dana = (player(name) for name in ("Anna", "Bert", "Cleo", "Dana"))
    entry = register(event, clerk, anna, bert)
    register(event, clerk, cleo, dana)
    assert refusal(merge_players, by=clerk, player=bert, into=anna).code == "same_team"
    assert refusal(merge_players, by=clerk, player=bert, into=dana).code == "both_inside"
    press(merge_players, by=clerk, player=bert, into=(other := player("Bert R.")))
    assert Partner.objects.get(entry=entry).player_id == other


def test_a_team_is_not_put_back_while_its_partner_plays_another_entry(
    make_event: MakesEvents, clerk: Actor
) -> None:
    event = teams(make_event, "close")
    bert = player("Bert")
    gone = register(event, clerk, player("Anna"), bert)
    other = register(event, clerk, player("Cleo"), None)
    register(event, clerk, player("Dana"), None)
    seat_everybody(event, [1])
    press(bust, event, by=clerk, entry=gone)
    team = Partner.objects.create(tournament_id=event, entry_id=other, player_id=bert, named_at=room_now())
    taken = set(Seat.objects.values_list("number", flat=True))
    back = {"entry": gone, "table": 1, "seat": next(seat for seat in range(1, 10) if seat not in taken)}
    assert refusal(reinstate, event, by=clerk, **back).code == "already_in"
    team.delete()
    press(reinstate, event, by=clerk, **back)
