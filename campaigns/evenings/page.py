"""What an evening's page shows its reader: his answer, where he sits, the games, who comes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Final

from django.db.models import Prefetch
from django.utils import timezone
from msgspec import Struct

from campaigns.evenings.access import manages
from campaigns.evenings.games import GameKind, Step, kind_of
from campaigns.evenings.models.evening import ClubEvening
from campaigns.evenings.models.plan import AnswerGiven, Attendance, EveningGame, EveningSeat, SeatState
from campaigns.evenings.people import Comer, guest_name
from campaigns.evenings.rhythm import in_words
from campaigns.matches.access import visible_matches
from campaigns.matches.lines import MatchLine, for_lines, lines_of
from campaigns.matches.models.match import MatchState
from campaigns.wars.models.battle import Battle
from club.access import User
from engines.evenings.setup import LAST_CALL

AFTERWARDS: Final = timedelta(hours=6)
"""How long after its end a match still counts as played at an evening."""
RESULTS: Final = 40


class Named(Struct, frozen=True):
    """Somebody: how the log knows him, and what the reader may call him."""

    key: str
    name: str
    role: str = ""
    words: str = ""

    def __str__(self) -> str:
        return self.name


class GameLine(Struct, frozen=True):
    """A game as its reader sees it. ``state`` is the reader's own: seated, waiting, watching or nothing.

    ``place`` is his place in the waiting list, from 1. ``decides``: a seat is free, and somebody who waits is not
    moved up by itself any more; whoever runs the game decides.
    """

    game: EveningGame
    kind: GameKind
    seated: tuple[Named, ...]
    waiting: tuple[Named, ...]
    watching: tuple[Named, ...]
    state: str
    place: int
    steps: tuple[Step, ...]
    may_change: bool
    decides: bool

    @property
    def free(self) -> int:
        """How many seats are free."""
        return self.game.seats - len(self.seated)

    @property
    def own_times(self) -> bool:
        """Whether it is not played all evening."""
        return self.game.own_times


class People(Struct, frozen=True):
    """Who comes, who might, who does not, and who was there."""

    coming: tuple[Named, ...]
    perhaps: tuple[Named, ...]
    away: tuple[Named, ...]
    there: tuple[Named, ...]


class EveningPage(Struct, frozen=True):
    """An evening's page. ``answer`` is the reader's own, ``outdated`` if he gave it for another time."""

    evening: ClubEvening
    comer: Comer
    answer: Attendance | None
    games: tuple[GameLine, ...]
    people: People
    manages: bool
    repeats: str

    @property
    def mine(self) -> tuple[GameLine, ...]:
        """The games at which the reader sits."""
        return tuple(line for line in self.games if line.state == SeatState.SEATED)

    @property
    def listed(self) -> tuple[GameLine, ...]:
        """The games in the list: those at which the reader sits stand above it until the evening is over."""
        return self.games if self.evening.is_over else tuple(line for line in self.games if line not in self.mine)

    @property
    def is_open(self) -> bool:
        """Whether something may still be said about it."""
        return not self.evening.cancelled and not self.evening.is_over

    @property
    def battles(self) -> tuple[Battle, ...]:
        """The battles of campaigns that were put into the evening."""
        return tuple(line.game.battle for line in self.games if line.game.battle is not None)

    @property
    def missing(self) -> tuple[Named, ...]:
        """Who said that he comes and was not seen yet; nobody before the first is seen."""
        there = {one.key for one in self.people.there}
        return tuple(one for one in self.people.coming if one.key not in there) if there else ()

    @property
    def roll(self) -> list[tuple[Named, bool]]:
        """Everybody who comes or might, and whether he is there; those, too, who came without a word."""
        there = {one.key for one in self.people.there}
        said = (*self.people.coming, *self.people.perhaps)
        unannounced = [one for one in self.people.there if one.key not in {known.key for known in said}]
        return [(one, one.key in there) for one in (*said, *unannounced)]

    @property
    def unseated(self) -> tuple[Named, ...]:
        """Who comes and sits at no game yet."""
        seated = {one.key for line in self.games for one in line.seated}
        return tuple(one for one in self.people.coming if one.key not in seated)


def page_of(evening: ClubEvening, comer: Comer, reader: User) -> EveningPage:
    """Return the page. Four queries, however many come."""
    rows = list(evening.attendances.select_related("member", "guest").order_by("position", "pk"))
    own = next((row for row in rows if comer.key and row.person == comer.key), None)
    host = manages(reader, evening)
    games = tuple(_line(game, comer, reader, manages=host) for game in games_of(evening))
    repeats = in_words(evening.series.repeat, evening.series.first) if evening.series is not None else ""
    return EveningPage(evening, comer, own, games, _people(rows, reader), host, repeats)


def games_of(evening: ClubEvening) -> list[EveningGame]:
    """Return the games of an evening with who is at them. Two queries."""
    people = Prefetch("people", EveningSeat.objects.select_related("member", "guest").order_by("position", "pk"))
    games = EveningGame.objects.filter(evening=evening, removed=False).select_related("spot", "battle__campaign")
    found = list(games.prefetch_related(people).order_by("begins", "number"))
    for game in found:
        game.evening = evening
    return found


def _line(game: EveningGame, comer: Comer, reader: User, *, manages: bool) -> GameLine:
    rows = list(game.people.all())
    own = next((row for row in rows if comer.key and row.person == comer.key), None)
    by_state = {state: [row for row in rows if row.state == state] for state in SeatState.values}
    seated, waiting = by_state[SeatState.SEATED], by_state[SeatState.WAITING]
    kind = kind_of(game.kind)
    may_change = manages or (comer.member is not None and game.host_id == comer.member.pk)
    late = game.begins - timezone.now() <= timedelta(minutes=LAST_CALL)
    return GameLine(
        game,
        kind,
        _named(seated, reader),
        _named(waiting, reader),
        _named(by_state[SeatState.WATCHING], reader),
        own.state if own is not None else "",
        waiting.index(own) + 1 if own in waiting else 0,
        kind.steps(game, seated) if own is not None or may_change else (),
        may_change,
        may_change and late and bool(waiting) and len(seated) < game.seats,
    )


def _named(rows: Iterable[EveningSeat], reader: User) -> tuple[Named, ...]:
    return tuple(Named(row.person, _name(row, reader), row.role) for row in rows)


def _name(row: EveningSeat | Attendance, reader: User) -> str:
    if row.member is not None:
        return row.member.name_for(reader)
    return guest_name(row.guest) if row.guest is not None else ""


def _people(rows: Sequence[Attendance], reader: User) -> People:
    def those(answer: str) -> tuple[Named, ...]:
        return tuple(_attending(row, reader) for row in rows if row.answer == answer)

    there = tuple(_attending(row, reader) for row in rows if row.there)
    return People(those(AnswerGiven.YES), those(AnswerGiven.MAYBE), those(AnswerGiven.NO), there)


def _attending(row: Attendance, reader: User) -> Named:
    return Named(row.person, _name(row, reader), words=" · ".join(filter(None, (row.brings, row.seeks))))


def results_of(evening: ClubEvening, reader: User) -> list[MatchLine]:
    """Return the matches of card games that were played at an evening, as far as the reader may see them.

    A match was, if it was begun between the evening's beginning and some hours after its end. Three queries.
    """
    played = visible_matches(reader).filter(date__gte=evening.begins, date__lte=evening.ends + AFTERWARDS)
    counted = for_lines(played.filter(state__in=(MatchState.CONFIRMED, MatchState.FINISHED)))
    return list(lines_of(counted.order_by("date", "pk")[:RESULTS], reader))
