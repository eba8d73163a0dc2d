"""What can be wrong with a card set, in the reader's words, with the place as somebody would say it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _, pgettext, pgettext_lazy

from campaigns.matches.cards.kinds import ITEMS, KINDS
from campaigns.matches.scores.wording import Text
from engines.core.effects.places import line_of, parts
from engines.core.problems import Problem

PROBLEMS: Final[Mapping[str, Text]] = {
    "card_count": _("%(item)s: %(count)s cards, the box has %(needs)s."),
    "card_code_empty": _("Card %(number)s has no code."),
    "card_code_spaces": _("The code %(item)s begins or ends with a space."),
    "card_code_twice": _("The code %(item)s appears twice."),
    "card_number": _("%(item)s, %(field)s: %(value)s is not between %(least)s and %(most)s."),
    "card_says_nothing": _("%(item)s: none of its texts is there yet."),
    "defence_empty": _("%(item)s has no defence."),
    "hero_categories": _("%(item)s has skills in %(count)s categories: it needs %(least)s or %(most)s."),
    "label_long": _("%(item)s: a name has %(most)s characters at most."),
    "label_unprintable": _("%(item)s: a name with characters that cannot be printed."),
    "language_version": _("The language of effects has the version %(most)s, not %(value)s."),
    "price_missing": _("%(item)s, %(field)s: what a token costs is missing."),
    "team_own_colour": _("%(item)s: a team effect names a character other than the card’s own."),
    "vicious_tokens": _("Vicious has %(most)s tokens at most."),
}
"""Problems of cards and sets."""

EFFECTS: Final[Mapping[str, Promise]] = {
    "effect_verb_unknown": pgettext_lazy("card problem", "unknown verb “%(value)s”"),
    "effect_verb_missing": pgettext_lazy("card problem", "a step needs “do”, the verb"),
    "effect_key_unknown": pgettext_lazy("card problem", "“%(value)s” does not belong to “%(verb)s”"),
    "effect_key_missing": pgettext_lazy("card problem", "“%(verb)s” needs “%(field)s”"),
    "effect_value": pgettext_lazy("card problem", "“%(value)s” cannot be “%(field)s”"),
    "effect_value_unknown": pgettext_lazy("card problem", "“%(value)s” cannot be “%(field)s”; possible: %(expected)s"),
    "effect_not_steps": pgettext_lazy("card problem", "“%(field)s” is a list of steps, not “%(value)s”"),
    "effect_no_steps": pgettext_lazy("card problem", "a step is missing here"),
    "effect_who_unknown": pgettext_lazy("card problem", "“%(value)s” is nobody"),
    "effect_who_here": pgettext_lazy("card problem", "“%(value)s” is nobody at this point"),
    "effect_name_unmade": pgettext_lazy("card problem", "the name “%(value)s” is used before a step makes it"),
    "effect_name_taken": pgettext_lazy("card problem", "“%(value)s” already means something"),
    "effect_name_odd": pgettext_lazy(
        "card problem", "“%(value)s” cannot be a name: small letters, digits and underscores"
    ),
    "effect_name_kind": pgettext_lazy("card problem", "the name “%(value)s” stands for something else"),
    "effect_number": pgettext_lazy("card problem", "%(value)s is not between %(least)s and %(most)s"),
    "effect_count_unknown": pgettext_lazy("card problem", "“%(value)s” cannot be counted"),
    "effect_condition_unknown": pgettext_lazy("card problem", "unknown condition “%(value)s”"),
    "effect_condition_many": pgettext_lazy("card problem", "one condition has one word; join several with “all”"),
    "effect_verb_place": pgettext_lazy("card problem", "“%(value)s” cannot be done at this moment"),
    "effect_too_many_steps": pgettext_lazy("card problem", "up to %(value)s steps; the limit is %(most)s"),
    "effect_name_unused": pgettext_lazy("card problem", "nobody uses the name “%(value)s”"),
    "effect_text_number": pgettext_lazy("card problem", "the text says %(value)s, but no step does"),
    "effect_text_word": pgettext_lazy("card problem", "the text says “%(value)s”, but no step does"),
    "effect_reserve": pgettext_lazy(
        "card problem", "only the player whose turn it is has a reserve; the others have fuel only"
    ),
    "effect_of_oneself": pgettext_lazy("card problem", "nobody can take from themselves"),
    "shape_key": pgettext_lazy("card problem", "“%(value)s” is not known here"),
    "shape_missing": pgettext_lazy("card problem", "“%(value)s” is missing"),
    "shape_word": pgettext_lazy("card problem", "“%(value)s” is not possible here"),
    "shape_other": pgettext_lazy("card problem", "this cannot be read"),
}
"""Problems that have a place within a card; a place stands in front."""

STEPS: Final[Mapping[str, Promise]] = {
    "step": pgettext_lazy("card problem", "step %(number)s"),
    "inner step": pgettext_lazy("card problem", "inner step %(number)s"),
    "branch": pgettext_lazy("card problem", "branch %(number)s"),
}
SLOTS: Final[Mapping[str, Text]] = {
    slot.code: slot.title for kinds in KINDS.values() for kind in kinds for slot in kind.slots
}


def describe_problem(problem: Problem, item: str = "", text: str = "") -> str:
    """Say what is wrong with a set; ``item`` is what the card concerned is called, where that is known.

    With the ``text`` of the file the line is named, too.
    """
    if problem.code in EFFECTS:
        return _placed(problem, item, text)
    sentence = PROBLEMS.get(problem.code)
    params = dict(problem.params)
    if item:
        params["item"] = item
    elif str(params.get("item")) in ITEMS:
        params["item"] = str(ITEMS[str(params["item"])])
    return str(sentence) % params if sentence is not None else problem.code


def _placed(problem: Problem, item: str, text: str) -> str:
    where = ", ".join(_where(problem, item, text))
    if not where:
        return describe_fault(problem)
    params = {"place": capfirst(where), "problem": _wrong(problem)}
    return pgettext("card problem", "%(place)s: %(problem)s") % params


def describe_fault(problem: Problem) -> str:
    """Say what is wrong with a step, for where its place is seen."""
    return capfirst(_wrong(problem))


def _wrong(problem: Problem) -> str:
    wrong = str(EFFECTS[problem.code]) % problem.params
    near = problem.params.get("nearest")
    if not near:
        return wrong
    asked = pgettext("card problem", "%(problem)s; did you mean “%(nearest)s”?")
    return asked % {"problem": wrong, "nearest": near}


def _where(problem: Problem, item: str, text: str) -> Iterator[str]:
    params = problem.params
    line = line_of(text, dict(params)) if text and params.get("item") else None
    if line is not None:
        yield pgettext("card problem", "line %(number)s") % {"number": line}
    card = item or str(params.get("item", ""))
    if card:
        yield pgettext("card problem", "“%(card)s”") % {"card": card}
    slot = str(params.get("slot", ""))
    if slot:
        yield str(SLOTS.get(slot, slot))
    for what, number in parts(str(params.get("step", ""))):
        yield str(STEPS[what]) % {"number": number}
