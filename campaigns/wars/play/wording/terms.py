"""What goes into a chance, and which tests a step brings, each in a few words with its rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from msgspec import Struct

from campaigns.wars.ground.map import kind_name
from campaigns.wars.play.wording.odds import percent
from campaigns.wars.play.wording.options import weapons_of
from campaigns.wars.replay.wording.names import Names, join, paces
from club.grammar import continued, filled, named
from engines.musg.prospects import How, Leads, Term, Test
from rosters.wording import rule_name, target

_VEHICLE: Final = "vehicle"
"""What gives cover and is no terrain."""
TOUCHING: Final = 0.05
"""Paces: who ends nearer to an enemy than this is in contact."""


class Reason(Struct, frozen=True):
    """One thing that goes into a chance, or follows from a step: in words, and its rule as it is cited."""

    text: str
    rule: str = ""


_BANDS: Final[Mapping[str, Promise | str]] = {
    "short": gettext_lazy("short range"),
    "medium": gettext_lazy("medium range"),
    "long": gettext_lazy("long range"),
}
_TEXTS: Final[Mapping[str, Promise | str]] = {
    "shooting": gettext_lazy("shoots on %(need)s"),
    "melee": gettext_lazy("strikes on %(need)s"),
    "to_hit": gettext_lazy("hits on %(need)s in the end"),
    "to_wound": gettext_lazy("a hit wounds on %(need)s"),
    "strength": gettext_lazy("strength %(value)s"),
    "toughness": gettext_lazy("toughness %(value)s"),
    "armour": gettext_lazy("armour %(value)s"),
    "structure": gettext_lazy("structure %(value)s"),
    "group": gettext_lazy("may hit %(value)s who stand together"),
    "defender_chooses": gettext_lazy("equally near: %(value)s; their side says who is hit first"),
    "in_line": gettext_lazy("%(figure)s stands in the line of fire"),
    "may_burst": gettext_lazy("the weapon may burst"),
    "reserve": gettext_lazy("a second shot for nothing"),
    "together": gettext_lazy("%(value)s fire together; the chances are those of the first shot"),
    "charged": gettext_lazy("+1 strength for the charge"),
    "dive": gettext_lazy("from above: hits without a roll"),
    "extra_die": gettext_lazy("a die more"),
    "crowd": gettext_lazy("%(value)s strike together"),
    "poison": gettext_lazy("poison"),
    "vital_points": gettext_lazy("may roll again to wound: vital points"),
    "buckler": gettext_lazy("a buckler parries"),
    "blade_catcher": gettext_lazy("a blade catcher: the enemy rolls again to wound"),
    "ignores_wound": gettext_lazy("ignores the first wound"),
    "spared": gettext_lazy("never dies of it"),
    "head_shot": gettext_lazy("goes down by a shot to the head only"),
    "leadership": gettext_lazy("leadership %(value)s"),
    "allies": gettext_lazy("+%(value)s for friends beside"),
    "modules": gettext_lazy("%(value)s by what is being played"),
    "need": gettext_lazy("needs %(value)s"),
    "most": gettext_lazy("%(value)s at most"),
    "face": gettext_lazy("a %(value)s lies there"),
    "die": gettext_lazy("the pulp die shows %(value)s"),
    "hits": gettext_lazy("hits: %(value)s"),
    "movement": gettext_lazy("may go %(paces)s"),
    "enemies": gettext_lazy("enemies in contact: %(value)s"),
    "friends": gettext_lazy("less friends beside: %(value)s"),
    "action_points": gettext_lazy("action points: %(value)s"),
    "engaged": gettext_lazy("in close combat with %(value)s"),
    "joined": gettext_lazy("acting with it: %(value)s"),
    "left": gettext_lazy("may still be activated: %(value)s"),
    "turn": gettext_lazy("comes in turn %(value)s"),
    "hit_points": gettext_lazy("hit points then: %(value)s"),
    "medikits": gettext_lazy("medikits left then: %(value)s"),
    "ammunition": gettext_lazy("ammunition may run out"),
    "number": gettext_lazy("number %(value)s"),
}


def reasons_of(terms: tuple[Term, ...], names: Names) -> tuple[Reason, ...]:
    """Return what goes into a chance; a code without words is left out."""
    return tuple([Reason(text, rule_name(term.rule)) for term in terms if (text := _text(term, names))])


def _text(term: Term, names: Names) -> str:
    make = _MADE.get(term.code)
    if make is not None:
        return make(term, names)
    words = _TEXTS.get(term.code)
    if words is None:
        return ""
    value = term.value
    return filled(
        words,
        {
            "value": "" if value is None else f"{value:g}",
            "need": target(int(value)) if value else "",
            "paces": paces(value),
            "figure": named(names.figure(term.figure)),
        },
    )


def _distance(term: Term, _names: Names) -> str:
    return paces(term.value)


def _weapon(term: Term, names: Names) -> str:
    return weapons_of(term.item, names.catalogue)


def _range(term: Term, _names: Names) -> str:
    band = str(_BANDS.get(term.item, term.item))
    return f"{band} ({_signed(term.value)})" if term.value else band


def _height(term: Term, _names: Names) -> str:
    words = _("stands higher (%(value)s)") if (term.value or 0) > 0 else _("stands lower (%(value)s)")
    return words % {"value": _signed(term.value)}


def _cover(term: Term, _names: Names) -> str:
    kind = _("vehicle") if term.item == _VEHICLE else kind_name(term.item)
    values = {"kind": kind, "need": target(int(term.value or 0))}
    if not kind:
        return _("cover: the shot gets through on %(need)s") % values
    return _("cover (%(kind)s): the shot gets through on %(need)s") % values


def _dice(term: Term, _names: Names) -> str:
    count = int(term.value or 0)
    return ngettext("%(count)s die", "%(count)s dice", count) % {"count": count}


def _template(term: Term, _names: Names) -> str:
    if term.value:
        return _("a template of %(paces)s") % {"paces": paces(term.value)}
    return _("a template of fire")


def _signed(value: float | None) -> str:
    number = int(value or 0)
    return f"+{number}" if number > 0 else f"−{-number}"


_MADE: Final[Mapping[str, Callable[[Term, Names], str]]] = {
    "distance": _distance,
    "weapon": _weapon,
    "range": _range,
    "height": _height,
    "cover": _cover,
    "dice": _dice,
    "template": _template,
}
_TESTS: Final[Mapping[str, Promise | str]] = {
    "nerve": gettext_lazy("%(name)s: nerve to charge %(foe)s"),
    "receive": gettext_lazy("%(name)s: standing firm against %(foe)s"),
    "first_sight": gettext_lazy("%(name)s: first sight of %(foe)s"),
    "under_fire": gettext_lazy("%(name)s: under the fire of %(foe)s"),
    "booster": gettext_lazy("%(name)s: the booster"),
    "boost_turn": gettext_lazy("%(name)s: turning while boosted"),
    "look_out": gettext_lazy("somebody may jump into the shot for %(name)s: %(options)s"),
    "guard": gettext_lazy("somebody may take the charge for %(name)s: %(options)s"),
}


def tests_of(tests: tuple[Test, ...], names: Names) -> tuple[Reason, ...]:
    """Return the tests that a step brings, in the order in which they are taken."""
    return tuple([Reason(_test(test, names), rule_name(test.rule)) for test in tests])


def _test(test: Test, names: Names) -> str:
    values = {
        "name": named(names.figure(test.figure)),
        "foe": named(names.figure(test.foe)),
        "options": join([named(names.figure(one)) for one in test.options]),
    }
    parts = [filled(_TESTS.get(test.code, "%(name)s"), values)]
    if test.after:
        parts.append(_("after %(paces)s") % {"paces": paces(test.after)})
    if test.how is How.HATRED:
        parts.append(_("passes unrolled: hatred"))
    elif test.how is not How.ROLLED:
        parts.append(_("takes no test"))
    elif test.chance is not None:
        parts.append(_("passes: %(chance)s") % {"chance": percent(test.chance)})
    if test.shot is not None and test.shot.hit is not None:
        weapon = weapons_of(test.weapon, names.catalogue)
        odds = {"hit": percent(test.shot.hit), "out": percent(test.shot.out or 0.0), "weapon": weapon}
        parts.append(_("then a free shot (%(weapon)s): hits %(hit)s, out of action %(out)s") % odds)
    return ", ".join(parts)


def leads_text(leads: Leads | None, names: Names) -> str:
    """Return where an option leads: how far, how near the nearest enemy is then, and who sees the place."""
    if leads is None:
        return ""
    parts = []
    if leads.length:
        parts.append(paces(leads.length))
    if leads.hanging:
        parts.append(_("stays on the rope"))
    if leads.nearest is not None and leads.nearest < TOUCHING:
        parts.append(_("then in contact"))
    elif leads.nearest is not None:
        parts.append(_("the nearest enemy then at %(paces)s") % {"paces": paces(leads.nearest)})
    if not leads.edge and leads.nearest is not None:
        parts.append(seen_text(leads, names))
    return ", ".join(parts)


def seen_text(leads: Leads, names: Names) -> str:
    """Return which enemies see the place where a step ends."""
    if leads.hidden:
        return _("seen by nobody")
    seers = [named(names.figure(one.figure)) for one in leads.seen_by[:3]]
    more = len(leads.seen_by) - len(seers)
    if more > 0:
        seers.append(ngettext("%(count)s other", "%(count)s others", more) % {"count": more})
    text = _("in cover, seen by %(names)s") if leads.covered else _("seen by %(names)s")
    return continued(filled(text, {"names": join(seers)}), [])
