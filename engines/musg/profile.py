"""A character's effective profile, with every modifier explained.

Three layers, in this order: lasting injuries and skills, gear, temporary effects. Every injury and every skill changes
the profile itself when it comes, within its own printed limit ("minimum 4", "max 2+"; ruling M295). Gear and temporary
effects are then summed on top, and only the sum is limited (rulings M82, M112), so that a sight makes up for a penalty
(ruling M267).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import lru_cache
from itertools import zip_longest
from typing import Final, NamedTuple

from msgspec import Struct

from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.types import Characteristic, Equipment, Modifier, Profile

IGNORES_DIFFICULT_TERRAIN: Final = "ignores_difficult_terrain"
PAIR_SUFFIX: Final = "_pair"

AT_BEST: Final = "at_best"
AT_WORST: Final = "at_worst"


class StepKind(StrEnum):
    """Where a change of a characteristic comes from; ``CAP`` takes back what a limit does not allow."""

    INJURY = "injury"
    SKILL = "skill"
    GEAR = "gear"
    TEMPORARY = "temporary"
    CAP = "cap"


class Step(Struct, frozen=True):
    """One change of a characteristic.

    ``source_code`` is the catalogue's code (for temporary effects the caller's), or ``"at_best"`` / ``"at_worst"`` for
    a cap. ``amount`` counts improvements: +1 turns 4+ into 3+, and movement 6 into 7. ``note`` names the heading or the
    ruling behind a cap or an amount of 0, and is empty otherwise.
    """

    source_kind: StepKind
    source_code: str
    amount: int
    note: str = ""


class ProfileLine(Struct, frozen=True):
    """One characteristic: ``base`` as printed, ``value`` after all ``steps``; ``None`` where it has no value.

    ``uncapped`` is the value before the last limit: what range and height are added to before the limits of a shot are
    looked at (rulings M82, M267).
    """

    characteristic: Characteristic
    base: int | None
    value: int | None
    uncapped: int | None
    steps: tuple[Step, ...] = ()

    @property
    def improvement(self) -> int:
        """What all steps add up to: positive when ``value`` is better than ``base``."""
        return sum(step.amount for step in self.steps)

    @property
    def is_target(self) -> bool:
        """Whether it is the lowest die that hits ("3+"), where lower is better."""
        return self.characteristic in _TARGETS


class Effective(Struct, frozen=True):
    """An effective profile: ``lines`` in the printed order, and what the character may do beyond it.

    ``open_ground`` starts from the effective movement and adds what counts on open ground only. ``traits`` are those
    of the catalogue, plus ``"ignores_difficult_terrain"`` for races that do.
    """

    lines: tuple[ProfileLine, ...]
    open_ground: ProfileLine
    traits: frozenset[str]

    def line(self, characteristic: Characteristic) -> ProfileLine:
        """Return one characteristic with its explanation."""
        return self.lines[_POSITION[characteristic]]

    def value(self, characteristic: Characteristic) -> int | None:
        """Return the effective value of one characteristic."""
        return self.lines[_POSITION[characteristic]].value

    @property
    def movement(self) -> int:
        """Paces of a walk before terrain."""
        return self._number(Characteristic.MOVEMENT)

    @property
    def open_ground_movement(self) -> int:
        """Paces of a walk on open ground."""
        return self.open_ground.value or 0

    @property
    def leadership(self) -> int | None:
        """Highest 2d6 that passes a test."""
        return self.value(Characteristic.LEADERSHIP)

    @property
    def shooting(self) -> int | None:
        """Lowest die that hits at medium range."""
        return self.value(Characteristic.SHOOTING)

    @property
    def melee(self) -> int:
        """Lowest die that hits in close combat."""
        return self._number(Characteristic.MELEE)

    @property
    def strength(self) -> int:
        """The bearer's strength, without a weapon's."""
        return self._number(Characteristic.STRENGTH)

    @property
    def toughness(self) -> int:
        """Toughness, protections included."""
        return self._number(Characteristic.TOUGHNESS)

    @property
    def hit_points(self) -> int:
        """Hit points when unhurt."""
        return self._number(Characteristic.HIT_POINTS)

    @property
    def ignores_difficult_terrain(self) -> bool:
        """Whether difficult terrain does not slow the character."""
        return IGNORES_DIFFICULT_TERRAIN in self.traits

    def _number(self, characteristic: Characteristic) -> int:
        return self.lines[_POSITION[characteristic]].value or 0


_TARGETS: Final = frozenset({Characteristic.SHOOTING, Characteristic.MELEE})
_POSITION: Final = {characteristic: place for place, characteristic in enumerate(Characteristic)}
_POSITIONS: Final = tuple(_POSITION.items())

# The limits of the sum of everything: (worst, best, where it says so). Where nothing is printed for the low end, 1.
_WINDOWS: Final[dict[Characteristic, tuple[int, int | None, str]]] = {
    Characteristic.MOVEMENT: (1, None, "ruling M256"),
    Characteristic.LEADERSHIP: (1, 11, "ruling M52"),
    Characteristic.SHOOTING: (6, 2, "ruling M82"),
    Characteristic.MELEE: (6, 2, "ruling M112"),
    Characteristic.STRENGTH: (1, None, "ruling M132"),
    Characteristic.TOUGHNESS: (1, None, "ruling M133"),
    Characteristic.HIT_POINTS: (1, None, ""),
}
_SKILL_LIMITS: Final = "Musg, Tableau des améliorations"
_INJURY_LIMITS: Final = {
    Characteristic.LEADERSHIP: "Musg, Retour des mis hors de combat",
    Characteristic.MELEE: "Musg, Retour des mis hors de combat",
    Characteristic.SHOOTING: "ruling M255",
    Characteristic.MOVEMENT: "ruling M256",
    Characteristic.STRENGTH: "ruling M310",
    Characteristic.TOUGHNESS: "ruling M310",
    Characteristic.HIT_POINTS: "ruling M310",
}
_ONE_COUNTS: Final = "ruling M124"


class _Change(NamedTuple):
    """A step towards the characteristic at ``position``, with the limit its own layer keeps."""

    position: int
    step: Step
    limit: int | None
    open_ground: bool


class _Source(NamedTuple):
    """What one code brings."""

    changes: tuple[_Change, ...]
    traits: tuple[str, ...]


def effective(
    base: Profile,
    catalogue: Catalogue,
    *,
    items: Iterable[str],
    skills: Iterable[str],
    injuries: Iterable[str],
    known: Iterable[int] = (),
    temporary: Iterable[tuple[str, Modifier]] = (),
    ignores_difficult_terrain: bool = False,
) -> Effective:
    """Return the profile that ``base`` has become.

    ``items``, ``skills`` and ``injuries`` are codes of the catalogue; items and injuries count as often as they stand
    there, and skills and injuries are in the order they came. ``known`` says for each injury how many of the skills
    were known already; 0 where it says nothing. ``temporary`` pairs a code of the caller's choice with a modifier.
    ``ignores_difficult_terrain`` is the race's. Raises ``UnknownCode`` for a code that the catalogue does not hold.
    """
    traits = {IGNORES_DIFFICULT_TERRAIN} if ignores_difficult_terrain else set[str]()
    changes: list[list[_Change]] = [[], [], [], [], [], [], []]
    open_ground: list[_Change] = []
    for source in _sources(items, skills, injuries, known, temporary, catalogue):
        traits.update(source.traits)
        for change in source.changes:
            (open_ground if change.open_ground else changes[change.position]).append(change)
    lines = tuple([_line(characteristic, base, changes[place]) for characteristic, place in _POSITIONS])
    return Effective(lines, _open_ground(lines[_POSITION[Characteristic.MOVEMENT]], open_ground), frozenset(traits))


def _sources(
    items: Iterable[str],
    skills: Iterable[str],
    injuries: Iterable[str],
    known: Iterable[int],
    temporary: Iterable[tuple[str, Modifier]],
    catalogue: Catalogue,
) -> list[_Source]:
    """Return what everything brings, layer by layer, the lasting changes in the order they came (ruling M295)."""
    counts: dict[str, int] = {}
    for code in items:
        counts[code] = counts.get(code, 0) + 1
    return [
        *_in_order(tuple(skills), injuries, known, catalogue),
        *[_gear(code, carried, catalogue) for code, carried in counts.items()],
        *[_Source((_change(StepKind.TEMPORARY, code, modifier),), ()) for code, modifier in temporary],
    ]


def _in_order(
    skills: Sequence[str], injuries: Iterable[str], known: Iterable[int], catalogue: Catalogue
) -> Iterator[_Source]:
    """Give the skills and the injuries as they came."""
    learned = 0
    for code, before in zip_longest(injuries, known):
        if code is None:
            break
        while learned < min(before or 0, len(skills)):
            yield _skill(skills[learned], catalogue)
            learned += 1
        yield _injury(code, catalogue)
    for code in skills[learned:]:
        yield _skill(code, catalogue)


@lru_cache(maxsize=256)
def _injury(code: str, catalogue: Catalogue) -> _Source:
    row = catalogue.injury_called(code)
    return _Source(tuple(_change(StepKind.INJURY, code, modifier) for modifier in row.modifiers), row.traits)


@lru_cache(maxsize=256)
def _skill(code: str, catalogue: Catalogue) -> _Source:
    skill = catalogue.skill(code)
    return _Source(tuple(_change(StepKind.SKILL, code, modifier) for modifier in skill.modifiers), skill.traits)


@lru_cache(maxsize=1024)
def _gear(code: str, carried: int, catalogue: Catalogue) -> _Source:
    piece = catalogue.item(code)
    if not isinstance(piece, Equipment):
        return _Source((), ())
    count = carried if piece.most is None else min(carried, piece.most)
    changes: list[_Change] = []
    for modifier in piece.modifiers:
        if modifier.pair:
            changes.extend([_change(StepKind.GEAR, code, modifier)] if count >= 2 else [])
        elif modifier.once:
            idle = replace(modifier, amount=0)
            changes.append(_change(StepKind.GEAR, code, modifier))
            changes.extend(_change(StepKind.GEAR, code, idle, _ONE_COUNTS) for _ in range(count - 1))
        else:
            changes.extend(_change(StepKind.GEAR, code, modifier) for _ in range(count))
    traits = [trait for trait in piece.traits if count >= 2 or not trait.endswith(PAIR_SUFFIX)]
    return _Source(tuple(changes), tuple(trait.removesuffix(PAIR_SUFFIX) for trait in traits))


def _change(kind: StepKind, code: str, modifier: Modifier, note: str = "") -> _Change:
    step = Step(kind, code, modifier.amount, note)
    return _Change(_POSITION[modifier.characteristic], step, modifier.limit, modifier.open_ground)


def _line(characteristic: Characteristic, profile: Profile, changes: list[_Change]) -> ProfileLine:
    """Apply the changes, which come layer by layer.

    Everything is reckoned as a score that grows with improvement: a die needed counts as its negative.
    """
    base = profile.value(characteristic)
    if base is None or not changes:
        return ProfileLine(characteristic, base, base, base)
    sign = -1 if characteristic in _TARGETS else 1
    steps: list[Step] = []
    score = _lasting(characteristic, sign, sign * base, changes, steps)
    for change in changes:
        step = change.step
        if step.source_kind is StepKind.GEAR or step.source_kind is StepKind.TEMPORARY:
            score += step.amount
            steps.append(step)
    worst, best, note = _WINDOWS[characteristic]
    limited = max(score, sign * worst)
    if best is not None:
        limited = min(limited, sign * best)
    if limited != score:
        steps.append(_cap(limited - score, note))
    return ProfileLine(characteristic, base, sign * limited, sign * score, tuple(steps))


def _lasting(characteristic: Characteristic, sign: int, score: int, changes: list[_Change], steps: list[Step]) -> int:
    """Apply injuries and skills as they came, each within its own limit, and return the score of the lasting profile.

    A skill learned at its limit gives nothing and takes nothing off a later injury (rulings M266, M295).
    """
    for change in changes:
        step = change.step
        if step.source_kind is not StepKind.INJURY and step.source_kind is not StepKind.SKILL:
            continue
        before, score = score, score + step.amount
        steps.append(step)
        if change.limit is None:
            continue
        if step.source_kind is StepKind.INJURY:
            limited = max(score, min(before, sign * change.limit))
            note = _INJURY_LIMITS[characteristic]
        else:
            limited = min(score, max(before, sign * change.limit))
            note = _SKILL_LIMITS
        if limited != score:
            steps.append(_cap(limited - score, note))
            score = limited
    return score


def _cap(amount: int, note: str) -> Step:
    return Step(StepKind.CAP, AT_BEST if amount < 0 else AT_WORST, amount, note)


def _open_ground(movement: ProfileLine, changes: list[_Change]) -> ProfileLine:
    base = movement.value or 0
    steps = tuple([change.step for change in changes])
    value = base + sum([step.amount for step in steps])
    return ProfileLine(Characteristic.MOVEMENT, base, value, value, steps)
