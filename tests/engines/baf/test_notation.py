"""How actions are written, and what is not one."""

import pytest

from engines.baf.notation import action
from engines.core.problems import Malformed


@pytest.mark.parametrize(
    "code",
    [
        *("draft the old baker", "left baker", "lay - -", "lay 0 9", "show", "time", "touch 4 right 9", "done 0"),
        *("put 3 left", "put 3 right melee stealth", "decline 0", "attempt master", "attempt none", "resign 4"),
    ],
)
def test_what_is_written_is_read_again(code: str) -> None:
    assert action(code).code == code


@pytest.mark.parametrize(
    "code",
    [
        *("", "dance", "lay", "lay 0", "lay 0 10", "lay 00 1", "lay 0 1 2", "lay  0 1", "touch 5 left 0", "Show"),
        *("touch 0 middle 0", "put 0 left stealth melee", "put 0", "attempt boss", "show now", "resign 9", "done"),
        *("put 0 left melee melee melee melee melee", "draft " + "x" * 100),
    ],
)
def test_nothing_else_is_an_action(code: str) -> None:
    """Runes stand in the order of the categories, so that one choice has one code."""
    with pytest.raises(Malformed):
        action(code)
