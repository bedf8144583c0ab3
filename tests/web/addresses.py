"""Addresses of pages by the modules of their views."""

from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver


def addresses_of(*modules: str) -> list[URLPattern]:
    """Return the addresses of pages whose views are in these modules of `web`.

    Args:
        modules: without "web.": "floor.deal".
    """
    wanted = {f"web.{module}" for module in modules}
    found = [one for one in _every(get_resolver().url_patterns) if one.callback.__module__ in wanted]
    assert {one.callback.__module__ for one in found} == wanted, "every module has an address"
    return found


def _every(patterns: list[URLPattern | URLResolver]) -> Iterator[URLPattern]:
    for one in patterns:
        if isinstance(one, URLPattern):
            yield one
        else:
            yield from _every(one.url_patterns)
