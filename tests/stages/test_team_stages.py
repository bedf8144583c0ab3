"""Teams of two over several stages: both go on together, and share the prize."""

import re
from typing import Any

import pytest

from clock.commands.clock import start
from desk.boards.person import person
from desk.commands.partners import name_partner
from desk.commands.registration import close_registration, open_again
from desk.commands.sales import register_player
from desk.models import Registration
from notifications.boards.own import mine_of
from players.models import Partner
from prizes.boards.event import results
from prizes.boards.own import prize_of
from prizes.boards.payouts import payout_person, payouts
from prizes.boards.structs import OwnPrize
from prizes.commands.payments import pay_prize, take_prize_back
from prizes.commands.payouts import lock_payout, set_payout
from prizes.commands.team_shares import share_prize
from prizes.models import Payout, PrizePayment
from prizes.rules.shares import team_parts
from prizes.services.event_end import ending_of
from prizes.services.money import pool_of
from prizes.services.payables import account_of
from prizes.services.team_shares import parts_of
from seasons.commands.seasons import change_season, create_season
from seasons.models import Season
from seasons.services.player_history import events_of_player
from seasons.services.seasons import state_of
from seating.commands import bust, set_plan
from seating.commands.team_changes import change_player
from stages.boards.stages import advance_preview
from stages.commands.advance import advance_players
from stages.commands.multi_stage_events import set_stage_rule, set_up_stages
from stages.models import MultiStageEvent, Stage, StageEvent
from stages.services.advance_plan import names_of
from tests.desk.tills import BOUNTY, PRICE, cash, player, sold
from tests.fixtures.room import MakesEvents, press, refusal
from tests.stages.stage_scenes import bag, enter_all, entry_of, event_row, flights, people, seat_everybody
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor
from tourney.journal.undo import undo
from tourney.models import Entry, JournalEntry, Notice

pytestmark = pytest.mark.django_db


def register(event: int, by: Actor, who: int, partner: int | None) -> int:
    """Sell an entry to a team; return the entry."""
    done = press(register_player, event, by=by, player=who, payments=[cash(PRICE)], partner=partner)
    entry: int = (done.answer or {})["entry"]
    return entry


def team_flights(make_event: MakesEvents, clerk: Actor) -> dict[str, int]:
    """Play flight 1A of an event for teams: Anna and Bert bag, Cleo and Dana as well, Emil and Finn are out."""
    found = flights(make_event, settings={"partner_until": "entry"})
    press(set_payout, found["2"], by=clerk, method="hand", amounts=[], bounties="fixed", locks_itself=False)
    names = ("Anna", "Bert", "Cleo", "Dana", "Emil", "Finn")
    found |= dict(zip((name.lower() for name in names), people(*names), strict=True))
    for one, other in (("anna", "bert"), ("cleo", "dana"), ("emil", "finn")):
        found[one + other] = register(found["1A"], clerk, found[one], found[other])
    seat_everybody(found["1A"], [1])
    winners = {"knocked_out_by": [found["annabert"]]}
    press(bust, found["1A"], by=clerk, entry=found["emilfinn"], **winners)
    press(change_player, found["1A"], by=clerk, entry=found["annabert"], partner_plays=True)
    bag(found["1A"], clerk, {found["annabert"]: 20_000, found["cleodana"]: 10_000})
    return found


