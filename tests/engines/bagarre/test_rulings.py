"""Every reading of the rulebook is held by a test: one forgotten fails here."""

import re
from pathlib import Path

HERE = Path(__file__)


def cited() -> set[int]:
    """The numbers of the rulings that this folder's other tests cite."""
    texts = [path.read_text() for path in HERE.parent.glob("test_*.py") if path != HERE]
    return {int(number) for text in texts for number in re.findall(r"\bB(\d+)\b", text)}


def test_every_ruling_is_cited_by_a_test() -> None:
    """Rulings B1 to B61."""
    assert set(range(1, 62)) - cited() == set()


def test_no_ruling_is_cited_that_does_not_exist() -> None:
    """Rulings B1 to B61."""
    assert cited() - set(range(1, 62)) == set()
