"""Load modules that register something at start: commands, boards, receivers, periodic tasks, jobs."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules, walk_packages

from django.apps import AppConfig, apps

_PROJECT = Path(__file__).resolve().parent.parent
# A module or package with one of these names, or a module whose name begins with one and "_", registers something.
DRAWERS = ("commands", "boards", "receivers", "periodic", "tasks")


def project_apps() -> list[AppConfig]:
    """Return the apps of this project, in the order of INSTALLED_APPS."""
    return [config for config in apps.get_app_configs() if Path(config.path).parent == _PROJECT]


def drawers_of(config: AppConfig) -> Iterator[str]:
    """Yield the names of the modules of an app that register something, submodules of packages included.

    Django's `autodiscover_modules` finds neither submodules nor several modules of a kind.
    """
    found = {info.name: info for info in iter_modules([config.path])}
    for drawer in DRAWERS:
        for name, info in found.items():
            if name != drawer and not name.startswith(f"{drawer}_"):
                continue
            yield f"{config.name}.{name}"
            if info.ispkg:
                path = str(Path(config.path) / name)
                yield from (one.name for one in walk_packages([path], f"{config.name}.{name}."))


def autodiscover() -> None:
    """Import all modules that register something, app by app."""
    for config in project_apps():
        for name in drawers_of(config):
            import_module(name)
