"""Every sentence the scripts of the dealer's tablet say, by key; only its own page carries them."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

DEALER_WORDS: dict[str, Promise] = {
    # The table.
    "dealer.hand": _("Hand {number}"),
    "dealer.players": _("{count} players"),
    "dealer.player": _("1 player"),
    "dealer.seat": _("Seat {seat}"),
    "dealer.free": _("free"),
    "dealer.closed": _("closed"),
    "dealer.ghost": _("Ghost"),
    "dealer.unclaimed": _("not here yet"),
    "dealer.button": _("Button"),
    "dealer.small_blind": _("Small blind"),
    "dealer.big_blind": _("Big blind"),
    # Letters on the discs; the words above are read out with them.
    "dealer.button_disc": pgettext_lazy("disc", "D"),
    "dealer.small_blind_disc": pgettext_lazy("disc", "SB"),
    "dealer.big_blind_disc": pgettext_lazy("disc", "BB"),
    "dealer.away": _("away"),
    "dealer.waits": _("no cards until the button has passed"),
    "dealer.on_the_way": _("on the way from table {table}"),
    "dealer.on_the_way_here": _("on the way"),
    "dealer.chips": _("{count} chips"),
    "dealer.last": _("{text} ({who})"),
    # What stops it.
    "dealer.halted": _("Wait: table is being balanced"),
    "dealer.halted_how": _("Finish this hand, then deal no other one until the floor says so."),
    "dealer.paused": _("This table is paused"),
    "dealer.paused_how": _("Deal no hand until the floor says so."),
    "dealer.not_played": _("Nobody plays at this table"),
    "dealer.gone": _("This event has no table {number} any more."),
    "dealer.button_unknown": _("Nobody has said where the button is."),
    "dealer.tap_button": _("Tap the seat where the button is"),
    # Presses.
    "dealer.hand_over": _("Hand over"),
    "dealer.put_button": _("Put the button"),
    "dealer.move_button": _("Move the button"),
    "dealer.not_now": _("Cancel"),
    "dealer.call_floor": _("Call the floor"),
    "dealer.called_floor": _("The floor is called"),
    "dealer.call_all_in": _("All-in and called"),
    "dealer.called_all_in": _("All-in was told"),
    "dealer.call_count": _("Ask for a count"),
    "dealer.called_count": _("A count was asked for"),
    "dealer.call_time": _("Call time"),
    "dealer.time_how": _("Tap the player"),
    "dealer.called_time": _("Time was called"),
    "dealer.was_here": _("Tap when it is done"),
    # Said of a player: has lost all chips.
    "dealer.out": pgettext_lazy("dealer", "Out"),
    "dealer.out_of": _("Out: {name}"),
    "dealer.won_by": _("Who won the chips? (if you saw it)"),
    "dealer.stack": _("If two go out: chips at the start of the hand"),
    "dealer.go_away": _("Is away"),
    "dealer.come_back": _("Is back"),
    "dealer.count_chips": _("Chips counted"),
    "dealer.note_chips": _("Note it"),
    "dealer.no_chips": _("That is no number of chips."),
    "dealer.arrives": _("{name} comes from table {from} to seat {seat}"),
    "dealer.arrives_new": _("{name} comes to seat {seat}"),
    "dealer.is_here": _("Is here"),
    "dealer.all_here": _("All {count} are here"),
    "dealer.left_since": _("{name} does not sit here any more."),
}
