"""The feature table of an event."""

from django.db import models


class FeatureTable(models.Model):
    """The table that the floor shows as an event's feature table; without a row, the final table is shown."""

    tournament = models.OneToOneField(
        "tourney.Tournament", on_delete=models.PROTECT, primary_key=True, related_name="feature_table"
    )
    tournament_table = models.ForeignKey(
        "seating.TournamentTable", on_delete=models.PROTECT, related_name="+"
    )

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.tournament_table_id}"
