"""Icons of the pages come from their package."""

import pytest
from django.template import Context, Template

from web.templatetags.icons import ICONS


@pytest.mark.parametrize("name", sorted(ICONS))
def test_every_icon_is_drawn_and_hidden_from_screen_readers(name: str) -> None:
    drawn = Template("{% load icons %}{% icon name %}").render(Context({"name": name}))
    assert "<path" in drawn
    assert 'aria-hidden="true"' in drawn
    assert drawn.count("<svg") == 1


def test_an_unknown_icon_is_an_error() -> None:
    with pytest.raises(KeyError):
        Template('{% load icons %}{% icon "nothing" %}').render(Context())
