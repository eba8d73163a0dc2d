"""Questions that are put into SQL once and asked again and again: making the query costs more than its answer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import EmptyResultSet
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import FETCH_ONE, Model, QuerySet
from django.db.models.query import get_related_populators
from django.db.models.sql.compiler import SQLCompiler

from club.access import User
from club.models import Member
from club.streams import kinds
from club.streams.kinds import Key, Reader, Watched

_MEMBER: Final = -1
_GUEST: Final = "\ue000"
_KEYS: Final = (-11, -12, -13)
_WORD: Final = "\ue001"
"""Stand in the written query for what each question puts there."""
_BLANK: Final = (int, str, datetime)
type _Converter = tuple[int, list[Callable[..., Any]], Any]
"""A place in a row, and what makes of the database's value the model's."""


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
    return given.get(value, value) if type(value) in _BLANK else value


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
    """
    is_member = user.is_authenticated
    try:
        sql, blanks = _asked(make, is_member, getattr(user, "is_club_admin", False))
    except EmptyResultSet:
        return None
    given: dict[object, Any] = {_MEMBER: user.pk, _KEYS[0]: number}
    with connection.cursor() as cursor:
        cursor.execute(sql, [_filled(value, given) for value in blanks])
        row: tuple[Any, ...] | None = cursor.fetchone()
    return row


def every(make: Callable[[User, int], QuerySet[Any]], user: User, number: int) -> list[tuple[Any, ...]]:
    """Return all rows of such a query. What is neither a number nor a word may look otherwise than in a model."""
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


class Objects[M: Model]:
    """A query of whole objects, with what it annotates and joins (``select_related``), written once."""

    def __init__(self, query: QuerySet[M]) -> None:
        compiler = query.query.get_compiler(DEFAULT_DB_ALIAS)
        self._sql, self._blanks = compiler.as_sql()
        if compiler.klass_info is None:
            raise ValueError("a query of values has no objects")
        chosen = compiler.klass_info["select_fields"]
        self.model: type[M] = query.model
        self._fields = slice(chosen[0], chosen[-1] + 1)
        self._names = [column[0].target.attname for column in compiler.select[self._fields]]
        self._joined = get_related_populators(compiler.klass_info, compiler.select, DEFAULT_DB_ALIAS, FETCH_ONE)
        self._annotations = list(compiler.annotation_col_map.items())
        self._converters = _converters(compiler)

    def every(self, given: Mapping[object, Any]) -> list[M]:
        """Return the objects the database finds, with what is ``given`` in the places of what stands for it."""
        adapted = {_adapted(blank): _adapted(value) for blank, value in given.items()}
        with connection.cursor() as cursor:
            cursor.execute(self._sql, [_filled(value, adapted) for value in self._blanks])
            return [self._made(row) for row in cursor.fetchall()]

    def first(self, given: Mapping[object, Any]) -> M | None:
        """Return the first of them, if there is one. For a query that finds few."""
        found = self.every(given)
        return found[0] if found else None

    def _made(self, row: tuple[Any, ...]) -> M:
        values = _converted(row, self._converters)
        made = self.model.from_db(DEFAULT_DB_ALIAS, self._names, values[self._fields])
        for populator in self._joined:
            populator.populate(values, made)
        for name, place in self._annotations:
            setattr(made, name, values[place])
        return made


def one[K: (int, str), M: Model](make: Callable[[User, K], QuerySet[M]], user: User, key: K) -> M | None:
    """Return the object with this number, or of this name, that such a query finds for this reader (``first``)."""
    blank = _KEYS[0] if isinstance(key, int) else _WORD
    found = _objects(make, user.is_authenticated, getattr(user, "is_club_admin", False), blank)
    return found.first({_MEMBER: user.pk, blank: key}) if found is not None else None


@lru_cache(maxsize=64)
def _objects(
    make: Callable[[User, Any], QuerySet[Any]], is_member: bool, is_club_admin: bool, blank: int | str
) -> Objects[Any] | None:
    user = Member(pk=_MEMBER, is_staff=is_club_admin) if is_member else AnonymousUser()
    try:
        return Objects(make(user, blank))
    except EmptyResultSet:
        return None


def those[M: Model](make: Callable[[int], QuerySet[M]], number: int) -> list[M]:
    """Return the objects that a query about a number finds, whoever asks; ``make`` makes it, once."""
    return _about(make).every({_KEYS[0]: number})


def of[M: Model](whole: Model, name: str, make: Callable[[int], QuerySet[M]]) -> list[M]:
    """Return what such a query finds about an object, which each of the rows then has by this ``name``."""
    found = those(make, whole.pk)
    for row in found:
        setattr(row, name, whole)
    return found


def get[M: Model](make: Callable[[int], QuerySet[M]], number: int) -> M:
    """Return the first of these; raise the model's ``DoesNotExist`` where there is none."""
    about = _about(make)
    found = about.first({_KEYS[0]: number})
    if found is None:
        raise about.model.DoesNotExist
    return found


@lru_cache(maxsize=64)
def _about[M: Model](make: Callable[[int], QuerySet[M]]) -> Objects[M]:
    return Objects(make(_KEYS[0]))


def attach(one: Model, name: str, rows: Iterable[Model]) -> None:
    """Let an object's related rows of this name be these (``of``), as ``prefetch_related`` does."""
    found = getattr(one, name).get_queryset()
    found._result_cache = list(rows)
    found._prefetch_done = True
    one.__dict__.setdefault("_prefetched_objects_cache", {})[name] = found


def _converters(compiler: SQLCompiler) -> list[_Converter]:
    found = compiler.get_converters([column[0] for column in compiler.select])
    return [(place, *how) for place, how in found.items()]


def _converted(row: Iterable[Any], converters: Iterable[_Converter]) -> list[Any]:
    """Return what the database gives as models have it."""
    values = list(row)
    for place, by, expression in converters:
        for convert in by:
            values[place] = convert(values[place], expression, connection)
    return values


def _adapted(value: Any) -> Any:
    """Return a value as the database's driver is given it."""
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value


def rows(make: Callable[[tuple[int, ...]], QuerySet[Any]], numbers: Collection[int]) -> list[tuple[Any, ...]]:
    """Return the rows of a query about these numbers, as the database gives them; ``make`` makes it, once."""
    return _fetched(make, numbers)[0]


def values(make: Callable[[tuple[int, ...]], QuerySet[Any]], numbers: Collection[int]) -> list[tuple[Any, ...]]:
    """Return the same rows as models have what is in them, moments too."""
    found, converters = _fetched(make, numbers)
    return [tuple(_converted(row, converters)) for row in found] if converters else found


def _fetched(
    make: Callable[[tuple[int, ...]], QuerySet[Any]], numbers: Collection[int]
) -> tuple[list[tuple[Any, ...]], list[_Converter]]:
    sql, given, converters = _made(make, tuple(sorted(numbers)))
    with connection.cursor() as cursor:
        cursor.execute(sql, given)
        return cursor.fetchall(), converters


@lru_cache(maxsize=32)
def _made(
    make: Callable[[tuple[int, ...]], QuerySet[Any]], numbers: tuple[int, ...]
) -> tuple[str, tuple[Any, ...], list[_Converter]]:
    compiler = make(numbers).order_by().query.get_compiler(DEFAULT_DB_ALIAS)
    sql, values = compiler.as_sql()
    return sql, tuple(values), _converters(compiler)


def single(keys: Collection[Key]) -> tuple[int, ...]:
    """Return the numbers of things that are known by one."""
    return tuple(key[0] for key in keys)
