"""A figure's combat sheet: everything about it that stays the same during one battle, in plain numbers.

Made once from a roster's figure (``of_figure``) or from a profile and codes of the catalogue (``of_profile``); what
changes during the battle (hit points left, ammunition, flight) is the battle's business.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from msgspec import Struct

from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.types import Characteristic, Profile, Reload, Template
from engines.musg.fixed import wounds_on
from engines.musg.profile import effective
from engines.musg.pulp import UNCOUNTED, ZOMBIE_TRAITS
from engines.musg.ranks import Rank
from engines.musg.warband import Figure

BARE_HANDS: Final = "bare_hands"
"""The code of a strike without a weapon: one die at the bearer's strength (ruling M30)."""

HANDS: Final = 2
MIDDLING_TOUGHNESS: Final = 4


class Gun(Struct, frozen=True):
    """A ranged weapon in somebody's hands.

    ``strength`` is that of one hit, the bearer's included where the table says so. ``dice`` are rolled per shot and
    ``dice`` figures at most may be hit (ruling M84); 0 for templates. ``short``, ``medium``, ``long`` in paces, 0 where
    the table prints X. ``action_points`` of one shot; ``slow``: once per turn (ruling M70). ``limited_ammunition``:
    grenades and rockets, which may run out in battles fought back to back (ruling M104). ``silenced``: what the strike
    team fires unheard (ruling M342).
    """

    code: str
    strength: int
    dice: int
    short: int
    medium: int
    long: int
    action_points: int = 1
    slow: bool = False
    heavy: bool = False
    template: Template | None = None
    radius: int = 0
    black_powder: bool = False
    drawn: bool = False
    limited_ammunition: bool = False
    silenced: bool = False

    @property
    def artillery(self) -> bool:
        """Whether its burst hits everybody within 3 paces (ruling M95): black powder that fires a template."""
        return self.black_powder and self.template is not None


class Blade(Struct, frozen=True):
    """A close combat weapon in somebody's hands: ``hands`` it takes, ``dice`` per attack, ``strength`` of one hit."""

    code: str
    hands: int
    dice: int
    strength: int


class Strike(Struct, frozen=True):
    """The weapons that are used together in one attack, the strongest first (ruling M110)."""

    blades: tuple[Blade, ...]

    @property
    def codes(self) -> tuple[str, ...]:
        """The weapons' codes."""
        return tuple(blade.code for blade in self.blades)

    @property
    def dice(self) -> int:
        """All the attack's dice."""
        return sum(blade.dice for blade in self.blades)


class Fighter(Struct, frozen=True, kw_only=True):
    """One figure as it comes to the table.

    ``number`` is the figure's in its warband. ``movement`` in paces; ``open_ground_movement`` the same on open ground
    (never less). ``leadership`` ``None``: never tested. ``shooting`` is the die needed before range and height, sight
    included and not yet limited to 2..6 (rulings M82, M267); ``None`` for those who cannot shoot. ``melee`` is limited
    already (ruling M112). ``strength`` the bearer's own, ``toughness`` with all protections (ruling M105).
    ``strikes``: the useful ways of striking, the best first; never empty. ``medikits``: uses carried. ``hates``: keys
    of the warbands against which leadership tests pass unrolled (ruling M259). ``traits``: the catalogue's words for
    what gear, skills, injuries and mercenaries' rules let it do. ``fights_as``: the rank of its level and victory
    points where that is not ``rank`` (``Figure.fights_as``). ``worth``: the victory points of that rank.
    """

    number: int
    name: str
    rank: Rank
    race: str
    movement: int
    open_ground_movement: int
    leadership: int | None
    shooting: int | None
    melee: int
    strength: int
    toughness: int
    hit_points: int
    action_points: int
    strikes: tuple[Strike, ...]
    guns: tuple[Gun, ...] = ()
    bucklers: int = 0
    medikits: int = 0
    mercenary: str | None = None
    traits: frozenset[str] = frozenset()
    hates: frozenset[str] = frozenset()
    ignores_first_wound: bool = False
    misses_battle: bool = False
    neighbour_leadership: int = 0
    neighbour_range: int = 0
    may_look_out: bool = True
    fights_as: Rank | None = None
    worth: int = 0

    @property
    def level(self) -> int:
        """How its rank compares: extra 0, henchman 1, lieutenant 2, leader and mercenary 3 (ruling M137)."""
        return LEVELS[self.fights_as or self.rank]

    @property
    def victory_points(self) -> int:
        """What putting it out of action is worth to the enemy (Musg, Fin du tour; ruling M156)."""
        return 0 if "scores_nothing" in self.traits else self.worth

    @property
    def ignores_difficult_terrain(self) -> bool:
        """Whether difficult terrain does not slow it."""
        return "ignores_difficult_terrain" in self.traits

    @property
    def tests_leadership(self) -> bool:
        """Whether it takes leadership tests at all: the hardened take none, rout included (ruling M155)."""
        return self.leadership is not None and "no_leadership_tests" not in self.traits

    @property
    def erratic(self) -> bool:
        """Whether a d6 decides before the battle if it takes part: on a 1 it does not (ruling M260)."""
        return "may_sit_out" in self.traits

    @property
    def vital_points(self) -> bool:
        """Once per turn it may re-roll one of its own wound dice (ruling M269)."""
        return "reroll_own_wound" in self.traits

    @property
    def poisons(self) -> bool:
        """In each of its attacks it may re-roll one failed wound die (ruling M171)."""
        return "poison" in self.traits

    @property
    def weak_points(self) -> bool:
        """It strikes with one die more and discards the worst (ruling M268)."""
        return "melee_extra_die" in self.traits

    @property
    def blade_catcher(self) -> bool:
        """Once per turn a close combat opponent re-rolls one wound die (ruling M270)."""
        return "reroll_enemy_wound" in self.traits


