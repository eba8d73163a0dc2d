"""A past worth correcting."""

from __future__ import annotations

import pytest

from tests.factories.past import Story, past


@pytest.fixture
def story() -> Story:
    return past()
