"""Random campaigns: three warbands that live, meet in battles and hire each other's departed."""

from __future__ import annotations

from functools import cache
from random import Random

from hypothesis import strategies as st

from engines.core.problems import Illegal
from engines.musg import journal, report as reports
from engines.musg.corrections.timeline import Act, Clash, Timeline
from engines.musg.entries import AnyEntry, Fight, HireCharacter
from engines.musg.report import DRAW, Down, Report, Who
from engines.musg.succession import character_for_hire
from engines.musg.warband import Standing, Warband
from tests.engines.musg import journeys

KEYS = ("wolves", "crows", "hares")
LIVES = 30
LENGTH = 75

lives = st.integers(0, LIVES - 1)


@cache
def campaign(seed: int) -> Timeline:
    """A whole campaign; every act of it held when it was made."""
    random = Random(seed)
    setups = {key: journeys.some_setup(random) for key in KEYS}
    states = {key: journal.begin(setup) for key, setup in setups.items()}
    acts: list[Act | Clash] = []
    openings = {key: journeys._opening(random, setups[key]) for key in KEYS}
    while len(acts) < LENGTH:
        key = random.choice(KEYS)
        if not openings[key] and random.random() < 0.15:
            clash = some_clash(random, states, f"b{len(acts)}")
            if clash is not None:
                states |= {k: journal.apply(states[k], fight).warband for k, fight in clash.fights.items()}
                acts.append(clash)
            continue
        entry = openings[key].pop(0) if openings[key] else some_act(random, states, key)
        try:
            states[key] = journal.apply(states[key], entry).warband
        except Illegal:
            continue
        acts.append(Act(f"a{len(acts)}", key, entry))
    return Timeline(setups, tuple(acts))


def some_act(random: Random, states: dict[str, Warband], key: str) -> AnyEntry:
    """Something a warband may do by itself; the departed of all are hired by any."""
    departed = [f for state in states.values() for f in state.figures if f.standing is Standing.FOR_HIRE]
    if departed and random.random() < 0.3:
        return HireCharacter(character=character_for_hire(random.choice(departed)))
    while True:
        entry = journeys.some_entry(random, states[key])
        if not isinstance(entry, Fight):
            return entry


def some_clash(random: Random, states: dict[str, Warband], ref: str) -> Clash | None:
    sides = {key: states[key] for key in random.sample(KEYS, 2)}
    if any(not state.mustered or state.engagement for state in sides.values()):
        return None
    report = some_report(random, sides)
    if reports.problems(sides, report):
        return None
    engagements = reports.engagements(sides, report, battle=ref, title="The Ford")
    return Clash(ref, ref, "The Ford", report, {key: Fight(engagement=e) for key, e in engagements.items()})


def some_report(random: Random, sides: dict[str, Warband]) -> Report:
    """A report between these rosters, with every erratic figure's die."""
    activity = {
        f"{key}:{figure.id}": random.randint(1, 6)
        for key, state in sides.items()
        for figure in state.active
        if reports.erratic(figure, state.catalogue)
    }
    absent = tuple(Who(k, f.id) for k, s in sides.items() for f in s.active if random.random() < 0.05)
    bare = Report(absent=absent, activity=activity, leave=reports.needing_leave(sides))
    present = [Who(key, number) for key, numbers in reports.present(sides, bare).items() for number in numbers]
    downs = []
    for victim in present:
        foes = [who for who in present if who.warband != victim.warband]
        if random.random() < 0.35:
            by = random.choice(foes) if foes and random.random() < 0.8 else None
            downs.append(Down(victim, by, random.random() < 0.15))
    winner = random.choice(["", "", DRAW, *sides])
    return Report(
        absent=absent,
        activity=activity,
        leave=bare.leave,
        downs=tuple(downs),
        bonus={random.choice(list(sides)): random.choice([0, 5, 40])},
        winner=winner,
        reason="The scenario says so" if winner else "",
    )
