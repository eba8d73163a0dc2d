"""Score pads: setup + entries as they happen = the board. What the pads of all games share.

A match played with the real box is a ``Setup`` (how many seats, who starts, which house rules) and a list of entries
(frozen values, one class per kind). Whoever stores them gives each an id and may strike or replace any of them; the
engine always takes the list that is in force and replays it. An entry that no longer holds after a correction is
listed with its reasons, never dropped, and the following ones go on from the last good state.

Points are only ever added, each with its source, so the board is their sum and every figure can be explained.
Errors: ``Malformed`` (not an entry or setup of this game), ``Illegal`` (the rules forbid it, all reasons as codes).
Seats are numbered from 0 in seating order.
"""

from __future__ import annotations

from engines.core.score.by_card import CardPoints
from engines.core.score.fields import Choice, Field, Number, Pick, Rows, Words
from engines.core.score.game import ScoreGame, check_table, encode
from engines.core.score.match import (
    Entry,
    Event,
    Leaving,
    NamedCards,
    Points,
    Setup,
    State,
    brought_to,
    each_range_problems,
    each_seat_problems,
    seat_problems,
)
from engines.core.score.replay import Changes, Id, PointsChange, Replay, SeatChange, Step
from engines.core.score.standing import Need, Outcome, Placing, ScoreLine, best_first, shared_places

__all__ = [
    "CardPoints",
    "Changes",
    "Choice",
    "Entry",
    "Event",
    "Field",
    "Id",
    "Leaving",
    "NamedCards",
    "Need",
    "Number",
    "Outcome",
    "Pick",
    "Placing",
    "Points",
    "PointsChange",
    "Replay",
    "Rows",
    "ScoreGame",
    "ScoreLine",
    "SeatChange",
    "Setup",
    "State",
    "Step",
    "Words",
    "best_first",
    "brought_to",
    "check_table",
    "each_range_problems",
    "each_seat_problems",
    "encode",
    "seat_problems",
    "shared_places",
]
