"""A sentence for everything that happens to a warband: journal events, steps of an aftermath, dice to roll."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext, ngettext_lazy

from engines.musg.catalogue import Catalogue
from rosters.wording.decrees import DECREES, EITHER
from rosters.wording.values import values_of

_SENTENCES: Final[dict[str, Promise | str]] = {
    "hired": gettext_lazy("%(name)s joins the warband (%(rank)s)."),
    "engaged": gettext_lazy("%(name)s is engaged (%(item)s), the first battle paid."),
    "character_hired": gettext_lazy("%(name)s is hired for %(price)s points a battle, the first paid."),
    "fee_paid": gettext_lazy("%(name)s is paid %(points)s points for the next battle."),
    "engaged_again": gettext_lazy("%(name)s is engaged again, with the next battle paid."),
    "released": gettext_lazy("%(name)s is released from service."),
    "dismissed": gettext_lazy("%(name)s is dismissed."),
    "renamed": gettext_lazy("%(before)s is now called %(name)s."),
    "warband_renamed": gettext_lazy("The warband %(before)s is now called %(name)s."),
    "noted": gettext_lazy("Note: %(text)s"),
    "adopted": gettext_lazy("The campaign plays with: %(packs)s."),
    "book_left_out": gettext_lazy("Left out of the rulebook: %(left_out)s."),
    "adopted_none": gettext_lazy("The campaign plays with the rulebook alone."),
    "muster_dearer": gettext_lazy("The muster is still open: at the new prices it costs %(points)s points more."),
    "muster_cheaper": gettext_lazy("The muster is still open: at the new prices it costs %(points)s points less."),
    "decreed": gettext_lazy("The referee decrees: %(reason)s"),
    "decree_points": gettext_lazy("By decree the treasury changes by %(points)s points."),
    "decree_joins": gettext_lazy("By decree, %(name)s is in the warband."),
    "mustered": gettext_lazy(
        "The muster is closed: the warband is worth %(points)s points, %(treasury)s stay in the treasury."
    ),
    "bought_for_stash": gettext_lazy("%(item)s is bought for the stash, for %(points)s points."),
    "stashed": gettext_lazy("%(from)s puts %(item)s into the stash."),
    "learned": gettext_lazy("%(name)s learns %(item)s."),
    "became_leader": gettext_lazy("%(name)s becomes the leader."),
    "went_for_hire": gettext_lazy("%(name)s leaves and may be hired by others for %(price)s points a battle."),
    "legend": gettext_lazy("%(name)s becomes a living legend, for hire for %(price)s points a battle."),
    "battle_won": ngettext_lazy(
        "“%(title)s” is won against %(foes)s: %(points)s victory point.",
        "“%(title)s” is won against %(foes)s: %(points)s victory points.",
        "points",
    ),
    "battle_drew": ngettext_lazy(
        "“%(title)s” against %(foes)s ends in a draw: %(points)s victory point.",
        "“%(title)s” against %(foes)s ends in a draw: %(points)s victory points.",
        "points",
    ),
    "battle_lost": ngettext_lazy(
        "“%(title)s” is lost against %(foes)s: %(points)s victory point.",
        "“%(title)s” is lost against %(foes)s: %(points)s victory points.",
        "points",
    ),
    "alone_won": ngettext_lazy(
        "Alone in “%(title)s”, the warband holds out: %(points)s victory point.",
        "Alone in “%(title)s”, the warband holds out: %(points)s victory points.",
        "points",
    ),
    "alone_drew": ngettext_lazy(
        "Alone in “%(title)s”, the warband wins nothing and loses nothing: %(points)s victory point.",
        "Alone in “%(title)s”, the warband wins nothing and loses nothing: %(points)s victory points.",
        "points",
    ),
    "alone_lost": ngettext_lazy(
        "Alone in “%(title)s”, the warband is beaten: %(points)s victory point.",
        "Alone in “%(title)s”, the warband is beaten: %(points)s victory points.",
        "points",
    ),
    "accepted": ngettext_lazy(
        "The referee of “%(campaign)s” accepts %(count)s step brought from elsewhere.",
        "The referee of “%(campaign)s” accepts the %(count)s steps brought from elsewhere.",
        "count",
    ),
    # Pulp
    "joined_heroes": gettext_lazy(
        "The warband plays the heroes: its leader is the hero, its lieutenants the partners."
    ),
    "joined_villains": gettext_lazy("The warband plays the villains: its leader is the great villain."),
    "became_tribe": gettext_lazy("The warband plays the villains: a primitive tribe and its chief."),
    "zombie_raised": gettext_lazy("%(name)s rises from the grave and serves the villain."),
    "for_one_battle": gettext_lazy("For %(name)s, %(item)s counts in the next battle only."),
    "setback": gettext_lazy("In the next battle %(name)s fights with a setback: %(item)s."),
    # A referee's word
    "held_back": gettext_lazy("The referee holds %(name)s back from the next battle: %(reason)s"),
    "let_go": gettext_lazy("The referee lets %(name)s fight the next battle again: %(reason)s"),
    "warband_held_back": gettext_lazy("The referee holds the warband back from battles: %(reason)s"),
    "warband_let_go": gettext_lazy("The referee lets the warband fight again: %(reason)s"),
    "taught": gettext_lazy("The referee teaches %(name)s %(item)s: %(reason)s"),
    "called_back": gettext_lazy("The referee calls %(name)s back (%(rank)s): %(reason)s"),
    "pulp_legend": gettext_lazy("%(name)s falls in the last episode, a legend (%(price)s points): %(reason)s"),
    "captive_home": gettext_lazy("The referee brings %(name)s home from the aliens: %(reason)s"),
    "captive_lost": gettext_lazy("The referee gives up %(name)s, held by the aliens: %(reason)s"),
    # Steps of an aftermath
    "captured": gettext_lazy("%(name)s was left lying and carried off by the aliens, until a rescue game."),
    "rescued": gettext_lazy("%(name)s is brought home from the aliens and now makes the return roll."),
    "lost_contact": gettext_lazy("%(name)s was put out of action: contact is lost."),
    "promoted": gettext_lazy("%(name)s is promoted to lieutenant, with a new sheet."),
    "stays_henchman": gettext_lazy("%(name)s has a full sheet, but no goblin rises in a warband of orcs."),
    "may_succeed": gettext_lazy("%(name)s has a full sheet and may claim the leader’s place."),
    "heir_to_choose": ngettext_lazy(
        "The leader is gone; %(count)s lieutenant may take over: choose one.",
        "The leader is gone; %(count)s lieutenants share the most experience: choose one.",
        "count",
    ),
    "leader_to_hire": gettext_lazy("The leader is gone and there is no lieutenant: hire a new leader."),
    "victory_points_banked": ngettext_lazy(
        "%(points)s victory point goes into the treasury, which now holds %(treasury)s.",
        "%(points)s victory points go into the treasury, which now holds %(treasury)s.",
        "points",
    ),
    "fee_due": gettext_lazy("%(name)s wants %(points)s points for the next battle."),
    # Vehicles
    "vehicle_bought": gettext_lazy("%(name)s is bought (%(item)s) for %(points)s points."),
    "vehicle_improved": gettext_lazy("%(name)s is improved for %(points)s points: %(item)s."),
    "vehicle_stripped": gettext_lazy("Improvements of %(name)s are taken back (%(item)s): %(points)s points."),
    "weapon_embarked": gettext_lazy("%(item)s is built into %(name)s for %(points)s points."),
    "weapon_on_pivot": gettext_lazy("%(item)s is mounted on a pivot aboard %(name)s."),
    "weapon_fixed": gettext_lazy("%(item)s is fixed to the front of %(name)s."),
    "weapon_dismounted": gettext_lazy("%(item)s is taken out of %(name)s and put into the stash."),
    "vehicle_manned": gettext_lazy("%(pilot)s usually drives %(name)s."),
    "vehicle_unmanned": gettext_lazy("Nobody in particular drives %(name)s any more."),
    "vehicle_renamed": gettext_lazy("The vehicle %(before)s is now called %(name)s."),
    "vehicle_returned": gettext_lazy("%(name)s is returned; %(points)s points are refunded."),
    "vehicle_parted_with": gettext_lazy("The warband leaves %(name)s behind; its weapons are in the stash."),
    "vehicle_repaired": ngettext_lazy(
        "%(name)s is repaired free of charge: %(points)s point of structure.",
        "%(name)s is repaired free of charge: %(points)s points of structure.",
        "points",
    ),
    "wreck_recovered": gettext_lazy("The wreck of %(name)s is brought home and repaired free of charge."),
    "wreck_lost": gettext_lazy("The wreck of %(name)s is lost, with all that was built into it."),
}
_EITHER: Final[Mapping[str, tuple[str, Promise | str, Promise | str]]] = {
    **EITHER,
    "taken_back": (
        "name",
        gettext_lazy("%(name)s hands %(item)s back; %(points)s points are refunded."),
        gettext_lazy("%(item)s goes back from the stash to the shop; %(points)s points are refunded."),
    ),
    "given": (
        "from",
        gettext_lazy("%(from)s gives %(item)s to %(name)s."),
        gettext_lazy("%(name)s takes %(item)s from the stash."),
    ),
}
_STAGES: Final = {
    "return": gettext_lazy("Return of the fallen"),
    "vehicles": gettext_lazy("Vehicles"),
    "experience": gettext_lazy("Experience"),
    "promotion": gettext_lazy("Promotions and legends"),
    "leader": gettext_lazy("The leader’s succession"),
    "treasury": gettext_lazy("Treasury"),
    "hired": gettext_lazy("Hired figures"),
}
_ROLLS: Final = {
    "injury": gettext_lazy("Return of %(figure)s: d66 on the injury table"),
    "multiple_count": gettext_lazy("Multiple injuries of %(figure)s: 1d6 for how many"),
    "multiple_injury": gettext_lazy("One of the multiple injuries of %(figure)s: d66 on the injury table"),
    "quack": gettext_lazy("The quack doctor’s treatment of %(figure)s: 1d6"),
    "return": gettext_lazy("Return of %(figure)s: 1d6, gone on 1 or 2"),
    "setback": gettext_lazy("Setback of %(figure)s in the next battle: d66"),
    "wreck": gettext_lazy("The wreck of %(figure)s: 1d6, lost on 1 or 2"),
    "fate_leader": gettext_lazy("Fate of the leader: 1d6, the lower one leaves"),
    "fate_lieutenant": gettext_lazy("Fate of the lieutenant: 1d6, the lower one leaves"),
}


def event_sentence(code: str, params: Mapping[str, Any], catalogue: Catalogue) -> str:
    """Return what happened, in the reader's language. ``params`` are those of the event or step of that code.

    ``catalogue`` is that of the warband to which it happened.
    """
    special = _SPECIAL.get(code)
    values = values_of(code, params, catalogue)
    if special is not None:
        return special(values)
    sentence = _SENTENCES.get(code)
    if code in _EITHER:
        key, named, unnamed = _EITHER[code]
        sentence = named if params.get(key) else unnamed
    return str(sentence % values) if sentence is not None else code


def told(events: Iterable[Mapping[str, Any]], catalogue: Catalogue) -> str:
    """Return what happened in one step, by its stored events."""
    return " ".join(event_sentence(event["code"], event.get("params", {}), catalogue) for event in events)


def stage_name(stage: str) -> str:
    """Return the name of a chapter of an aftermath."""
    return str(_STAGES.get(stage, stage))


def roll_sentence(reason: str, figure: str = "") -> str:
    """Return what a roll is for; ``figure`` is the name of the one it is about."""
    sentence = _ROLLS.get(reason)
    return str(sentence % {"figure": figure}) if sentence is not None else reason


def _bought(values: Mapping[str, Any]) -> str:
    if not values["points"]:
        return _("%(name)s gets %(item)s, the first one free.") % values
    return (
        ngettext(
            "%(name)s gets %(item)s for %(points)s point.",
            "%(name)s gets %(item)s for %(points)s points.",
            int(values["points"]),
        )
        % values
    )


def _killed(params: Mapping[str, Any]) -> str:
    if params.get("gear") == "lost":
        return _("%(name)s was killed outright; weapons and equipment are lost.") % params
    return _("%(name)s was killed outright.") % params


def _died(params: Mapping[str, Any]) -> str:
    values = {"results": "", **params}
    if params.get("foe"):
        return _("%(name)s does not come back, felled by %(foe)s: %(results)s.") % values
    return _("%(name)s does not come back: %(results)s.") % values


def _returned(params: Mapping[str, Any]) -> str:
    said = _("%(name)s comes back: %(results)s.") % {"results": "", **params}
    if params.get("guarded") and "robbed" in str(params.get("result", "")).split():
        said += " " + _("The troll bodyguard saw to it that nothing was stolen.")
    return said


_REASONS: Final = (
    ("survived", gettext_lazy("battle survived")),
    ("won", gettext_lazy("victory")),
    ("takedowns", gettext_lazy("enemies put out of action")),
    ("odds", gettext_lazy("against all odds")),
)


def _experience(params: Mapping[str, Any]) -> str:
    reasons = ", ".join(f"{label} {params[key]}" for key, label in _REASONS if params.get(key))
    points, choices = int(params["points"]), int(params.get("choices", 0))
    values = {**params, "reasons": reasons}
    if not points:
        return _("%(name)s gains no experience: all %(boxes)s boxes are ticked.") % values
    said = (
        ngettext(
            "%(name)s gains %(points)s experience point (%(reasons)s): %(total)s of %(boxes)s boxes.",
            "%(name)s gains %(points)s experience points (%(reasons)s): %(total)s of %(boxes)s boxes.",
            points,
        )
        % values
    )
    if choices:
        said += " " + ngettext("A skill to choose.", "%(count)s skills to choose.", choices) % {"count": choices}
    return said


_SPECIAL: Final[dict[str, Callable[[Mapping[str, Any]], str]]] = {
    **DECREES,
    "bought": _bought,
    "killed": _killed,
    "died": _died,
    "returned": _returned,
    "experience": _experience,
}
