"""What displays and phones say of prizes: pool, places, the money, bounties. By key; amounts come formatted."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PRIZES: dict[str, Promise] = {
    # The pool and the ladder.
    "prize.prizes": _("Prizes"),
    "prize.pool": _("Prize pool"),
    "prize.pool_of": _("Prize pool {amount}"),
    "prize.none": _("The prizes are not set up yet"),
    "prize.not_yet": _("The prizes are worked out once there is a pool"),
    "prize.points": _("This event is played for points"),
    "prize.may_change": _("The prizes may still change"),
    "prize.one_paid": _("1 place paid"),
    "prize.paid": _("{count} places paid"),
    # How far it is to the money.
    "prize.one_to_go": _("1 to the money"),
    "prize.to_go": _("{count} to the money"),
    "prize.in_money": _("In the money"),
    "prize.jump": _("Next jump: {amount}"),
    "prize.dealt": _("Deal"),
    "prize.one_jump_after": _("Next jump: {amount}, when 1 more is out"),
    "prize.jump_after": _("Next jump: {amount}, when {count} more are out"),
    # Who finished where.
    "prize.results": _("Results"),
    "prize.place": _("Place"),
    "prize.nobody_placed": _("Nobody has finished yet"),
    "prize.placed": _("{count} of {field} have finished"),
    "prize.best_placed": _("{count} of {field} have finished; here the best {shown}"),
    "prize.places_may_change": _("Places may still change: people can still come in"),
    # Bounties.
    "prize.hunters": _("Top hunters"),
    "prize.heads": _("Heads"),
    "prize.points_won": _("Points"),
    "prize.no_heads": _("No head has fallen yet"),
    "prize.envelopes": _("Envelopes left"),
    "prize.count": _("Count"),
    "prize.on_heads": _("On heads in play: {amount}"),
    "prize.one_envelope": _("1 envelope left"),
    "prize.envelope_count": _("{count} envelopes left"),
}
