"""What a raid begins with: who raids, and what it is about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET, UnsetType

from engines.core.problems import Problem
from engines.musg.pocket.setup import Agreed, Band, ref_of
from engines.musg.ranks import Rank

HOSTAGES_MOST: Final = 12
MARKERS: Final = (2, 6)
"""How few and how many markers a guard's round has (ruling M338)."""
DETECTORS_MOST: Final = 6


class Raid(Agreed, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="raid", tag_field="game"):
    """What is agreed before the first turn of a raid.

    ``team``: the key of the anti-terrorists' band; the other one are the terrorists. ``hostages``: how many are held,
    0 to ``HOSTAGES_MOST``; ``bomb``: whether there is one. ``alert``: whether it is played, which is open where there
    are no hostages only (ruling M337). ``markers``: of each guard's round until somebody says otherwise.
    ``absent``: the references of those of both warbands who stayed at home; they are in no band here. ``kits``: the
    references of the anti-terrorists with a defusing kit, ``detectors``: how many the terrorists lay; unset in
    evenings that do not keep them.
    """

    team: str
    hostages: int = 4
    bomb: bool = True
    alert: bool = True
    markers: int = 3
    absent: tuple[str, ...] = ()
    kits: tuple[str, ...] | UnsetType = UNSET
    detectors: int | UnsetType = UNSET

    @property
    def kit_bearers(self) -> tuple[str, ...]:
        """Who comes with a defusing kit."""
        return () if self.kits is UNSET else self.kits

    @property
    def silenced(self) -> tuple[str, ...]:
        """Who comes with a silenced pistol: the anti-terrorists' free first one (rulings M107, M342)."""
        return tuple(ref_of(self.team, one.id) for one in self.raiders.fighters if one.pistol)

    @property
    def raiders(self) -> Band:
        """The anti-terrorists."""
        return next(band for band in self.bands if band.key == self.team)

    @property
    def terrorists(self) -> Band:
        """The terrorists."""
        return next(band for band in self.bands if band.key != self.team)

    @property
    def guards(self) -> tuple[str, ...]:
        """The references of the terrorists who walk rounds: all but leader and lieutenants (Musg, En alerte)."""
        band = self.terrorists
        free = (Rank.LEADER, Rank.LIEUTENANT)
        return tuple(f"{band.key}:{one.id}" for one in band.fighters if one.rank not in free)

    def problems(self) -> Iterator[Problem]:
        """Yield all that is wrong with it."""
        yield from Agreed.problems(self)
        if len(self.bands) != 2 or self.team not in [band.key for band in self.bands]:
            yield Problem("raid_bands", None, {"count": len(self.bands)})
        if not 0 <= self.hostages <= HOSTAGES_MOST:
            yield Problem("raid_hostages", None, {"value": self.hostages, "most": HOSTAGES_MOST})
        if not self.hostages and not self.bomb:
            yield Problem("raid_aim")
        if self.hostages and not self.alert:
            yield Problem("raid_alert", None, {}, "ruling M337")
        if not MARKERS[0] <= self.markers <= MARKERS[1]:
            yield Problem("raid_markers", None, {"least": MARKERS[0], "most": MARKERS[1]}, "ruling M338")
        if self.detectors is not UNSET and not 0 <= self.detectors <= DETECTORS_MOST:
            yield Problem("raid_detectors", None, {"value": self.detectors, "most": DETECTORS_MOST}, "ruling M335")
        bearers = self.kit_bearers
        strangers = [ref for ref in bearers if self.fighter(ref) is None or ref.partition(":")[0] != self.team]
        if strangers or len(set(bearers)) < len(bearers):
            yield Problem("raid_kits", None, {}, "ruling M341")
