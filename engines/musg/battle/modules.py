"""How further rules join a battle: a ``Module`` adds actions, turn events and figures without touching the engine.

A module is registered under a code and named by the setup. It states only what it changes: all methods do nothing
unless overridden, and no rule elsewhere names a module.

A module may bring a **neutral side**: figures that no captain leads (``neutral``). They stand in a band of their own
after the warbands (``Field.bands``), are enemies to everybody else, and move, shoot and strike by the ordinary rules;
whatever they would have to decide, ``decide`` answers. Neither victory points nor initiative nor rout know them
(rulings M325, M326).

Hooks get the ``field`` of the battle, which itself holds its modules: so a module says of which class it is,
``Module[Field]``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, NamedTuple, Self

from engines.core.dice import Dice
from engines.core.problems import Problem, refuse
from engines.musg.abducted import Civilian
from engines.musg.attacks.fighter import Gun
from engines.musg.battle.actions import Action, Custom
from engines.musg.battle.decision import Answer, Decision, Flow
from engines.musg.battle.events import Value
from engines.musg.battle.objectives.base import Edge
from engines.musg.battle.setup import Setup, Side
from engines.musg.battle.shot_plan import Muzzle
from engines.musg.battle.state import Piece
from engines.musg.battle.views import VehicleView
from engines.musg.catalogue import Catalogue
from engines.musg.ground.movement import Route
from engines.musg.ground.oblong import Oblong
from engines.musg.ground.shapes import Point
from engines.musg.ground.table import Base, Table
from engines.musg.report import Broken, Who


class Lure(NamedTuple):
    """Somebody whom figures that nobody leads go for although he stands nowhere: one in a vehicle (ruling M327).

    ``gap``: how many paces off. ``blows`` and ``shots``: what may be done to him now, the first to come first.
    ``spots``: from where he can be struck, the nearest first. ``module`` does it.
    """

    gap: float
    blows: tuple[Custom, ...]
    shots: tuple[Custom, ...]
    spots: tuple[Point, ...]
    module: Module[Any]


class Drive(NamedTuple):
    """A move of a vehicle under its own power, as others may notice it (ruling M357).

    ``vehicle``: its number; ``pilot`` drove it, ``aboard`` are all who went with it. ``ground``: all it went over, as
    bases. ``middles``: where it was, every pace; ``looks``: where it was to be seen there. ``table``: the table as
    somebody sees it without what hides him or the vehicle from each other.
    """

    vehicle: int
    pilot: Piece
    aboard: tuple[Piece, ...]
    ground: tuple[Oblong, ...]
    middles: tuple[Point, ...]
    looks: tuple[Base, ...]
    table: Callable[[Piece], Table]


class Module[F]:
    """Extra rules of a battle. Hooks are called in the order the setup names its modules.

    Hooks marked ``Flow`` may ask the sides for decisions: they are generators that yield a ``Decision``.

    ``neutral``: it brings a neutral side; ``side`` is that side's number in the battle under way, ``name`` what it is
    called in accounts. ``open_edges``: figures may walk off the table (ruling M325). ``minds_dice``: it asks the sides
    about dice before they fall; of several such modules the first does. ``alone``: a warband may fight alone against
    its neutral side. ``whole_parts``: every side acts as a whole, one after the other, without waves. ``restricts``: it
    forbids some of the ordinary actions (``forbids``). ``own_teams``: it is played by warbands mustered for it.
    ``rivals_carry``: a warband may carry off the bodies of others (ruling M359).
    ``opens_edges``: it lets some figures walk off over some edges (``exits``).
    ``heading``: the rule its refusals name. ``brings``: the codes of modules that are in force wherever it is.
    ``part_codes``: the parts that warbands take in it, by which a scenario says for whom a role is (``parts``).
    """

    code: ClassVar[str] = ""
    neutral: ClassVar[bool] = False
    open_edges: ClassVar[bool] = False
    minds_dice: ClassVar[bool] = False
    alone: ClassVar[bool] = True
    whole_parts: ClassVar[bool] = False
    restricts: ClassVar[bool] = False
    own_teams: ClassVar[bool] = False
    rivals_carry: ClassVar[bool] = False
    opens_edges: ClassVar[bool] = False
    heading: ClassVar[str] = ""
    brings: ClassVar[tuple[str, ...]] = ()
    part_codes: ClassVar[tuple[str, ...]] = ()
    name: str = ""
    side: int = -1

    def cast[T](
        self,
        field: F,
        roll: Callable[[Dice], T],
        side: int,
        against: int | None,
        *,
        most: int,
        counted: int,
    ) -> Flow[T]:
        """Roll dice for a side in the module's way (``Field.cast``); only one that ``minds_dice`` is asked."""
        raise NotImplementedError

    def companions(self, field: F, piece: Piece) -> list[Piece]:
        """Return whom a figure may be activated with as one, extras aside."""
        return []

    def may_act_as_one(self, field: F, group: list[Piece]) -> bool:
        """Tell whether these may be activated as one: they all move, then they all strike and shoot."""
        return False

    def answers(self, field: F, decision: Decision) -> list[Action]:
        """Return all legal answers to a question that the module put about dice."""
        return []

    def enter(self) -> Self:
        """Return the module for one battle. One that remembers anything returns a new one of its class."""
        return self

    def problems(self, setup: Setup) -> list[Problem]:
        """Return what keeps the module from being played with this setup, whose modules and sides are known."""
        return []

    def parts(self, sides: Sequence[Side]) -> tuple[str, ...]:
        """Return the part that each of these sides takes in it, one of ``part_codes``; "" for none."""
        return ("",) * len(sides)

    def muster(self, sides: tuple[Side, ...], catalogue: Catalogue) -> tuple[Side, ...]:
        """Return the sides with those left at home whom the module has no part for."""
        return sides

    def prepare(self, field: F) -> Flow[None]:
        """Run once before deployment."""
        return _nothing()

    def deploying(self, field: F, side: int) -> Flow[None]:
        """Run when a side deploys, before its figures are placed."""
        return _nothing()

    def deployed(self, field: F, side: int) -> Flow[None]:
        """Run when a side has placed its figures, those who deploy last excepted."""
        return _nothing()

    def order(self, field: F, *, waiting: bool) -> list[int] | None:
        """Return the order of the sides instead of rolling for it; ``waiting``: the last of it deploys first."""
        return None

    def start(self, field: F) -> Flow[None]:
        """Run once after deployment."""
        return _nothing()

    def encounters(self, field: F) -> Flow[None]:
        """Run in every turn between initiative and rallying (ruling M315)."""
        return _nothing()

    def turn_started(self, field: F) -> Flow[None]:
        """Run at the start of every turn, after rallying."""
        return _nothing()

    def neutral_part(self, field: F) -> Flow[None]:
        """Run in every turn after all warbands have acted (rulings M317, M328), unless the battle is over."""
        return _nothing()

    def turn_ended(self, field: F) -> Flow[None]:
        """Run at the end of every turn, before the rout tests."""
        return _nothing()

    def activated(self, field: F, piece: Piece) -> Flow[None]:
        """Run when a figure begins its activation."""
        return _nothing()

    def acted(self, field: F, piece: Piece) -> Flow[None]:
        """Run after each action of an activation, flight included."""
        return _nothing()

    def activation_ended(self, field: F, piece: Piece) -> Flow[None]:
        """Run when a figure has ended its activation."""
        return _nothing()

    def went(self, field: F, piece: Piece, route: Route) -> None:
        """Run when a figure has gone a way, or a part of one, on its own feet."""

    def drove(self, field: F, trip: Drive) -> None:
        """Run when a vehicle has moved under its own power."""

    def flees(self, field: F, piece: Piece) -> Flow[None]:
        """Run when somebody who flees is activated aboard something (ruling M356)."""
        return _nothing()

    def shot_fired(self, field: F, piece: Piece) -> None:
        """Run when a figure fires a weapon, before any die."""

    def shot_at(self, field: F, piece: Piece, by: Piece) -> None:
        """Run for everybody a shot was aimed at or hit, when it is resolved."""

    def wounded(self, field: F, piece: Piece, by: Piece | None, *, shot: bool) -> Flow[None]:
        """Run when an attack has cost a figure hit points, and what follows from that is done."""
        return _nothing()

    def put_out(self, field: F, piece: Piece, by: Piece | None) -> None:
        """Run when a figure went out of action or died."""

    def leadership(self, field: F, piece: Piece, foe: Piece | None) -> int:
        """Return what is added to the leadership that a test uses; ``foe`` is the enemy it is taken because of."""
        return 0

    def forbids(self, field: F, piece: Piece, action: Action) -> str | None:
        """Return why a figure may not do something ordinary now (a stable code), or ``None``; see ``restricts``."""
        return None

    def actions(self, field: F, piece: Piece) -> list[Custom]:
        """Return what the module lets the active figure do."""
        return []

    def problem(self, field: F, piece: Piece, action: Custom) -> str | None:
        """Return why an action of the module cannot be done now (a stable code), or ``None``."""
        return None

    def cost_of(self, field: F, piece: Piece, action: Custom) -> int:
        """Return the action points that an action of the module takes from a figure that may do it."""
        return 1

    def exits(self, field: F, piece: Piece) -> frozenset[Edge]:
        """Return the edges over which a figure may walk off the table; see ``opens_edges``."""
        return frozenset()

    def weapon_of(self, field: F, piece: Piece, action: Custom) -> str:
        """Return the code of the weapon that an action of the module fires, "embarked" for what is built in, or ""."""
        return ""

    def bound_for(self, field: F, piece: Piece, action: Custom) -> Point | None:
        """Return where an action of the module would bring a figure, if it takes it anywhere."""
        return None

    def way_of(self, field: F, piece: Piece, action: Custom) -> Route | None:
        """Return the way that a figure would go on foot by an action of the module, if it goes any."""
        return None

    def looks(self, field: F, piece: Piece) -> tuple[Base, ...]:
        """Return at which places somebody is to be seen whom the module has in something; empty for all others."""
        return ()

    def table_between(self, field: F, pieces: Sequence[Piece]) -> Table | None:
        """Return the table as these see each other, without what the module has one of them in; ``None`` if nobody."""
        return None

    def replies(self, field: F, decision: Decision) -> list[Custom]:
        """Return useful answers to what the module itself asks (``Ask.CUSTOM``), the best first."""
        return []

    def check_answer(self, field: F, decision: Decision, action: Custom) -> Any:
        """Return what an answer to the module's question needs, with its code. Raises ``IllegalAction``."""
        raise refuse("no_such_action", item=action.code)

    def blast(self, field: F, piece: Piece, gun: Gun, centre: Point) -> Flow[None]:
        """Run when a blast of somebody's weapon has hit all figures under it."""
        return _nothing()

    def shattered(self, field: F, centre: Point, paces: float) -> None:
        """Run when everything within so many paces of a point is destroyed, whatever it is made of (M2, M341)."""

    def flame(self, field: F, piece: Piece, gun: Gun, muzzle: Muzzle, towards: Point) -> Flow[None]:
        """Run when a flame of somebody's weapon has hit all figures under it."""
        return _nothing()

    def perform(self, field: F, piece: Piece, action: Custom) -> Flow[None]:
        """Do an action of the module; it pays its own action points."""
        return _nothing()

    def decide(self, field: F, decision: Decision) -> Answer:
        """Answer what its neutral side is asked: an action, and what checking it would have worked out.

        Only modules with a neutral side are asked; what they answer is not checked and not in the log.
        """
        raise NotImplementedError

    def goes_on(self, field: F) -> bool:
        """Tell whether the battle goes on although one side at most is left."""
        return False

    def verdict(self, field: F) -> tuple[int | None] | None:
        """Return who has won, in a tuple, where not the victory points decide."""
        return None

    def view(self, field: F, side: int | None) -> Mapping[str, Value]:
        """Return what a side may know of it, besides figures and markers; ``side`` as for ``conclusion.view``."""
        return {}

    def ended(self, field: F) -> None:
        """Run when the battle is over, before anybody has won."""

    def lures(self, field: F, piece: Piece) -> list[Lure]:
        """Return whom a neutral figure sees and might go for besides the figures on the table."""
        return []

    def vehicles(self, field: F) -> list[VehicleView]:
        """Return the vehicles on the table, as everybody sees them."""
        return []

    def broken(self, field: F) -> list[Broken]:
        """Return what the vehicles of the warbands lost."""
        return []

    def rescued(self, field: F) -> list[Piece]:
        """Return the captives of an earlier battle who were brought home in this one (ruling M330)."""
        return []

    def perished(self, field: F) -> list[Who]:
        """Return the captives of an earlier battle who died in this one, as the campaign names them."""
        return []

    def taken(self, field: F, kept: Collection[int]) -> list[str]:
        """Return the cards of the civilians among those of these numbers, whom a neutral side keeps (ruling M330)."""
        return []

    def freed_civilians(self, field: F) -> list[Civilian]:
        """Return the civilians kept since an earlier battle who left the nest in this one, off the table."""
        return []

    def lost_civilians(self, field: F) -> list[Civilian]:
        """Return the civilians kept since an earlier battle who died in this one."""
        return []

    def captives(self, field: F) -> list[Piece]:
        """Return the fallen whom the neutral side keeps if the battle ends now (ruling M201)."""
        return []


def _nothing() -> Flow[None]:
    yield from ()


MODULES: Final[dict[str, Module[Any]]] = {}
"""The modules known, by code."""


def playable_alone(codes: Iterable[str]) -> bool:
    """Tell whether a warband may fight alone with these modules: against figures that nobody leads (ruling M325)."""
    return any(MODULES[code].neutral and MODULES[code].alone for code in codes if code in MODULES)


def register(module: Module[Any]) -> Module[Any]:
    """Make a module known under its code."""
    MODULES[module.code] = module
    return module


def in_force(codes: tuple[str, ...]) -> tuple[Module[Any], ...]:
    """Return the modules of these codes, in order, and after them those which they bring. Raises ``Illegal``."""
    chosen = [named(code) for code in codes]
    brought = dict.fromkeys(code for module in chosen for code in module.brings)
    return (*chosen, *(named(code) for code in brought if code not in codes))


def named(code: str) -> Module[Any]:
    """Return the module of that code. Raises ``Illegal``."""
    try:
        return MODULES[code]
    except KeyError:
        raise refuse("battle_module", module=code) from None
