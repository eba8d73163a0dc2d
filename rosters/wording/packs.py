"""Sentences for what is wrong with a pack of the club's own races, weapons and skills, or with several together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import ngettext, pgettext, pgettext_lazy

from club.words import words
from engines.core.problems import Problem
from engines.musg.catalogue import Catalogue, Entry, Item
from engines.musg.catalogue.types import Mercenary
from engines.musg.rules import Rules
from rosters.wording import names

KINDS: Final[Mapping[str, Promise]] = {
    "races": pgettext_lazy("in a pack", "Races"),
    "ranged": pgettext_lazy("in a pack", "Ranged weapons"),
    "melee": pgettext_lazy("in a pack", "Close combat weapons"),
    "equipment": pgettext_lazy("in a pack", "Equipment"),
    "skills": pgettext_lazy("in a pack", "Skills"),
    "mercenaries": pgettext_lazy("in a pack", "Mercenaries"),
    "civilians": pgettext_lazy("in a pack", "Civilians"),
    "non_players": pgettext_lazy("in a pack", "Neutral figures"),
}
WORDS: Final[Mapping[str, Any]] = {
    "code": pgettext_lazy("in a pack", "Code"),
    "name": pgettext_lazy("in a pack", "Name"),
    "about": pgettext_lazy("in a pack", "About"),
    "version": pgettext_lazy("in a pack", "Version"),
    "leader": pgettext_lazy("in a pack", "Leader"),
    "lieutenant": pgettext_lazy("in a pack", "Lieutenant"),
    "henchman": pgettext_lazy("in a pack", "Henchman"),
    "profile": pgettext_lazy("in a pack", "Profile"),
    "max_lieutenants": pgettext_lazy("in a pack", "Lieutenants, at most"),
    "enlists": pgettext_lazy("in a pack", "Enlists henchmen of"),
    "enlists_any": pgettext_lazy("in a pack", "Mixes all races freely"),
    "leader_from": pgettext_lazy("in a pack", "May be led by"),
    "henchmen_only": pgettext_lazy("in a pack", "Only as henchmen of others"),
    "ignores_difficult_terrain": pgettext_lazy("in a pack", "Not slowed by difficult terrain"),
    "neighbour_leadership": pgettext_lazy("in a pack", "Leadership for each friend nearby"),
    "neighbour_range": pgettext_lazy("in a pack", "Nearby means within (paces)"),
    "may_look_out": pgettext_lazy("in a pack", "May cry “Look out, boss!”"),
    "half_price": pgettext_lazy("in a pack", "Prices are halved ones"),
    "enlisted_stay_henchmen": pgettext_lazy("in a pack", "Those enlisted stay henchmen"),
    "notes": pgettext_lazy("in a pack", "Notes"),
    "rules": pgettext_lazy("in a pack", "Rules in words"),
    "short": pgettext_lazy("in a pack", "Short range"),
    "medium": pgettext_lazy("in a pack", "Medium range"),
    "long": pgettext_lazy("in a pack", "Long range"),
    "force": pgettext_lazy("in a pack", "Strength"),
    "bearer": pgettext_lazy("in a pack", "Plus the bearer’s strength"),
    "targets": pgettext_lazy("in a pack", "Targets"),
    "reload": pgettext_lazy("in a pack", "Reload"),
    "heavy": pgettext_lazy("in a pack", "Heavy weapon"),
    "template": pgettext_lazy("in a pack", "Template"),
    "radius": pgettext_lazy("in a pack", "Radius of the blast (paces)"),
    "black_powder": pgettext_lazy("in a pack", "Black powder: may burst"),
    "drawn": pgettext_lazy("in a pack", "Drawn or thrown"),
    "limited_ammunition": pgettext_lazy("in a pack", "Ammunition may run out"),
    "cost": pgettext_lazy("in a pack", "Cost in points"),
    "first_free_in": pgettext_lazy("in a pack", "The first is free in"),
    "hands": pgettext_lazy("in a pack", "Hands"),
    "dice": pgettext_lazy("in a pack", "Dice per attack"),
    "effect": pgettext_lazy("in a pack", "Effect in words"),
    "modifiers": pgettext_lazy("in a pack", "What it changes"),
    "slot": pgettext_lazy("in a pack", "Worn as"),
    "most": pgettext_lazy("in a pack", "For one figure, at most"),
    "bars_two_handed": pgettext_lazy("in a pack", "Not with a two-handed weapon"),
    "bars_two_one_handed": pgettext_lazy("in a pack", "Not with two one-handed weapons"),
    "single_use": pgettext_lazy("in a pack", "Once a battle"),
    "traits": pgettext_lazy("in a pack", "Traits"),
    "requires": pgettext_lazy("in a pack", "Needs these skills"),
    "race": pgettext_lazy("in a pack", "Race"),
    "items": pgettext_lazy("in a pack", "Brings along"),
    "skills": pgettext_lazy("in a pack", "Knows"),
    "engagement": pgettext_lazy("in a pack", "Engaged for (points, once)"),
    "fee": pgettext_lazy("in a pack", "Fee (points, each battle)"),
    "guns": pgettext_lazy("in a pack", "Ranged weapons carried"),
    "blades": pgettext_lazy("in a pack", "Close combat weapons carried"),
    "attacks": pgettext_lazy("in a pack", "Dice of one strike"),
    "gun": pgettext_lazy("in a pack", "Ranged weapon"),
}
"""What the words of a pack's file are called on pages, by the word."""
HELP: Final[Mapping[str, Promise]] = {
    "leader": pgettext_lazy("in a pack", "Sh and Me are what the die must show: 3 for 3+."),
    "profile": pgettext_lazy("in a pack", "Left empty it is that of a leader of the race."),
    "short": pgettext_lazy("in a pack", "In paces. What has a flame template has none of the three ranges."),
    "targets": pgettext_lazy("in a pack", "Left empty for what has a template."),
    "radius": pgettext_lazy("in a pack", "For a blast alone."),
    "effect": pgettext_lazy(
        "in a pack", "For reading alone: what counts on the table is said by what it changes and by its traits."
    ),
}
"""What a form says beneath a word, where its name says too little."""
CELLS: Final[Mapping[str, Promise]] = {
    "cost": pgettext_lazy("in a pack", "cost"),
    "amount": pgettext_lazy("in a pack", "amount"),
    "limit": pgettext_lazy("in a pack", "limit"),
}

