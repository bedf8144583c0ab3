"""The partner of a team is treated as a player of the event: on the phone, at the desk, in lists and on erasure."""

from collections.abc import Mapping

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clock.commands.clock import start
from clock.commands.events import close_event
from desk.commands.bookings import reserve, wait
from desk.commands.multi_event_sales import register_for_events
from desk.commands.partners import name_partner
from desk.commands.refunds import refund
from desk.models import Booking, Item
from penalties.boards.penalties import history_of, own_penalties
from penalties.commands.penalties import impose
from penalties.models import Penalty
from planning.services.history import past_events
from players.boards.people import record, unconfirmed_in
from players.commands.anonymisation import anonymise_player
from players.models import Membership, Partner, Player
from players.rules.person_code import code_of
from players.rules.player_fields import ReadContext
from players.services import partners
from players.services.public_names import entries_in_public
from prizes.commands.payments import pay_prize, take_prize_back
from prizes.commands.team_shares import share_prize
from prizes.models import PrizePayment
from procedures.boards.own_stacks import stack_of
from procedures.commands.reported_stacks import report_stack
from procedures.commands.stack_counts import open_count
from rulings.boards.rulings import rulings_found
from rulings.commands.rulings import note_ruling
from rulings.models import Ruling
from seasons.services.event_results import results_in
from seasons.services.player_history import played_years_of
from seating.boards.seat_list import seats_in_public
from seating.boards.seating import list_seq
from seating.commands import arrive, bust, swap_seats
from seating.commands.own_moves import own_arrive
from seating.models import Move, Seat
from tests.desk.lists import phone
from tests.desk.test_teams import clerk as clerk
from tests.desk.test_teams import register, teams
from tests.desk.tills import PRICE, cash, enter, player, sold
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.penalties.test_timed_penalties import enters
from tests.prizes.evenings import closed, evening, out
from tests.stages.stage_scenes import event_row, seat_everybody
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor
from tourney.journal.boards import text_of as text_of_line
from tourney.models import Entry, JournalEntry, Notice, Tournament
from tourney.now import room_now
from web.phone.find import seats_by_code

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare the cached partners with their rows whenever a command or board reads them."""
    cached = partners._READINGS.of

    def of(event: Tournament) -> Mapping[int, int]:
        found = cached(event)
        assert found == dict(partners._PARTNERS.all(event.pk))
        return found

    monkeypatch.setattr(partners._READINGS, "of", of)


def test_a_partner_of_one_word_or_with_a_namesake_is_erased(make_event: MakesEvents, clerk: Actor) -> None:
    event = teams(make_event)
    bert, dana, _namesake = player("Zwirbel"), player("Dana Kunz"), player("Dana Kunz")
    register(event, clerk, player("Anna"), bert)
    register(event, clerk, player("Cleo"), dana)
    press(close_event, event, by=clerk, although_unfinished=True)
    for who in (bert, dana):
        press(anonymise_player, by=clerk, player=who)
    sales = JournalEntry.journal(event).filter(kind="desk.register").order_by("seq")
    assert [(one.answer or {})["name"] for one in sales] == [f"Anna / #{bert}", f"Cleo / #{dana}"]
    told = list(JournalEntry.journal(event).values_list("arguments", "answer", "changes"))
    assert "Zwirbel" not in str(told)
    journal_tells_the_rows()


def test_why_a_payment_to_a_partner_was_reversed_is_erased_with_the_partner(
    make_event: MakesEvents, floor: Actor, director: Actor
) -> None:
    event = make_event(book="tda")
    entries = evening(event, floor, 3, partner_until="close")
    press(name_partner, event, by=floor, entry=entries[2], partner=player("Bert Rossi"))
    closed(event)
    out(event, *entries[:2])
    team = Player.objects.get(partnered__entry=entries[2]), Player.objects.get(entries=entries[2])
    for who in team:
        paid = press(pay_prize, event, by=floor, entry=entries[2], amount=1_000, player=who.pk).answer
        press(take_prize_back, event, by=floor, payment=(paid or {})["payment"], reason=f"came drunk {who}")
    press(close_event, event, by=director, although_unfinished=True)
    for who, left in zip(team, ({"–", f"came drunk {team[1]}"}, {"–"}), strict=True):
        press(anonymise_player, by=director, player=who.pk)
        assert set(PrizePayment.objects.exclude(reason="").values_list("reason", flat=True)) == left
        journal_tells_the_rows()


def test_both_players_of_a_team_act_for_the_entry_on_their_phones(
    make_event: MakesEvents, clerk: Actor
) -> None:
    event = teams(make_event)
    anna, bert = player("Anna Meyer"), player("Bert Rossi")
    entry = register(event, clerk, anna, bert)
    other = register(event, clerk, player("Cleo"), player("Dana"))
    seat_everybody(event, [1])
    press(start, event, by=clerk)
    press(swap_seats, event, by=clerk, one=entry, other=other)
    # On the way, as to another table.
    Move.objects.update(arrived_at=None)
    move, own = Move.objects.get(entry=entry), phone(bert)
    press(own_arrive, event, by=own, move=move.pk)
    move.refresh_from_db()
    assert move.arrived_at is not None
    press(impose, event, by=clerk, entry=entry, kind="hands", count=2, reason="Soft play")
    assert [own_penalties(event, [bert])[who]["hands"] for who in (anna, bert)] == [2, 2]
    assert len(history_of(bert)) == 1
    Move.objects.update(arrived_at=None)
    press(arrive, event, by=clerk, move=move.pk)
    line = text_of_line(JournalEntry.objects.get(kind="move.arrive"))
    assert line == "Anna Meyer / Bert Rossi: arrived at table 1"
    press(open_count, event, by=clerk)
    press(report_stack, event, by=own, chips=9_000)
    found = stack_of(event, [anna, bert])
    assert [(found[who].counting, found[who].reported) for who in (anna, bert)] == [(True, 9_000)] * 2
    seat = Seat.objects.get(entry=entry)
    for who, surname in ((anna, "Meyer"), (bert, "Rossi")):
        [one] = seats_by_code(code_of(who), surname, "10.0.0.1")
        assert (one.table, one.seat) == (1, seat.number)
    assert seats_by_code("no code", "Meyer", "10.0.0.1") == []


def test_a_partner_is_told_apart_and_the_seat_list_follows_their_privacy(
    make_event: MakesEvents, clerk: Actor
) -> None:
    event = teams(make_event)
    bert, rolf = player("Bert Rossi"), player("Bert Roth")
    Player.objects.filter(pk__in=(bert, rolf)).update(privacy="short")
    register(event, clerk, player("Anna Meyer"), bert)
    entry = register(event, clerk, player("Dana Kunz"), rolf)
    seat_everybody(event, [1])
    row = event_row(event)
    together = entries_in_public(row, Entry.objects.values_list("pk", flat=True))
    assert entries_in_public(row, [entry])[entry] == together[entry]
    before = list_seq(row)
    Player.objects.filter(pk=bert).update(privacy="full")
    assert list_seq(row) != before
    Player.objects.filter(name="Anna Meyer").update(privacy="nickname", nickname="A / Z")
    assert "A / Z / Rossi, Bert" in [one[0] for one in seats_in_public(row)["seats"]]


def test_prints_and_rulings_of_teams_take_no_query_for_each(make_event: MakesEvents, clerk: Actor) -> None:
    event = teams(make_event)
    entries = [register(event, clerk, player(f"Anna {one}"), player(f"Bert {one}")) for one in "ABCDEF"]
    seat_everybody(event, [1])
    press(swap_seats, event, by=clerk, one=entries[0], other=entries[1])
    Move.objects.update(arrived_at=None)
    press(note_ruling, event, by=clerk, text="Both kept the seat.", entries=entries[:2])
    client = client_of(clerk)
    for page in (f"/staff/t/{event}/moves/print/", f"/staff/t/{event}/cards/"):
        with CaptureQueriesContext(connection) as asked:
            assert "Bert A" in text_of(client.get(page))
        assert not alone(asked), page
    with CaptureQueriesContext(connection) as asked:
        assert rulings_found().rulings[0].people[0].name == "Anna A / Bert A"
    assert not alone(asked)


def alone(asked: CaptureQueriesContext) -> list[str]:
    """Return queries for a single partner."""
    return [
        one["sql"] for one in asked if 'FROM "players_partner"' in one["sql"] and " IN (" not in one["sql"]
    ]


def test_a_refunded_team_is_named_with_both_players(make_event: MakesEvents, clerk: Actor) -> None:
    event = teams(make_event)
    register(event, clerk, player("Anna Meyer"), player("Bert Rossi"))
    receipt = Item.objects.get(tournament=event).receipt_id
    done = press(refund, event, by=clerk, receipt=receipt, reason="Wrong event")
    assert (done.answer or {})["name"] == "Anna Meyer / Bert Rossi"
    entry = JournalEntry.journal(event).get(seq=done.seq)
    assert text_of_line(entry).startswith("Refunded from Anna Meyer / Bert Rossi’s receipt")
    told = Notice.objects.filter(tournament=event, kind="cancelled")
    assert {one.player.name for one in told} == {"Anna Meyer", "Bert Rossi"}


def test_a_membership_is_not_refunded_while_a_partner_plays_with_it(
    make_event: MakesEvents, clerk: Actor
) -> None:
    first, event = make_event(book="five_spades"), make_event(book="five_spades", name="Teams")
    sold(first, extras=[])
    sold(event, extras=[], partner_until="entry")
    bert = player("Bert")
    sale = enter(first, clerk, bert, [cash(PRICE + 2_000)], membership="season")
    Entry.objects.filter(tournament=first).update(out_at=room_now())
    dues = Item.objects.get(kind="membership_season")
    enter(event, clerk, player("Anna"), [cash(PRICE + 200)], membership="day", partner=bert)
    refused = refusal(refund, first, by=clerk, receipt=sale["receipt"], items=[dues.pk], reason="x")
    assert (refused.code, "Teams" in refused.message) == ("entry_rests_on_it", True)
    Membership.objects.update(confirmed_by="")
    assert unconfirmed_in(event_row(event))[0] == 2


def test_a_team_takes_one_place_and_the_partner_books_no_other(make_event: MakesEvents, clerk: Actor) -> None:
    event = teams(make_event)
    anna, bert, cleo, dana = (player(name) for name in ("Anna", "Bert", "Cleo", "Dana"))
    for who in (anna, bert, dana):
        press(reserve, event, by=clerk, player=who)
    register(event, clerk, anna, bert)
    register(event, clerk, cleo, dana)
    states = dict(Booking.objects.values_list("player", "state"))
    assert states == {anna: "entered", bert: "cancelled", dana: "entered"}
    for refused in (
        refusal(reserve, event, by=clerk, player=bert),
        refusal(wait, event, by=clerk, player=bert, wants="re_entry"),
    ):
        assert (refused.code, "Anna" in refused.message) == ("other_team", True)


def test_a_partner_who_is_named_later_needs_no_place_of_their_own(
    make_event: MakesEvents, clerk: Actor
) -> None:
    event = teams(make_event, "close")
    anna, bert = player("Anna"), player("Bert")
    press(reserve, event, by=clerk, player=bert)
    entry = register(event, clerk, anna, None)
    press(name_partner, event, by=clerk, entry=entry, partner=bert)
    assert Booking.objects.get(player=bert).state == "entered"


def test_why_a_team_was_penalised_and_ruled_on_is_erased_with_each_player(
    make_event: MakesEvents, clerk: Actor
) -> None:
    event = teams(make_event)
    anna, bert, cleo, dana = (
        player(name) for name in ("Anna Meyer", "Bert Rossi", "Cleo Huber", "Dana Kunz")
    )
    ours, others = register(event, clerk, anna, bert), register(event, clerk, cleo, dana)
    seat_everybody(event, [1])
    press(start, event, by=clerk)
    for entry, who in ((ours, "first"), (others, "second")):
        press(impose, event, by=clerk, entry=entry, kind="hands", count=2, reason=f"swore at the {who}")
        press(note_ruling, event, by=clerk, text=f"Chips of the {who} on the floor", entries=[entry])
    press(close_event, event, by=clerk, although_unfinished=True)
    press(anonymise_player, by=clerk, player=bert)
    kept = str(list(JournalEntry.journal(event).values_list("arguments", "answer", "changes")))
    reasons = Penalty.objects.order_by("entry").values_list("reason", flat=True)
    texts = Ruling.objects.order_by("concerns__entry").values_list("text", flat=True)
    assert list(reasons) == ["", "swore at the second"]
    assert list(texts) == ["", "Chips of the second on the floor"]
    assert ("first" in kept, kept.count("second") > 1) == (False, True)
    journal_tells_the_rows()


def test_a_team_is_banned_from_the_event_as_one(make_event: MakesEvents, clerk: Actor) -> None:
    event = teams(make_event)
    anna, bert, cleo, dana = (
        player(name) for name in ("Anna Meyer", "Bert Rossi", "Cleo Huber", "Dana Kunz")
    )
    ours, _others = register(event, clerk, anna, bert), register(event, clerk, cleo, dana)
    seat_everybody(event, [1])
    Tournament.objects.filter(pk=event).update(book="pokerstars_live")
    press(start, event, by=clerk)
    press(impose, event, by=clerk, entry=ours, kind="event_ban", reason="chips hidden")
    refused = [enters(event, Player.objects.get(pk=one)) for one in (anna, bert)]
    assert refused == ["banned_from_event", "banned_from_event"]


def test_each_player_of_a_team_has_a_seat_card_with_the_own_code(
    make_event: MakesEvents, clerk: Actor
) -> None:
    event = teams(make_event)
    anna, bert = player("Anna Meyer"), player("Bert Rossi")
    entry = register(event, clerk, anna, bert)
    register(event, clerk, player("Cleo Huber"), player("Dana Kunz"))
    seat_everybody(event, [1])
    for path in (f"/staff/print/entry/{entry}/", f"/staff/t/{event}/cards/"):
        cards = text_of(client_of(clerk).get(path)).split('<article class="slip">')[1:]
        ours = [card for card in cards if "Anna Meyer\u00a0/ Bert Rossi" in card]
        assert len(ours) == 2
        for card, who, name in zip(ours, (anna, bert), ("Anna Meyer", "Bert Rossi"), strict=True):
            assert f'class="slip-code">{code_of(who)}<' in card
            assert f'class="slip-holder">{name}<' in card


def test_a_sale_of_several_events_names_the_partner_where_teams_play(
    make_event: MakesEvents, clerk: Actor
) -> None:
    event, alone = teams(make_event), make_event(book="munot", name="Alone")
    sold(alone, extras=[])
    anna, bert = player("Anna Meyer"), player("Bert Rossi", birth_date=None)
    sale = {"player": anna, "events": [alone, event], "payments": [cash(2 * PRICE)]}
    assert refusal(register_for_events, by=clerk, **sale).code == "partner_missing"
    assert refusal(register_for_events, by=clerk, **sale, partner=bert).code == "age_unknown"
    done = press(register_for_events, by=clerk, **sale, partner=bert, partner_id_seen=True).answer or {}
    # The partner is named where the team plays, and only there.
    assert (done["name"], [one["name"] for one in done["sales"]]) == (
        "Anna Meyer",
        ["Anna Meyer", "Anna Meyer / Bert Rossi"],
    )
    text = text_of_line(JournalEntry.journal(None).latest("seq"))
    assert text.startswith("Anna Meyer registered for Alone, Friday Deep (Anna Meyer / Bert Rossi) (")
    assert list(Partner.objects.values_list("tournament", "player")) == [(event, bert)]
    assert Entry.objects.filter(tournament=alone, player=anna, partner=None).exists()
    second = make_event(book="munot", name="Second")
    sold(second, extras=[])
    both = {**sale, "player": player("Cleo"), "events": [alone, second]}
    assert refusal(register_for_events, by=clerk, **both, partner=bert).code == "no_partners"


def test_the_record_of_a_partner_counts_the_shared_entry(
    make_event: MakesEvents, floor: Actor, director: Actor
) -> None:
    event = make_event(book="tda")
    entries = evening(event, floor, 3, partner_until="close")
    ours, anna = entries[2], Entry.objects.get(pk=entries[2]).player_id
    press(name_partner, event, by=floor, entry=ours, partner=(bert := player("Bert Rossi")))
    press(share_prize, event, by=floor, entry=ours, share=3_000)
    closed(event)
    for one in entries[:2]:
        press(bust, event, by=floor, entry=one, knocked_out_by=[ours])
    won = results_in([event_row(event)])[event]
    years = {who: played_years_of(who)[0] for who in (anna, bert)}
    assert [(one.entries, one.wins, one.eliminated) for one in years.values()] == [(1, 1, 2)] * 2
    # The prize of the team is divided, and counted once.
    prizes = {who: one.events[0].prize for who, one in years.items()}
    assert prizes[anna] > prizes[bert] > 0
    assert sum(one.prize for one in won.players.values()) == won.prize_pool
    assert (record(bert, director, ReadContext.OPENED) or {})["entries"] == 1
    (past,) = past_events("Bert Rossi", None, None, 0, 9)[0]
    assert (past.event.pk, past.winner.endswith(" / Bert Rossi")) == (event, True)


def test_a_partner_who_books_another_event_is_said_to_be_in_the_teams(
    make_event: MakesEvents, clerk: Actor
) -> None:
    event, other = teams(make_event), make_event(book="munot", name="Other")
    sold(other, extras=[])
    anna, bert = player("Anna"), player("Bert")
    entry = register(event, clerk, anna, bert)
    name = event_row(event).name
    for who in (anna, bert):
        assert (press(reserve, other, by=clerk, player=who).answer or {})["also_in"] == [name]
        Booking.objects.filter(player=who, tournament=other).update(state="cancelled", ended_at=room_now())
    press(bust, event, by=clerk, entry=entry)
    assert (press(reserve, other, by=clerk, player=bert).answer or {})["also_in"] == []
