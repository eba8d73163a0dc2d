"""The form of a battle's report: what became of every figure, the scenario's points, who won.

One fate per figure (stood, out of action, killed, abducted, fled, sat out) leaves no room for most impossible entries;
the rules engine names the rest. On the page a tap puts a figure out of action and a list has the rarer fates; what the
list says goes before the tap. Everything typed is kept when the form comes back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, cast

from django import forms
from django.utils.translation import gettext, gettext_lazy as _
from msgspec import UNSET, UnsetType

from campaigns.wars.reports.civilians import NOBODY, CivilianPart, Civilians, initial as civilians_said
from campaigns.wars.reports.rows import (
    ABSENT,
    ACCIDENT,
    CAPTURED,
    FALLEN,
    FATES,
    FLED,
    KILLED,
    OUT,
    STOOD,
    Fate,
    Group,
    ReportRow,
    Side,
)
from campaigns.wars.reports.wording import (
    bonus_field,
    by_field,
    die_field,
    fate_field,
    guarded_field,
    lesson,
    lost_field,
    perished_field,
    report_problems,
    rescued_field,
)
from engines.musg.catalogue import Catalogue
from engines.musg.engagement import UNKNOWN
from engines.musg.report import BONUS_LIMIT, DRAW, Broken, Down, Report, Who, erratic, guards_leader, unable
from engines.musg.warband import Figure, Warband as Roster
from rosters.sheets.order import in_order


class ReportForm(CivilianPart):
    """A report about ``rosters`` (by warband key, in the order of the sides), filled in from an earlier one.

    ``leave``: the warbands that a referee who reports lets fight without leader or henchman. ``unspent``: the quick
    game's bonus, where it was agreed on. ``civilians``: whom of them it may tell of. ``party``: a referee fills it in
    about a battle of his own.
    """

    winner = forms.ChoiceField(label=_("Who won"), required=False)
    reason = forms.CharField(
        label=_("Why the scenario decides otherwise"),
        required=False,
        max_length=300,
        help_text=_("Only when the winner is not the side with the most victory points."),
    )
    because = forms.CharField(
        label=_("Why you decide your own battle"),
        required=False,
        max_length=2000,
        help_text=_("To settle it at once, or to fight without a leader or henchmen: the others read it."),
    )
    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        rosters: Mapping[str, Roster],
        version: int,
        report: Report | None = None,
        leave: tuple[str, ...] = (),
        unspent: Mapping[str, int] | UnsetType = UNSET,
        civilians: Civilians = NOBODY,
        party: bool = False,
    ) -> None:
        self.rosters = rosters
        self.civilians = civilians
        self.leave = leave
        self.unspent = unspent
        self._said = report or Report()
        super().__init__(data, initial={"version": version, **(values_of(report, rosters) if report else {})})
        if not party:
            del self.fields["because"]
        winner = cast("forms.ChoiceField", self.fields["winner"])
        alone = len(rosters) == 1
        winner.choices = [
            (
                "",
                _("It has won if any of its figures are still standing")
                if alone
                else _("The warband with the most victory points"),
            ),
            *((key, roster.name) for key, roster in rosters.items()),
            (DRAW, _("The others have won") if alone else _("A draw")),
        ]
        groups = [_group(key, roster) for key, roster in rosters.items()]
        self._enemies = {key: tuple(g for g in groups if g.warband != key) for key in rosters}
        for key, roster in rosters.items():
            for figure in able(roster):
                self._add_figure(key, figure)
            for figure in roster.captives:
                self.fields[rescued_field(key, figure.id)] = forms.BooleanField(
                    label=_("%(figure)s was brought home from the aliens") % {"figure": figure.name}, required=False
                )
                self.fields[perished_field(key, figure.id)] = forms.BooleanField(
                    label=_("%(figure)s died in the rescue") % {"figure": figure.name}, required=False
                )
            self._add_side(key, roster)
        self.fields |= civilians.fields()

    def _add_figure(self, key: str, figure: Figure) -> None:
        enemies = [(group.name, group.choices) for group in self._enemies[key]]
        by = [("", "—"), (ACCIDENT, _("an accident")), *enemies]
        self.fields[fate_field(key, figure.id)] = forms.ChoiceField(
            label=_("What became of %(figure)s") % {"figure": figure.name}, choices=FATES, initial=STOOD, widget=Fate
        )
        self.fields[by_field(key, figure.id)] = forms.ChoiceField(
            label=_("Who put %(figure)s out of action") % {"figure": figure.name},
            choices=by,
            required=False,
            # Against a single enemy it was the enemy, unless somebody says otherwise.
            initial=enemies[0][1][0][0] if len(enemies) == 1 else "",
        )
        if erratic(figure, self.rosters[key].catalogue):
            self.fields[die_field(key, figure.id)] = forms.IntegerField(
                label=_("%(figure)s is erratic: the die rolled before the battle") % {"figure": figure.name},
                min_value=1,
                max_value=6,
                required=False,
            )

    @property
    def catalogue(self) -> Catalogue:
        """What the rules of its warbands bring: those of one battle play by the same."""
        return next(iter(self.rosters.values())).catalogue

    def _add_side(self, key: str, roster: Roster) -> None:
        self.fields[bonus_field(key)] = forms.IntegerField(
            label=_("Victory points from the scenario for %(warband)s") % {"warband": roster.name},
            initial=0,
            min_value=-BONUS_LIMIT,
            max_value=BONUS_LIMIT,
            required=False,
        )
        for vehicle in roster.rides:
            whole = vehicle.structure(roster.catalogue)
            self.fields[lost_field(key, vehicle.id)] = forms.IntegerField(
                label=_("Structure lost by %(vehicle)s, of %(most)s") % {"vehicle": vehicle.name, "most": whole},
                min_value=0,
                max_value=whole,
                required=False,
                help_text=_("All of it: a wreck."),
            )
        if any(guards_leader(figure, roster.catalogue) for figure in able(roster)):
            self.fields[guarded_field(key)] = forms.BooleanField(
                label=_("The troll bodyguard watched over the fallen leader to the end, or carried the leader away"),
                required=False,
            )

    def clean(self) -> dict[str, Any]:
        """Ask who did it wherever somebody fell, and name every impossible entry, all at once."""
        cleaned = super().clean() or {}
        self._said = self._report_of(cleaned)
        for key, roster in self.rosters.items():
            for figure in able(roster):
                by = by_field(key, figure.id)
                if cleaned.get(fate_field(key, figure.id)) in FALLEN and not cleaned.get(by) and by not in self.errors:
                    message = gettext("Who put %(figure)s out of action? Choose an enemy, or an accident.")
                    self.add_error(by, forms.ValidationError(message % {"figure": figure.name}, code="by_whom"))
        for problem in report_problems(self.rosters, self._said, self.civilians.waiting):
            field = problem.field if problem.field in self.fields else None
            if field is None or field not in self.errors:
                self.add_error(field, forms.ValidationError(str(problem.message), code=problem.code))
        return cleaned

    @property
    def report(self) -> Report:
        """The engine's report of what was typed, once validated; what could not be read is left out of it."""
        return self._said

    def _report_of(self, said: Mapping[str, Any]) -> Report:
        downs, fled, absent, activity = [], [], [], {}
        for key, roster in self.rosters.items():
            for figure in able(roster):
                who = Who(key, figure.id)
                fate = said.get(fate_field(key, figure.id), STOOD)
                if fate in FALLEN:
                    by = _who(said.get(by_field(key, figure.id), ""))
                    downs.append(Down(who, by, fate == KILLED, True if fate == CAPTURED else UNSET))
                elif fate == FLED:
                    fled.append(who)
                elif fate == ABSENT:
                    absent.append(who)
                die = said.get(die_field(key, figure.id))
                if die is not None:
                    activity[f"{key}:{figure.id}"] = die
            died = (figure.id for figure in roster.captives if said.get(perished_field(key, figure.id)))
            downs += [Down(Who(key, number), killed=True) for number in died]
        bonus = {key: said.get(bonus_field(key)) or 0 for key in self.rosters}
        return Report(
            absent=tuple(absent),
            activity=activity,
            downs=tuple(downs),
            fled=tuple(fled),
            bonus={key: points for key, points in bonus.items() if points},
            winner=said.get("winner", ""),
            reason=said.get("reason", ""),
            guarded=tuple(key for key in self.rosters if said.get(guarded_field(key))),
            leave=self.leave,
            unspent=self.unspent,
            civilians=self.civilians.tidings(said),
            broken=tuple(
                Broken(key, vehicle.id, lost)
                for key, roster in self.rosters.items()
                for vehicle in roster.rides
                if (lost := said.get(lost_field(key, vehicle.id)))
            )
            or UNSET,
            rescued=tuple(
                Who(key, figure.id)
                for key, roster in self.rosters.items()
                for figure in roster.captives
                if said.get(rescued_field(key, figure.id))
            )
            or UNSET,
        )

    def sides(self, first: Collection[str] = ()) -> Iterator[Side]:
        """Yield what the page shows, warband by warband, those whose keys are ``first`` before the others.

        Figures stand in the order of the printed sheet, so that ticks on paper are copied down the page.
        """
        seated = list(enumerate(self.rosters.items()))
        for seat, (key, roster) in sorted(seated, key=lambda one: one[1][0] not in first):
            yield Side(
                key,
                seat,
                roster,
                tuple(self._row(key, figure, roster.catalogue) for figure in in_order(roster)),
                self._enemies[key],
                self[bonus_field(key)],
                self[guarded_field(key)] if guarded_field(key) in self.fields else None,
                tuple(self[lost_field(key, vehicle.id)] for vehicle in roster.rides),
            )

    @property
    def is_special(self) -> bool:
        """Whether the scenario has a say in the result, or something about that is wrong."""
        names = ["winner", "reason", *(name for key in self.rosters for name in (bonus_field(key), guarded_field(key)))]
        return any(
            name in self.errors or self[name].value() not in ("", 0, "0", None, False)
            for name in self.fields
            if name in names
        )

    def _row(self, key: str, figure: Figure, catalogue: Catalogue) -> ReportRow:
        why = unable(figure)
        if why is not None:
            names = (rescued_field(key, figure.id), perished_field(key, figure.id))
            rescued, perished = (self[name] if name in self.fields else None for name in names)
            return ReportRow(figure, str(_LOCKED[why]), rescued=rescued, perished=perished)
        die = die_field(key, figure.id)
        return ReportRow(
            figure,
            None,
            catalogue.victory_points[figure.fights_as],
            lesson(figure.rank, catalogue),
            self[fate_field(key, figure.id)],
            self[by_field(key, figure.id)],
            self[die] if die in self.fields else None,
        )


