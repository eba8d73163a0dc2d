"""Queries that are put into SQL once and asked again and again: making one costs more than its answer.

A function that makes a query becomes one that asks it (``written``). What it is called with falls into two kinds.
Numbers, words, moments and readers' keys are put into blanks of the SQL that was written at the first call. All else
(``None``, flags, whether the reader is a member or a club admin, how long a list is) decides which SQL it is, and has
SQL of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from datetime import UTC, datetime, timedelta
from functools import lru_cache, update_wrapper
from typing import Any, Final, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import EmptyResultSet
from django.core.paginator import Paginator
from django.db import connections
from django.db.models import Model, QuerySet

from club.models import Member

SHAPES: Final = 64
"""So many forms of one query are remembered."""
LARGEST: Final = 2**31 - 1
"""The largest number that every column of numbers can be compared with."""


class _Several(NamedTuple):
    """The shape of a list of numbers or words: its length as a power of two, the last of them filling it up."""

    length: int
    type: type[int | str]


class _Reader(NamedTuple):
    """The shape of a reader."""

    is_member: bool
    is_club_admin: bool


class _Blank(NamedTuple):
    """The shape of a number, a word or a moment."""

    type: type[int | str | datetime]


class Written[**P, M]:
    """A query that is asked as it was written before. It is called like the function that makes it."""

    def __init__(self, make: Callable[P, QuerySet[Any, M]]) -> None:
        self._make = make
        self._asked = lru_cache(maxsize=SHAPES)(lambda shape, named: _Asked(make, shape, dict(named)))
        update_wrapper(self, make)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> list[M]:
        """Ask it and return all rows. One query, and those of prefetched rows."""
        asked, values = self._for(args, kwargs)
        if asked is None:
            return list(self._make(*args, **kwargs))
        rows: list[M] = asked.rows(values)
        return rows

    def count(self, *args: P.args, **kwargs: P.kwargs) -> int:
        """Return how many rows it has, and read none of them. One query."""
        asked, values = self._for(args, kwargs)
        return self._make(*args, **kwargs).count() if asked is None else asked.count(values)

    def _for(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> tuple[_Asked | None, list[object]]:
        """Return what was written for such values, and those for its blanks.

        None where one is too large for any row to have it: Django knows that without a database.
        """
        values: list[object] = []
        shape = tuple(_shape(value, values) for value in args)
        named = tuple((name, _shape(value, values)) for name, value in kwargs.items())
        if any(type(value) is int and not -LARGEST <= value <= LARGEST for value in values):
            return None, values
        return self._asked(shape, named), values

    def first(self, *args: P.args, **kwargs: P.kwargs) -> M | None:
        """Ask a query that wants one row, and return that."""
        return next(iter(self(*args, **kwargs)), None)


def written[**P, M](make: Callable[P, QuerySet[Any, M]]) -> Written[P, M]:
    """Ask what ``make`` makes by SQL that is written once.

    Numbers, words and moments must be values of its query as they are: none decides anything in it, none is reckoned
    with, none says how many rows are wanted (``TypeError`` for one that the query lacks). Of a reader it may use the
    key, and whether it is a member and a club admin. It looks at no clock.
    """
    return Written(make)


def attach(to: Model, name: str, rows: Sequence[Any]) -> None:
    """Let the rows of a relation be at hand as ``prefetch_related`` would have them, each knowing whose it is."""
    manager = getattr(to, name)
    for row in rows:
        setattr(row, manager.field.name, to)
    known = manager.all()
    known._result_cache, known._prefetch_done = list(rows), True
    to.__dict__.setdefault("_prefetched_objects_cache", {})[manager.field.remote_field.cache_name] = known


class _Rows[M]:
    """What Django's paginator counts, and of which it takes the rows between two places."""

    def __init__(self, count: Callable[[], int | None], between: Callable[[tuple[int, int]], list[M]]) -> None:
        self._count, self._between = count, between

    def count(self) -> int:
        return self._count() or 0

    def __getitem__(self, place: slice) -> list[M]:
        return self._between((place.start, place.stop))


def paginator[M](
    count: Callable[[], int | None], between: Callable[[tuple[int, int]], list[M]], each: int
) -> Paginator[M]:
    """Return pages of ``each`` so many rows.

    ``count`` says how many rows there are (None: none), ``between`` reads those between two places.
    """
    rows: Any = _Rows(count, between)
    return Paginator(rows, each)


