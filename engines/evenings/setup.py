"""What an evening begins with: from when to when the club meets."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

type Minute = int
"""Minutes since the beginning of 1970, UTC. An evening knows no clock and no time zone."""

HOUR: Final = 60
LAST_CALL: Final = 2 * HOUR
"""So long before a game nobody is moved up unasked any more: who organises it is told instead."""


class Setup(Struct, frozen=True):
    """An evening as it was announced. ``begins`` lies before ``ends``."""

    begins: Minute
    ends: Minute
