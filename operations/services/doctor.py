"""Run all checks of an installation."""

import logging
from collections.abc import Iterator

from operations.services.checks import backups, configuration, database, machine, processes
from operations.services.checks.registry import CHECKS, Finding

log = logging.getLogger(__name__)
# Each module registers its checks when it is loaded; they run in this order.
MODULES = (machine, configuration, database, processes, backups)


def findings() -> Iterator[tuple[str, list[Finding]]]:
    """Run all checks; yield the name of each with what it found. A check that fails is a finding itself."""
    order = [module.__name__ for module in MODULES]
    for name, body in sorted(CHECKS.items(), key=lambda one: order.index(one[1].__module__)):
        found: list[Finding] = []
        try:
            for one in body():
                found.append(
                    Finding(name, one) if isinstance(one, str) else Finding(name, one.text, one.wrong)
                )
        except Exception as error:
            log.debug("Check %s failed.", name, exc_info=True)
            found.append(
                Finding(name, f"This could not be checked: {str(error).strip() or type(error).__name__}")
            )
        yield name, found
