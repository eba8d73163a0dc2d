"""Sentences for what a referee does to a warband, where more than one may fit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from rosters.wording import names


def _granted(params: Mapping[str, Any]) -> str:
    points = int(params["points"])
    if points < 0:
        return _("The referee takes %(points)s points: %(reason)s") % {**params, "points": -points}
    return _("The referee grants %(points)s points: %(reason)s") % params


_DECREED: Final = {
    "name": gettext_lazy("name"),
    "stash": gettext_lazy("stash"),
    "vehicles": gettext_lazy("vehicles"),
    "experience": gettext_lazy("experience"),
    "lifetime": gettext_lazy("experience"),
    "choices": gettext_lazy("skills to choose"),
    "rank": gettext_lazy("rank"),
    "skills": gettext_lazy("skills"),
    "injuries": gettext_lazy("injuries"),
    "items": gettext_lazy("gear"),
    "free_taken": gettext_lazy("gear"),
    "contract": gettext_lazy("pay"),
    "misses_next": gettext_lazy("next battle"),
    "ignores_first_wound": gettext_lazy("next battle"),
    "setbacks": gettext_lazy("next battle"),
    "captive": gettext_lazy("captivity"),
    "part": gettext_lazy("part in the pulp"),
    "race": gettext_lazy("profile"),
    "origin": gettext_lazy("profile"),
    "cost": gettext_lazy("profile"),
    "mercenary": gettext_lazy("profile"),
}


def _decree_holds(params: Mapping[str, Any]) -> str:
    subjects = ", ".join(dict.fromkeys(str(_DECREED.get(code, code)) for code in str(params["item"]).split()))
    if not params["name"]:
        return _("By decree stays as it was: %(subjects)s.") % {"subjects": subjects}
    return _("By decree stays as it was for %(name)s: %(subjects)s.") % {**params, "subjects": subjects}


def _decree_standing(params: Mapping[str, Any]) -> str:
    standing = names.standing_name(str(params["standing"]))
    return _("By decree, %(name)s: %(standing)s.") % {**params, "standing": standing}


def _bestowed(values: Mapping[str, Any]) -> str:
    if values.get("name") and values["points"]:
        return _("The referee gives %(name)s %(item)s for %(points)s points: %(reason)s") % values
    if values.get("name"):
        return _("The referee gives %(name)s %(item)s: %(reason)s") % values
    if values["points"]:
        return _("The referee puts %(item)s into the stash for %(points)s points: %(reason)s") % values
    return _("The referee puts %(item)s into the stash: %(reason)s") % values


def _awarded(params: Mapping[str, Any]) -> str:
    points, choices = int(params["points"]), int(params.get("choices", 0))
    values = {**params, "points": abs(points), "count": abs(choices)}
    if points < 0:
        said = (
            ngettext(
                "The referee takes %(points)s experience point from %(name)s (%(total)s of %(boxes)s boxes): "
                "%(reason)s",
                "The referee takes %(points)s experience points from %(name)s (%(total)s of %(boxes)s boxes): "
                "%(reason)s",
                -points,
            )
            % values
        )
    else:
        said = (
            ngettext(
                "The referee gives %(name)s %(points)s experience point (%(total)s of %(boxes)s boxes): %(reason)s",
                "The referee gives %(name)s %(points)s experience points (%(total)s of %(boxes)s boxes): %(reason)s",
                points,
            )
            % values
        )
    if choices > 0:
        said += " – " + ngettext("A skill to choose.", "%(count)s skills to choose.", choices) % values
    elif choices < 0:
        said += (
            " – " + ngettext("A choice of skill is lost.", "%(count)s choices of skills are lost.", -choices) % values
        )
    return said


DECREES: Final[dict[str, Callable[[Mapping[str, Any]], str]]] = {
    "granted": _granted,
    "decree_holds": _decree_holds,
    "decree_standing": _decree_standing,
    "bestowed": _bestowed,
    "awarded": _awarded,
}
"""By the code of the event; each is filled in with the event's values (``values.values_of``)."""

EITHER: Final[Mapping[str, tuple[str, Promise | str, Promise | str]]] = {
    "confiscated": (
        "name",
        gettext_lazy("The referee takes %(item)s from %(name)s: %(reason)s"),
        gettext_lazy("The referee takes %(item)s from the stash: %(reason)s"),
    ),
    "unlearned": (
        "choices",
        gettext_lazy("The referee strikes %(item)s from the sheet of %(name)s, who chooses again: %(reason)s"),
        gettext_lazy("The referee strikes %(item)s from the sheet of %(name)s: %(reason)s"),
    ),
    "injured": (
        "foe",
        gettext_lazy("The referee gives %(name)s a lasting injury, %(item)s (%(foe)s): %(reason)s"),
        gettext_lazy("The referee gives %(name)s a lasting injury, %(item)s: %(reason)s"),
    ),
    "healed": (
        "foe",
        gettext_lazy("The referee heals %(name)s of %(item)s (%(foe)s): %(reason)s"),
        gettext_lazy("The referee heals %(name)s of %(item)s: %(reason)s"),
    ),
    "exempted": (
        "name",
        gettext_lazy("The referee allows %(name)s a breach of the rules, %(rule)s: %(reason)s"),
        gettext_lazy("The referee allows a breach of the rules, %(rule)s: %(reason)s"),
    ),
    "exemption_lifted": (
        "name",
        gettext_lazy("The referee no longer allows %(name)s a breach of the rules, %(rule)s: %(reason)s"),
        gettext_lazy("The referee no longer allows a breach of the rules, %(rule)s: %(reason)s"),
    ),
}
"""By the code of the event: a param, what is said where there is one, and what where there is none."""
