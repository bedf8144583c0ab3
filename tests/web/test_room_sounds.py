"""The room's own sounds of its displays: uploaded, refused, served, removed and undone."""

from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from displays.boards.look import look
from displays.commands.look import set_look_sound
from displays.models import RoomLook
from displays.services.cues import CUES
from displays.services.sound_files import BrokenSound, read_sound
from displays.services.sound_store import keep_sound
from tests.api.caller import program_of
from tests.fixtures.picture import png
from tests.fixtures.room import press, refusal
from tests.fixtures.sound import mp3, opus, wav
from tests.web.visitors import lines, send, text_of
from tourney.access.roles import Actor, Role
from tourney.journal.boards import journal_entry_board
from tourney.journal.commands import COMMANDS
from tourney.journal.refused import Refused
from tourney.models import JournalEntry

pytestmark = pytest.mark.django_db
PATH = "/staff/room/"
NAME = "ab" * 32 + ".mp3"
OTHER = "cd" * 32 + ".wav"


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> Path:
    """Keep the files of a test in a folder of its own."""
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


def upload(page: Client, data: bytes, cue: str = "level_end") -> HttpResponse:
    """Send the form of a sound."""
    file = SimpleUploadedFile("../gong.exe", data, content_type="text/html")
    return send(page, PATH, what="sound", cue=cue, **{cue: file})


def sounds() -> dict[str, str]:
    """Return the sounds as displays get them."""
    return {str(cue): address for cue, address in look(0, "").sounds.items()}


def test_an_uploaded_sound_is_served_for_ever_as_what_it_is(page: Client, media: Path) -> None:
    # An MP3 without tags is stored as it is.
    frames = mp3()[20:-128]
    for cue, data, kind in (
        ("level_end", wav(), "audio/wav"), ("one_minute", frames, "audio/mpeg"), ("tick", opus(maker=""), "audio/ogg")
    ):  # fmt: skip
        assert upload(page, data, cue).status_code == 302
        answer = Client().get(sounds()[cue])
        assert b"".join(answer.streaming_content) == data  # type: ignore[attr-defined]
        assert answer.headers["Content-Type"] == kind
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert len(list(media.iterdir())) == 3


def test_the_page_offers_the_built_in_sound_where_there_is_an_own_one(page: Client) -> None:
    assert "Use the built-in sound" not in text_of(page.get(PATH))
    upload(page, wav())
    assert text_of(page.get(PATH)).count("Use the built-in sound") == 1
    assert send(page, PATH, what="sound", cue="level_end", built_in="1").status_code == 302
    assert sounds() == {}


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "Choose a sound first."),
        (b"ID3 but nothing else", "Only WAV, MP3 and Ogg (Opus or Vorbis) sounds are supported."),
        (png(), "Only WAV, MP3 and Ogg (Opus or Vorbis) sounds are supported."),
        (b"<script>alert(1)</script>", "Only WAV, MP3 and Ogg (Opus or Vorbis) sounds are supported."),
        (
            wav() + bytes(1_100_000),
            "A sound can have at most 1 MB. MP3 and Opus files are smaller than WAV files.",
        ),
        (wav(16), "A sound can last at most 15 seconds."),
    ],
)
def test_invalid_sound_is_refused_at_its_field(page: Client, media: Path, data: bytes, sentence: str) -> None:
    before = lines()
    answer = upload(page, data)
    assert answer.status_code == 422
    assert sentence in text_of(answer)
    assert text_of(answer).count('aria-invalid="true"') == 1
    assert list(media.iterdir()) == []
    assert lines() == before


@pytest.mark.parametrize(
    ("data", "kind", "seconds"),
    [
        (wav(3), "wav", 3.0),
        (wav(3) + b"LIST\x04\0\0\0abcd", "wav", 3.0),
        (mp3(100), "mp3", 100 * 1152 / 44_100),
        (mp3(100)[20:-128], "mp3", 100 * 1152 / 44_100),
        (opus(100), "ogg", 2.0),
        # A file that claims to be shorter than what a display would decode.
        (opus(250, said=1), "ogg", 5.0),
    ],
)
def test_a_sound_is_recognised_and_measured(data: bytes, kind: str, seconds: float) -> None:
    found = read_sound(data)
    assert (found.kind, found.seconds) == (kind, pytest.approx(seconds))