def _shape(value: Any, values: list[object]) -> object:
    """Return what a value decides of a query, and note what goes into its blanks."""
    if type(value) is int or type(value) is str or type(value) is datetime:
        values.append(value)
        return _Blank(type(value))
    if isinstance(value, list):
        length = 1 << (len(value) - 1).bit_length() if value else 0
        values += [*value, *value[-1:] * (length - len(value))]
        return _Several(length, type(value[0]) if value else int)
    if isinstance(value, Member | AnonymousUser):
        values.append(value.pk)
        return _Reader(value.is_authenticated, getattr(value, "is_club_admin", False))
    return value


class _Blanks:
    """What stands in a query that is being written for what each question puts there: nobody else's values."""

    def __init__(self) -> None:
        self.all: list[object] = []
        self.spare: set[object] = set()

    def fill(self, shape: Any) -> Any:
        """Return what a query of this shape is made with."""
        if isinstance(shape, _Blank):
            return self._next(shape.type)
        if isinstance(shape, _Several):
            return [self._next(shape.type) for _ in range(shape.length)]
        if isinstance(shape, _Reader):
            key = self._next(int)
            self.spare.add(key)
            return Member(pk=key, is_staff=shape.is_club_admin) if shape.is_member else AnonymousUser()
        return shape

    def _next(self, kind: type) -> Any:
        number = len(self.all)
        if kind is int:
            blank: object = 2_130_000_000 + number
        elif kind is str:
            blank = f"\ue000{number}"
        else:
            blank = datetime(1901, 2, 3, tzinfo=UTC) + timedelta(seconds=number)
        self.all.append(blank)
        return blank


class _Asked:
    """A query of one shape: its SQL, and what goes where in it."""

    def __init__(self, make: Callable[..., QuerySet[Any]], shape: Sequence[Any], named: Mapping[str, Any]) -> None:
        blanks = _Blanks()
        args = [blanks.fill(value) for value in shape]  # before the named ones: in the order of their values
        self._query = make(*args, **{name: blanks.fill(value) for name, value in named.items()})
        self._compiler: Any = self._query.query.get_compiler(self._query.db)
        try:
            self._sql, params = self._compiler.as_sql()
        except EmptyResultSet:
            self._sql = ""
            return
        converters = self._compiler.get_converters([column[0] for column in self._compiler.select])
        self._compiler.get_converters = lambda _columns: converters  # asked of each column for every answer
        places = {self._stored(blank): number for number, blank in enumerate(blanks.all)}
        self._params = [
            (places.get(value) if isinstance(value, int | str | datetime) else None, value) for value in params
        ]
        found = {place for place, _value in self._params}
        if any(number not in found for number, blank in enumerate(blanks.all) if blank not in blanks.spare):
            raise TypeError(f"{make.__qualname__}: something it is called with is no value of its query")

    def rows(self, values: Sequence[object]) -> list[Any]:
        """Ask it with these values in its blanks."""
        if not self._sql:
            return []
        params = self._filled(values)
        # What reads the rows is Django's own, with a compiler that has done its work already.
        compiler = copy(self._compiler)
        compiler.connection = connections[self._query.db]
        compiler.as_sql = lambda: (self._sql, params)
        query: Any = copy(self._query.query)
        query.get_compiler = lambda *_args, **_kwargs: compiler
        asked: Any = object.__new__(type(self._query))
        asked.__dict__.update(self._query.__dict__, _query=query, _result_cache=None)
        return list(asked)

    def count(self, values: Sequence[object]) -> int:
        """Count its rows, with these values in its blanks."""
        if not self._sql:
            return 0
        with connections[self._query.db].cursor() as cursor:
            cursor.execute(f"SELECT COUNT(*) FROM ({self._sql}) counted", self._filled(values))  # noqa: S608  Django's
            return int(cursor.fetchone()[0])

    def _filled(self, values: Sequence[object]) -> tuple[Any, ...]:
        given = [self._stored(value) for value in values]
        return tuple(value if place is None else given[place] for place, value in self._params)

    def _stored(self, value: object) -> Any:
        """Return a value as this database is asked for it."""
        ops = connections[self._query.db].ops
        return ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value
