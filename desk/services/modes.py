"""What the mode of an event allows its registration. Reads only."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from desk.services.check_context import CheckContext
from tourney.journal.refused import Refused
from tourney.rulebooks.books.schema import cite
from tourney.rules.modes import ONE_STACK, mode_policy, rebuy_price


def check_mode_allows(
    tx: CheckContext,
    mode: str,
    *,
    re_entries_most: int | None,
    surrender_allowed: bool,
    extras: Sequence[Mapping[str, int | str | None]],
) -> None:
    """Check registration settings against the mode of an event (Five Spades 4.2, 4.13).

    Args:
        mode: of the event; "" allows everything.
        re_entries_most: re-entries a player may buy; None: any number.
        surrender_allowed: whether a stack may be surrendered for a new entry.
        extras: kind ("rebuy", "add_on"), price in minor units and `most` of each extra.

    Raises:
        Refused: a re-entry, a surrender or an extra that the mode does not have (`not_in_this_mode`).
    """
    if not mode:
        return
    policy = mode_policy(tx.book, mode)
    rule = cite(tx.book, policy)
    if (mode in ONE_STACK or mode == "rebuy_add_on") and (re_entries_most != 0 or surrender_allowed):
        text = _("This mode has no re-entries: set their number to 0.")
        raise Refused("not_in_this_mode", text, rule, fields={"re_entries_most": text})
    if mode in ONE_STACK and extras:
        raise Refused("not_in_this_mode", _("This mode has neither rebuys nor an add-on."), rule)
    if mode == "rebuy_add_on":
        _check_free_rebuy(tx, extras, rule)


def _check_free_rebuy(tx: CheckContext, extras: Sequence[Mapping[str, int | str | None]], rule: str) -> None:
    policy = tx.book.modes.rebuy_add_on
    assert policy is not None
    if any(one["kind"] == "add_on" for one in extras):
        text = _("In this mode the add-on is credited automatically, so it is not sold.")
        raise Refused("not_in_this_mode", text, rule)
    for one in extras:
        if one["price"] != rebuy_price(policy) or one["most"] != policy.rebuys:
            text = _(
                "In this mode the rulebook sets the number of rebuys per player (%(count)s) and their price."
            )
            raise Refused("not_in_this_mode", text % {"count": policy.rebuys}, rule)
