"""What an option does, as a sentence: who, whom, with what, where to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from campaigns.wars.play.wording.custom import custom_sentence
from campaigns.wars.replay.wording.names import Names, join
from club.grammar import filled, named
from engines.musg.attacks.fighter import BARE_HANDS
from engines.musg.battle.actions import Keep
from engines.musg.battle.decision import Ask, Decision
from engines.musg.battle.pulp import NO_DIE
from engines.musg.catalogue import Catalogue
from engines.musg.prospects import Option, OptionKind
from rosters.wording import item_told, marked_item

type Text = Promise | str

_DEPLOYED: Final[Mapping[str, Text]] = {
    "front": gettext_lazy("%(name)s deploys in front"),
    "back": gettext_lazy("%(name)s deploys far back"),
    "west": gettext_lazy("%(name)s deploys on the left of the map"),
    "east": gettext_lazy("%(name)s deploys on the right of the map"),
    "north": gettext_lazy("%(name)s deploys at the top of the map"),
    "south": gettext_lazy("%(name)s deploys at the bottom of the map"),
    "middle": gettext_lazy("%(name)s deploys in the middle"),
    "cover": gettext_lazy("%(name)s deploys in cover"),
    "hide": gettext_lazy("%(name)s deploys out of sight"),
}
_ARRIVED: Final[Mapping[str, Text]] = {
    "front": gettext_lazy("%(name)s appears in front"),
    "back": gettext_lazy("%(name)s appears far back"),
    "west": gettext_lazy("%(name)s appears on the left of the map"),
    "east": gettext_lazy("%(name)s appears on the right of the map"),
    "north": gettext_lazy("%(name)s appears at the top of the map"),
    "south": gettext_lazy("%(name)s appears at the bottom of the map"),
    "middle": gettext_lazy("%(name)s appears in the middle"),
    "cover": gettext_lazy("%(name)s appears in cover"),
    "hide": gettext_lazy("%(name)s appears out of sight"),
}
_WALKED: Final[Mapping[str, Text]] = {
    "towards": gettext_lazy("%(name)s walks towards %(target)s"),
    "cover": gettext_lazy("%(name)s walks into cover from %(target)s"),
    "hide": gettext_lazy("%(name)s walks out of sight"),
    "away": gettext_lazy("%(name)s walks away from %(target)s"),
    "goal": gettext_lazy("%(name)s walks towards what is fought over"),
    "mark": gettext_lazy("%(name)s walks towards a marker"),
    "edge": gettext_lazy("%(name)s walks towards the edge of the table"),
    "north": gettext_lazy("%(name)s walks north"),
    "north_east": gettext_lazy("%(name)s walks north-east"),
    "east": gettext_lazy("%(name)s walks east"),
    "south_east": gettext_lazy("%(name)s walks south-east"),
    "south": gettext_lazy("%(name)s walks south"),
    "south_west": gettext_lazy("%(name)s walks south-west"),
    "west": gettext_lazy("%(name)s walks west"),
    "north_west": gettext_lazy("%(name)s walks north-west"),
}
_RUN: Final[Mapping[str, Text]] = {
    "towards": gettext_lazy("%(name)s runs towards %(target)s"),
    "cover": gettext_lazy("%(name)s runs into cover from %(target)s"),
    "hide": gettext_lazy("%(name)s runs out of sight"),
    "away": gettext_lazy("%(name)s runs away from %(target)s"),
    "goal": gettext_lazy("%(name)s runs towards what is fought over"),
    "mark": gettext_lazy("%(name)s runs towards a marker"),
    "edge": gettext_lazy("%(name)s runs towards the edge of the table"),
    "north": gettext_lazy("%(name)s runs north"),
    "north_east": gettext_lazy("%(name)s runs north-east"),
    "east": gettext_lazy("%(name)s runs east"),
    "south_east": gettext_lazy("%(name)s runs south-east"),
    "south": gettext_lazy("%(name)s runs south"),
    "south_west": gettext_lazy("%(name)s runs south-west"),
    "west": gettext_lazy("%(name)s runs west"),
    "north_west": gettext_lazy("%(name)s runs north-west"),
}
_ACTIVATED: Final[Mapping[str, Text]] = {
    "": gettext_lazy("Activate %(name)s"),
    "flees": gettext_lazy("Activate %(name)s, fleeing"),
    "reveals": gettext_lazy("Activate %(name)s, who comes out of hiding"),
}
_DECLINED: Final[Mapping[Ask, Text]] = {
    Ask.FREE_SHOT: gettext_lazy("No shot at %(target)s"),
    Ask.LOOK_OUT: gettext_lazy("Nobody jumps in: the shot is for %(name)s"),
    Ask.GUARD: gettext_lazy("Nobody stands in: the charge is for %(name)s"),
    Ask.PULP: gettext_lazy("No pulp die"),
    Ask.PULP_STANDS: gettext_lazy("The dice stay as they fell"),
}


def option_sentence(option: Option, names: Names, decision: Decision) -> str:
    """Return what an option does, without a full stop. Names are as people typed them: escape it in HTML."""
    make = _SENTENCES[option.kind]
    said = make(option, names, decision) if callable(make) else make
    return filled(said, _values(option, names))


def weapons_of(codes: str, catalogue: Catalogue) -> str:
    """Return the weapons of an option by their codes, within a sentence: "sword and dagger"."""
    return join([_("bare hands") if code == BARE_HANDS else item_told(code, catalogue) for code in _several(codes)])


def weapons_listed(codes: str, catalogue: Catalogue) -> str:
    """Return the same as a figure's card lists them."""
    return join([_("bare hands") if code == BARE_HANDS else marked_item(code, catalogue) for code in _several(codes)])


