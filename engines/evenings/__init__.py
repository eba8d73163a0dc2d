"""An evening of the club: who comes, what is played, who sits and who waits. Setup and log are its truth.

>>> from engines.evenings import Details, GameAdded, Joined, Left, Setup, replay
>>> setup = Setup(begins=29_000_000, ends=29_000_300)
>>> log = [
...     GameAdded(at=28_990_000, details=Details(title="BAF!", seats=1)),
...     Joined(at=28_990_001, game=1, person="Emma"),
...     Joined(at=28_990_002, game=1, person="Bruno"),
... ]
>>> game = replay(setup, log).games[1]
>>> [seat.person for seat in game.seated], [place.person for place in game.waiting]
(['Emma'], ['Bruno'])
>>> moved = replay(setup, [*log, Left(at=28_990_003, game=1, person="Emma")])
>>> [seat.person for seat in moved.games[1].seated]
['Bruno']
"""

from engines.evenings.entries import (
    Answer,
    Answered,
    AnyEntry,
    Attended,
    Cancelled,
    Details,
    GameAdded,
    GameChanged,
    GameRemoved,
    Joined,
    Left,
    Locked,
    MovedUp,
    Rescheduled,
    Restored,
    Role,
    Seated,
    encode,
    read_entry,
)
from engines.evenings.plan import Plan, PlannedGame, Reply, Seat, Waiting
from engines.evenings.replay import Happened, apply, replay, start
from engines.evenings.setup import Setup

__all__ = [
    "Answer",
    "Answered",
    "AnyEntry",
    "Attended",
    "Cancelled",
    "Details",
    "GameAdded",
    "GameChanged",
    "GameRemoved",
    "Happened",
    "Joined",
    "Left",
    "Locked",
    "MovedUp",
    "Plan",
    "PlannedGame",
    "Reply",
    "Rescheduled",
    "Restored",
    "Role",
    "Seat",
    "Seated",
    "Setup",
    "Waiting",
    "apply",
    "encode",
    "read_entry",
    "replay",
    "start",
]
