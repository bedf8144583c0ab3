"""Busts after an announcement of hand-for-hand get their claim to share (Munot 79), also where it had ended by then.

Earlier versions noted the claim only while hand-for-hand was on. Where an event is closed, its results stay as they were
paid, and so does a hand that the floor has confirmed.
"""

from datetime import timedelta

from django.db import migrations

_NOTED_HANDS = 1_000_000
# A table that has not said that the hand of the announcement is over has played it after so long.
_A_HAND = timedelta(minutes=3)


def _dealt_after(bust, rounds, first_deal, unsaid):
    """Return whether the hand of a bust was dealt after the first announcement."""
    before = [row for row in rounds if row["announced_at"] <= bust["at"]]
    if len(before) != 1:
        return bool(before)
    row = before[0]
    if row["hand"]:
        return first_deal is None or bust["at"] >= first_deal
    if row["ended_at"] is None or bust["at"] < row["ended_at"]:
        return False
    return (row["pk"], bust["loan"]) not in unsaid or bust["at"] - row["announced_at"] > _A_HAND


def _note_claims(apps, schema_editor):
    Bust, Line = apps.get_model("seating", "Bust"), apps.get_model("tourney", "Line")
    Round, RoundTable = apps.get_model("clock", "Round"), apps.get_model("clock", "RoundTable")
    open_ones = Round.objects.filter(tournament__closed_at__isnull=True)
    for event in open_ones.order_by().values_list("tournament", flat=True).distinct():
        rounds = list(
            Round.objects.filter(tournament=event).order_by("pk").values("pk", "announced_at", "ended_at", "hand")
        )
        unsaid = RoundTable.objects.filter(round__tournament=event).exclude(state="done")
        unsaid = set(unsaid.values_list("round", "loan"))
        deals = Line.objects.filter(tournament=event, kind="round.deal", at__gte=rounds[0]["announced_at"])
        first_deal = deals.order_by("seq").values_list("at", flat=True).first()
        busts = Bust.objects.filter(entry__tournament=event, removed=False, loan__isnull=False, claimed=False)
        busts = busts.exclude(together__gte=_NOTED_HANDS, confirmed=True)
        claimed = [
            bust["pk"]
            for bust in busts.values("pk", "at", "loan")
            if _dealt_after(bust, rounds, first_deal, unsaid)
        ]
        Bust.objects.filter(pk__in=claimed).update(claimed=True)


class Migration(migrations.Migration):

    dependencies = [
        ("clock", "0006_families_of_games"),
        ("seating", "0014_age_of_buttons"),
        ("tourney", "__first__"),
    ]

    operations = [
        migrations.RunPython(_note_claims, migrations.RunPython.noop),
    ]
