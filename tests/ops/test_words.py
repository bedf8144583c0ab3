"""Input and output of the runner: the Procfile, delays, lines, the login, the banner."""

import io
import os
import re
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ops import login
from ops.backoff import Backoff
from ops.banner import banner, qr
from ops.console import Console
from ops.errors import OpsError
from ops.paths import PROJECT
from ops.procfile import Entry, parse


def test_the_projects_procfile_names_the_five_processes() -> None:
    names = [entry.name for entry in parse((PROJECT / "Procfile").read_text())]
    assert names == ["redis", "web", "worker", "beat", "play"]


def test_a_procfile_may_have_remarks_and_empty_lines() -> None:
    assert parse("# remark\n\n web : run it: now \n") == [Entry("web", "run it: now")]


@pytest.mark.parametrize("text", ["web", "web:", ": run", "we b: run", "web: a\nweb: b"])
def test_invalid_procfile_is_refused(text: str) -> None:
    with pytest.raises(OpsError, match="Procfile, line"):
        parse(text)


def test_restart_delay_doubles_to_five_seconds_and_resets_after_success() -> None:
    patience = Backoff()
    assert [patience.after(0.0) for _ in range(7)] == [0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]
    assert patience.after(10.0) == 0.2
    assert patience.after(9.9) == 0.4


@given(lives=st.lists(st.floats(min_value=0, max_value=1e6), max_size=60))
def test_waiting_is_never_shorter_than_the_first_nor_longer_than_the_longest(lives: list[float]) -> None:
    patience = Backoff()
    assert all(0.2 <= patience.after(lived) <= 5.0 for lived in lives)


def test_output_lines_are_aligned_after_the_process_name() -> None:
    stream = io.StringIO()
    console = Console(stream, names=("web", "worker"))
    console.process_says("web", "hello")
    console.process_says("worker", "there")
    console.close()
    assert stream.getvalue() == "web    | hello\nworker | there\n"


def test_secret_is_masked_in_process_output_but_not_in_the_banner() -> None:
    stream = io.StringIO()
    console = Console(stream, names=("web",))
    console.hide("open-sesame")
    console.process_says("web", "the password is open-sesame")
    console.say("Password open-sesame")
    console.close()
    assert stream.getvalue().count("open-sesame") == 1
    assert "web | the password is ••••••••" in stream.getvalue()


def test_blocked_terminal_blocks_no_process_and_lost_lines_are_counted() -> None:
    reading, writing = os.pipe()
    with os.fdopen(writing, "w") as stream, os.fdopen(reading) as reader:
        console = Console(stream, names=("web",), room=50)
        for number in range(5_000):
            console.process_says("web", f"line {number} with some more letters to fill the pipe")
        shown = [reader.readline()]
        while console.waiting:
            shown.append(reader.readline())
        console.process_says("web", "and here again")
        console.close()
        while "and here again" not in shown[-1]:
            shown.append(reader.readline())
    gaps = [re.fullmatch(r"\((\d+) lines were not shown: nobody read them\)\n", line) for line in shown]
    lost = [int(gap[1]) for gap in gaps if gap]
    assert lost
    assert len(shown) - 1 - len(lost) + sum(lost) == 5_000


def test_a_terminal_that_is_gone_is_no_failure() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    stream = os.fdopen(writing, "w")
    console = Console(stream)
    console.say("hello")
    console.close()
    with pytest.raises(BrokenPipeError):
        stream.close()


def test_the_first_password_is_kept_until_it_was_shown(tmp_path: Path) -> None:
    waiting = tmp_path / "first-login.json"
    first = login.read('words\n{"first_start":true,"login":"director","password":"abc"}\n', waiting)
    assert first == login.Login("director", "abc")
    assert stat.S_IMODE(waiting.stat().st_mode) == 0o600
    # The first run ended before it was shown: the next start shows it.
    again = login.read('{"first_start":false,"login":"director"}\n', waiting)
    assert again == login.Login("director", "abc")
    login.shown(waiting)
    assert login.read('{"first_start":false,"login":"director"}\n', waiting) == login.Login("director", "")


def test_other_created_logins_are_shown_once_too(tmp_path: Path) -> None:
    waiting = tmp_path / "first-login.json"
    printed = '{"first_start":true,"login":"director","password":"abc","others":{"clerk":"def"}}\n'
    first = login.read(printed, waiting)
    assert first == login.Login("director", "abc", {"clerk": "def"})
    assert first.passwords == ["abc", "def"]
    assert login.read('{"first_start":false,"login":"director"}\n', waiting) == first
    text = banner(port=8001, addresses=[], data=Path("/data"), login=first, colour=False)
    assert text.index("abc") < text.index("clerk") < text.index("def")


def test_missing_output_of_prepare_room_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OpsError, match="prepare_room"):
        login.read("nothing\n{broken\n[1]\n", tmp_path / "first-login.json")


def test_the_banner_names_every_page_and_shows_the_password_only_where_it_is_known() -> None:
    known, unknown = login.Login("director", "abc-def"), login.Login("director")
    text = banner(port=8001, addresses=["192.168.1.20"], data=Path("/data"), login=known, colour=False)
    for address in ("", "tv/", "staff/", "api/docs", "health/"):
        assert f"http://localhost:8001/{address}\n" in text
    assert "http://192.168.1.20:8001/" in text
    assert "abc-def" in text
    later = banner(port=8001, addresses=[], data=Path("/data"), login=unknown, colour=False)
    assert "director" in later
    assert "Password" not in later
    assert "Only this machine" in later
    named = banner(
        port=8001,
        addresses=["192.168.1.20"],
        data=Path("/data"),
        login=None,
        colour=False,
        public="https://poker.example",
    )
    assert "In the room https://poker.example/\n" in named
    assert "192.168.1.20" not in named


def test_the_qr_code_is_the_address_module_for_module(monkeypatch: pytest.MonkeyPatch) -> None:
    import segno

    monkeypatch.setenv("COLUMNS", "120")
    url = "http://192.168.1.20:8000/"
    rows = [[bool(module) for module in row] for row in segno.make(url, micro=False).matrix_iter(border=2)]
    drawn = [line[4:] for line in qr(url, colour=False).splitlines()]
    read_back: list[list[bool]] = []
    for line in drawn:
        read_back.append([letter not in "▀█" for letter in line])
        read_back.append([letter not in "▄█" for letter in line])
    assert read_back[: len(rows)] == rows


def test_narrow_terminal_gets_a_message_instead_of_the_qr_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    assert "too narrow" in qr("http://192.168.1.20:8000/", colour=True)
