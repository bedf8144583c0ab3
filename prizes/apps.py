"""The prizes' room."""

from django.apps import AppConfig


class PrizesConfig(AppConfig):
    """Finishing places, the pool, payouts, bounties, deals."""

    name = "prizes"

    def ready(self) -> None:
        """Know all verbs, nouns, duties and draws before anybody asks for one."""
        from prizes import duties, ending
        from prizes.actions import bounties, deals, paying, payout
        from prizes.boards import event, own
        from prizes.rules import draws

        del duties, ending, bounties, deals, paying, payout, event, own, draws