SENTENCES: Final[Mapping[str, Promise]] = {
    "pack_unreadable": pgettext_lazy("pack problem", "this cannot be read as a pack’s file (%(value)s)"),
    "pack_empty": pgettext_lazy("pack problem", "nothing is in the pack yet"),
    "pack_word": pgettext_lazy("pack problem", "“%(value)s” is not known here"),
    "pack_missing": pgettext_lazy("pack problem", "this is missing"),
    "pack_code": pgettext_lazy(
        "pack problem", "“%(value)s” cannot be a code: small letters, digits and underscores, 2 to 30, a letter first"
    ),
    "pack_code_printed": pgettext_lazy("pack problem", "the rulebook already has something of the code “%(value)s”"),
    "pack_code_twice": pgettext_lazy("pack problem", "the pack already has something of the code “%(value)s”"),
    "pack_stands_for": pgettext_lazy("pack problem", "the rulebook has no “%(value)s” whose place it could take"),
    "pack_table": pgettext_lazy("pack problem", "a table is expected, not “%(value)s”"),
    "pack_too_many": pgettext_lazy("pack problem", "%(count)s entries; the limit is %(most)s"),
    "pack_flag": pgettext_lazy("pack problem", "yes or no is expected (true, false), not “%(value)s”"),
    "pack_choice": pgettext_lazy("pack problem", "“%(value)s” is not possible; possible: %(among)s"),
    "pack_number": pgettext_lazy("pack problem", "a whole number is expected, not “%(value)s”"),
    "pack_range": pgettext_lazy("pack problem", "%(value)s is not between %(least)s and %(most)s"),
    "pack_profile": pgettext_lazy("pack problem", "a profile has %(count)s numbers: “%(value)s” has others"),
    "pack_modifier": pgettext_lazy(
        "pack problem", "a change names a characteristic and an amount other than 0, not “%(value)s”"
    ),
    "pack_wording": pgettext_lazy("pack problem", "a text in French, English or both is needed"),
    "pack_long": pgettext_lazy("pack problem", "%(value)s characters; the limit is %(most)s"),
    "pack_unprintable": pgettext_lazy("pack problem", "a character is invisible or reverses the writing (%(value)s)"),
    "pack_list": pgettext_lazy("pack problem", "a list is expected, not “%(value)s”"),
    "pack_list_long": pgettext_lazy("pack problem", "%(count)s in a list; the limit is %(most)s"),
    "pack_reference": pgettext_lazy("pack problem", "neither the pack nor the rulebook has “%(value)s”"),
    "pack_trait": pgettext_lazy("pack problem", "“%(value)s” is no trait that this can have"),
    "pack_ranges": pgettext_lazy("pack problem", "the three ranges must be there and grow"),
    "pack_ranges_of_flames": pgettext_lazy(
        "pack problem", "a flame template has no ranges, and nothing else goes without"
    ),
    "pack_radius": pgettext_lazy("pack problem", "a blast has a radius, and nothing else has one"),
    "pack_targets": pgettext_lazy("pack problem", "what has a template names no targets, and everything else does"),
    "pack_circle": pgettext_lazy("pack problem", "the skill needs itself, so nobody could learn it"),
    "pack_altered": pgettext_lazy("pack problem", "the pack “%(pack)s” was altered after it was written"),
    "house_packs": pgettext_lazy("pack problem", "%(count)s packs; the limit is %(most)s"),
    "house_pack_twice": pgettext_lazy("pack problem", "the pack “%(item)s” is there twice"),
    "house_clash": pgettext_lazy("pack problem", "the packs “%(pack)s” and “%(other)s” both have a “%(item)s”"),
    "house_left_out": pgettext_lazy("pack problem", "%(count)s things are left out; the limit is %(most)s"),
    "house_without": pgettext_lazy("pack problem", "“%(item)s” cannot be left out: the rulebook does not offer it"),
    "house_no_race": pgettext_lazy("pack problem", "no race is left to play"),
}
"""What is wrong, to stand behind its place."""


