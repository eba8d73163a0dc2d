"""One attack as the form describes it, and what the engine computes for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from engines.musg.attacks import aim, fighter as fighters
from engines.musg.attacks.aim import RangeBand
from engines.musg.attacks.fighter import BARE_HANDS, Fighter, Gun, Strike
from engines.musg.attacks.odds import Odds, blast_odds, blow_odds, cover_odds, shot_odds, undying
from engines.musg.attacks.terms import Blow, Edge, Shot, Target
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.types import Profile, Template
from engines.musg.ground.table import RADIUS
from engines.musg.ground.templates import BURST_RADIUS
from engines.musg.profile import Effective, effective
from engines.musg.pulp import deathless
from rosters.figure_card import effective_profile
from rosters.odds.sides import Side

HEIGHTS: Final = {"lower": -1, "level": 0, "higher": 1}
JOINT: Final = "."
"""Stands between the codes of weapons that strike together: ``sword.dagger``."""

MISFIRE: Final = 1 / 36
"""A 1 on the scatter die, then a second 1 (rulings M93, M94)."""


class Kind(StrEnum):
    """The four kinds of attack, by how they are resolved."""

    SHOT = "shot"
    BLAST = "blast"
    FLAME = "flame"
    BLOW = "blow"


def kind_of(weapon: str, catalogue: Catalogue) -> Kind:
    """Return how an attack with that weapon is resolved; anything that is not a ranged weapon strikes."""
    row = catalogue.ranged.get(weapon)
    if row is None:
        return Kind.BLOW
    return {None: Kind.SHOT, Template.BLAST: Kind.BLAST, Template.FLAME: Kind.FLAME}[row.template]


class Body(Struct, frozen=True):
    """A side as the engine knows it: its combat sheet, and its profile with every modifier explained.

    ``free``: its numbers were typed, not printed in a profile. ``deathless``: it has a role of pulp (ruling M360).
    """

    sheet: Fighter
    profile: Effective
    catalogue: Catalogue
    free: bool = False
    deathless: bool = False


def body_of(side: Side) -> Body | None:
    """Return the sheet of a side's figure; ``None`` for free numbers."""
    if side.figure is None:
        return None
    spared = side.warband is not None and deathless(side.warband.roster, side.figure)
    catalogue = side.catalogue
    sheet = fighters.of_figure(side.figure, catalogue)
    return Body(sheet, effective_profile(side.figure, catalogue), catalogue, deathless=spared)


def free_body(
    catalogue: Catalogue,
    *,
    shooting: int = 4,
    melee: int = 4,
    strength: int = 3,
    toughness: int = 3,
    hit_points: int = 1,
    items: Sequence[str] = (),
    skills: Sequence[str] = (),
    ignores_wound: bool = False,
) -> Body:
    """Return a sheet of free numbers; movement and leadership play no part in an attack."""
    profile = Profile(6, 7, shooting, melee, strength, toughness, hit_points, 0)
    sheet = fighters.of_profile(profile, catalogue, items=items, skills=skills, ignores_first_wound=ignores_wound)
    found = effective(profile, catalogue, items=items, skills=skills, injuries=())
    return Body(sheet, found, catalogue, free=True)


def strike_code(strike: Strike) -> str:
    """Return what the address calls weapons that strike together."""
    return JOINT.join(strike.codes)


def gun_of(weapon: str, catalogue: Catalogue) -> Gun | None:
    """Return the ranged weapon of that code with its ranges, whoever holds it."""
    return fighters.gun(weapon, 1, catalogue) if weapon in catalogue.ranged else None


def band_distance(gun: Gun, band: RangeBand) -> int:
    """Return the farthest distance of a band, in paces."""
    return {RangeBand.SHORT: gun.short, RangeBand.MEDIUM: gun.medium, RangeBand.LONG: gun.long}[band]


