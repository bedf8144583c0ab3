"""Names of browsers and devices, from the header by which they introduce themselves. Pure."""

# In this order: later ones pretend to be earlier ones as well.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_DEVICES = (
    ("iPad", "iPad"),
    ("iPhone", "iPhone"),
    ("Android", "Android"),
    ("CrOS", "Chromebook"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


def browser_name(header: str) -> str:
    """Return browser and device of a User-Agent header, "Firefox · Windows"; "" if neither is known."""
    found = (next((name for sign, name in names if sign in header), "") for names in (_BROWSERS, _DEVICES))
    return " · ".join(name for name in found if name)