def _several(codes: str) -> list[str]:
    return [code for code in codes.split(",") if code]


def _values(option: Option, names: Names) -> dict[str, str]:
    joined = [named(names.figure(one)) for one in option.joined]
    return {
        "name": named(names.figure(option.figure)),
        "target": named(names.figure(option.target)),
        "others": join(joined),
        "weapon": weapons_of(option.weapon, names.catalogue),
        "vehicle": named(names.vehicle(option.vehicle)) if option.vehicle is not None else "",
    }


def _coded(sentences: Mapping[str, Text], otherwise: Text) -> Callable[[Option, Names, Decision], Text]:
    return lambda option, _names, _decision: sentences.get(option.code, otherwise)


def _activates(option: Option, _names: Names, _decision: Decision) -> Text:
    if option.joined:
        return _("Activate %(name)s together with %(others)s")
    return _ACTIVATED.get(option.code, _ACTIVATED[""])


def _shoots(option: Option, _names: Names, _decision: Decision) -> Text:
    if option.joined:
        return _("%(name)s shoots at %(target)s together with %(others)s (%(weapon)s)")
    return _("%(name)s shoots at %(target)s (%(weapon)s)")


def _strikes(option: Option, _names: Names, _decision: Decision) -> Text:
    if option.joined:
        return _("%(name)s, together with %(others)s, strikes at %(target)s (%(weapon)s)")
    return _("%(name)s strikes at %(target)s (%(weapon)s)")


def _charges(option: Option, _names: Names, _decision: Decision) -> Text:
    return _("%(name)s charges %(others)s") if len(option.joined) > 1 else _("%(name)s charges %(target)s")


def _leaves(option: Option, _names: Names, _decision: Decision) -> Text:
    if option.target is not None:
        return _("%(name)s leaves the table with the body of %(target)s")
    return _("%(name)s leaves the table")


def _heals(option: Option, _names: Names, _decision: Decision) -> Text:
    if option.target == option.figure:
        return _("%(name)s uses a medikit on a wound of their own")
    if option.code == "revive":
        return _("%(name)s helps %(target)s up again with a medikit")
    return _("%(name)s treats %(target)s with a medikit")


def _intercepts(_option: Option, _names: Names, decision: Decision) -> Text:
    if decision.ask is Ask.GUARD:
        return _("%(name)s takes the charge in the place of %(target)s")
    return _("%(name)s jumps into the shot for %(target)s")


def _keeps(option: Option, _names: Names, decision: Decision) -> Text:
    throw = decision.throw
    if throw is None or not isinstance(option.action, Keep) or option.action.die == NO_DIE:
        return _DECLINED[Ask.PULP_STANDS]
    faces = {"die": throw.die, "face": throw.faces[option.action.die]}
    return _("The pulp die (%(die)s) takes the place of the %(face)s") % faces


def _custom(option: Option, names: Names, _decision: Decision) -> Text:
    return custom_sentence(option, names)


def _declines(_option: Option, _names: Names, decision: Decision) -> Text:
    return _DECLINED.get(decision.ask, gettext_lazy("No"))


_SENTENCES: Final[Mapping[OptionKind, Callable[[Option, Names, Decision], Text] | Text]] = {
    OptionKind.DEPLOY: _coded(_DEPLOYED, gettext_lazy("%(name)s deploys here")),
    OptionKind.RESERVE: gettext_lazy("%(name)s is held back until the third turn"),
    OptionKind.ARRIVE: _coded(_ARRIVED, gettext_lazy("%(name)s appears here")),
    OptionKind.ACTIVATE: _activates,
    OptionKind.PASS: gettext_lazy("Activate no more in this wave"),
    OptionKind.STRIKE: _strikes,
    OptionKind.SHOOT: _shoots,
    OptionKind.CHARGE: _charges,
    OptionKind.BREAK_OFF: gettext_lazy("%(name)s breaks off the fight"),
    OptionKind.WALK: _coded(_WALKED, gettext_lazy("%(name)s walks on")),
    OptionKind.RUN: _coded(_RUN, gettext_lazy("%(name)s runs on")),
    OptionKind.CARRY: gettext_lazy("%(name)s carries the body of %(target)s towards the edge"),
    OptionKind.LEAVE: _leaves,
    OptionKind.HEAL: _heals,
    OptionKind.RECOVER: gettext_lazy("%(name)s gathers strength and gets a hit point back"),
    OptionKind.CUSTOM: _custom,
    OptionKind.END: gettext_lazy("%(name)s does nothing more"),
    OptionKind.INTERCEPT: _intercepts,
    OptionKind.FREE_SHOT: gettext_lazy("%(name)s shoots at %(target)s at once (%(weapon)s)"),
    OptionKind.FIRST_TARGET: gettext_lazy("%(name)s is hit first"),
    OptionKind.PULP: gettext_lazy("%(name)s spends a point of pulp: one die more"),
    OptionKind.SACRIFICE: gettext_lazy("%(name)s gives a hit point for a point of pulp"),
    OptionKind.KEEP: _keeps,
    OptionKind.DECLINE: _declines,
}
