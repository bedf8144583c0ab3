"""Signal receivers of rulings."""

from functools import partial

from players.services.partners import held_by_any
from players.signals import PersonalDataDeleted, personal_data_deleted
from rulings.models import Ruling
from rulings.services.photos import forget_photo


@personal_data_deleted.connect
def delete_texts_and_photos(event: PersonalDataDeleted) -> None:
    """Delete text and photo of rulings about an anonymised player; the ruling and its rule stay."""
    concerned = held_by_any(event.players, "concerns__entry__")
    rows = list(Ruling.objects.filter(concerned).distinct())
    photos = {row.photo for row in rows if row.photo}
    event.tx.save_many(rows, text="", photo="")
    for photo in photos:
        event.tx.followers.append(partial(forget_photo, photo))
