"""REDIS_URL may name Sentinels."""

import pytest

from ops.errors import OpsError
from ops.redis_url import Sentinels, sentinels_of


def test_addresses_of_sentinels_are_read() -> None:
    assert sentinels_of("sentinel://s1,s2:26380,[fd00::1]:5/room/2") == Sentinels(
        (("s1", 26379), ("s2", 26380), ("fd00::1", 5)), "room", 2
    )
    found = sentinels_of("sentinel://who:p%40ss@s1,s2/room")
    assert found is not None
    assert (found.username, found.password) == ("who", "p@ss")
    assert found.broker_url == "sentinel://who:p%40ss@s1:26379/0;sentinel://who:p%40ss@s2:26379/0"


@pytest.mark.parametrize("url", ["redis://s1:6379/0", "unix:///run/redis.sock"])
def test_one_server_has_no_sentinels(url: str) -> None:
    assert sentinels_of(url) is None


@pytest.mark.parametrize(
    "url",
    [
        "sentinel://s1,s2",
        "sentinel:///room",
        "sentinel://s1,/room",
        "sentinel://s1:x/room",
        "sentinel://s1/room/x",
    ],
)
def test_an_incomplete_address_of_sentinels_is_refused(url: str) -> None:
    with pytest.raises(OpsError, match="REDIS_URL"):
        sentinels_of(url)