LEVELS: Final = {Rank.EXTRA: 0, Rank.HENCHMAN: 1, Rank.LIEUTENANT: 2, Rank.LEADER: 3, Rank.MERCENARY: 3}
ACTION_POINTS: Final = {Rank.EXTRA: 2, Rank.HENCHMAN: 2, Rank.LIEUTENANT: 2, Rank.LEADER: 3, Rank.MERCENARY: 3}
"""Points of one activation (Musg, Les personnages; rulings M31, M32)."""


@lru_cache(maxsize=512)
def gun(code: str, bearer_strength: int, catalogue: Catalogue) -> Gun:
    """Return a ranged weapon as its bearer uses it. Raises ``KeyError`` for a code that is no ranged weapon."""
    weapon = catalogue.guns[code]
    return Gun(
        code=code,
        strength=weapon.force.against(bearer_strength),
        dice=weapon.targets or 0,
        short=weapon.short or 0,
        medium=weapon.medium or 0,
        long=weapon.long or 0,
        action_points=weapon.action_points,
        slow=weapon.reload is Reload.SLOW,
        heavy=weapon.heavy,
        template=weapon.template,
        radius=weapon.radius or 0,
        black_powder=weapon.black_powder,
        drawn=weapon.drawn,
        limited_ammunition=weapon.limited_ammunition,
        silenced="silenced" in weapon.traits,
    )


@lru_cache(maxsize=512)
def blade(code: str, bearer_strength: int, catalogue: Catalogue) -> Blade:
    """Return a close combat weapon as its bearer uses it; ``BARE_HANDS`` is known too."""
    if code == BARE_HANDS:
        return Blade(BARE_HANDS, 0, 1, max(1, bearer_strength))
    weapon = catalogue.melee[code]
    return Blade(code, weapon.hands, weapon.dice, weapon.force.against(bearer_strength))


@lru_cache(maxsize=1024)
def strikes(
    codes: tuple[str, ...],
    bearer_strength: int,
    catalogue: Catalogue,
    *,
    bars_two_handed: bool = False,
    bars_two_one_handed: bool = False,
) -> tuple[Strike, ...]:
    """Return the useful combinations of the close combat weapons ``codes``, the best against toughness 4 first.

    Two hands hold two one-handed weapons or one two-handed one (ruling M110); a tail weapon comes on top. What is worn
    may bar either: a shield leaves room for a single one-handed weapon, bucklers for one-handed ones only (Musg,
    Tableau des équipements).
    Using fewer weapons than the hands can hold is never better, and is left out. Nobody armed: bare hands.
    """
    blades = [blade(code, bearer_strength, catalogue) for code in codes]
    tail = [max((one for one in blades if one.hands == 0), key=_worth, default=None)]
    extra = tuple(one for one in tail if one is not None)
    single = [one for one in blades if one.hands == 1]
    held: list[tuple[Blade, ...]] = [(one,) for one in blades if one.hands == HANDS and not bars_two_handed]
    if len(single) >= HANDS and not bars_two_one_handed:
        held += list(combinations(single, HANDS))
    else:
        held += [(one,) for one in single]
    if not held:
        held = [()] if extra else [(blade(BARE_HANDS, bearer_strength, catalogue),)]
    found = {tuple(sorted((*hands, *extra), key=lambda one: (-one.strength, -one.dice, one.code))) for hands in held}
    ranked = sorted(found, key=lambda row: (-sum(map(_worth, row)), tuple(one.code for one in row)))
    return tuple(Strike(row) for row in ranked)


def _worth(one: Blade) -> int:
    """Expected wounds of its hits against a middling toughness, in sixths."""
    return one.dice * (7 - wounds_on(one.strength, MIDDLING_TOUGHNESS))


