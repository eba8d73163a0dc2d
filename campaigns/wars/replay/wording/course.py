"""Sentences for the course of a battle: deployment, turns, waves, activations, points, the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from campaigns.wars.replay.wording.names import Names, Sentence, join, many, whole, with_minus
from engines.musg.battle.events import Event, Kind
from engines.musg.battle.outcome import Ending


def _started(event: Event, names: Names) -> str:
    if len(names.sides) == 1:
        text = ngettext(
            "The battle begins: %(warband)s stands alone; it lasts %(count)s turn at most.",
            "The battle begins: %(warband)s stands alone; it lasts %(count)s turns at most.",
            whole(event, "turn_limit"),
        )
        return text % {"warband": names.side(0), "count": whole(event, "turn_limit")}
    text = ngettext(
        "The battle between %(warbands)s begins; it lasts %(count)s turn at most.",
        "The battle between %(warbands)s begins; it lasts %(count)s turns at most.",
        whole(event, "turn_limit"),
    )
    return text % {"warbands": join(names.sides), "count": whole(event, "turn_limit")}


def _activity(event: Event, names: Names) -> str:
    if event.data.get("absent"):
        return _("%(name)s, erratic, does not turn up for the battle.") % names.values(event)
    return _("%(name)s, erratic, turns up for the battle.") % names.values(event)


def _deployed(event: Event, names: Names) -> str:
    if event.data.get("hidden"):
        return _("%(name)s (%(warband)s) is deployed in hiding.") % names.values(event)
    return _("%(name)s (%(warband)s) is deployed.") % names.values(event)


def _reserved(event: Event, names: Names) -> str:
    if event.data.get("no_room"):
        return _("There is no room left for %(name)s, who stays out of the battle.") % names.values(event)
    return _("%(name)s stays in reserve, to arrive on the third turn.") % names.values(event)


def _turn(event: Event, names: Names) -> str:
    return _("Turn %(number)s begins.") % {"number": whole(event, "number")}


def _initiative(event: Event, names: Names) -> str:
    totals = dict(zip(many(event, "sides"), many(event, "totals"), strict=False))
    order = many(event, "order")
    rows = join(
        _("%(warband)s with %(total)s") % {"warband": names.side(side), "total": totals.get(side, 0)} for side in order
    )
    if event.data.get("deployment"):
        return _("Initiative for deployment, a die and the henchmen counted: %(rows)s. The last deploys first.") % {
            "rows": rows
        }
    return _("Initiative, a die and the henchmen counted: %(rows)s, in this order.") % {"rows": rows}


def _wave(event: Event, names: Names) -> str:
    if whole(event, "wave") == 1:
        count = min(whole(event, "most"), whole(event, "ready"))
        text = ngettext(
            "First wave of %(warband)s: %(count)s figure at most is activated.",
            "First wave of %(warband)s: %(count)s figures at most are activated.",
            count,
        )
        return text % names.values(event, count=count)
    count = whole(event, "ready")
    if whole(event, "wave") == 0:
        text = ngettext(
            "The part of %(warband)s: %(count)s figure acts.", "The part of %(warband)s: %(count)s figures act.", count
        )
        return text % names.values(event, count=count)
    text = ngettext(
        "Second wave of %(warband)s: %(count)s figure is left to activate.",
        "Second wave of %(warband)s: %(count)s figures are left to activate.",
        count,
    )
    return text % names.values(event, count=count)


def _activated(event: Event, names: Names) -> str:
    count = whole(event, "points")
    joined = many(event, "joined")
    if joined:
        text = ngettext(
            "%(name)s is activated with %(count)s action point, together with %(others)s.",
            "%(name)s is activated with %(count)s action points, together with %(others)s.",
            count,
        )
        return text % names.values(event, count=count, others=names.listed(joined))
    text = ngettext(
        "%(name)s is activated with %(count)s action point.",
        "%(name)s is activated with %(count)s action points.",
        count,
    )
    return text % names.values(event, count=count)


def _ended(event: Event, names: Names) -> str:
    lost = whole(event, "lost")
    if not lost:
        return _("%(name)s is done for this turn.") % names.values(event)
    text = ngettext(
        "%(name)s is done for this turn; %(count)s action point is lost.",
        "%(name)s is done for this turn; %(count)s action points are lost.",
        lost,
    )
    return text % names.values(event, count=lost)


def _points(event: Event, names: Names) -> str:
    points = whole(event, "points")
    text = ngettext(
        "%(warband)s wins %(count)s victory point for %(target)s, %(total)s in all.",
        "%(warband)s wins %(count)s victory points for %(target)s, %(total)s in all.",
        points,
    )
    return text % names.values(event, count=points, total=whole(event, "total"))


def _score(event: Event, names: Names) -> str:
    return join(
        _("%(warband)s %(points)s") % {"warband": names.side(side), "points": with_minus(points)}
        for side, points in enumerate(many(event, "points"))
    )


def _end_of_turn(event: Event, names: Names) -> str:
    return _("Turn %(number)s ends. Victory points: %(score)s.") % {
        "number": event.turn,
        "score": _score(event, names),
    }


def _over(event: Event, names: Names) -> str:
    winner = event.data.get("winner")
    turns = whole(event, "turns")
    match event.data.get("ending"):
        case Ending.LAST_SIDE.value:
            text = _("The battle is over: only one warband is left on the table.")
        case Ending.NOBODY.value:
            text = _("The battle is over: nobody is left on the table.")
        case Ending.OBJECTIVE.value:
            text = _("The battle is over: what it was fought for is decided.")
        case _other:
            text = ngettext(
                "The battle is over: the agreed %(count)s turn is done.",
                "The battle is over: the agreed %(count)s turns are done.",
                turns,
            ) % {"count": turns}
    values = {"end": text, "score": _score(event, names)}
    if isinstance(winner, int):
        return _("%(end)s Victory points: %(score)s; %(warband)s wins.") % {**values, "warband": names.side(winner)}
    return _("%(end)s Victory points: %(score)s; a draw.") % values


SENTENCES: Final[Mapping[Kind, Sentence]] = {
    Kind.STARTED: _started,
    Kind.ACTIVITY: _activity,
    Kind.DEPLOYED: _deployed,
    Kind.RESERVED: _reserved,
    Kind.ARRIVED: gettext_lazy("%(name)s arrives on the table."),
    Kind.STAYED_AWAY: gettext_lazy("%(name)s does not come any more."),
    Kind.TURN: _turn,
    Kind.INITIATIVE: _initiative,
    Kind.WAVE: _wave,
    Kind.PASSED: gettext_lazy("%(warband)s activates nobody else in this wave."),
    Kind.ACTIVATED: _activated,
    Kind.ENDED_ACTIVATION: _ended,
    Kind.REVEALED: gettext_lazy("%(name)s comes out of hiding."),
    Kind.POINTS: _points,
    Kind.END_OF_TURN: _end_of_turn,
    Kind.OVER: _over,
}
