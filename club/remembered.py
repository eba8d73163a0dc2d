"""Parts of pages that look alike for everybody who is shown the same: drawn once, and remembered by what they show.

Such a part is drawn from values alone (``{% remembered "template.html" rows=… %}``): no request, no reader, nothing
else of the page's. So whatever it shows is in those values, in the reader's language or in the time zone, and these are
what it is remembered by: nothing can go out of date. Values are numbers, words, moments, and frozen dataclasses and
tuples of these; what reads the database is refused. A name always stands for the same type.

It pays where many values make a long part. Who may see it is settled before, and forms do not belong in it: their
tokens are every reader's own.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Any, Final

import msgspec
from django.template.loader import get_template
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language

MOST: Final = 4_000_000
"""So many characters are remembered in a process; then what was not shown for longest goes."""

type Key = tuple[str, str | None, str, bytes]


class Kept:
    """What was drawn, the last shown last, up to so many characters."""

    def __init__(self, most: int) -> None:
        self._most, self._size, self._lock = most, 0, Lock()
        self._drawn: OrderedDict[Key, SafeString] = OrderedDict()

    def get(self, key: Key) -> SafeString | None:
        """Return what is remembered by a key."""
        with self._lock:
            html = self._drawn.get(key)
            if html is not None:
                self._drawn.move_to_end(key)
            return html

    def put(self, key: Key, html: SafeString) -> None:
        """Remember something, and forget what was not shown for longest."""
        with self._lock:
            if key in self._drawn:
                return
            self._drawn[key] = html
            self._size += len(html) + len(key[-1])
            while self._size > self._most:
                old, gone = self._drawn.popitem(last=False)
                self._size -= len(gone) + len(old[-1])

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._drawn.clear()
            self._size = 0


def _plain(value: object) -> object:
    """Return what stands for a value that has no plain form: words that need no escaping any more, and lazy ones."""
    if isinstance(value, SafeString):
        return {"safe": value.encode()}
    if isinstance(value, Promise):
        said = str(value)
        return {"safe": said.encode()} if isinstance(said, SafeString) else said
    raise TypeError(f"{type(value).__qualname__} may show more than is known of it: give what is shown of it")


_encoder: Final = msgspec.msgpack.Encoder(enc_hook=_plain)
_kept: Final = Kept(MOST)


def remembered(template: str, **values: Any) -> SafeString:
    """Return a template drawn with these values and nothing else; ``TypeError`` for values that are not plain."""
    key = (template, get_language(), get_current_timezone_name(), _encoder.encode(values))
    known = _kept.get(key)
    if known is not None:
        return known
    html = SafeString(get_template(template).render(values))
    _kept.put(key, html)
    return html


def forget() -> None:
    """Forget all that was drawn."""
    _kept.clear()
