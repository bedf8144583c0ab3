"""Labels of webhooks: journal kinds and rows. Pure."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

KINDS: dict[str, Promise] = {
    "webhook.add": _("Added"),
    "webhook.change": _("Changed"),
    "webhook.pause": _("Paused"),
    "webhook.resume": _("Resumed"),
    "webhook.stop": _("Paused automatically"),
    "webhook.new_secret": _("New secret"),
    "webhook.test": _("Tested"),
    "webhook.repeat": _("Message repeated"),
    "webhook.remove": _("Removed"),
}

MODELS: dict[str, Promise] = {"webhooks.webhook": _("Webhook")}

COLUMNS: dict[str, Promise] = {
    "url": _("Address"),
    "kinds": _("Messages"),
    "salt": _("Secret"),
    "former_salt": _("Old secret"),
    "renewed_at": _("New secret"),
    "paused": _("Paused"),
    "listens_from": _("Listens from"),
    "webhook": _("Webhook"),
    "delivery": _("Message"),
}
