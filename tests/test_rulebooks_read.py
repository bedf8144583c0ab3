"""No field of a rulebook is accepted, shown and ignored.

Each field is read by code, has only one allowed value, or is text.
"""

import types
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
import pytest

from tests.rulebooks.code_reads import fields_read
from tourney.rulebooks.books import POLICIES, Policy

SHARED = set(Policy.__struct_fields__)
FIELDS = [
    (key, field)
    for key, struct in POLICIES.items()
    for field in msgspec.structs.fields(struct)
    if field.name not in SHARED
]


@pytest.fixture(scope="module")
def read() -> dict[str, set[str]]:
    """Return the fields that product code reads, by policy key."""
    return fields_read()


def is_single(annotation: Any) -> bool:
    """Return whether a field has only one value, so that there is nothing to decide."""
    if get_origin(annotation) in (Union, types.UnionType):
        return all(is_single(part) for part in get_args(annotation) if part is not type(None))
    return get_origin(annotation) is Literal and len(get_args(annotation)) == 1


@pytest.mark.parametrize(
    ("key", "field"), [pytest.param(*one, id=f"{one[0]}.{one[1].name}") for one in FIELDS]
)
def test_a_field_is_carried_out_or_declared_as_text(
    read: dict[str, set[str]], key: str, field: msgspec.structs.FieldInfo
) -> None:
    struct = POLICIES[key]
    is_read = field.name in read[key]
    assert is_read or field.name in struct.text_only or field.name in struct.always or is_single(field.type)
    # A field that code reads is not text, and a text field has more than one allowed value.
    assert not (field.name in struct.text_only and (is_read or field.name in struct.always))


@pytest.mark.parametrize("key", POLICIES)
def test_a_policy_declares_fields_that_it_has(key: str) -> None:
    struct = POLICIES[key]
    assert struct.text_only | struct.always.keys() <= set(struct.__struct_fields__) - SHARED


def test_scan_separates_fields_read_from_unread(read: dict[str, set[str]]) -> None:
    # Through a name bound to the policy; through a method that code calls; and not at all.
    assert {"starts", "self_dealt"} <= read["chips.race"]
    assert {"sizes", "seats"} <= read["seating.final_table"]
    assert "lowest_card" in read["clock.end_of_day"]
    assert not {"most_won", "raced_out"} & read["chips.race"]
    assert not read["cash.waiting_lists"] - SHARED
