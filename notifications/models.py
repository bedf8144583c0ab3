"""Push subscriptions of browsers, and push messages."""

from django.db import models


class Subscription(models.Model):
    """A browser that receives push messages for a player's link, even if the page is closed."""

    token = models.ForeignKey("tourney.Token", on_delete=models.CASCADE, related_name="subscriptions")
    # The endpoint of the browser's push service, and the browser's keys.
    endpoint = models.CharField(max_length=1000)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    language = models.CharField(max_length=5)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["token", "endpoint"], name="a_browser_subscribes_to_a_link_once")
        ]

    def __str__(self) -> str:
        return f"{self.token_id}: {self.endpoint[:40]}"


class Push(models.Model):
    """A push message to one browser. Deleted once it is accepted or given up."""

    notice = models.ForeignKey("tourney.Notice", on_delete=models.CASCADE, related_name="pushes")
    subscription = models.ForeignKey(Subscription, on_delete=models.CASCADE, related_name="pushes")
    attempts = models.PositiveSmallIntegerField(default=0)
    # Time of the next attempt.
    next_at = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["notice", "subscription"], name="a_notice_is_pushed_once")
        ]

    def __str__(self) -> str:
        return f"{self.notice_id} → {self.subscription_id}"
