"""The portraits of those who fight in a replay, for one reader."""

from __future__ import annotations

from campaigns.wars.replay.frames import figures_of
from club.access import User
from engines.musg.battle.setup import Setup
from rosters.access import readable_by


def portraits_for(user: User, setup: Setup) -> dict[int, str]:
    """Return where the portraits of the warbands' figures are found, by the figures' numbers in the battle. One query.

    They hang in warbands that ``user`` may read, as the address of each asks again. Whoever a module brings in has
    none, whatever number it wears.
    """
    keys = [side.key for side in setup.sides]
    found = readable_by(user).filter(key__in=keys).only("key", "portraits_hung")
    warbands = {warband.key: warband for warband in found}
    addresses = {
        one.number: warbands[keys[one.side]].portrait(one.member)
        for one in figures_of(setup)
        if keys[one.side] in warbands
    }
    return {number: address for number, address in addresses.items() if address}
