"""What the database is asked for in the club's own ways: numbers that no column holds, and names without accents.

Numbers that fit into no column are found nowhere, instead of ending in an error. Django sees to this itself where one
number is looked for, but not where several are: SQLite cannot even be asked.
"""

from __future__ import annotations

import sqlite3
from typing import Any, Final

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.models import CharField, IntegerField, Q, TextField
from django.db.models.lookups import In, Lookup

from club.folding import ALIKE, plain

LEAST: Final = -(2**63)
MOST: Final = 2**63 - 1
"""What fits into the largest column there is."""
WORDS_LIMIT: Final = 8
"""How many words of a search are looked for; more than that tell nothing new."""


class AmongNumbers(In):
    """``pk__in=…`` with what somebody typed."""

    def get_prep_lookup(self) -> Any:
        """Leave out what fits into no column."""
        found = super().get_prep_lookup()
        if self.rhs_is_direct_value():
            found = [one for one in found if not isinstance(one, int) or LEAST <= one <= MOST]
        return found


class Folded(Lookup):
    """``name__folded="etain"``: whether a text has these letters in it, whatever their accents and capitals."""

    lookup_name = "folded"

    def get_prep_lookup(self) -> str:
        """Return the pattern: signs that mean something to LIKE are meant as themselves."""
        wanted = plain(str(self.rhs))
        for sign in "\\%_":
            wanted = wanted.replace(sign, f"\\{sign}")
        return f"%{wanted}%"

    def as_sqlite(self, compiler: Any, connection: Any) -> tuple[str, list[Any]]:
        """Ask the function that every connection to SQLite is given."""
        column, before = self.process_lhs(compiler, connection)
        pattern, after = self.process_rhs(compiler, connection)
        return f"club_plain({column}) LIKE {pattern} ESCAPE '\\'", [*before, *after]

    def as_postgresql(self, compiler: Any, connection: Any) -> tuple[str, list[Any]]:
        """Ask PostgreSQL to do what ``club.folding.plain`` does; it needs no extension for it."""
        column, before = self.process_lhs(compiler, connection)
        pattern, after = self.process_rhs(compiler, connection)
        letters = f"lower(regexp_replace(normalize(lower({column}::text), NFKD), U&'[\\0300-\\036F]', '', 'g'))"
        for one, other in ALIKE.items():
            letters = f"replace({letters}, '{one}', '{other.replace(chr(39), chr(39) * 2)}')"
        return f"{letters} LIKE {pattern}", [*before, *after]


def has_words(query: str, *columns: str) -> Q:
    """Return the condition that every word of ``query`` stands in one of these columns, accents and capitals aside."""
    found = Q()
    for word in query.split()[:WORDS_LIMIT]:
        somewhere = Q()
        for column in columns:
            somewhere |= Q(**{f"{column}__folded": word})
        found &= somewhere
    return found


def _teach_sqlite(*, connection: BaseDatabaseWrapper, **_kwargs: object) -> None:
    raw = connection.connection
    if isinstance(raw, sqlite3.Connection):
        raw.create_function("club_plain", 1, lambda text: None if text is None else plain(text), deterministic=True)


def register() -> None:
    """Let all columns of whole numbers and of texts be looked up so."""
    IntegerField.register_lookup(AmongNumbers)
    for kind in (CharField, TextField):
        kind.register_lookup(Folded)
    connection_created.connect(_teach_sqlite, dispatch_uid="club.lookups")
