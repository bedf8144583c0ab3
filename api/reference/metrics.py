"""`metrics.md`: every metric of `/metrics`."""

from operations.services.figures import GAUGES
from tourney.edge.metrics import COUNTED

_HEAD = """\
# Metrics

Written by `make docs` from the code; change the code, not this file. `/metrics` has them in the format of Prometheus
([Running the room](../operations.md#metrics)).

| metric | type | labels | meaning |
|---|---|---|---|
"""


def names() -> set[str]:
    """Return the names under which Prometheus stores them."""
    found = set(GAUGES)
    for one in COUNTED:
        endings = ("_total",) if one._type == "counter" else ("_bucket", "_sum", "_count")
        found |= {f"{one._name}{ending}" for ending in endings}
    return found


def metrics_page() -> str:
    """Return the page."""
    rows = [
        f"| `{one._name}{'_total' if one._type == 'counter' else ''}` | {one._type} | "
        f"{', '.join(f'`{label}`' for label in one._labelnames)} | {one._documentation} |"
        for one in COUNTED
    ]
    rows += [
        f"| `{name}` | gauge | {f'`{about.label}`' if about.label else ''} | {about.meaning} |"
        for name, about in GAUGES.items()
    ]
    return _HEAD + "\n".join(rows) + "\n"
