"""A sentence for every reason to refuse, naming the thing, the value and the limit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext_lazy
from msgspec.structs import replace

from club.operations import Objection, Refused
from engines.core.problems import Problem
from engines.musg.catalogue import Catalogue
from engines.musg.warband import Warband as Roster
from rosters.wording import names, packs

_SENTENCES: Final[dict[str, Promise | str]] = {
    # Names and words
    "name_empty": gettext_lazy("A name is needed."),
    "name_long": gettext_lazy("This name has %(value)s characters; the limit is %(most)s."),
    "name_unseen": gettext_lazy(
        "This name contains a character that is invisible or reverses the writing (%(value)s): leave it out."
    ),
    "name_unprintable": gettext_lazy("This name contains a character that cannot be printed."),
    "note_empty": gettext_lazy("The note is empty."),
    "text_long": gettext_lazy("This text has %(value)s characters; the limit is %(most)s."),
    "text_unprintable": gettext_lazy("This text contains a character that cannot be printed."),
    "reason_missing": gettext_lazy("A reason is needed."),
    # Who and what there is
    "no_such_figure": gettext_lazy("The warband has no figure number %(number)s."),
    "figure_gone": gettext_lazy("%(figure)s is no longer there: %(standing)s."),
    "no_such_thing": gettext_lazy("The warband has no item number %(number)s."),
    "no_such_item": gettext_lazy("The rulebook has no weapon or equipment called “%(item)s”."),
    "no_such_skill": gettext_lazy("The rulebook has no skill called “%(item)s”."),
    "no_such_race": gettext_lazy("The rulebook has no race called “%(item)s”."),
    "no_such_profile": gettext_lazy("Nobody of rank %(rank)s can be hired from %(race)s."),
    "no_such_mercenary": gettext_lazy("The rulebook has no mercenary called “%(item)s”."),
    "no_such_character": gettext_lazy("The sheet of %(figure)s is not one the rules allow, or its price is too low."),
    "serves_already": gettext_lazy("%(figure)s already serves this warband."),
    "left_out": gettext_lazy("This campaign leaves it out (%(item)s)."),
    "still_in_use": gettext_lazy("%(figure)s still has or knows it, and the new version no longer does (%(item)s)."),
    # The muster
    "no_leader": gettext_lazy("The warband has no leader; it needs exactly one."),
    "several_leaders": gettext_lazy("The warband has %(count)s leaders; it needs exactly one."),
    "no_henchman": gettext_lazy("The warband has no henchman; it needs at least one."),
    "too_many_lieutenants": ngettext_lazy(
        "%(count)s lieutenants: this warband may have %(most)s.",
        "%(count)s lieutenants: this warband may have %(most)s.",
        "most",
    ),
    "too_many_extras": ngettext_lazy(
        "%(count)s extra is too many: the limit is %(most)s, four for each henchman.",
        "%(count)s extras are too many: the limit is %(most)s, four for each henchman.",
        "count",
    ),
    "extras_not_played": ngettext_lazy(
        "%(count)s extra, but extras are not played under these rules.",
        "%(count)s extras, but extras are not played under these rules.",
        "count",
    ),
    "race_not_allowed": gettext_lazy("%(race)s, %(rank)s: not allowed in a warband of this race (%(warband)s)."),
    "over_total": gettext_lazy("%(spent)s points spent in all; the limit is %(limit)s: %(over)s too many."),
    "over_heroes": gettext_lazy("%(spent)s points spent on heroes; the limit is %(limit)s: %(over)s too many."),
    "over_henchmen": gettext_lazy(
        "%(spent)s points spent on henchmen and extras; the limit is %(limit)s: %(over)s too many."
    ),
    "muster_open": gettext_lazy("This becomes possible once the muster is closed."),
    "muster_closed": gettext_lazy("The muster is closed: this was possible only while it was drawn up."),
    "lieutenant_succeeds": gettext_lazy("A lieutenant replaces the lost leader; no new one is hired."),
    # Pulp
    "no_pulp": gettext_lazy("No pulp is played under these rules."),
    "part_taken": gettext_lazy("The warband is already playing this part."),
    "part_settled": gettext_lazy("Once the muster is closed a warband keeps its side and its kind of people."),
    "tribe_of_villains": gettext_lazy("A primitive tribe is on the villains’ side."),
    "tribe_first": gettext_lazy(
        "Henchmen of a primitive tribe cost half: whether it is one is settled before the first henchman is hired."
    ),
    "zombies_serve_villains": gettext_lazy("Zombies only serve a villain."),
    "zombie_gear": gettext_lazy("%(figure)s is a zombie and carries nothing (%(item)s)."),
    "modern_weapon": gettext_lazy("%(figure)s: nobody in a primitive tribe carries a modern ranged weapon (%(item)s)."),
    "tribal_gear": gettext_lazy("%(figure)s: only a primitive tribe uses this (%(item)s)."),
    # Gear
    "too_many_items": gettext_lazy("%(figure)s carries %(count)s × %(item)s; the limit is %(most)s."),
    "bars_two_handed": gettext_lazy("%(figure)s: %(item)s cannot be combined with a two-handed close combat weapon."),
    "bars_two_one_handed": gettext_lazy(
        "%(figure)s: %(item)s cannot be combined with two one-handed close combat weapons."
    ),
    "slot_taken": gettext_lazy("%(figure)s wears %(count)s pieces of the same kind (%(item)s); the limit is one."),
    "idle_copies": gettext_lazy("%(figure)s would carry %(count)s × %(item)s and can use only %(most)s."),
    "dagger_stays": gettext_lazy("%(figure)s keeps the free dagger: everybody carries one."),
    "own_gear": gettext_lazy("%(figure)s came with %(item)s and will not part with it."),
    "free_gear_stays": gettext_lazy("%(item)s was free: it belongs to %(figure)s and cannot be given to anybody else."),
    "already_there": gettext_lazy("%(item)s is already there."),
    # Vehicles
    "no_such_vehicle": gettext_lazy("The rulebook has no vehicle called “%(item)s”."),
    "vehicle_number": gettext_lazy("%(value)s is not a possible number of improvements: from 0 to %(most)s."),
    "vehicle_armour": gettext_lazy("%(item)s: %(value)s points of armour in all; the limit is %(most)s."),
    "vehicle_slow": gettext_lazy("%(item)s: its armour leaves it a speed of %(value)s; the minimum is 1."),
    "vehicle_spikes": gettext_lazy("%(item)s: spikes bought %(count)s times; the limit is once for each side."),
    "vehicle_weapon": gettext_lazy("%(item)s is not a ranged weapon that can be built into a vehicle."),
    # Money
    "too_expensive": gettext_lazy("This costs %(needs)s points; the treasury holds %(has)s."),
    "treasury_short": gettext_lazy("The treasury is %(short)s points short."),
    "grant_points": gettext_lazy("%(value)s points: between 1 and %(most)s, either way, and not 0."),
    # Growth
    "no_choice_waiting": gettext_lazy("%(figure)s has no skill to choose: a choice comes with every grey box ticked."),
    "skill_known": gettext_lazy("%(figure)s already knows %(item)s; each skill can only be learned once."),
    "skill_needs": gettext_lazy("%(item)s needs %(needs)s first."),
    "leader_in_office": gettext_lazy("%(figure)s already leads the warband; there is no place to fill."),
    "leader_stays": gettext_lazy("%(figure)s is the leader and cannot be dismissed."),
    "not_senior_lieutenant": gettext_lazy("%(figure)s is not the lieutenant with the most experience."),
    "sheet_not_full": gettext_lazy(
        "%(figure)s has %(value)s experience boxes ticked of the %(needs)s a lieutenant needs to claim the lead."
    ),
    "goblin_stays": gettext_lazy("%(figure)s is a goblin and never leads a warband of orcs."),
    # Hired figures
    "not_hired": gettext_lazy("%(figure)s does not serve for money."),
    "already_paid": gettext_lazy("%(figure)s has already been paid for the next battle."),
    "not_lost_contact": gettext_lazy("Contact with %(figure)s has not been lost: there is nobody to engage again."),
    "release_instead": gettext_lazy("%(figure)s serves for money: release instead of dismissing."),
    # Battles
    "aftermath_waiting": gettext_lazy("The aftermath of “%(title)s” comes first."),
    "no_aftermath": gettext_lazy("No aftermath of this battle is waiting."),
    "faces_missing": gettext_lazy("Dice are missing: %(reason)s."),
    "bad_faces": gettext_lazy("These are not the dice the rules ask for: faces from 1 to 6, neither more nor fewer."),
    "not_in_warband": gettext_lazy("Figure %(number)s is not on the roster."),
    "captive": gettext_lazy("%(figure)s is a captive of the aliens: out of reach until freed."),
    "civilian_not_kept": gettext_lazy("The aliens are no longer holding this civilian."),
    "civilian_settled_twice": gettext_lazy("A civilian has only one fate: brought home, or dead."),
    "no_such_civilian": gettext_lazy("The rulebook has no such civilian."),
    "civilians_alike": gettext_lazy("The aliens carry off at most %(most)s civilians of the same kind in a battle."),
    "not_captive": gettext_lazy("%(figure)s is nobody’s captive."),
    "no_hero": gettext_lazy("%(figure)s is neither a hero nor a partner."),
    "legend_of_heroes": gettext_lazy("%(name)s, a legend of pulp, serves the heroes’ side only."),
    "legend_needs_consent": gettext_lazy("%(name)s, a legend of pulp, serves only where the whole table agrees."),
    "rescued_dead": gettext_lazy("%(figure)s died in the rescue: the dead are not brought home."),
    "captured_dead": gettext_lazy("%(figure)s was killed outright: the aliens only carry off the living."),
    "misses_battle": gettext_lazy("%(figure)s misses this battle: still recovering, or held back by the referee."),
    "warband_held": gettext_lazy("The referee is holding %(figure)s back from battles for now."),
    "not_paid": gettext_lazy("%(figure)s is not paid for this battle and takes no part."),
    "named_twice": gettext_lazy("Figure %(number)s is named twice among those present."),
    "not_present": gettext_lazy("%(figure)s did not take part in this battle."),
    "out_twice": gettext_lazy("%(figure)s is put out of action twice."),
    "fled_and_out": gettext_lazy("%(figure)s cannot both flee and be out of action."),
    "not_in_battle": gettext_lazy("Figure %(number)s is not in this battle."),
    "activity_die": gettext_lazy("%(figure)s is erratic: type the die rolled before the battle, 1 to 6."),
    "needs_leave": gettext_lazy("A warband without a leader or a henchman can only fight with the referee’s leave."),
    "nobody_present": gettext_lazy("Nobody from %(figure)s took part."),
    "no_foe": gettext_lazy("“%(title)s” was fought against nobody."),
    "foe_not_there": gettext_lazy("%(foe)s took no part in this battle."),
    "battle_twice": gettext_lazy("“%(title)s” is mentioned twice."),
    "accepted_steps": gettext_lazy("The accepted steps are not in their original order."),
    "own_side": gettext_lazy("%(figure)s cannot have put a friend out of action; leave the name out for an accident."),
    "bonus_points": gettext_lazy("%(value)s bonus points: between −%(most)s and %(most)s for a warband in the battle."),
    "too_many_takedowns": gettext_lazy("%(value)s enemies put out of action: the limit is %(most)s."),
    "not_guarded": gettext_lazy(
        "Only a fallen leader can have been watched over, by a troll bodyguard who fought and still stands."
    ),
    "winner_not_in_battle": gettext_lazy("The winner must be one of the warbands in the battle."),
    # Vehicles of a warband
    "no_vehicles": gettext_lazy("No vehicles are played under these rules."),
    "no_such_ride": gettext_lazy("The warband has no vehicle number %(number)s."),
    "ride_gone": gettext_lazy("%(figure)s is no longer with the warband."),
    "nothing_improved": gettext_lazy("%(figure)s: choose what to improve."),
    "improvement_stays": gettext_lazy("%(figure)s: once the muster is closed no improvement can be sold back."),
    "no_spikes": gettext_lazy("%(figure)s has no spikes there that could be taken off."),
    "drives_already": gettext_lazy("That is already the crew of %(figure)s."),
    "zombie_drives": gettext_lazy("%(figure)s is a zombie and drives nothing."),
    "structure_lost": gettext_lazy("%(figure)s: %(value)s points of structure lost; between 1 and %(most)s."),
    # A referee's word
    "award_points": gettext_lazy("%(value)s experience points: between 1 and %(most)s, either way, and not 0."),
    "no_sheet": gettext_lazy("%(figure)s gains no experience."),
    "sheet_full": gettext_lazy("%(figure)s has a full sheet: there is no box left to tick."),
    "sheet_empty": gettext_lazy("%(figure)s has no experience that could be taken away."),
    "skill_unknown": gettext_lazy("%(figure)s does not know %(item)s."),
    "skill_needed": gettext_lazy("%(item)s has to stay: %(needs)s depends on it."),
    "no_such_injury": gettext_lazy("The rulebook has no lasting injury called “%(item)s”."),
    "hated_foe": gettext_lazy("Hatred needs a warband that is hated, and no other injury does."),
    "injury_borne": gettext_lazy("%(figure)s already has this: %(item)s."),
    "injury_not_borne": gettext_lazy("%(figure)s does not have this: %(item)s."),
    "still_there": gettext_lazy("%(figure)s never left: there is nobody to call back."),
    "was_no_leader": gettext_lazy("%(figure)s was not a leader: only a leader comes back as a lieutenant."),
    "held_already": gettext_lazy("%(figure)s is already being held back."),
    "not_held": gettext_lazy("%(figure)s is not held back."),
    "rule_stands": gettext_lazy("This is not a roster rule that a referee can bend."),
    "rule_of_warband": gettext_lazy("This rule is about the whole warband, not about one figure."),
    "exempt_already": gettext_lazy("This breach is already allowed."),
    "not_exempt": gettext_lazy("This breach is not allowed anyway."),
    # Corrections
    "number_taken": gettext_lazy("This number already belongs to somebody else."),
    "no_such_decree": gettext_lazy("No decree can turn a warband into that."),
    "never_left": gettext_lazy("%(name)s never left the warband, and cannot have been hired."),
    "gap_size": gettext_lazy("A gap of %(value)s numbers: between 0 and %(most)s."),
    # Options
    "rules_points": gettext_lazy("%(value)s points: between 1 and %(most)s."),
    "rules_ceiling": gettext_lazy("%(value)s points of %(most)s in all: a part cannot be more than the whole."),
    "rules_boxes": gettext_lazy("%(value)s experience boxes: between 5 and %(most)s."),
    "rules_hero_boxes": gettext_lazy("Leaders and lieutenants need more experience boxes than henchmen."),
    # What a thing is worth
    "weigh_reference": gettext_lazy("Nothing can be weighed without this: %(item)s. The reference warbands carry it."),
    "weigh_dear": gettext_lazy(
        "This cannot be weighed: the arms that go with it cost %(points)s points, and the warband without it spends "
        "%(most)s at most."
    ),
    "weigh_opponents": gettext_lazy("Choose one kind of opponent at least."),
    "weigh_battles": gettext_lazy("Number of battles: between 1 and %(most)s."),
    "weigh_price": gettext_lazy("A price is between 0 and %(most)s points."),
}

# Which form field causes a problem. Where the engine names the field itself it stands in the ``item`` parameter.
_FIELDS: Final = {
    "no_such_item": "item",
    "no_such_skill": "skill",
    "skill_known": "skill",
    "skill_needs": "skill",
    "no_such_race": "race",
    "race_not_allowed": "profile",
    "no_such_profile": "profile",
    "too_many_lieutenants": "profile",
    "lieutenant_succeeds": "profile",
    "no_such_mercenary": "mercenary",
    "already_there": "to",
    "no_such_figure": "figure",
    "skill_unknown": "skill",
    "skill_needed": "skill",
    "no_such_injury": "injury",
    "injury_borne": "injury",
    "injury_not_borne": "injury",
    "drives_already": "pilot",
    "zombie_drives": "pilot",
    "vehicle_weapon": "item",
}
_NAMES_ITS_FIELD: Final = frozenset(
    {
        "name_empty",
        "name_long",
        "name_unprintable",
        "name_unseen",
        "note_empty",
        "text_long",
        "text_unprintable",
        "reason_missing",
        "grant_points",
        "award_points",
        "sheet_full",
        "sheet_empty",
        "hated_foe",
        "rule_stands",
        "rule_of_warband",
        "exempt_already",
        "not_exempt",
        "bad_faces",
        "rules_points",
        "vehicle_number",
        "rules_boxes",
        "rules_ceiling",
        "rules_hero_boxes",
        "activity_die",
        "not_present",
        "own_side",
        "out_twice",
        "fled_and_out",
    }
)
_SLOTS: Final = {"armour": gettext_lazy("armour"), "shield": gettext_lazy("shield")}
_SKILLS: Final = frozenset({"skill_known", "skill_needs", "skill_unknown", "skill_needed"})
_VEHICLES: Final = frozenset({"vehicle_armour", "vehicle_slow"})
_OF_ANY_KIND: Final = frozenset({"left_out", "still_in_use", "no_such_race", "no_such_mercenary"})
_INJURIES: Final = frozenset({"injury_borne", "injury_not_borne"})


def refusal(problems: Iterable[Problem], catalogue: Catalogue, roster: Roster | None = None) -> Refused:
    """Return the refusal that shows these problems to the reader; things are called as in ``catalogue``."""
    return Refused(
        Objection(problem.code, problem_sentence(problem, catalogue, roster), field_of(problem), dict(problem.params))
        for problem in problems
    )


def problem_sentence(problem: Problem, catalogue: Catalogue, roster: Roster | None = None) -> str:
    """Return what is wrong, in the reader's language, naming the thing, the value, the limit and the rule.

    ``roster`` lets the figure be called by its name. A code without a sentence is a mistake; it is shown bare.
    """
    if problem.code in packs.SENTENCES:
        return packs.pack_problem(problem)
    sentence = _SENTENCES.get(problem.code)
    if sentence is None:
        return problem.code
    said = str(sentence % _values(problem, catalogue, roster))
    return f"{said.removesuffix('.')} ({names.rule_name(problem.rule)})." if problem.rule else said


def problem_sentences(
    problems: Iterable[Problem], catalogue: Catalogue, roster: Roster | None = None, *, briefly: bool = False
) -> tuple[str, ...]:
    """Return a sentence for each problem, none of them twice; ``briefly`` without where the rule stands."""
    said = (replace(problem, rule="") for problem in problems) if briefly else problems
    return tuple(dict.fromkeys(problem_sentence(problem, catalogue, roster) for problem in said))


def field_of(problem: Problem) -> str | None:
    """Return the form field that causes the problem, or ``None``."""
    if problem.code in _NAMES_ITS_FIELD:
        item = problem.params.get("item")
        return str(item) if item else None
    return _FIELDS.get(problem.code)


def _values(problem: Problem, catalogue: Catalogue, roster: Roster | None) -> dict[str, Any]:
    values: dict[str, Any] = dict(problem.params)
    values["figure"] = _figure(problem, roster)
    values.setdefault("number", problem.figure)
    values.setdefault("most", "")
    for key in ("race", "warband"):
        if key in values:
            values[key] = names.race_name(str(values[key]), catalogue)
    if "rank" in values:
        values["rank"] = names.rank_name(str(values["rank"]))
    if "standing" in values:
        values["standing"] = names.standing_name(str(values["standing"]))
    item = str(values.get("item", ""))
    if problem.code in _SKILLS:
        values["item"] = names.skill_name(item, catalogue)
        values["needs"] = names.skill_name(str(values.get("needs", "")), catalogue)
    elif problem.code in _VEHICLES:
        values["item"] = names.vehicle_name(item, catalogue)
    elif problem.code == "vehicle_spikes":
        values["item"] = names.vehicle_side_name(item)
    elif problem.code in _OF_ANY_KIND:
        values["item"] = names.entry_name(item, catalogue)
    elif problem.code in _INJURIES:
        values["item"] = names.injury_name(item, catalogue)
    elif problem.code == "faces_missing":
        from rosters.wording.events import roll_sentence

        values["reason"] = roll_sentence(item, str(values["figure"]))
    elif problem.code == "slot_taken" and item in _SLOTS:
        values["item"] = str(_SLOTS[item])
    else:
        values["item"] = names.item_name(item, catalogue)
    return values


def _figure(problem: Problem, roster: Roster | None) -> str:
    if name := problem.params.get("name"):
        return str(name)
    figure = roster.figure(problem.figure) if roster is not None and problem.figure is not None else None
    if figure is not None:
        return figure.name
    return _("Figure %(number)s") % {"number": problem.figure} if problem.figure is not None else ""
