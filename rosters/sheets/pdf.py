"""The roster sheet as a PDF, set by Typst from ``roster.typ``.

What the warband says reaches Typst as JSON in ``sys.inputs`` and is only ever shown as text: nothing a player typed is
read as markup. Typst sees no file outside this folder, none of the machine's fonts and no network.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

import typst
from django.utils.translation import get_language, gettext as _, pgettext

from rosters.gear_lines import MeleeLine
from rosters.sheets.page import NOTE_LINES, Block, Sheet, Shot
from rosters.vehicle_card import Gun, VehicleCard

FOLDER: Final = Path(__file__).parent


def pdf(sheet: Sheet) -> bytes:
    """Return the sheet as a PDF, in the reader's language."""
    data = json.dumps(_data(sheet), ensure_ascii=False)
    made: bytes = typst.compile(
        FOLDER / "roster.typ",
        root=FOLDER,
        font_paths=fonts(),
        format="pdf",
        sys_inputs={"sheet": data},
        package_path=FOLDER,
        package_cache_path=FOLDER,
    )
    return made


@cache
def fonts() -> typst.Fonts:
    """The typefaces of the site and those built into Typst, read once."""
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=True, font_paths=[FOLDER / "fonts"])


def _data(sheet: Sheet) -> dict[str, Any]:
    return {
        "language": (get_language() or "en").partition("-")[0],
        "words": _words(),
        "name": sheet.name,
        "moment": sheet.moment,
        "brought": sheet.brought,
        "facts": [[fact.label, fact.value] for fact in sheet.facts],
        "figures": [_figure(block) for block in sheet.blocks],
        "vehicles": [_vehicle(card) for card in sheet.vehicles],
        "stash": ", ".join(sheet.stash),
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
        "boxes": [[box.ticked, box.grey] for box in card.boxes],
        "ranged": [_shot(shot) for shot in block.shots],
        "melee": [_blow(line) for line in card.melee],
        "equipment": [[_times(one.name, one.count), one.effect] for one in card.equipment],
        "skills": [[one.name, one.effect] for one in card.skills],
        "injuries": [[one.name, one.effect] for one in card.injuries],
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
