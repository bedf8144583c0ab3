"""Commands for player records: bans, memberships, anonymising."""

from functools import partial
from typing import Annotated, Any

from django.db.models import Q
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from desk.models import Ban, Booking, Membership
from desk.models.booking import OPEN
from desk.signals import PersonalDataDeleted, personal_data_deleted
from seating.models import Apart
from tourney.access.roles import Permission
from tourney.commands.players import day_of, living, records_of
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.erasure import erase, forget_freed_pages
from tourney.journal.personal_traces import RECORD
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.live.publish import tell_hubs
from tourney.models import Entry, Player, Token, Tournament
from tourney.services.picture_store import forget_pictures


@command(
    "player.ban", permission=Permission.BAN_PLAYERS, scope="room", summary=lazy("Banned %(name)s: %(reason)s")
)
def ban_player(
    tx: Tx,
    player: Id,
    ends_on: Annotated[str, Field(max_length=10)] | None,
    reason: Annotated[str, Field(min_length=1, max_length=300)],
    rule: Annotated[str, Field(max_length=120)] = "",
) -> Any:
    """Ban a player from today.

    Args:
        player: the player.
        ends_on: the last day of the ban, "2027-03-31"; null: permanent.
        reason: for staff.
        rule: the rule behind it ("Five Spades 2.7"), "" for the room's own decision.
    """
    return ban(tx, living(tx, player), ends_on, reason, rule)


def ban(tx: Tx, row: Player, ends_on: str | None, reason: str, rule: str = "") -> dict[str, Any]:
    """Ban a player from today on, within a command; see `ban_player`.

    Returns:
        The ban's key and the player's name.
    """
    today = localdate(tx.now)
    until = day_of(ends_on, "ends_on") if ends_on else None
    if until is not None and until < today:
        text = _("A ban can’t end before it starts.")
        raise Refused("bad_argument", text, fields={"ends_on": text})
    if not reason.strip():
        text = _("A ban needs a reason.")
        raise Refused("bad_argument", text, fields={"reason": text})
    tx.cite(rule.strip())
    made = tx.create(
        Ban, player=row, starts_on=today, ends_on=until, reason=reason.strip(), rule=rule.strip()
    )
    return {"ban": made.pk, "name": row.name}


@command(
    "player.lift_ban",
    permission=Permission.BAN_PLAYERS,
    scope="room",
    summary=lazy("Lifted the ban on %(name)s"),
)
def lift_ban(tx: Tx, ban: Id) -> Any:
    """Lift a player's ban before it ends.

    Args:
        ban: the ban.
    """
    row = tx.get(Ban, pk=ban)
    if row.lifted_at is not None:
        raise Refused("already_lifted", _("This ban has already been lifted."))
    tx.save(row, lifted_at=tx.now)
    return {"name": row.player.name}


ConfirmedBy = Annotated[str, Field(min_length=1, max_length=120)]
# The length of a page's list, and more than one evening needs.
MOST_AT_ONCE = 500


@command(
    "membership.confirm",
    permission=Permission.CONFIRM_MEMBERSHIPS,
    scope="room",
    summary=lazy("Confirmed the membership of %(name)s: %(confirmed_by)s"),
)
def confirm_membership(tx: Tx, membership: Id, confirmed_by: ConfirmedBy) -> Any:
    """Record that a board member has confirmed a membership (Five Spades 2.1).

    Args:
        membership: the membership.
        confirmed_by: the board member.
    """
    row = tx.get(Membership, pk=membership)
    _confirm(tx, row, confirmed_by)
    return {"name": row.player.name}


