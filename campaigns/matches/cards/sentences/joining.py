"""What joins steps and conditions, in words; all games share it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext_lazy

from campaigns.matches.cards.sentences.speaker import Clause, Speaker, Verb
from engines.core.effects.combinators import Choose, Each, If, May, Pay, Repeat, TableDecides
from engines.core.effects.conditions import All, AnyOf, Condition, Not
from engines.core.effects.steps import Step


def _choose(step: Choose, speaker: Speaker) -> str:
    ways = _("; or ").join(speaker.inner(branch) for branch in step.of)
    return speaker.done_by(step.by, _("choose: %(ways)s") % {"ways": ways})


def _may(step: May, speaker: Speaker) -> str:
    return speaker.choice(step.by, speaker.inner(step.steps))


def _pay(step: Pay, speaker: Speaker) -> str:
    words = {"amount": speaker.amount(step.what, step.n), "does": speaker.inner(step.steps)}
    said = _("pay up to %(amount)s to %(does)s") if step.up_to else _("pay %(amount)s to %(does)s")
    return speaker.choice(step.by, said % words)


def _if(step: If, speaker: Speaker) -> str:
    words = {"condition": speaker.condition(step.when), "does": speaker.inner(step.steps)}
    if not step.otherwise:
        return _("if %(condition)s: %(does)s") % words
    return _("if %(condition)s: %(does)s; if not: %(otherwise)s") % {
        **words,
        "otherwise": speaker.inner(step.otherwise),
    }


def _each(step: Each, speaker: Speaker) -> str:
    return speaker.about(step.as_).inner(step.steps)


def _repeat(step: Repeat, speaker: Speaker) -> str:
    count, shown = speaker.number(step.times)
    words = {"count": shown, "does": speaker.inner(step.steps)}
    return ngettext("%(count)s time: %(does)s", "%(count)s times: %(does)s", count) % words


def _table_decides(step: TableDecides, speaker: Speaker) -> str:
    return _("the table decides: “%(text)s”") % {"text": step.text} if step.text else _("the table decides")


STEPS: Final[Mapping[type[Step], Verb]] = {
    Choose: Verb(pgettext_lazy("card step", "one of several, by choice"), _choose),
    May: Verb(pgettext_lazy("card step", "only if the player wants to"), _may),
    Pay: Verb(pgettext_lazy("card step", "pay for what follows"), _pay),
    If: Verb(pgettext_lazy("card step", "on a condition"), _if),
    Each: Verb(pgettext_lazy("card step", "for each of several players"), _each),
    Repeat: Verb(pgettext_lazy("card step", "several times"), _repeat),
    TableDecides: Verb(gettext_lazy("the table decides"), _table_decides),
}


def _all(condition: All, speaker: Speaker) -> str:
    return _(" and ").join(speaker.condition(each) for each in condition.all_)


def _any(condition: AnyOf, speaker: Speaker) -> str:
    return _(" or ").join(speaker.condition(each) for each in condition.any_)


def _not(condition: Not, speaker: Speaker) -> str:
    return _("not: %(condition)s") % {"condition": speaker.condition(condition.not_)}


CONDITIONS: Final[Mapping[type[Condition], Clause]] = {All: _all, AnyOf: _any, Not: _not}