@pytest.mark.parametrize(
    ("data", "stored"),
    [
        (wav(3) + b"LIST\x08\0\0\0INFOAnna", wav(3)),
        (wav(3)[:12] + b"id3 \x04\0\0\0Anna" + wav(3)[12:], wav(3)),
        (mp3(100), mp3(100)[20:-128]),
        (opus(100, maker="Anna"), opus(100, maker="", padding=4)),
        (opus(100, maker="Anna" * 1_000), opus(100, maker="", padding=4_000)),
    ],
    ids=["wav", "wav ID3", "mp3", "opus", "opus over several pages"],
)
def test_a_sound_is_stored_without_its_tags(data: bytes, stored: bytes, media: Path) -> None:
    before = read_sound(data)
    name = keep_sound(data)
    kept = (media / name).read_bytes()
    assert kept == stored
    assert b"Anna" not in kept
    assert read_sound(kept) == before


def test_two_uploads_of_one_sound_at_once_do_not_disturb_each_other(
    media: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, names = Path.write_bytes, []

    def second_comes_between(path: Path, data: bytes) -> int:
        monkeypatch.setattr(Path, "write_bytes", write)
        written = write(path, data)
        names.append(keep_sound(wav()))
        return written

    monkeypatch.setattr(Path, "write_bytes", second_comes_between)
    names.append(keep_sound(wav()))
    assert [one.name for one in media.iterdir()] == [names[0]] == [names[1]]


@pytest.mark.parametrize(
    "data",
    [
        wav(0),
        wav(coding=85),
        wav()[:30],
        mp3(1),
        mp3(20)[:200],
        mp3(20) + b"x" * 10_000,
        opus(0),
        opus(channels=8),
        opus()[:-1],
        opus().replace(b"OpusHead", b"\x7fFLAC\1\0\0"),
        opus() + opus(),
        b"RIFF\0\0\0\0AVI LIST",
    ],
)
def test_a_file_without_a_whole_sound_is_refused(data: bytes) -> None:
    with pytest.raises(BrokenSound):
        read_sound(data)


def test_an_own_sound_is_undone_and_the_journal_holds_its_name_only(director: Actor) -> None:
    first = press(set_look_sound, by=director, cue="tick", sound=NAME)
    second = press(set_look_sound, by=director, cue="tick", sound=OTHER)
    press(set_look_sound, by=director, cue="level_end", sound=NAME)
    press(COMMANDS["room.undo"], by=director, seq=second.seq)
    assert sounds() == {"tick": f"/media/{NAME}", "level_end": f"/media/{NAME}"}
    entry = JournalEntry.journal(None).get(seq=first.seq)
    assert entry.arguments == {"cue": "tick", "sound": NAME}
    assert journal_entry_board(entry)["text"] == "Displays now play the room’s own sound: Last five seconds"


@pytest.mark.parametrize("role", [Role.FLOOR, Role.DESK, Role.DEALER])
def test_only_directors_change_the_sounds(people: dict[Role, Client], media: Path, role: Role) -> None:
    assert upload(people[role], wav()).status_code == 403
    assert list(media.iterdir()) == []
    assert not RoomLook.objects.exists()


@pytest.mark.parametrize(
    "wrong", [{"cue": "time_up"}, {"sound": "x.mp3"}, {"sound": NAME.replace("mp3", "png")}]
)
def test_unknown_cue_or_name_is_refused(director: Actor, wrong: dict[str, str]) -> None:
    given = {"cue": "tick", "sound": NAME, **wrong}
    assert refusal(set_look_sound, by=director, **given).code == "bad_argument"


def test_every_cue_has_a_title_and_a_column() -> None:
    assert tuple(CUES) == RoomLook.SOUNDS


def test_a_program_sends_a_sound_and_sets_it() -> None:
    program = program_of(Role.DIRECTOR)
    assert program.send("sounds", b"<svg/>", kind="audio/wav").json()["code"] == "no_sound"
    assert program.send("sounds", wav(16), kind="audio/wav").status_code == 422
    assert program.send("sounds", wav() + bytes(1_100_000), kind="audio/wav").status_code == 413
    name = program.send("sounds", wav(), kind="audio/wav").json()["sound"]
    assert program.do("room/look/sound", cue="break_end", sound=name).status_code == 200
    assert sounds() == {"break_end": f"/media/{name}"}


def test_the_same_sound_is_kept_once(media: Path) -> None:
    assert keep_sound(wav()) == keep_sound(wav())
    assert len(list(media.iterdir())) == 1
    with pytest.raises(Refused):
        keep_sound(wav(16))
