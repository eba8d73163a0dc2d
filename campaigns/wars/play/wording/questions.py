"""What is asked at the moment: to whoever must answer it, and to those who wait for the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from campaigns.wars.replay.wording.dice import purpose_of
from campaigns.wars.replay.wording.names import Names
from club.grammar import filled, named
from engines.musg.battle.decision import Ask, Decision
from engines.musg.battle.game import Battle
from engines.musg.battle.vehicles.module import PLACE_ONE
from rosters.wording import target

_ABOUT: Final[Mapping[str, Promise | str]] = {
    PLACE_ONE: gettext_lazy("Where does the vehicle stand?"),
    "kit": gettext_lazy("Who gets a defusing kit?"),
    "site": gettext_lazy("Where is a bomb site?"),
    "detector": gettext_lazy("Where does a detector stand?"),
    "hostage": gettext_lazy("Where is a hostage held?"),
    "holder": gettext_lazy("Who carries the bomb? Only you will know."),
    "move": gettext_lazy("Is a hostage moved to another place?"),
    "round": gettext_lazy("Where does the round of %(name)s go by?"),
}
"""What modules ask, by its word, or by what follows its first point."""
STANDING: Final[Mapping[Ask, Promise]] = {
    Ask.FREE_SHOT: gettext_lazy("Free shots at who comes into sight"),
    Ask.LOOK_OUT: gettext_lazy("Jumping into a shot at the leader"),
    Ask.GUARD: gettext_lazy("Taking a charge for the leader"),
    Ask.FIRST_TARGET: gettext_lazy("Who is hit first of those equally near"),
    Ask.PULP: gettext_lazy("Pulp dice"),
}
"""What may be answered once for all, by its kind."""


def question(decision: Decision, battle: Battle, names: Names) -> str:
    """Return the question as it is put to the side that must answer it."""
    make = _QUESTIONS[decision.ask]
    said = make(decision, battle, names) if callable(make) else make
    values = {"name": named(names.figure(decision.figure)), "threat": named(names.figure(decision.threat))}
    return filled(said, values)


def _activates(decision: Decision, _battle: Battle, _names: Names) -> str:
    text = ngettext(
        "Whom do you activate? %(count)s figure may still act in this wave.",
        "Whom do you activate? %(count)s figures may still act in this wave.",
        decision.left,
    )
    return text % {"count": decision.left}


def _acts(decision: Decision, battle: Battle, _names: Names) -> str:
    points = battle.pieces[decision.figure or 0].ap
    text = ngettext(
        "What does %(name)s do? %(count)s action point left.",
        "What does %(name)s do? %(count)s action points left.",
        points,
    )
    return text.replace("%(count)s", str(points))


def _dice(decision: Decision, _battle: Battle, _names: Names) -> str:
    throw = decision.throw
    if throw is None:
        return _("A die more for this throw?")
    values = {"what": purpose_of(throw.reason), "count": throw.count}
    text = ngettext(
        "Dice are about to fall: %(count)s die, %(what)s.",
        "Dice are about to fall: %(count)s dice, %(what)s.",
        throw.count,
    )
    if throw.faces:
        values = {"what": purpose_of(throw.reason), "faces": ", ".join(map(str, throw.faces)), "die": throw.die}
        text = _("The dice lie there (%(what)s): %(faces)s; the pulp die shows %(die)s.")
    said = text % values
    if throw.need:
        said = f"{said} " + _("Each succeeds on %(need)s.") % {"need": target(throw.need)}
    if throw.most:
        said = f"{said} " + _("Their sum may be %(most)s at most.") % {"most": throw.most}
    return said.replace("%", "%%")


def _about(decision: Decision, _battle: Battle, _names: Names) -> Promise | str:
    said = _ABOUT.get(decision.about) or _ABOUT.get(decision.about.partition(".")[2])
    return said if said is not None else _("What do you decide?")


_QUESTIONS: Final[Mapping[Ask, Callable[[Decision, Battle, Names], Promise | str] | Promise | str]] = {
    Ask.DEPLOY: gettext_lazy("Who deploys next, and where?"),
    Ask.ARRIVE: gettext_lazy("Where does %(name)s appear?"),
    Ask.ACTIVATE: _activates,
    Ask.ACT: _acts,
    Ask.LOOK_OUT: gettext_lazy("%(threat)s hits %(name)s: does somebody jump into the shot?"),
    Ask.GUARD: gettext_lazy("%(threat)s charges %(name)s: does somebody take the charge?"),
    Ask.FREE_SHOT: gettext_lazy("%(threat)s comes into the sight of %(name)s: a free shot?"),
    Ask.FIRST_TARGET: gettext_lazy("Equally near to the shooter: who is hit first?"),
    Ask.PULP: _dice,
    Ask.PULP_STANDS: _dice,
    Ask.CUSTOM: _about,
}
_WAITING: Final[Mapping[Ask, Promise | str]] = {
    Ask.DEPLOY: gettext_lazy("%(warband)s deploys…"),
    Ask.ARRIVE: gettext_lazy("%(warband)s says where somebody appears…"),
    Ask.ACTIVATE: gettext_lazy("%(warband)s chooses whom to activate…"),
    Ask.ACT: gettext_lazy("%(warband)s acts…"),
}


def waiting(decision: Decision, names: Names) -> str:
    """Return for what the others wait. What is asked out of turn is not told: that it is asked may be a secret."""
    words = _WAITING.get(decision.ask, gettext_lazy("%(warband)s decides…"))
    return filled(words, {"warband": named(names.side(decision.side))})
