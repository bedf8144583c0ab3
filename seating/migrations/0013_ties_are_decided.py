"""A tie is somebody's decision: busts that had the same number of a hand at a table are noted as of one hand.

Where an event is closed, its results stay as they were paid; elsewhere the floor has to confirm each tie, or to part it.
"""

from collections import defaultdict
from datetime import timedelta

from django.db import migrations, models

_NOTED_HANDS = 1_000_000
# What counted as one hand before: the same number at the table, and no longer apart than this.
_APART = timedelta(minutes=10)


def _note_hands(apps, schema_editor):
    Bust = apps.get_model("seating", "Bust")
    closed = set(apps.get_model("tourney", "Tournament").objects.filter(closed_at__isnull=False).values_list("pk", flat=True))
    Bust.objects.filter(together__isnull=False).update(confirmed=True)
    last = defaultdict(lambda: _NOTED_HANDS - 1)
    for event, hand in Bust.objects.filter(together__gte=_NOTED_HANDS).values_list("entry__tournament", "together"):
        last[event] = max(last[event], hand)
    hands = defaultdict(list)
    beaten = Bust.objects.filter(removed=False, together__isnull=True, loan__isnull=False, hand__isnull=False)
    for bust in beaten.order_by("at", "pk").values("pk", "at", "loan", "hand", "entry__tournament"):
        here = hands[bust["entry__tournament"], bust["loan"], bust["hand"]]
        if not here or bust["at"] - here[-1][-1]["at"] > _APART:
            here.append([])
        here[-1].append(bust)
    for (event, _loan, _hand), groups in hands.items():
        for busts in groups:
            if len(busts) > 1:
                last[event] += 1
                rows = Bust.objects.filter(pk__in=[bust["pk"] for bust in busts])
                rows.update(together=last[event], confirmed=event in closed)


def _forget_hands(apps, schema_editor):
    """Hands of one table that its count tells as well need no number of their own."""
    Bust = apps.get_model("seating", "Bust")
    hands = defaultdict(list)
    for bust in Bust.objects.filter(together__gte=_NOTED_HANDS).values("pk", "loan", "hand", "entry__tournament", "together"):
        hands[bust["entry__tournament"], bust["together"]].append(bust)
    for busts in hands.values():
        if len({(bust["loan"], bust["hand"]) for bust in busts}) == 1 and busts[0]["hand"] is not None:
            Bust.objects.filter(pk__in=[bust["pk"] for bust in busts], claimed=False).update(together=None)


class Migration(migrations.Migration):

    dependencies = [
        ("seating", "0012_players_who_never_came"),
        ("tourney", "__first__"),
    ]

    operations = [
        migrations.AddField(
            model_name="bust",
            name="stack_order",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="bust",
            name="confirmed",
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(_note_hands, _forget_hands),
    ]
