"""What things of a catalogue are called in the reader's language. An unknown code is shown as it is.

A code alone says nothing: what is named belongs to a warband, a battle or a campaign, and that brings the catalogue.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, pgettext_lazy

from club.words import words
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.types import Characteristic
from engines.musg.fixed import RANK_NAMES
from engines.musg.part import Part, Side
from engines.musg.ranks import Rank
from engines.musg.warband import Standing
from rosters.wording.headings import heading_name

RULING: Final = "ruling "
_TARGETS: Final = frozenset({Characteristic.SHOOTING, Characteristic.MELEE})

_CHARACTERISTICS: Final = {
    Characteristic.MOVEMENT: (gettext_lazy("Movement"), pgettext_lazy("column of a profile", "Mv")),
    Characteristic.LEADERSHIP: (gettext_lazy("Leadership"), pgettext_lazy("column of a profile", "Ld")),
    Characteristic.SHOOTING: (gettext_lazy("Shooting"), pgettext_lazy("column of a profile", "Sh")),
    Characteristic.MELEE: (gettext_lazy("Melee"), pgettext_lazy("column of a profile", "Me")),
    Characteristic.STRENGTH: (gettext_lazy("Strength"), pgettext_lazy("column of a profile", "S")),
    Characteristic.TOUGHNESS: (gettext_lazy("Toughness"), pgettext_lazy("column of a profile", "T")),
    Characteristic.HIT_POINTS: (gettext_lazy("Hit points"), pgettext_lazy("column of a profile", "HP")),
}
_STANDINGS: Final = {
    Standing.ACTIVE: gettext_lazy("on the roster"),
    Standing.DEAD: gettext_lazy("dead"),
    Standing.LEFT: gettext_lazy("left the warband"),
    Standing.LOST_CONTACT: gettext_lazy("contact lost"),
    Standing.FOR_HIRE: gettext_lazy("for hire elsewhere"),
    Standing.LEGEND: gettext_lazy("a legend of pulp"),
}


TRIBE: Final = "tribe"
_PARTS: Final = {
    Side.HEROES.value: gettext_lazy("heroes’ side"),
    Side.VILLAINS.value: gettext_lazy("villains’ side"),
    TRIBE: gettext_lazy("villains’ side, a primitive tribe"),
}
_EXEMPTIONS: Final = {
    "no_leader": gettext_lazy("no leader"),
    "no_henchman": gettext_lazy("no henchman"),
    "too_many_lieutenants": gettext_lazy("too many lieutenants"),
    "too_many_extras": gettext_lazy("too many extras"),
    "extras_not_played": gettext_lazy("extras, though they are not played"),
    "race_not_allowed": gettext_lazy("figures of a race that may not join"),
    "over_heroes": gettext_lazy("too many points for heroes"),
    "over_henchmen": gettext_lazy("too many points for henchmen and extras"),
    "too_many_items": gettext_lazy("too many pieces of one kind"),
    "bars_two_handed": gettext_lazy("gear that does not go with a two-handed weapon"),
    "bars_two_one_handed": gettext_lazy("gear that does not go with two weapons"),
    "slot_taken": gettext_lazy("two suits of armour or two shields"),
}


_SIDES: Final[dict[str, Promise]] = {
    "front": pgettext_lazy("side of a vehicle", "Front"),
    "rear": pgettext_lazy("side of a vehicle", "Rear"),
    "right": pgettext_lazy("side of a vehicle", "Right side"),
    "left": pgettext_lazy("side of a vehicle", "Left side"),
}


_IMPROVEMENTS: Final = {
    "armour": pgettext_lazy("of a vehicle", "armour"),
    "speed": pgettext_lazy("of a vehicle", "speed"),
    "spikes": pgettext_lazy("of a vehicle", "spikes"),
}


def _called(rows: Mapping[Any, Any], code: object) -> str:
    row = rows.get(code)
    return words(row.name) if row is not None else str(code)


def race_name(code: str, catalogue: Catalogue) -> str:
    """Return what a race is called."""
    return _called(catalogue.races, code)


def item_name(code: str, catalogue: Catalogue) -> str:
    """Return what a weapon or a piece of equipment is called, a civilian's own gun included."""
    return _called(catalogue.items if code in catalogue.items else catalogue.guns, code)


