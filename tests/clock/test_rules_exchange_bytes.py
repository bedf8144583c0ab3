"""Structure files byte by byte: encodings, and an answer to any input."""

import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from clock.rules.exchange import ImportFault, import_file
from tests.clock.structure_files import HEAD, ROW, SOUND, faults, file, take
from tests.examples import examples

# Encodings
UMLAUT = "Kleiner Blind;Großer Blind;Länge;Bemerkung\n50;100;18;Süß\n"


@pytest.mark.parametrize(
    ("encoding", "named"),
    [("utf-8", "utf-8"), ("utf-8-sig", "utf-8"), ("utf-16", "utf-16"), ("windows-1252", "windows-1252")],
)
def test_the_usual_encodings_are_read_and_named(encoding: str, named: str):
    imported = take(UMLAUT.encode(encoding))
    assert (imported.levels[0].note, imported.encoding) == ("Süß", named)
    assumed = [warning.code for warning in imported.warnings]
    assert assumed == (["assumed_encoding"] if encoding == "windows-1252" else [])


def test_big_endian_utf_16_is_read_too():
    assert take(b"\xfe\xff" + UMLAUT.encode("utf-16-be")).levels[0].note == "Süß"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (UMLAUT.encode("utf-16-le"), "nul"),
        (UMLAUT.encode("utf-32"), "nul"),
        (b"SB,BB,Min\n50,100,18\x00\n", "nul"),
        (b"\xef\xbb\xbfSB,BB,Min\n\xff", "encoding"),
        (b"\xff\xfe\x00\xd8a", "encoding"),
        (b"SB,BB,Min\n50,100,18\x81\n", "encoding"),
        ("Länge\n".encode() + "Länge\n".encode("windows-1252"), "mixed_encodings"),
        (b"PK\x03\x04rest of a workbook", "workbook"),
        (b"x" * 1_000_001, "too_big"),
    ],
)
def test_undecodable_file_is_refused(data: bytes, code: str):
    assert [found for _line, _column, found in faults(data)] == [code]


def test_the_byte_that_does_not_fit_is_named():
    with pytest.raises(ImportFault) as refused:
        take(b"SB,BB,Min\n50,100,18\x81\n")
    (fault,) = refused.value.faults
    assert (fault.line, fault.params["byte"]) == (2, 20)


# Any input
CSV_PIECES = (
    HEAD,
    ROW,
    '"',
    ",",
    ";",
    "\t",
    "\n",
    "\r",
    "sep=;\n",
    "SB;BB;Min\n",
    "50;100;18\n",
    "break",
    "1'000",
)


JSON_PIECES = (
    "{",
    "}",
    "[",
    "]",
    '"format": "poker-structure"',
    '"levels":',
    "\x00",
    "\ufeff",
    "ä",
    "%(x)s",
    "-",
)


PIECES = st.sampled_from((*CSV_PIECES, *JSON_PIECES))


@given(
    st.one_of(
        st.binary(max_size=300),
        st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")),
        st.lists(PIECES, max_size=30).map(lambda pieces: "".join(pieces).encode()),
        st.lists(PIECES, max_size=30).map(lambda pieces: (HEAD + "".join(pieces)).encode("utf-16")),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(list(SOUND)), inner),
            max_leaves=8,
        ).map(lambda value: file(levels=value).encode()),
    ),
    st.sampled_from([None, "a.csv", "a.json", "a", "a.b\x00.csv", "."]),
)
@example(b'""', None)
@settings(max_examples=examples(400), deadline=None)
def test_any_bytes_give_levels_or_a_refusal_with_a_message(data: bytes, filename: str | None):
    try:
        imported = import_file(data, filename)
    except ImportFault as refused:
        assert refused.faults  # noqa: PT017 - both answers are right, and each has its own shape
        texts = [fault.text for fault in refused.faults]
    else:
        assert imported.levels
        texts = [warning.text for warning in imported.warnings]
    assert all(text and len(text) < 400 for text in texts)


@pytest.mark.parametrize(
    "data",
    [
        b"\n" * 1_000_000,
        b'"' * 1_000_000,
        b"," * 1_000_000,
        b"a," * 500_000,
        HEAD.encode() + b'"' + b"x" * 900_000,
        b'{"a":1,"b":2,' * 70_000,
        b"{" + b",".join(b'"%d":1' % n for n in range(90_000)) + b',"7":1}',
        "ä\n".encode("windows-1252") * 400_000,
    ],
)
def test_the_worst_megabyte_is_answered_within_seconds(data: bytes):
    before = time.perf_counter()
    with pytest.raises(ImportFault):
        import_file(data, None)
    assert time.perf_counter() - before < 60
