"""An evening at one moment: who stands where, what is awaited, who was bitten."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from engines.core.dice import Roll
from engines.core.problems import Param
from engines.musg.pocket.menace import NATURES, Nature, profiles
from engines.musg.pocket.setup import CIVILIAN, Agreed, Setup, ref_of
from engines.musg.ranks import Rank
from engines.musg.report import Who


class Phase(StrEnum):
    """The parts of a turn in their order, of a raid (ruling M336) and of a menace (ruling M315), and the end."""

    GUARDS = "guards"
    RAIDERS = "raiders"
    BLAST = "blast"
    INITIATIVE = "initiative"
    ENCOUNTERS = "encounters"
    BANDS = "bands"
    OTHERS = "others"
    OVER = "over"


class Spot(StrEnum):
    """What a place is called after."""

    POINT = "point"
    BUILDING = "building"
    FIGURE = "figure"
    SCENARIO = "scenario"


class Place(Struct, frozen=True):
    """Where somebody came to the table: a numbered point or building, or where a figure lay (``ref``)."""

    spot: Spot
    number: int = 0
    ref: str = ""


class Hurt(Struct, frozen=True):
    """One of a group that has lost a hit point: the turns it still does not move (ruling M186).

    ``fresh``: hurt while the menace moves; the turns count from its next part.
    """

    turns: int = 0
    fresh: bool = False


class Group(Struct, frozen=True):
    """Some of the menace that came together; ``standing`` includes the ``hurt``, ``turn`` is when they came."""

    id: int
    profile: str
    place: Place
    turn: int
    standing: int
    hurt: tuple[Hurt, ...] = ()
    lost: int = 0

    @property
    def unhurt(self) -> int:
        """How many have all their hit points."""
        return self.standing - len(self.hurt)

    @property
    def held_up(self) -> int:
        """How many do not move."""
        return sum(one.turns > 0 for one in self.hurt)


class Awaited(StrEnum):
    """What kind of roll is awaited."""

    TABLE = "table"
    HOW_MANY = "how_many"
    CIVILIAN = "civilian"
    COUNTDOWN = "countdown"
    ALERT = "alert"


class Pending(Struct, frozen=True):
    """A roll that has to follow: for which ``band``; ``d66`` is the row, ``count`` the civilians to draw.

    ``ref`` is the figure of a countdown or of whoever entered the building. ``where`` is point 0 until it is known.
    ``cause``: why the alert is rolled for.
    """

    id: int
    kind: Awaited
    band: str = ""
    ref: str = ""
    where: Place = Place(Spot.POINT)
    d66: int = 0
    count: int = 0
    cause: str = ""


class Noise(Struct, frozen=True):
    """A noise marker beside a figure. ``fresh``: placed while the menace moves, heard in its next part (M193)."""

    id: int
    ref: str
    turn: int
    fresh: bool = False


class Fall(Struct, frozen=True):
    """A figure put out of action: by whom (``None``: nobody's points, ruling M326), and whether it was carried off."""

    by: Who | None = None
    killed: bool = False
    carried: bool = False


class Fate(StrEnum):
    """What an infection came to. ``FELLED``: who never turns went down; ``UNTURNED``: the game was over first."""

    RISEN = "risen"
    FELLED = "felled"
    LEFT = "left"
    CARRIED = "carried"
    UNTURNED = "unturned"


class Infection(Struct, frozen=True):
    """A figure that was bitten: the activations ``left`` (``None`` until rolled), the turn last ``counted``."""

    turn: int
    counted: int
    left: int | None = None
    fate: Fate | None = None


class Civilian(Struct, frozen=True):
    """A civilian on the table: who leads it ("" nobody), whom it follows no more, in which turn it was found."""

    number: int
    code: str
    leader: str
    place: Place
    turn: int
    spurned: tuple[str, ...] = ()

    @property
    def ref(self) -> str:
        """How entries call it."""
        return ref_of(CIVILIAN, self.number)


class Event(Struct, frozen=True):
    """Something an entry made happen: a stable code and values for a sentence; ``ref`` the figure concerned."""

    code: str
    ref: str = ""
    params: dict[str, Param] = {}
    place: Place | None = None


class Rolled(Struct, frozen=True):
    """A roll of the evening, what it was about (unique among the rolls that stand), and whose dice fell."""

    about: str
    roll: Roll
    source: str


class Table(Struct, kw_only=True):
    """What every evening has: the turn, who fell or left, the rolls awaited and made, what an entry told.

    Entries change it in place; whoever keeps one keeps it for himself. ``gone``: left the table alive.
    """

    setup: Agreed
    turn: int = 1
    phase: Phase = Phase.INITIATIVE
    pending: tuple[Pending, ...] = ()
    fallen: dict[str, Fall] = {}
    gone: tuple[str, ...] = ()
    rolls: tuple[Rolled, ...] = ()
    events: tuple[Event, ...] = ()
    ids: int = 0

    @property
    def awaited(self) -> Pending | None:
        """The roll that comes next."""
        return self.pending[0] if self.pending else None

    def next_id(self) -> int:
        """Return a number nothing of this evening has."""
        self.ids += 1
        return self.ids

    def tell(self, code: str, ref: str = "", place: Place | None = None, **params: Param) -> None:
        """Say that something happened."""
        self.events = (*self.events, Event(code, ref, params, place))

    def knows(self, ref: str) -> bool:
        """Tell whether there is such a figure this evening."""
        return self.setup.fighter(ref) is not None

    def stands(self, ref: str) -> bool:
        """Tell whether the figure is on the table and up."""
        return self.knows(ref) and ref not in self.fallen and ref not in self.gone

    def lies(self, ref: str) -> bool:
        """Tell whether the figure lies on the table, out of action."""
        fall = self.fallen.get(ref)
        return fall is not None and not fall.carried

    def refs(self) -> Iterator[str]:
        """Yield every figure of the bands."""
        for band in self.setup.bands:
            for fighter in band.fighters:
                yield ref_of(band.key, fighter.id)

    def in_play(self) -> tuple[str, ...]:
        """Return the bands that have figures standing on the table, in the order of the setup."""
        return tuple(
            band.key
            for band in self.setup.bands
            if any(self.stands(ref_of(band.key, fighter.id)) for fighter in band.fighters)
        )

    def close(self) -> None:
        """Settle what is open when the game ends."""


class State(Table, kw_only=True):
    """A night of zombies or an invasion so far.

    ``order`` is this turn's initiative, ``first`` the first turn's; ``rolled`` the bands that have rolled for an
    encounter, ``moved`` the groups that have had their part.
    """

    setup: Setup
    order: tuple[str, ...] = ()
    first: tuple[str, ...] = ()
    rolled: tuple[str, ...] = ()
    moved: tuple[int, ...] = ()
    groups: tuple[Group, ...] = ()
    noises: tuple[Noise, ...] = ()
    infections: dict[str, Infection] = {}
    civilians: tuple[Civilian, ...] = ()

    @property
    def lone(self) -> str:
        """The one band in play at the start of a turn, whose order nobody has to settle; "" elsewhere."""
        playing = self.in_play()
        return playing[0] if self.phase is Phase.INITIATIVE and len(playing) == 1 else ""

    def set_order(self, order: Sequence[str]) -> None:
        """Let the bands come in this order; encounter rolls are next, where there is anybody to roll."""
        self.order, self.rolled = tuple(order), ()
        self.first = self.first or self.order
        self.phase = Phase.ENCOUNTERS if order else Phase.BANDS

    @property
    def nature(self) -> Nature:
        """What comes this evening."""
        return NATURES[self.setup.menace]

    @property
    def profiles(self) -> tuple[str, ...]:
        """Who comes, by the table of encounters."""
        return profiles(self.setup.menace, self.setup.catalogue)

    def group(self, number: int) -> Group | None:
        """Return the group of that number."""
        return next((group for group in self.groups if group.id == number), None)

    def put(self, changed: Group) -> None:
        """Let a group be what ``changed`` says."""
        self.groups = tuple(changed if group.id == changed.id else group for group in self.groups)

    def civilian(self, ref: str) -> Civilian | None:
        """Return the civilian of that reference."""
        return next((one for one in self.civilians if one.ref == ref), None)

    def knows(self, ref: str) -> bool:
        """Tell whether there is such a figure or civilian this evening."""
        return self.setup.fighter(ref) is not None or self.civilian(ref) is not None

    def has_risen(self, ref: str) -> bool:
        """Tell whether the figure is a zombie by now."""
        found = self.infections.get(ref)
        return found is not None and found.fate is Fate.RISEN

    def stands(self, ref: str) -> bool:
        """Tell whether the figure is on the table, up, and still itself."""
        return Table.stands(self, ref) and not self.has_risen(ref)

    def lies(self, ref: str) -> bool:
        """Tell whether the figure lies on the table, out of action, and no zombie."""
        return Table.lies(self, ref) and not self.has_risen(ref)

    def refs(self) -> Iterator[str]:
        """Yield every figure of the bands, then the civilians found."""
        yield from Table.refs(self)
        yield from (civilian.ref for civilian in self.civilians)

    def close(self) -> None:
        """Whoever is infected and has not turned will not (ruling M320)."""
        for ref, one in self.infections.items():
            if one.fate is None:
                self.infections[ref] = replace(one, fate=Fate.UNTURNED)

    def toughness(self, ref: str) -> int:
        """Return the bare toughness of a figure or a civilian (rulings M180, M320)."""
        fighter = self.setup.fighter(ref)
        if fighter is not None:
            return fighter.toughness
        civilian = self.civilian(ref)
        return self.setup.catalogue.civilians[civilian.code].profile.toughness if civilian else 0

    def henchmen(self, key: str) -> int:
        """Return how many henchmen of a band stand on the table: they count for initiative (rulings M26, M42)."""
        band = self.setup.band(key)
        fighters = band.fighters if band else ()
        return sum(one.rank is Rank.HENCHMAN and self.stands(ref_of(key, one.id)) for one in fighters)

    def undrawn(self) -> tuple[str, ...]:
        """Return the civilians of the present set of five that nobody has drawn yet (rulings M204, M332)."""
        cards = tuple(self.setup.catalogue.civilians)
        size = len(cards)
        drawn = {one.code for one in self.civilians[len(self.civilians) // size * size :]}
        return tuple(code for code in cards if code not in drawn)

    def runner(self) -> str:
        """Return whose turn it is to run the menace: the k-th of the first turn's order, of those still in play.

        "" where a game master does, or nobody is in play (rulings M288, M319).
        """
        playing = [key for key in self.first if key in self.in_play()]
        if self.setup.game_master or not playing:
            return ""
        return playing[(self.turn - 1) % len(playing)]