def vehicle_name(code: str, catalogue: Catalogue) -> str:
    """Return what a type of vehicle is called."""
    return _called(catalogue.vehicles.types, code)


def vehicle_side_name(code: str) -> str:
    """Return what a side of a vehicle is called."""
    return str(_SIDES.get(code, code))


def improvement_names(codes: str) -> str:
    """Return what of a vehicle is improved, in words that continue a sentence, by codes with spaces between them."""
    return ", ".join(str(_IMPROVEMENTS.get(code, code)) for code in codes.split())


def skill_name(code: str, catalogue: Catalogue) -> str:
    """Return what a skill is called."""
    return _called(catalogue.skills, code)


def injury_name(code: str, catalogue: Catalogue) -> str:
    """Return what a result of the injury tables is called."""
    return _called(catalogue.injuries_by_code, code)


def mercenary_name(code: str, catalogue: Catalogue) -> str:
    """Return what a mercenary is called."""
    return _called(catalogue.mercenaries, code)


def entry_name(code: str, catalogue: Catalogue) -> str:
    """Return what something is called that may be a race, a mercenary, a skill or a thing to carry."""
    shelves: tuple[Mapping[str, Any], ...] = (catalogue.races, catalogue.mercenaries, catalogue.skills, catalogue.items)
    return _called(next((rows for rows in shelves if code in rows), {}), code)


def left_out_names(codes: Iterable[str], catalogue: Catalogue) -> str:
    """Return what things of the book that a campaign leaves out are called, one after the other."""
    return ", ".join(entry_name(code, catalogue) for code in codes)


def rank_name(rank: str) -> str:
    """Return what a rank is called: no catalogue changes that."""
    return words(RANK_NAMES[Rank(rank)]) if rank in set(Rank) else str(rank)


def standing_name(standing: str) -> str:
    """Return where a figure stands in the warband's life, in words that continue a sentence."""
    return str(_STANDINGS[Standing(standing)]) if standing in set(Standing) else str(standing)


def part_code(part: Part) -> str:
    """Return the code of what a warband plays in a pulp campaign, as forms send it."""
    return TRIBE if part.tribe else part.side.value


def part_name(code: str) -> str:
    """Return what a warband plays in a pulp campaign, by its code, in words that continue a sentence."""
    return str(_PARTS.get(code, code))


def exemption_name(rule: str) -> str:
    """Return which breach a referee allows, by the code of the problem it would be."""
    return str(_EXEMPTIONS.get(rule, rule))


def characteristic_name(characteristic: str) -> str:
    """Return the whole name of a column of the profile."""
    return str(_CHARACTERISTICS[Characteristic(characteristic)][0])


def characteristic_short(characteristic: str) -> str:
    """Return the heading of a column of the profile: "Mv", "Ld"."""
    return str(_CHARACTERISTICS[Characteristic(characteristic)][1])


def rule_name(rule: str) -> str:
    """Return where a rule stands, in the reader's language: a heading of the rulebook, or "ruling M16"."""
    if rule.startswith(RULING):
        return _("ruling %(number)s") % {"number": rule.removeprefix(RULING)}
    return heading_name(rule)


def with_ruling(said: str, rule: str) -> str:
    """Return a sentence with the ruling that says so, in brackets before its full stop; others are not named."""
    return f"{said.removesuffix('.')} ({rule_name(rule)})." if rule.startswith(RULING) else said


def characteristic_value(column: str, value: int | None) -> str:
    """Return a value as the tables print it: "3+" in the columns of what a die must reach, nothing is a dash."""
    if column in _TARGETS:
        return target(value)
    return "–" if value is None else str(value)


def target(value: int | None) -> str:
    """Return the lowest die that hits as tables print it: 3 is "3+", nothing is a dash."""
    return f"{value}+" if value is not None else "–"
