"""Printed profiles as rows, for choosing whom to hire. Cached for each language."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from django.utils.translation import get_language, gettext as _, override
from msgspec import Struct

from club.words import words
from engines.musg import muster, pulp
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.types import Characteristic, Profile
from engines.musg.ranks import Rank
from engines.musg.warband import Warband
from rosters import wording
from rosters.gear_lines import DASH

MOST_COMPARED: Final = 3


class ProfileRow(Struct, frozen=True):
    """One printed profile: whose, its seven values as printed, its cost in points, special rules."""

    code: str
    name: str
    values: tuple[str, ...]
    cost: str
    rules: tuple[str, ...] = ()


class RaceCard(Struct, frozen=True):
    """A race to choose from: its name, what is special about it, the profiles of its ranks."""

    code: str
    name: str
    notes: tuple[str, ...]
    profiles: tuple[ProfileRow, ...]


class RankCompared(Struct, frozen=True):
    """One rank of several races side by side: a line for the cost and for each characteristic, a value for each race.

    Where a race has no such rank, its values are dashes.
    """

    name: str
    lines: tuple[tuple[str, str, tuple[str, ...]], ...]


class Comparison(Struct, frozen=True):
    """Races side by side: their cards, and their ranks."""

    races: tuple[RaceCard, ...]
    ranks: tuple[RankCompared, ...]


def compared(codes: Iterable[str], catalogue: Catalogue) -> Comparison | None:
    """Put the first few races of these codes side by side, in the catalogue's order; ``None`` for fewer than two."""
    wanted = set(codes)
    races = tuple(race for race in race_cards(catalogue) if race.code in wanted)[:MOST_COMPARED]
    if len(races) < 2:
        return None
    rows = [{row.code: row for row in race.profiles} for race in races]
    ranks = {row.code: row.name for race in races for row in race.profiles}
    return Comparison(races, tuple(_rank(name, [found.get(code) for found in rows]) for code, name in ranks.items()))


def _rank(name: str, rows: list[ProfileRow | None]) -> RankCompared:
    lines = [(_("Cost"), _("Cost"), tuple(row.cost if row else DASH for row in rows))]
    for place, (short, whole) in enumerate(headings()):
        lines.append((short, whole, tuple(row.values[place] if row else DASH for row in rows)))
    return RankCompared(name, tuple(lines))


def headings() -> tuple[tuple[str, str], ...]:
    """Return the columns of a profile: heading and whole name."""
    return tuple((wording.characteristic_short(c), wording.characteristic_name(c)) for c in Characteristic)


def profile_rows(roster: Warband, rank: Rank) -> tuple[ProfileRow, ...]:
    """Return the profiles open to a warband for a rank, with what each costs it."""
    catalogue = roster.catalogue
    if rank is Rank.EXTRA:
        return (_row("extra", wording.rank_name(rank), catalogue.extra, catalogue.extra.cost),)
    rows = tuple(
        _row(
            race,
            wording.marked(catalogue.races[race], catalogue),
            catalogue.races[race].profiles[rank],
            muster.hire_cost(roster, rank, race),
        )
        for race in muster.open_races(roster, rank)
    )
    return (*rows, *_zombies(roster)) if rank is Rank.HENCHMAN else rows


def _zombies(roster: Warband) -> tuple[ProfileRow, ...]:
    """Return the profile of the zombies that a pulp villain may raise as henchmen; none for anybody else."""
    if not pulp.raises_zombies(roster):
        return ()
    row = roster.catalogue.raised
    notes = tuple(words(note) for note in row.notes)
    return (_row(row.code, words(row.name), row.profile, muster.zombie_cost(roster), notes),)


def mercenary_rows(catalogue: Catalogue) -> tuple[ProfileRow, ...]:
    """Return the mercenaries of a catalogue with their special rules."""
    return _mercenaries(catalogue, get_language() or "en")


def race_cards(catalogue: Catalogue) -> tuple[RaceCard, ...]:
    """Return every race of a catalogue that a warband may be of, in its order."""
    return _races(catalogue, get_language() or "en")


def _row(code: str, name: str, profile: Profile, cost: int | str, rules: tuple[str, ...] = ()) -> ProfileRow:
    return ProfileRow(
        code, name, tuple(wording.characteristic_value(c, profile.value(c)) for c in Characteristic), str(cost), rules
    )


@lru_cache(maxsize=16)
def _mercenaries(catalogue: Catalogue, language: str) -> tuple[ProfileRow, ...]:
    with override(language):
        return tuple(
            _row(
                row.code,
                wording.marked(row, catalogue),
                row.profile,
                f"{row.engagement} + {row.fee}",
                (*wording.brought_along(row, catalogue), *(words(rule) for rule in row.rules)),
            )
            for row in catalogue.offered(catalogue.mercenaries).values()
        )


@lru_cache(maxsize=16)
def _races(catalogue: Catalogue, language: str) -> tuple[RaceCard, ...]:
    with override(language):
        return tuple(
            RaceCard(
                code=race.code,
                name=wording.marked(race, catalogue),
                notes=tuple(words(note) for note in race.notes),
                profiles=tuple(
                    _row(rank.value, wording.rank_name(rank), profile, profile.cost)
                    for rank, profile in race.profiles.items()
                ),
            )
            for race in catalogue.offered(catalogue.races).values()
        )
