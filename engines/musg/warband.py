"""A warband as it stands: figures, stash, treasury. Values only; what may change them is in ``entries``."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.types import Profile, Race
from engines.musg.engagement import Captivity, Engagement, Foe
from engines.musg.garage import OwnedVehicle
from engines.musg.items import Item as Item
from engines.musg.part import Part
from engines.musg.ranks import Rank
from engines.musg.rules import Rules


class Standing(StrEnum):
    """Where a figure stands in the warband's life.

    ``FOR_HIRE`` has left with everything learned and may be hired by others, a ``LEGEND``, who fell in the last episode
    of a pulp campaign, by those on the heroes' side; ``LOST_CONTACT`` is a mercenary who must be engaged again.
    """

    ACTIVE = "active"
    DEAD = "dead"
    LEFT = "left"
    LOST_CONTACT = "lost_contact"
    FOR_HIRE = "for_hire"
    LEGEND = "legend"


HIREABLE: Final = frozenset({Standing.FOR_HIRE, Standing.LEGEND})
"""Who has left and may be hired."""


class Injury(Struct, frozen=True, forbid_unknown_fields=True):
    """A lasting result of the injury table; ``foe`` is whom a hating figure hates.

    ``known``: how many skills the figure knew when it came, unset for none: a skill learned before does not make up
    for it (ruling M295).
    """

    code: str
    foe: Foe | None = None
    known: int | UnsetType = UNSET


class Exemption(Struct, frozen=True, forbid_unknown_fields=True):
    """A breach of one rule of the roster that a referee allows: of one figure, or of the warband.

    ``rule`` is the code of the problem that ``muster`` would name.
    """

    rule: str
    figure: int | None = None
    reason: str = ""


class Contract(Struct, frozen=True):
    """What a hired figure costs: ``engagement`` once, ``fee`` per battle, ``paid_ahead`` battles already paid.

    ``served`` is its rank when it left its own warband, leader or lieutenant; the six mercenaries fight as leaders
    (Musg, Utilisation de l'expérience; Musg, Mercenaires). ``legend``: a legend of pulp, who counts in no headcount
    (ruling M273); unset for all others.
    """

    engagement: int
    fee: int
    paid_ahead: int = 0
    served: Rank = Rank.LEADER
    legend: bool | UnsetType = UNSET


class Figure(Struct, frozen=True):
    """One figure. ``id`` is its number in the warband, never used twice.

    ``origin`` is the rank whose profile it uses: a promoted henchman keeps its own (ruling M244). ``mercenary`` is
    the code of one of the six. ``experience`` counts the ticked boxes of the present sheet, ``lifetime`` all points
    ever earned, ``choices`` the skills still to be chosen. ``cost`` is what its profile cost. ``given``: for how many
    of its skills it ticked no grey box, unset for none: a referee taught them, or took the experience away again.
    ``setbacks`` are codes of losses that weigh on it in its next battle only (rulings M168, M310). ``non_player``: the
    profile of the modules that it has instead of its rank's, a voodoo zombie's (ruling M313). ``captive``: the aliens
    keep it; it has its place and its gear, and fights no battle until it is free (ruling M330). Unset for none.
    """

    id: int
    name: str
    rank: Rank
    race: str
    origin: Rank
    cost: int
    mercenary: str | None = None
    contract: Contract | None = None
    items: tuple[Item, ...] = ()
    skills: tuple[str, ...] = ()
    injuries: tuple[Injury, ...] = ()
    experience: int = 0
    lifetime: int = 0
    choices: int = 0
    standing: Standing = Standing.ACTIVE
    free_taken: tuple[str, ...] = ()
    misses_next: bool = False
    ignores_first_wound: bool = False
    given: int | UnsetType = UNSET
    setbacks: tuple[str, ...] | UnsetType = UNSET
    non_player: str | UnsetType = UNSET
    captive: Captivity | UnsetType = UNSET

    @property
    def active(self) -> bool:
        """Still on the roster."""
        return self.standing is Standing.ACTIVE

    def profile(self, catalogue: Catalogue) -> Profile:
        """Return the profile it started from, as its warband's catalogue has it."""
        if self.non_player:
            return catalogue.non_players[self.non_player].profile
        if self.mercenary:
            return catalogue.mercenaries[self.mercenary].profile
        if self.origin is Rank.EXTRA:
            return catalogue.extra
        return catalogue.races[self.race].profiles[self.origin]

    @property
    def fights_as(self) -> Rank:
        """The rank whose action points, level and victory points it has.

        A lieutenant for hire keeps a lieutenant's: a mercenary has a leader's because of its profile (rulings M32,
        M137, M156).
        """
        served = self.contract.served if self.contract else None
        return Rank.LIEUTENANT if served is Rank.LIEUTENANT else self.rank

    @property
    def hired(self) -> bool:
        """Serves for money: a mercenary or a hireable character."""
        return self.contract is not None

    @property
    def item_codes(self) -> tuple[str, ...]:
        """The codes of what it carries, in the order it was acquired."""
        return tuple(item.code for item in self.items)

    @property
    def injury_codes(self) -> tuple[str, ...]:
        """The codes of its lasting injuries, in the order they came."""
        return tuple(injury.code for injury in self.injuries)

    @property
    def ailments(self) -> tuple[str, ...]:
        """The codes of its lasting injuries, and after them of what weighs on it in its next battle."""
        return (*self.injury_codes, *(self.setbacks or ()))

    @property
    def ailments_known(self) -> tuple[int, ...]:
        """How many of its skills it knew already when each of its ailments came: all, for those of one battle."""
        return (*self.known_before, *(len(self.skills) for _ in self.setbacks or ()))

    @property
    def is_zombie(self) -> bool:
        """Whether it is a voodoo zombie, who bears nothing and learns nothing (ruling M313)."""
        return bool(self.non_player)

    @property
    def known_before(self) -> tuple[int, ...]:
        """How many of its skills it knew already when each of its injuries came (ruling M295)."""
        return tuple(injury.known or 0 for injury in self.injuries)

    @property
    def gear_cost(self) -> int:
        """What its weapons and equipment cost, in points."""
        return sum(item.paid for item in self.items)

    @property
    def value(self) -> int:
        """Profile and gear, in points; for a hired figure engagement, one battle and gear."""
        hire = self.contract.engagement + self.contract.fee if self.contract else 0
        return self.cost + hire + self.gear_cost

    def is_own_first(self, item: Item) -> bool:
        """Tell whether the item is this very figure's free first dagger or pistol (ruling M29)."""
        return item.first_of == self.id

    def has_injury(self, code: str) -> bool:
        """Tell whether it bears the lasting injury ``code``."""
        return any(injury.code == code for injury in self.injuries)


class Record(Struct, frozen=True):
    """The battles that the warband has behind it."""

    battles: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    victory_points: int = 0
    takedowns: int = 0


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """What a warband starts from: with the journal, the whole truth about it."""

    race: str
    name: str
    rules: Rules = Rules()

    @property
    def catalogue(self) -> Catalogue:
        """The catalogue that its rules bring."""
        return self.rules.catalogue


class Warband(Struct, frozen=True):
    """The state after some journal entries. ``mustered`` is false while the muster is being drawn up.

    ``treasury`` may be negative only before the muster is closed. ``engagement`` is the battle whose aftermath has not
    been rolled yet. ``exemptions`` and ``held`` are a referee's word: breaches allowed to this warband, and that it
    fights no battle until it is let go; both are unset where a referee never said so. ``part``: what it plays in a pulp
    campaign, once that is chosen (ruling M311). ``vehicles`` is unset for a warband that never had one (see
    ``garage``).
    """

    name: str
    race: str
    rules: Rules
    treasury: int
    figures: tuple[Figure, ...] = ()
    stash: tuple[Item, ...] = ()
    mustered: bool = False
    next_figure: int = 1
    next_item: int = 1
    record: Record = Record()
    engagement: Engagement | None = None
    exemptions: tuple[Exemption, ...] | UnsetType = UNSET
    held: bool | UnsetType = UNSET
    part: Part | UnsetType = UNSET
    vehicles: tuple[OwnedVehicle, ...] | UnsetType = UNSET

    def __repr__(self) -> str:
        state = "mustered" if self.mustered else "being mustered"
        state += f", back from {self.engagement.title!r}" if self.engagement else ""
        return f"<warband {self.name!r}, {self.race}, {state}: {len(self.active)} figures, {self.treasury} points>"

    @classmethod
    def new(cls, setup: Setup) -> Warband:
        """Return the empty warband of a setup, its treasury full."""
        return cls(name=setup.name.strip(), race=setup.race, rules=setup.rules, treasury=setup.rules.points)

    @property
    def catalogue(self) -> Catalogue:
        """The catalogue that its rules bring."""
        return self.rules.catalogue

    @property
    def race_row(self) -> Race:
        """The catalogue's entry of its race."""
        return self.catalogue.races[self.race]

    @property
    def active(self) -> tuple[Figure, ...]:
        """The figures on the roster, in the order they joined."""
        return tuple(figure for figure in self.figures if figure.active)

    @property
    def gone(self) -> tuple[Figure, ...]:
        """The dead and the departed."""
        return tuple(figure for figure in self.figures if not figure.active)

    def of_rank(self, *ranks: Rank) -> tuple[Figure, ...]:
        """Return the active figures of these ranks."""
        return tuple(figure for figure in self.figures if figure.active and figure.rank in ranks)

    @property
    def captives(self) -> tuple[Figure, ...]:
        """Those whom the aliens keep (ruling M330)."""
        return tuple(figure for figure in self.active if figure.captive)

    @property
    def leader(self) -> Figure | None:
        """The leader, if there is one."""
        leaders = self.of_rank(Rank.LEADER)
        return leaders[0] if leaders else None

    @property
    def value(self) -> int:
        """The warband's value: what its active figures, their gear and its vehicles are worth, in points."""
        return sum(figure.value for figure in self.figures if figure.active) + self.vehicles_cost

    @property
    def stash_cost(self) -> int:
        """What lies in the stash, in points."""
        return sum(item.paid for item in self.stash)

    def boxes(self, figure: Figure) -> int:
        """Return how many experience boxes a figure's sheet has; 0 for those who never learn (rulings M242, M313)."""
        return 0 if figure.is_zombie else self.rules.boxes(figure.rank)

    @property
    def most_lieutenants(self) -> int:
        """How many lieutenants may be hired: none by a primitive tribe (Musg, Exception de composition de bande)."""
        return 0 if self.is_tribe else self.race_row.max_lieutenants

    @property
    def is_tribe(self) -> bool:
        """Whether it is a primitive tribe of a pulp campaign."""
        return self.part is not UNSET and self.part.tribe

    @property
    def garage(self) -> tuple[OwnedVehicle, ...]:
        """The vehicles that it has or had."""
        return self.vehicles or ()

    @property
    def rides(self) -> tuple[OwnedVehicle, ...]:
        """The vehicles that it has."""
        return tuple(vehicle for vehicle in self.garage if vehicle.owned)

    @property
    def vehicles_cost(self) -> int:
        """What its vehicles cost with all that is built in, in points."""
        return sum(vehicle.value(self.catalogue) for vehicle in self.rides)

    def may_rise(self, figure: Figure) -> bool:
        """Tell whether a figure may become lieutenant or leader: no goblin of an orc warband may (ruling M298)."""
        own = self.race_row
        return not (own.enlisted_stay_henchmen and figure.race in own.enlists)

    @property
    def but_for_risen_goblins(self) -> Warband:
        """The warband without those who hold a rank that they may not rise from."""
        return replace(self, figures=tuple(f for f in self.figures if self.may_rise(f)))

    @property
    def allowed(self) -> tuple[Exemption, ...]:
        """The breaches that a referee allows it."""
        return self.exemptions or ()

    @property
    def held_back(self) -> bool:
        """Whether a referee lets it fight no battle for now."""
        return self.held is True

    def is_exempt(self, rule: str, figure: int | None = None) -> bool:
        """Tell whether a referee allows this breach, of the figure or of the whole warband."""
        return any(one.rule == rule and one.figure in (None, figure) for one in self.allowed)

    def figure(self, number: int) -> Figure | None:
        """Return the figure of that number, active or not."""
        for figure in self.figures:
            if figure.id == number:
                return figure
        return None

    def owner_of(self, item: int) -> tuple[Figure | None, Item] | None:
        """Return who carries the item of that number (``None``: the stash), or ``None`` if there is no such item."""
        for thing in self.stash:
            if thing.id == item:
                return None, thing
        for figure in self.figures:
            for thing in figure.items:
                if thing.id == item:
                    return figure, thing
        return None

    def vehicle(self, number: int) -> OwnedVehicle | None:
        """Return the vehicle of that number, still there or not."""
        return next((vehicle for vehicle in self.garage if vehicle.id == number), None)

    def pilot_of(self, vehicle: OwnedVehicle) -> Figure | None:
        """Return who usually drives a vehicle, if that figure is still with the warband."""
        figure = self.figure(vehicle.pilot) if vehicle.pilot is not None else None
        return figure if figure is not None and figure.active else None

    def with_garage(self, vehicles: Iterable[OwnedVehicle]) -> Warband:
        """Return the warband with these vehicles, present and past."""
        return replace(self, vehicles=tuple(vehicles) or UNSET)

    def with_vehicle(self, changed: OwnedVehicle) -> Warband:
        """Return the warband with one vehicle exchanged for its new version."""
        return self.with_garage(changed if v.id == changed.id else v for v in self.garage)

    def with_figure(self, changed: Figure) -> Warband:
        """Return the warband with one figure exchanged for its new version."""
        return replace(self, figures=tuple(changed if f.id == changed.id else f for f in self.figures))

    def without_figure(self, number: int) -> Warband:
        """Return the warband as if the figure had never joined."""
        return replace(self, figures=tuple(f for f in self.figures if f.id != number))

    def without_first(self, item: Item) -> Warband:
        """Return the warband in which the figure whose free first one this was may take another first one."""
        figure = self.figure(item.first_of) if item.first_of is not None else None
        if figure is None:
            return self
        return self.with_figure(replace(figure, free_taken=tuple(c for c in figure.free_taken if c != item.code)))

    def paying(self, amount: int) -> Warband:
        """Return the warband with ``amount`` points less in the treasury (more, if negative)."""
        return replace(self, treasury=self.treasury - amount)

    def with_stash(self, items: Iterable[Item]) -> Warband:
        """Return the warband with these items added to the stash."""
        return replace(self, stash=self.stash + tuple(items))
