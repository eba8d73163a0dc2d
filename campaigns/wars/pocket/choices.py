"""What a table chooses before its evening begins, one class for each game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from msgspec import Struct, field
from msgspec.structs import replace

from campaigns.wars.modules import objection
from club.operations import Objection
from engines.musg.battle.regroup.conditions import missed
from engines.musg.battle.setup import Side, side_of
from engines.musg.pocket.raid.setup import Raid
from engines.musg.pocket.setup import Agreed, Band, Menace, Setup, ref_of
from engines.musg.rules import Rules
from engines.musg.warband import Warband


class AnyChoices(Protocol):
    """Choices of any game; ``edges`` by warband key."""

    @property
    def edges(self) -> Mapping[str, str]: ...

    def agreed(self, bands: tuple[Band, ...]) -> Agreed:
        """Return the engine's setup."""

    def objections(self, rosters: Mapping[str, Warband], rules: Rules) -> list[Objection]:
        """Return what the game asks of these warbands, by key, and they do not meet."""


class Choices(Struct, frozen=True, kw_only=True):
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

    def objections(self, rosters: Mapping[str, Warband], rules: Rules) -> list[Objection]:
        """Whoever comes may meet zombies or aliens."""
        return []


class RaidChoices(Struct, frozen=True, kw_only=True):
    """What a table chooses for a raid: the key of the anti-terrorists, the aims, who stays at home (references).

    ``kits``: who has a defusing kit (references). ``any_teams``: the rules' limits of teams are not kept.
    """

    team: str
    hostages: int = 4
    bomb: bool = True
    alert: bool = True
    markers: int = 3
    absent: tuple[str, ...] = ()
    kits: tuple[str, ...] = ()
    detectors: int = 2
    any_teams: bool = False
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
            kits=self.kits if self.bomb else (),
            detectors=self.detectors if self.alert else 0,
        )

    def objections(self, rosters: Mapping[str, Warband], rules: Rules) -> list[Objection]:
        """Return what the two teams miss (rulings M207, M215, M339), as when the engine fights the battle."""
        others = [key for key in rosters if key != self.team]
        if self.any_teams or self.team not in rosters or len(others) != 1:
            return []
        anti, terrorists = (self._side(key, rosters[key]) for key in (self.team, others[0]))
        found = missed(anti, terrorists, rules.hero_points, rules.catalogue, len(self.kits) if self.bomb else 0)
        return [Objection(one.code, objection(one) or one.code, "any_teams") for one in found]

    def _side(self, key: str, roster: Warband) -> Side:
        side = side_of(key, roster)
        return replace(side, absent=tuple(one.id for one in side.figures if ref_of(key, one.id) in self.absent))
