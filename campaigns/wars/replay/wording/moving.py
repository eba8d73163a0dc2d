"""Sentences for moves: walks, runs, charges, flights, bodies carried."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from campaigns.wars.replay.wording.names import Names, Sentence, paces
from engines.musg.battle.events import Event, Kind

_MOVES: Final[Mapping[Kind, Promise | str]] = {
    Kind.WALKED: gettext_lazy("%(name)s walks %(paces)s."),
    Kind.RAN: gettext_lazy("%(name)s runs %(paces)s."),
    Kind.CARRIED: gettext_lazy("%(name)s carries the body of %(target)s %(paces)s."),
    Kind.FLINCHED: gettext_lazy("%(name)s shies away from %(target)s, by %(paces)s."),
    Kind.SET_OUT: gettext_lazy("%(name)s sets out to charge %(target)s: %(paces)s so far."),
    Kind.WENT_ON: gettext_lazy("%(name)s goes on, by %(paces)s."),
    Kind.CHARGED: gettext_lazy("%(name)s charges %(target)s over %(paces)s and makes contact."),
    Kind.CHARGE_FAILED: gettext_lazy("%(name)s charges %(target)s and falls short, after %(paces)s."),
    Kind.BROKE_OFF: gettext_lazy("%(name)s breaks off from close combat, by %(paces)s."),
    Kind.STEPPED_BACK: gettext_lazy("%(name)s steps back from %(target)s, by %(paces)s."),
}


def _move(event: Event, names: Names) -> str:
    text = str(_MOVES[event.kind] % names.values(event, paces=paces(event.data.get("paces"))))
    if event.data.get("hanging"):
        return _("%(sentence)s The move ends on the rope.") % {"sentence": text}
    return text


def _hid(event: Event, names: Names) -> str:
    if event.data.get("stuck") and "vehicle" in event.data:
        values = names.values(event, vehicle=names.vehicle(int(str(event.data["vehicle"]))))
        return _("%(name)s flees, but cannot get off %(vehicle)s.") % values
    if event.data.get("stuck"):
        return _("%(name)s flees, but cannot get out of close combat.") % names.values(event)
    return _("%(name)s flees, over %(paces)s.") % names.values(event, paces=paces(event.data.get("paces")))


def _left(event: Event, names: Names) -> str:
    if event.data.get("fled"):
        return _("%(name)s flees off the table.") % names.values(event)
    if event.target is not None:
        return _("%(name)s leaves the table with the body of %(target)s.") % names.values(event)
    return _("%(name)s leaves the table.") % names.values(event)


SENTENCES: Final[Mapping[Kind, Sentence]] = {
    **dict.fromkeys(_MOVES, _move),
    Kind.HID: _hid,
    Kind.GAVE_GROUND: gettext_lazy("%(name)s gives ground before %(target)s."),
    Kind.LEFT_TABLE: _left,
}
