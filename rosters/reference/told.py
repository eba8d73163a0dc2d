"""The printed catalogue as programs read it: codes, names in the reader's language, every number of its tables."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET, Struct

from club.words import words
from engines.core.text import Text
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.catalogue.types import Force, Mercenary, Profile, Race, Reload, Template
from engines.musg.ranks import Rank
from engines.musg.weighing import Kind, Subject, Verdict, Weight
from engines.musg.weighing.price_list import printed
from rosters.wording import item_name, mercenary_name, rank_name, skill_name
from rosters.wording.worth import verdict_words


class ProfileTold(Struct, frozen=True):
    """A row of a profile table.

    ``movement`` in paces; ``shooting`` and ``melee`` are the lowest die that hits; null is where the book prints none.
    ``cost`` in warband points.
    """

    rank: Rank
    rank_name: str
    movement: int
    leadership: int | None
    shooting: int | None
    melee: int
    strength: int
    toughness: int
    hit_points: int
    cost: int


class RaceTold(Struct, frozen=True):
    """A race, and what it changes in the muster. ``enlists`` are races whose henchmen may join it."""

    code: str
    name: str
    profiles: tuple[ProfileTold, ...]
    max_lieutenants: int
    enlists: tuple[str, ...]
    enlists_any: bool
    leader_from: tuple[str, ...]
    henchmen_only: bool
    notes: tuple[str, ...]


class Races(Struct, frozen=True):
    """All races, and the profile of extras, who are in every warband."""

    races: tuple[RaceTold, ...]
    extra: ProfileTold


class ForceTold(Struct, frozen=True):
    """A weapon's strength: its ``own``, on top of its bearer's where ``adds_bearer``."""

    own: int
    adds_bearer: bool


class RangedTold(Struct, frozen=True):
    """A ranged weapon. Ranges and ``radius`` in paces; a weapon with a ``template`` has no ranges or no targets."""

    code: str
    name: str
    short: int | None
    medium: int | None
    long: int | None
    force: ForceTold
    targets: int | None
    reload: Reload
    action_points: int
    heavy: bool
    black_powder: bool
    template: Template | None
    radius: int | None
    cost: int
    notes: tuple[str, ...]


class MeleeTold(Struct, frozen=True):
    """A weapon of close combat: hands it takes, dice of one attack."""

    code: str
    name: str
    hands: int
    dice: int
    force: ForceTold
    cost: int
    notes: tuple[str, ...]


class EquipmentTold(Struct, frozen=True):
    """Armour or another piece. ``most`` is how many of it one figure may carry."""

    code: str
    name: str
    effect: str
    cost: int
    slot: str | None
    most: int | None
    single_use: bool


class Items(Struct, frozen=True):
    """All that warbands buy."""

    ranged: tuple[RangedTold, ...]
    melee: tuple[MeleeTold, ...]
    equipment: tuple[EquipmentTold, ...]


class SkillTold(Struct, frozen=True):
    """A skill: its number in the rulebook's table, the skills that it ``requires`` and those that it ``opens``."""

    number: int
    code: str
    name: str
    effect: str
    requires: tuple[str, ...]
    opens: tuple[str, ...]


class MercenaryTold(Struct, frozen=True):
    """A mercenary: ``engagement`` is paid once, ``fee`` for each battle, the first included."""

    code: str
    name: str
    race: str
    profile: ProfileTold
    engagement: int
    fee: int
    rules: tuple[str, ...]
    items: tuple[str, ...]
    skills: tuple[str, ...]


class Weighed(Struct, frozen=True):
    """One thing, weighed by battles with it and without it. Prices are points for one piece.

    ``price`` is the printed one, null where there is none. ``fair`` is null where it lies beyond the prices tried, from
    ``least`` to ``most``; ``low`` and ``high`` bound the prices that cannot be told from it, null where that goes on
    beyond. ``victories`` more of 100 battles are won at the printed price (for nothing where there is none), within
    ``margin`` with 95% confidence.
    """

    kind: Kind
    code: str
    rank: Rank | None
    name: str
    price: float | None
    fair: float | None
    low: float | None
    high: float | None
    least: float
    most: float
    victories: float
    margin: float
    verdict: Verdict
    verdict_words: str
    battles: int


class Worth(Struct, frozen=True):
    """The catalogue as it was weighed, and how to have it again: ``python -m engines musg weigh-all``."""

    battles: int
    rounds: int
    seed: int
    bots: tuple[str, ...]
    grounds: tuple[str, ...]
    things: tuple[Weighed, ...]


