"""Actions as short texts."""

from __future__ import annotations

import pytest

from engines.core.problems import Malformed
from engines.musg.battle.actions import Activate, Charge, Custom, End, Walk
from engines.musg.prospects import code_of, read


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (End(), '{"do":"end"}'),
        (Walk(3.0, 4.5), '{"do":"walk","x":3.0,"y":4.5}'),
        (Activate(2, (3, 4)), '{"do":"activate","figure":2,"joined":[3,4]}'),
        (Charge((7,)), '{"do":"charge","targets":[7]}'),
        (
            Custom("vehicles.drive", way=(1.0, 45.0, 3.0)),
            '{"do":"custom","code":"vehicles.drive","way":[1.0,45.0,3.0]}',
        ),
        (
            Custom("vehicles.drive", way=(1.0, 15, 9.0)),  # as the engine offers a turn
            '{"do":"custom","code":"vehicles.drive","way":[1.0,15.0,9.0]}',
        ),
    ],
)
def test_there_and_back(action: object, code: str) -> None:
    assert code_of(action) == code  # type: ignore[arg-type]
    assert read(code) == action


@pytest.mark.parametrize(
    "code",
    [
        "",
        "walk",
        "[]",
        "null",
        '{"do":"fly","x":1,"y":2}',
        '{"do":"walk","x":"1","y":2}',
        '{"do":"walk","x":1}',
        '{"do":"walk","x":1e99,"y":2}',
        '{"do":"walk","x":NaN,"y":2}',
        '{"do":"custom","code":"vehicles.drive","way":[1e300]}',
        '{"do":"strike","target":' + "9" * 3000 + "}",
        "\ud800",
    ],
)
def test_nonsense_is_malformed(code: str) -> None:
    with pytest.raises(Malformed):
        read(code)
