"""The groups of a member that other sites may hear of. Each room adds those it knows when its app starts.

A name of a group leaves the site: it never holds what only some of the site's readers may see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from club.models import Member

Giver = Callable[[Member], Iterable[str]]
_GIVERS: Final[list[Giver]] = []

MEMBER: Final = "member"
ADMIN: Final = "admin"


def register(giver: Giver) -> None:
    """Let a room say in which groups somebody is. Registering twice changes nothing."""
    if giver not in _GIVERS:
        _GIVERS.append(giver)


def groups_of(member: Member) -> list[str]:
    """Return the names of a member's groups, sorted."""
    own = [MEMBER, *([ADMIN] if member.is_club_admin else [])]
    return sorted({*own, *(name for give in _GIVERS for name in give(member))})
