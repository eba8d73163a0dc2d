"""The roster sheet as a PDF, set by the press from ``roster.typ``."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from django.utils.translation import gettext as _, pgettext

from club.paper import press
from rosters.gear_lines import MeleeLine
from rosters.sheets.page import NOTE_LINES, Block, Sheet, Shot
from rosters.vehicle_card import Gun, VehicleCard

TEMPLATE: Final = Path(__file__).parent / "roster.typ"


def pdf(sheet: Sheet) -> bytes:
    """Return the sheet as a PDF, in the language that is active and as its reader wants it."""
    return press.pdf(TEMPLATE, data(sheet))


def data(sheet: Sheet) -> dict[str, Any]:
    """Return what the template reads."""
    return {"look": sheet.choices.look, "words": _words(), "sheet": _sheet(sheet)}


def _sheet(sheet: Sheet) -> dict[str, Any]:
    return {
        "name": sheet.name,
        "moment": sheet.moment,
        "brought": sheet.brought,
        "facts": [[fact.label, fact.value] for fact in sheet.facts],
        "figures": [_figure(block) for block in sheet.blocks],
        "vehicles": [_vehicle(card) for card in sheet.vehicles],
        "resting": ", ".join(sheet.resting),
        "stash": ", ".join(sheet.stash),
        "rules": [[part.title, [list(row) for row in part.rows]] for part in sheet.rules],
        "gone": [
            [one.name, one.title, one.fate, _("%(points)s experience") % {"points": one.lifetime}] for one in sheet.gone
        ],
        "note_lines": NOTE_LINES,
    }


def _words() -> dict[str, str]:
    return {
        "ranged": _("Ranged weapon"),
        "range": _("Range"),
        "strength": _("Str."),
        "targets": _("Targets"),
        "reload": _("Reload"),
        "action_points": _("AP"),
        "melee": _("Close combat"),
        "hands": _("Hands"),
        "dice": _("Dice"),
        "hit_points": _("Hit points"),
        "experience": _("Experience"),
        "equipment": _("Equipment"),
        "skills": _("Skills"),
        "injuries": _("Injuries"),
        "remarks": _("Remarks"),
        "notes": _("Notes"),
        "stash": _("Stash"),
        "resting": _("Not in the next battle"),
        "pulp": _("Points of pulp"),
        "gone": _("Graveyard and departed"),
        "points": pgettext("points, after a number", "pts"),
        "page": _("Page"),
        "nobody": _("Nobody is on the roster."),
        "structure": _("Structure"),
        "speed": _("Speed"),
        "booster": _("Booster"),
        "passengers": _("Passengers"),
        "base": _("Base"),
        "pilot": _("Pilot"),
        "mounting": _("Mounting"),
        "colon": pgettext("after a name", ":"),
    }


def _figure(block: Block) -> dict[str, Any]:
    card = block.card
    return {
        "name": card.name,
        "title": card.title,
        "value": card.value,
        "stats": [[stat.short, stat.value, stat.base if stat.base != stat.value else ""] for stat in card.stats],
        "open_ground": _("%(paces)s on open ground") % {"paces": card.open_ground.value} if card.open_ground else "",
        "hit_points": block.hit_points,
        "pulp": block.pulp,
        "boxes": [[box.ticked, box.grey] for box in card.boxes],
        "experience": block.ticked,
        "ranged": [_shot(shot) for shot in block.shots],
        "melee": [_blow(line) for line in card.melee],
        "equipment": [[_times(one.name, one.count), one.effect if block.told else ""] for one in card.equipment],
        "skills": [[one.name, one.effect if block.told else ""] for one in card.skills],
        "injuries": [[one.name, one.effect if block.told else ""] for one in card.injuries],
        "remarks": list(block.remarks),
    }


def _vehicle(card: VehicleCard) -> dict[str, Any]:
    return {
        "name": card.name,
        "title": card.type_name,
        "value": card.value,
        "structure": card.structure,
        "speed": card.speed,
        "booster": card.booster,
        "passengers": card.passengers,
        "base": card.base,
        "pilot": card.pilot,
        "sides": {flank.code: flank.armour for flank in card.flanks},
        "spiked": [flank.code for flank in card.flanks if flank.spikes],
        "spikes": ", ".join(
            _("%(side)s: rams with strength %(strength)s") % {"side": flank.name, "strength": flank.strength}
            for flank in card.flanks
            if flank.spikes
        ),
        "guns": [_gun(gun) for gun in card.guns],
    }


def _gun(gun: Gun) -> list[str]:
    line = gun.line
    ranges = f"{line.short} / {line.medium} / {line.long}"
    return [line.name, gun.mounting, ranges, gun.force, line.targets, line.reload]


def _shot(shot: Shot) -> list[str]:
    line = shot.line
    name = _times(line.name, line.count)
    ranges = f"{line.short} / {line.medium} / {line.long}"
    return [name, shot.marks, ranges, str(line.strength), line.targets, line.reload, str(line.action_points)]


def _blow(line: MeleeLine) -> list[str]:
    return [_times(line.name, line.count), line.hands, str(line.dice), str(line.strength)]


def _times(name: str, count: int) -> str:
    return f"{count} × {name}" if count > 1 else name
