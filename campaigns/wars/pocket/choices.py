"""What a table chooses before its evening begins, one class for each game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from msgspec.structs import replace

from engines.musg.pocket.raid.setup import Raid
from engines.musg.pocket.setup import Agreed, Band, Menace, Setup, ref_of


class AnyChoices(Protocol):
    """Choices of any game; ``edges`` by warband key."""

    @property
    def edges(self) -> Mapping[str, str]: ...

    def agreed(self, bands: tuple[Band, ...]) -> Agreed:
        """Return the engine's setup."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What a table chooses for zombies or aliens; ``edges`` by warband key."""

    menace: Menace
    civilian_points: int = 5
    fatal_afterwards: bool = False
    game_master: bool = False
    edges: Mapping[str, str]

    def agreed(self, bands: tuple[Band, ...]) -> Agreed:
        """Return the engine's setup."""
        return Setup(
            menace=self.menace,
            bands=bands,
            civilian_points=self.civilian_points,
            fatal_afterwards=self.fatal_afterwards,
            game_master=self.game_master,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RaidChoices:
    """What a table chooses for a raid: the key of the anti-terrorists, the aims, who stays at home (references)."""

    team: str
    hostages: int = 4
    bomb: bool = True
    alert: bool = True
    markers: int = 3
    absent: tuple[str, ...] = ()
    edges: Mapping[str, str] = field(default_factory=dict)

    def agreed(self, bands: tuple[Band, ...]) -> Agreed:
        """Return the engine's setup, without those who stay at home."""
        coming = tuple(
            replace(band, fighters=tuple(one for one in band.fighters if ref_of(band.key, one.id) not in self.absent))
            for band in bands
        )
        return Raid(
            bands=coming,
            team=self.team,
            hostages=self.hostages,
            bomb=self.bomb,
            alert=self.alert,
            markers=self.markers,
            absent=self.absent,
        )
