"""Writes the reading copy of a warband: only what changed, in a handful of queries whatever the number of figures."""

from __future__ import annotations

from engines.core.dice import RecordedDice
from engines.musg import aftermath
from engines.musg.entries import Recover
from engines.musg.warband import Figure, Item, Warband as Roster
from rosters.models import Character, ExperienceGain, Gear, InjuryRoll, Warband

_COLUMNS = (
    "name",
    "rank",
    "race",
    "mercenary",
    "standing",
    "experience",
    "lifetime",
    "choices",
    "value",
    "skills",
    "injuries",
)


def write(warband: Warband, before: Roster | None, after: Roster) -> None:
    """Bring the rows from the state ``before`` to the state ``after``; ``None`` writes them all anew."""
    if before is None:
        warband.characters.all().delete()
        warband.gear.all().delete()
    _write_characters(warband, before, after)
    _write_gear(warband, before, after)


def _write_characters(warband: Warband, before: Roster | None, after: Roster) -> None:
    old = {figure.id: figure for figure in before.figures} if before else {}
    new = {figure.id: figure for figure in after.figures}
    gone = old.keys() - new.keys()
    if gone:
        warband.characters.filter(number__in=gone).delete()
    changed = [_character(warband, figure) for figure in new.values() if old.get(figure.id) != figure]
    if changed:
        Character.objects.bulk_create(
            changed, update_conflicts=True, unique_fields=["warband", "number"], update_fields=_COLUMNS
        )


def _character(warband: Warband, figure: Figure) -> Character:
    return Character(
        warband=warband,
        number=figure.id,
        name=figure.name,
        rank=figure.rank.value,
        race=figure.race,
        mercenary=figure.mercenary or "",
        standing=figure.standing.value,
        experience=figure.experience,
        lifetime=figure.lifetime,
        choices=figure.choices,
        value=figure.value,
        skills=list(figure.skills),
        injuries=[injury.code for injury in figure.injuries],
    )


def _places(roster: Roster | None) -> dict[int, tuple[int | None, Item]]:
    if roster is None:
        return {}
    places: dict[int, tuple[int | None, Item]] = {item.id: (None, item) for item in roster.stash}
    for figure in roster.figures:
        places |= {item.id: (figure.id, item) for item in figure.items}
    return places


def _write_gear(warband: Warband, before: Roster | None, after: Roster) -> None:
    old, new = _places(before), _places(after)
    gone = old.keys() - new.keys()
    if gone:
        warband.gear.filter(number__in=gone).delete()
    moved = {number: place for number, place in new.items() if old.get(number) != place}
    if not moved:
        return
    bearers = {figure for figure, _ in moved.values() if figure is not None}
    rows = dict(warband.characters.filter(number__in=bearers).values_list("number", "pk")) if bearers else {}
    Gear.objects.bulk_create(
        [
            Gear(
                warband=warband,
                character_id=rows[figure] if figure is not None else None,
                number=number,
                code=item.code,
                paid=item.paid,
            )
            for number, (figure, item) in moved.items()
        ],
        update_conflicts=True,
        unique_fields=["warband", "number"],
        update_fields=["character", "code", "paid"],
    )


def write_aftermath(warband: Warband, before: Roster, entry: Recover, number: int) -> None:
    """Write the injury rolls and experience gains of an aftermath, from its faces."""
    result = aftermath.resolve(before, RecordedDice(entry.faces), edition=entry.edition)
    rows = dict(warband.characters.values_list("number", "pk"))
    rolls, gains = [], []
    for step in result.steps:
        if step.figure is None:
            continue
        for position, finding in enumerate(step.findings):
            if finding.counted:
                faces = "-".join(map(str, result.rolls[finding.roll].faces))
                rolls.append(
                    InjuryRoll(
                        character_id=rows[step.figure],
                        entry=number,
                        position=position,
                        battle=entry.battle,
                        table=finding.table,
                        faces=faces,
                        result=finding.code,
                    )
                )
        if step.code == "experience":
            amounts = {name: step.params[name] for name in ("points", "survived", "won", "takedowns", "odds")}
            gains.append(ExperienceGain(character_id=rows[step.figure], entry=number, battle=entry.battle, **amounts))
    InjuryRoll.objects.bulk_create(rolls)
    ExperienceGain.objects.bulk_create(gains)