_LOCKED: Final = {
    "captive": _("is a captive of the aliens"),
    "misses_battle": _("misses this battle: still recovering, or held back by the referee"),
    "not_paid": _("is not paid for this battle and takes no part"),
}


def able(roster: Roster) -> tuple[Figure, ...]:
    """Return the figures that may take part."""
    return tuple(figure for figure in roster.active if unable(figure) is None)


def _group(key: str, roster: Roster) -> Group:
    figures = tuple((f"{key}:{figure.id}", figure.name) for figure in able(roster))
    return Group(key, roster.name, ((f"{key}:{UNKNOWN}", gettext("not known who")), *figures))


def _who(value: str) -> Who | None:
    key, _colon, number = value.partition(":")
    return Who(key, int(number)) if number else None


def values_of(report: Report, rosters: Mapping[str, Roster]) -> dict[str, Any]:
    """Return the form's values for a report that was made; who could not be there when it was made was not there."""
    values: dict[str, Any] = {"winner": report.winner, "reason": report.reason}
    if report.present is not UNSET:
        there = set(report.present)
        could = [Who(key, figure.id) for key, roster in rosters.items() for figure in able(roster)]
        away = [who for who in could if who not in there and report.die(who) != 1]
        values |= {fate_field(who.warband, who.figure): ABSENT for who in away}
    for down in report.downs:
        who = down.victim
        fate = KILLED if down.killed else CAPTURED if down.captured else OUT
        values[fate_field(who.warband, who.figure)] = fate
        values[perished_field(who.warband, who.figure)] = down.killed
        values[by_field(who.warband, who.figure)] = f"{down.by.warband}:{down.by.figure}" if down.by else ACCIDENT
    for fate, figures in ((FLED, report.fled), (ABSENT, report.absent)):
        values |= {fate_field(who.warband, who.figure): fate for who in figures}
    for name, die in report.activity.items():
        key, _colon, number = name.partition(":")
        values[die_field(key, int(number))] = die
    values |= {bonus_field(key): points for key, points in report.bonus.items()}
    values |= {lost_field(one.warband, one.vehicle): one.lost for one in report.broken or ()}
    values |= {rescued_field(who.warband, who.figure): True for who in report.rescued or ()}
    values |= {guarded_field(key): True for key in report.guarded}
    return values | civilians_said(report)
