"""What the sentences of the chronicle share besides the grammar of names: lists, numbers in words, quotation marks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.utils.translation import gettext as _, gettext_lazy

from campaigns.wars.replay.wording.names import join
from club.grammar import named

_NUMBERS: Final = {
    2: gettext_lazy("two"),
    3: gettext_lazy("three"),
    4: gettext_lazy("four"),
    5: gettext_lazy("five"),
    6: gettext_lazy("six"),
    7: gettext_lazy("seven"),
    8: gettext_lazy("eight"),
    9: gettext_lazy("nine"),
    10: gettext_lazy("ten"),
}


def listed(names: Iterable[str]) -> str:
    """Return several names as they go into a sentence: "Ann, Bert and Cleo"."""
    return join(named(name) for name in names)


def in_words(number: int) -> str:
    """Return a number from 2 to 10 in words, any other in figures."""
    return str(_NUMBERS.get(number, number))


def quoted(text: str) -> str:
    """Return a name of the rulebook in the reader's quotation marks."""
    return _("“%(text)s”") % {"text": text}
