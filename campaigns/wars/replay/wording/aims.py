"""Sentences for the objectives of a scenario: what is carried about, and what has brought points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from campaigns.wars.replay.wording.names import Names, Sentence, whole
from club.words import words
from engines.musg.battle.events import Event, Kind
from engines.musg.battle.objectives import BringDown, BringHome, CarryOff, Escape, Hold, Objective, Survive

_WHY: Final[Mapping[type[Objective], str | Promise]] = {
    CarryOff: gettext_lazy("%(warband)s has %(thing)s safe."),
    Hold: gettext_lazy("%(warband)s holds %(thing)s."),
    Escape: gettext_lazy("%(name)s has escaped."),
    BringDown: gettext_lazy("%(warband)s was to bring %(target)s down, and did."),
    BringHome: gettext_lazy("%(name)s is home."),
    Survive: gettext_lazy("Those %(warband)s was to bring through are safe."),
}
"""What each kind of objective says when it has brought points."""


def _thing(event: Event, names: Names) -> str:
    number = whole(event, "objective")
    objective = names.objectives[number] if number < len(names.objectives) else None
    match objective:
        case CarryOff():
            return words(objective.thing)
        case Hold():
            return words(objective.name)
    return "?"


def _took(event: Event, names: Names) -> str:
    return _("%(name)s picks up %(thing)s.") % names.values(event, thing=_thing(event, names))


def _put_down(event: Event, names: Names) -> str:
    return _("%(name)s leaves %(thing)s on the ground.") % names.values(event, thing=_thing(event, names))


def _handed(event: Event, names: Names) -> str:
    return _("%(name)s hands %(thing)s to %(target)s.") % names.values(event, thing=_thing(event, names))


def _scored(event: Event, names: Names) -> str:
    number = whole(event, "objective")
    kind = type(names.objectives[number]) if number < len(names.objectives) else Objective
    why = str(_WHY.get(kind, "")) % names.values(event, thing=_thing(event, names))
    points = whole(event, "points")
    text = ngettext(
        "%(warband)s wins %(count)s victory point for it, %(total)s in all.",
        "%(warband)s wins %(count)s victory points for it, %(total)s in all.",
        points,
    )
    return f"{why} {text % names.values(event, count=points, total=whole(event, 'total'))}".strip()


SENTENCES: Final[Mapping[Kind, Sentence]] = {
    Kind.TOOK: _took,
    Kind.PUT_DOWN: _put_down,
    Kind.HANDED: _handed,
    Kind.SCORED: _scored,
}
