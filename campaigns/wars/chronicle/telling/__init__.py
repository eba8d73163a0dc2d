"""Sentences of the chronicle, in the reader's language: several ways to say a thing, so that no page drones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from campaigns.wars.chronicle.facts import Fact
from campaigns.wars.chronicle.telling import aftermath, battle, people
from campaigns.wars.chronicle.telling.voice import Voice

__all__ = ["TELLERS", "Voice", "tell_facts"]

TELLERS: Final[Mapping[type, Callable[[Any, Voice], Iterator[str]]]] = {
    **battle.TELLERS,
    **aftermath.TELLERS,
    **people.TELLERS,
}
"""What tells each kind of fact."""


def tell_facts(facts: Iterable[Fact], voice: Voice) -> Iterator[str]:
    """Yield the sentences that tell these facts. Names are as people typed them: escape it in HTML."""
    for fact in facts:
        yield from TELLERS[type(fact)](fact, voice)
