"""The list of what waits for a person, on the live page: texts and addresses by kind."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as lazy

from tourney.access import reads
from tourney.access.roles import Actor, Permission

# Stands for the event in addresses; the page fills it in.
_EVENT = 999_999_999
# Kind of `AttentionBoard` and `RoomAttentionBoard` → texts for one and for several, page, and the permission to handle
# it; in order of urgency.
_KINDS = {
    "one_left": (
        lazy("One player left, but registration is open"),
        lazy("One player left, but registration is open"),
        "registration",
        "",
        Permission.SET_REGISTRATION,
    ),
    "one_left_booked": (
        lazy("One player left, but a player with a booking may still enter"),
        lazy("One player left, but {count} players with bookings may still enter"),
        "waiting_list",
        "",
        Permission.REGISTER_PLAYERS,
    ),
    "calls": (lazy("1 table calls"), lazy("{count} tables call"), "floor", "", Permission.SEAT_PLAYERS),
    "proposals": (
        lazy("1 proposal for the floor"),
        lazy("{count} proposals for the floor"),
        "floor",
        "",
        Permission.SEAT_PLAYERS,
    ),
    "ties": (
        lazy("1 tie to confirm"),
        lazy("{count} ties to confirm"),
        "event_results",
        "#hands-title",
        Permission.SEAT_PLAYERS,
    ),
    "stacks": (
        lazy("1 player shares a place until the stack is entered"),
        lazy("{count} players share a place until their stacks are entered"),
        "event_results",
        "#hands-title",
        Permission.SEAT_PLAYERS,
    ),
    "memberships": (
        lazy("1 player’s membership to confirm"),
        lazy("{count} players’ memberships to confirm"),
        "players",
        "?only=unconfirmed",
        Permission.CONFIRM_MEMBERSHIPS,
    ),
    "cash_calls": (
        lazy("1 cash table calls the floor"),
        lazy("{count} cash tables call the floor"),
        "cash_room",
        "",
        Permission.SEAT_PLAYERS,
    ),
    "cash_seats": (
        lazy("1 player can be called to a cash game"),
        lazy("{count} players can be called to cash games"),
        "cash_room",
        "",
        Permission.SEAT_PLAYERS,
    ),
    "cash_dinners": (
        lazy("1 dinner break ends soon"),
        lazy("{count} dinner breaks end soon"),
        "cash_room",
        "",
        Permission.SEAT_PLAYERS,
    ),
    "cash_places": (
        lazy("1 absent player has lost a seat at a cash table"),
        lazy("{count} absent players have lost their seats at cash tables"),
        "cash_room",
        "",
        Permission.SEAT_PLAYERS,
    ),
    "prizes": (lazy("1 prize to pay"), lazy("{count} prizes to pay"), "payouts", "", reads.PAYOUTS),
    "bounties": (
        lazy("1 bounty without a winner"),
        lazy("{count} bounties without a winner"),
        "payouts",
        "",
        reads.PAYOUTS,
    ),
    "tablets": (
        lazy("1 tablet has no connection"),
        lazy("{count} tablets have no connection"),
        "dealer_tables",
        "",
        Permission.SEAT_PLAYERS,
    ),
    "displays": (
        lazy("1 display has no connection"),
        lazy("{count} displays have no connection"),
        "displays",
        "",
        Permission.MANAGE_SCREENS,
    ),
    "plans": (
        lazy("1 planned event is due and not created yet"),
        lazy("{count} planned events are due and not created yet"),
        "planning",
        "",
        Permission.MANAGE_EVENTS,
    ),
    "webhooks": (
        lazy("1 webhook was paused: its messages are not accepted"),
        lazy("{count} webhooks were paused: their messages are not accepted"),
        "webhooks",
        "",
        Permission.MANAGE_EVENTS,
    ),
    "backups": (
        lazy("The last backup was not made"),
        lazy("{count} backups were not made"),
        "room_settings",
        "#backups",
        Permission.MANAGE_EVENTS,
    ),
    "drawers": (
        lazy("1 drawer is open"),
        lazy("{count} drawers are open"),
        "till_drawers",
        "",
        reads.DRAWERS,
    ),
}
# Their pages are those of the room.
_IN_ROOM = {
    "memberships",
    "displays",
    "drawers",
    "cash_calls",
    "cash_seats",
    "cash_dinners",
    "cash_places",
    "plans",
    "webhooks",
    "backups",
}


def attention_kinds(actor: Actor) -> list[dict[str, Any]]:
    """Return the kinds of lines that an actor may handle: name, texts, and the address with "{event}" in it."""
    return [
        {
            "kind": kind,
            "one": str(one),
            "many": str(many),
            "address": reverse(page, args=[] if kind in _IN_ROOM else [_EVENT]).replace(
                str(_EVENT), "{event}"
            )
            + part,
        }
        for kind, (one, many, page, part, permission) in _KINDS.items()
        if actor.may(permission)
    ]
