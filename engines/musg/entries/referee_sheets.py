"""What a referee may write on one figure's sheet, or strike from it: experience, skills, injuries."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from engines.core.problems import Problem
from engines.musg.engagement import Foe
from engines.musg.entries.base import Change, active_figure, must, text_problems
from engines.musg.entries.growth import skill_problems
from engines.musg.entries.referee import RefereeEntry
from engines.musg.injuries import borne_once, lasting
from engines.musg.rules import BOX_LIMIT
from engines.musg.warband import Figure, Injury, Standing, Warband

FOE_LIMIT: Final = 200


class SheetEntry(RefereeEntry, frozen=True, kw_only=True):
    """A referee's word about one figure that is there."""

    keeps_legal = False
    figure: int

    def faults(self, warband: Warband) -> Iterable[Problem]:
        """The figure must be there."""
        figure = yield from active_figure(warband, self.figure)
        if figure is not None:
            yield from self.on_sheet(warband, figure)

    def on_sheet(self, warband: Warband, figure: Figure) -> Iterable[Problem]:
        """Yield what on the sheet forbids it."""
        return ()


class Award(SheetEntry, frozen=True, kw_only=True, tag="award"):
    """Add experience, or take some away; boxes and choices of skills follow.

    There is no more than a full sheet and no less than an empty one. What a full sheet brings comes with the next
    aftermath, as always. For a grey box that is empty again a waiting choice is lost; a skill chosen for it stays.
    """

    points: int

    def on_sheet(self, warband: Warband, figure: Figure) -> Iterable[Problem]:
        """Something must change, on the sheet of somebody who learns."""
        boxes = warband.boxes(figure)
        if not boxes or figure.hired:
            yield Problem("no_sheet", figure.id, {"name": figure.name}, "ruling M239")
        elif not 0 < abs(self.points) <= BOX_LIMIT:
            params: dict[str, int | str] = {"item": "points", "value": self.points, "most": BOX_LIMIT}
            yield Problem("award_points", figure.id, params)
        elif not self._gain(figure, boxes):
            params = {"name": figure.name, "value": figure.experience, "item": "points"}
            yield Problem("sheet_full" if self.points > 0 else "sheet_empty", figure.id, params)

    def _gain(self, figure: Figure, boxes: int) -> int:
        if self.points > 0:
            return max(0, min(self.points, boxes - figure.experience))
        return -min(-self.points, figure.experience)

    def apply(self, warband: Warband) -> Change:
        """Tick the boxes, or empty them."""
        figure = must(warband.figure(self.figure))
        boxes = warband.boxes(figure)
        gain = self._gain(figure, boxes)
        total = figure.experience + gain
        every = warband.catalogue.grey_every
        grey = total // every - figure.experience // every
        choices = max(0, figure.choices + grey)
        after = replace(
            figure,
            experience=total,
            lifetime=max(0, figure.lifetime + gain),
            choices=choices,
            given=_given(figure, more=choices - figure.choices - grey),
        )
        event = self.event("awarded", figure, points=gain, total=total, boxes=boxes, choices=choices - figure.choices)
        return Change(warband.with_figure(after), (event,))


class Teach(SheetEntry, frozen=True, kw_only=True, tag="teach"):
    """Give a figure a skill for which it ticks no box and makes no choice."""

    skill: str

    def on_sheet(self, warband: Warband, figure: Figure) -> Iterable[Problem]:
        """The skill must exist, be new, and have all it needs."""
        return skill_problems(figure, self.skill, warband.catalogue)

    def apply(self, warband: Warband) -> Change:
        """Write the skill on the sheet."""
        figure = must(warband.figure(self.figure))
        wiser = replace(figure, skills=(*figure.skills, self.skill), given=_given(figure, more=1))
        return Change(warband.with_figure(wiser), (self.event("taught", figure, item=self.skill),))


class Unlearn(SheetEntry, frozen=True, kw_only=True, tag="unlearn"):
    """Strike a skill from the sheet; with ``choice_back`` another one may be chosen for it."""

    skill: str
    choice_back: bool = False

    def on_sheet(self, warband: Warband, figure: Figure) -> Iterable[Problem]:
        """It must be known, and nothing that is known may need it."""
        if self.skill not in figure.skills:
            yield Problem("skill_unknown", figure.id, {"name": figure.name, "item": self.skill})
            return
        for code in figure.skills:
            if self.skill in warband.catalogue.skill(code).requires:
                yield Problem("skill_needed", figure.id, {"item": self.skill, "needs": code})

    def apply(self, warband: Warband) -> Change:
        """Strike it; what was known before each injury is counted anew (ruling M295)."""
        figure = must(warband.figure(self.figure))
        place = figure.skills.index(self.skill)
        injuries = tuple(
            replace(injury, known=(known - 1) or UNSET) if (known := injury.known or 0) > place else injury
            for injury in figure.injuries
        )
        after = replace(
            figure,
            skills=tuple(code for code in figure.skills if code != self.skill),
            injuries=injuries,
            choices=figure.choices + self.choice_back,
            given=figure.given if self.choice_back else _given(figure, more=-1),
        )
        event = self.event("unlearned", figure, item=self.skill, choices=int(self.choice_back))
        return Change(warband.with_figure(after), (event,))


