"""The language of Space Serenade in words."""

from __future__ import annotations

from typing import Final

from campaigns.matches.cards.sentences import joining
from campaigns.matches.cards.sentences.bebop import cards, conditions, hunt, resources, words
from campaigns.matches.cards.sentences.speaker import Vocabulary

VOCABULARY: Final = Vocabulary(
    {**joining.STEPS, **resources.VERBS, **cards.VERBS, **hunt.VERBS},
    {**joining.CONDITIONS, **conditions.CONDITIONS},
    words.COUNTS,
    words.AMOUNTS,
    words.VALUES,
)
