"""Who may read and who may change a warband. The one loader per right is called on a view's first line.

Campaigns open warbands to more people than their owner; they say so through ``register``, since this room knows
nothing of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from django.db.models import Q, QuerySet

from club.access import User, forbidden, not_found
from club.models import Member
from club.visibility import Visibility, open_to
from rosters.models import Warband


class Grants(Protocol):
    """What another room adds: which warbands a member may read, and which they may change for the owner."""

    def readable(self, user: User) -> Q:
        """Return a condition on warbands that joins no table (use ``pk__in`` subqueries): rows must not repeat."""
        ...

    def referees(self, user: Member, warband: Warband) -> bool:
        """Tell whether the member is a referee over the warband."""
        ...


_GRANTS: Final[list[Grants]] = []


def register(grants: Grants) -> None:
    """Let another room open warbands to more people."""
    _GRANTS.append(grants)


def readable_by(user: User) -> QuerySet[Warband]:
    """Return the warbands that ``user`` may read."""
    allowed = Q(visibility__in=open_to(user))
    if user.is_authenticated:
        allowed |= Q(owner=user)
        if user.is_club_admin:
            return Warband.objects.all()
    for grants in _GRANTS:
        allowed |= grants.readable(user)
    return Warband.objects.filter(allowed)


def may_change(user: User, warband: Warband) -> bool:
    """Tell whether ``user`` may make journal entries: the owner, or a referee over the warband."""
    return user.is_authenticated and (warband.owner_id == user.pk or may_referee(user, warband))


def may_referee(user: User, warband: Warband) -> bool:
    """Tell whether ``user`` is a referee over the warband."""
    return user.is_authenticated and any(grants.referees(user, warband) for grants in _GRANTS)


def get_warband_for_reader(user: User, pk: int, *, warbands: QuerySet[Warband] | None = None) -> Warband:
    """Return a warband the user may read; 404 for a stranger to it. ``warbands``: those it is looked up in."""
    rows = Warband.every.all() if warbands is None else warbands
    warband = rows.filter(pk=pk).select_related("owner").first()
    if warband is None or not may_read(user, warband):
        not_found()
    return warband


def may_read(user: User, warband: Warband) -> bool:
    """Tell whether ``readable_by`` has the warband; asks the database only when the warband alone does not say so.

    One of practice is in no list; its owner alone reads it.
    """
    if warband.practice:
        return user.is_authenticated and warband.owner_id == user.pk
    if warband.visibility == Visibility.PUBLIC:
        return True
    if user.is_authenticated and (
        warband.owner_id == user.pk or warband.visibility == Visibility.CLUB or user.is_club_admin
    ):
        return True
    return readable_by(user).filter(pk=warband.pk).exists()


def get_warband_for_player(user: User, pk: int) -> Warband:
    """Return a warband the user may change; 404 for a stranger, 403 for a mere reader."""
    return _with(user, pk, may_change)


def get_warband_for_referee(user: User, pk: int) -> Warband:
    """Return a warband the user is a referee over; 404 for a stranger, 403 for others."""
    return _with(user, pk, may_referee)


def get_warband_for_owner(user: User, pk: int) -> Warband:
    """Return the user's own warband; 404 for a stranger, 403 for a mere reader."""
    return _with(user, pk, lambda user, warband: warband.owner_id == user.pk)


def get_open_muster(user: User, pk: int) -> Warband | None:
    """Return the user's own warband while it is being mustered, ``None`` once that is closed; else as for an owner."""
    warband = get_warband_for_owner(user, pk)
    return None if warband.mustered else warband


def _with(user: User, pk: int, right: Callable[[User, Warband], bool]) -> Warband:
    warband = get_warband_for_reader(user, pk)
    return warband if right(user, warband) else forbidden()
