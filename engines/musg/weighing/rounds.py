"""The battles of a weighing, round by round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from msgspec import Struct

from engines.core.dice import FastDice
from engines.musg.battle.setup import Setup
from engines.musg.catalogue import Catalogue
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.trials.playout import STRIDE, fight
from engines.musg.weighing.part import Part, counted
from engines.musg.weighing.plan import MIRRORED, Plan, mark_of
from engines.musg.weighing.reference import OPPONENTS, Band, Brought, Opponent, side
from engines.musg.weighing.subject import trial

VICTORY = 2
DRAW = 1


@lru_cache(maxsize=8)
def _known(catalogue: Catalogue) -> tuple[str, Brought]:
    """A catalogue never changes: its mark, and the rules that bring it, are worked out once."""
    return mark_of(catalogue), Brought(brought=catalogue)


class Conditions(Struct, frozen=True):
    """What a band's scores in a round depend on besides the band: the same for every thing weighed by these."""

    number: int
    seed: int
    mark: str
    opponents: tuple[Opponent, ...]
    grounds: tuple[str, ...]
    bots: tuple[str, ...]


class Baseline(Struct, frozen=True):
    """What bands scored in one round, one score for each opponent.

    Whoever weighs many things fights with the bands that do not have them but once, and passes this on.
    """

    conditions: Conditions
    scores: Mapping[Band, tuple[int, ...]]


def baseline(catalogue: Catalogue, plan: Plan, number: int, bands: Iterable[Band]) -> Baseline:
    """Fight one round of a plan with these bands, whatever the plan weighs.

    Raises ``ValueError`` as ``weigh_part`` does.
    """
    conditions = _conditions(catalogue, plan, number)
    return Baseline(conditions, {band: _scores(catalogue, plan, number, band) for band in bands})


def weigh_part(catalogue: Catalogue, plan: Plan, number: int, known: Baseline | None = None) -> Part:
    """Fight one round of a plan and return what it came to: the same whether the scores of bands are ``known`` or not.

    Raises ``ValueError`` for a round that the plan has not, for another catalogue than the plan's, and for a baseline
    that was fought under other conditions.
    """
    conditions = _conditions(catalogue, plan, number)
    if known is not None and known.conditions != conditions:
        raise ValueError("the baseline is of another round")
    found = known.scores if known else {}
    tried = trial(catalogue, plan.subject)
    scores = [
        found[band] if band in found else _scores(catalogue, plan, number, band)
        for band in (tried.bearing, *tried.levels)
    ]
    return Part(plan.digest, (number,), tuple(counted(against) for against in zip(*scores, strict=True)))


def _conditions(catalogue: Catalogue, plan: Plan, number: int) -> Conditions:
    if not 0 <= number < plan.rounds:
        raise ValueError(f"no round {number} in a plan of {plan.rounds}")
    if _known(catalogue)[0] != plan.mark:
        raise ValueError("the catalogue is not the one of the plan")
    return Conditions(number, plan.seed, plan.mark, plan.opponents, plan.grounds, plan.bots)


def _scores(catalogue: Catalogue, plan: Plan, number: int, band: Band) -> tuple[int, ...]:
    return tuple(_score(catalogue, plan, number, opponent, band) for opponent in plan.opponents)


def _score(catalogue: Catalogue, plan: Plan, number: int, opponent: Opponent, band: Band) -> int:
    """Fight a pair of mirrored battles, in all of which the dice fall by the same seeds, and return the band's score.

    The grounds take turns fastest, then who leads the company, then who leads the others.
    """
    table = ready_tables()[plan.grounds[number % len(plan.grounds)]]
    turn = number // len(plan.grounds)
    ours = plan.bots[turn % len(plan.bots)]
    theirs = plan.bots[turn // len(plan.bots) % len(plan.bots)]
    score = 0
    for zone in range(MIRRORED):
        both = [(side(band, "company", zone, catalogue), ours)]
        both.insert(1 - zone, (side(OPPONENTS[opponent], "opponent", 1 - zone, catalogue), theirs))
        setup = Setup(sides=tuple(one for one, _ in both), table=table, rules=_known(catalogue)[1])
        seed = dice_seed(plan, number, opponent, zone)
        outcome = fight(setup, [name for _, name in both], FastDice(seed), seed=seed, receipts=False).outcome
        if outcome is not None:
            score += DRAW if outcome.winner is None else VICTORY * (outcome.winner == zone)
    return score


def dice_seed(plan: Plan, number: int, opponent: Opponent, zone: int) -> int:
    """Return the seed of the dice of one battle: the same for every band, and for every price."""
    return ((plan.seed * STRIDE + number) * len(Opponent) + list(Opponent).index(opponent)) * MIRRORED + zone
