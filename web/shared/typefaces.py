"""The displays' typeface with only the weights that they use: a third less to load."""

from io import BytesIO

from web.shared.packages import FOLDER

# Weights in the style sheets of displays: the thinnest and the boldest.
THINNEST, BOLDEST = 500, 800
_DISPLAY = FOLDER + "fonts/sofia-sans-extra-condensed-"


def is_display_typeface(name: str) -> bool:
    """Return whether a static file ("packages/fonts/….woff2") is a part of the displays' typeface."""
    return name.startswith(_DISPLAY)


def with_used_weights(font: bytes) -> bytes:
    """Return a variable font (WOFF 2) whose weights end at `THINNEST` and `BOLDEST`. Its characters stay."""
    # Only the collection of static files needs the library.
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    # With the time of its own, so that the same font gives the same file.
    whole = TTFont(BytesIO(font), recalcTimestamp=False)
    narrow = instantiateVariableFont(whole, {"wght": (THINNEST, BOLDEST)})
    narrow.flavor = "woff2"
    made = BytesIO()
    narrow.save(made)
    return made.getvalue()
