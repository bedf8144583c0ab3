"""The screens' room."""

from django.apps import AppConfig


class ScreensConfig(AppConfig):
    """Registers the screens' actions and boards."""

    name = "screens"

    def ready(self) -> None:
        """Know all verbs and nouns before anybody asks for one."""
        from screens import actions, boards, duties, forgetting, mine, phone_links

        del actions, boards, duties, forgetting, mine, phone_links
