"""Reading of settings from the environment."""

from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

_KINDS = {int: "a whole number", float: "a number"}


class Env(environ.Env):  # type: ignore[misc]  # has no types
    """The environment; a text in place of a number is named in a sentence."""

    def get_value(self, var: str, cast: Any = None, *given: Any, **options: Any) -> Any:
        """Return the value of a variable.

        Raises:
            ImproperlyConfigured: it is missing, or is not the number that it has to be.
        """
        try:
            return super().get_value(var, cast, *given, **options)
        except ValueError:
            if cast not in _KINDS:
                raise
            value = self.ENVIRON.get(var, "")
            raise ImproperlyConfigured(f"{var} is {value!r}. It must be {_KINDS[cast]}.") from None
