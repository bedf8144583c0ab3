"""Signal receivers of seasons."""

from players.signals import PersonalDataDeleted, personal_data_deleted
from seasons.models import CupSeat, PointsCorrection
from tourney.journal.personal_traces import TEXTS
from tourney.journal.row_images import label


@personal_data_deleted.connect
def delete_reasons(event: PersonalDataDeleted) -> None:
    """Delete the reasons of corrections and cup seats of a player whose personal data is deleted."""
    for model in (PointsCorrection, CupSeat):
        rows = model._default_manager.filter(player__in=event.players)
        event.tx.save_many(list(rows), **TEXTS[label(model)])
