"""What webhooks do when other apps announce something."""

from django.db.models import Q

from players.signals import PersonalDataDeleted, personal_data_deleted
from webhooks.models import Delivery


@personal_data_deleted.connect
def forget_answers(event: PersonalDataDeleted) -> None:
    """Empty kept answers that repeat a name of the person: receivers may send back what they got."""
    named = Q(pk__in=())
    for record in event.players:
        for name in (record.name, record.nickname):
            if name.strip():
                named |= Q(answer__icontains=name.strip())
    Delivery.objects.filter(named).update(answer="")
