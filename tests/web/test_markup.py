"""What people type is text on every page, whatever it looks like."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

from tests.web import marked_club

DECLARED = re.compile(r"\b(?:mark_safe|SafeString|SafeText)\([^)]")
LOOKED_AT = {
    "club/markdown.py": "what nh3 let through, of which tests/club/test_markdown.py tries the worst",
    "club/rulings/citations.py": "what is escaped, with links put in",
    "club/templatetags/club.py": "what stands in a block of the calling template",
}
"""Where something is declared to be markup, and what: none of it is what somebody typed."""


HANDED_OUT = "found:share "
"""Shows markup to be copied: what somebody typed is escaped in that, and that once more to be read."""


@pytest.mark.slow
def test_markup_that_somebody_typed_is_text_on_every_page(demo: None) -> None:
    found = marked_club.faults()
    shown = set(found.pop("shown"))
    assert {page: faults for page, faults in found.items() if faults and not page.startswith(HANDED_OUT)} == {}
    assert len(shown) > 100, "the pages say what people typed"


def test_markup_is_declared_only_where_it_was_looked_at() -> None:
    rooms = (settings.BASE_DIR / room for room in ("club", "rosters", "campaigns", "config"))
    sources = (path for room in rooms for path in room.rglob("*.py") if "migrations" not in path.parts)
    found = {str(path.relative_to(settings.BASE_DIR)) for path in sources if DECLARED.search(path.read_text())}
    assert found == set(LOOKED_AT)


def test_no_template_declares_what_it_is_given_to_be_markup() -> None:
    """But for mails: they are text."""
    templates = [path for path in (Path(settings.BASE_DIR) / "templates").rglob("*") if path.is_file()]
    pages = [path for path in templates if path.suffix != ".txt"]
    assert pages
    assert [str(path) for path in pages if re.search(r"\|\s*safe(seq)?\b|autoescape", path.read_text())] == []
