"""What the steps of the language of effects say, in the reader's language: under a text that is typed in, at a table.

``speaker`` puts sentences together, ``joining`` has what joins steps in all games. Each game has a folder: its verbs in
a file for each subject, with a label and a clause, its conditions, and its small words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from campaigns.matches.cards.sentences import badass_force, bebop
from campaigns.matches.cards.sentences.speaker import Speaker, Vocabulary
from engines.badass_force.language import LANGUAGE as BADASS_FORCE
from engines.bebop.language import LANGUAGE as BEBOP
from engines.core.effects.language import Language
from engines.core.effects.steps import Step

__all__ = ["LANGUAGES", "VOCABULARIES", "Speaker", "Vocabulary", "sentence", "speaker"]

LANGUAGES: Final[Mapping[str, Language]] = {"bebop": BEBOP, "badass_force": BADASS_FORCE}
"""The games whose cards have effects, and what may be written on them."""
VOCABULARIES: Final[Mapping[str, Vocabulary]] = {
    "bebop": bebop.VOCABULARY,
    "badass_force": badass_force.VOCABULARY,
}
"""How it is said."""


def speaker(game: str, names: Sequence[str] = ()) -> Speaker:
    """Return who says what steps of a game do; ``names`` are the players', where steps name seats by number."""
    return Speaker(VOCABULARIES[game], names)


def sentence(game: str, steps: Iterable[Step]) -> str:
    """Return what a slot says, a sentence for each step; empty for no steps."""
    return speaker(game).sentences(steps)
