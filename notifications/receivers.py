"""Signal receivers of notifications."""

from notifications.models import Subscription
from players.signals import PersonalDataDeleted, personal_data_deleted


@personal_data_deleted.connect
def delete_push_subscriptions(event: PersonalDataDeleted) -> None:
    """Delete the push endpoints and keys of an anonymised player's browsers."""
    Subscription.objects.filter(token__player__in=event.players).delete()
