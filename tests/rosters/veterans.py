"""Warbands with a past: fully equipped figures, battles fought and rolled, skills learned, a grave or two."""

from __future__ import annotations

from collections.abc import Iterator

from club.models import Member
from club.visibility import Visibility
from engines.core.dice import SeededDice
from engines.musg import aftermath, journal
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.engagement import Casualty, Engagement, Foe, Outcome, Takedown
from engines.musg.entries import (
    AnyEntry,
    Buy,
    Engage,
    Fight,
    Hire,
    Learn,
    Muster,
    Note,
    PayFee,
    Recover,
    Rename,
    ReplaceLeader,
)
from engines.musg.entries.growth import open_skills
from engines.musg.ranks import Rank
from engines.musg.rules import Rules
from engines.musg.succession import senior_lieutenants
from engines.musg.warband import Setup, Warband as Roster
from rosters.models import Warband
from rosters.operations import create_warband

RICH = Rules(points=3000, hero_points=2000, henchman_points=2000)
FOE = Foe("0123456789abcdef", "Krull’s Lads")
GEAR = (
    ("pistol", "sword", "light_armour"),
    ("two_handed_axe", "heavy_armour", "sight"),
    ("rifle", "mace", "shield", "medikit"),
    ("grenade", "black_powder_pistol", "sword"),
    ("bazooka", "club"),
)


def veteran(
    owner: Member,
    *,
    name: str = "Les Écorcheurs",
    figures: int = 10,
    battles: int = 2,
    visibility: str = Visibility.CLUB,
    unrolled: bool = False,
) -> Warband:
    """A warband of that many figures (3 or more). ``unrolled``: one battle more, whose aftermath is not rolled yet."""
    setup = Setup(race="human", name=name, rules=RICH)
    entries = list(_muster(figures))
    roster = journal.replay(setup, entries)
    for number in range(battles + unrolled):
        for entry in _battle(roster, number, rolled=number < battles):
            roster = journal.apply(roster, entry).warband
            entries.append(entry)
        if number < battles:
            for entry in _growth(roster):
                roster = journal.apply(roster, entry).warband
                entries.append(entry)
    return create_warband(owner=owner, setup=setup, visibility=visibility, entries=entries)


def _muster(figures: int) -> Iterator[AnyEntry]:
    yield Hire(rank=Rank.LEADER, race="human", name="Aliénor")
    yield Engage(mercenary="elf_sniper", name="Œil-de-Faucon")
    yield from (Hire(rank=Rank.HENCHMAN, race="human", name=f"Henchman {number}") for number in range(3, figures + 1))
    for number in range(1, figures + 1):
        yield from (Buy(item=code, figure=number) for code in GEAR[number % len(GEAR)])
    yield Buy(item="rope")
    yield Note(text="Keep an eye on Aliénor.")
    yield Rename(figure=3, name="Bertrand")
    yield Muster()


def _battle(roster: Roster, number: int, *, rolled: bool) -> Iterator[AnyEntry]:
    for figure in roster.active:
        if figure.contract and not figure.contract.paid_ahead:
            entry = PayFee(figure=figure.id)
            roster = journal.apply(roster, entry).warband
            yield entry
    present = tuple(figure.id for figure in roster.active if not figure.misses_next)
    fallen = tuple(Casualty(f, by=FOE) for f in present if f % 4 == number % 4 and f > 2)
    takedowns = tuple(Takedown(f, Rank.LEADER) for f in present[:6])
    fight = Fight(
        engagement=Engagement(
            battle=f"battle-{number}",
            title=f"Battle {number + 1}",
            outcome=Outcome.WON,
            foes=(FOE,),
            present=present,
            casualties=fallen,
            takedowns=takedowns,
            victory_points=10 * len(takedowns),
        )
    )
    yield fight
    if rolled:
        dice = SeededDice(bytes([number + 1]) * 16)
        aftermath.resolve(journal.apply(roster, fight).warband, dice)
        yield Recover(battle=f"battle-{number}", faces=dice.faces, source="seeded")


def _growth(roster: Roster) -> Iterator[AnyEntry]:
    if roster.leader is None and len(senior_lieutenants(roster)) > 1:
        yield ReplaceLeader(figure=senior_lieutenants(roster)[0].id)
    for figure in roster.active:
        known = figure
        for _ in range(figure.choices):
            entry = Learn(figure=figure.id, skill=open_skills(known, CATALOGUE)[0])
            roster = journal.apply(roster, entry).warband
            known = next(f for f in roster.figures if f.id == figure.id)
            yield entry
