"""Which way of saying a thing is taken: always the same for the same battle, not the same one twice running."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from engines.musg.catalogue import Catalogue


class Voice:
    """A page's choice of words. A chapter begins with its key; within it each kind of sentence goes round.

    It calls things as ``catalogue`` does: that of the campaign, or of the battle, of which it tells.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._key = ""
        self._last: dict[str, int] = {}
        self._fresh: set[str] = set()

    def begin(self, key: str) -> None:
        """Begin a chapter."""
        self._key = key
        self._fresh = set()

    def pick[T](self, kind: str, ways: Sequence[T]) -> T:
        """Return one of the ways to say something of this kind."""
        count, last = len(ways), self._last.get(kind)
        if kind in self._fresh and last is not None:
            number = (last + 1) % count
        else:
            number = crc32(f"{self._key} {kind}".encode()) % count
            if number == last:
                number = (number + 1) % count
        self._fresh.add(kind)
        self._last[kind] = number
        return ways[number]
