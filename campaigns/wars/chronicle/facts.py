"""What the chronicle has to tell, as data: one small class for each kind of fact. Names are as people typed them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

# Of a battle as a whole


class Result(Struct, frozen=True):
    """How a battle ended: the warbands with their victory points, the winner first; ``drawn`` without one.

    ``decreed``: not as the points alone would have it. A warband alone, against figures that nobody led, has lost where
    it has not won.
    """

    sides: tuple[tuple[str, int], ...]
    drawn: bool = False
    decreed: bool = False


class Upset(Struct, frozen=True):
    """The forecast had given the winner so many ``chances`` in 100."""

    winner: str
    chances: int


class Run(Struct, frozen=True):
    """A warband's victories in a row, this battle included."""

    warband: str
    wins: int


class RunBroken(Struct, frozen=True):
    """A warband's victories in a row, ended by this battle."""

    warband: str
    wins: int


class WaitOver(Struct, frozen=True):
    """The battles a warband had fought without a victory before it won this one."""

    warband: str
    battles: int


class PointsRecord(Struct, frozen=True):
    """More victory points than any warband brought home from a battle of the campaign before."""

    warband: str
    points: int


class TakedownRecord(Struct, frozen=True):
    """More enemies put out of action than any warband had in a battle of the campaign before."""

    warband: str
    enemies: int


# Of one warband in a battle


class Victim(Struct, frozen=True):
    """A figure put out of action: with which weapons, as far as known. ``led``: the warband whose leader it was.

    ``warband`` is said where there are several it might belong to.
    """

    name: str
    weapons: tuple[str, ...] = ()
    killed: bool = False
    led: str = ""
    warband: str = ""


class Deed(Struct, frozen=True):
    """Whom one figure put out of action in a battle."""

    doer: str
    victims: tuple[Victim, ...]


class Mishap(Struct, frozen=True):
    """Own figures put out of action, or killed, by accidents."""

    names: tuple[str, ...]
    killed: bool = False


class Flight(Struct, frozen=True):
    """Figures that fled the table."""

    names: tuple[str, ...]


# Of one warband's aftermath


class LeaderLost(Struct, frozen=True):
    """The leader is dead, killed outright or after the battle: felled ``by`` whom and with what, if known."""

    name: str
    killed: bool = False
    by: str = ""
    weapons: tuple[str, ...] = ()


class Succession(Struct, frozen=True):
    """Who leads from now on; nobody (empty) when a leader has to be hired."""

    name: str = ""


class Lost(Struct, frozen=True):
    """A figure that does not come back, killed outright or not; felled ``by`` whom, if known."""

    name: str
    killed: bool = False
    by: str = ""


class Harm(Struct, frozen=True):
    """What a figure carries from a battle: codes of the injury tables, each with how many times."""

    name: str
    injuries: tuple[tuple[str, int], ...]


class Harms(Struct, frozen=True):
    """Everybody who came back with lasting harm; ``guarded``: a troll saw to it that nothing was stolen."""

    harms: tuple[Harm, ...]
    guarded: bool = False


class Unharmed(Struct, frozen=True):
    """Who was put out of action and came back as before; ``all_of_them``: everybody who had fallen."""

    names: tuple[str, ...]
    all_of_them: bool = False


class OutOfTouch(Struct, frozen=True):
    """Hired figures of whom nothing is known any more."""

    names: tuple[str, ...]


class Promoted(Struct, frozen=True):
    """Henchmen who became lieutenants."""

    names: tuple[str, ...]


class Legend(Struct, frozen=True):
    """A leader who became a living legend, for hire for ``price`` points a battle."""

    name: str
    price: int


# Of a warband at any time


class Learned(Struct, frozen=True):
    """Skills a figure learned, by their codes."""

    name: str
    skills: tuple[str, ...]


class Trained(Struct, frozen=True):
    """Skills by their codes, each with all who learned it: told of several figures together."""

    skills: tuple[tuple[str, tuple[str, ...]], ...]


class Joined(Struct, frozen=True):
    """New figures, each with its rank."""

    people: tuple[tuple[str, str], ...]


class Plain(Struct, frozen=True):
    """Anything else: a journal event, told by its sentence there."""

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)


class InPlace(Struct, frozen=True):
    """A referee did what was just told for the player, for this reason."""

    reason: str


type Fact = (
    Result
    | Upset
    | Run
    | RunBroken
    | WaitOver
    | PointsRecord
    | TakedownRecord
    | Deed
    | Mishap
    | Flight
    | LeaderLost
    | Succession
    | Lost
    | Harms
    | Unharmed
    | OutOfTouch
    | Promoted
    | Legend
    | Learned
    | Trained
    | Joined
    | Plain
    | InPlace
)
"""One thing to tell."""
