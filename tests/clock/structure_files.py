"""Structures as files: small CSV and JSON texts, and their import."""

import json

import pytest

from clock.rules.exchange import Imported, ImportFault, import_file

HEAD = "Type,Small blind,Big blind,Ante,Ante type,Duration,Game,Note,Colour-up,Ends day\n"
ROW = "level,50,100,,,18,,,,\n"
SOUND = {"kind": "level", "duration": 60_000, "small_blind": 1, "big_blind": 2}


def take(text: str | bytes, filename: str | None = "x.csv") -> Imported:
    return import_file(text.encode() if isinstance(text, str) else text, filename)


def faults(text: str | bytes, filename: str | None = "x.csv") -> list[tuple[int | None, str, str]]:
    with pytest.raises(ImportFault) as refused:
        take(text, filename)
    assert all(fault.text for fault in refused.value.faults)
    return [(fault.line, fault.column, fault.code) for fault in refused.value.faults]


def file(**changes: object) -> str:
    return json.dumps({"format": "poker-structure", "version": 1, "name": "A", "levels": [SOUND], **changes})
