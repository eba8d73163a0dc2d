"""Events about weapons in the middle of the table, the pile and the discard."""

from __future__ import annotations

from engines.core.event import Event


class Executed(Event, frozen=True, kw_only=True, tag="executed"):
    """A seat uses the execution of its weapon."""

    seat: int
    weapon: str
    ammo: int


class WeaponDiscarded(Event, frozen=True, kw_only=True, tag="weapon_discarded"):
    """A seat's weapon went to the discard; what was on it is lost."""

    seat: int
    weapon: str


class WeaponTaken(Event, frozen=True, kw_only=True, tag="weapon_taken"):
    """A seat took a weapon from the middle, with nothing on it (ruling F10) but what a card let it keep (F59)."""

    seat: int
    weapon: str
    ammo: int = 0


class WeaponRevealed(Event, frozen=True, kw_only=True, tag="weapon_revealed"):
    """A weapon came from the pile to the middle."""

    weapon: str


class PileReformed(Event, frozen=True, kw_only=True, tag="pile_reformed"):
    """The pile was used up; the discard, ``count`` weapons, was shuffled to be the new one (ruling F49)."""

    count: int
