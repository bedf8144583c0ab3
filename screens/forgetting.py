"""Browser data of a player whose personal data is deleted."""

from collections.abc import Sequence

from desk.hooks import on_forgotten
from screens.models import Subscription
from tourney.journal.tx import Tx
from tourney.models import Player


@on_forgotten
def their_browsers_are_forgotten(tx: Tx, records: Sequence[Player]) -> None:
    """Return the push endpoints and keys of their browsers."""
    Subscription.objects.filter(token__player__in=records).delete()
