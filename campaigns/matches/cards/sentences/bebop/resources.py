"""Resources of Space Serenade in words: gaining, losing, taking."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _, pgettext_lazy

from campaigns.matches.cards.sentences.speaker import Speaker, Verb
from engines.bebop.verbs.resources import Gain, Lose, Take
from engines.core.effects.steps import Step


def _gain(step: Gain, speaker: Speaker) -> str:
    return _("gain %(amount)s") % {"amount": speaker.amount(step.what.value, step.n)}


def _lose(step: Lose, speaker: Speaker) -> str:
    return _("lose %(amount)s") % {"amount": speaker.amount(step.what.value, step.n)}


def _take(step: Take, speaker: Speaker) -> str:
    return speaker.aimed(step.who, _("take %(amount)s") % {"amount": speaker.amount("fuel", step.n)})


VERBS: Final[Mapping[type[Step], Verb]] = {
    Gain: Verb(pgettext_lazy("card step", "gain resources"), _gain),
    Lose: Verb(pgettext_lazy("card step", "lose resources"), _lose),
    Take: Verb(pgettext_lazy("card step", "take fuel from others"), _take, aims=True),
}
