"""What the papers for readers name exists, and the first ones stay short."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from club.version import version
from tests.config.site import ROOT

PAPERS = sorted(
    [*(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")), *(ROOT / "docs").rglob("*.md")]
)
ROOMS = (
    "engines",
    "club",
    "rosters",
    "campaigns",
    "config",
    "tests",
    "scripts",
    "docs",
    "templates",
    "static",
    "locale",
)
PATH = re.compile(rf"`((?:{'|'.join(ROOMS)})/[\w./-]*)`")


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: str(paper.relative_to(ROOT)))
def test_links_and_paths_lead_somewhere(paper: Path) -> None:
    text = paper.read_text()
    links = [link for link in re.findall(r"\]\(([^)#]+)[^)]*\)", text) if "://" not in link]
    assert [link for link in links if not (paper.parent / link).exists()] == []
    assert [path for path in PATH.findall(text) if not (ROOT / path).exists()] == []


def test_the_first_papers_are_short() -> None:
    assert (ROOT / "README.md").stat().st_size <= 8_000
    assert (ROOT / "CONTRIBUTING.md").stat().st_size <= 6_000


def test_the_changelog_has_a_section_for_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text()
    heads = re.findall(r"^## \[(.+?)\](?: - (\d{4}-\d\d-\d\d))?$", changelog, re.M)
    versions = [head for head, _date in heads if head != "Unreleased"]
    assert version() in versions
    assert all(date for head, date in heads if head != "Unreleased")
    assert set(re.findall(r"^### (.+)$", changelog, re.M)) <= {
        "Added", "Changed", "Deprecated", "Removed", "Fixed", "Security",
    }  # fmt: skip
