"""Why the rules forbid a decision, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _

from engines.core.problems import Problem
from rosters.wording import rule_name

_SENTENCES: Final[Mapping[str, str | Promise]] = {
    "aboard": _("It sits in a vehicle."),
    "action_points": _("Action points left: %(value)s; this takes %(least)s."),
    "already_activated": _("This figure has already been activated this turn."),
    "battle_over": _("The battle is over."),
    "boost_too_short": _("The boost has to carry the vehicle farther."),
    "boosted": _("The boost was already used."),
    "bystander": _("Who takes no part in the fight cannot be attacked."),
    "cannot_hit": _("No face of the die would hit."),
    "cannot_pick_out": _("The target cannot be picked out: somebody else is nearer."),
    "carries_nothing": _("It carries nothing."),
    "enemies_aboard": _("Enemies are aboard."),
    "engaged": _("It is in close combat: it has to break off first."),
    "hands_full": _("Its hands are full."),
    "in_contact": _("It must not be placed in contact."),
    "laden": _("It carries somebody: it can only walk."),
    "leaves_terrain": _("It stays on the terrain held until the alert is given."),
    "marker_too_far": _("The marker is too far from the last one for one walk."),
    "may_not_join": _("Only extras within %(most)s pace that have not acted yet join an activation."),
    "may_not_leave": _("It may not leave the table here."),
    "may_not_wait": _("Only an orc hunter may be held back."),
    "moves_before_blows": _("Those who act as one all move first; then they strike and shoot."),
    "must_activate": _("In the second wave everybody left has to be activated."),
    "never_charges": _("It never charges."),
    "no_ammunition": _("It has no ammunition left."),
    "no_body_here": _("There is nobody here for it to carry."),
    "no_bomb": _("There is no bomb for it to place or defuse."),
    "no_bomb_here": _("The bomb is not within its reach."),
    "no_drive_before": _("The vehicle has not been driven yet."),
    "no_hostage": _("There is no such hostage here."),
    "no_kit_for_it": _("It can be given no defusing kit."),
    "no_medikit": _("It has no medikit left."),
    "no_place": _("Choose a place on the table."),
    "no_room": _("There is no room at that place."),
    "no_room_aboard": _("There is no room aboard."),
    "no_running": _("It must not run before the alert is given."),
    "no_site_here": _("There is no bomb site here."),
    "no_such_action": _("This is not possible now."),
    "no_such_figure": _("There is no such figure here."),
    "no_such_marker": _("Its round does not lead to that marker now."),
    "no_such_skill": _("It does not have this skill."),
    "no_such_vehicle": _("There is no such vehicle here."),
    "no_such_way": _("There is no way there."),
    "no_such_weapon": _("It does not carry this weapon."),
    "no_target": _("That cannot be chosen as a target."),
    "nobody_to_hand_to": _("There is nobody beside it to hand this to."),
    "not_aboard": _("It is not aboard."),
    "not_asked": _("This is not what is being decided."),
    "not_at_edge": _("It does not reach the edge of the table there."),
    "not_engaged": _("It is not in close combat."),
    "not_in_contact": _("They do not touch each other."),
    "not_in_front": _("The target is not in front of the weapon."),
    "not_its_part": _("Before the alert it shoots only in its own side’s part of the turn."),
    "not_led": _("Nobody leads this figure."),
    "not_seen": _("It does not see the target."),
    "not_the_pilot": _("It does not hold the wheel."),
    "not_waiting": _("It is not waiting beside the table."),
    "nothing_there": _("Nothing lies there."),
    "on_rope": _("It hangs on its rope."),
    "on_round": _("It is on its round until the alert is given."),
    "on_site": _("That is too near to a bomb site."),
    "out_of_action": _("It is out of action."),
    "out_of_range": _("The target is out of range."),
    "out_of_reach": _("It does not come that far."),
    "outside_zone": _("That is outside of the deployment zone."),
    "round_full": _("Its round has all its markers."),
    "routed": _("It is fleeing."),
    "sites_too_near": _("The bomb sites would be too near to each other."),
    "slow_weapon_fired": _("This weapon has already been fired this turn."),
    "target_engaged": _("The target is in close combat."),
    "thing_too_far": _("What lies there is out of its reach."),
    "too_far_from_leader": _("A troll bodyguard stays within %(most)s paces of its leader."),
    "too_loud": _("Before the alert it may only use weapons that are silenced."),
    "too_many_turns": _("So many turns of the wheel are not possible."),
    "too_near_entry": _("That is too near to where the others come in."),
    "too_short_for_turn": _("The way is too short for this turn of the wheel."),
    "turn_too_sharp": _("The turn is too sharp."),
    "unhurt": _("It is not hurt."),
    "weapon_burst": _("This weapon has burst."),
    "wheel_taken": _("Somebody else holds the wheel."),
    "wrecked": _("The vehicle is a wreck."),
    "wrong_edge": _("It may only leave the table where its side came in."),
}


def refusal(problem: Problem) -> str:
    """Return why a decision is not allowed, with the rule."""
    said = _SENTENCES.get(problem.code)
    try:
        sentence = str(said) % problem.params if said is not None else gettext("The rules do not allow this now.")
    except KeyError:  # a limit that this rule does not name
        sentence = gettext("The rules do not allow this now.")
    rule = rule_name(problem.rule) if problem.rule else ""
    return f"{sentence} ({rule})" if rule else sentence