class Injure(SheetEntry, frozen=True, kw_only=True, tag="injure"):
    """Write a lasting injury on the sheet, after the skills that are there (ruling M295); hatred has a ``foe``."""

    injury: str
    foe: Foe | None = None

    def on_sheet(self, warband: Warband, figure: Figure) -> Iterable[Problem]:
        """An injury that lasts, borne once where it is borne once (rulings M259, M260), with a foe if it needs one."""
        if self.injury not in lasting(warband.catalogue):
            yield Problem("no_such_injury", figure.id, {"item": self.injury})
            return
        row = warband.catalogue.injury_called(self.injury)
        if ("hates" in row.traits) is not (self.foe is not None):
            yield Problem("hated_foe", figure.id, {"item": "foe"}, "ruling M259")
        elif self.foe is not None:
            for text in (self.foe.key, self.foe.name):
                yield from text_problems(text, "foe", FOE_LIMIT)
            if not self.foe.key.strip() or not self.foe.name.strip():
                yield Problem("hated_foe", figure.id, {"item": "foe"}, "ruling M259")
        hated = {injury.foe.key for injury in figure.injuries if injury.code == self.injury and injury.foe}
        again = self.foe is not None and self.foe.key in hated
        if again or (borne_once(row) and figure.has_injury(self.injury)):
            yield Problem("injury_borne", figure.id, {"name": figure.name, "item": self.injury}, "ruling M260")

    def apply(self, warband: Warband) -> Change:
        """Write it down."""
        figure = must(warband.figure(self.figure))
        injury = Injury(self.injury, self.foe, len(figure.skills) or UNSET)
        hurt = replace(figure, injuries=(*figure.injuries, injury))
        event = self.event("injured", figure, item=self.injury, foe=self.foe.name if self.foe else "")
        return Change(warband.with_figure(hurt), (event,))


class Heal(SheetEntry, frozen=True, kw_only=True, tag="heal"):
    """Strike a lasting injury from the sheet: the latest of its kind, or the hatred of the warband with key ``foe``."""

    injury: str
    foe: str = ""

    def on_sheet(self, warband: Warband, figure: Figure) -> Iterable[Problem]:
        """The figure must bear it."""
        if self._place(figure) is None:
            yield Problem("injury_not_borne", figure.id, {"name": figure.name, "item": self.injury})

    def _place(self, figure: Figure) -> int | None:
        borne = [
            place
            for place, injury in enumerate(figure.injuries)
            if injury.code == self.injury and (injury.foe.key if injury.foe else "") == self.foe
        ]
        return borne[-1] if borne else None

    def apply(self, warband: Warband) -> Change:
        """Strike it."""
        figure = must(warband.figure(self.figure))
        place = self._place(figure) or 0
        foe = figure.injuries[place].foe
        left = figure.injuries[:place] + figure.injuries[place + 1 :]
        event = self.event("healed", figure, item=self.injury, foe=foe.name if foe else "")
        return Change(warband.with_figure(replace(figure, injuries=left)), (event,))


def _given(figure: Figure, *, more: int) -> int | UnsetType:
    return max(0, (figure.given or 0) + more) or UNSET


class SettleCaptive(SheetEntry, frozen=True, kw_only=True, tag="captive"):
    """Bring a captive home without a rescue game, or give one up for good (``lost``).

    Who comes home this way makes no return roll: what captivity did to it is the referee's to say. Who is lost is dead
    for the warband, with all it carried.
    """

    lost: bool = False

    def on_sheet(self, warband: Warband, figure: Figure) -> Iterable[Problem]:
        """Only whom somebody keeps."""
        if not figure.captive:
            yield Problem("not_captive", figure.id, {"name": figure.name}, "ruling M330")

    def apply(self, warband: Warband) -> Change:
        """Bring it home, or strike it off."""
        figure = must(warband.figure(self.figure))
        free = replace(figure, captive=UNSET)
        if self.lost:
            gone = replace(free, standing=Standing.DEAD, items=())
            return Change(warband.with_figure(gone), (self.event("captive_lost", figure),))
        return Change(warband.with_figure(free), (self.event("captive_home", figure),))
