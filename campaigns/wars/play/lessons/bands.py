"""Who fights in the first lesson, and where: two small warbands on a small table, always the same."""

from __future__ import annotations

from functools import cache
from typing import Final

from engines.musg import journal
from engines.musg.battle.opening import from_warbands
from engines.musg.battle.setup import Setup
from engines.musg.entries import Buy, Hire
from engines.musg.ground.layout import Climb, Form, Layout, Piece, Veil, Zone
from engines.musg.ground.shapes import Rectangle
from engines.musg.ranks import Rank
from engines.musg.warband import Setup as Founding, Warband

OWN, FOES = 0, 1
"""The sides: the learner's and the bot's."""
OWN_KEY, FOES_KEY = "lanterne", "krom"
TURNS: Final = 4
_LEADER, _HENCHMAN = Rank.LEADER, Rank.HENCHMAN

type Recruits = tuple[tuple[str, Rank, str], ...]

_OWN: Final[Recruits] = (
    ("Aude", _LEADER, "submachine_gun sword"),
    ("Lison", _HENCHMAN, "rifle"),
    ("Basile", _HENCHMAN, "sword"),
    ("Odile", _HENCHMAN, ""),
    ("Paul", _HENCHMAN, ""),
)
_FOES: Final[Recruits] = (
    ("Krom", _LEADER, "axe"),
    ("Zug", _HENCHMAN, "bow"),
    ("Hak", _HENCHMAN, "axe"),
)
_ARMED: Final[Recruits] = (("Krom", _LEADER, "assault_rifle"),)


@cache
def _mustered(name: str, race: str, recruits: Recruits) -> Warband:
    warband = journal.begin(Founding(race=race, name=name))
    for number, (called, rank, gear) in enumerate(recruits, 1):
        hired = Hire(rank=rank, race=race, name=called)
        for entry in (hired, *(Buy(item=one, figure=number) for one in gear.split())):
            warband = journal.apply(warband, entry).warband
    return warband


def own_warband(*, whole: bool = False) -> Warband:
    """Return the learner's warband: the three who are always there; the ``whole`` one has two more, for one step."""
    return _mustered("La Lanterne", "human", _OWN if whole else _OWN[:3])


def foes_warband(*, armed: bool = False) -> Warband:
    """Return the bot's warband; ``armed``: its leader alone, with a weapon that fires five shots at once."""
    return _mustered("Grok Krom", "orc", _ARMED if armed else _FOES)


HALVES: Final = (
    Zone(Rectangle(x=0.0, y=12.0, width=24.0, depth=12.0)),
    Zone(Rectangle(x=0.0, y=0.0, width=24.0, depth=12.0)),
)
"""Where a step may put figures: anywhere in one's half."""
EDGES: Final = (
    Zone(Rectangle(x=0.0, y=20.0, width=24.0, depth=4.0)),
    Zone(Rectangle(x=0.0, y=0.0, width=24.0, depth=4.0)),
)
"""Where one deploys for the whole battle."""
_PIECES: Final = (
    Piece(
        kind="house",
        shape=Rectangle(x=14.0, y=9.5, width=5.0, depth=4.0),
        form=Form.LEVEL,
        height=3.0,
        veil=Veil.SOLID,
        climb=Climb.GEAR,
    ),
    Piece(
        kind="hedge",
        shape=Rectangle(x=4.0, y=17.0, width=6.0, depth=0.5),
        form=Form.WALL,
        height=1.0,
        veil=Veil.SCREEN,
    ),
    Piece(
        kind="wall",
        shape=Rectangle(x=3.0, y=6.0, width=5.0, depth=0.4),
        form=Form.WALL,
        height=0.75,
        veil=Veil.SOLID,
    ),
    Piece(
        kind="crate",
        shape=Rectangle(x=20.5, y=15.5, width=1.5, depth=1.5),
        form=Form.LEVEL,
        height=1.0,
        veil=Veil.SOLID,
    ),
)


def table(zones: tuple[Zone, ...] = HALVES) -> Layout:
    """Return the table of the lesson, 24 paces square."""
    return Layout(width=24.0, depth=24.0, pieces=_PIECES, zones=zones, code="lesson")


def setup(*, zones: tuple[Zone, ...] = HALVES, whole: bool = False, armed: bool = False) -> Setup:
    """Return the battle of the two warbands; ``whole`` and ``armed`` as theirs."""
    bands = {OWN_KEY: own_warband(whole=whole), FOES_KEY: foes_warband(armed=armed)}
    return from_warbands(bands, table(zones), turn_limit=TURNS)


def rosters() -> dict[str, Warband]:
    """Return both warbands as the whole battle knows them, by their keys."""
    return {OWN_KEY: own_warband(), FOES_KEY: foes_warband()}
