"""Texts of the player's page, and of push messages."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from desk.services.prices import price_text
from tourney.services.figures import grouped

PHONE_WORDS: dict[str, Promise] = {
    "phone.events": _("Events"),
    "phone.understood": _("Got it"),
    "phone.prizes": _("Your prizes"),
    "phone.targets": _("Bounty targets"),
    "phone.map": _("Where your table is"),
    "phone.clock": _("Clock"),
    "phone.levels": _("Next levels"),
    "phone.ladder": _("Prizes"),
    "phone.messages": _("Messages"),
    "phone.table": _("Table"),
    "phone.seat": _("Seat"),
    "phone.your_seat": _("Your seat"),
    "phone.entered": _("You are registered"),
    "phone.team": _("In a team with {name}."),
    "phone.team_you_play": _("In a team with {name}. You are playing now."),
    "phone.for_teams": _("An entry is for two players."),
    "phone.team_partner_plays": _("In a team with {name}, who is playing now."),
    "phone.team_bounty": _("Bounty on your team"),
    "phone.team_jump": _("{text} (for the whole team)"),
    "phone.team_missing": _(
        "Your partner is still missing. Name them at the desk before registration closes."
    ),
    "phone.team_part": _("This is your share of what the team has won."),
    "phone.entered_how": _("Your seat is drawn before the start and appears here at once."),
    "phone.entered_late": _("Your seat is being drawn."),
    "phone.reserved": _("You have a reservation"),
    "phone.reserved_how": _("Come to the desk to check in and pay before the start."),
    "phone.checked_in": _("You are checked in"),
    "phone.checked_in_how": _("Pay at the desk to get your seat."),
    "phone.waiting": _("You are on the waiting list"),
    "phone.position": _("Your position"),
    "phone.first": _("You are next"),
    "phone.ahead": _("Ahead of you: {list}"),
    "phone.ahead_entry_one": _("1 entry"),
    "phone.ahead_entry": _("{count} entries"),
    "phone.ahead_team_one": _("1 team"),
    "phone.ahead_team": _("{count} teams"),
    "phone.ahead_re_entry_one": _("1 re-entry"),
    "phone.ahead_re_entry": _("{count} re-entries"),
    "phone.ahead_surrender_one": _("1 surrender"),
    "phone.ahead_surrender": _("{count} surrenders"),
    "phone.called": _("A seat is open for you"),
    "phone.called_how": _("Come to the desk before the time runs out."),
    "phone.called_late": _("The time has run out. Ask at the desk."),
    "phone.rebuy": _("Your seat is held for a rebuy"),
    "phone.rebuy_left": _("Time left for the rebuy"),
    "phone.rebuy_how": _("Go to the desk: table {table}, seat {seat} is held until {time}."),
    "phone.out": _("You have busted"),
    "phone.out_how": _("Thank you for playing."),
    "phone.plays_on": _("Out of this round"),
    "phone.plays_on_how": _("All players are in the next one: {stage}. Your new seat appears here."),
    "phone.won": _("You have won"),
    "phone.finished": _("You have finished"),
    "phone.of_field": _("of {field}"),
    "phone.shared": _("shared, of {field}"),
    "phone.place_open": _("of {field}. Your place may change while registration is open."),
    # What is won and what there is to be had.
    "phone.your_prize": _("Prize"),
    "phone.your_deal": _("Share of the deal"),
    "phone.your_bounty": _("Bounties"),
    "phone.own_bounty": _("Bounty on you"),
    "phone.your_thing": _("You also win"),
    "phone.undecided": _(
        "Your prize is undecided: the stacks at the start of the hand are not recorded yet."
    ),
    "phone.collect": _("Collect {amount} at the desk."),
    "phone.collect_thing": _("Collect it at the desk."),
    "phone.all_paid": _("Everything has been paid out."),
    "phone.overpaid": _("You were overpaid by {amount}. Please come to the desk."),
    "phone.at_least": _("Guaranteed: at least {amount}"),
    "phone.at_least_team": _("Guaranteed for the team: at least {amount}"),
    "phone.none": _("You are not registered"),
    "phone.none_how": _("Register at the desk."),
    "phone.none_full": _("The event is full. Join the waiting list at the desk."),
    "phone.none_full_phone": _("The event is full. Join the waiting list here or at the desk."),
    "phone.none_closed": _("Registration is closed."),
    "phone.no_events": _("You have no event today"),
    "phone.no_events_how": _("Once you are registered for an event, your seat appears here."),
    "phone.moved": _("New seat"),
    "phone.moved_to": _("Table {table}, seat {seat}"),
    "phone.moved_from": _("before: table {table}, seat {seat}"),
    "phone.moving_to": _("Your new seat: table {table}, seat {seat}"),
    "phone.moving_from": _("from table {table}, seat {seat}"),
    "phone.sits_out_hands_one": _("You sit out 1 hand."),
    "phone.sits_out_hands": _("You sit out {count} hands."),
    "phone.sits_out_rounds_one": _("You sit out until the button has passed around."),
    "phone.sits_out_rounds": _("You sit out {count} rounds of the button."),
    "phone.sits_out_minutes.one_count": _("You sit out {count} minute of play."),
    "phone.sits_out_minutes": _("You sit out {count} minutes of play."),
    "phone.sits_out_about": _("Approximate: the hands are not counted."),
    "phone.bag": _("Bag {number}: {chips} chips."),
    "phone.counted": _("Counted: {chips} chips."),
    "phone.flight_over": _("This flight is over"),
    "phone.flight_yes": _("On to {event}"),
    "phone.flight_advanced": _("You advanced to {event}"),
    "phone.flight_forfeited": _("This stack was forfeited"),
    "phone.flight_other_stack": _("You advanced to {event} with {chips} chips from {flight}."),
    "phone.flight_no": _("Not in {event}"),
    "phone.flight_starts": _("{event} starts {date}"),
    "phone.flight_next": _("{event} comes next. The start will be announced."),
    "phone.flight_later": _("The start will be announced."),
    "phone.flight_open": _(
        "The players are known once all flights are over. Seats are drawn before the start."
    ),
    "phone.flight_drawn_later": _("Your seat is drawn before the start and appears on this page."),
    "phone.flight_seat": _("Your seat and your place are shown on this page under {event}."),
    "phone.flight_ended": _("Your stack did not advance."),
    "phone.day_over": _("Day {day} is over"),
    "phone.day_starts": _("Day {day} starts {date}"),
    "phone.day_starts_at": _("Day {day} starts {time}."),
    "phone.day_seat": _("Your seat on day {day}"),
    "phone.day_drawn_later": _("Your seat is drawn before the start and appears here at once."),
    "phone.map_alt": _("Map of the room with table {table} marked."),
    "phone.table_alt": _("Table with {seats} seats; seat {seat} is marked."),
    "phone.in_minutes": _("in {minutes} min"),
    "phone.in_hours": _("in {hours} h {minutes} min"),
    "phone.do.self_service.reserve": _("Reserve a seat"),
    "phone.do.self_service.wait": _("Join the waiting list"),
    "phone.do.self_service.re_enter": _("Request a re-entry"),
    "phone.do.self_service.cancel": _("Cancel my seat"),
    "phone.do.self_service.cancel_waiting": _("Leave the waiting list"),
    "phone.do.self_service.arrive": _("I’m here"),
    "phone.done.self_service.reserve": _("Your seat is reserved."),
    "phone.done.self_service.wait": _("You are on the waiting list."),
    "phone.done.self_service.re_enter": _("You are on the list for a re-entry."),
    "phone.done.self_service.cancel": _("Reservation cancelled."),
    "phone.done.self_service.cancel_waiting": _("You are no longer on the waiting list."),
    "phone.done.self_service.arrive": _("Thank you. The floor knows you are there."),
    "phone.done.self_service.report_stack": _("Thank you. Staff will check your stack at the table."),
    "phone.stack": _("Your stack"),
    "phone.stack_how": _(
        "The stacks are being counted. Enter your chips; staff will check them at the table."
    ),
    "phone.stack_chips": _("Chips"),
    "phone.stack_send": _("Enter chips"),
    "phone.stack_again": _("Change"),
    "phone.stack_reported": _("You entered {chips} chips. Staff have not checked them yet."),
    "phone.stack_wrong": _("Enter the chips as a number: 45,500."),
    "phone.stack_forfeited": _("Forfeited: another stack counts."),
    "phone.stack_rank": _("{rank} of {players} · average {average}"),
    "phone.stack_history": _("Your stack at the counts so far: {stacks}."),
    "phone.cash": _("Cash games"),
    "phone.cash_games": _("Games and lists"),
    "phone.cash_tables": _("{count} tables"),
    "phone.cash_tables_one": _("1 table"),
    "phone.cash_open": _("{count} seats open"),
    "phone.cash_open_one": _("1 seat open"),
    "phone.cash_waiting": _("{count} waiting"),
    "phone.cash_waiting_one": _("1 waiting"),
    "phone.cash_interested": _("No table yet · {count} interested"),
    "phone.cash_interested_one": _("No table yet · 1 interested"),
    "phone.cash_time_charge": _("Time: {charge} every {minutes} min"),
    "phone.cash_place": _("Position {position}: {ahead}"),
    "phone.cash_ahead": _("{count} ahead of you"),
    "phone.cash_ahead_one": _("1 ahead of you"),
    "phone.cash_now_called": _("being called now: {count}"),
    "phone.cash_kept": _("Your place is kept only until {time}, because you are not marked as in the room."),
    "phone.cash_change": _("You asked for another table of this game. The floor decides."),
    "phone.cash_called": _("Your seat is open: table {table}"),
    "phone.cash_called_how": _("Come to the table before the time runs out."),
    "phone.cash_called_late": _("The time has run out. Ask the floor."),
    "phone.cash_coming": _("Your seat is kept until the time runs out. Come to the table."),
    "phone.cash_dinner": _("Dinner break: {left} left, until {time}. Your seat is kept."),
    "phone.cash_do_join": _("Join the list"),
    "phone.cash_do_leave": _("Leave the list"),
    "phone.cash_do_stay": _("Keep my place"),
    "phone.cash_do_come": _("I’m coming"),
    "phone.cash_do_decline": _("Not now"),
    "phone.cash_sure_decline": _("Press again to decline the seat"),
    "phone.sure": _("Press again to cancel"),
    "phone.sure_waiting": _("Press again to leave the list"),
    "phone.sending": _("Sending…"),
    "phone.unsent": _("No answer from the server. Try again."),
    "phone.old": _("No connection. Last updated {age} ago."),
    "phone.asking": _("Connection lost, reconnecting"),
    "phone.push": _("Turn on alerts"),
    "phone.push_how": _(
        "This phone can alert you when you are moved or called, even when this page is closed."
    ),
    "phone.push_on": _("This phone alerts you when you are moved or called."),
    "phone.push_off": _("Turn off alerts"),
    "phone.push_denied": _("This browser blocks notifications from here. Allow them in its settings."),
    "phone.push_failed": _("Alerts were not changed: no answer. Try again."),
    "phone.push_insecure": _(
        "Alerts for a closed page need a secure address (https); this one is not. Keep this page open: it shows seat "
        "changes and calls, with sound and vibration."
    ),
    "phone.push_unsupported": _(
        "This browser has no alerts for a closed page. Keep this page open: it shows seat changes and calls, with "
        "sound and vibration. On an iPhone, add it to the home screen to turn on alerts."
    ),
    "phone.sound": _("Tap once to allow sound"),
    "phone.revoked": _("This link is no longer valid. Ask the desk for a new one."),
    # Notifications by kind: on the page, and pushed.
    "notice.seated": _("Your seat: table {table}, seat {seat}"),
    "notice.seated_carried": _("You are in {event} with {stack} chips: table {table}, seat {seat}"),
    "notice.moved": _("You have been moved to table {table}, seat {seat}"),
    "notice.unseated": _("The seat in the last message is no longer valid. Your new seat is shown here."),
    "notice.called": _("A seat is open for you. Come to the desk."),
    "notice.called_again": _("A seat is still open for you. Come to the desk now."),
    "notice.withdrawn": _("Your seat has been given away. You keep your position on the list."),
    "notice.offer": _("A seat is open for you. Come to the desk."),
    "notice.registered": _("You are registered."),
    "notice.closed": _("Registration is closed."),
    "notice.closed_guaranteed": _("Registration is closed. You may still get a seat: watch for your call."),
    "notice.closed_called": _("Registration is closed, and a seat is held for you. Come to the desk."),
    "notice.closed_checked_in": _("Registration is closed, and your seat is held. Pay at the desk."),
    "notice.cancelled": _("Your reservation was cancelled."),
    "notice.cancelled_waited": _("Registration is closed. No more players are seated from the waiting list."),
    "notice.cancelled_lapsed": _("Your reservation has expired."),
    "notice.cancelled_left": _("You are no longer on the waiting list."),
    "notice.cancelled_by_partner": _("Your partner took your team off the waiting list."),
    "notice.cancelled_removed": _("You were taken off the waiting list."),
    "notice.cancelled_passed": _("You were called but did not come. You are no longer on the waiting list."),
    "notice.cancelled_entry": _("Your registration was cancelled."),
    "notice.cancelled_waits": _("Your reservation was released. You are on the waiting list."),
    "notice.penalty": _("You have a penalty. Ask the floor."),
    "notice.penalty_hands": _("Penalty: you sit out {count} hands."),
    "notice.penalty_one_hand": _("Penalty: you sit out one hand."),
    "notice.penalty_rounds": _("Penalty: you sit out {count} rounds of the button."),
    "notice.penalty_one_round": _("Penalty: you sit out until the button has passed around."),
    "notice.penalty_minutes": _("Penalty: you sit out {count} minutes of play."),
    "notice.penalty_one_minute": _("Penalty: you sit out one minute of play."),
    "notice.penalty_over": _("Your penalty is over."),
    "notice.penalty_over_seated": _("Your penalty is over. Come back to table {table}, seat {seat}."),
    "notice.add_on": _("Add-on: you get {chips} more chips. The floor brings them to your seat."),
    "notice.coloured_up": _("The floor is changing your {small} chips into {big} chips. You may watch."),
    "notice.left_team": _("You are no longer in the team for this event."),
    "notice.deal": _("The deal is confirmed. Your share: {won}."),
    "notice.deal_team": _("The deal is confirmed. Your team’s share: {won}."),
    "notice.deal_void": _("The deal was voided. The prizes are played for again."),
    "notice.prize": _("Prize for place {place}: {won}. Collect it at the desk."),
    "notice.prize_team": _("Your team’s prize for place {place}: {won}. Collect it at the desk."),
    "notice.day_over": _("Day {day} is over. Your stack is in bag {bag}."),
    "notice.cash_called": _("Your seat is open: table {table}, {game}. Come to the table."),
    "notice.cash_called_again": _("Your seat at table {table} is still open. Come to the table now."),
    "notice.cash_withdrawn": _(
        "Your seat in {game} has been given away. You keep your position on the list."
    ),
    "notice.cash_skipped": _("You were skipped and are now at the end of the list for {game}."),
    "notice.cash_removed": _(
        "You were called twice and did not come. You are no longer on the list for {game}."
    ),
    "notice.cash_expired": _("Your place on the list for {game} has expired."),
    "notice.cash_moved": _("New seat: table {table}, seat {seat}."),
    "notice.cash_dinner": _("Dinner break until {time}. Your seat at table {table} is kept until then."),
    "notice.cash_dinner_reminder": _(
        "Your dinner break ends at {time}. Come back to table {table}, seat {seat}."
    ),
    "notice.cash_dinner_over": _(
        "Your dinner break is over and your seat at table {table} is free. The cage keeps your chips."
    ),
    "notice.cash_broken": _(
        "Table {table} was broken. Until {time}, a place at the front of the list for {game} is kept for you, "
        "and the cage keeps your chips. Ask the floor."
    ),
    "notice.cash_penalty": _("You sit out a penalty until {time} ({rule})."),
    "notice.cash_excluded": _("You are excluded from the cash games until {time} ({rule})."),
    "notice.other": _("You have a new message."),
}


class _Values(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "–"


def notice_text(kind: str, values: dict[str, Any]) -> str:
    """Return the text of a notification in the active language. A value that is true may have a text of its
    own.
    """
    keys = [f"notice.{kind}_{name}" for name, value in values.items() if value is True]
    key = next((key for key in keys if key in PHONE_WORDS), f"notice.{kind}")
    text = str(PHONE_WORDS.get(key, PHONE_WORDS["notice.other"]))
    shown = {key: value for key, value in values.items() if value is not None}
    if "stack" in shown:
        shown["stack"] = grouped(shown["stack"])
    if "amount" in shown:
        shown["won"] = " + ".join(_won(shown))
    return text.format_map(_Values(shown))


def _won(values: Mapping[str, Any]) -> list[str]:
    """Return the cash and the things of a prize, each in words."""
    cash = [price_text(values["amount"], values["currency"])] if values["amount"] else []
    return [*cash, *values.get("things", [])]


def _sits_out(mine: Mapping[str, Any] | None) -> str:
    """Return what a player still has to serve, in words; "" for nothing."""
    penalty = mine["penalty"] if mine is not None else None
    if not penalty:
        return ""
    parts = []
    for unit in ("hands", "rounds", "minutes"):
        count = penalty[unit]
        one = f"phone.sits_out_{unit}_one"
        if count:
            text = PHONE_WORDS[one if count == 1 and one in PHONE_WORDS else f"phone.sits_out_{unit}"]
            parts.append(str(text).format(count=count))
    return " ".join([*parts, *([str(PHONE_WORDS["phone.sits_out_about"])] if penalty["estimated"] else [])])


def _bag(bag: Mapping[str, Any] | None) -> str:
    """Return a player's bag in words; "" without one."""
    if bag is None:
        return ""
    chips = grouped(bag["chips"])
    text = PHONE_WORDS["phone.bag" if bag["number"] else "phone.counted"]
    return str(text).format(number=bag["number"], chips=chips)


