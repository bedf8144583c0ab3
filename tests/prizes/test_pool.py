"""The prize pool, and the location of an event's money at any time, to the cent."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prizes.rules.awards import awards, ladder
from prizes.rules.bounties import Knockout, settle
from prizes.rules.deal import after_deal, propose
from prizes.rules.payouts import by_table
from prizes.rules.places import Entered, How, Out, rank
from prizes.rules.pool import Account, Pool, Sale, Terms, pools
from prizes.rules.refusals import CannotPay
from prizes.rules.tables import shipped_table
from tests.examples import examples
from tourney.rulebooks.books.loader import shipped

BOOKS = [book for book in shipped().values() if "tournament" in book.games]

HOWS: list[How] = ["bust", "bust", "bust", "removed", "eliminated", "disqualified"]

a_part = st.integers(0, 10**6)
a_sale = st.builds(Sale, st.sampled_from(["EUR", "CHF"]), a_part, a_part, a_part, a_part)
some_terms = st.builds(Terms, a_part, st.integers(0, 10**8), st.booleans(), st.integers(0, 10_000))


def back(sale: Sale) -> Sale:
    return Sale(sale.currency, -sale.pool, -sale.fee, -sale.staff, -sale.bounty)


@given(st.lists(a_sale, max_size=20), st.integers(0, 20), some_terms)
def test_all_money_is_accounted_for_after_sales_and_undos(
    sales: list[Sale], refunded: int, terms: Terms
) -> None:
    found = pools([*sales, *[back(sale) for sale in sales[:refunded]]], {"EUR": terms, "CHF": terms})
    for currency, pool in found.items():
        assert pool.left_over == 0
        stands = [sale for sale in sales[refunded:] if sale.currency == currency]
        assert pool.collected == sum(sale.pool + sale.fee + sale.staff + sale.bounty for sale in stands)
        assert pool.prizes >= terms.guarantee
        assert pool.overlay == 0 or pool.prizes == terms.guarantee + (
            0 if terms.added_counts else terms.added
        )


def test_missed_guarantee_costs_the_room_the_overlay() -> None:
    sales = [Sale("EUR", 90_00, 8_00, 2_00, 20_00)] * 10
    assert pools(sales, {"EUR": Terms(added=50_00, guarantee=1_000_00, staff_percent=300)}) == {
        "EUR": Pool(
            collected=1_200_00,
            fee=80_00,
            staff=20_00,
            bounty=200_00,
            withheld=27_00,
            added=50_00,
            overlay=77_00,
            prizes=1_000_00,
        )
    }


def test_added_money_can_be_combined_with_a_guarantee() -> None:
    pool = pools([Sale("EUR", 600_00)], {"EUR": Terms(added=50_00, guarantee=1_000_00, added_counts=False)})[
        "EUR"
    ]
    assert (pool.overlay, pool.prizes) == (400_00, 1_050_00)


def test_currencies_are_kept_apart() -> None:
    found = pools([Sale("EUR", 50_00), Sale("CHF", 60_00), Sale("EUR", 50_00)], {"CHF": Terms(added=10_00)})
    assert {currency: pool.prizes for currency, pool in found.items()} == {"CHF": 70_00, "EUR": 100_00}


def test_where_a_club_plays_for_points_there_is_no_pool() -> None:
    assert pools([], {}) == {}


@pytest.mark.parametrize(
    ("sales", "terms", "code"),
    [
        ([Sale("EUR", -1)], Terms(), "more_back_than_sold"),
        ([], Terms(added=-1), "bad_terms"),
        ([], Terms(guarantee=-1), "bad_terms"),
        ([], Terms(staff_percent=10_001), "bad_terms"),
    ],
)
def test_money_that_can_not_be_is_refused(sales: list[Sale], terms: Terms, code: str) -> None:
    with pytest.raises(CannotPay) as caught:
        pools(sales, {"EUR": terms})
    assert caught.value.code == code


class Evening:
    """An event with one price whose accounts are checked after every step."""

    def __init__(self, seed: int) -> None:
        self.random = random = Random(seed)
        self.book = random.choice(BOOKS)
        self.cash = random.choice([10_000, 5_000, random.randint(0, 10_000)])
        size = random.randint(3, 30)
        entry = Sale(
            "EUR",
            random.randint(1, 10**5),
            random.randint(0, 999),
            random.randint(0, 99),
            random.randint(0, 999),
        )
        rebuys = [
            Sale("EUR", random.randint(0, 10**5), random.randint(0, 999))
            for _rebuy in range(random.randint(0, 9))
        ]
        self.sales = [entry] * size + rebuys
        self.refunds = [back(rebuy) for rebuy in rebuys if random.random() < 0.3]
        terms = Terms(
            added=random.choice([0, random.randint(0, 10**6)]),
            guarantee=random.choice([0, random.randint(0, 10**7)]),
            staff_percent=random.choice([0, 300]),
        )
        self.pool = pools([*self.sales, *self.refunds], {"EUR": terms})["EUR"]
        self.bounties = dict.fromkeys(range(1, size + 1), entry.bounty)
        self.prizes = by_table(shipped_table("club"), size, self.pool.prizes, note=random.choice([1, 100]))
        self.field = {number: Entered(number, number) for number in range(1, size + 1)}
        self.knockouts: list[Knockout] = []
        self.agreed = 0

    def playing(self) -> list[int]:
        return [one.entry for one in self.field.values() if one.out is None]

    def bust_some(self) -> list[int]:
        """Play one hand: one or several players bust, knocked out by remaining ones."""
        playing, at = self.playing(), len(self.knockouts) + 1
        count = min(len(playing) - 1, self.random.choice([1, 1, 1, 2, 3]))
        gone = self.random.sample(playing, count)
        stay = [one for one in playing if one not in gone]
        for entry in gone:
            table, stack = self.random.randint(1, 2), self.random.randint(1, 3)
            how = self.random.choice(HOWS)
            together = at if how == "bust" else None
            self.field[entry] = Entered(entry, entry, Out(how, at, table, stack, together, claimed=True))
            winners = self.random.sample(stay, min(len(stay), self.random.randint(0, 2)))
            self.knockouts.append(Knockout(entry, tuple(winners)))
        return gone

    def undo(self, entry: int) -> None:
        self.field[entry] = Entered(entry, entry)
        self.knockouts = [one for one in self.knockouts if one.eliminated != entry]

    def make_a_deal(self) -> None:
        players = self.playing()
        stacks = [self.random.randint(1, 10**5) for _player in players]
        deal = propose(stacks, self.prizes[: len(players)], {"icm": 1, "even": self.random.randint(0, 1)})
        self.agreed = sum(deal.amounts)
        self.prizes = after_deal(self.prizes, len(players), deal.left)

    def difference(self, *, complete: bool = False) -> int:
        ranking = rank(list(self.field.values()), self.book, complete=complete)
        paid = sum(one.cash for one in awards(ranking.places, ladder(self.prizes)))
        settled = settle(
            self.bounties, self.knockouts, cash=self.cash, winners=self.playing()[:1] if complete else ()
        )
        # The last prizes are unclaimed when fewer players are ranked than places are paid.
        claims = ranking.left - complete + sum(1 for place in ranking.places if place.paid)
        account = Account(
            sold=sum(sale.pool + sale.fee + sale.staff + sale.bounty for sale in self.sales),
            refunded=-sum(sale.pool + sale.fee + sale.staff + sale.bounty for sale in self.refunds),
            house=self.pool.added + self.pool.overlay,
            fee=self.pool.fee,
            staff=self.pool.staff + self.pool.withheld,
            bounties_paid=sum(settled.won.values()),
            bounties_open=sum(settled.in_play.values()) + sum(settled.unclaimed.values()),
            prizes_paid=self.agreed + paid,
            prizes_open=(0 if complete else sum(self.prizes[: ranking.left])) + sum(self.prizes[claims:]),
        )
        return account.difference


@settings(max_examples=examples(150), deadline=None)
@given(st.integers(0, 2**32))
def test_at_every_moment_of_an_event_money_in_is_money_out(seed: int) -> None:
    """Entries, rebuys, refunds, fees, ties, bounties, undo, a deal: the accounts balance after every step."""
    evening = Evening(seed)
    assert evening.difference() == 0
    while len(evening.playing()) > 1:
        final = len(evening.playing()) <= min(9, len(evening.prizes))
        if final and not evening.agreed and evening.random.random() < 0.3:
            evening.make_a_deal()
            assert evening.difference() == 0
        gone = evening.bust_some()
        assert evening.difference() == 0
        if evening.random.random() < 0.2:
            evening.undo(gone[-1])
            assert evening.difference() == 0
    assert evening.difference(complete=True) == 0
