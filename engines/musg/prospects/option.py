"""What somebody may do, as data: an ``Option`` with its chances, what goes into them, and what it brings about.

Chances are between 0 and 1. Places are points (x, y) in paces. Figures are numbered through the battle; vehicles by
their own number (``Option.vehicle``). Sentences are made of the codes where the reader is.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from engines.musg.battle.actions import Action, Activate
from engines.musg.ground.shapes import Point


class OptionKind(StrEnum):
    """What an option is about, for grouping, icons and wordings."""

    DEPLOY = "deploy"
    RESERVE = "reserve"
    ARRIVE = "arrive"
    ACTIVATE = "activate"
    PASS = "pass"  # noqa: S105
    STRIKE = "strike"
    SHOOT = "shoot"
    CHARGE = "charge"
    BREAK_OFF = "break_off"
    WALK = "walk"
    RUN = "run"
    CARRY = "carry"
    LEAVE = "leave"
    HEAL = "heal"
    RECOVER = "recover"
    CUSTOM = "custom"
    END = "end"
    INTERCEPT = "intercept"
    FREE_SHOT = "free_shot"
    FIRST_TARGET = "first_target"
    PULP = "pulp"
    SACRIFICE = "sacrifice"
    KEEP = "keep"
    DECLINE = "decline"


class Harm(Struct, frozen=True):
    """What one attack may do to one figure.

    ``hit``: the chance of a hit at least (1 where nothing is rolled for it; ``None`` for those behind the first of a
    group, who are hit by what is left). ``wound``: of losing a hit point at least.
    ``out``: of being put out of action, or dead; ``dead``: of being dead. ``friend``: it is of the attacker's own side.
    """

    figure: int
    hit: float | None
    wound: float
    out: float
    dead: float
    friend: bool = False


class Chances(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The chances of an option; what does not apply is ``None``.

    ``hit``, ``wound``, ``out``, ``dead``: as ``Harm``, of the option's target, or the vehicle's (``out``: a wreck).
    ``harms``: the same of everybody who may be hurt, the target among them, the nearest first.
    ``expected``: hits and wounds on average. ``burst``: the weapon explodes. ``nerve``: the charger dares (1 without a
    test). ``contact``: the charge gets there as things stand. What a charge does to its target is the first blow of it
    once contact is made, ``None`` where no action point is left for one. ``success``: the throw asked about succeeds.
    """

    hit: float | None = None
    wound: float | None = None
    out: float | None = None
    dead: float | None = None
    harms: tuple[Harm, ...] = ()
    expected_hits: float | None = None
    expected_wounds: float | None = None
    burst: float = 0.0
    nerve: float | None = None
    contact: bool | None = None
    success: float | None = None


class Term(Struct, frozen=True, omit_defaults=True):
    """Something that goes into a chance: its code, its number, whom or what it is about, and the rule.

    A shot: ``shooting`` (the die before anything is added), ``range`` (-1, 0 or 1 on it; ``item`` the band), ``height``
    (1: higher, so much easier; -1: lower), ``to_hit`` (the die in the end), ``cover`` (the die that passes an obstacle;
    ``item`` its kind), ``distance`` (paces), ``weapon`` (``item`` its code), ``dice``, ``group`` (how many it may hit),
    ``defender_chooses`` (who is hit first: so many are equally near), ``in_line`` (a figure that may take the missile),
    ``may_burst``, ``reserve`` (a second shot for nothing), ``together`` (how many fire).
    A blow: ``melee`` (the die), ``charged`` (+1), ``dive`` (hits without a roll), ``extra_die``, ``crowd``.
    Both: ``strength``, ``toughness``, ``to_wound`` (the die), ``poison``, ``vital_points``, ``buckler``,
    ``blade_catcher``, ``ignores_wound``, ``spared`` (never dies), ``head_shot``. A test of leadership: ``leadership``,
    ``allies``, ``modules``, ``need``.
    """

    code: str
    value: float | None = None
    rule: str = ""
    item: str = ""
    figure: int | None = None


class How(StrEnum):
    """How a test is taken: rolled, or not and why, in the words of the record."""

    ROLLED = "rolled"
    HATRED = "hatred"
    HARDENED = "hardened"
    NONE = "none"


