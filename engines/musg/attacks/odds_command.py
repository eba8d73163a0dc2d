"""``python -m engines musg odds`` and ``odds-check``: the chances of one attack from a shell."""

from __future__ import annotations

import json
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf
from typing import Any, Final

from engines.core.command import Answer, Command, at_least
from engines.musg.attacks import fighter
from engines.musg.attacks.aim import BEST, WORST, blow, shot, wound_need
from engines.musg.attacks.fighter import Fighter, Gun, Strike
from engines.musg.attacks.odds import Chances, Odds, blow_odds, cover_odds, mean, shot_odds
from engines.musg.attacks.odds_check import CASES, TOLERANCE, check
from engines.musg.attacks.terms import Blow, Edge, Target
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.catalogue.types import Profile
from engines.musg.ground.templates import FLAME_LENGTH
from engines.musg.ranks import Rank

HEIGHTS: Final = {"lower": -1, "level": 0, "higher": 1}
_PROFILES: Final = ("shooting", "melee", "strength")


def target_argument(text: str) -> Target:
    """Read ``TOUGHNESS:HIT_POINTS[:BUCKLERS]`` with the letters i (ignores the first wound) and c (blade catcher).

    Raises ``ArgumentTypeError`` for anything else.
    """
    numbers = text.rstrip("ic")
    letters = text[len(numbers) :]
    try:
        toughness, hit_points, *more = [int(part) for part in numbers.split(":")]
        (bucklers,) = more or [0]
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not TOUGHNESS:HIT_POINTS[:BUCKLERS], as in 4:3 or 4:3:1") from None
    if toughness < 1 or hit_points < 1 or not 0 <= bucklers <= 2:
        raise ArgumentTypeError(f"{text!r}: toughness and hit points of 1 or more, 0 to 2 bucklers")
    return Target(0, toughness, hit_points, bucklers, ignores_wound="i" in letters, catches_blade="c" in letters)


def die_argument(text: str) -> int:
    """Read the lowest die that hits. Raises ``ArgumentTypeError`` outside 2 to 6 (rulings M82, M112)."""
    if not text.isdecimal() or not BEST <= int(text) <= WORST:
        raise ArgumentTypeError(f"{text!r} is not a die from {BEST} to {WORST}")
    return int(text)


def paces_argument(text: str) -> float:
    """Read a distance in paces. Raises ``ArgumentTypeError`` below 0 and for what is no number."""
    try:
        paces = float(text)
    except ValueError:
        paces = -1.0
    if not 0 <= paces < inf:
        raise ArgumentTypeError(f"{text!r} is not a number of paces, 0 or more")
    return paces


