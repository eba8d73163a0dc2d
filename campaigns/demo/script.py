"""The words a demo story is written in: what a warband does between battles, and what happened in one.

Figures are called by their names, which are unique in the story, and warbands by their keys.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field


class Hire(Struct, frozen=True):
    """Hire a figure of the warband's own race, or of another, and buy its gear."""

    name: str
    rank: str = "henchman"
    race: str = ""
    gear: str = ""


class Engage(Struct, frozen=True):
    """Engage a mercenary and buy its gear."""

    name: str
    mercenary: str
    gear: str = ""


class EngageAgain(Struct, frozen=True):
    """Engage anew a mercenary who lost contact."""

    name: str


class Pay(Struct, frozen=True):
    """Pay a mercenary for the next battle."""

    name: str


class Buy(Struct, frozen=True):
    """Buy an item; with ``undone`` the player thinks better of it."""

    item: str
    name: str
    undone: bool = False


class Fetch(Struct, frozen=True):
    """Give a figure items that lie in the stash."""

    items: str
    name: str


class Learn(Struct, frozen=True):
    """Choose a skill; with ``for_player`` the referee does it in the absent player's place, for that reason."""

    name: str
    skill: str
    for_player: str = ""


class Remark(Struct, frozen=True):
    """A note about a figure, or about the warband when ``name`` is empty."""

    text: str
    name: str = ""


Step = Hire | Engage | EngageAgain | Pay | Buy | Fetch | Learn | Remark


class Down(Struct, frozen=True):
    """``victim`` put out of action by ``by`` (empty: an accident).

    ``dice`` are the faces its aftermath takes, in order; none for the killed and for mercenaries.
    """

    victim: str
    by: str
    dice: str = ""
    killed: bool = False


class Fight(Struct, frozen=True):
    """A battle ``days`` before the day of loading (after it, if negative).

    The first side's player reports it. ``activity``: the die of every erratic figure. ``dispute``: what the other
    player objects before the referee settles, and ``verdict`` why he settles it as reported.
    """

    sides: tuple[str, str]
    title: str
    days: int
    place: str
    scenario: str = ""
    downs: tuple[Down, ...] = ()
    fled: tuple[str, ...] = ()
    activity: Mapping[str, int] = field(default_factory=dict)
    bonus: Mapping[str, int] = field(default_factory=dict)
    guarded: tuple[str, ...] = ()
    dispute: str = ""
    verdict: str = ""
    reported: bool = True
    confirmed: bool = True
    unfinished: tuple[str, ...] = ()
    """The warbands whose typed dice are not complete yet."""


class Chapter(Struct, frozen=True):
    """A round: its battles, then what each warband does before the next."""

    name: str
    fights: tuple[Fight, ...]
    steps: Mapping[str, tuple[Step, ...]] = field(default_factory=dict)
