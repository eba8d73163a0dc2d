"""Whatever is written in a file: it is read, or refused as malformed, and never anything else."""

import copy
from typing import Any

from hypothesis import given, strategies as st

from engines.musg import transfer
from tests.engines.musg.journeys import journey, lives

scalars = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from([-1, 0, 10**30])
)
json_values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


def leaves(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all values inside."""
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path] * bool(path) + [leaf for key, value in inside for leaf in leaves(value, (*path, key))]


def judge(data: object) -> None:
    try:
        file = transfer.read_file(data)
    except transfer.MalformedFile as malformed:
        assert malformed.faults
        assert all(fault.where.startswith("$") for fault in malformed.faults)
        return
    warband, found = transfer.open_file(file)
    assert warband is not None or found
    assert all(one.problems for one in found)


@given(json_values)
def test_any_json(data: object) -> None:
    judge(data)


@given(json_values, json_values)
def test_any_setup_and_journal(setup: object, entries: object) -> None:
    judge({"format": transfer.FORMAT, "version": transfer.VERSION, "setup": setup, "journal": entries})


@given(lives, st.integers(0, 60), st.data())
def test_any_value_tampered_with(seed: int, length: int, data: st.DataObject) -> None:
    trip = journey(seed, length)
    file = copy.deepcopy(transfer.write_file(trip.setup, trip.entries))
    for _ in range(data.draw(st.integers(1, 3))):
        *path, last = data.draw(st.sampled_from(leaves(file)))
        inside: Any = file
        for key in path:
            inside = inside[key]
        inside[last] = data.draw(json_values)
    judge(file)


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_any_text(text: str | bytes) -> None:
    try:
        transfer.read_text(text)
    except transfer.MalformedFile as malformed:
        assert malformed.faults
