"""Random lives of warbands: whatever is done, the rows say what the journal says and no point is lost."""

from random import Random

import pytest
from django.db.models import Sum

from club.operations import Refused
from engines.core.dice import SeededDice
from engines.musg import aftermath, journal
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.engagement import Casualty, Engagement, Foe, Outcome
from engines.musg.entries import (
    AnyEntry,
    Bestow,
    Buy,
    CallBack,
    Confiscate,
    Dismiss,
    Engage,
    EngageAgain,
    Fight,
    Grant,
    Hire,
    Hold,
    Injure,
    Learn,
    Move,
    Note,
    PayFee,
    Recover,
    Release,
    Rename,
    ReplaceLeader,
    Teach,
)
from engines.musg.ranks import Rank
from engines.musg.report import unable
from engines.musg.warband import Warband as Roster
from rosters.models import Warband
from rosters.operations import roster_at, take_step, undo_last
from tests.factories.rosters import WarbandFactory

pytestmark = pytest.mark.django_db

STEPS = 45
FOE = Foe("f" * 16, "The Others")


def something(rng: Random, roster: Roster, number: int) -> AnyEntry:
    """One step that may or may not be allowed."""
    if roster.engagement is not None:
        dice = SeededDice(rng.randbytes(32))
        aftermath.resolve(roster, dice)
        return Recover(battle=roster.engagement.battle, faces=dice.faces, source="seeded")
    figure = rng.choice(roster.figures).id
    items = [item.id for holder in roster.figures for item in holder.items] + [item.id for item in roster.stash]
    return rng.choice(
        [
            Hire(rank=rng.choice([Rank.HENCHMAN, Rank.LIEUTENANT, Rank.EXTRA]), race="human", name=f"N{number}"),
            Hire(rank=Rank.HENCHMAN, race=rng.choice(["goblin", "orc"]), name=f"G{number}"),
            Engage(mercenary=rng.choice(list(CATALOGUE.mercenaries)), name=f"M{number}"),
            Buy(figure=figure, item=rng.choice(list(CATALOGUE.items))),
            Buy(item=rng.choice(list(CATALOGUE.items))),
            Move(item=rng.choice(items), to=rng.choice([None, figure])),
            Dismiss(figure=figure),
            Release(figure=figure),
            EngageAgain(figure=figure),
            PayFee(figure=figure),
            Learn(figure=figure, skill=rng.choice(list(CATALOGUE.skills))),
            ReplaceLeader(figure=figure),
            Rename(figure=figure, name=rng.choice(["Zoé", "", "x" * 70])),
            Note(text="Rain."),
            Grant(points=rng.choice([-40, 25]), reason="Weather"),
            Bestow(item=rng.choice(list(CATALOGUE.items)), figure=figure, reason="Weather"),
            Confiscate(item=rng.choice(items or [1]), reason="Weather"),
            Teach(figure=figure, skill="brave", reason="Weather"),
            Injure(figure=figure, injury="bruised", reason="Weather"),
            CallBack(figure=figure, reason="Weather"),
            Hold(figure=figure, reason="Weather"),
            fight(rng, roster, number),
            fight(rng, roster, number),
        ]
    )


def fight(rng: Random, roster: Roster, number: int) -> Fight:
    present = tuple(figure.id for figure in roster.active if unable(figure) is None)
    fallen = tuple(Casualty(n, killed=rng.random() < 0.2, by=FOE) for n in present if rng.random() < 0.3)
    return Fight(
        engagement=Engagement(
            battle=f"b{number}",
            title="The Ford",
            outcome=rng.choice(list(Outcome)),
            victory_points=rng.randrange(30),
            present=present,
            foes=(FOE,),
            casualties=fallen,
        )
    )


def assert_rows_say_what_the_journal_says(warband: Warband) -> None:
    stored = Warband.objects.get(pk=warband.pk)
    roster = roster_at(stored)
    assert stored.roster == roster
    assert (stored.treasury, stored.value, stored.figures) == (roster.treasury, roster.value, len(roster.active))
    figures = {
        f.id: (f.name, f.rank.value, f.standing.value, f.experience, f.lifetime, f.choices, f.value, list(f.skills))
        for f in roster.figures
    }
    columns = ("name", "rank", "standing", "experience", "lifetime", "choices", "value", "skills")
    assert {n: tuple(row) for n, *row in warband.characters.values_list("number", *columns)} == figures
    gear = {item.id: (f.id, item.code, item.paid) for f in roster.figures for item in f.items}
    gear |= {item.id: (None, item.code, item.paid) for item in roster.stash}
    assert {
        n: tuple(row) for n, *row in warband.gear.values_list("number", "character__number", "code", "paid")
    } == gear


@pytest.mark.parametrize("seed", range(5))
def test_a_random_life(seed: int) -> None:
    rng = Random(seed)
    warband = WarbandFactory.create(full=True, figures=5)
    money, taken, refused = warband.treasury, 0, 0
    for number in range(STEPS):
        warband.refresh_from_db()
        version, lifetimes = warband.version, {f.id: f.lifetime for f in warband.roster.figures}
        entry = something(rng, warband.roster, number)
        allowed = journal.can_apply(warband.roster, entry)
        try:
            row = take_step(warband=warband, entry=entry, author=warband.owner, version=version)
        except Refused:
            refused += 1
            assert not allowed
            assert Warband.objects.get(pk=warband.pk).version == version
            continue
        taken += 1
        assert allowed
        assert (row.before, row.after) == (money, warband.treasury)
        assert warband.treasury >= 0
        assert all(f.lifetime >= lifetimes.get(f.id, 0) for f in warband.roster.figures), "experience never falls"
        if entry.can_be_undone and rng.random() < 0.2:
            undo_last(warband=warband, author=warband.owner)
            assert warband.treasury == row.before
        money = warband.treasury
        if number % 9 == 0:
            assert_rows_say_what_the_journal_says(warband)
    assert_rows_say_what_the_journal_says(warband)
    assert taken > 5
    assert refused > 0
    battles = warband.journal.filter(kind="recover").count()
    assert warband.battles == battles
    for character in warband.characters.annotate(gained=Sum("experience_gains__points")):
        assert (character.gained or 0) == character.lifetime
