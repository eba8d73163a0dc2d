"""What a table agrees on before it plays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from engines.bagarre.hero_codes import CODES
from engines.core.problems import Problem
from engines.core.setup import range_problems

PLAYERS: Final = (2, 6)
"""Fewest and most players (ruling B54)."""

JOKER_VALUE: Final = (1, 30)
REDRAW: Final = (0, 25)
TURN_LIMIT: Final = (1, 10_000)


class Options(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The variants and switches of a game.

    ``joker_value`` (1 to 30) is what a joker is worth (ruling B1); three cards that total ``redraw_threshold`` (0 to
    25) or less are dealt anew (ruling B9). ``heroes``: play with heroes. ``trolls``: two heroes each. ``teams``: the
    team number of each seat, seated alternately; empty when everybody plays alone. ``same_hero_per_team``: all of a
    team play the same hero. ``fixed_heroes``: the heroes of each seat by code instead of dealt ones, for simulations
    and demonstrations. ``turn_limit``: after so many turns those still standing share the victory (ruling B61); the
    rulebook knows no such limit, but a game between two players who never attack would never end.
    """

    joker_value: int = 20
    redraw_threshold: int = 10
    heroes: bool = True
    trolls: bool = False
    teams: tuple[int, ...] = ()
    same_hero_per_team: bool = False
    fixed_heroes: tuple[tuple[str, ...], ...] = ()
    turn_limit: int = 1000


RULES: Final = (1, 2)
"""The versions of the rules: in 1 nobody won when nobody was left or the turn limit was reached (ruling B61)."""
SHARED: Final = 2
"""From this version on those who fell last, or those still standing, share the victory (ruling B61)."""


class Setup(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a game starts from. With the dice and the log it is the whole truth about a game.

    ``rules`` is the version of the rules: recorded games keep theirs, and a document that names none is of the first.
    """

    players: int
    options: Options = Options()
    rules: int = RULES[-1]

    def problems(self) -> Iterator[Problem]:
        """Yield everything that is wrong with it."""
        options = self.options
        yield from range_problems("players", self.players, PLAYERS, "ruling B54")
        yield from range_problems("joker_value", options.joker_value, JOKER_VALUE, "ruling B1")
        yield from range_problems("redraw_threshold", options.redraw_threshold, REDRAW, "ruling B9")
        yield from range_problems("turn_limit", options.turn_limit, TURN_LIMIT)
        yield from range_problems("rules", self.rules, (RULES[0], RULES[-1]))
        if options.teams:
            yield from _team_problems(self.players, options.teams)
        elif options.same_hero_per_team:
            yield Problem("same_hero_without_teams", None, {}, TEAMS)
        if options.trolls and not options.heroes:
            yield Problem("trolls_without_heroes", None, {}, TROLLS)
        if options.fixed_heroes:
            yield from _hero_problems(self.players, options)


TEAMS: Final = "La Bagarre, Bagarre en équipes"
TROLLS: Final = "La Bagarre, Trolls à deux têtes"
HEROES: Final = "La Bagarre, Héros"


def _team_problems(players: int, teams: tuple[int, ...]) -> Iterator[Problem]:
    if len(teams) != players:
        yield Problem("teams_seats", None, {"count": len(teams), "most": players}, TEAMS)
        return
    count = len(set(teams))
    alternate = teams == teams[:count] * (players // count) and len(set(teams[:count])) == count
    if (players, count) not in ((4, 2), (6, 2), (6, 3)) or not alternate:
        yield Problem("teams_shape", None, {"item": " ".join(map(str, teams)), "players": players}, TEAMS)


def _hero_problems(players: int, options: Options) -> Iterator[Problem]:
    if not options.heroes:
        yield Problem("fixed_heroes_without_heroes", None, {}, HEROES)
        return
    if len(options.fixed_heroes) != players:
        yield Problem("fixed_heroes_seats", None, {"count": len(options.fixed_heroes), "most": players}, HEROES)
        return
    each = 2 if options.trolls else 1
    for seat, codes in enumerate(options.fixed_heroes):
        yield from (Problem("no_such_hero", seat, {"item": code}, HEROES) for code in codes if code not in CODES)
        if len(codes) != each or len(set(codes)) != len(codes):
            yield Problem("heroes_per_seat", seat, {"count": len(codes), "most": each}, TROLLS)
