"""Sentences with names in them: French elides and contracts before a name, which no translator can foresee.

A name goes into a sentence marked; ``finished`` looks at the word before each mark and takes the marks away. So
translators write "de %(name)s" and readers read « d’Aline », « de Bob », « des Haches ».
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.utils.translation import get_language, gettext as _, gettext_lazy

from campaigns.wars.replay.wording.names import join

MARK: Final = "\ue000"
_ELIDED: Final = re.compile(rf"\b([Dd]|[Qq]u|[Jj]usqu|[Ll]orsqu|[Pp]uisqu)e {MARK}(?=(\w+))")
_CONTRACTED: Final = re.compile(rf"\b([Dd]e|[Àà]) {MARK}(Le|Les) (?=\S)")
_ARTICLE: Final = re.compile(rf"(?<=[\w,’] ){MARK}((?:Le|La|Les) |L[’'])(?=\S)")
_JOINED: Final = {"de Le": "du", "de Les": "des", "De Le": "Du", "De Les": "Des"} | {
    "à Le": "au",
    "à Les": "aux",
    "À Le": "Au",
    "À Les": "Aux",
}
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


def named(name: str) -> str:
    """Return a name as it goes into a sentence."""
    return MARK + name.replace(MARK, "")


def listed(names: Iterable[str]) -> str:
    """Return several names as they go into a sentence: "Ann, Bert and Cleo"."""
    return join(named(name) for name in names)


def in_words(number: int) -> str:
    """Return a number from 2 to 10 in words, any other in figures."""
    return str(_NUMBERS.get(number, number))


def filled(sentence: object, values: Mapping[str, Any]) -> str:
    """Return a sentence with its values, finished."""
    return finished(str(sentence % values))  # type: ignore[operator]


def finished(sentence: str) -> str:
    """Return a sentence with its marks taken away, grammar seen to, and a capital at the beginning."""
    if (get_language() or "").startswith("fr"):
        sentence = _CONTRACTED.sub(lambda found: f"{_JOINED[f'{found[1]} {found[2]}']} ", sentence)
        sentence = _ELIDED.sub(lambda found: f"{found[1]}’" if _vowel(found[2]) else found[0], sentence)
        sentence = _ARTICLE.sub(lambda found: found[0].replace(MARK, "").replace("L", "l", 1), sentence)
    if sentence and not sentence.startswith(MARK):
        sentence = sentence[0].upper() + sentence[1:]
    return sentence.replace(MARK, "")


def _vowel(word: str) -> bool:
    """Tell whether French elides before a word: an h is taken for aspirated, a y for a vowel before a consonant."""
    plain = "".join(c for c in unicodedata.normalize("NFD", word.casefold()) if not unicodedata.combining(c))
    if plain.startswith("y"):
        return len(plain) > 1 and plain[1] not in "aeiouy"
    return plain.startswith(tuple("aeiouœæ"))


def quoted(text: str) -> str:
    """Return a name of the rulebook in the reader's quotation marks."""
    return _("“%(text)s”") % {"text": text}
