"""The displays' typeface with the weights they use."""

import re
from io import BytesIO
from pathlib import Path

from django.conf import settings
from fontTools.ttLib import TTFont

from web.shared.packages import FILES, FOLDER, folder
from web.shared.typefaces import BOLDEST, THINNEST, is_display_typeface, with_used_weights

LATIN = "fonts/sofia-sans-extra-condensed-latin.woff2"


def test_the_served_typeface_keeps_its_characters_and_is_a_third_smaller() -> None:
    assert is_display_typeface(FOLDER + LATIN)
    whole = (folder() / FILES[LATIN]).read_bytes()
    narrow = with_used_weights(whole)
    assert len(narrow) < len(whole) * 0.7
    before, after = TTFont(BytesIO(whole)), TTFont(BytesIO(narrow))
    assert after.getBestCmap().keys() == before.getBestCmap().keys()
    [weight] = after["fvar"].axes
    assert (weight.minValue, weight.maxValue) == (THINNEST, BOLDEST)
    assert with_used_weights(whole) == narrow


def test_style_sheets_of_displays_use_no_other_weights() -> None:
    sheets = (Path(settings.PROJECT_DIR) / "static/tv").glob("*.css")
    used = {
        int(weight)
        for sheet in sheets
        for weight in re.findall(r"font-weight: (\d+)", sheet.read_text("utf-8"))
    }
    assert used
    assert min(used) >= THINNEST
    assert max(used) <= BOLDEST


def test_other_typefaces_are_served_as_they_are() -> None:
    assert not is_display_typeface(FOLDER + "fonts/public-sans-latin.woff2")