@command(
    "memberships.confirm",
    permission=Permission.CONFIRM_MEMBERSHIPS,
    scope="room",
    summary=lazy("Confirmed %(count)s memberships: %(confirmed_by)s"),
)
def confirm_memberships(
    tx: Tx,
    memberships: Annotated[list[Id], Field(min_length=1, max_length=MOST_AT_ONCE)],
    confirmed_by: ConfirmedBy,
) -> Any:
    """Record that a board member has confirmed several memberships, all or none (Five Spades 2.1).

    Args:
        memberships: the memberships.
        confirmed_by: the board member.
    """
    wanted = set(memberships)
    rows = list(Membership.objects.filter(pk__in=wanted).select_related("player").order_by("pk"))
    if len(rows) != len(wanted):
        raise Refused("not_found", _("This membership does not exist."))
    for row in rows:
        _confirm(tx, row, confirmed_by)
    return {"count": len(rows)}


def _confirm(tx: Tx, row: Membership, confirmed_by: str) -> None:
    if row.voided_at is not None:
        raise Refused("voided", _("This membership was reversed at the desk."))
    if row.confirmed_by:
        message = _("The membership of %(name)s has already been confirmed: %(by)s.")
        raise Refused("already_confirmed", message % {"name": row.player.name, "by": row.confirmed_by})
    if not confirmed_by.strip():
        text = _("must not be empty.")
        raise Refused("bad_argument", _("Enter who confirmed it."), fields={"confirmed_by": text})
    tx.save(row, confirmed_by=confirmed_by.strip())


@command(
    "player.anonymise",
    permission=Permission.BAN_PLAYERS,
    scope="room",
    summary=lazy("Anonymised a player, who is now %(name)s"),
    undoable=False,
    undo_hint=lazy("Deleted data can’t be restored."),
)
def anonymise_player(tx: Tx, player: Id) -> Any:
    """Delete a player's personal data. Results and receipts stay under a number.

    Their links stop working and their keep-apart pairs are deleted. Journal entries keep their structure
    without personal data. It can't be undone.

    Args:
        player: the player who asked for deletion.
    """
    lock_open_events()
    row = living(tx, player)
    event = busy_in(row.pk)
    if event is not None:
        message = _("%(name)s is still in “%(event)s”. Wait until it is over.")
        raise Refused("still_in", message % {"name": row.name, "event": event.name})
    name = f"#{row.pk}"
    # Records merged into this one belong to the same person.
    records = records_of(row)
    names = {record.name for record in records}
    personal_data_deleted.send(PersonalDataDeleted(tx, records))
    for record in records:
        tx.save(record, **RECORD, name=f"#{record.pk}", anonymised_at=tx.now)
        for pair in Apart.objects.filter(Q(one=record) | Q(other=record)):
            tx.delete(pair)
    tokens = list(Token.objects.filter(player=row))
    for token in tokens:
        tx.save(token, label=name, revoked_at=token.revoked_at or tx.now)
    if tokens:
        keys = [f"token:{token.pk}" for token in tokens]
        tx.on_commit(lambda: tell_hubs({"close": keys}))
    for ban in Ban.objects.filter(player__in=records):
        tx.save(ban, reason="–")
    photos = erase(tx, records, names_shared=Player.objects.filter(name__in=names).exists())
    tx.on_commit(partial(forget_pictures, photos))
    tx.on_commit(forget_freed_pages)
    return {"name": name}


def lock_open_events() -> None:
    """Lock all events that are not closed, in the order of their ids, until the transaction ends.

    Merging and anonymising depend on who is in which event, so no sale may happen meanwhile. The room's row
    is locked first; no code locks the room after an event.
    """
    rows = Tournament.objects.select_for_update(of=("self",)).filter(closed_at__isnull=True)
    list(rows.order_by("pk").values_list("pk", flat=True))


def busy_in(*players: int) -> Tournament | None:
    """Return an open event in which one of these people is in play or booked."""
    inside = Entry.objects.filter(player__in=players, out_at__isnull=True, voided_at__isnull=True)
    listed = Booking.objects.filter(player__in=players, state__in=OPEN)
    places = Q(pk__in=inside.values("tournament")) | Q(pk__in=listed.values("tournament"))
    return Tournament.objects.filter(places, closed_at__isnull=True).order_by("pk").first()
