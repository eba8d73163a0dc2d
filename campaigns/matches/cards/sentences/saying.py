"""Steps said in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Any, Final

from django.utils.text import capfirst
from django.utils.translation import pgettext

from campaigns.matches.cards.sentences.conditions import CONDITIONS
from campaigns.matches.cards.sentences.fields import FIELDS, INSIDE
from campaigns.matches.cards.sentences.values import COUNTS, VALUES, WHO
from campaigns.matches.cards.sentences.verbs import THIS, VERBS
from engines.badass_force.language import LANGUAGE as BADASS_FORCE
from engines.bebop.language import LANGUAGE as BEBOP
from engines.core.effects.conditions import Condition, word_of
from engines.core.effects.language import Language, verb_of
from engines.core.effects.reading import fields
from engines.core.effects.steps import Count, Step

LANGUAGES: Final[Mapping[str, Language]] = {"bebop": BEBOP, "badass_force": BADASS_FORCE}
"""The games whose cards have effects, and what may be written on them."""
SEATED: Final = frozenset({"who", "by"})
"""Fields that hold a word for seats."""


def sentence(game: str, steps: Iterable[Step]) -> str:
    """Return what a slot says, a sentence for each step; empty for no steps."""
    return " ".join(f"{capfirst(said(game, step))}." for step in steps)


def said(game: str, step: Step) -> str:
    """Return what one step says, as a part of a sentence."""
    verb = verb_of(type(step))
    values = dict(_values(game, step))
    head = THIS[verb] if verb in THIS and getattr(step, "card", "") == "this" else VERBS[game][verb]
    raw = str(head)
    told = raw % values
    usual = {field.encode_name: field.default for field in fields(type(step))}
    beside = [
        str(FIELDS[name]) % {"value": value}
        for name, value in values.items()
        if f"%({name})s" not in raw and name not in ("who", *INSIDE) and not _as_usual(step, name, usual)
    ]
    if head is THIS.get(verb):
        beside = []
    if beside:
        told = f"{told} ({', '.join(beside)})"
    if "who" in values and "%(who)s" not in raw and getattr(step, "who", "me") != "me":
        return pgettext("card text", "%(who)s: %(what)s") % {"who": values["who"], "what": told}
    return told


def _in_order(game: str, steps: Iterable[Step]) -> str:
    return str(pgettext("card text", ", then ")).join(said(game, step) for step in steps)


def _as_usual(step: Step, name: str, usual: Mapping[str, Any]) -> bool:
    return bool(_raw(step, name) == usual[name])


def _raw(step: Step | Condition, name: str) -> Any:
    field = next(field for field in fields(type(step)) if field.encode_name == name)
    return getattr(step, field.name)


def _values(game: str, step: Step | Condition) -> Iterator[tuple[str, str]]:
    for field in fields(type(step)):
        yield field.encode_name, _word(game, field.encode_name, getattr(step, field.name))


def _word(game: str, name: str, value: Any) -> str:
    """Return a value of a field in words."""
    if isinstance(value, tuple):
        return _several(game, name, value)
    if isinstance(value, Condition):
        return _condition(game, value)
    if isinstance(value, Count):
        return _count(value)
    if name in SEATED:
        return str(WHO.get(value, _named(value)))
    plain = str(value.value if isinstance(value, Enum) else value)
    plain = plain.lower() if isinstance(value, bool) else plain
    return str(VALUES.get(name, {}).get(plain, plain))


def _several(game: str, name: str, values: tuple[Any, ...]) -> str:
    if values and all(isinstance(one, Step) for one in values):
        return _in_order(game, values)
    if values and all(isinstance(one, tuple) for one in values):
        return str(pgettext("card text", "; ")).join(
            f"{number}) {_in_order(game, one)}" for number, one in enumerate(values, start=1)
        )
    if values and all(isinstance(one, Condition) for one in values):
        return str(pgettext("card text", "; ")).join(_condition(game, one) for one in values)
    return ", ".join(_word(game, name, one) for one in values)


def _condition(game: str, condition: Condition) -> str:
    told = str(CONDITIONS[word_of(type(condition))]) % dict(_values(game, condition))
    who = getattr(condition, "who", "me")
    if who == "me":
        return told
    return pgettext("card text", "%(who)s: %(what)s") % {"who": WHO.get(who, _named(who)), "what": told}


def _count(count: Count) -> str:
    told = pgettext("card text", "1 for each %(thing)s") % {"thing": COUNTS[count.count]}
    if count.who != "me":
        told += f" ({WHO.get(count.who, _named(count.who))})"
    if count.most:
        told += ", " + pgettext("card text", "%(most)s at most") % {"most": count.most}
    return f"({told})"


def _named(name: str) -> str:
    return pgettext("card text", "“%(name)s”") % {"name": name}
