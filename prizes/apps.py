"""The prizes' room."""

from django.apps import AppConfig


class PrizesConfig(AppConfig):
    """Finishing places, the pool, payouts, bounties, deals."""

    name = "prizes"
