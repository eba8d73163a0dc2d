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

from engines.core.score.by_card import CardPoints as CardPoints
from engines.core.score.fields import (
    Choice as Choice,
    Field as Field,
    Number as Number,
    Pick as Pick,
    Rows as Rows,
    Words as Words,
)
from engines.core.score.game import ScoreGame as ScoreGame, check_table as check_table, encode as encode
from engines.core.score.match import (
    Entry as Entry,
    Event as Event,
    Leaving as Leaving,
    NamedCards as NamedCards,
    Points as Points,
    Setup as Setup,
    State as State,
    brought_to as brought_to,
    each_range_problems as each_range_problems,
    each_seat_problems as each_seat_problems,
    seat_problems as seat_problems,
)
from engines.core.score.replay import (
    Changes as Changes,
    Id as Id,
    PointsChange as PointsChange,
    Replay as Replay,
    SeatChange as SeatChange,
    Step as Step,
)
from engines.core.score.standing import (
    Need as Need,
    Outcome as Outcome,
    Placing as Placing,
    ScoreLine as ScoreLine,
    best_first as best_first,
    shared_places as shared_places,
)
