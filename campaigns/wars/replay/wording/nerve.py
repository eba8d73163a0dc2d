"""Sentences for leadership tests and what comes of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _, gettext_lazy

from campaigns.wars.replay.wording.names import Names, Sentence, paces, whole
from engines.musg.battle.events import Event, Kind


def tested(event: Event, sentence: str) -> str:
    """Add to a sentence how the test went: what was rolled and what was enough, or why nothing was rolled."""
    values = {"sentence": sentence, "score": whole(event, "score"), "need": whole(event, "need")}
    match event.data.get("how"):
        case "hardened":
            return _("%(sentence)s Hardened figures take no such test.") % values
        case "hatred":
            return _("%(sentence)s Hatred passes the test without dice.") % values
        case "none":
            return _("%(sentence)s A figure without leadership takes no such test.") % values
    return _("%(sentence)s Leadership: %(score)s rolled, %(need)s or less needed.") % values


def _rally(event: Event, names: Names) -> str:
    if event.data.get("passed"):
        return tested(event, _("%(name)s rallies and no longer flees.") % names.values(event))
    return tested(event, _("%(name)s does not rally and goes on fleeing.") % names.values(event))


def _nerve(event: Event, names: Names) -> str:
    if event.data.get("passed"):
        return tested(event, _("%(name)s dares to charge %(target)s.") % names.values(event))
    return tested(event, _("%(name)s does not dare to charge %(target)s.") % names.values(event))


def _received(event: Event, names: Names) -> str:
    if event.data.get("passed"):
        return tested(event, _("%(name)s stands firm against the charge of %(target)s.") % names.values(event))
    if event.data.get("shaken"):
        text = _("%(name)s is shaken by the charge of %(target)s: 1 toughness less against it.")
        return tested(event, text % names.values(event))
    text = _("%(name)s recoils from the charge of %(target)s, by %(paces)s.")
    return tested(event, text % names.values(event, paces=paces(event.data.get("paces"))))


def _first_sight(event: Event, names: Names) -> str:
    if event.data.get("passed"):
        text = _("%(name)s sees %(target)s for the first time and keeps calm.")
        return tested(event, text % names.values(event))
    text = _("%(name)s sees %(target)s for the first time and loses heart: up to %(paces)s out of sight.")
    return tested(event, text % names.values(event, paces=paces(event.data.get("paces"))))


def _under_fire(event: Event, names: Names) -> str:
    if event.data.get("passed"):
        return tested(event, _("%(name)s holds out under the fire of %(target)s.") % names.values(event))
    text = _("%(name)s loses heart under the fire of %(target)s: up to %(paces)s into cover, or back.")
    return tested(event, text % names.values(event, paces=paces(event.data.get("paces"))))


def _rout_test(event: Event, names: Names) -> str:
    values = names.values(event, score=whole(event, "score"), need=whole(event, "need"))
    match event.data.get("cause"):
        case "leader_lost":
            cause = _("The leader is lost")
        case "half_lost":
            cause = _("More than half of the warband is down")
        case _other:
            cause = _("Still fleeing")
    values["cause"] = cause
    if event.data.get("passed"):
        text = _("%(cause)s: %(name)s stands firm. Leadership: %(score)s rolled, %(need)s or less needed.") % values
    else:
        text = _("%(cause)s: %(name)s loses heart. Leadership: %(score)s rolled, %(need)s or less needed.") % values
    if event.target is not None:
        text = _("%(sentence)s %(target)s lent the leadership.") % {**values, "sentence": text}
    if event.data.get("again"):
        text = _("%(sentence)s Out of hatred, a first failure was rolled again.") % {"sentence": text}
    return text


SENTENCES: Final[Mapping[Kind, Sentence]] = {
    Kind.RALLY: _rally,
    Kind.NERVE: _nerve,
    Kind.RECEIVED: _received,
    Kind.FIRST_SIGHT: _first_sight,
    Kind.UNDER_FIRE: _under_fire,
    Kind.ROUT_TEST: _rout_test,
    Kind.ROUTED: gettext_lazy("%(name)s takes to flight."),
}