def marked(row: Entry, catalogue: Catalogue, called: str = "") -> str:
    """Return what an entry is called in lists and tables; one that a pack brought says so: "Fenman (house)".

    ``called`` stands instead of its bare name, where one of several is meant.
    """
    name = called or words(row.name)
    return pgettext("of a pack", "%(name)s (house)") % {"name": name} if catalogue.is_of_house(row) else name


def marked_in(rows: Mapping[str, Entry], code: str, catalogue: Catalogue) -> str:
    """Return what an entry of some tables is called in lists, by its code; an unknown one is shown as it is."""
    return marked(rows[code], catalogue) if code in rows else code


def marked_race(code: str, catalogue: Catalogue) -> str:
    """Return what a race is called in lists and at the head of a sheet."""
    return marked_in(catalogue.races, code, catalogue)


def marked_item(code: str, catalogue: Catalogue) -> str:
    """Return what a weapon or a piece of equipment is called in lists, a civilian's own gun included."""
    return marked_in(_carried(code, catalogue), code, catalogue)


def item_told(code: str, catalogue: Catalogue) -> str:
    """Return what an item is called within a sentence, often in brackets of its own: "Blowpipe [house]"."""
    row, name = _carried(code, catalogue).get(code), names.item_name(code, catalogue)
    if row is None or not catalogue.is_of_house(row):
        return name
    return pgettext("of a pack, in a sentence", "%(name)s [house]") % {"name": name}