def arguments(parser: ArgumentParser) -> None:
    """Take an attacker, a weapon, the circumstances and the targets."""
    nobody = CATALOGUE.of_nobody.code
    one = parser.add_argument_group("attacker (a printed profile, each number of which may be replaced)")
    one.add_argument("--race", default=nobody, choices=CATALOGUE.races, help=f"default: {nobody}")
    ranks = [rank.value for rank in (Rank.LEADER, Rank.LIEUTENANT, Rank.HENCHMAN, Rank.EXTRA)]
    one.add_argument("--rank", default="henchman", choices=ranks, help="default: henchman")
    one.add_argument("--shooting", type=die_argument, metavar="N", help="lowest die that hits at medium range")
    one.add_argument("--melee", type=die_argument, metavar="N", help="lowest die that hits in close combat")
    one.add_argument("--strength", type=at_least(1), metavar="N", help="without a weapon's")
    one.add_argument("--gear", action="append", default=[], choices=CATALOGUE.equipment, metavar="CODE")
    one.add_argument("--skill", action="append", default=[], choices=CATALOGUE.skills, metavar="CODE")
    two = parser.add_argument_group("attack")
    weapons = [*CATALOGUE.ranged, *CATALOGUE.melee]
    two.add_argument(
        "--weapon",
        action="append",
        required=True,
        choices=weapons,
        metavar="CODE",
        help="one that shoots, or those held",
    )
    two.add_argument("--distance", type=paces_argument, metavar="PACES", help="of a shot")
    two.add_argument("--height", choices=HEIGHTS, default="level", help="where the attacker stands")
    two.add_argument(
        "--obstacle",
        action="append",
        default=[],
        type=paces_argument,
        metavar="PACES",
        help="distance of a covering obstacle",
    )
    two.add_argument("--charged", action="store_true", help="after a successful charge: strength +1")
    two.add_argument("--dive", action="store_true", help="a harasser from higher up: hits without a roll")
    parser.add_argument(
        "--target",
        action="append",
        required=True,
        type=target_argument,
        metavar="T:HP[:BUCKLERS][i][c]",
        help="toughness and hit points left, nearest first; i ignores its first wound, c has the blade catcher",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def odds(options: Namespace) -> Answer:
    """Answer the exact chances of one attack. Raises ``ValueError`` for an attack that cannot be made."""
    attacker = _attacker(options)
    facts, found = _shoot(attacker, options) if attacker.guns else _strike(attacker, options)
    if options.json:
        return Answer(json.dumps({**facts, **as_json(found)}, indent=2))
    return Answer("\n".join(_lines(facts, found)))


def as_json(found: Odds) -> dict[str, Any]:
    """Return odds as plain lists and numbers."""
    return {
        "hits": list(found.hits),
        "expected_hits": found.expected_hits,
        "wounds": list(found.wounds),
        "expected_wounds": found.expected_wounds,
        "targets": [
            {"lost": list(one.lost), "expected": one.expected, "out": one.out, "dead": one.dead}
            for one in found.targets
        ],
        "burst": found.burst,
    }


def check_arguments(parser: ArgumentParser) -> None:
    """Take how often each attack is rolled, and the seed."""
    parser.add_argument("--rolls", type=int, default=200_000, metavar="N", help="attacks per case (default: 200000)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed of the dice (default: 1)")


def odds_check(options: Namespace) -> Answer:
    """Answer how far rolled attacks lie from the computed odds; status 1 when any lies too far."""
    if options.rolls < 1:
        raise ValueError(f"--rolls {options.rolls}: at least 1")
    lines = []
    status = 0
    for number, case in enumerate(CASES):
        shares = check(case, options.rolls, options.seed + number)
        worst = max(shares, key=lambda one: one.off)
        status |= not worst.good
        verdict = "ok " if worst.good else "OFF"
        lines.append(
            f"{verdict}  {case.name:<30} {len(shares):3} numbers, the farthest {worst.off:4.1f} deviations off: "
            f"{worst.what}, computed {worst.chance:.5f}, rolled {worst.share:.5f}"
        )
    total = f"{len(CASES)} attacks, each rolled {options.rolls} times; at most {TOLERANCE:g} deviations allowed"
    return Answer("\n".join([*lines, total]), status)


def _attacker(options: Namespace) -> Fighter:
    rank = Rank(options.rank)
    printed = CATALOGUE.extra if rank is Rank.EXTRA else CATALOGUE.races[options.race].profiles[rank]
    given = {name: getattr(options, name) for name in _PROFILES if getattr(options, name) is not None}
    profile: Profile = replace(printed, **given)
    return fighter.of_profile(
        profile, CATALOGUE, rank=rank, race=options.race, items=(*options.gear, *options.weapon), skills=options.skill
    )


def _shoot(attacker: Fighter, options: Namespace) -> tuple[dict[str, Any], Odds]:
    if len(options.weapon) > 1:
        raise ValueError(f"{' and '.join(options.weapon)}: one ranged weapon fires at a time")
    if options.charged or options.dive:
        raise ValueError("--charged and --dive are for close combat")
    gun: Gun = attacker.guns[0]
    targets: Sequence[Target] = options.target
    facts: dict[str, Any] = {"weapons": [gun.code], "strength": [gun.strength]}
    if gun.template is not None:
        reach = gun.long or FLAME_LENGTH
        if options.distance is not None and options.distance > reach:
            raise ValueError(f"{gun.code} reaches {reach:g} paces, not {options.distance:g}")
        facts["wounds_on"] = [wound_need(gun.strength, one.toughness) for one in targets]
        return facts, cover_odds(gun.strength, targets, vital=attacker.vital_points)
    if options.distance is None:
        raise ValueError(f"{gun.code}: --distance is needed for a shot")
    if any(obstacle > options.distance for obstacle in options.obstacle):
        raise ValueError(f"--obstacle beyond the target, which is {options.distance:g} paces away")
    if len(targets) > gun.dice:
        raise ValueError(f"{gun.code} hits {gun.dice} at most, not {len(targets)} targets")
    aimed = shot(attacker, gun, options.distance, height=HEIGHTS[options.height], obstacles=options.obstacle)
    if aimed is None:
        raise ValueError(
            f"{gun.code} cannot hit at {options.distance:g} paces ({options.height} ground): "
            "beyond its range, or more than 6 is needed (ruling M81)"
        )
    facts |= {"hits_on": aimed.to_hit, "cover": list(aimed.cover), "dice": aimed.dice}
    facts["wounds_on"] = [wound_need(gun.strength, one.toughness) for one in targets]
    return facts, shot_odds(aimed, targets)


def _strike(attacker: Fighter, options: Namespace) -> tuple[dict[str, Any], Odds]:
    if options.distance is not None or options.obstacle or options.height != "level":
        raise ValueError("--distance, --obstacle and --height are for shots (rulings M63, M103, M117)")
    if len(options.target) > 1:
        raise ValueError("an attack in close combat strikes one enemy (ruling M118)")
    found: Strike = attacker.strikes[0]
    if sorted(found.codes) != sorted(options.weapon):
        raise ValueError(
            f"{' and '.join(options.weapon)}: not to be used together; at best {' and '.join(found.codes)}"
        )
    made: Blow = blow(attacker, found, charged=options.charged)
    if options.dive:
        edges = tuple(Edge(edge.strength, edge.dice, None) for edge in made.edges)
        made = Blow(figure=made.figure, edges=edges, extra_die=made.extra_die, vital=made.vital)
    target: Target = options.target[0]
    facts = {
        "weapons": list(found.codes),
        "strength": [edge.strength for edge in made.edges],
        "hits_on": made.edges[0].to_hit,
        "dice": sum(edge.dice for edge in made.edges),
        "wounds_on": [wound_need(edge.strength, target.toughness) for edge in made.edges],
    }
    return facts, blow_odds(made, target)


def _lines(facts: dict[str, Any], found: Odds) -> Iterator[str]:
    strengths = ", ".join(map(str, facts["strength"]))
    yield f"{' and '.join(facts['weapons'])}, strength {strengths}"
    if "dice" in facts:
        hits_on = f"hits on {facts['hits_on']}+" if facts["hits_on"] else "hits without a roll"
        cover = "".join(f", cover passed on {need}+" for need in facts.get("cover", ()))
        yield f"dice {facts['dice']}, {hits_on}{cover}"
    yield f"wounds on {', '.join(f'{need}+' for need in facts['wounds_on'])}"
    yield ""
    most = max(len(found.hits), len(found.wounds), *(len(one.lost) for one in found.targets))
    yield f"{'':<12}{''.join(f'{number:>9}' for number in range(most))}  {'expected':>9}"
    yield _row("hits", found.hits, most)
    yield _row("wounds", found.wounds, most)
    for place, one in enumerate(found.targets, 1):
        yield _row(f"{place}: HP lost", one.lost, most)
    yield ""
    for place, one in enumerate(found.targets, 1):
        yield f"target {place}: out of action {one.out:.2%} (of these dead: {one.dead:.2%})"
    if found.burst:
        yield f"the weapon bursts: {found.burst:.2%}"


def _row(name: str, chances: Chances, most: int) -> str:
    cells = "".join(f"{chance:>9.2%}" for chance in chances) + " " * 9 * (most - len(chances))
    return f"{name:<12}{cells}  {mean(chances):>9.3f}"


ODDS: Final = Command("print the exact chances of one attack", odds, arguments)
ODDS_CHECK: Final = Command("hold the computed odds against rolled attacks", odds_check, check_arguments)
