"""Events of several stages, the events of each stage, and the players who advanced from one stage to another."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class MultiStageEvent(models.Model):
    """A tournament that is played in several stages. Its row is locked while players advance."""

    name = models.CharField(max_length=80)
    # Key of the preset its stages were made from (`stages.rules.presets`); "": none.
    mode = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("multi-stage event")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="a_multi_stage_event_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Stage(models.Model):
    """A part of a multi-stage event, played by one or more events."""

    multi_stage_event = models.ForeignKey(MultiStageEvent, on_delete=models.PROTECT, related_name="stages")
    # 1 for the first.
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)
    # How players advance to it (`stages.rules.stage_rule.StageRule`); {} for the first stage, which they register for.
    rule = models.JSONField(default=dict, blank=True)
    # Most entries of a player over all events of the first stage; null: as many as each event allows.
    entries_most = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("stage")
        ordering = ["multi_stage_event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["multi_stage_event", "number"], name="stages_are_numbered"),
            models.CheckConstraint(condition=Q(number__gt=0), name="stages_count_from_one"),
            models.CheckConstraint(condition=~Q(name=""), name="a_stage_has_a_name"),
            models.CheckConstraint(
                condition=Q(entries_most__isnull=True) | Q(number=1, entries_most__gt=0),
                name="entries_are_limited_in_the_first_stage",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.multi_stage_event}: {self.name}"


class StageEvent(models.Model):
    """An event of a stage: a flight, a heat, a day."""

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="events")
    tournament = models.OneToOneField(
        "tourney.Tournament", on_delete=models.PROTECT, related_name="stage_event"
    )
    # "1A"; unique within the stage.
    label = models.CharField(max_length=20)

    class Meta:
        verbose_name = _("event of a stage")
        ordering = ["stage", "id"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "label"], name="events_of_a_stage_have_labels"),
            models.CheckConstraint(condition=~Q(label=""), name="an_event_of_a_stage_has_a_label"),
        ]

    def __str__(self) -> str:
        return self.label


class Join(models.Model):
    """An event whose players advanced to a stage: it does not change any more."""

    # Stage of the target; repeated so that no event is joined to a stage twice.
    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="joins")
    target = models.ForeignKey(StageEvent, on_delete=models.PROTECT, related_name="joins")
    source = models.ForeignKey(StageEvent, on_delete=models.PROTECT, related_name="joined_to")
    # All chips of the event at its end; null: not counted, because the rule needs no stacks.
    chips = models.PositiveBigIntegerField(null=True, blank=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("joined event")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "source"], name="an_event_joins_a_stage_once"),
            models.CheckConstraint(condition=~Q(target=F("source")), name="an_event_joins_another_one"),
        ]

    def __str__(self) -> str:
        return f"{self.source} → {self.target}"


class Advance(models.Model):
    """A player who advanced to a stage, with the stack there."""

    target = models.ForeignKey(StageEvent, on_delete=models.PROTECT, related_name="advances")
    # The entry in the target.
    entry = models.OneToOneField("tourney.Entry", on_delete=models.PROTECT, related_name="advance")
    stack = models.PositiveBigIntegerField()
    # Among the players of one command, the best first; players of later commands rank behind them.
    rank = models.PositiveIntegerField()
    points = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("player who advanced")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=Q(stack__gt=0), name="who_is_brought_in_has_chips"),
            models.CheckConstraint(condition=Q(rank__gt=0), name="ranks_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.stack}"


class AdvancedStack(models.Model):
    """An entry of an earlier stage whose player advanced to a later one, with its stack."""

    # Stage of the target; repeated so that no entry advances to a stage twice.
    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="stacks")
    advance = models.ForeignKey(Advance, on_delete=models.PROTECT, related_name="stacks")
    source = models.ForeignKey("tourney.Entry", on_delete=models.PROTECT, related_name="advanced_stacks")
    # At the end of its event; 0: out, or not counted.
    chips = models.PositiveBigIntegerField(default=0)
    # Whether these chips were carried; otherwise they left play.
    carried = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("stack of a player who advanced")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "source"], name="an_entry_comes_into_a_stage_once"),
            models.CheckConstraint(
                condition=Q(carried=False) | Q(chips__gt=0), name="a_carried_stack_has_chips"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source_id}: {self.chips}"
