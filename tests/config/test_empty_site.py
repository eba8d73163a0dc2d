"""The empty site is kept from run to run, but never past a change of what it comes of."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.empty_site import digest, keep


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """As much of the site as its empty database comes of."""
    for name in ("requirements-dev.txt", "config/settings.py", "club/models/member.py", "rosters/migrations/0001_a.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    return tmp_path


@pytest.mark.parametrize(
    "name",
    [
        "requirements-dev.txt",
        "config/settings.py",
        "club/models/member.py",
        "rosters/migrations/0001_a.py",
        "rosters/migrations/0002_b.py",
        "campaigns/wars/models.py",
    ],
)
def test_a_change_asks_for_another(root: Path, name: str) -> None:
    before = digest(root)
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text("changed")
    assert digest(root) != before


def test_a_view_is_no_reason(root: Path) -> None:
    before = digest(root)
    (root / "club/views.py").write_text("new")
    assert digest(root) == before


def test_an_older_one_goes(tmp_path: Path) -> None:
    made = tmp_path / "made"
    for name in ("empty-1.sqlite3", "empty-2.sqlite3"):
        made.write_text(name)
        keep(made, tmp_path / "kept" / name)
    assert [(file.name, file.read_text()) for file in (tmp_path / "kept").iterdir()] == [("empty-2.sqlite3",) * 2]
