"""Journal entries about growth: skills learned, leaders replaced."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from engines.core.dice import Dice, DiceError, RecordedDice, Roll
from engines.core.problems import Problem
from engines.musg.catalogue import Catalogue
from engines.musg.entries.base import (
    SOURCE_LIMIT,
    Change,
    Edition,
    Entry,
    Phase,
    active_figure,
    gone,
    known_figure,
    left_out_problems,
    must,
    text_problems,
)
from engines.musg.events import Event
from engines.musg.ranks import Rank
from engines.musg.succession import departed, heirs, promoted_to_leader, senior_lieutenants
from engines.musg.warband import HIREABLE, Figure, Warband

USE_OF_EXPERIENCE: Final = "Musg, Utilisation de l'expérience"


def open_skills(figure: Figure, catalogue: Catalogue) -> tuple[str, ...]:
    """Return the skills a figure may choose now: not known yet (ruling M265), with all they require known."""
    known = set(figure.skills)
    return tuple(
        skill.code
        for skill in catalogue.offered(catalogue.skills).values()
        if skill.code not in known and known.issuperset(skill.requires)
    )


def skill_problems(figure: Figure, code: str, catalogue: Catalogue) -> Iterator[Problem]:
    """Yield what keeps a figure from a skill: it must exist, be new (ruling M265), and have all it requires."""
    skill = catalogue.skills.get(code)
    if skill is None:
        yield Problem("no_such_skill", figure.id, {"item": code})
        return
    if skill.code in figure.skills:
        yield Problem("skill_known", figure.id, {"name": figure.name, "item": skill.code}, "ruling M265")
    for needed in skill.requires:
        if needed not in figure.skills:
            params: dict[str, int | str] = {"item": skill.code, "needs": needed}
            yield Problem("skill_needs", figure.id, params, "Musg, Tableau des améliorations")


class Learn(Entry, frozen=True, kw_only=True, tag="learn"):
    """Choose a skill for a ticked grey box. A capped one may be taken as a prerequisite (ruling M266)."""

    phase = Phase.CAMPAIGN
    keeps_legal = False
    figure: int
    skill: str

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """A choice must be waiting and the skill open. A legend may still make the choices it earned."""
        figure = yield from known_figure(warband, self.figure)
        if figure is None:
            return
        if not figure.active and figure.standing not in HIREABLE:
            yield gone(figure)
            return
        if figure.choices < 1:
            yield Problem("no_choice_waiting", figure.id, {"name": figure.name}, USE_OF_EXPERIENCE)
        yield from skill_problems(figure, self.skill, warband.catalogue)

    def verify_fresh(self, warband: Warband) -> Iterable[Problem]:
        """The campaign must not leave it out."""
        return left_out_problems(warband, self.skill)

    def apply(self, warband: Warband) -> Change:
        """Write the skill on the sheet."""
        figure = must(warband.figure(self.figure))
        wiser = replace(figure, skills=(*figure.skills, self.skill), choices=figure.choices - 1)
        event = Event("learned", figure.id, {"name": figure.name, "item": self.skill})
        return Change(warband.with_figure(wiser), (event,))


class ReplaceLeader(Entry, frozen=True, kw_only=True, tag="replace_leader"):
    """Name the lieutenant with the most experience leader, where nobody was (rulings M249, M303)."""

    phase = Phase.CAMPAIGN
    edition: Edition = 2
    figure: int

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """There must be no leader, and no lieutenant with more experience."""
        figure = yield from active_figure(warband, self.figure)
        if figure is None:
            return
        if warband.leader:
            yield Problem("leader_in_office", warband.leader.id, {"name": warband.leader.name}, "ruling M249")
        entitled = heirs(warband) if self.edition >= 2 else senior_lieutenants(warband)
        if figure.id not in {f.id for f in entitled}:
            yield Problem("not_senior_lieutenant", figure.id, {"name": figure.name}, "ruling M249")

    def apply(self, warband: Warband) -> Change:
        """Promote the lieutenant."""
        figure = must(warband.figure(self.figure))
        event = Event("became_leader", figure.id, {"name": figure.name})
        return Change(warband.with_figure(promoted_to_leader(figure)), (event,))


class Succeed(Entry, frozen=True, kw_only=True, tag="succeed"):
    """A lieutenant with a full sheet claims the leader's place (Musg, Utilisation de l'expérience).

    Without ``faces`` the player decides that the leader goes. With ``faces`` fate decides: one die each, leader first,
    both again on a tie; the lower leaves (ruling M246). Who leaves becomes a character for hire.
    """

    phase = Phase.CAMPAIGN
    edition: Edition = 2
    figure: int
    by_fate: bool = False
    faces: tuple[int, ...] = ()
    source: str = ""

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """A leader in office and a lieutenant with all boxes ticked; faces that settle it if fate decides."""
        figure = yield from active_figure(warband, self.figure)
        if figure is None:
            return
        yield from text_problems(self.source, "source", SOURCE_LIMIT)
        if warband.leader is None:
            yield Problem("no_leader", None, {}, USE_OF_EXPERIENCE)
        if self.edition >= 2 and not warband.may_rise(figure):
            yield Problem("goblin_stays", figure.id, {"name": figure.name}, "ruling M298")
        boxes = warband.rules.lieutenant_boxes
        if figure.rank is not Rank.LIEUTENANT or figure.experience < boxes:
            params: dict[str, int | str] = {"name": figure.name, "value": figure.experience, "needs": boxes}
            yield Problem("sheet_not_full", figure.id, params, USE_OF_EXPERIENCE)
        elif warband.leader and self.by_fate:
            try:
                dice = RecordedDice(self.faces)
                fate(dice, warband.leader.id, figure.id)
                dice.finish()
            except DiceError:
                yield Problem("bad_faces", figure.id, {"item": "faces"}, "ruling M246")
        elif self.faces:
            yield Problem("bad_faces", figure.id, {"item": "faces"}, "ruling M246")

    def apply(self, warband: Warband) -> Change:
        """Send one of them away and, if it is the leader, promote the lieutenant."""
        lieutenant, leader = must(warband.figure(self.figure)), must(warband.leader)
        leader_leaves = not self.by_fate or fate(RecordedDice(self.faces), leader.id, lieutenant.id)
        leaver = leader if leader_leaves else lieutenant
        changed, price = departed(warband, leaver)
        event = Event("went_for_hire", leaver.id, {"name": leaver.name, "price": price})
        if not leader_leaves:
            return Change(changed, (event,))
        changed = changed.with_figure(promoted_to_leader(lieutenant))
        return Change(changed, (event, Event("became_leader", lieutenant.id, {"name": lieutenant.name})))

    @property
    def can_be_undone(self) -> bool:
        """A player's decision may be taken back; fate's may not."""
        return not self.by_fate

    @property
    def needs_witness(self) -> bool:
        """A player decides alone; dice are rolled before somebody."""
        return self.by_fate


def fate(dice: Dice, leader: int, lieutenant: int) -> bool:
    """Roll until leader and lieutenant differ; return whether the leader leaves (the lower does, ruling M246)."""
    while True:
        ours: Roll = dice.roll("d6", "fate_leader", leader)
        theirs: Roll = dice.roll("d6", "fate_lieutenant", lieutenant)
        if ours.value != theirs.value:
            return ours.value < theirs.value
