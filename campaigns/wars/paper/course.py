"""How a battle went, told for paper: what the engine fought, or what an evening at the table noted down."""

from __future__ import annotations

from itertools import groupby
from typing import Any, Final

from msgspec import Struct

from campaigns.wars.models.evening import Evening
from campaigns.wars.models.resolution import Resolution
from campaigns.wars.pocket.page import page_of
from campaigns.wars.replay.frames import decoded
from campaigns.wars.replay.page import turn_name
from campaigns.wars.replay.wording import Names, dice_of, event_sentence
from club.access import User
from engines.musg.battle.events import Event, Kind

SILENT: Final = frozenset(
    {
        Kind.ACTIVATED,
        Kind.DEPLOYED,
        Kind.ENDED_ACTIVATION,
        Kind.END_OF_TURN,
        Kind.PASSED,
        Kind.RAN,
        Kind.STEPPED_ASIDE,
        Kind.TURN,
        Kind.WALKED,
        Kind.WAVE,
        Kind.WENT_ON,
    }
)
"""What only moves somebody or turns a page; on paper it is told where dice fell for it. The replay has all of it."""


class Line(Struct, frozen=True):
    """One sentence, and its dice: of each group what it was for, the face needed if one was, and the faces."""

    sentence: str
    dice: tuple[tuple[str, str, tuple[int, ...]], ...] = ()

    def as_data(self) -> dict[str, Any]:
        """As the template reads it."""
        return {"said": self.sentence, "dice": [[purpose, need, list(faces)] for purpose, need, faces in self.dice]}


class Part(Struct, frozen=True):
    """What belongs together: a turn, or a whole evening (without a title)."""

    title: str
    lines: tuple[Line, ...]

    def as_data(self) -> dict[str, Any]:
        """As the template reads it."""
        return {"title": self.title, "lines": [line.as_data() for line in self.lines]}


def of_resolution(resolution: Resolution) -> tuple[Part, ...]:
    """Return what the engine fought, turn by turn, in the active language."""
    setup, events = decoded(resolution.setup, resolution.events)
    names = Names.of(setup, events)
    told = (event for event in events if event.rolls or event.kind not in SILENT)
    turns = groupby(told, key=lambda event: event.turn)
    return tuple(Part(turn_name(turn), tuple(_line(event, names) for event in lines)) for turn, lines in turns)


def of_evening(evening: Evening, user: User) -> tuple[Part, ...]:
    """Return what was noted down at the table, as this reader may read it. One query."""
    lines = [
        Line(sentence, (("", "", told.faces),) if told.faces and first else ())
        for told in page_of(evening, user).history
        for first, sentence in ((number == 0, said) for number, said in enumerate(told.sentences))
        if sentence
    ]
    return (Part("", tuple(lines)),) if lines else ()


def _line(event: Event, names: Names) -> Line:
    return Line(
        event_sentence(event, names), tuple((group.purpose, group.need, group.faces) for group in dice_of(event))
    )
