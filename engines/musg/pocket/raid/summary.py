"""What a raid comes to: who fell, the hostages, the points, who has won; and the report it fills in."""

from __future__ import annotations

from engines.musg.pocket.raid.state import TEAM, RaidState, Stage
from engines.musg.report import Down, Report, Who


def winner(state: RaidState) -> str:
    """Return the key of the band that has won by what the raid is about; "" where points decide.

    Musg, Victoire !: the bomb goes off or nobody is brought out; all are brought out, the bomb does not go off, or no
    terrorist is left. Points decide where only some hostages are out, or the bomb alone still ticks.
    """
    team, terrorists = state.setup.team, state.setup.terrorists.key
    theirs, ours = state.standing(raiders=False), state.standing(raiders=True)
    live = state.bomb.stage in (Stage.CARRIED, Stage.DROPPED, Stage.TICKING)
    unopposed = live and not ours and (bool(theirs) or state.bomb.stage is Stage.TICKING)
    if state.bomb.stage is Stage.EXPLODED or unopposed:
        return terrorists
    if not theirs and any(ref not in state.fallen for ref in state.refs() if state.is_raider(ref)):
        return team
    if not state.hostages:  # a bomb that ticks at the limit is not defused (ruling M364)
        return "" if state.bomb.stage is Stage.TICKING else team
    if not any(one.saved for one in state.hostages):
        return terrorists
    return "" if any(one.is_here for one in state.hostages) else team


def bonus(state: RaidState) -> dict[str, int]:
    """Return the victory points of the hostages by band: 5 for each out, 20 less for each killed (M158, M340)."""
    saved = sum(one.saved for one in state.hostages) * TEAM.hostage_victory_points
    lost = sum(one.by_terrorists for one in state.hostages) * TEAM.hostage_penalty
    found = {state.setup.team: saved, state.setup.terrorists.key: -lost}
    return {key: points for key, points in found.items() if points}


def raid_report(state: RaidState) -> Report:
    """Return the report as far as the evening knows it: who fell, who died, the hostages' points, the winner."""
    downs = []
    for ref in state.refs():
        fall = state.fallen.get(ref)
        if fall is not None:
            key, _colon, number = ref.partition(":")
            downs.append(Down(Who(key, int(number)), fall.by, fall.killed))
    absent = tuple(Who(key, int(number)) for key, _colon, number in (ref.partition(":") for ref in state.setup.absent))
    return Report(absent=absent, downs=tuple(downs), bonus=bonus(state), winner=winner(state))
