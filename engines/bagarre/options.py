"""What a table agrees on before it plays."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from engines.core.problems import Illegal, Problem

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

    ``rules`` is the version of the rules: recorded games keep theirs, and what names none is of the first.
    """

    players: int
    options: Options = Options()
    rules: int = RULES[0]


def problems(setup: Setup, hero_codes: tuple[str, ...]) -> list[Problem]:
    """Return everything that is wrong with a setup; ``hero_codes`` are the heroes there are."""
    options = setup.options
    found = [
        *_range("players", setup.players, PLAYERS, "ruling B54"),
        *_range("joker_value", options.joker_value, JOKER_VALUE, "ruling B1"),
        *_range("redraw_threshold", options.redraw_threshold, REDRAW, "ruling B9"),
        *_range("turn_limit", options.turn_limit, TURN_LIMIT, ""),
        *_range("rules", setup.rules, (RULES[0], RULES[-1]), ""),
    ]
    if options.teams:
        found += _teams(setup.players, options.teams)
    elif options.same_hero_per_team:
        found.append(Problem("same_hero_without_teams", None, {}, TEAMS))
    if options.trolls and not options.heroes:
        found.append(Problem("trolls_without_heroes", None, {}, TROLLS))
    if options.fixed_heroes:
        found += _heroes(setup, hero_codes)
    return found


def check(setup: Setup, hero_codes: tuple[str, ...]) -> None:
    """Raise ``Illegal`` with everything that is wrong with a setup."""
    found = problems(setup, hero_codes)
    if found:
        raise Illegal(found)


TEAMS: Final = "La Bagarre, Bagarre en équipes"
TROLLS: Final = "La Bagarre, Trolls à deux têtes"


def _range(item: str, value: int, limits: tuple[int, int], rule: str) -> list[Problem]:
    least, most = limits
    if least <= value <= most:
        return []
    return [Problem("option_out_of_range", None, {"item": item, "value": value, "least": least, "most": most}, rule)]


def _teams(players: int, teams: tuple[int, ...]) -> list[Problem]:
    if len(teams) != players:
        return [Problem("teams_seats", None, {"count": len(teams), "most": players}, TEAMS)]
    count = len(set(teams))
    alternate = teams == teams[:count] * (players // count) and len(set(teams[:count])) == count
    if (players, count) not in ((4, 2), (6, 2), (6, 3)) or not alternate:
        return [Problem("teams_shape", None, {"item": " ".join(map(str, teams)), "players": players}, TEAMS)]
    return []


def _heroes(setup: Setup, hero_codes: tuple[str, ...]) -> list[Problem]:
    options = setup.options
    if not options.heroes:
        return [Problem("fixed_heroes_without_heroes", None, {}, "La Bagarre, Héros")]
    if len(options.fixed_heroes) != setup.players:
        count = len(options.fixed_heroes)
        return [Problem("fixed_heroes_seats", None, {"count": count, "most": setup.players}, "La Bagarre, Héros")]
    each = 2 if options.trolls else 1
    found = []
    for seat, codes in enumerate(options.fixed_heroes):
        found += [
            Problem("no_such_hero", seat, {"item": code}, "La Bagarre, Héros")
            for code in codes
            if code not in hero_codes
        ]
        if len(codes) != each or len(set(codes)) != len(codes):
            found.append(Problem("heroes_per_seat", seat, {"count": len(codes), "most": each}, TROLLS))
    return found
