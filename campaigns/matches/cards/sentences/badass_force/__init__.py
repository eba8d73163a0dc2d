"""The language of Badass Force in words."""

from __future__ import annotations

from typing import Final

from campaigns.matches.cards.sentences import joining
from campaigns.matches.cards.sentences.badass_force import characters, conditions, lasting, weapons, words
from campaigns.matches.cards.sentences.speaker import Vocabulary

VOCABULARY: Final = Vocabulary(
    {**joining.STEPS, **weapons.VERBS, **characters.VERBS, **lasting.VERBS},
    {**joining.CONDITIONS, **conditions.CONDITIONS},
    words.COUNTS,
    words.AMOUNTS,
    words.VALUES,
)
