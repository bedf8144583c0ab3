"""The lock file of the browser packages names no addresses."""

from ops.lock_file import LOCK, without_addresses


def test_the_lock_file_has_no_addresses() -> None:
    text = LOCK.read_text(encoding="utf-8")
    assert "://" not in text
    assert without_addresses(text) == text


def test_addresses_that_npm_adds_are_taken_out() -> None:
    found = (
        '{"packages": {"one": {"version": "1", "resolved": "https://a", "funding": {"url": "https://b"}}}}'
    )
    assert "https" not in without_addresses(found)
    assert '"version": "1"' in without_addresses(found)
