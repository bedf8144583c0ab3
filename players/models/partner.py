"""The second player of an entry, where an event is played by teams of two."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Partner(models.Model):
    """The player who shares an entry with the one who registered it: one stack, one seat, one prize."""

    # Of the entry; repeated so that the events of a player are found.
    tournament = models.ForeignKey("tourney.Tournament", on_delete=models.PROTECT, related_name="partners")
    entry = models.OneToOneField("tourney.Entry", on_delete=models.PROTECT, related_name="partner")
    player = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="partnered")
    # Whether the partner plays the next hand; otherwise the player who registered.
    plays = models.BooleanField(default=False)
    # When the partner first sat down; null: has not played yet.
    played_at = models.DateTimeField(null=True, blank=True)
    named_at = models.DateTimeField()
    # Part of the prize that is the partner's, in hundredths of a percent; the player who registered has the rest.
    share = models.PositiveSmallIntegerField(default=5_000)

    class Meta:
        verbose_name = _("partner")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(share__lte=10_000), name="a_share_is_part_of_the_prize"
            ),
            models.CheckConstraint(
                condition=models.Q(plays=False) | models.Q(played_at__isnull=False),
                name="a_partner_who_plays_has_played",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} ({self.entry_id})"
