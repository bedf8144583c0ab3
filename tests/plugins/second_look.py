"""With `--second-look`, what failed beside other tests is run once more by itself.

Two browsers and three databases share the cores; what failed only because of that is no fault. What starts no browser
and no process and asks no PostgreSQL has nobody else to blame: where such a test failed, there is no second look.
"""

import pytest

OUTSIDE = ("browser", "processes")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--second-look`."""
    parser.addoption(
        "--second-look", action="store_true", help="run what failed last again, unless it failed by itself"
    )


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Refuse the second look where one test does not deserve it."""
    if not config.getoption("--second-look"):
        return
    from django.db import connection

    own = [
        item.nodeid
        for item in items
        if connection.vendor == "sqlite" and not any(item.get_closest_marker(name) for name in OUTSIDE)
    ]
    if own:
        raise pytest.UsageError("This failed by itself, and has failed: " + ", ".join(own))
