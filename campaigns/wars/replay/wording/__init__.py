"""Sentences for everything that happens in a battle, in the reader's language, and what its dice were for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from campaigns.wars.replay.wording import aims, course, fighting, moving, nerve, others, pulp, raid, riding
from campaigns.wars.replay.wording.dice import DiceGroup, dice_of
from campaigns.wars.replay.wording.names import Names, Sentence
from club.grammar import finished, named
from engines.musg.battle.events import Event, Kind

__all__ = ["SENTENCES", "DiceGroup", "Names", "dice_of", "event_sentence"]

SENTENCES: Final[Mapping[Kind, Sentence]] = {
    **course.SENTENCES,
    **moving.SENTENCES,
    **nerve.SENTENCES,
    **fighting.SENTENCES,
    **others.SENTENCES,
    **riding.SENTENCES,
    **aims.SENTENCES,
    **pulp.SENTENCES,
    **raid.SENTENCES,
}
"""What tells each kind of event."""


def event_sentence(event: Event, names: Names) -> str:
    """Return what happened as one sentence or a few. Names are as people typed them: escape it in HTML."""
    said, marked = SENTENCES[event.kind], _marked(names)
    return finished(said(event, marked) if callable(said) else str(said) % marked.values(event))


@lru_cache(maxsize=16)
def _marked(names: Names) -> Names:
    """Return names as they go into sentences whose grammar is then seen to."""
    return replace(
        names,
        sides=tuple(map(named, names.sides)),
        figures=tuple(map(named, names.figures)),
        vehicles=tuple(map(named, names.vehicles)),
    )
