"""What the steps of the language of effects say, in the reader's language: under a text that is typed in, at a table.

``speaker`` puts sentences together, ``joining`` has what joins steps in all games. Each game has a folder: its verbs in
a file for each subject, with a label and a clause, its conditions, and its small words. A game's verbs bring its whole
engine along: they are loaded when somebody writes or reads a card of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from campaigns.matches.cards.sentences.speaker import Speaker, Vocabulary
from club.on_demand import OnDemand
from engines.core.effects.language import Language
from engines.core.effects.steps import Step

__all__ = ["LANGUAGES", "VOCABULARIES", "Speaker", "Vocabulary", "sentence", "speaker"]


def _badass_force_language() -> Language:
    from engines.badass_force.language import LANGUAGE

    return LANGUAGE


def _badass_force() -> Vocabulary:
    from campaigns.matches.cards.sentences.badass_force import VOCABULARY

    return VOCABULARY


def _bebop_language() -> Language:
    from engines.bebop.language import LANGUAGE

    return LANGUAGE


def _bebop() -> Vocabulary:
    from campaigns.matches.cards.sentences.bebop import VOCABULARY

    return VOCABULARY


LANGUAGES: Final[OnDemand[Language]] = OnDemand({"bebop": _bebop_language, "badass_force": _badass_force_language})
"""The games whose cards have effects, and what may be written on them."""
VOCABULARIES: Final[OnDemand[Vocabulary]] = OnDemand({"bebop": _bebop, "badass_force": _badass_force})
"""How it is said."""


def speaker(game: str, names: Sequence[str] = ()) -> Speaker:
    """Return who says what steps of a game do; ``names`` are the players', where steps name seats by number."""
    return Speaker(VOCABULARIES[game], names)


def sentence(game: str, steps: Iterable[Step]) -> str:
    """Return what a slot says, a sentence for each step; empty for no steps."""
    return speaker(game).sentences(steps)
