"""Whoever plays brings the catalogue: no rule reads another one than that of its warband, or of its battle."""

from __future__ import annotations

from dataclasses import replace as altered
from types import MappingProxyType

from msgspec.structs import replace

from engines.core.dice import Dice, FixedDice
from engines.musg import journal, muster, report
from engines.musg.aftermath import resolve
from engines.musg.attacks.fighter import of_figure
from engines.musg.battle.game import Battle
from engines.musg.battle.opening import from_warbands
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.catalogue.types import Characteristic, Modifier, Profile
from engines.musg.entries import Buy, Hire, Learn, Muster
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.injuries import henchman_returns
from engines.musg.ranks import Rank
from engines.musg.report import Down, Report, Who
from engines.musg.rules import Rules
from engines.musg.trials.playout import fight
from engines.musg.warband import Setup, Warband
from tests.engines.musg.builders import HENCHMAN, LEADER, after, changed, figure, fought, refusals

MOSS = altered(
    CATALOGUE.races["human"],
    code="moss",
    profiles={
        rank: Profile(11, 8, 3, 4, 3, 5, 7, cost)
        for rank, cost in ((Rank.LEADER, 77), (Rank.LIEUTENANT, 33), (Rank.HENCHMAN, 12))
    },
)
SLING = altered(CATALOGUE.ranged["bow"], code="sling", cost=3, long=44)
THORN = altered(CATALOGUE.melee["sword"], code="thorn", cost=4, dice=3)
BARK = altered(CATALOGUE.equipment["light_armour"], code="bark", cost=9)
ROOTED = altered(
    CATALOGUE.skills["brave"],
    code="rooted",
    modifiers=(Modifier(Characteristic.TOUGHNESS, 2),),
    requires=(),
)
HOUSE = altered(
    CATALOGUE,
    races={"moss": MOSS, "generic": CATALOGUE.races["generic"]},
    ranged={"sling": SLING},
    melee={"thorn": THORN, "dagger": CATALOGUE.melee["dagger"]},
    equipment={"bark": BARK},
    skills={"rooted": ROOTED},
    mercenaries={},
    henchman_return=tuple(altered(row, code=f"house_{row.code}") for row in CATALOGUE.henchman_return),
    grey_every=2,
    victory_points=MappingProxyType({rank: 10 * points for rank, points in CATALOGUE.victory_points.items()}),
)
"""A catalogue in which next to nothing is called as it is printed: whoever looks elsewhere finds nothing."""


class HouseRules(Rules, frozen=True, kw_only=True):
    """Rules that bring it."""

    @property
    def catalogue(self) -> Catalogue:
        return HOUSE


class CopiedRules(Rules, frozen=True, kw_only=True):
    """Rules that bring the printed catalogue as a value of its own."""

    @property
    def catalogue(self) -> Catalogue:
        return COPY


COPY = altered(CATALOGUE)


def drafted() -> Warband:
    return journal.begin(Setup("moss", "The Moss", HouseRules()))


def mustered() -> Warband:
    ranks = (Rank.LEADER, Rank.LIEUTENANT, Rank.HENCHMAN, Rank.HENCHMAN)
    hires = [Hire(rank=rank, race="moss", name=f"Moss {n}") for n, rank in enumerate(ranks, 1)]
    bought = [Buy(item="sling", figure=LEADER), Buy(item="thorn", figure=HENCHMAN), Buy(item="bark", figure=LEADER)]
    return after(drafted(), *hires, *bought, Muster())


def test_the_printed_catalogue_is_the_default_and_is_shared() -> None:
    assert Rules().catalogue is Rules(points=400).catalogue is CATALOGUE
    assert journal.begin(Setup("human", "The Company")).catalogue is CATALOGUE


def test_what_a_warband_brings_is_not_stored() -> None:
    assert journal.encode(Setup("human", "The Company")) == {
        "race": "human",
        "name": "The Company",
        "rules": journal.encode(Rules()),
    }
    assert "catalogue" not in journal.encode(Rules())


