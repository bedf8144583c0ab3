"""The lobby's events as its first view shows them: all that is known without a running clock."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from dataclasses import field as default
from datetime import date, timedelta

from django.utils.timezone import localdate, localtime

from clock.boards.clock import levels_and_chips, lobby
from clock.boards.structs import LobbyEvent
from clock.signals import players_advanced
from desk.boards.registration import RegistrationBoard, registration
from desk.services.prices import price_text
from players.services.public_names import entries_in_public
from prizes.services.event_end import winners_in_each
from stages.services.rules import whole_and_part_of
from tourney.models import Tournament
from tourney.now import from_ms, room_now
from tourney.services.dates import start_text, time_text, weekday_text
from tourney.services.figures import grouped
from tourney.signals import for_teams
from web.shared.places_text import places_text
from web.shared.texts import WORDS

# Results of ended events that the lobby links: of so many days, and at most so many.
_DAYS_OF_RESULTS = 7
_MOST_RESULTS = 10
# The state of a clock → the badge's class and text, as in static/shared/ui/badge.js.
_BADGES = {
    "waiting": ("is-waiting", "clock.not_started"),
    "running": ("is-running", "page.running"),
    "paused": ("is-paused", "clock.paused"),
    "held": ("is-held", "clock.level_over"),
    "over": ("is-over", "clock.structure_over"),
    "won": ("is-over", "clock.closed"),
}


@dataclass(frozen=True, slots=True)
class EventCard:
    """An event as the lobby shows it before its clock has arrived.

    Attributes:
        day: of the start, if it is not today.
        counts: what `time` says.
        winner: who has won, in a satellite how many have qualified; "" during play.
        facts: label and text of what a guest decides by.
        later: whether it starts on another day.
        more: the other flights and days of the same tournament: id, name there, and start or state.
    """

    id: int
    name: str
    state: str
    badge: str
    badge_text: str
    day: str
    counts: str
    time: str
    time_is_words: bool
    winner: str
    field: str
    facts: list[tuple[str, str]]
    places: str
    later: bool
    more: list[tuple[int, str, str]] = default(default_factory=list)


def event_cards() -> list[EventCard]:
    """Return the open events in the order of the lobby, without demos."""
    today = localdate(room_now())
    listed = [event for event in lobby().events if not event.demo]
    rows = Tournament.objects.in_bulk([event.tournament for event in listed])
    won = winners_in_each(
        rows[event.tournament] for event in listed if event.state != "waiting" and event.tournament in rows
    )
    cards = [
        _card(event, rows[event.tournament], won.get(event.tournament, ()), today)
        for event in listed
        if event.tournament in rows
    ]
    return _one_of_each(cards, whole_and_part_of(list(rows.values())))


def open_series() -> dict[int, tuple[int, str]]:
    """Return tournament and name there of each open event of stages, for the script of the lobby."""
    open_events = Tournament.objects.filter(closed_at__isnull=True, demo_speed__isnull=True)
    return whole_and_part_of(list(open_events))


def _one_of_each(cards: list[EventCard], series: Mapping[int, tuple[int, str]]) -> list[EventCard]:
    """Return one card for all flights and days of a tournament: that of the event in play, else the first one. As in
    static/shared/ui/event_cards.js.
    """
    groups: dict[int, list[EventCard]] = defaultdict(list)
    for card in cards:
        if card.id in series:
            groups[series[card.id][0]].append(card)
    fronts = {
        key: next((one for one in group if one.state != "waiting"), group[0]) for key, group in groups.items()
    }
    found = []
    for card in cards:
        if card.id not in series:
            found.append(card)
            continue
        key = series[card.id][0]
        if fronts[key] is card:
            others = [one for one in groups[key] if one is not card]
            found.append(replace(card, more=[(one.id, series[one.id][1], _when(one)) for one in others]))
    return found


def _when(card: EventCard) -> str:
    """Return when an event starts, or how it stands."""
    if card.state != "waiting":
        return card.badge_text
    return f"{card.day}, {card.time}" if card.day else card.time


def recent_results() -> list[Tournament]:
    """Return the events that ended within the last week, the latest first, without demos; flights whose players went
    on are not listed.
    """
    since = room_now() - timedelta(days=_DAYS_OF_RESULTS)
    ended = Tournament.objects.filter(closed_at__gte=since, demo_speed__isnull=True)
    ended = ended.filter(stage_event__joined_to__isnull=True)
    return list(ended.order_by("-closed_at")[:_MOST_RESULTS])


def _card(event: LobbyEvent, row: Tournament, won: tuple[int, ...], today: date) -> EventCard:
    state = "won" if won else event.state
    waits = state == "waiting"
    start = localtime(from_ms(event.planned_start)) if event.planned_start else None
    other_day = start is not None and start.date() != today
    sold = registration(event.tournament, "")
    day = weekday_text(start) if start is not None and other_day else ""
    counts = [str(WORDS["clock.starts_at"]) if start is not None else "", day] if waits else []
    time = time_text(start) if start is not None else str(WORDS["clock.no_start"])
    badge, text = _BADGES[state]
    return EventCard(
        id=event.tournament,
        name=event.name,
        state=state,
        badge=badge,
        badge_text=str(WORDS[text]),
        day=day,
        counts=" · ".join(part for part in counts if part),
        time=time if waits else "",
        time_is_words=start is None and waits,
        winner=_winner(row, won),
        field=_field(event, row, state),
        facts=_facts(event, sold, row.starting_stack),
        places=_places(sold),
        later=waits and other_day,
    )


def _winner(event: Tournament, won: tuple[int, ...]) -> str:
    if len(won) == 1:
        return str(WORDS["clock.winner"]).format(name=entries_in_public(event, won)[won[0]])
    return str(WORDS["clock.qualified"]).format(count=grouped(len(won))) if won else ""


def _field(event: LobbyEvent, row: Tournament, state: str) -> str:
    entries = grouped(event.entries)
    if not event.entries:
        return ""
    if state in ("waiting", "won"):
        key = "page.entries"
        if players_advanced.ask(row):
            key = "page.teams_advanced" if for_teams.ask(row) else "page.players_advanced"
        return str(WORDS[f"{key}.one_count" if event.entries == 1 else key]).format(count=entries)
    text = WORDS["page.teams_left" if for_teams.ask(row) else "page.players_left"]
    return str(text).format(left=grouped(event.left), entries=entries)


def _facts(event: LobbyEvent, sold: RegistrationBoard | None, stack: int) -> list[tuple[str, str]]:
    """Return buy-in, starting stack and the end of late registration; none without registration."""
    if sold is None:
        return []
    facts = [
        ("entry.buy_in", price_text(sold.price, sold.currency) if sold.currency and sold.price else ""),
        ("entry.stack", grouped(stack)),
        ("entry.late", _late(event, sold) if sold.open else ""),
    ]
    if sold is not None and sold.partner_until:
        facts.append(("entry.for", str(WORDS["entry.two_players"])))
    return [(str(WORDS[key]), text) for key, text in facts if text]


def _late(event: LobbyEvent, sold: RegistrationBoard) -> str:
    """Describe the end of late registration: "21:30" or "Level 7 starts"; "" if it closes with the start."""
    if sold.late.at is not None:
        at = localtime(from_ms(sold.late.at))
        return time_text(at) if at.date() == localdate(room_now()) else start_text(at)
    closes = sold.late.closes_row
    structure = levels_and_chips(event.tournament, "") if closes else None
    if not closes or structure is None:
        return ""
    level = next((row.number for row in structure.levels[closes:] if row.kind == "level"), None)
    return "" if level is None else str(WORDS["entry.level_starts"]).format(level=level)


def _places(sold: RegistrationBoard | None) -> str:
    if sold is None:
        return ""
    if not sold.open:
        return str(WORDS["entry.closed"])
    waiting = str(WORDS["entry.waiting"]).format(count=grouped(sold.waiting)) if sold.waiting else ""
    return " · ".join(part for part in (places_text(sold), waiting) if part)
