"""A push service on this machine, which the site may reach."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.club.outward.servers import Receiver, receiving


@pytest.fixture
def push_service(settings: Any) -> Iterator[Receiver]:
    """A push service that takes every message."""
    settings.OUTWARD_ALLOW = ("127.0.0.1",)
    with receiving(lambda handler, asked: handler.reply(201)) as receiver:
        yield receiver
