"""The report of a battle that is over: sides, table, events, losses, result, and every aftermath with its dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from django.template.loader import render_to_string
from django.utils.translation import get_language, gettext as _, ngettext, pgettext

from campaigns.wars.aftermath.page import Chapter, StepShown, chapters_of
from campaigns.wars.aftermath.wording import Receipt
from campaigns.wars.battles.staging import scenario_of
from campaigns.wars.ground.map import battle_map, kind_name, size_of, zone_letter
from campaigns.wars.models.battle import Battle, BattleSide
from campaigns.wars.models.correction import Correction, CorrectionState
from campaigns.wars.models.recovery import Recovery, RecoveryState
from campaigns.wars.models.resolution import BattleGround, Resolution, ResolutionState
from campaigns.wars.modules import names_of
from campaigns.wars.paper import course
from campaigns.wars.reports import panel as reported
from campaigns.wars.scenarios.page import ScenarioStory, marks
from club.access import User
from club.dates import date_text
from club.paper import press
from club.paper.choices import PaperChoices
from engines.musg.engagement import Outcome
from engines.musg.ground.layout import Layout
from engines.musg.ground.ready_tables import name_of
from engines.musg.scenarios import Scenario
from rosters import wording
from rosters.access import may_read
from rosters.models import JournalEntry, Warband
from rosters.models.portrait import WHOLE
from rosters.portraits.operations import pictures

TEMPLATE: Final = Path(__file__).parent / "report.typ"

type Hung = dict[tuple[int, int], bytes]
"""Portraits by warband and figure (0: the warband's own)."""


def pdf(battle: Battle, user: User, choices: PaperChoices) -> bytes:
    """Return the report of a confirmed battle from a loader of ``wars.access``, in the language that is active.

    Portraits are those of warbands that the reader may read.
    """
    hung = portraits(battle, user) if choices.portraits else {}
    drawn = {_picture(*whose): press.photograph(content) for whose, content in hung.items()}
    return press.pdf(TEMPLATE, data(battle, user, choices, hung), pictures=drawn)


def portraits(battle: Battle, user: User) -> Hung:
    """Return the portraits of the warbands and of those who fought; a query for each warband that has any, and one."""
    found: Hung = {}
    for side in battle.sides.all():
        warband = side.warband
        if warband.portraits_hung and may_read(user, warband):
            found |= {(warband.pk, figure): content for figure, content in pictures(warband).items()}
    there = _present(battle) if found else {}
    return {
        (warband, figure): content
        for (warband, figure), content in found.items()
        if figure == WHOLE or warband not in there or figure in there[warband]
    }


def _present(battle: Battle) -> dict[int, set[int]]:
    """Return who fought, by warband, as the journals took the battle in; a single game is in none. One query."""
    rows = JournalEntry.objects.filter(warband__sides__battle=battle, kind="fight", undone_at=None)
    told = rows.filter(data__engagement__battle=battle.key).values_list("warband", "data__engagement__present")
    return {warband: set(numbers or ()) for warband, numbers in told}


def data(battle: Battle, user: User, choices: PaperChoices, hung: Hung | None = None) -> dict[str, Any]:
    """Return what the template reads."""
    sides = list(battle.sides.all())
    names = [side.warband.name for side in sides]
    scenario = scenario_of(battle)
    ground = getattr(battle, "ground", None)
    report = {
        "title": battle.title,
        "facts": _facts(battle),
        "sides": [_side(side, user, hung or {}, len(sides)) for side in sides],
        "verdicts": list(_verdicts(battle)),
        "table": _table_data(ground, names, scenario) if ground is not None and _fought_on(battle, ground) else None,
        "scenario": _scenario(scenario, names) if scenario is not None else None,
        "notes": battle.scenario.splitlines(),
        "story": list(reported.panel(battle, user).lines),
        "course": [part.as_data() for part in _course(battle, user)],
        "aftermaths": [_aftermath(recovery) for recovery in _recoveries(sides)],
        "proofs": list(_proofs(battle)),
    }
    return {"look": choices.look, "words": _words(), "report": report}


def _fought_on(battle: Battle, ground: BattleGround) -> bool:
    """Tell whether a battle's table is one that somebody chose, or on which the engine fought."""
    resolution: Resolution | None = getattr(battle, "resolution", None)
    return not ground.stands_in or (resolution is not None and resolution.state == ResolutionState.DONE)


def _words() -> dict[str, str]:
    return {
        "page": _("Page"),
        "colon": pgettext("after a name", ":"),
        "points": _("Victory points"),
        "table": _("The table"),
        "scenario": _("Scenario"),
        "aims": _("What brings victory points besides enemies put out of action"),
        "story": _("Who fell, who fled"),
        "nobody": _("Nobody fell, nobody fled."),
        "course": _("How it went"),
        "dice": _("The dice"),
        "hash": _("Hash (SHA-256), published before"),
        "seed": _("Seed, revealed afterwards"),
        "again": _("rolled again"),
        "rule": _("Rule"),
    }


def _facts(battle: Battle) -> list[list[str]]:
    facts = [
        [_("Campaign"), battle.campaign.name if battle.journaled else ""],
        [_("Round"), str(battle.round) if battle.round else ""],
        [_("Date"), date_text(battle.date, "DATETIME_FORMAT") if battle.date else ""],
        [_("Place"), battle.where],
        [_("Modules"), ", ".join(names_of(battle.modules))],
    ]
    return [fact for fact in facts if fact[1]]


def _side(side: BattleSide, user: User, hung: Hung, count: int) -> dict[str, Any]:
    warband = side.warband
    values = {"out": side.takedowns, "lost": side.losses}
    return {
        "name": warband.name,
        "about": f"{wording.marked_race(warband.race, warband.catalogue)} · {warband.owner.name_for(user)}",
        "points": side.victory_points,
        "outcome": _outcome(side.outcome, alone=count == 1),
        "counts": _("put out %(out)s, own put out %(lost)s") % values,
        "portrait": _picture(warband.pk, WHOLE) if (warband.pk, WHOLE) in hung else "",
        "figures": [[_picture(*whose), name] for whose, name in _hung_portraits(warband, hung)],
    }


def _hung_portraits(warband: Warband, hung: Hung) -> Iterable[tuple[tuple[int, int], str]]:
    """Yield the figures whose portrait hangs, with their names."""
    for whose, number in sorted(hung):
        figure = warband.roster.figure(number) if whose == warband.pk and number != WHOLE else None
        if figure is not None:
            yield (whose, number), figure.name


def _outcome(code: str, *, alone: bool) -> str:
    """Say how a side came off; who lost among several is told by who won."""
    match code:
        case Outcome.WON.value:
            return _("winner")
        case Outcome.DREW.value:
            return _("draw")
    return _("lost") if alone and code else ""


def _verdicts(battle: Battle) -> Iterable[str]:
    """Yield what changed the result: the scenario, a referee's correction."""
    if battle.override_reason:
        yield _("The scenario decided the winner: %(reason)s") % {"reason": battle.override_reason}
    for correction in Correction.objects.filter(battles=battle, state=CorrectionState.MADE):
        at = date_text(correction.made, "SHORT_DATE_FORMAT") if correction.made else ""
        values = {"at": at, "reason": correction.reason}
        yield _("The report was corrected on %(at)s: %(reason)s") % values


def _scenario(scenario: Scenario, names: Sequence[str]) -> dict[str, Any]:
    told = ScenarioStory(scenario, names)
    text = ngettext("It lasts %(turns)s turn at most.", "It lasts %(turns)s turns at most.", told.turn_limit)
    return {
        "name": told.name,
        "story": told.story,
        "roles": [[f"{role.letter} · {role.name}", role.warband, role.brief] for role in told.roles],
        "aims": told.aims,
        "more": [text % {"turns": told.turn_limit}, *told.modules, *told.switches],
    }


def _course(battle: Battle, user: User) -> tuple[course.Part, ...]:
    resolution = Resolution.objects.filter(battle=battle, state=ResolutionState.DONE).first()
    if resolution is not None:
        return course.of_resolution(resolution)
    evening = getattr(battle, "evening", None)
    if evening is None:
        return ()
    evening.battle = battle
    return course.of_evening(evening, user)


def _recoveries(sides: Sequence[BattleSide]) -> list[Recovery]:
    """Return the aftermaths that are done, in the order of the sides. One query."""
    by_side = {side.pk: side for side in sides}
    done = list(Recovery.objects.filter(side__in=by_side, state=RecoveryState.DONE))
    for recovery in done:
        recovery.side = by_side[recovery.side_id]
    return sorted(done, key=lambda recovery: recovery.side.seat)


def _aftermath(recovery: Recovery) -> dict[str, Any]:
    title = _("Aftermath: %(warband)s") % {"warband": recovery.side.warband.name}
    return {
        "title": title,
        "chapters": [_chapter(chapter) for chapter in chapters_of(recovery)],
        "proof": _proof_of(recovery),
    }


def _chapter(chapter: Chapter) -> dict[str, Any]:
    shared = chapter.rule
    return {
        "title": chapter.name,
        "rule": wording.rule_name(shared) if shared else "",
        "steps": [_step(step, shared) for step in chapter.steps],
    }


def _step(step: StepShown, shared: str) -> dict[str, Any]:
    return {
        "said": step.sentence,
        "rule": wording.rule_name(step.rule) if step.rule and not shared else "",
        "receipts": [_receipt(one) for one in step.receipts],
    }


def _receipt(one: Receipt) -> dict[str, Any]:
    number = ngettext("%(number)s injury", "%(number)s injuries", one.value) % {"number": one.value}
    return {
        "purpose": one.purpose,
        "faces": list(one.faces),
        "row": f"{one.row.faces} · {one.row.name}" if one.row else number,
        "effect": one.row.effect if one.row else "",
        "again": not one.counted,
    }


def _proof_of(recovery: Recovery) -> list[str]:
    if not recovery.has_proof:
        return []
    return [recovery.commitment, recovery.seed]


def _proofs(battle: Battle) -> Iterable[list[str]]:
    """Yield the hash that was published before and the seed, of a battle that the engine fought."""
    resolution = getattr(battle, "resolution", None)
    if resolution is not None and resolution.state == ResolutionState.DONE:
        yield [resolution.commitment, resolution.seed]


def _picture(warband: int, figure: int) -> str:
    return f"portrait-{warband}-{figure}.svg"


def _table_data(ground: BattleGround, sides: Sequence[str], scenario: Scenario | None) -> dict[str, Any]:
    """Return the table as the template reads it: a drawing, its zones and pieces in words, its last turn."""
    layout = msgspec.convert(ground.layout, Layout)
    drawn = battle_map(layout, sides=sides, traces=marks(scenario) if scenario is not None else ())
    values = {"name": name_of(layout).in_language(get_language() or "en"), **size_of(layout)}
    known = _("%(name)s, %(width)s × %(depth)s paces") if values["name"] else _("%(width)s × %(depth)s paces")
    counted = Counter(kind_name(piece.kind) for piece in layout.pieces)
    return {
        "name": known % values,
        "said": drawn.name,
        "svg": render_to_string("campaigns/wars/table.svg", {"map": drawn}),
        "width": layout.width,
        "depth": layout.depth,
        "zones": [[zone.mark, float(zone.x), float(zone.y)] for zone in drawn.zones],
        "standing": [[zone_letter(number), side] for number, side in enumerate(sides[: len(layout.zones)])],
        "pieces": [f"{count} × {kind}" if count > 1 else kind for kind, count in counted.items()],
        "turn_limit": ground.turn_limit,
    }
