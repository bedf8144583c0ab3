"""What webhooks do when other apps announce something."""

from players.signals import PersonalDataDeleted, personal_data_deleted
from webhooks.models import Delivery


@personal_data_deleted.connect
def forget_answers(_event: PersonalDataDeleted) -> None:
    """Empty all kept answers of receivers.

    They may repeat what they got, in any form: a name shortened, abbreviated or escaped can't be found.
    """
    Delivery.objects.filter(status__isnull=False).exclude(answer="").update(answer="")
