"""Sentences for vehicles: driving, the booster, collisions, who gets on and off, and what hits them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext as _, ngettext

from campaigns.wars.replay.wording.fighting import hits_of, wounds_of
from campaigns.wars.replay.wording.names import Names, many, paces, weapons, whole
from campaigns.wars.replay.wording.nerve import tested
from club.words import words
from engines.musg.battle.events import Event, Kind


def _edge(event: Event) -> str:
    """Return on which side a vehicle was hit."""
    match event.data.get("edge"):
        case "front":
            return _("in the front")
        case "rear":
            return _("in the rear")
        case "right":
            return _("in the right side")
    return _("in the left side")


def _values(event: Event, names: Names) -> dict[str, object]:
    return {
        **names.values(event),
        "vehicle": names.vehicle(whole(event, "vehicle")),
        "other": names.vehicle(whole(event, "other")),
        "paces": paces(event.data.get("paces")),
    }


def _placed(event: Event, names: Names) -> str:
    crew = many(event, "crew")
    if not crew:
        return _("%(vehicle)s (%(warband)s) is placed with nobody aboard.") % _values(event, names)
    values = {**_values(event, names), "others": names.listed(crew)}
    return _("%(vehicle)s (%(warband)s) is placed with %(others)s aboard.") % values


def _drove(event: Event, names: Names) -> str:
    values = _values(event, names)
    if event.data.get("reverse"):
        text = _("%(name)s backs %(vehicle)s by %(paces)s.") % values
    elif event.data.get("boosted") and not event.data.get("paces"):
        text = (_("%(vehicle)s spins on the spot.") if _turned(event) else _("%(vehicle)s does not move.")) % values
    elif event.data.get("boosted"):
        text = _("%(vehicle)s shoots ahead by %(paces)s, %(name)s at the wheel.") % values
    elif event.data.get("flees"):
        text = _("%(name)s flees, driving %(vehicle)s %(paces)s.") % values
    else:
        text = _("%(name)s drives %(vehicle)s %(paces)s.") % values
    if event.data.get("stopped"):
        return _("%(sentence)s Something stops it.") % {"sentence": text}
    return text


def _turned(event: Event) -> bool:
    """Tell whether a vehicle looks another way after a move."""
    path = event.data.get("path")
    return isinstance(path, list) and path[0][2] != path[-1][2]


def _booster(event: Event, names: Names) -> str:
    if event.data.get("works"):
        return _("%(name)s presses the booster of %(vehicle)s for %(paces)s: it works.") % _values(event, names)
    return _("%(name)s presses the booster of %(vehicle)s for %(paces)s: something goes wrong.") % _values(event, names)


def _boost_turn(event: Event, names: Names) -> str:
    if event.data.get("passed"):
        return tested(event, _("%(name)s turns %(vehicle)s at full speed.") % _values(event, names))
    return tested(
        event, _("%(name)s tries to turn %(vehicle)s at full speed and loses control.") % _values(event, names)
    )


def _mishap(event: Event, names: Names) -> str:
    row = names.catalogue.vehicles.mishaps.get(str(event.data.get("code")))
    values = {**_values(event, names), "mishap": words(row.name) if row else ""}
    return _("%(vehicle)s gets out of hand. %(mishap)s.") % values


def _rammed(event: Event, names: Names) -> str:
    values = _values(event, names)
    if "need" not in event.data:
        return _("%(vehicle)s comes up against the wreck of %(other)s.") % values
    values |= {"edge": _edge(event), "strength": whole(event, "strength"), "armour": whole(event, "armour")}
    values["sentence"] = (
        _("%(vehicle)s rams %(other)s %(edge)s, strength %(strength)s against armour %(armour)s.") % values
    )
    if event.data.get("hurt"):
        return _("%(sentence)s %(other)s suffers.") % values
    if event.data.get("back"):
        return _("%(sentence)s %(other)s holds, and %(vehicle)s suffers.") % values
    return _("%(sentence)s Neither suffers.") % values


def _ran_over(event: Event, names: Names) -> str:
    values = {**_values(event, names), "strength": whole(event, "strength")}
    values["wounds"] = wounds_of(whole(event, "wounds"))
    return _("%(vehicle)s runs over %(target)s, strength %(strength)s: %(wounds)s.") % values


def _stepped_aside(event: Event, names: Names) -> str:
    return _("%(name)s steps out of the way of %(vehicle)s.") % _values(event, names)


def _hit(event: Event, names: Names) -> str:
    values = {
        **_values(event, names),
        "weapon": weapons(event, "weapon", names),
        "distance": paces(event.data.get("distance")),
        "edge": _edge(event),
        "hits": hits_of(whole(event, "hits")),
    }
    match event.data.get("how"):
        case "strike":
            return _("%(name)s strikes at %(vehicle)s %(edge)s (%(weapon)s): %(hits)s.") % values
        case "template":
            return _("%(vehicle)s is under the template of %(weapon)s, hit %(edge)s.") % values
        case "pick":
            text = _("%(name)s shoots at %(target)s in %(vehicle)s (%(weapon)s) from %(distance)s: %(hits)s.")
            return text % values
    return _("%(name)s shoots at %(vehicle)s %(edge)s (%(weapon)s) from %(distance)s: %(hits)s.") % values


def _damaged(event: Event, names: Names) -> str:
    lost, left = whole(event, "lost"), whole(event, "left")
    text = ngettext(
        "%(vehicle)s loses %(count)s point of structure, %(left)s left.",
        "%(vehicle)s loses %(count)s points of structure, %(left)s left.",
        lost,
    ) % {**_values(event, names), "count": lost, "left": left}
    if event.data.get("wreck"):
        return _("%(sentence)s It is a wreck.") % {"sentence": text}
    return text


def _left(event: Event, names: Names) -> str:
    return _("%(vehicle)s drives off the table.") % _values(event, names)


def _got_on(event: Event, names: Names) -> str:
    if event.data.get("wheel"):
        return _("%(name)s gets on %(vehicle)s and takes the wheel.") % _values(event, names)
    return _("%(name)s gets on %(vehicle)s.") % _values(event, names)


def _got_off(event: Event, names: Names) -> str:
    if event.data.get("fell"):
        return _("%(name)s falls beside %(vehicle)s.") % _values(event, names)
    return _("%(name)s gets off %(vehicle)s.") % _values(event, names)


def _took_wheel(event: Event, names: Names) -> str:
    return _("%(name)s takes the wheel of %(vehicle)s.") % _values(event, names)


def _jumped(event: Event, names: Names) -> str:
    if event.data.get("how") == "still":
        return _("%(name)s jumps from the wreck of %(vehicle)s to %(other)s: no test, as it stands still.") % _values(
            event, names
        )
    if event.data.get("passed"):
        return tested(event, _("%(name)s jumps from %(vehicle)s to %(other)s.") % _values(event, names))
    return tested(event, _("%(name)s jumps from %(vehicle)s towards %(other)s and misses.") % _values(event, names))


SENTENCES: Final[Mapping[Kind, Callable[[Event, Names], str]]] = {
    Kind.VEHICLE_PLACED: _placed,
    Kind.DROVE: _drove,
    Kind.BOOSTER: _booster,
    Kind.BOOST_TURN: _boost_turn,
    Kind.MISHAP: _mishap,
    Kind.RAMMED: _rammed,
    Kind.RAN_OVER: _ran_over,
    Kind.STEPPED_ASIDE: _stepped_aside,
    Kind.VEHICLE_HIT: _hit,
    Kind.VEHICLE_DAMAGED: _damaged,
    Kind.VEHICLE_LEFT: _left,
    Kind.GOT_ON: _got_on,
    Kind.GOT_OFF: _got_off,
    Kind.TOOK_WHEEL: _took_wheel,
    Kind.JUMPED: _jumped,
}
