"""What stands in events about more than one kind of subject. Every address is whole; nobody hidden is named.

A name that a stranger may not read is ``null``. Fields are added, never taken away or given another meaning.
"""

from __future__ import annotations

from typing import Any

import msgspec

from club.models import Member


def public_name(member: Member | None) -> str | None:
    """Return a member's name as a stranger may read it; ``None`` for who is hidden, or gone."""
    return None if member is None or member.hidden or member.closed is not None else member.name


def plain(body: msgspec.Struct) -> dict[str, Any]:
    """Return a body as it is stored."""
    found: dict[str, Any] = msgspec.to_builtins(body)
    return found
