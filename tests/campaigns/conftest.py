"""What the tests of campaigns share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils import translation


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Sentences are compared in English, the language they are written in, whatever the site's own."""
    with translation.override("en"):
        yield
