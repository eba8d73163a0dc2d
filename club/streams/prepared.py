"""Questions that are put into SQL once and asked again and again: making the query costs more than its answer."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import QuerySet

from club.access import User
from club.lookups import LEAST, MOST
from club.models import Member
from club.streams import kinds
from club.streams.kinds import Key, Reader, Watched

_MEMBER: Final = -1
_GUEST: Final = "\ue000"
_KEYS: Final = (-11, -12, -13)
"""Stand in the written query for what each question puts there."""


def readable(watched: Watched, *, member: int, is_club_admin: bool, guest: str) -> bool:
    """Tell whether a reader may see something now, by the rules of its room. One query."""
    found = _written(watched.kind, bool(member), is_club_admin, bool(guest))
    if found is None:
        return False
    sql, blanks = found
    given: dict[object, Any] = {_MEMBER: member, _GUEST: guest, **dict(zip(_KEYS, watched.key, strict=False))}
    with connection.cursor() as cursor:
        cursor.execute(sql, [_filled(value, given) for value in blanks])
        return cursor.fetchone() is not None


def _filled(value: Any, given: dict[object, Any]) -> Any:
    return given.get(value, value) if type(value) in (int, str) else value


@lru_cache(maxsize=256)
def _written(code: str, is_member: bool, is_club_admin: bool, is_guest: bool) -> tuple[str, tuple[Any, ...]] | None:
    kind = kinds.find(code)
    if kind is None:
        return None
    user = Member(pk=_MEMBER, is_staff=is_club_admin) if is_member else AnonymousUser()
    rows = kind.readable(Reader(user, _GUEST if is_guest else ""), _KEYS[: kind.keys])
    try:
        sql, blanks = rows.order_by().values("pk")[:1].query.sql_with_params()
    except EmptyResultSet:
        return None
    return sql, tuple(blanks)


def first(make: Callable[[User, int], QuerySet[Any]], user: User, number: int) -> tuple[Any, ...] | None:
    """Return a query's only row about this number for this reader, as the database gives it; ``make`` makes it, once.

    Of the reader the query may hold the key alone; its form may follow from whether they are a member, and an admin.
    A number that no column holds is nobody's.
    """
    if not LEAST <= number <= MOST:
        return None
    is_member = user.is_authenticated
    sql, blanks = _asked(make, is_member, getattr(user, "is_club_admin", False))
    given: dict[object, Any] = {_MEMBER: user.pk, _KEYS[0]: number}
    with connection.cursor() as cursor:
        cursor.execute(sql, [_filled(value, given) for value in blanks])
        row: tuple[Any, ...] | None = cursor.fetchone()
    return row


def every(make: Callable[[User, int], QuerySet[Any]], user: User, number: int) -> list[tuple[Any, ...]]:
    """Return all rows of such a query. What is neither a number nor a word may look otherwise than in a model."""
    if not LEAST <= number <= MOST:
        return []
    is_member = user.is_authenticated
    try:
        sql, blanks = _asked(make, is_member, getattr(user, "is_club_admin", False))
    except EmptyResultSet:
        return []
    given: dict[object, Any] = {_MEMBER: user.pk, _KEYS[0]: number}
    with connection.cursor() as cursor:
        cursor.execute(sql, [_filled(value, given) for value in blanks])
        return cursor.fetchall()


@lru_cache(maxsize=64)
def _asked(
    make: Callable[[User, int], QuerySet[Any]], is_member: bool, is_club_admin: bool
) -> tuple[str, tuple[Any, ...]]:
    user = Member(pk=_MEMBER, is_staff=is_club_admin) if is_member else AnonymousUser()
    sql, blanks = make(user, _KEYS[0]).order_by().query.sql_with_params()
    return sql, tuple(blanks)


def rows(make: Callable[[tuple[int, ...]], QuerySet[Any]], numbers: Collection[int]) -> list[tuple[Any, ...]]:
    """Return the rows of a query about these numbers, as the database gives them; ``make`` makes it, once."""
    sql, values = _made(make, tuple(sorted(numbers)))
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchall()


@lru_cache(maxsize=32)
def _made(make: Callable[[tuple[int, ...]], QuerySet[Any]], numbers: tuple[int, ...]) -> tuple[str, tuple[Any, ...]]:
    sql, values = make(numbers).order_by().query.sql_with_params()
    return sql, tuple(values)


def single(keys: Collection[Key]) -> tuple[int, ...]:
    """Return the numbers of things that are known by one."""
    return tuple(key[0] for key in keys)