def test_a_team_advances_together_and_neither_plays_in_another_flight(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found = team_flights(make_event, clerk)
    # The own stack is bagged, so the team may enter another flight, but only as the same team.
    refused = refusal(
        register_player,
        found["1B"],
        by=clerk,
        player=found["bert"],
        payments=[cash(PRICE)],
        partner=found["finn"],
    )
    assert refused.code == "other_team"
    again = register(found["1B"], clerk, found["anna"], found["bert"])
    other = register(found["1B"], clerk, player("Gero"), player("Hans"))
    seat_everybody(found["1B"], [2])
    bag(found["1B"], clerk, {again: 12_000, other: 8_000})
    preview = advance_preview(StageEvent.objects.get(label="2"))
    # By rank, although the first team has bagged twice.
    assert [row.rank for row in preview.rows] == [1, 2, 3]
    assert [row.name for row in preview.rows] == ["Anna / Bert", "Cleo / Dana", "Gero / Hans"]
    sources = list(StageEvent.objects.filter(stage__number=1))
    page = text_of(client_of(clerk).get(f"/staff/t/{found['2']}/stages/"))
    assert "3 teams advance with 38,000 chips." in page
    assert "All teams with chips, the best stack; others are forfeited" in page
    for words in ("Advance teams to “", "Teams that advance", ">Team</th>", ">Advance teams</button>"):
        assert words in page, words
    assert "Advance players" not in page
    assert names_of([found["anna"], found["cleo"]], sources) == "Anna / Bert, Cleo / Dana"
    press(advance_players, found["2"], by=clerk)
    # The results of the flight say who went on, with which stack, and lead to the next day; the places are not final.
    flight = text_of(client_of(clerk).get(f"/results/{found['1A']}/"))
    assert "2 advanced to Day 2" in flight
    assert flight.count("advanced to Day 2</span>") == 2
    assert "20,000 chips" in flight
    assert f'href="/results/{found["2"]}/"' in flight
    # So do those of staff, and their print.
    staff = text_of(client_of(clerk).get(f"/staff/t/{found['1A']}/results/"))
    assert staff.count("advanced to Day 2</span>") == 2
    assert 'data-label="Stack">20,000</td>' in staff
    printed = text_of(client_of(clerk).get(f"/staff/t/{found['1A']}/results/print/"))
    assert printed.count("advanced to Day 2 · ") == 2
    public = text_of(client_of(clerk).get(f"/events/{found['1A']}/"))
    assert f'<a href="/events/{found["2"]}/">Prizes</a>' in public
    assert "The prizes will be announced" not in public
    assert "Draw seats for 3 teams" in text_of(client_of(clerk).get(f"/staff/t/{found['2']}/tables/"))
    # The team that is out on day 1 keeps both names, in public and on paper.
    paper = f"/staff/t/{found['2']}/results/print/"
    for address in (f"/results/{found['2']}/", paper, f"{paper}?names=full"):
        lines = text_of(client_of(clerk).get(address)).partition('id="overall"')[2]
        assert re.search(r'>4</td><th scope="row">Emil[^<]* / Finn[^<]*</th>', lines), address
    entry = entry_of(found["2"], found["anna"])
    team = Partner.objects.get(entry=entry)
    assert (team.player_id, team.plays, team.share) == (found["bert"], True, 5_000)
    assert not Entry.objects.filter(tournament=found["2"], player=found["bert"]).exists()
    seat_everybody(found["2"], [3])
    phones = mine_of(found["2"], [found["anna"], found["bert"]])
    assert len({(one.state, one.table, one.seat) for one in phones.values()}) == 1
    assert (phones[found["bert"]].partner, phones[found["bert"]].plays_now) == ("Anna", True)
    assert Notice.objects.filter(player=found["bert"], tournament=found["2"], kind="seated").exists()
    refused = refusal(
        register_player,
        found["1B"],
        by=clerk,
        player=found["finn"],
        payments=[cash(PRICE)],
        partner=found["bert"],
    )
    assert refused.code in {"advanced_already", "event_closed", "registration_closed", "already_in_later"}
    seq = JournalEntry.journal(found["2"]).filter(kind="stages.advance").latest("seq").seq
    assert refusal(undo, found["2"], by=clerk, seq=seq).code
    assert Partner.objects.filter(tournament=found["2"]).count() == 3


def test_a_team_shares_its_prize_and_its_bounties_and_each_player_is_paid(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found = team_flights(make_event, clerk)
    other = {one: register(found["1B"], clerk, *people(*one)) for one in (("Gero", "Hans"), ("Ina", "Jan"))}
    seat_everybody(found["1B"], [2])
    bag(found["1B"], clerk, dict.fromkeys(other.values(), 10_000))
    press(advance_players, found["2"], by=clerk)
    seat_everybody(found["2"], [3])
    day_2 = {one: entry_of(found["2"], found[one]).pk for one in ("anna", "cleo")}
    pool = pool_of(event_row(found["2"])).prizes
    amounts = [pool // 2 + 1, pool - pool // 2 - 1]
    press(
        set_payout, found["2"], by=clerk, method="hand", amounts=amounts, bounties="fixed", locks_itself=False
    )
    press(lock_payout, found["2"], by=clerk)
    for entry in Entry.objects.filter(tournament=found["2"]).exclude(pk__in=day_2.values()):
        press(bust, found["2"], by=clerk, entry=entry.pk, knocked_out_by=[day_2["cleo"]])
    press(bust, found["2"], by=clerk, entry=day_2["cleo"], knocked_out_by=[day_2["anna"]])
    # Of equal stacks at the end of a day, paper says as well that the place is shared.
    paper = text_of(client_of(clerk).get(f"/staff/t/{found['1B']}/results/print/"))
    assert len(re.findall(r" shared\s*</td>", paper)) == 2, paper.partition("<tbody>")[2][:1500]
    # One team busted in the flights, so the places of the day and of the whole tournament are shown separately.
    shown = text_of(client_of(clerk).get(f"/results/{found['2']}/"))
    assert "Day 2: 4 of 4 placed · whole tournament: 5 of 5" in shown
    board = results(found["2"])
    assert board is not None
    assert (board.placed, board.before, len(board.rows)) == (5, 1, 4)
    # The days link to each other, and the places over all stages name the flight.
    for part in ("1A", "1B", "2"):
        assert f'href="/results/{found[part]}/"' in shown, part
    overall = shown.partition('id="overall-places"')[2].partition("</table>")[0]
    assert (overall.count("Day 1A"), overall.count("Day 2")) == (1, 4)
    public = text_of(client_of(clerk).get(f"/events/{found['1A']}/"))
    assert "Event over" in public.partition('id="stages-title"')[2].partition("</section>")[0]
    event = event_row(found["2"])
    ending = ending_of(event)
    assert ending is not None
    assert (ending.name, ending.unpaid) == ("Anna / Bert", len(payouts(event)))
    rows = {one["name"]: one for one in payouts(event)}
    # Of an odd sum, the indivisible rest is of the player who registered.
    prize = team_parts(amounts[0], 5_000)
    assert sum(prize) == amounts[0]
    bounties = [rows[name]["won"] - part for name, part in zip(("Anna", "Bert"), prize, strict=True)]
    assert sum(bounties) == 3 * BOUNTY
    assert (rows["Anna"]["partner"], rows["Bert"]["partner"]) == ("Bert", "Anna")
    entry = day_2["anna"]
    assert refusal(pay_prize, event.pk, by=clerk, entry=entry, amount=1).code == "player_missing"
    refused = refusal(pay_prize, event.pk, by=clerk, entry=entry, amount=1, player=found["cleo"])
    assert refused.code == "not_of_team"
    more = {"entry": entry, "amount": prize[1] + 1, "player": found["bert"]}
    refused = refusal(pay_prize, event.pk, by=clerk, **more)
    assert (refused.code, "Bert" in refused.message) == ("more_than_outstanding", True)
    press(share_prize, event.pk, by=clerk, entry=entry, share=7_500)
    prize = team_parts(amounts[0], 7_500)
    press(pay_prize, event.pk, by=clerk, entry=entry, amount=prize[1], player=found["bert"])
    refused = refusal(share_prize, event.pk, by=clerk, entry=entry, share=5_000)
    assert refused.code == "paid_already"
    by_player = prize_of(event.pk, [found["anna"], found["bert"]])
    own = [by_player[found["anna"]], by_player[found["bert"]]]
    assert all(isinstance(one, OwnPrize) and one.of_team for one in own)
    shown = [(one.prize, one.outstanding - one.bounty) for one in own if isinstance(one, OwnPrize)]
    assert shown == [(prize[0], prize[0]), (prize[1], 0)]
    address = f"/staff/t/{event.pk}/payouts/?entry={entry}&player={found['bert']}"
    page = text_of(client_of(clerk).get(address))
    assert "in a team with Anna" in page
    assert "Bert has 75% of what the team has won." in page
    person = payout_person(event, entry, found["bert"])
    assert person is not None
    paid = person["payments"][0]["payment"]
    press(take_prize_back, event.pk, by=clerk, payment=paid, reason="wrong note")
    assert [one.player_id for one in PrizePayment.objects.all()] == [found["bert"]] * 2
    assert account_of(event).difference == 0


def test_a_paid_team_that_plays_again_is_not_told_to_pay_back(make_event: MakesEvents, clerk: Actor) -> None:
    event = make_event(book="munot")
    sold(event, extras=[], partner_until="entry")
    press(set_plan, event, by=clerk, seats_per_table=9)
    anna, bert, cleo, dana = people("Anna", "Zoe", "Cleo", "Dana")
    winners, second = register(event, clerk, anna, bert), register(event, clerk, cleo, dana)
    press(set_payout, event, by=clerk, method="hand", amounts=[], locks_itself=False)
    pool = pool_of(event_row(event)).prizes
    press(set_payout, event, by=clerk, method="hand", amounts=[pool - 100, 100])
    seat_everybody(event, [1])
    press(start, event, by=clerk)
    press(close_registration, event, by=clerk)
    press(lock_payout, event, by=clerk)
    press(bust, event, by=clerk, entry=second)
    rows = payouts(event_row(event))
    # Both players of a team are listed together, first the one who registered first.
    assert [one["name"] for one in rows] == ["Anna", "Zoe", "Cleo", "Dana"]
    for one in rows:
        press(pay_prize, event, by=clerk, entry=one["entry"], amount=one["open"], player=one["player"])
    line = JournalEntry.journal(event).filter(kind="entry.bust").latest("seq")
    press(undo, event, by=clerk, seq=line.seq, although_paid=True)
    rows = payouts(event_row(event))
    assert {(one["entry"], one["in_play"]) for one in rows} == {(winners, True), (second, True)}
    page = text_of(client_of(clerk).get(f"/staff/t/{event}/payouts/", {"entry": second, "player": cleo}))
    assert "is playing again; wait for the final place" in page
    assert "Wait for the final place before you ask for anything back" in page
    assert "overpaid by" not in page


def test_both_players_of_a_team_score_in_a_season_or_only_the_one_who_registered(
    make_event: MakesEvents, clerk: Actor
) -> None:
    event = make_event(book="munot")
    sold(event, extras=[], partner_until="entry")
    press(set_plan, event, by=clerk, seats_per_table=9)
    anna, bert, cleo, dana = people("Anna", "Bert", "Cleo", "Dana")
    register(event, clerk, anna, bert)
    entry = register(event, clerk, cleo, dana)
    seat_everybody(event, [1])
    press(start, event, by=clerk)
    press(close_registration, event, by=clerk)
    press(bust, event, by=clerk, entry=entry)
    settings = {"name": "2026", "first_day": "2000-01-01", "last_day": "2100-01-01", "book": "munot"}
    press(create_season, by=clerk, **settings, points="linear")
    season = Season.objects.get()
    points = {one.player: one.points for one in state_of(season).ranking}
    assert set(points) == {anna, bert, cleo, dana}
    assert points[anna] == points[bert] > points[cleo] == points[dana]
    page = text_of(client_of(clerk).get(f"/seasons/{season.pk}/"))
    assert "2 teams" in page.partition('id="events"')[2]
    assert "both players get the points of their team" in page
    press(change_season, by=clerk, season=season.pk, **settings, points="linear", partners_score=False)
    assert {one.player for one in state_of(Season.objects.get()).ranking} == {anna, cleo}
    for path in (
        f"/seasons/{season.pk}/",
        f"/staff/seasons/{season.pk}/",
        f"/staff/seasons/{season.pk}/print/",
    ):
        page = text_of(client_of(clerk).get(path))
        assert "only the player who registered gets the points; the partner gets none" in page, path
        # Staff who manage events are led to the setting.
        assert ("#settings-title" in page) == (path == f"/staff/seasons/{season.pk}/"), path
    assert [one.name for one in events_of_player(bert)] == [event_row(event).name]


def test_parts_of_a_team_are_whole_notes_where_the_prize_is() -> None:
    assert team_parts(1_500, 5_000, 500) == (1_000, 500)
    assert team_parts(1_501, 5_000, 500) == (751, 750)
    assert team_parts(1_000, 3_333) == (667, 333)
    assert team_parts(1_000, 0) == (1_000, 0)
    assert team_parts(1_000, 10_000) == (0, 1_000)


def test_a_partner_is_not_named_once_bounties_were_paid(make_event: MakesEvents, clerk: Actor) -> None:
    found = flights(make_event, settings={"partner_until": "close"})
    terms: dict[str, Any] = {"bounties": "fixed", "early_bounties": "all", "locks_itself": False}
    press(set_payout, found["2"], by=clerk, method="hand", amounts=[], **terms)
    anna, bert, cleo, dana = people("Anna", "Bert", "Cleo", "Dana")
    entries = {who: register(found["1A"], clerk, who, None) for who in (anna, cleo, dana)}
    seat_everybody(found["1A"], [1])
    winners = {"knocked_out_by": [entries[anna]]}
    press(bust, found["1A"], by=clerk, entry=entries[dana], **winners)
    bag(found["1A"], clerk, {entries[anna]: 20_000, entries[cleo]: 10_000})
    press(pay_prize, found["2"], by=clerk, entry=entries[anna], amount=BOUNTY, kind="bounty")
    if Registration.objects.get(tournament=found["1A"]).closed_at is not None:
        press(open_again, found["1A"], by=clerk)
    refused = refusal(name_partner, found["1A"], by=clerk, entry=entries[anna], partner=bert)
    assert refused.code == "paid_already"


def test_a_player_is_alone_or_in_the_same_team_in_all_flights(make_event: MakesEvents, clerk: Actor) -> None:
    found = flights(make_event, settings={"partner_until": "close"})
    anna, bert, cleo, dana = people("Anna", "Bert", "Cleo", "Dana")
    alone = register(found["1A"], clerk, anna, None)
    team = register(found["1A"], clerk, cleo, dana)
    seat_everybody(found["1A"], [1])
    bag(found["1A"], clerk, {alone: 10_000, team: 10_000})
    given: dict[str, Any] = {"player": anna, "payments": [cash(PRICE)], "partner": bert}
    refused = refusal(register_player, found["1B"], by=clerk, **given)
    assert (refused.code, "plays alone" in refused.message) == ("other_team", True)
    register(found["1B"], clerk, anna, None)
    # The desk knows the team of the other flight, and leads from its second player to the one who registered it.
    shown = [(person(who, found["1B"], clerk) or {})["event"] for who in (cleo, dana)]
    assert [(one["team_with"], one["team_of"]) for one in shown] == [("Dana", None), ("Cleo", cleo)]
    why = [one["refused"].get("enter", {"code": ""})["code"] for one in shown]
    assert why == ["", "other_team"]
    again = register(found["1B"], clerk, cleo, None)
    refused = refusal(name_partner, found["1B"], by=clerk, entry=again, partner=None, replaces=dana)
    assert (refused.code, "Cleo / Dana" in refused.message) == ("other_team", True)


def test_parts_of_bounties_never_shrink_with_a_further_bounty() -> None:
    team = Partner(entry=Entry(player_id=1), player_id=2, share=5_000)
    payout = Payout(note=500)
    assert parts_of(team, "bounty", 1_250, payout) == {1: 625, 2: 625}
    assert parts_of(team, "bounty", 1_500, payout) == {1: 750, 2: 750}
    assert parts_of(team, "prize", 1_500, payout) == {1: 1_000, 2: 500}


def test_the_share_of_a_team_holds_for_the_bounties_of_all_its_stages(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found = team_flights(make_event, clerk)
    last = found["2"]
    terms: dict[str, Any] = {"bounties": "fixed", "early_bounties": "all", "locks_itself": False}
    press(set_payout, last, by=clerk, method="hand", amounts=[], **terms)
    # Teams that are out in a flight are paid by the last event as well.
    press(share_prize, last, by=clerk, entry=found["emilfinn"], share=3_000)
    entry = found["annabert"]
    press(pay_prize, last, by=clerk, entry=entry, amount=BOUNTY // 2, kind="bounty", player=found["bert"])
    assert refusal(share_prize, last, by=clerk, entry=entry, share=2_000).code == "paid_already"
    press(advance_players, last, by=clerk, sources=[found["1A"]])
    anna, cleo = (entry_of(last, found[name]).pk for name in ("anna", "cleo"))
    assert refusal(share_prize, last, by=clerk, entry=anna, share=2_000).code == "paid_already"
    press(share_prize, last, by=clerk, entry=cleo, share=2_000)
    shares = dict(Partner.objects.values_list("entry", "share"))
    assert shares == {
        found["emilfinn"]: 3_000,
        entry: 5_000,
        anna: 5_000,
        found["cleodana"]: 2_000,
        cleo: 2_000,
    }


def test_the_format_for_teams_makes_flights_whose_entries_are_shared(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found = flights(make_event, preset="flights_tag_team")
    rows = Registration.objects.filter(tournament__in=found.values()).order_by("pk")
    assert [row.partner_until for row in rows] == ["entry"] * 3
    client = client_of(clerk)
    assert "An entry is for two players." in text_of(client.get(f"/staff/t/{found['1A']}/stages/"))
    assert "Maximum re-entries per team" in text_of(client.get(f"/staff/t/{found['1A']}/registration/"))
    # The chosen format is shown where it can be changed, and is kept when the form is saved.
    page = client.get(f"/staff/t/{found['1A']}/stages/").content.decode()
    assert '<option value="tag_team" selected>' in page
    stage = Stage.objects.get(number=2)
    press(set_stage_rule, by=clerk, stage=stage.pk, take="tag_team")
    assert MultiStageEvent.objects.get().mode == "flights_tag_team"
    single = flights(make_event)
    others = Stage.objects.get(events__tournament=single["2"])
    assert refusal(set_stage_rule, by=clerk, stage=others.pk, take="tag_team").code == "no_partners"
    event = make_event(book="munot")
    given: dict[str, Any] = {"name": "Other", "first": event, "preset": "flights_tag_team"}
    assert refusal(set_up_stages, by=clerk, **given).code == "no_registration"
    sold(event, extras=[])
    enter_all(event, clerk, people("Anna"))
    assert refusal(set_up_stages, by=clerk, **given).code == "has_entries"