def _between_days(bag: Mapping[str, Any]) -> tuple[str, str]:
    """Return title and note between two days; the script adds the start of the next one."""
    if bag["goes_on_to"]:
        title, note = _flight_over(bag["goes_on_to"], bag["goes_on"], bag["next_start"] is not None)
        return title, " ".join(part for part in (_other_stack(bag), note) if part)
    if bag["seat_known"]:
        return str(PHONE_WORDS["phone.day_seat"]).format(day=bag["day"] + 1), ""
    title = str(PHONE_WORDS["phone.day_over"]).format(day=bag["day"])
    return title, str(PHONE_WORDS["phone.day_drawn_later"])


# Title and note after a flight, by whether the player goes on.
FLIGHT_TEXTS = {
    "open": ("flight_over", "flight_open"),
    "sure": ("flight_yes", "flight_drawn_later"),
    "yes": ("flight_advanced", "flight_seat"),
    "forfeited": ("flight_forfeited", "flight_seat"),
    "no": ("flight_no", "flight_ended"),
}


def _flight_over(event: str, goes_on: str, announced: bool) -> tuple[str, str]:
    """Return title and note after a flight.

    Args:
        event: that players go on to.
        goes_on: whether this one does, as in `OwnBag`.
        announced: whether its start is known; the script shows it.
    """
    title, note = FLIGHT_TEXTS[goes_on]
    # If the title names the event, the note does not repeat it.
    start = {"open": ["flight_next"], "sure": ["flight_later"]}.get(goes_on, [])
    keys = [title, *([] if announced else start), note]
    texts = [str(PHONE_WORDS[f"phone.{key}"]).format(event=event) for key in keys]
    return texts[0], " ".join(texts[1:])


