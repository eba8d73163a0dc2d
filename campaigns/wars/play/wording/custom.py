"""What the actions and answers of modules do: what is carried, hostages and the bomb, vehicles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from campaigns.wars.replay.wording.names import Names, paces
from engines.musg.battle.actions import Custom
from engines.musg.battle.vehicles.module import PLACE_ONE
from engines.musg.prospects import Option

_SENTENCES: Final[Mapping[str, Promise | str]] = {
    "objectives.take": gettext_lazy("%(name)s takes what lies there"),
    "objectives.hand": gettext_lazy("%(name)s hands it to %(target)s"),
    "objectives.drop": gettext_lazy("%(name)s puts it down"),
    "place": gettext_lazy("%(name)s places the bomb"),
    "defuse": gettext_lazy("%(name)s defuses the bomb"),
    "walk": gettext_lazy("%(name)s goes on with the round"),
    "take": gettext_lazy("%(name)s takes %(target)s along"),
    "kill": gettext_lazy("%(name)s tries to kill %(target)s"),
    "done": gettext_lazy("That is all"),
    "site": gettext_lazy("A bomb site is marked here"),
    "detector": gettext_lazy("A detector stands here"),
    "hostage": gettext_lazy("A hostage is held here"),
    "holder": gettext_lazy("%(name)s carries the bomb, in secret"),
    "move": gettext_lazy("%(name)s is moved here"),
    "round": gettext_lazy("The round of %(name)s goes by here"),
    "kit": gettext_lazy("%(name)s gets a defusing kit"),
    PLACE_ONE: gettext_lazy("%(vehicle)s stands here"),
    "vehicles.wheel": gettext_lazy("%(name)s takes the wheel"),
    "vehicles.get_on": gettext_lazy("%(name)s gets into %(vehicle)s"),
    "vehicles.get_off": gettext_lazy("%(name)s gets out"),
    "vehicles.jump": gettext_lazy("%(name)s jumps over to %(vehicle)s"),
    "vehicles.strike": gettext_lazy("%(name)s strikes at %(vehicle)s (%(weapon)s)"),
    "vehicles.fire": gettext_lazy("%(name)s shoots at %(target)s (%(weapon)s)"),
    "vehicles.fire_at": gettext_lazy("%(name)s shoots at %(vehicle)s (%(weapon)s)"),
    "vehicles.pick": gettext_lazy("%(name)s shoots at %(target)s aboard (%(weapon)s)"),
}
"""By their code, or where several modules share it by what follows its first point."""


def custom_sentence(option: Option, _names: Names) -> Promise | str:
    """Return what an action of a module does, with the usual names to fill in."""
    action = option.action
    if isinstance(action, Custom) and action.code in _DRIVES:
        return _driven(action)
    said = _SENTENCES.get(option.code) or _SENTENCES.get(option.code.partition(".")[2])
    return said if said is not None else option.code.replace("%", "%%")


def _driven(action: Custom) -> str:
    """Return how a vehicle is driven: paces and turns of the wheel, one after the other."""
    parts = []
    for place, number in enumerate(action.way):
        if place % 2 == 0:
            parts.append(paces(number))
        elif number < 0:
            parts.append(_("a turn to the right by %(degrees)s degrees") % {"degrees": round(-number)})
        else:
            parts.append(_("a turn to the left by %(degrees)s degrees") % {"degrees": round(number)})
    way = ", ".join(parts).replace("%", "%%")
    return str(_DRIVES[action.code]) % {"way": way, "name": "%(name)s"}


_DRIVES: Final[Mapping[str, Promise | str]] = {
    "vehicles.drive": gettext_lazy("%(name)s drives: %(way)s"),
    "vehicles.reverse": gettext_lazy("%(name)s drives backwards: %(way)s"),
    "vehicles.boost": gettext_lazy("%(name)s fires the booster: %(way)s"),
}
