"""Printed profiles as rows, for choosing whom to hire. Cached for each language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import get_language, override

from club.words import words
from engines.musg import muster
from engines.musg.catalogue import CATALOGUE
from engines.musg.catalogue.types import Characteristic, Profile
from engines.musg.ranks import Rank
from engines.musg.warband import Warband
from rosters import wording
from rosters.figure_card import shown


@dataclass(frozen=True, slots=True)
class ProfileRow:
    """One printed profile: whose, its seven values as printed, its cost in points, special rules."""

    code: str
    name: str
    values: tuple[str, ...]
    cost: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RaceCard:
    """A race to choose from: its name, what is special about it, the profiles of its ranks."""

    code: str
    name: str
    notes: tuple[str, ...]
    profiles: tuple[ProfileRow, ...]


def headings() -> tuple[tuple[str, str], ...]:
    """Return the columns of a profile: heading and whole name."""
    return tuple((wording.characteristic_short(c), wording.characteristic_name(c)) for c in Characteristic)


def profile_rows(roster: Warband, rank: Rank) -> tuple[ProfileRow, ...]:
    """Return the profiles open to a warband for a rank, with what each costs it."""
    if rank is Rank.EXTRA:
        return (_row("extra", wording.rank_name(rank), CATALOGUE.extra, CATALOGUE.extra.cost),)
    return tuple(
        _row(race, wording.race_name(race), CATALOGUE.races[race].profiles[rank], muster.hire_cost(roster, rank, race))
        for race in muster.races_for(roster, rank)
    )


def mercenary_rows() -> tuple[ProfileRow, ...]:
    """Return the six mercenaries with their special rules."""
    return _mercenaries(get_language() or "en")


def race_cards() -> tuple[RaceCard, ...]:
    """Return every race a warband may be of, in the printed order."""
    return _races(get_language() or "en")


def _row(code: str, name: str, profile: Profile, cost: int | str, rules: tuple[str, ...] = ()) -> ProfileRow:
    return ProfileRow(code, name, tuple(shown(c, profile.value(c)) for c in Characteristic), str(cost), rules)


@lru_cache(maxsize=4)
def _mercenaries(language: str) -> tuple[ProfileRow, ...]:
    with override(language):
        return tuple(
            _row(
                row.code,
                words(row.name),
                row.profile,
                f"{row.engagement} + {row.fee}",
                tuple(words(rule) for rule in row.rules),
            )
            for row in CATALOGUE.mercenaries.values()
        )


@lru_cache(maxsize=4)
def _races(language: str) -> tuple[RaceCard, ...]:
    with override(language):
        return tuple(
            RaceCard(
                code=race.code,
                name=words(race.name),
                notes=tuple(words(note) for note in race.notes),
                profiles=tuple(
                    _row(rank.value, wording.rank_name(rank), profile, profile.cost)
                    for rank, profile in race.profiles.items()
                ),
            )
            for race in CATALOGUE.races.values()
        )