def test_a_race_is_known_where_it_was_brought() -> None:
    assert [found.code for found in journal.setup_problems(Setup("moss", "The Moss"))] == ["no_such_race"]
    assert [found.code for found in journal.setup_problems(Setup("human", "X", HouseRules()))] == ["no_such_race"]
    assert refusals(drafted(), Hire(rank=Rank.LEADER, race="human", name="Ada")) == {"no_such_profile"}


def test_a_muster_costs_what_its_catalogue_says() -> None:
    warband = mustered()
    assert muster.totals(warband).total == 77 + 33 + 12 + 12 + 3 + 4 + 9
    assert refusals(warband, Buy(item="sword", figure=LEADER)) == {"no_such_item"}
    assert muster.problems(warband) == []


def test_a_figure_fights_with_the_numbers_of_its_catalogue() -> None:
    """Profile, skill and armour add up as ever: toughness 5, 1 of the armour, 2 of the skill."""
    ash = replace(figure(mustered(), LEADER), skills=("rooted",))
    one = of_figure(ash, HOUSE)
    assert (one.movement, one.toughness, one.guns[0].long, one.victory_points) == (11, 8, 44, 100)
    assert of_figure(figure(mustered(), HENCHMAN), HOUSE).strikes[0].codes == ("thorn", "dagger")


def test_what_a_fallen_henchman_rolls_is_in_its_catalogue() -> None:
    back = henchman_returns(figure(mustered(), HENCHMAN), FixedDice([6]), HOUSE)
    assert back.findings[0].code.startswith("house_")


def test_its_catalogue_says_which_box_is_grey() -> None:
    """The leader survives its second battle: every second box is grey here, every fifth in print."""
    back = resolve(fought(changed(mustered(), LEADER, experience=1)), Dice.of(1)).warband
    assert (figure(back, LEADER).experience, figure(back, LEADER).choices) == (2, 1)


def test_a_skill_of_its_catalogue_is_learned_and_no_other() -> None:
    warband = mustered()
    wise = warband.with_figure(replace(figure(warband, LEADER), choices=2))
    assert figure(after(wise, Learn(figure=LEADER, skill="rooted")), LEADER).skills == ("rooted",)
    assert refusals(wise, Learn(figure=LEADER, skill="brave")) == {"no_such_skill"}


def test_a_battle_is_won_by_the_points_of_its_catalogue() -> None:
    sides = {"a": mustered(), "b": mustered()}
    told = Report(downs=(Down(Who("a", LEADER), Who("b", LEADER)),))
    assert report.result(sides, told).points == {"a": 0, "b": 100}


def test_bots_fight_a_battle_of_another_catalogue_and_it_replays() -> None:
    setup = from_warbands({"a": mustered(), "b": mustered()}, ready_tables()["ruins"])
    assert setup.catalogue is HOUSE
    battle = fight(setup, ("bold", "cautious"), Dice.of(7))
    assert battle.outcome is not None
    assert Battle.replay(setup, battle.log, Dice.of(7)).outcome == battle.outcome


def test_a_copy_of_the_printed_catalogue_gives_the_same_battle() -> None:
    def of(rules: Rules) -> Battle:
        band = journal.begin(Setup("human", "The Company", rules))
        hires = [Hire(rank=rank, race="human", name=rank) for rank in (Rank.LEADER, Rank.HENCHMAN)]
        band = after(band, *hires, Buy(item="bow", figure=1), Buy(item="sword", figure=2), Muster())
        setup = from_warbands({"a": band, "b": band}, ready_tables()["ruins"])
        return fight(setup, ("bold", "cautious"), Dice.of(11))

    assert COPY is not CATALOGUE
    ours, theirs = of(Rules()), of(CopiedRules())
    assert theirs.setup.catalogue is COPY
    assert (theirs.log, theirs.events, theirs.outcome) == (ours.log, ours.events, ours.outcome)
