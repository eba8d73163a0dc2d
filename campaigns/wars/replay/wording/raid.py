"""Sentences for anti-terrorists against terrorists: the alert, hostages, the bomb, what is laid on the ground."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from campaigns.wars.replay.wording.names import Names, Sentence, many, whole
from engines.musg.battle.events import Event, Kind
from engines.musg.battle.regroup.alert import DETECTOR
from engines.musg.battle.regroup.bomb import BOMB, DROPPED, KIT, SITE
from engines.musg.battle.regroup.rounds import ROUND

LAID: Final[Mapping[str, Promise | str]] = {
    SITE: gettext_lazy("Bomb site %(number)s is marked."),
    DETECTOR: gettext_lazy("Detector %(number)s watches the ground around it."),
    ROUND: gettext_lazy("A marker of the round of %(name)s is laid."),
    BOMB: gettext_lazy("The bomb ticks."),
    DROPPED: gettext_lazy("The bomb lies where %(name)s was."),
    KIT: gettext_lazy("The defusing kit of %(name)s lies there."),
}
"""What is laid on the ground."""
_TAKEN_UP: Final[Mapping[str, Promise | str]] = {
    ROUND: gettext_lazy("The rounds are over: everybody is free."),
    BOMB: gettext_lazy("The bomb is gone."),
    DROPPED: gettext_lazy("The bomb is no longer there."),
    KIT: gettext_lazy("The defusing kit is no longer there."),
}
_CAUSES: Final[Mapping[object, Promise | str]] = {
    "turn": gettext_lazy("The terrorists’ part begins."),
    "seen": gettext_lazy("%(name)s is seen."),
    "detector": gettext_lazy("A detector notices %(name)s."),
    "heard": gettext_lazy("%(name)s is heard driving."),
    "shot": gettext_lazy("The shot of %(name)s is heard."),
}


def laid(event: Event, names: Names) -> str:
    """Return what is laid on the ground."""
    return str(LAID[str(event.data.get("code"))] % names.values(event, number=whole(event, "number")))


def taken_up(event: Event) -> str:
    """Return what is taken off the ground."""
    return str(_TAKEN_UP.get(str(event.data.get("code")), ""))


def _alert(event: Event, names: Names) -> str:
    cause = str(_CAUSES[event.data.get("why")] % names.values(event))
    values = {"cause": cause, "level": whole(event, "level")}
    if not event.data.get("raised"):
        return _("%(cause)s Nobody takes alarm: alert level %(level)s.") % values
    if event.data.get("given"):
        return _("%(cause)s The alert is given.") % values
    return _("%(cause)s The alert level rises to %(level)s.") % values


def _bomb(event: Event, names: Names) -> str:
    values = names.values(event, site=whole(event, "site"))
    match event.data.get("what"):
        case "hidden":
            return _("%(warband)s notes in secret who carries the bomb.") % values
        case "kit":
            return _("%(name)s has a defusing kit.") % values
        case "placed":
            text = ngettext(
                "%(name)s places the bomb at site %(site)s: it goes off in %(count)s turn.",
                "%(name)s places the bomb at site %(site)s: it goes off in %(count)s turns.",
                whole(event, "fuse"),
            )
            return text % {**values, "count": whole(event, "fuse")}
        case "defused":
            return _("%(name)s defuses the bomb.") % values
        case "dropped":
            return _("%(name)s had the bomb.") % values
        case "picked_up":
            return _("%(name)s picks up the bomb.") % values
    figures = many(event, "figures")
    if not figures:
        return _("The bomb goes off. Nobody is near.")
    return _("The bomb goes off and kills %(others)s.") % {"others": names.listed(figures)}


def _hostage(event: Event, names: Names) -> str:
    points = whole(event, "points")
    if event.data.get("why") == "moved":
        return _("%(name)s is held in another place.") % names.values(event)
    if points < 0:
        text = ngettext(
            "%(name)s is killed by a terrorist: %(warband)s loses %(count)s victory point, %(total)s in all.",
            "%(name)s is killed by a terrorist: %(warband)s loses %(count)s victory points, %(total)s in all.",
            -points,
        )
    else:
        text = ngettext(
            "%(name)s is brought out: %(warband)s wins %(count)s victory point, %(total)s in all.",
            "%(name)s is brought out: %(warband)s wins %(count)s victory points, %(total)s in all.",
            points,
        )
    return text % names.values(event, count=abs(points), total=whole(event, "total"))


SENTENCES: Final[Mapping[Kind, Sentence]] = {
    Kind.ALERT: _alert,
    Kind.BOMB: _bomb,
    Kind.HOSTAGE: _hostage,
}
