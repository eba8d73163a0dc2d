"""Members are chosen by the name they show: no two take names that look the same."""

from __future__ import annotations

from club.models import Member
from engines.core import names


def namesake(name: str, besides: Member | None = None) -> bool:
    """Tell whether a member, ``besides`` aside, shows a name or logs in by one that looks the same."""
    others = Member.objects.filter(closed=None)
    if besides is not None:
        others = others.exclude(pk=besides.pk)
    wanted = names.key(name)
    return any(wanted in map(names.key, filter(None, pair)) for pair in others.values_list("username", "display_name"))
