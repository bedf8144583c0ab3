"""The typefaces: displays have theirs with the weights they use, staff pages have one for texts."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from fontTools.ttLib import TTFont

from tests.web.visitors import client_of
from tourney.access.roles import Actor
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


@pytest.mark.django_db
def test_staff_pages_have_the_text_typeface_and_guests_do_not_load_it(director: Actor) -> None:
    face = "shared/ui/text_face"
    assert face in client_of(director).get("/staff/").content.decode()
    assert face in Client().get("/login/").content.decode()
    assert face not in Client().get("/").content.decode()


def test_other_typefaces_are_served_as_they_are() -> None:
    assert not is_display_typeface(FOLDER + "fonts/public-sans-latin.woff2")
