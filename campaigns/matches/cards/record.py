"""What was done to a card set, by whom: kept in the transaction of what was done, said in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from msgspec import Struct

from campaigns.matches.models.card_set import CardSetChange, ScoreCards
from club.models import Member

WORDS: Final[Mapping[str, Promise]] = {
    "begun": pgettext_lazy("card set", "The set was started."),
    "taken_in": pgettext_lazy("card set", "The set was imported from a file."),
    "renamed": pgettext_lazy("card set", "A new name: %(name)s. Before: %(before)s."),
    "added": pgettext_lazy("card set", "Added: %(name)s."),
    "changed": pgettext_lazy("card set", "Changed: %(name)s."),
    "dropped": pgettext_lazy("card set", "Removed: %(name)s."),
    "vicious": pgettext_lazy("card set", "Vicious’s card was filled in."),
    "faces": pgettext_lazy("card set", "The faces of the die were filled in."),
    "copied": pgettext_lazy("card set", "Copied from another set, %(source)s: %(names)s."),
    "shared": pgettext_lazy("card set", "Who may change the set has been changed."),
}
"""By code."""
SHOWN_MOST: Final = 30


class Change(Struct, frozen=True):
    """One line of the record, in words."""

    said: str
    by: str
    at: datetime


def record(cards: ScoreCards, by: Member, code: str, **params: Any) -> None:
    """Keep what was done. Raises ``KeyError`` for a code without words."""
    WORDS[code]
    CardSetChange.objects.create(cards=cards, by=by, code=code, params=params)


def recorded(cards: ScoreCards) -> Iterator[Change]:
    """Yield the last changes, the newest first. One query."""
    for row in cards.changes.select_related("by")[:SHOWN_MOST]:
        by = row.by.name if row.by is not None else gettext("a former member")
        yield Change(str(WORDS[row.code]) % row.params, by, row.at)
