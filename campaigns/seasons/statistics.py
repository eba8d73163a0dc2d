"""The figures of players and games, summed from the counters the reader may see. Each function says its queries."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from django.db.models import Sum
from msgspec import Struct

from campaigns.matches.cards.sets import hero_names
from campaigns.matches.lines import named_players
from campaigns.matches.models.player import Player
from campaigns.matches.scores import pad_of
from campaigns.seasons.access import is_own, visible_totals
from campaigns.seasons.counting import Counters
from campaigns.seasons.models.rating import Facet
from campaigns.seasons.selection import Selection
from campaigns.seasons.tallies import FIGURES, LENGTH_MOST, LENGTH_STEP, WHOLE
from club.access import User

NEMESIS_LEAST: Final = 3
"""How often two must have met before one is called the other's nemesis or prey."""


class Score(Struct, frozen=True):
    """Some seats summed up: of a player, a hero, a seat at the table. Shares are percent."""

    played: int = 0
    won: int = 0
    lost: int = 0
    first: int = 0
    second: int = 0
    third: int = 0
    further: int = 0
    share: int = 0
    points: int = 0
    scored: int = 0
    minutes: int = 0
    timed: int = 0

    @property
    def rate(self) -> float:
        """How many of them were won, in percent."""
        return 100 * self.won / self.played if self.played else 0.0

    @property
    def expected(self) -> float:
        """How many would be won if everybody at the table always had the same chance, in percent."""
        return 100 * self.share / WHOLE / self.played if self.played else 0.0

    @property
    def expected_wins(self) -> float:
        """The same as a number of victories."""
        return self.share / WHOLE

    @property
    def mean_points(self) -> float | None:
        """Points in a match, where the game has points."""
        return self.points / self.scored if self.scored else None

    @property
    def mean_minutes(self) -> float | None:
        """Minutes of a match, where they were noted."""
        return self.minutes / self.timed if self.timed else None

    @property
    def hours(self) -> float:
        """Hours at the table, as far as noted."""
        return self.minutes / 60

    @property
    def places(self) -> tuple[int, int, int, int]:
        """How often first, second, third and further down."""
        return self.first, self.second, self.third, self.further


class Named(Struct, frozen=True):
    """A score with what it is of: ``label`` for the reader, ``player`` where it is somebody."""

    label: str
    score: Score
    player: Player | None = None
    code: str = ""


class Rival(Struct, frozen=True):
    """Somebody a player met: ``ahead`` counts the matches in which the player stood before them, ``behind`` the others.

    In the rest they shared a place.
    """

    player: Player
    name: str
    met: int
    ahead: int
    behind: int

    @property
    def balance(self) -> int:
        """How many more times the player stood before than behind."""
        return self.ahead - self.behind

    @property
    def level(self) -> int:
        """How often they shared a place."""
        return self.met - self.ahead - self.behind

    @property
    def share(self) -> float:
        """How often the player stood before them, a shared place counting half, in percent."""
        return 100 * (self.ahead + self.level / 2) / self.met


def _score(row: Mapping[str, Any]) -> Score:
    return Score(**{name: row[name] for name in FIGURES})


def total(tallies: Counters, facet: str) -> Score:
    """Return the sum over all counters of a facet; one query."""
    return next((_score(row) for row in tallies.summed([facet])), Score())


def by_game(player: Player, reader: User) -> tuple[dict[str, Score], set[str]]:
    """Return a player's scores by game, and the games in which it is known what was played; one query."""
    found = visible_totals(reader, player.pk, own=is_own(player, reader))
    found = found.filter(facet__in=(Facet.PLAYER, Facet.OWN_HERO)).order_by()
    rows = found.values_list("game", "facet").annotate(**{f"sum_{name}": Sum(name) for name in FIGURES})
    scores = {game: Score(*map(int, figures)) for game, facet, *figures in rows if facet == Facet.PLAYER}
    return scores, {game for game, facet, *_figures in rows if facet == Facet.OWN_HERO}


def met_by(player: Player, reader: User) -> list[tuple[int, int, int, int]]:
    """Return the players met in any game, each with how often, and how often ahead and behind; one query."""
    found = visible_totals(reader, player.pk, own=is_own(player, reader)).filter(facet=Facet.RIVAL).order_by()
    rows = found.values_list("subject").annotate(Sum("played"), Sum("won"), Sum("lost"))
    return [(int(rival), int(met), int(ahead), int(behind)) for rival, met, ahead, behind in rows]


def names(players: Collection[int], reader: User) -> dict[int, tuple[Player, str]]:
    """Return players with the names the reader may read; one query."""
    return {player.pk: (player, player.name_for(reader)) for player in named_players(players)}


def players(tallies: Counters, reader: User) -> list[Named]:
    """Return who played, most victories first; two queries."""
    rows = tallies.summed([Facet.PLAYER], "player")
    known = names([row["player"] for row in rows], reader)
    found = [Named(known[row["player"]][1], _score(row), known[row["player"]][0]) for row in rows]
    return sorted(found, key=lambda one: (-one.score.won, -one.score.rate, one.label.casefold()))


def rivals(tallies: Counters, reader: User) -> list[Rival]:
    """Return whom a player met, most often met first; two queries. ``tallies`` are the player's."""
    met = tallies.summed([Facet.RIVAL], "subject", names=("played", "won", "lost"))
    known = names([int(row["subject"]) for row in met], reader)
    found = [
        Rival(*known[int(row["subject"])], row["played"], row["won"], row["lost"])
        for row in met
        if int(row["subject"]) in known
    ]
    return sorted(found, key=lambda rival: (-rival.met, rival.name.casefold(), rival.player.pk))


def nemesis(found: Sequence[Rival]) -> Rival | None:
    """Return who beats the player most, if anybody does."""
    worst = min(found, key=lambda rival: (rival.balance, rival.share, rival.name), default=None)
    return worst if worst is not None and worst.balance < 0 and worst.met >= NEMESIS_LEAST else None


def prey(found: Sequence[Rival]) -> Rival | None:
    """Return whom the player beats most, if anybody."""
    best = min(found, key=lambda rival: (-rival.balance, -rival.share, rival.name), default=None)
    return best if best is not None and best.balance > 0 and best.met >= NEMESIS_LEAST else None


def heroes(tallies: Counters, facet: str, chosen: Selection) -> list[Named]:
    """Return the heroes or characters played, the most played first; two queries at most."""
    pad, cards = pad_of(chosen.game.code), hero_names(chosen.game.code)
    rows = [(row["subject"], _score(row)) for row in tallies.summed([facet], "subject")]
    found = [Named(str(cards.get(code) or pad.hero_name(code)), score, code=code) for code, score in rows]
    return sorted(found, key=lambda one: (-one.score.played, -one.score.rate, one.label.casefold()))


def by_subject(tallies: Counters, facet: str) -> list[tuple[str, Score]]:
    """Return the scores of a facet by subject, in the subjects' order; one query."""
    rows = tallies.summed([facet], "subject")
    return sorted((row["subject"], _score(row)) for row in rows)


def length_label(subject: str) -> str:
    """Return what a group of lengths is called: ``30–44``, ``240+``; in minutes."""
    start = int(subject)
    return f"{start}+" if start >= LENGTH_MOST else f"{start}\N{EN DASH}{start + LENGTH_STEP - 1}"
