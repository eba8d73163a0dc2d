"""Plays the steps of the story through the operations of the site: figures by name, warbands by key."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, assert_never

from campaigns.demo import script
from campaigns.demo.musters import Recruit, Roll
from campaigns.demo.script import Down, Fight, Step
from club.models import Member
from engines.musg import entries
from engines.musg.entries import AnyEntry
from engines.musg.ranks import Rank
from engines.musg.report import Down as Fallen, Report, Who
from engines.musg.warband import Warband as Roster
from rosters.models import Warband
from rosters.operations import take_step, undo_last


def muster(warband: Warband, roll: Roll, *, close: bool = True) -> None:
    """Draw up the muster recruit by recruit, and close it unless somebody is still at it."""
    for recruit in roll.recruits:
        _enlist(warband, recruit)
    if roll.motto:
        _take(warband, entries.Note(text=roll.motto))
    if close:
        _take(warband, entries.Muster())


def play(warband: Warband, steps: Sequence[Step], *, referee: Member) -> None:
    """Take the steps of one warband between two battles; the referee takes those of an absent player."""
    for step in steps:
        _play(warband, step, referee)


def _play(warband: Warband, step: Step, referee: Member) -> None:
    match step:
        case script.Hire():
            _enlist(warband, Recruit(step.name, Rank(step.rank), step.gear, step.race))
        case script.Engage():
            _enlist(warband, Recruit(step.name, Rank.MERCENARY, step.gear, mercenary=step.mercenary))
        case script.Buy():
            _take(warband, entries.Buy(item=step.item, figure=number_of(warband.roster, step.name)))
            if step.undone:
                undo_last(warband=warband, author=warband.owner)
        case script.Fetch():
            _fetch(warband, step)
        case script.Remark():
            about = number_of(warband.roster, step.name) if step.name else None
            _take(warband, entries.Note(figure=about, text=step.text))
        case script.Learn():
            chosen = entries.Learn(figure=number_of(warband.roster, step.name), skill=step.skill)
            author = referee if step.for_player else warband.owner
            take_step(warband=warband, entry=chosen, author=author, version=warband.version, reason=step.for_player)
        case script.Pay() | script.EngageAgain():
            _take(warband, _NAMED[type(step)](figure=number_of(warband.roster, step.name)))
        case _:
            assert_never(step)


_NAMED: Final[dict[type, Callable[..., AnyEntry]]] = {
    script.Pay: entries.PayFee,
    script.EngageAgain: entries.EngageAgain,
}


def _enlist(warband: Warband, recruit: Recruit) -> None:
    if recruit.mercenary:
        _take(warband, entries.Engage(mercenary=recruit.mercenary, name=recruit.name))
    else:
        _take(warband, entries.Hire(rank=recruit.rank, race=recruit.race or warband.race, name=recruit.name))
    number = number_of(warband.roster, recruit.name)
    for item in recruit.gear.split():
        _take(warband, entries.Buy(item=item, figure=number))


def _fetch(warband: Warband, step: script.Fetch) -> None:
    for code in step.items.split():
        item = next(item for item in warband.roster.stash if item.code == code)
        _take(warband, entries.Move(item=item.id, to=number_of(warband.roster, step.name)))


def _take(warband: Warband, entry: AnyEntry) -> None:
    take_step(warband=warband, entry=entry, author=warband.owner, version=warband.version)


def number_of(roster: Roster, name: str) -> int:
    """Return the number of the figure of that name; ``LookupError`` if there is none."""
    return next(figure.id for figure in roster.figures if figure.name == name)


# Battles


def report_of(fight: Fight, warbands: dict[str, Warband]) -> Report:
    """Return the engine's report of a battle of the story; ``warbands`` are its sides by their keys in the story."""
    people = {
        figure.name: Who(warband.key, figure.id) for warband in warbands.values() for figure in warband.roster.figures
    }
    return Report(
        downs=tuple(
            Fallen(people[down.victim], people[down.by] if down.by else None, down.killed) for down in fight.downs
        ),
        fled=tuple(people[name] for name in fight.fled),
        activity={f"{people[name].warband}:{people[name].figure}": die for name, die in fight.activity.items()},
        bonus={warbands[key].key: points for key, points in fight.bonus.items()},
        guarded=tuple(warbands[key].key for key in fight.guarded),
    )


def faces_for(fight: Fight, roster: Roster) -> list[int]:
    """Return the faces that this warband's player rolls after the battle, in the order they are asked for."""
    return [int(face) for down in fight.downs if _is_of(down, roster) for face in down.dice if face.isdigit()]


def _is_of(down: Down, roster: Roster) -> bool:
    return any(figure.name == down.victim for figure in roster.figures)