def races() -> Races:
    """Return all races in the reader's language."""
    return Races(tuple(_race(one) for one in CATALOGUE.races.values()), _profile(Rank.EXTRA, CATALOGUE.extra))


def items() -> Items:
    """Return all that warbands buy, a tribe's poison included."""
    return Items(
        tuple(
            RangedTold(
                code=one.code,
                name=words(one.name),
                short=one.short,
                medium=one.medium,
                long=one.long,
                force=_force(one.force),
                targets=one.targets,
                reload=one.reload,
                action_points=one.action_points,
                heavy=one.heavy,
                black_powder=one.black_powder,
                template=one.template,
                radius=one.radius,
                cost=one.cost,
                notes=_all(one.notes),
            )
            for one in CATALOGUE.ranged.values()
        ),
        tuple(
            MeleeTold(one.code, words(one.name), one.hands, one.dice, _force(one.force), one.cost, _all(one.notes))
            for one in CATALOGUE.melee.values()
        ),
        tuple(
            EquipmentTold(one.code, words(one.name), words(one.effect), one.cost, one.slot, one.most, one.single_use)
            for one in (*CATALOGUE.equipment.values(), *CATALOGUE.pulp.equipment.values())
        ),
    )


def skills() -> tuple[SkillTold, ...]:
    """Return the skills, in the order of their numbers."""
    rows = CATALOGUE.skills.values()
    return tuple(
        SkillTold(
            number=one.number,
            code=one.code,
            name=words(one.name),
            effect=words(one.effect),
            requires=one.requires,
            opens=tuple(other.code for other in rows if one.code in other.requires),
        )
        for one in rows
    )


def mercenaries() -> tuple[MercenaryTold, ...]:
    """Return the mercenaries."""
    return tuple(_mercenary(one) for one in CATALOGUE.mercenaries.values())


def worth() -> Worth:
    """Return the price list as it was weighed."""
    found = printed()
    things = tuple(_weighed(line.weight) for line in found.lines)
    return Worth(found.battles, found.rounds, found.seed, found.bots, found.grounds, things)


def _profile(rank: Rank, row: Profile) -> ProfileTold:
    return ProfileTold(
        rank=rank,
        rank_name=rank_name(rank),
        movement=row.movement,
        leadership=row.leadership,
        shooting=row.shooting,
        melee=row.melee,
        strength=row.strength,
        toughness=row.toughness,
        hit_points=row.hit_points,
        cost=row.cost,
    )


def _race(one: Race) -> RaceTold:
    return RaceTold(
        code=one.code,
        name=words(one.name),
        profiles=tuple(_profile(rank, row) for rank, row in one.profiles.items()),
        max_lieutenants=one.max_lieutenants,
        enlists=one.enlists,
        enlists_any=one.enlists_any,
        leader_from=one.leader_from,
        henchmen_only=one.henchmen_only,
        notes=_all(one.notes),
    )


def _mercenary(one: Mercenary) -> MercenaryTold:
    return MercenaryTold(
        code=one.code,
        name=words(one.name),
        race=one.race,
        profile=_profile(Rank.MERCENARY, one.profile),
        engagement=one.engagement,
        fee=one.fee,
        rules=_all(one.rules),
        items=one.items,
        skills=one.skills,
    )


def _force(force: Force) -> ForceTold:
    return ForceTold(force.own, force.adds_bearer)


def _all(texts: Iterable[Text]) -> tuple[str, ...]:
    return tuple(words(text) for text in texts)


def _weighed(one: Weight) -> Weighed:
    subject, fair = one.plan.subject, one.fair
    return Weighed(
        kind=subject.kind,
        code=subject.code,
        rank=None if subject.rank is UNSET else subject.rank,
        name=_name(subject),
        price=one.plan.price,
        fair=fair.value,
        low=fair.low,
        high=fair.high,
        least=fair.least,
        most=fair.most,
        victories=100 * one.overall.difference,
        margin=100 * one.overall.margin,
        verdict=one.verdict,
        verdict_words=verdict_words(one.verdict),
        battles=one.battles,
    )


def _name(subject: Subject) -> str:
    if subject.kind is Kind.PROFILE:
        return rank_name(str(subject.rank))
    namer = {Kind.ITEM: item_name, Kind.SKILL: skill_name, Kind.MERCENARY: mercenary_name}[subject.kind]
    return namer(subject.code, CATALOGUE)
