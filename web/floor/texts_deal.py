"""Texts of the scripts of the deal page by key; only that page carries them."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

DEAL_WORDS: dict[str, Promise] = {
    # Methods.
    "deal.way_icm": _("ICM"),
    "deal.way_chip_chop": _("Chip chop"),
    "deal.way_even": _("Even split"),
    "deal.way_mix": _("Mix"),
    "deal.way_alone": _("{way} only"),
    "deal.parts_more": _("Add a part: {way}"),
    "deal.parts_less": _("Remove a part: {way}"),
    "deal.error": _(
        "Rounded to the cent only at the end. Before rounding, no ICM share is off by more than {error}."
    ),
    "deal.cannot": _("{way}: {why}"),
    # Counts.
    "deal.player": _("Player"),
    "deal.seat": _("Table {table}, seat {seat}"),
    "deal.chips": _("Chips"),
    "deal.chips_of": _("Chips of {name}"),
    "deal.total": _("Total"),
    "deal.counted_all": _("{total} chips, matching the chips in play"),
    "deal.although_less": _("Chips missing: {difference}. Continue anyway"),
    "deal.although_more": _("Too many chips: {difference}. Continue anyway"),
    "deal.counted_less": _("{total} chips, {difference} fewer than the {chips} in play"),
    "deal.counted_more": _("{total} chips, {difference} more than the {chips} in play"),
    "deal.count_missing": _("Not counted yet: {count}"),
    "deal.too_few": _("A deal needs at least two players in play."),
    "deal.too_many": _("A deal can have at most {most} players; {left} are left."),
    # The amount still played for.
    "deal.place": _("Place {place}"),
    "deal.prize": _("Prize {amount}"),
    "deal.played_for": _("{amount} is left to play for; {rest} is divided now."),
    "deal.nothing_left": _("Nothing is left to play for: {rest} is divided now."),
    "deal.no_amount": _("Enter a valid amount."),
    # The clock.
    "deal.clock_runs": _(
        "The clock is running. It stops when the deal is opened. Once the deal is confirmed or cancelled, "
        "resume it in the clock control."
    ),
    "deal.clock_stopped": _("The clock is stopped until the deal is confirmed or cancelled."),
    "deal.clock_still": _("The clock is stopped. Resume it in the clock control."),
    "deal.clock_divided": _(
        "The clock is stopped. Nothing is left to play for: the event can be closed now, on its Details page. "
        "To play on, resume the clock in the clock control."
    ),
    "deal.clock_goes": _("The clock is running."),
    # An open deal.
    "deal.state_open": _("pending"),
    "deal.state_stands": _("confirmed"),
    "deal.state_none": _("no deal"),
    "deal.open": _("Open deal and stop the clock"),
    "deal.open_still": _("Open deal"),
    "deal.work_out": _("Recalculate"),
    "deal.proposed": _("Calculated"),
    "deal.share": _("Share"),
    "deal.share_of": _("Share of {name}"),
    "deal.agrees": _("agrees"),
    "deal.agrees_of": _("{name} agrees"),
    "deal.agreed": _("agreed"),
    "deal.by_hand": _("{difference} by hand"),
    "deal.theirs": _("Now {amount}"),
    "deal.give_rest": _("Give {name} the rest"),
    "deal.rest_here": _("+ rest"),
    "deal.rest": _("{amount} is not assigned yet."),
    "deal.over": _("{amount} too much is assigned."),
    "deal.fits": _("The full amount is assigned."),
    "deal.write": _("Save shares"),
    "deal.changed": _("Someone else has changed the deal. Your changes were not sent; compare them first."),
    "deal.counts_changed": _("Someone else has recalculated the deal. Your input was not sent."),
    "deal.take_theirs": _("Use their version"),
    "deal.stand": _("Confirm deal"),
    "deal.waits_for": _("Not agreed yet: {names}."),
    "deal.ready": _("All players have agreed, and the full amount is assigned."),
    "deal.give_up": _("Cancel deal"),
    "deal.void": _("Void deal"),
    "deal.left_to_play": _("Still to play for: {places}."),
    "deal.place_amount": _("place {place}: {amount}"),
    "deal.all_divided": _("The deal divides all the prizes, so nothing is left to play for."),
    "deal.no_answer": _("The server is not responding. These figures do not match the chip counts."),
    "deal.key_counts": _("Go to the chip counts"),
    "deal.key_shares": _("Go to the shares"),
    "deal.key_print": _("Sheet to sign"),
}
