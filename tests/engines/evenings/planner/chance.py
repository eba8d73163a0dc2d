"""Evenings made up by chance."""

from __future__ import annotations

import random

from engines.evenings.planner import Comer, Fixed, Help, Kind, Owed, PlannerSetup, Spot

KINDS = (
    Kind("bagarre", 3, 6, 60),
    Kind("baf", 2, 5, 45),
    Kind("bebop", 3, 4, 90),
    Kind("badass_force", 2, 6, 75),
    Kind("musg", 2, 2, 120, 24, 24),
    Kind("chess", 2, 2, 60),
)


def evening(seed: int, most: int = 60) -> PlannerSetup:
    """Anybody may come at any time with any wish; campaigns owe anything; some games are settled."""
    chance = random.Random(seed)
    names = [f"p{number}" for number in range(chance.randrange(most + 1))]
    kinds = tuple(chance.sample(KINDS, chance.randrange(1, len(KINDS))))
    codes = [kind.code for kind in kinds]
    spots = tuple(
        Spot(
            number + 1, chance.randrange(2, 9), *chance.choice([(0, 0), (24, 24), (36, 24)]), *_meant_for(chance, codes)
        )
        for number in range(chance.randrange(25))
    )
    pairs = [chance.sample(names, 2) for _ in names * 2] if len(names) > 1 else []
    return PlannerSetup(
        begins=0,
        ends=240,
        people=tuple(_comer(chance, name, codes) for name in names),
        kinds=kinds,
        owed=tuple(_owed(chance, number, names, codes) for number in range(len(names) // 2 if len(names) > 3 else 0)),
        spots=spots,
        fixed=tuple(_fixed(chance, names, kinds, spots)),
        met=tuple((one, other, chance.randrange(1, 4)) for one, other in pairs),
        sat=tuple((chance.choice(names), spot.number, 1) for spot in spots * 3) if names else (),
        starts=chance.choice([(), (0,), (0, 120), (0, 60, 180)]),
    )


def _meant_for(chance: random.Random, codes: list[str]) -> list[tuple[str, ...]]:
    return [tuple(chance.sample(codes, 1))] if chance.random() < 0.2 else []


def _comer(chance: random.Random, name: str, codes: list[str]) -> Comer:
    return Comer(
        name,
        wants=tuple(chance.sample(codes, chance.randrange(min(3, len(codes)) + 1))) if chance.random() < 0.6 else (),
        new_to=("*",) if chance.random() < 0.2 else (),
        explains=tuple(chance.sample(codes, 1)) if chance.random() < 0.3 else (),
        arrives=chance.choice([None, None, None, 30, 60]),
        leaves=chance.choice([None, None, None, 90, 150]),
    )


def _owed(chance: random.Random, number: int, names: list[str], codes: list[str]) -> Owed:
    people = chance.sample(names, chance.choice([2, 2, 2, 2, 3]))
    warbands = tuple(int(person[1:]) + chance.randrange(2) for person in people)
    return Owed(
        f"battle-{number}",
        chance.choice([*codes, "musg"]),
        tuple(people),
        120,
        warbands if len(set(warbands)) == len(warbands) else (),
        24,
        24,
        due=chance.random() < 0.7,
        rank=chance.randrange(3),
        odds=chance.choice([None, chance.randrange(1001)]),
        helps=(Help("points", chance.randrange(1001)),),
        begins=chance.choice([None, None, 30, 90]),
    )


def _fixed(chance: random.Random, names: list[str], kinds: tuple[Kind, ...], spots: tuple[Spot, ...]) -> list[Fixed]:
    free, tables = chance.sample(names, len(names)), [spot.number for spot in spots]
    made = []
    for number in range(chance.randrange(4)):
        kind = chance.choice(kinds)
        people = tuple(free.pop() for _ in range(min(kind.least, len(free))))
        room = chance.choice([0, 0, kind.most - len(people)])
        begins = chance.choice([0, 60])
        spot = tables.pop() if tables else 0
        made.append(Fixed(f"fixed-{number}", kind.code, people, begins, 180, spot, room=room))
    return made
