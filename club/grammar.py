"""Sentences with names in them: French elides, contracts and agrees with a name, which no translator can foresee.

A name goes into a sentence marked; ``finished`` looks at the words around each mark and takes the marks away. So
translators write "de %(name)s" and readers read « d’Aline », « de Bob », « des Haches »; where a name is the subject of
a verb, translators write both numbers, "%(name)s {met|mettent}", of which the name before it takes one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.utils.translation import get_language

from club.folding import plain

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
_AGREES: Final = re.compile(r"\{([^{}|]*)\|([^{}|]*)\}")
_WORD: Final = re.compile(r"[^\W\d_]+")
_SEVERAL: Final = frozenset(
    "les des ces mes tes ses nos vos leurs plusieurs deux trois quatre cinq six sept huit neuf dix onze douze treize "  # noqa: SIM905
    "vingt trente quarante cinquante cent mille".split()
)
_SINGLE: Final = frozenset("le la l un une mon ma ton ta son sa notre votre leur ce cet cette".split())  # noqa: SIM905
_INVARIABLE: Final = frozenset(
    "bois bras brebis chaos choix corps croix dos fils fois gars gris jus mois mors némésis noix os ours paix palais "  # noqa: SIM905
    "poids pois prix puits repos souris temps tas venus voix".split()
)
"""Nouns that look like plurals and are as often none."""
_ENDS: Final = (".", "!", "?", "…", "»", "”", ":")


def named(name: str) -> str:
    """Return a name as it goes into a sentence; no name stays none."""
    return MARK + name.replace(MARK, "") if name else ""


def filled(sentence: object, values: Mapping[str, Any]) -> str:
    """Return a sentence with its values, finished."""
    return finished(str(sentence % values))  # type: ignore[operator]


def finished(sentence: str) -> str:
    """Return a sentence with its marks taken away, grammar seen to, and a capital at the beginning."""
    if (get_language() or "").startswith("fr"):
        sentence = _AGREES.sub(lambda found: found[2 if _subject_is_plural(found) else 1], sentence)
        sentence = _CONTRACTED.sub(lambda found: f"{_JOINED[f'{found[1]} {found[2]}']} ", sentence)
        sentence = _ELIDED.sub(lambda found: f"{found[1]}’" if _vowel(found[2]) else found[0], sentence)
        sentence = _ARTICLE.sub(lambda found: found[0].replace(MARK, "").replace("L", "l", 1), sentence)
    if sentence and not sentence.startswith(MARK):
        sentence = sentence[0].upper() + sentence[1:]
    return one_stop(sentence.replace(MARK, ""))


def one_stop(text: str) -> str:
    """Return a text in which no full stop follows that of a name: « élimine Dédé L. », not « Dédé L.. »."""
    return re.sub(r"(?<!\.)\.\.(?!\.)", ".", text)


def stopped(text: str) -> str:
    """Return a sentence with a full stop, unless it ends with a sign of its own: what people type often has none."""
    text = text.rstrip()
    return text if not text or text.endswith(_ENDS) else f"{text}."


def continued(sentence: str, names: Iterable[object]) -> str:
    """Return a sentence as it goes on after a colon: no capital, unless it begins with one of these names."""
    begins = sentence.replace(MARK, "")
    if not sentence or any(
        isinstance(name, str) and name and begins.startswith(name.replace(MARK, "")) for name in names
    ):
        return sentence
    return sentence[0].lower() + sentence[1:]


def is_plural(name: str) -> bool:
    """Tell whether a French verb after this name is in the plural: « Les Crocs mettent », « Barbe-d’Étain met ».

    An article decides. Without one, two words in the plural do (« Loups Gris »), or one with what it is of
    (« Lames d’Ys »); a single word is taken for a singular, as « Némésis » is.
    """
    words = [word.casefold() for word in _WORD.findall(name)]
    if not words or words[0] in _SINGLE:
        return False
    if words[0] in _SEVERAL:
        return True
    if len(words) < 2 or words[0] in _INVARIABLE or not words[0].endswith(("s", "x")):
        return False
    return words[1] in ("de", "du", "des", "d", "à", "au", "aux", "sans", "en") or words[1].endswith(("s", "x"))


def _subject_is_plural(found: re.Match[str]) -> bool:
    before = found.string[: found.start()]
    return is_plural(before[before.rfind(MARK) + 1 :]) if MARK in before else False


def _vowel(word: str) -> bool:
    """Tell whether French elides before a word: an h is taken for aspirated, a y for a vowel before a consonant."""
    letters = plain(word)
    if letters.startswith("y"):
        return len(letters) > 1 and letters[1] not in "aeiouy"
    return letters.startswith(tuple("aeiou"))
