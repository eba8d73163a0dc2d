"""What the tests of tables ask of operations."""

from __future__ import annotations

import pytest

from club.operations import Refused


def refused(call: object, **arguments: object) -> list[str]:
    """The codes of the reasons why the operation is refused."""
    with pytest.raises(Refused) as caught:
        call(**arguments)  # type: ignore[operator]
    return caught.value.codes
