"""What a table's readers are told about its season: before the game, during it, and where the result stands at last.

Nothing is said of a season to whoever may not read it: to them the game is one outside of seasons.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy
from msgspec import Struct

from campaigns.league.access import may_read
from campaigns.league.models import Campaign
from campaigns.matches.access import visible_matches
from campaigns.matches.models.match import Match
from campaigns.matches.operations.players import strangers
from campaigns.matches.scores.wording import listed
from campaigns.tables.models.card_table import Booked, CardSeat, CardTable
from campaigns.tables.operations.scores import source_of
from club.access import User
from club.models import Member

WORDS: Final[Mapping[str, str | Promise]] = {
    Booked.SEASON: gettext_lazy("The result counts in the season %(season)s."),
    Booked.FREE: gettext_lazy("The result is in the club’s books."),
    Booked.CLOSED: gettext_lazy(
        "The season %(season)s was over when the game ended: the result is in the club’s books, outside any season."
    ),
    Booked.STRANGER: gettext_lazy(
        "Somebody at the table is not in the season %(season)s: the result is in the club’s books, outside any season."
    ),
    Booked.BOT: gettext_lazy("A bot made decisions at this table: the game does not count."),
    Booked.BORROWED: gettext_lazy(
        "A guest has the same name as somebody else in the club’s books: the game does not count."
    ),
    Booked.UNTOLD: gettext_lazy("The score pad cannot record a game that went like this: it does not count."),
    Booked.REFUSED: gettext_lazy("The club’s books refused this game: it does not count."),
}
IN_THE_BOOKS: Final = frozenset({Booked.SEASON, Booked.FREE, Booked.CLOSED, Booked.STRANGER})


class Counting(Struct, frozen=True):
    """The season that a game is to count in, and what would keep it from that."""

    season: Campaign
    warnings: tuple[str, ...] = ()


class Entered(Struct, frozen=True):
    """What became of a finished game in the books, in words; the match there, if the reader may read it."""

    text: str
    match: Match | None


def before_the_game(table: CardTable, seats: Sequence[CardSeat], reader: User) -> Counting | None:
    """Return the season of a table that gathers, with what those at it, and a reader who may join them, should know.

    Two queries at most, none without a season.
    """
    counting = during_the_game(table, reader)
    if counting is None:
        return None
    warnings = []
    members = [seat.member for seat in seats if seat.member is not None]
    joining = [reader] if isinstance(reader, Member) and reader not in members else []
    strange = strangers([*members, *joining], counting.season)
    away = [member for member in strange if member in members]
    if len(away) < len(strange):
        warnings.append(_("You are not in the season: with you at the table, the game counts outside it."))
    if away:
        words = _("Not in the season: %(names)s. With them at the table, the game counts outside it.")
        warnings.append(words % {"names": listed([member.name_for(reader) for member in away])})
    if any(seat.bot for seat in seats):
        warnings.append(_("With a bot at the table, the game does not count."))
    return Counting(counting.season, tuple(warnings))


def during_the_game(table: CardTable, reader: User) -> Counting | None:
    """Return the season that a game is to count in, if the reader may know of it."""
    season = table.season
    return Counting(season) if season is not None and may_read(reader, season) else None


def after_the_game(table: CardTable, reader: User) -> Entered | None:
    """Return where the result of a finished game stands; None at tables of earlier days. One query, or two."""
    if not table.booked:
        return None
    booked = Booked(table.booked)
    known = during_the_game(table, reader)
    match = None
    if booked in IN_THE_BOOKS:
        match = visible_matches(reader).filter(source=source_of(table)).first()
        booked = booked if known is not None else Booked.FREE
    return Entered(str(WORDS[booked]) % {"season": known.season.name if known is not None else ""}, match)
