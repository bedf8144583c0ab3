"""Argument types shared by several commands."""

from typing import Annotated, Literal

from pydantic import Field

Name = Annotated[str, Field(min_length=1, max_length=80)]
Colour = Annotated[str, Field(pattern="^#[0-9a-f]{6}$")]
StaffRole = Literal["director", "floor", "desk", "dealer"]
# The languages of settings.LANGUAGES.
Language = Literal["en", "de", "de-at", "de-ch", "fr", "fr-ch", "it", "it-ch"]
MOST_ENTRIES = 100_000