def _carried(code: str, catalogue: Catalogue) -> Mapping[str, Item]:
    return catalogue.items if code in catalogue.items else catalogue.guns


def brought_along(mercenary: Mercenary, catalogue: Catalogue) -> tuple[str, ...]:
    """Return what somebody for hire brings along and knows, in a sentence each; nothing for the rulebook's six."""
    said = []
    if mercenary.items:
        items = ", ".join(words(catalogue.item(code).name) for code in mercenary.items)
        said.append(pgettext("of a mercenary", "Brings along: %(items)s.") % {"items": items})
    if mercenary.skills:
        skills = ", ".join(words(catalogue.skill(code).name) for code in mercenary.skills)
        said.append(pgettext("of a mercenary", "Knows: %(skills)s.") % {"skills": skills})
    return tuple(said)


def house_names(rules: Rules) -> str:
    """Return the packs that are played with, each with its version; nothing for the rulebook alone."""
    return words(rules.house.named) if rules.house else ""


LEFT_OUT_NAMED: Final = 6
"""So many things are named at the head of a roster or sheet; more are counted."""


def left_out_told(rules: Rules) -> str:
    """Return what of the rulebook is left out, in a few words; nothing for nothing."""
    codes = rules.house.without if rules.house else ()
    if len(codes) <= LEFT_OUT_NAMED:
        return names.left_out_names(codes, rules.catalogue)
    return ngettext("%(count)s thing of the rulebook", "%(count)s things of the rulebook", len(codes)) % {
        "count": len(codes)
    }


def pack_problem(problem: Problem, *, placed: bool = True) -> str:
    """Return what is wrong with a pack, with the nearest word known; ``placed``: where it stands in front."""
    whole = _at(", ".join(_places(problem.params)) if placed else _cell(problem.params), problem)
    return f"{whole[:1].upper()}{whole[1:]}"


def pack_file_problem(problem: Problem) -> str:
    """Return what is wrong with a pack's file: its own words say where, as they stand there to be searched for."""
    path = ".".join(str(problem.params[part]) for part in ("kind", "code", "item") if part in problem.params)
    if not path:
        return pack_problem(problem)
    return _at(", ".join(filter(None, (path, _cell(problem.params)))), problem)


def placed_problem(place: str, problem: str) -> str:
    """Return what is wrong behind the place where it is."""
    return pgettext("pack problem", "%(place)s: %(problem)s") % {"place": place, "problem": problem}


def _at(place: str, problem: Problem) -> str:
    params = problem.params
    said = str(SENTENCES[problem.code]) % params
    if near := params.get("nearest"):
        said = pgettext("pack problem", "%(problem)s; did you mean “%(nearest)s”?") % {"problem": said, "nearest": near}
    whole = placed_problem(place, said) if place else said
    if problem.rule:
        whole = f"{whole.removesuffix('?')} ({names.rule_name(problem.rule)})"
    return f"{whole}{'' if whole.endswith('?') else '.'}"


def _places(params: Mapping[str, Any]) -> list[str]:
    found = [str(KINDS[kind]) for kind in [str(params.get("kind", ""))] if kind in KINDS]
    found += [str(params["code"])] if "code" in params else []
    # In what several packs may have wrong together the item is the thing itself, which the sentence names.
    word = "" if "pack" in params or "other" in params else str(params.get("item", ""))
    found += [str(WORDS[word])] if word in WORDS else []
    return [*found, cell] if (cell := _cell(params)) else found


def _cell(params: Mapping[str, Any]) -> str:
    cell = str(params.get("cell", ""))
    if not cell:
        return ""
    return str(CELLS[cell]) if cell in CELLS else names.characteristic_name(cell)
