"""A page of rules for these very warbands: whoever plays them finds there what they may need, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from django.utils.text import slugify
from django.utils.translation import gettext as _, pgettext
from msgspec import Struct

from club.paper import press
from club.paper.choices import PaperChoices
from club.words import words
from engines.musg.attacks.fighter import Fighter, of_figure
from engines.musg.attacks.meeting import meeting, strengths, toughnesses
from engines.musg.battle.invasion import sheet_of
from engines.musg.catalogue import Catalogue, Item
from engines.musg.catalogue.types import MeleeWeapon, RangedWeapon
from engines.musg.pulp import NEVER_CHARGES
from engines.musg.report import unable
from engines.musg.rules import Rules
from engines.musg.warband import Warband as Roster
from rosters import wording
from rosters.gear_lines import melee_line, ranged_line
from rosters.sheets import table_rules
from rosters.sheets.data import words_data

TEMPLATE: Final = Path(__file__).parent / "table.typ"
STRANGERS: Final[Mapping[str, tuple[tuple[str, frozenset[str]], ...]]] = {
    "zombies": (("zombie", frozenset({NEVER_CHARGES})),),
    "aliens": (("invader_melee", frozenset()), ("invader_shooting", frozenset())),
}
"""Who comes with a module: profiles, and what they do (zombies charge nobody, ruling M194)."""


class Band(Struct, frozen=True):
    """One side at the table: what it is called, its letter, what it is made of, who fights, what it rides."""

    letter: str
    name: str
    catalogue: Catalogue
    fighters: tuple[Fighter, ...]
    gear: tuple[tuple[str, int], ...] = ()
    skills: tuple[str, ...] = ()
    armour: frozenset[int] = frozenset()
    built_in: frozenset[int] = frozenset()
    vehicles: bool = False


def pdf(rosters: Sequence[Roster], choices: PaperChoices, *, rules: Rules, modules: Sequence[str] = ()) -> bytes:
    """Return the page as a PDF in the language that is active.

    ``rules`` are those of the battle; ``modules`` those it is fought with: their figures are met, too.
    """
    return press.pdf(TEMPLATE, data(rosters, choices, rules=rules, modules=modules))


def data(
    rosters: Sequence[Roster], choices: PaperChoices, *, rules: Rules, modules: Sequence[str] = ()
) -> dict[str, Any]:
    """Return what the template reads."""
    bands = [_band(chr(ord("A") + place), roster) for place, roster in enumerate(rosters)]
    met = [*bands, *_strangers(modules, rules.catalogue)]
    fighters = [one for band in bands for one in band.fighters]
    rides = any(band.vehicles for band in bands)
    return {
        "look": choices.look,
        "words": words_data() | _heads(),
        "title": _("Table reference: %(names)s") % {"names": " – ".join(band.name for band in bands)},
        "bands": [[band.letter, band.name] for band in met],
        "action_points": table_rules.action_points(fighters),
        "damage": [_damage(band, met, rules) for band in met if len(met) > 1],
        "ranged": list(_ranged(bands)),
        "melee": list(_melee(bands)),
        "gear": list(_named(bands, _equipment)),
        "skills": list(_named(bands, _skills)),
        "actions": [list(row) for row in table_rules.actions(fighters, rules.catalogue, vehicles=rides)],
        "shooting": [list(row) for row in table_rules.shooting(fighters)],
        "reactions": [list(row) for row in table_rules.reactions(rules, fighters)],
    }


def _heads() -> dict[str, str]:
    return {
        "damage": _("Damage table (d6)"),
        "toughness": _("T \\ S"),
        "actions": _("Actions and their points"),
        "shooting": _("Range and cover"),
        "reactions": _("Reactions"),
        "who": _("Who"),
        "weapons": pgettext("of a warband", "Weapons"),
        "strength_note": _("Strengths with +1 after a charge; toughness also after a charge received without nerve."),
        "hit_note": _("Range and height change the number rolled to hit."),
    }


def _band(letter: str, roster: Roster) -> Band:
    catalogue = roster.catalogue
    figures = [figure for figure in roster.active if unable(figure) is None]
    fighters = tuple(of_figure(figure, catalogue) for figure in figures)
    items = {
        (code, fighter.strength): None
        for figure, fighter in zip(figures, fighters, strict=True)
        for code in figure.item_codes
    }
    rides = roster.rides
    built = [ride.built(catalogue) for ride in rides]
    return Band(
        letter=letter,
        name=roster.name,
        catalogue=catalogue,
        fighters=fighters,
        gear=(*items, *dict.fromkeys((item.code, 0) for ride in rides for item in ride.items)),
        skills=tuple(dict.fromkeys(skill for figure in figures for skill in figure.skills)),
        armour=frozenset(armour for ride in built for armour in ride.armour.values()),
        built_in=frozenset(
            [catalogue.ranged[item.code].force.own for ride in rides for item in ride.items]
            + [strength for ride in built for strength in ride.strength.values()]
        ),
        vehicles=bool(rides),
    )


def _strangers(modules: Sequence[str], catalogue: Catalogue) -> Iterator[Band]:
    for module, profiles in STRANGERS.items():
        if module in modules:
            sheets = tuple(sheet_of(code, traits, catalogue) for code, traits in profiles)
            names = ", ".join(words(catalogue.non_players[code].name) for code, _traits in profiles)
            yield Band("", names, catalogue, sheets)


def _damage(attacker: Band, met: Sequence[Band], rules: Rules) -> dict[str, Any]:
    """The cells that this side may need against all others."""
    foes = [band for band in met if band is not attacker]
    chargers = attacker.fighters if rules.receive_charge else ()
    tough = {value for foe in foes for one in foe.fighters for value in toughnesses(one, chargers)}
    strong = {value for one in attacker.fighters for value in strengths(one)}
    found = meeting(strong | attacker.built_in, tough.union(*(foe.armour for foe in foes)))
    against = ", ".join(foe.letter or foe.name for foe in foes)
    return {
        "title": f"{attacker.letter or attacker.name} → {against}",
        "strengths": list(found.strengths),
        "rows": [
            [toughness, *(wording.target(die) for die in row)]
            for toughness, row in zip(found.toughnesses, found.rows, strict=True)
        ],
    }


def _bearers(bands: Sequence[Band], code: str) -> tuple[str, list[int]]:
    """Who has a piece, and with which strengths."""
    letters = [band.letter for band in bands if any(one == code for one, _strength in band.gear)]
    return " ".join(letters), sorted({strength for band in bands for one, strength in band.gear if one == code})


def _pieces(bands: Sequence[Band]) -> list[tuple[Item, str]]:
    """Return what is carried, each once and with what it is called."""
    found = {code: (band.catalogue.item(code), band.catalogue) for band in bands for code, _strength in band.gear}
    named = [(row, wording.marked(row, catalogue)) for row, catalogue in found.values()]
    return sorted(named, key=lambda one: slugify(one[1]))


def _ranged(bands: Sequence[Band]) -> Iterator[list[str]]:
    for row, name in _pieces(bands):
        if isinstance(row, RangedWeapon):
            who, bearers = _bearers(bands, row.code)
            line = ranged_line(row, bearers[0])
            ranges = f"{line.short}/{line.medium}/{line.long}"
            strength = _span(row.force.against(one) for one in bearers)
            told = [words(note) for note in row.notes] if row.template and row.notes else line.notes
            notes = "" if row.first_free_in else " ".join(told)
            yield [name, who, ranges, strength, line.targets, line.reload, str(line.action_points), notes]


def _melee(bands: Sequence[Band]) -> Iterator[list[str]]:
    for row, name in _pieces(bands):
        if isinstance(row, MeleeWeapon):
            who, bearers = _bearers(bands, row.code)
            line = melee_line(row, bearers[0])
            notes = "" if row.first_free_in else " ".join(line.notes)
            yield [name, who, line.hands, str(line.dice), _span(row.force.against(one) for one in bearers), notes]


def _equipment(band: Band) -> dict[str, tuple[str, str]]:
    pieces = {**band.catalogue.equipment, **band.catalogue.pulp.equipment}
    found = [code for code, _strength in band.gear if code in pieces]
    return {code: (wording.marked(pieces[code], band.catalogue), words(pieces[code].effect)) for code in found}


def _skills(band: Band) -> dict[str, tuple[str, str]]:
    return {
        code: (wording.marked(band.catalogue.skill(code), band.catalogue), words(band.catalogue.skill(code).effect))
        for code in band.skills
    }


def _named(bands: Sequence[Band], of: Callable[[Band], Mapping[str, tuple[str, str]]]) -> Iterator[list[str]]:
    """Each once: its name, who has it, what it does."""
    found: dict[tuple[str, str], list[str]] = {}
    for band in bands:
        for told in of(band).values():
            found.setdefault(told, []).append(band.letter)
    for (name, effect), letters in sorted(found.items(), key=lambda one: slugify(one[0][0])):
        yield [name, " ".join(letters), effect]


def _span(numbers: Iterable[int]) -> str:
    found = sorted(set(numbers))
    return str(found[0]) if len(found) == 1 else f"{found[0]}–{found[-1]}"
