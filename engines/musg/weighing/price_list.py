"""All that a catalogue prints, weighed by the same battles: those without the thing are fought once for all of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engines.musg.catalogue import Catalogue
from engines.musg.ranks import Rank
from engines.musg.weighing.part import Part, merge
from engines.musg.weighing.plan import ROUNDS_LEAST, Plan, plan_for
from engines.musg.weighing.reference import RACE, Band
from engines.musg.weighing.rounds import baseline, weigh_part
from engines.musg.weighing.subject import Kind, Subject, problems, trial
from engines.musg.weighing.weight import Weight, weight

UNWEIGHED: Final[Mapping[str, str]] = {
    "leader": "of no race: the company is led by one, so it would be weighed by itself",
    "poison": "a module’s: only a tribe of villains may buy it (M171)",
    "vehicles": "nobody of the company drives",
    "races": "their profiles are weighed one by one: weigh profile RACE --rank RANK",
}
"""What has a printed price and does not stand in the list, and why."""


LED_BY: Final = Rank.LEADER
"""What stands in every band already."""


class Line(Struct, frozen=True):
    """One thing of the list.

    ``part`` is what all its rounds came to, ``weight`` what follows from that. ``first`` is what the first round alone
    came to: for each opponent the bands' scores, as in ``Counts.sums``; it shows that the list is the engine's own.
    """

    weight: Weight
    part: Part
    first: tuple[tuple[int, ...], ...]


class PriceList(Struct, frozen=True, kw_only=True):
    """Many things, weighed by the same rounds of the same seed.

    ``mark`` is the catalogue's (``plan.mark_of``); ``battles`` were fought in all, those shared by several things
    counted once. ``unweighed``: what is not there, and why.
    """

    seed: int
    rounds: int
    mark: str
    battles: int
    grounds: tuple[str, ...]
    bots: tuple[str, ...]
    lines: tuple[Line, ...]
    unweighed: Mapping[str, str]


def subjects(catalogue: Catalogue) -> list[Subject]:
    """Return what the list is about, in printed order: weapons, gear, skills, profiles of no race, mercenaries.

    What cannot be weighed is left out.
    """
    tables = (catalogue.ranged, catalogue.melee, catalogue.equipment)
    found = [Subject(Kind.ITEM, code) for table in tables for code in table]
    found += [Subject(Kind.SKILL, code) for code in catalogue.skills]
    found += [
        Subject(Kind.PROFILE, RACE, rank) for rank in (*catalogue.race(RACE).profiles, Rank.EXTRA) if rank != LED_BY
    ]
    found += [Subject(Kind.MERCENARY, code) for code in catalogue.mercenaries]
    return [one for one in found if not problems(catalogue, one)]


def plans(catalogue: Catalogue, asked: Iterable[Subject], *, rounds: int, seed: int) -> list[Plan]:
    """Return a plan of so many rounds for each subject, ``ROUNDS_LEAST`` at least. Raises ``Illegal``."""
    rounds = max(rounds, ROUNDS_LEAST)
    return [replace(plan_for(catalogue, one, battles=1, seed=seed), rounds=rounds) for one in asked]


def weigh_round(catalogue: Catalogue, asked: Sequence[Plan], number: int) -> list[Part]:
    """Fight one round of plans that differ in their subjects alone, and return a part of each.

    A band that several of them field fights once. The parts are those of ``weigh_part``.
    """
    shared = [band for band, times in _fielded(catalogue, asked).items() if times > 1]
    known = baseline(catalogue, asked[0], number, shared)
    return [weigh_part(catalogue, plan, number, known) for plan in asked]


def _fielded(catalogue: Catalogue, asked: Iterable[Plan]) -> Counter[Band]:
    """Return in how many of the plans each band is fielded."""
    trials = (trial(catalogue, plan.subject) for plan in asked)
    return Counter(band for tried in trials for band in {tried.bearing, *tried.levels})


def price_list(catalogue: Catalogue, asked: Sequence[Plan], fought: Sequence[Sequence[Part]]) -> PriceList:
    """Return what the rounds of the plans come to: all of them, in order of their numbers."""
    plan = asked[0]
    merged = [merge(parts) for parts in zip(*fought, strict=True)]
    each = plan.battles_a_round // (1 + len(plan.costs))
    return PriceList(
        seed=plan.seed,
        rounds=plan.rounds,
        mark=plan.mark,
        battles=plan.rounds * each * len(_fielded(catalogue, asked)),
        grounds=plan.grounds,
        bots=plan.bots,
        lines=tuple(
            Line(weight(one, part), part, tuple(counts.sums for counts in opening.counts))
            for one, part, opening in zip(asked, merged, fought[0], strict=True)
        ),
        unweighed=UNWEIGHED,
    )


def as_json(found: PriceList) -> str:
    """Return a list as JSON, each of its things on a line of its own."""
    lines = ",\n".join(msgspec.json.encode(one).decode() for one in found.lines)
    rest = msgspec.json.encode(replace(found, lines=())).decode()
    return rest.replace('"lines":[]', f'"lines":[\n{lines}\n]', 1)


@lru_cache(maxsize=1)
def printed() -> PriceList:
    """Return the list of the rulebook's catalogue as it was weighed once and for all: ``printed.json``.

    ``python -m engines musg weigh-all`` with its rounds and its seed gives it again.
    """
    return msgspec.json.decode((files(__package__) / "printed.json").read_bytes(), type=PriceList)
