"""Contrast of the room's colour, and its distance from the colour of danger. Pure."""

import colorsys

# Hues within this distance of the red of warnings, in turns, are taken for it if they are strong.
_RED = 5 / 360
_NEAR = 22 / 360
_STRONG = 0.4


def luminance(colour: str) -> float:
    """Return the relative luminance of "#rrggbb": 0 (black) to 1 (white)."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in _channels(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours: 1 (none) to 21 (black on white)."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def ink_on(colour: str) -> str:
    """Return the colour of text on a surface of a colour: black or white, at least 4.5:1."""
    return max(("#000000", "#ffffff"), key=lambda ink: contrast(colour, ink))


def is_near_danger(colour: str) -> bool:
    """Return whether a button of this colour would be taken for a dangerous one."""
    hue, light, saturation = colorsys.rgb_to_hls(*_channels(colour))
    distance = min(abs(hue - _RED), 1 - abs(hue - _RED))
    return saturation > _STRONG and 0.1 < light < 0.8 and distance < _NEAR


def _channels(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue
