"""No rule knows an entry by its code: lives and battles of the printed catalogue under other codes are the same."""

from __future__ import annotations

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from engines.core.dice import Dice, SeededDice
from engines.musg import aftermath, journal, levy, muster, report
from engines.musg.attacks.result import Stage
from engines.musg.battle import conclusion
from engines.musg.battle.game import Battle
from engines.musg.battle.opening import from_warbands
from engines.musg.battle.setup import Setup as BattleSetup
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.entries import Buy, Fight, TakePart
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.levy import Style
from engines.musg.part import Side
from engines.musg.rules import Era, Rules
from engines.musg.tactics.chance import Chance
from engines.musg.trials import raids, trial
from engines.musg.trials.playout import play, players_of
from engines.musg.warband import Setup, Warband
from tests.engines.musg.catalogue.renamed import (
    CODES,
    MARK,
    OTHER,
    OtherRules,
    other,
    other_entry,
    other_setup,
    printed,
)
from tests.engines.musg.journeys import LIVES, journey

BATTLES = range(34)
"""Every 17th is a raid (``trial.RAIDS``)."""
PAIRS = tuple((seed, seed + 1) for seed in range(0, 20, 2))
WHOLE = 90


def fought(setup: BattleSetup, names: tuple[str, ...], seed: int) -> Battle:
    battle = Battle.new(setup, SeededDice(seed.to_bytes(32, "big")))
    return play(battle, players_of(names, seed))


def alike(one: Battle, two: Battle) -> None:
    assert printed(two.log) == repr(one.log)
    assert printed(two.events) == repr(one.events)
    assert printed(two.outcome) == repr(one.outcome)


def lived(seed: int) -> Warband:
    """The end of a life under the other catalogue."""
    trip = journey(seed, WHOLE)
    return journal.replay(other_setup(trip.setup), map(other_entry, trip.entries))


def test_nothing_is_called_as_in_print() -> None:
    tables = (OTHER.races, OTHER.items, OTHER.guns, OTHER.skills, OTHER.mercenaries, OTHER.civilians, OTHER.non_players)
    assert all(code.startswith(MARK) for table in tables for code in table)
    assert all(code.startswith(MARK) for code in OTHER.injuries_by_code)
    assert len(CODES) > 130


@pytest.mark.parametrize("seed", range(0, LIVES, 4))
def test_a_life_goes_on_alike(seed: int) -> None:
    """Hired, armed, fallen, injured, healed, grown: each step gives the same warband and the same events."""
    trip = journey(seed, WHOLE)
    ours, theirs = trip.states[0], journal.begin(other_setup(trip.setup))
    for entry in trip.entries:
        change, changed = journal.apply(ours, entry), journal.apply(theirs, other_entry(entry))
        assert printed(changed.events) == repr(change.events)
        ours, theirs = change.warband, changed.warband
        assert printed(theirs.figures) == repr(ours.figures)
        assert (theirs.treasury, printed(theirs.stash)) == (ours.treasury, repr(ours.stash))


@pytest.mark.parametrize("seed", range(0, LIVES, 10))
def test_what_is_refused_is_refused_alike(seed: int) -> None:
    trip = journey(seed, WHOLE)
    for before, entry in trip.refused[:20]:
        steps = trip.entries[: next(n for n, state in enumerate(trip.states) if state is before)]
        theirs = journal.replay(other_setup(trip.setup), map(other_entry, steps))
        found = [problem.code for problem in journal.problems(theirs, other_entry(entry))]
        assert found == [problem.code for problem in journal.problems(before, entry)]


@pytest.mark.parametrize("seed", BATTLES)
def test_a_random_battle_is_fought_alike(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any races, mercenaries, gear, injuries, modules, vehicles and raids, drawn by the same chance."""

    def setup() -> tuple[BattleSetup, tuple[str, ...]]:
        chance = Chance(seed)
        return raids.random_raid(chance) if seed % trial.RAIDS == trial.RAIDS - 1 else trial.random_setup(chance)

    ours, names = setup()
    monkeypatch.setattr(trial, "Rules", OtherRules)
    monkeypatch.setattr(raids, "Rules", OtherRules)
    theirs, same = setup()
    assert theirs.catalogue is OTHER
    assert same == names
    assert printed(theirs.sides) == repr(ours.sides)
    alike(fought(ours, names, seed), fought(theirs, names, seed))


@pytest.mark.parametrize(("one", "two"), PAIRS)
def test_warbands_with_a_life_behind_them_fight_and_return_alike(one: int, two: int) -> None:
    """Poison, zombies, setbacks and skills, and afterwards the return of the fallen by the same dice."""
    ours = {"us": journey(one, WHOLE).end, "them": journey(two, WHOLE).end}
    theirs = {"us": lived(one), "them": lived(two)}
    battles = []
    for bands in (ours, theirs):
        bands |= {key: recovered(band, one) for key, band in bands.items()}
        setup = from_warbands(bands, ready_tables()["ruins"], rules=bands["us"].rules, turn_limit=8)
        battles.append(fought(setup, ("bold", "cautious"), one))
    alike(*battles)
    ends = [returned(bands, battle, one) for bands, battle in zip((ours, theirs), battles, strict=True)]
    assert printed(ends[1]) == repr(ends[0])


def recovered(warband: Warband, seed: int) -> Warband:
    """A warband whose last battle is over and done with, and which nobody holds back."""
    back = aftermath.resolve(warband, Dice.of(seed)).warband if warband.engagement else warband
    return replace(back, held=UNSET)


def returned(warbands: dict[str, Warband], battle: Battle, seed: int) -> list[object]:
    """What a battle leaves behind: the steps of each aftermath, and the figures afterwards."""
    told = conclusion.report(battle)
    engaged = report.engagements(warbands, told, battle="b", title="The Ford")
    found: list[object] = []
    for key, warband in warbands.items():
        after = journal.apply(warband, Fight(engagement=engaged[key])).warband
        back = aftermath.resolve(after, Dice.of(seed))
        found += [back.steps, back.warband.figures, back.warband.stash, back.warband.treasury]
    return found


@pytest.mark.parametrize("style", Style)
@pytest.mark.parametrize("era", Era)
@pytest.mark.parametrize("race", CATALOGUE.races)
def test_a_warband_is_drawn_and_armed_alike(race: str, era: Era, style: Style) -> None:
    start = Setup(race, "The Fords", Rules(era=era, goblins_full_price_elsewhere=era is Era.MEDIEVAL))
    ours = levy.draw(journal.begin(start), style, Dice.of(3))
    theirs = levy.draw(journal.begin(other_setup(start)), style, Dice.of(3))
    assert theirs == [other_entry(entry) for entry in ours]
    assert any(isinstance(entry, Buy) for entry in ours)


def test_a_tribe_is_drawn_alike_and_poisons() -> None:
    start = Setup("snakefolk", "The Tribe", Rules(pulp=True))
    part = TakePart(side=Side.VILLAINS, tribe=True)
    bands = []
    for setup, item in ((start, "poison"), (other_setup(start), other("poison"))):
        open_muster = journal.replay(setup, [part])
        band = journal.replay(setup, [part, *levy.draw(open_muster, Style.BRAWLERS, Dice.of(5))[:-6]])
        bands.append(journal.apply(band, Buy(item=item, figure=1)).warband)
    assert printed(bands[1].figures) == repr(bands[0].figures)
    assert muster.totals(bands[0]) == muster.totals(bands[1])
    battles = [
        fought(from_warbands({"a": band, "b": band}, ready_tables()["ruins"]), ("bold", "bold"), 5) for band in bands
    ]
    alike(*battles)
    assert repr(Stage.POISON) in repr(battles[0].events)


def test_the_battles_hold_whatever_had_a_rule_of_its_own() -> None:
    """Mercenaries, black powder, grenades, bucklers, medikits, shields; zombies and aliens, vehicles and raids."""
    setups = [trial.random_setup(Chance(seed))[0] for seed in BATTLES if seed % trial.RAIDS != trial.RAIDS - 1]
    figures = [figure for setup in setups for side in setup.sides for figure in side.figures]
    carried = {code for figure in figures for code in figure.item_codes}
    assert {"buckler", "medikit", "shield", "grenade", "black_powder_rifle", "black_powder_pistol", "pistol"} <= carried
    assert len({figure.mercenary for figure in figures if figure.mercenary}) >= 4
    assert {"hatred", "erratic", "hardened"} & {code for figure in figures for code in figure.injury_codes}
    assert {"zombies", "aliens", "vehicles"} <= {code for setup in setups for code in setup.modules}
    assert len(BATTLES) + len(PAIRS) >= 40
    lives = [journey(seed, WHOLE).end for pair in PAIRS for seed in pair]
    assert any(figure.is_zombie for band in lives for figure in band.figures)
