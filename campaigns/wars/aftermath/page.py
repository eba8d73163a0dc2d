"""What the aftermath's page shows: the choice of dice, the roll asked for, the work going on, or the finished story."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext
from msgspec import Struct

from campaigns.jobs.models import Job, JobState
from campaigns.league.access import is_referee
from campaigns.wars.access import may_recover
from campaigns.wars.aftermath.operations import job_of
from campaigns.wars.aftermath.wording import DEAD, Receipt, Table, receipt, table_for
from campaigns.wars.models.recovery import DiceMode, Recovery, RecoveryState
from club.access import User
from engines.core.dice import Request
from engines.musg import pulp
from engines.musg.aftermath import Stage, Step
from engines.musg.ranks import Rank
from engines.musg.succession import heirs
from engines.musg.warband import HIREABLE, Figure, Warband as Roster
from rosters.wording import event_sentence, rank_name, roll_sentence, stage_name, vehicle_name

FOLDED_FROM: Final = 3


class Fallen(Struct, frozen=True):
    """One of ours put out of action, and what that means before anything is rolled."""

    name: str
    rank: str
    foe: str
    outlook: str


class Asked(Struct, frozen=True):
    """The roll asked for next: the ``number``-th of ``total``, as far as is known yet."""

    request: Request
    purpose: str
    figure: str
    rank: str
    table: Table
    number: int
    total: int


class StepShown(Struct, frozen=True):
    """One thing that happened: its dice, the sentence, and the rule unless the whole chapter has the same."""

    sentence: str
    rule: str
    receipts: tuple[Receipt, ...]


class Chapter(Struct, frozen=True):
    """One stage of the aftermath with its steps, and the rule if they all follow the same one."""

    code: str
    name: str
    steps: tuple[StepShown, ...]

    @property
    def rule(self) -> str:
        """The rule of all steps, empty if they differ."""
        rules = {step.rule for step in self.steps}
        return rules.pop() if len(rules) == 1 else ""

    @property
    def is_long(self) -> bool:
        """Whether it is folded: many steps, and no dice among them."""
        return len(self.steps) > FOLDED_FROM and not any(step.receipts for step in self.steps)


class Next(Struct, frozen=True):
    """Something that waits for the player, and where it is done."""

    sentence: str
    address: str


class AftermathPage(Struct, frozen=True):
    """Everything the template needs. ``stage`` is "choose", "work", "type" or "done".

    ``asks_why``: the reader would act for the player and has not said why. ``mine``: it is the reader's warband.
    """

    stage: str
    recovery: Recovery
    may_act: bool
    asks_why: bool = False
    mine: bool = False
    fallen: tuple[Fallen, ...] = ()
    asked: Asked | None = None
    so_far: tuple[Receipt, ...] = ()
    job: Job | None = None
    chapters: tuple[Chapter, ...] = ()
    waiting: tuple[Next, ...] = ()
    others: tuple[Recovery, ...] = ()
    has_proof: bool = False
    dice: int = 0
    may_correct: bool = False

    @property
    def polls(self) -> bool:
        """Whether the page asks again by itself: a worker is on its way or at work."""
        return self.job is not None and self.job.state in (JobState.WAITING, JobState.RUNNING)

    @property
    def failed(self) -> bool:
        """Whether the work failed and may be tried again."""
        return self.job is not None and self.job.state == JobState.FAILED


def page(recovery: Recovery, user: User) -> AftermathPage:
    """Return what this reader sees of an aftermath from a loader of ``campaigns.wars.access``."""
    side = recovery.side
    may_act = may_recover(user, recovery)
    base: dict[str, Any] = {
        "recovery": recovery,
        "may_correct": is_referee(user, recovery.side.battle.campaign),
        "may_act": may_act,
        "mine": user.is_authenticated and side.warband.owner_id == user.pk,
        "asks_why": may_act and side.warband.owner_id != user.pk and not recovery.reason,
        "others": tuple(s.recovery for s in side.battle.sides.all() if s.pk != side.pk),
    }
    roster = side.warband.roster
    if recovery.state == RecoveryState.DONE:
        return AftermathPage("done", **base, **_done(recovery, roster))
    fallen = tuple(_fallen(roster))
    if recovery.state == RecoveryState.WAITING:
        return AftermathPage("choose", **base, fallen=fallen)
    if recovery.mode == DiceMode.TYPED:
        return AftermathPage("type", **base, **_typing(recovery, roster))
    return AftermathPage("work", **base, fallen=fallen, job=job_of(recovery))


def _fallen(roster: Roster) -> Iterable[Fallen]:
    for casualty in roster.engagement.casualties if roster.engagement else ():
        figure = roster.figure(casualty.figure)
        if figure is None:
            continue
        deathless = pulp.deathless(roster, figure)
        if casualty.killed and not deathless:
            outlook = _("killed outright: nothing to roll")
        elif figure.hired:
            outlook = _("contact is lost: nothing to roll")
        elif deathless:
            outlook = _("rolls d66 on the injury table, but cannot die, and draws a setback")
        elif figure.rank.is_hero:
            outlook = _("rolls d66 on the injury table")
        else:
            outlook = _("rolls 1d6: gone on 1 or 2")
        yield Fallen(figure.name, rank_name(figure.rank), casualty.by.name if casualty.by else "", outlook)
    for vehicle in roster.rides:
        if vehicle.damage >= vehicle.structure(roster.catalogue):
            outlook = _("a wreck, rolls 1d6: lost on 1 or 2")
            yield Fallen(vehicle.name, vehicle_name(vehicle.design.type, roster.catalogue), "", outlook)
        elif vehicle.damage:
            outlook = _("is repaired free of charge: nothing to roll")
            yield Fallen(vehicle.name, vehicle_name(vehicle.design.type, roster.catalogue), "", outlook)


def _typing(recovery: Recovery, roster: Roster) -> dict[str, Any]:
    course = recovery.course
    outcome, rolls = course.outcome, course.rolls
    if not isinstance(outcome, Request):
        return {}
    figure = roster.figure(outcome.figure) if outcome.figure is not None else None
    vehicle = roster.vehicle(outcome.figure) if outcome.figure is not None else None
    name = _name(roster, outcome.figure)
    kind = rank_name(figure.rank) if figure else vehicle_name(vehicle.design.type, roster.catalogue) if vehicle else ""
    deathless = {one.id for one in roster.active if pulp.deathless(roster, one)}
    asked = Asked(
        outcome,
        roll_sentence(outcome.reason, name),
        name,
        kind,
        table_for(outcome.reason, roster.catalogue, deathless=outcome.figure in deathless),
        len(rolls) + 1,
        course.least,
    )
    return {
        "asked": asked,
        "so_far": tuple(
            receipt(roll, _name(roster, roll.figure), roster.catalogue, deathless=roll.figure in deathless)
            for roll in rolls
        ),
    }


def _done(recovery: Recovery, roster: Roster) -> dict[str, Any]:
    return {
        "chapters": in_reading_order(chapters_of(recovery)),
        "waiting": tuple(_waiting(recovery.side.warband.pk, roster)),
        "has_proof": recovery.has_proof,
        "dice": sum(len(roll.faces) for roll in recovery.engine_rolls),
    }


def in_reading_order(chapters: Iterable[Chapter]) -> tuple[Chapter, ...]:
    """Return the chapters with what was gained first; the rest as the dice were rolled."""
    return tuple(sorted(chapters, key=lambda chapter: chapter.code != Stage.EXPERIENCE))


def chapters_of(recovery: Recovery) -> tuple[Chapter, ...]:
    """Return the story of a finished aftermath with its receipts, in the active language. No query."""
    rolls, catalogue = recovery.engine_rolls, recovery.side.warband.catalogue
    shown: dict[Stage, list[StepShown]] = {stage: [] for stage in Stage}
    for step in msgspec.convert(recovery.steps, tuple[Step, ...]):
        name = str(step.params.get("name", ""))
        # Only who never dies has a death that did not count.
        spared = any(finding.code == DEAD and not finding.counted for finding in step.findings)
        receipts = tuple(receipt(rolls[position], name, catalogue, deathless=spared) for position in step.rolls)
        shown[step.stage].append(StepShown(event_sentence(step.code, step.params, catalogue), step.rule, receipts))
    return tuple(Chapter(stage.value, stage_name(stage), tuple(found)) for stage, found in shown.items() if found)


def _waiting(warband: int, roster: Roster) -> Iterable[Next]:
    """What the roster still waits for, now."""
    home = reverse("rosters:roster", args=[warband])
    for figure in roster.figures:
        if figure.choices and (figure.active or figure.standing in HIREABLE):
            yield Next(_choices(figure), reverse("rosters:figure", args=[warband, figure.id]) + "#choice")
        elif figure.active and figure.contract and not figure.contract.paid_ahead:
            text = _("%(name)s is not paid for the next battle (%(fee)s points).")
            yield Next(text % {"name": figure.name, "fee": figure.contract.fee}, home)
    if roster.leader is None:
        entitled = heirs(roster)
        values: Mapping[str, str] = {"names": ", ".join(figure.name for figure in entitled)}
        yield Next(_("Choose the new leader: %(names)s.") % values if entitled else _("Hire a new leader."), home)
    for figure in roster.of_rank(Rank.LIEUTENANT):
        full = figure.experience >= roster.rules.boxes(Rank.LIEUTENANT) and not figure.hired
        if roster.leader is not None and full and roster.may_rise(figure):
            yield Next(_("%(name)s may claim the leader’s place.") % {"name": figure.name}, home)


def _choices(figure: Figure) -> str:
    text = ngettext("%(name)s has a skill to choose.", "%(name)s has %(count)s skills to choose.", figure.choices)
    return text % {"name": figure.name, "count": figure.choices}


def _name(roster: Roster, number: int | None) -> str:
    someone = (roster.figure(number) or roster.vehicle(number)) if number is not None else None
    return someone.name if someone is not None else ""