def _other_stack(bag: Mapping[str, Any]) -> str:
    """Return with which stack of another flight the player advanced; "" if with this one, or not at all."""
    other = bag["advanced_with"]
    if other is None:
        return ""
    text = str(PHONE_WORDS["phone.flight_other_stack"])
    return text.format(event=bag["goes_on_to"], chips=grouped(other["chips"]), flight=other["event"])


def first_words(mine: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the page's answer before its script runs; the script shows the same and more.

    Returns:
        `look`, `title`, `note`; in `big` the main figures with their labels, and `length`, their total length.
    """
    state = "nothing" if mine is None else mine["state"]
    figures: list[tuple[str, Any]] = []
    if mine is not None and state == "seated":
        figures = [("table", mine["table"]), ("seat", mine["seat"])]
    elif mine is not None and state == "waiting" and mine["position"] is not None:
        figures = [("position", mine["position"])]
    key = {"nothing": "no_events", "seated": "your_seat"}.get(state, state)
    title, note = str(PHONE_WORDS[f"phone.{key}"]), str(PHONE_WORDS.get(f"phone.{key}_how", ""))
    move = mine["move"] if mine is not None and state == "seated" else None
    bag = mine.get("bag") if mine is not None and state == "seated" else None
    if bag is not None and bag["over"]:
        title, note = _between_days(bag)
        figures = figures if bag["seat_known"] else []
    elif mine is not None and move:
        title = str(PHONE_WORDS["phone.moving_to"]).format_map(mine)
        note = "" if move["table"] is None else str(PHONE_WORDS["phone.moving_from"]).format_map(move)
    if mine is not None and mine.get("plays_on"):
        title = str(PHONE_WORDS["phone.plays_on"])
        note = str(PHONE_WORDS["phone.plays_on_how"]).format(stage=mine["plays_on"])
    note = " ".join(part for part in (note, _bag(bag), _sits_out(mine)) if part)
    return {
        "look": state,
        "title": title,
        "note": note,
        "big": [(str(PHONE_WORDS[f"phone.{key}"]), str(text)) for key, text in figures],
        "length": sum(len(str(text)) for _key, text in figures),
    }
