"""The hunt of Space Serenade in words: travel, gauges, capture tokens, skills, the die."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext as _, gettext_lazy, pgettext_lazy

from campaigns.matches.cards.sentences.speaker import Speaker, Verb, optional
from engines.bebop.score.state import Pile
from engines.bebop.verbs.hunt import Change, Confront, Gauge, Roll, Travel, UseSkill
from engines.core.effects.steps import Step


def _travel(step: Travel, speaker: Speaker) -> str:
    count, shown = speaker.number(step.n)
    words = {"figure": speaker.value(step.figure), "place": speaker.value(step.to)}
    said = _("move %(figure)s without fuel (%(place)s)") % words
    if count > 1:
        said = _("%(said)s, up to %(count)s figures") % {"said": said, "count": shown}
    return optional(said, up_to=step.up_to)


def _gauge(step: Gauge, speaker: Speaker) -> str:
    return optional(_CHANGES[step.change]() % {"planet": speaker.value(step.planet)}, up_to=step.up_to)


_CHANGES: Final[Mapping[Change, Callable[[], str]]] = {
    Change.UP: lambda: _("raise a gauge by 1 (%(planet)s)"),
    Change.DOWN: lambda: _("lower a gauge by 1 (%(planet)s)"),
    Change.EITHER: lambda: _("raise or lower a gauge by 1 (%(planet)s)"),
}


def _confront(step: Confront, speaker: Speaker) -> str:
    said = _("take a capture token without paying")
    kind = [_("any planet") if step.anywhere else _("where you are")]
    if step.pile is not None:
        kind.append(_("from the Resistance pile") if step.pile is Pile.RESISTANCE else _("from the clue pile"))
    kind += [_("not Vicious’s")] if step.criminals else []
    kind += [_("without damage cards")] if step.harmless else []
    return optional(f"{said} ({', '.join(kind)})", up_to=step.up_to)


def _use_skill(step: UseSkill, speaker: Speaker) -> str:
    return optional(_("use a skill without fuel (%(skill)s)") % {"skill": speaker.value(step.skill)}, up_to=True)


VERBS: Final[Mapping[type[Step], Verb]] = {
    Travel: Verb(pgettext_lazy("card step", "move figures without fuel"), _travel),
    Gauge: Verb(pgettext_lazy("card step", "move a gauge"), _gauge),
    Confront: Verb(gettext_lazy("take a capture token without paying"), _confront),
    UseSkill: Verb(pgettext_lazy("card step", "use a skill without fuel"), _use_skill),
    Roll: Verb(gettext_lazy("roll a die"), lambda step, speaker: _("roll a die")),
}