class Question(Struct, frozen=True, kw_only=True):
    """An attack ready to be computed.

    ``distance`` in paces between the edges of the bases; ``obstacles`` the bands of what covers the target. ``line``
    counts figures between a bow and its target. ``reliable``: a gunsmith keeps the warband's weapons from bursting
    (ruling M279). ``shaken``: the target lost its nerve when charged.
    """

    kind: Kind
    attacker: Body
    target: Body
    gun: Gun | None = None
    strike: Strike | None = None
    distance: float = 0.0
    height: int = 0
    obstacles: tuple[RangeBand, ...] = ()
    line: int = 0
    reliable: bool = False
    charged: bool = False
    dive: bool = False
    hands: int = 1
    shaken: bool = False
    left: int | None = None

    @property
    def struck(self) -> Target:
        """The target as it stands now."""
        whole = self.left is None or self.left >= self.target.sheet.hit_points
        return aim.target(self.target.sheet, self.left, toughness=-1 if self.shaken else 0, fresh=whole)

    @property
    def shot(self) -> Shot | None:
        """The shot, or ``None`` when more than 6 would be needed or the figure cannot shoot."""
        if self.gun is None:
            return None
        return aim.shot(
            self.attacker.sheet,
            self.gun,
            self.distance,
            height=self.height,
            obstacles=[band_distance(self.gun, band) for band in self.obstacles],
            line=(self.struck,) * self.line if self.gun.drawn else (),
            may_burst=not self.reliable,
        )

    @property
    def blow(self) -> Blow:
        """The blow; several extras strike as one (Musg, Les figurants)."""
        made = aim.blow(self.attacker.sheet, self.strike, charged=self.charged)
        if self.dive:
            made = Blow(
                figure=made.figure,
                edges=tuple(Edge(edge.strength, edge.dice, None) for edge in made.edges),
                extra_die=made.extra_die,
                vital=made.vital,
            )
        return aim.together([made] * self.hands) if self.hands > 1 else made

    @property
    def to_hit(self) -> int | None:
        """The die needed; ``None`` for what hits without a roll, and for a shot that cannot be made."""
        if self.kind is Kind.BLOW:
            return self.blow.edges[0].to_hit
        return self.shot.to_hit if self.kind is Kind.SHOT and self.shot else None

    @property
    def strengths(self) -> tuple[int, ...]:
        """The different strengths of its hits, the strongest weapon's first."""
        if self.gun is not None:
            return (self.gun.strength,)
        return tuple(dict.fromkeys(edge.strength for edge in self.blow.edges))

    @property
    def vital(self) -> bool:
        """Whether the attacker may re-roll one wound die."""
        return self.attacker.sheet.vital_points

    def odds(self) -> Odds | None:
        """Return the exact chances, ``None`` for a shot that cannot be made."""
        found = self._odds()
        return undying(found, self.struck.hit_points) if found is not None and self.target.deathless else found

    def _odds(self) -> Odds | None:
        if self.kind is Kind.BLOW:
            return blow_odds(self.blow, self.struck)
        if self.kind is Kind.FLAME and self.gun:
            return cover_odds(self.gun.strength, [self.struck], vital=self.vital)
        if self.kind is Kind.BLAST and self.gun:
            return self._blast(self.gun, self.struck, self._reach, vital=self.vital)
        shot = self.shot
        return shot_odds(shot, [self.struck]) if shot else None

    @property
    def own_risk(self) -> Odds | None:
        """The chances of the thrower being caught in the blast; ``None`` when there is none."""
        if self.kind is not Kind.BLAST or self.gun is None:
            return None
        return self._blast(self.gun, aim.target(self.attacker.sheet), 0.0, vital=False)

    @property
    def burst(self) -> float:
        """The chance that the weapon bursts."""
        if self.gun is None or not self.gun.black_powder or self.reliable:
            return 0.0
        if self.kind is Kind.BLAST:
            return MISFIRE
        found = self.odds()
        return found.burst if found else 0.0

    @property
    def burst_radius(self) -> int:
        """How far a burst reaches in paces: 0 for a weapon that hurts only its bearer (ruling M95)."""
        return int(BURST_RADIUS) if self.gun is not None and self.gun.artillery else 0

    @property
    def _reach(self) -> float:
        """The distance from the middle of one base to the middle of the other."""
        return self.distance + 2 * RADIUS

    def _blast(self, gun: Gun, victim: Target, along: float, *, vital: bool) -> Odds:
        place = (0.0, along)
        return blast_odds(
            gun.strength, gun.radius, (0.0, 0.0), (0.0, self._reach), [(place, RADIUS, victim)], vital=vital
        )


def attacker_body(side: Side, data: Mapping[str, Any]) -> Body:
    """Return the attacker of a filled-in form."""
    found = body_of(side)
    if found is not None:
        return found
    weapons = [code for code in (*data["weapon"].split(JOINT), data.get("second")) if code and code != BARE_HANDS]
    skills = [code for code in ("weak_points", "vital_points") if data.get(code)]
    typed = {name: data[name] for name in ("shooting", "melee", "strength") if name in data}
    return free_body(
        side.catalogue,
        **typed,
        items=[*weapons, *(["sight"] if data.get("sight") else [])],
        skills=skills,
    )


def target_body(side: Side, data: Mapping[str, Any]) -> Body:
    """Return the target of a filled-in form."""
    found = body_of(side)
    if found is not None:
        return found
    return free_body(
        side.catalogue,
        toughness=data["toughness"],
        hit_points=data["hit_points"],
        items=["buckler"] * int(data.get("bucklers") or 0),
        skills=["blade_catcher"] if data.get("blade_catcher") else [],
        ignores_wound=bool(data.get("ignores_wound")),
    )


def question(attacker: Side, target: Side, data: Mapping[str, Any]) -> Question:
    """Return the attack that a valid form describes."""
    one = attacker_body(attacker, data)
    weapon = data["weapon"]
    kind = kind_of(weapon, attacker.catalogue)
    gun = next((gun for gun in one.sheet.guns if gun.code == weapon), None)
    strike = next((found for found in one.sheet.strikes if strike_code(found) == weapon), one.sheet.strikes[0])
    obstacles = [band for band in RangeBand for _ in range(data.get(f"cover_{band.value}") or 0)]
    asked = Question(
        kind=kind,
        attacker=one,
        target=target_body(target, data),
        gun=gun,
        strike=strike if kind is Kind.BLOW else None,
        height=HEIGHTS[data.get("height") or "level"],
        obstacles=tuple(obstacles),
        line=data.get("line") or 0,
        reliable=_keeps_from_bursting(attacker),
        charged=bool(data.get("charge")),
        dive=bool(data.get("dive")),
        hands=data.get("hands") or 1,
        shaken=bool(data.get("shaken")),
        left=data.get("left"),
    )
    return replace(asked, distance=distance(gun, data)) if gun else asked


def distance(gun: Gun, data: Mapping[str, Any]) -> float:
    """Return the distance asked about: in paces if it was measured, otherwise the far end of the band."""
    measured = data.get("distance")
    return measured if measured is not None else float(band_distance(gun, RangeBand(data.get("band") or "medium")))


def _keeps_from_bursting(side: Side) -> bool:
    """Tell whether the warband has a gunsmith (ruling M279)."""
    hired = [side.catalogue.mercenaries[one.mercenary] for one in side.figures if one.mercenary]
    return any("no_misfires" in row.traits for row in hired)