def of_figure(figure: Figure, catalogue: Catalogue) -> Fighter:
    """Return the sheet of a roster's figure: profile, gear, skills and lasting injuries as they stand."""
    return of_profile(
        figure.profile(catalogue),
        catalogue,
        number=figure.id,
        name=figure.name,
        rank=figure.rank,
        race=figure.race,
        items=figure.item_codes,
        skills=figure.skills,
        injuries=figure.ailments,
        known=figure.ailments_known,
        mercenary=figure.mercenary,
        hates=frozenset(
            injury.foe.key
            for injury in figure.injuries
            if injury.foe and injury.code in catalogue.injuries_with("hates")
        ),
        ignores_first_wound=figure.ignores_first_wound,
        misses_battle=figure.misses_next,
        fights_as=figure.fights_as,
        more_traits=_more_traits(figure),
    )


def _more_traits(figure: Figure) -> frozenset[str]:
    if figure.is_zombie:
        return ZOMBIE_TRAITS
    return frozenset({UNCOUNTED}) if figure.contract is not None and figure.contract.legend else frozenset()


class _Worn(NamedTuple):
    """What a figure's gear comes to: pieces that parry or heal, and what close combat weapons leave no hand for."""

    bucklers: int
    medikits: int
    bars_two_handed: bool
    bars_two_one_handed: bool


@lru_cache(maxsize=1024)
def _worn(items: tuple[str, ...], catalogue: Catalogue) -> _Worn:
    parry, heal = catalogue.items_with("reroll_hits_received"), catalogue.items_with("heals")
    pieces = [catalogue.equipment[code] for code in items if code in catalogue.equipment]
    return _Worn(
        bucklers=sum(code in parry for code in items),
        medikits=sum(code in heal for code in items),
        bars_two_handed=any(piece.bars_two_handed for piece in pieces),
        bars_two_one_handed=any(piece.bars_two_one_handed for piece in pieces),
    )


def of_profile(
    profile: Profile,
    catalogue: Catalogue,
    *,
    number: int = 0,
    name: str = "",
    rank: Rank = Rank.HENCHMAN,
    race: str | None = None,
    items: Sequence[str] = (),
    skills: Iterable[str] = (),
    injuries: Iterable[str] = (),
    known: Iterable[int] = (),
    mercenary: str | None = None,
    hates: frozenset[str] = frozenset(),
    ignores_first_wound: bool = False,
    misses_battle: bool = False,
    fights_as: Rank | None = None,
    more_traits: frozenset[str] = frozenset(),
) -> Fighter:
    """Return the sheet of a profile with gear, skills and injuries, all codes of the catalogue.

    ``race``: none for whoever has none (``Catalogue.of_nobody``). ``known``: how many of the skills came before each
    injury (``profile.effective``). ``more_traits``: what the modules that figures without a rank of their own come
    from let them do, or keep them from.

    Raises ``UnknownCode`` for a code that the catalogue does not hold.
    """
    people = catalogue.race(race) if race else catalogue.of_nobody
    hired = catalogue.mercenary(mercenary) if mercenary else None
    sheet = effective(
        profile,
        catalogue,
        items=items,
        skills=skills,
        injuries=injuries,
        known=known,
        ignores_difficult_terrain=hired.ignores_difficult_terrain if hired else people.ignores_difficult_terrain,
    )
    worn = _worn(tuple(items), catalogue)
    blades = tuple(code for code in items if code in catalogue.melee)
    return Fighter(
        number=number,
        name=name,
        rank=rank,
        race=people.code,
        movement=sheet.movement,
        open_ground_movement=sheet.open_ground_movement,
        leadership=sheet.leadership,
        shooting=sheet.line(Characteristic.SHOOTING).uncapped,
        melee=sheet.melee,
        strength=sheet.strength,
        toughness=sheet.toughness,
        hit_points=sheet.hit_points,
        action_points=ACTION_POINTS[fights_as or rank],
        strikes=strikes(
            blades,
            sheet.strength,
            catalogue,
            bars_two_handed=worn.bars_two_handed,
            bars_two_one_handed=worn.bars_two_one_handed,
        ),
        guns=tuple(gun(code, sheet.strength, catalogue) for code in items if code in catalogue.ranged),
        bucklers=worn.bucklers,
        medikits=worn.medikits,
        mercenary=mercenary,
        traits=sheet.traits.union(more_traits, people.traits, hired.traits if hired else ()),
        hates=hates,
        ignores_first_wound=ignores_first_wound,
        misses_battle=misses_battle,
        neighbour_leadership=people.neighbour_leadership,
        neighbour_range=people.neighbour_range,
        may_look_out=people.may_look_out and rank is not Rank.MERCENARY,
        fights_as=fights_as,
        worth=catalogue.victory_points[fights_as or rank],
    )
