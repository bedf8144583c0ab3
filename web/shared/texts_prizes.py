"""Texts about prizes on displays and phones by key: pool, places, bubble, bounties."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PRIZES: dict[str, Promise] = {
    # The pool and the ladder.
    "prize.prizes": _("Prizes"),
    "prize.pool": _("Prize pool"),
    "prize.pool_of": _("Prize pool {amount}"),
    "prize.guaranteed": _("{amount} guaranteed"),
    "prize.none": _("The prizes are not set up yet"),
    "prize.not_yet": _("The prizes are calculated once there is a pool"),
    "prize.points": _("This event is played for points"),
    "prize.may_change": _("The prizes may still change"),
    "prize.one_paid": _("1 place paid"),
    "prize.paid": _("{count} places paid"),
    # Distance to the money.
    "prize.one_to_go": _("On the bubble"),
    "prize.to_go": _("{count} to the money"),
    "prize.in_money": _("In the money"),
    "prize.min_cash": _("Min-cash: {amount}"),
    "prize.jump": _("Next pay jump: {amount}"),
    "prize.next_jump": _("Next pay jump"),
    "prize.dealt": _("Deal"),
    "prize.one_jump_after": _("Next pay jump: {amount}, after 1 more bust"),
    "prize.jump_after": _("Next pay jump: {amount}, after {count} more busts"),
    # Results.
    "prize.results": _("Results"),
    "prize.place": _("Place"),
    "prize.first_entry": _("first entry"),
    "prize.again_number": _("re-entry {number}"),
    "prize.none_placed": _("No players have finished yet"),
    "prize.undecided": _("undecided"),
    "prize.placed": _("{count} of {field} have finished"),
    "prize.placed.one_count": _("{count} of {field} has finished"),
    "prize.best_placed": _("{count} of {field} have finished; showing the top {shown}"),
    "prize.whole_placed": _("whole tournament: {count} of {field}"),
    "prize.places_may_change": _("Places may change while registration is open"),
    # Bounties.
    "prize.leaders": _("Bounty leaders"),
    "prize.knockouts": _("Knockouts"),
    "prize.points_won": _("Points"),
    "prize.no_knockouts": _("No knockouts yet"),
    "prize.envelopes": _("Envelopes left"),
    "prize.count": _("Count"),
    "prize.in_play": _("Bounties still in play: {amount}"),
    "prize.envelope_count.one_count": _("{count} envelope left"),
    "prize.envelope_count": _("{count} envelopes left"),
}
