"""What is left of rulings once somebody whom they concern asked to be forgotten."""

from collections.abc import Sequence
from functools import partial

from desk.hooks import on_forgotten
from rulings.models import Ruling
from rulings.photos import forget_photo
from tourney.journal.tx import Tx
from tourney.models import Player


@on_forgotten
def what_was_said_is_forgotten(tx: Tx, records: Sequence[Player]) -> None:
    """What a ruling says may tell who it was, and so may its photo: both go. That there was one, and its rule, stay."""
    rows = list(Ruling.objects.filter(concerns__entry__player__in=records).distinct())
    photos = {row.photo for row in rows if row.photo}
    tx.save_many(rows, text="", photo="")
    for photo in photos:
        tx.followers.append(partial(forget_photo, photo))