class Test(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A test that an option brings, or might.

    ``code``: ``nerve``, ``receive``, ``first_sight``, ``under_fire``, ``booster``, ``boost_turn``; or a question that
    is put to somebody: ``look_out``, ``guard`` (``options`` may stand in). ``figure`` takes it because of ``foe``.
    ``need``: the highest sum that passes; ``chance`` of passing. ``at``: where the moving figure is then, ``after``
    how many paces of its way; all that is said of tests after the first holds if those before it change nothing.
    ``shot``: the best free shot of ``figure`` at ``foe`` if it passes. ``terms``: what goes into ``need``.
    """

    code: str
    rule: str
    figure: int
    foe: int | None = None
    need: int | None = None
    chance: float | None = None
    how: How = How.ROLLED
    at: Point | None = None
    after: float | None = None
    shot: Chances | None = None
    weapon: str = ""
    options: tuple[int, ...] = ()
    terms: tuple[Term, ...] = ()


class Gaze(Struct, frozen=True, omit_defaults=True):
    """An enemy who sees the place where a move ends: how many paces away, and whether it finds the figure in cover."""

    figure: int
    gap: float
    cover: bool = False


class Leads(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Where an option leads.

    ``to``: where the figure stands then. ``length``: paces of the way on the ground, ``paces`` what of the allowance it
    takes. ``left``: paces that remain to the target, or to the goal. ``nearest``: to the nearest enemy. ``seen_by``:
    the enemies who see that place; ``points``: the way. ``hanging``: on a rope. ``edge``: off the table.
    """

    to: Point
    length: float = 0.0
    paces: float = 0.0
    left: float | None = None
    nearest: float | None = None
    seen_by: tuple[Gaze, ...] = ()
    points: tuple[Point, ...] = ()
    hanging: bool = False
    edge: bool = False

    @property
    def hidden(self) -> bool:
        """Whether no enemy sees that place."""
        return not self.seen_by

    @property
    def covered(self) -> bool:
        """Whether every enemy who sees it finds the figure in cover, and somebody does."""
        return bool(self.seen_by) and all(one.cover for one in self.seen_by)


class Option(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One useful answer to a battle's question.

    ``action`` is what to play, ``kind`` what it is about; ``code`` says more: where a move goes (``towards``,
    ``cover``, ``hide``, ``away``, ``goal``, ``mark``, ``north``…, ``edge``), where a figure is deployed (``front``,
    ``back``…), what an activation is (``flees``, ``reveals``), or a module's own code. ``figure`` does it; ``target``
    is the figure it is about, ``vehicle`` the vehicle. ``cost`` in action points. ``lost``: points that are thrown
    away. ``joined``: who acts with it.
    """

    action: Action
    kind: OptionKind
    figure: int | None = None
    target: int | None = None
    vehicle: int | None = None
    code: str = ""
    cost: int = 0
    lost: int = 0
    joined: tuple[int, ...] = ()
    weapon: str = ""
    chances: Chances | None = None
    terms: tuple[Term, ...] = ()
    tests: tuple[Test, ...] = ()
    leads: Leads | None = None


class Way(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A way drawn towards a point: what to play for it, where it ends and what it brings.

    ``exact``: it ends at the very point, else as near to it as the figure comes. ``cost`` in action points. ``before``
    is what has to be played first: the activation of a figure that has yet to be activated.
    """

    action: Action
    exact: bool
    cost: int
    leads: Leads
    tests: tuple[Test, ...] = ()
    before: Activate | None = None


type Ring = tuple[Point, ...]
"""The corners of a closed outline, the first not repeated; outlines and holes together fill by the even-odd rule."""


class Aimable(Struct, frozen=True, omit_defaults=True):
    """An enemy whom a figure can shoot at from where it stands: with which weapon best, and the chances."""

    figure: int
    weapon: int
    cost: int
    chances: Chances
    terms: tuple[Term, ...] = ()


class Chargeable(Struct, frozen=True, omit_defaults=True):
    """An enemy whom a figure can reach by a charge, with the chances."""

    figure: int
    chances: Chances
    tests: tuple[Test, ...] = ()


class Reach(Struct, frozen=True, kw_only=True):
    """What a figure can get at now, or when it is activated this turn.

    ``points``: its action points for it. ``walk`` and ``run``: outlines of where its middle may come to stand for 1 and
    2 points; empty where it may not move so. ``charge`` and ``shoot``: whom.
    """

    figure: int
    points: int
    walk: tuple[Ring, ...] = ()
    run: tuple[Ring, ...] = ()
    charge: tuple[Chargeable, ...] = ()
    shoot: tuple[Aimable, ...] = ()
