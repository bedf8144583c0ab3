"""Every sentence the scripts of the deal's page say, by key; only that page carries them."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

DEAL_WORDS: dict[str, Promise] = {
    # Ways to divide.
    "deal.way_icm": _("ICM"),
    "deal.way_chip_chop": _("Chip chop"),
    "deal.way_even": _("Even split"),
    "deal.way_mix": _("Mix"),
    "deal.way_alone": _("{way} alone"),
    "deal.parts_more": _("One part more: {way}"),
    "deal.parts_less": _("One part less: {way}"),
    "deal.error": _(
        "Rounded to the cent at the very end. Before that, no share by ICM is off by more than {error}."
    ),
    "deal.cannot": _("{way}: {why}"),
    # Counts.
    "deal.player": _("Player"),
    "deal.seat": _("Table {table}, seat {seat}"),
    "deal.chips": _("Chips"),
    "deal.chips_of": _("Chips of {name}"),
    "deal.total": _("Total"),
    "deal.counted_all": _("{total} chips, all that are in play"),
    "deal.counted_less": _("{total} chips, {difference} fewer than the {chips} in play"),
    "deal.counted_more": _("{total} chips, {difference} more than the {chips} in play"),
    "deal.count_missing": _("Not counted yet: {count}"),
    "deal.nobody": _("At least two players have to be in play for a deal."),
    "deal.too_many": _("A deal is made of at most {most} players; {left} are left."),
    # What is left to play for.
    "deal.place": _("Place {place}"),
    "deal.prize": _("Prize {amount}"),
    "deal.played_for": _("{amount} is left to play for, {rest} is divided now."),
    "deal.nothing_left": _("Nothing is left to play for: all {rest} is divided now."),
    "deal.no_amount": _("This is no amount."),
    # The clock.
    "deal.clock_runs": _(
        "The clock runs. It stops when the deal is opened, and stays stopped until the deal stands or is given up."
    ),
    "deal.clock_stopped": _("The clock is stopped, and stays stopped until the deal stands or is given up."),
    "deal.clock_still": _("The clock is stopped. It goes on when somebody resumes it at the remote."),
    "deal.clock_goes": _("The clock runs."),
    # A deal that is talked about.
    "deal.state_open": _("talked about"),
    "deal.state_stands": _("stands"),
    "deal.state_none": _("no deal"),
    "deal.open": _("Open the deal and stop the clock"),
    "deal.work_out": _("Divide anew"),
    "deal.proposed": _("Worked out"),
    "deal.share": _("Share"),
    "deal.share_of": _("Share of {name}"),
    "deal.agrees": _("agrees"),
    "deal.agrees_of": _("{name} agrees"),
    "deal.agreed": _("agreed"),
    "deal.by_hand": _("{difference} by hand"),
    "deal.theirs": _("Now {amount}"),
    "deal.give_rest": _("Give {name} the rest"),
    "deal.rest_here": _("+ rest"),
    "deal.rest": _("{amount} is not given out yet."),
    "deal.over": _("{amount} too much is given out."),
    "deal.fits": _("Every cent is given out."),
    "deal.write": _("Write these shares"),
    "deal.changed": _(
        "Somebody else has changed the deal meanwhile. Nothing of yours was sent; compare before you do."
    ),
    "deal.counts_changed": _("Somebody else has divided anew meanwhile. What you typed here was not sent."),
    "deal.take_theirs": _("Take theirs"),
    "deal.stand": _("The deal stands"),
    "deal.waits_for": _("Not agreed yet: {names}."),
    "deal.ready": _("Everybody has agreed, and every cent is given out."),
    "deal.give_up": _("Give the deal up"),
    "deal.void": _("Declare the deal void"),
    "deal.left_to_play": _("Still played for: {places}."),
    "deal.place_amount": _("place {place}: {amount}"),
    "deal.all_divided": _("Nothing more is played for in these places."),
    "deal.no_answer": _("The server does not answer; the figures are not those of these counts."),
    "deal.key_counts": _("To the chip counts"),
    "deal.key_shares": _("To the shares"),
    "deal.key_print": _("Sheet to sign"),
}
