"""What happens to a warband, told as data; sentences are made elsewhere."""

from __future__ import annotations

from msgspec import Struct

from engines.core.problems import Param


class Event(Struct, frozen=True):
    """What an entry or the aftermath made happen: a stable code, the figure concerned, the numbers and names."""

    code: str
    figure: int | None = None
    params: dict[str, Param] = {}
