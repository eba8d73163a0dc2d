"""Whatever is reported and rolled: impossible entries are named, possible ones reach every journal, dice suffice."""

from collections.abc import Mapping
from random import Random

from hypothesis import given, strategies as st
from msgspec.structs import replace

from engines.core.dice import RecordedDice, SeededDice
from engines.musg import aftermath, journal, report
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.entries import Fight
from engines.musg.ranks import Rank
from engines.musg.report import Down, Report, Who
from engines.musg.warband import Figure, Warband
from tests.engines.musg.journeys import LIVES, LONGEST, journey, lives, living

WORTH = {Rank.LEADER: 10, Rank.LIEUTENANT: 8, Rank.HENCHMAN: 5, Rank.EXTRA: 2, Rank.MERCENARY: 10}
seeds = st.integers(0, 2**32 - 1)


def some_battle(seed: int) -> tuple[dict[str, Warband], Report]:
    """Two or three warbands, and a report that is right more often than not."""
    random = Random(seed)
    sides = ("us", "them", "others")[: random.choice([2, 2, 3])]
    warbands = {key: replace(living(random.randrange(LIVES)), name=key) for key in sides}
    slips = random.random() < 0.4
    everybody = [Who(key, f.id) for key, warband in warbands.items() for f in warband.active]
    activity = {
        f"{who.warband}:{who.figure}": random.randint(1, 6)
        for who in everybody
        if report.erratic(_figure(warbands, who), warbands[who.warband].catalogue)
    }
    absent = tuple(who for who in everybody if random.random() < 0.1)
    draft = Report(absent=absent, activity=activity)
    there = [Who(key, n) for key, numbers in report.present(warbands, draft).items() for n in numbers]
    there = there or everybody
    victims = random.choices(there, k=3) if slips else [who for who in there if random.random() < 0.4]
    downs = []
    for victim in victims:
        enemies = [who for who in there if slips or who.warband != victim.warband]
        by = random.choice(enemies) if enemies and random.random() < 0.8 else None
        downs.append(Down(victim, by, random.random() < 0.2))
    told = replace(
        draft,
        downs=tuple(downs),
        fled=tuple(who for who in there if who not in victims and random.random() < 0.1),
        bonus={key: random.choice([0, 5, -20]) for key in warbands},
        winner=random.choice(["", "", "draw", "us", *(["nobody"] if slips else [])]),
        reason=random.choice(["They held the bridge", "" if slips else "Nightfall"]),
        guarded=("us",) if random.random() < 0.1 else (),
    )
    return warbands, told


def _figure(warbands: Mapping[str, Warband], who: Who) -> Figure:
    figure = warbands[who.warband].figure(who.figure)
    assert figure is not None
    return figure


@given(seeds)
def test_a_report_has_problems_or_every_side_can_take_it_home(seed: int) -> None:
    warbands, told = some_battle(seed)
    found = report.problems(warbands, told)
    if found:
        assert all(problem.code for problem in found)
        return
    home = report.engagements(warbands, told, battle="b", title="The Ford")
    assert home.keys() == warbands.keys()
    for key, engagement in home.items():
        assert journal.problems(warbands[key], Fight(engagement=engagement)) == []


@given(seeds)
def test_victory_points_are_the_tables_and_the_bonuses(seed: int) -> None:
    """Musg, Fin du tour; ruling M157: once per enemy put out of action, nothing for accidents.

    A lieutenant for hire is worth what a lieutenant is worth, though he holds no rank of the warband.
    """
    warbands, told = some_battle(seed)
    if report.problems(warbands, told):
        return
    worth = sum(WORTH[_figure(warbands, down.victim).fights_as] for down in told.downs if down.by is not None)
    assert sum(report.result(warbands, told).points.values()) == worth + sum(told.bonus.values())


@given(seeds)
def test_every_takedown_is_somebodys_casualty(seed: int) -> None:
    warbands, told = some_battle(seed)
    if report.problems(warbands, told):
        return
    home = report.engagements(warbands, told, battle="b", title="The Ford").values()
    fallen = [casualty for engagement in home for casualty in engagement.casualties]
    assert len(fallen) == len(told.downs)
    assert sum(len(engagement.takedowns) for engagement in home) == sum(c.by is not None for c in fallen)


@given(lives, st.integers(1, LONGEST), st.binary(min_size=16, max_size=32))
def test_the_aftermath_takes_any_dice_and_uses_just_its_faces(seed: int, length: int, secret: bytes) -> None:
    for waiting in (state for state in journey(seed, length).states if state.engagement is not None):
        dice = SeededDice(secret)
        result = aftermath.resolve(waiting, dice)
        again = RecordedDice(dice.faces)
        repeated = aftermath.resolve(waiting, again)
        again.finish()
        assert repeated.warband == result.warband
        assert repeated.steps == result.steps
        assert result.warband.engagement is None


@given(lives, st.integers(1, LONGEST), st.binary(min_size=16, max_size=32))
def test_every_roll_is_claimed_by_one_step_and_one_row(seed: int, length: int, secret: bytes) -> None:
    for waiting in (state for state in journey(seed, length).states if state.engagement is not None):
        result = aftermath.resolve(waiting, SeededDice(secret))
        claimed = [number for step in result.steps for number in step.rolls]
        assert claimed == list(range(len(result.rolls)))
        for step in result.steps:
            assert {finding.roll for finding in step.findings} <= set(step.rolls)


@given(lives, st.integers(1, LONGEST), st.binary(min_size=16, max_size=32))
def test_experience_gained_is_what_the_steps_say(seed: int, length: int, secret: bytes) -> None:
    for waiting in (state for state in journey(seed, length).states if state.engagement is not None):
        result = aftermath.resolve(waiting, SeededDice(secret))
        said = {step.figure: step.params["points"] for step in result.steps if step.code == "experience"}
        for old in waiting.figures:
            new = result.warband.figure(old.id)
            assert new is not None
            assert new.lifetime - old.lifetime == said.get(old.id, 0)


def test_the_table_of_worth_is_the_catalogues() -> None:
    assert dict(CATALOGUE.victory_points) == WORTH
