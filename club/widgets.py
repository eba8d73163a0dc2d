"""Form widgets that several rooms use."""

from __future__ import annotations


def ids_below(place: str) -> str:
    """Return the ``auto_id`` of a form whose fields' ids begin with ``place``.

    Django takes an ``auto_id`` for a format string: a ``%`` in the place would be read as one, and could ask for
    gigabytes.
    """
    return f"{place.replace('%', '%%')}-%s"
