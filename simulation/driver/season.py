"""Play a season: public events, the cup's preliminary and final, and the titles, with small fields."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from dataclasses import replace as changed
from datetime import date, timedelta
from random import Random

from django.utils.timezone import localdate

from clock.commands.clock import start
from clock.commands.events import close_event, create_event
from clock.commands.structures import LevelInput, remove_structure, save_structure
from clock.rules.shipped import shipped_structures
from clock.rules.structure import to_wire
from desk.commands.registration import close_registration, set_registration
from desk.commands.sales import PaymentInput, register_player
from players.commands.players import add_player
from players.models import Player
from players.services.memberships import members_among
from prizes.commands.bounties import draw_names
from seasons.commands.season_events import add_event, leave_out_event
from seasons.commands.seasons import correct_points, create_season
from seasons.commands.titles import award_title, decide_cup_seat
from seasons.models import Season
from seasons.services.cup import cup_of
from seasons.services.seasons import begun_events
from seasons.services.titles import is_over, titles_of
from seating.commands import bust, set_plan
from simulation.driver.event import STRUCTURE
from simulation.driver.staff import DIRECTOR, FLOOR, clerk, press
from simulation.rules.people import names
from tourney.access.roles import Role
from tourney.journal.refused import Refused
from tourney.now import room_now
from tourney.rulebooks.books.schema import Book
from tourney.rulebooks.shelf import book_of

_PRICE = 1_000
_ADULT = date(1980, 1, 1)


@dataclass(frozen=True, slots=True)
class SeasonWanted:
    """The parameters of a season.

    Attributes:
        members, guests: number of people.
        events: number of public events.
        least, most: players in an event.
    """

    book: str
    seed: int
    members: int = 22
    guests: int = 8
    events: int = 10
    least: int = 6
    most: int = 30


@dataclass(slots=True)
class SeasonPlayed:
    """What was played.

    Attributes:
        season: its key.
        events: keys, the cup's included.
        entries: of all events.
        finalists: of the cup final.
        titles: players by title.
        refused: commands that were refused as they have to be: a title for a guest.
        faults: commands that were carried out although they must not be.
    """

    season: int = 0
    events: list[int] = field(default_factory=list)
    entries: int = 0
    finalists: int = 0
    titles: dict[str, int] = field(default_factory=dict)
    refused: int = 0
    faults: list[str] = field(default_factory=list)


class SeasonPlay:
    """A season that is being played."""

    def __init__(self, wanted: SeasonWanted) -> None:
        self.wanted, self.done = wanted, SeasonPlayed()
        self.dice = Random(wanted.seed)  # noqa: S311 - plausible evenings, no secrets
        self.book: Book = book_of(wanted.book)
        # A board member sells memberships: that confirms them.
        self.clerk = changed(clerk(), role=Role.DIRECTOR)
        people = _people(wanted.members + wanted.guests, self.dice)
        # Members of an earlier season of this year are members still.
        known = members_among(people, localdate(room_now()))
        people.sort(key=lambda one: one not in known)
        count = max(wanted.members, len(known))
        self.members, self.guests = people[:count], people[count:]

    def play(self) -> SeasonPlayed:
        """Play the whole season."""
        self.done.season = self._season()
        self._leave_out_others()
        for number in range(1, self.wanted.events + 1):
            self._play_event(f"Event {number}", self._field())
        lucky = self.dice.choice(self.members)
        press(correct_points, by=DIRECTOR, season=self.done.season, player=lucky, points=2, reason="Quiz")
        if cup_of(self._row()) is not None:
            self._cup()
        self._titles()
        return self.done

    def _leave_out_others(self) -> None:
        """Leave out the events of the room that began today."""
        for event, _role in begun_events(self._row(), whole=True):
            press(leave_out_event, by=DIRECTOR, season=self.done.season, tournament=event.pk)

    def _row(self) -> Season:
        return Season.objects.get(pk=self.done.season)

    def _season(self) -> int:
        today = localdate(room_now())
        years = Season.objects.count()
        name = f"Season {today.year}" + (f" ({years + 1})" if years else "")
        points = "book" if self.book.season.ranking is not None else "root"
        done = press(
            create_season,
            by=DIRECTOR,
            name=name,
            first_day=today.isoformat(),
            last_day=today.isoformat(),
            book=self.wanted.book,
            points=points,
        )
        assert done.answer is not None
        return int(done.answer["season"])

    def _field(self) -> list[int]:
        """Choose the players of an event: members come more often than guests."""
        people = [*self.members, *self.guests]
        size = self.dice.randint(min(self.wanted.least, len(people)), min(self.wanted.most, len(people)))
        coming = {one: self.dice.random() * (1.0 if one in self.members else 0.7) for one in people}
        return sorted(people, key=lambda one: -coming[one])[:size]

    def _cup(self) -> None:
        """Play the cup: who shares the last fixed seat draws lots, the others play the preliminary."""
        cup = cup_of(self._row())
        assert cup is not None
        tied = [one.player for one in cup.candidates if one.way == "tied"]
        self.dice.shuffle(tied)
        missing = cup.terms.fixed - len(cup.finalists)
        for player in tied[:missing]:
            press(
                decide_cup_seat,
                by=DIRECTOR,
                season=self.done.season,
                player=player,
                has_seat=True,
                reason="Drawn by lot",
            )
        cup = cup_of(self._row())
        assert cup is not None
        waiting = [one.player for one in cup.candidates if one.way == "preliminary"]
        if len(waiting) > 1:
            self._play_event("Cup preliminary", waiting, role="cup_preliminary")
            cup = cup_of(self._row())
            assert cup is not None
        finalists = [one.player for one in cup.finalists]
        self.done.finalists = len(finalists)
        if len(finalists) > 1:
            self._play_event("Cup final", finalists, role="cup_final")

    def _titles(self) -> None:
        for one in titles_of(self._row()):
            if self.guests:
                self._must_refuse(one.kind, self.guests[0])
            # Without a cup final the season goes on until its last day has passed.
            if one.leaders and is_over(self._row()):
                winner = self.dice.choice(one.leaders)
                press(award_title, by=DIRECTOR, season=self.done.season, kind=one.kind, player=winner)
                self.done.titles[one.kind] = winner

    def _must_refuse(self, kind: str, guest: int) -> None:
        try:
            press(award_title, by=DIRECTOR, season=self.done.season, kind=kind, player=guest)
        except Refused:
            self.done.refused += 1
        else:
            self.done.faults.append(f"a guest has the title {kind}")

    def _play_event(self, name: str, players: Sequence[int], *, role: str = "") -> int:
        """Play an event: everybody enters, and busts one by one, eliminated by somebody who is still in."""
        event = self._event(name)
        if role:
            press(add_event, by=DIRECTOR, season=self.done.season, tournament=event, role=role)
        entries = {player: self._enter(event, player) for player in players}
        self.done.entries += len(entries)
        press(set_plan, event, by=DIRECTOR, seats_per_table=9)
        championship = self.book.season.championship
        if championship is not None and len(members_among(list(players), localdate(room_now()))) > 1:
            press(draw_names, event, by=DIRECTOR, among="members")
        press(start, event, by=FLOOR)
        press(close_registration, event, by=DIRECTOR)
        left = list(players)
        self.dice.shuffle(left)
        while len(left) > 1:
            out = left.pop()
            winner = self.dice.choice(left)
            press(bust, event, by=FLOOR, entry=entries[out], knocked_out_by=[entries[winner]])
        press(close_event, event, by=DIRECTOR, although_unfinished=True)
        self.done.events.append(event)
        return event

    def _enter(self, event: int, player: int) -> int:
        """Sell an entry, with the membership that the book wants."""
        policy = self.book.entering.membership
        price, membership = _PRICE, None
        if policy is not None:
            if player not in self.members:
                membership, price = "day", price + policy.day_fee.amount
            elif not members_among([player], localdate(room_now())):
                membership, price = "season", price + policy.season_fee.amount
        done = press(
            register_player,
            event,
            by=self.clerk,
            player=player,
            payments=[PaymentInput(method="cash", amount=price)],
            id_seen=True,
            membership=membership,
        )
        assert done.answer is not None
        return int(done.answer["entry"])

    def _event(self, name: str) -> int:
        """Create an event with its registration; its structure is not kept in the library."""
        shelf = shipped_structures()
        shipped = shelf.get(self.book.key, shelf[STRUCTURE])
        rows = [
            LevelInput.model_validate({key: value for key, value in row.items() if key != "number"})
            for row in to_wire(shipped.levels)
        ]
        saved = press(save_structure, by=DIRECTOR, name=f"{name} of season {self.done.season}", levels=rows)
        assert saved.answer is not None
        made = press(
            create_event,
            by=DIRECTOR,
            name=name,
            structure=saved.answer["structure"],
            starting_stack=shipped.starting_stack,
            book=self.wanted.book,
        )
        press(remove_structure, by=DIRECTOR, structure=saved.answer["structure"])
        assert made.answer is not None
        event = int(made.answer["tournament"])
        press(set_registration, event, by=DIRECTOR, pool=_PRICE, fee=0, re_entries_most=0)
        return event


def _people(count: int, dice: Random) -> list[int]:
    """Return players of these invented names, in random order."""
    found = []
    for at, name in enumerate(names(count)):
        known = Player.objects.filter(name=name, demo=False, merged_into__isnull=True).first()
        if known is None:
            born = (_ADULT + timedelta(days=at)).isoformat()
            done = press(add_player, by=DIRECTOR, name=name, birth_date=born)
            assert done.answer is not None
            found.append(int(done.answer["player"]))
        else:
            found.append(known.pk)
    dice.shuffle(found)
    return found
