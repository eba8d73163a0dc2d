"""Another version is tried on before it is adopted: what would change for a warband, line by line, worked by hand."""

from __future__ import annotations

from msgspec.structs import replace

from engines.core.dice import FastDice
from engines.musg import journal
from engines.musg.adoption import Difference, TryOn, try_on
from engines.musg.battle.game import Battle
from engines.musg.battle.opening import from_warbands
from engines.musg.entries import Adopt, Buy, Dismiss, Engage, Hire, Muster, TakeBack
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.packs import House, read
from engines.musg.ranks import Rank
from engines.musg.rules import Rules
from engines.musg.warband import Setup, Warband
from tests.engines.musg.builders import HENCHMAN, LEADER, after, changed, figure, refusals
from tests.engines.musg.packs.documents import FEN
from tests.engines.musg.packs.test_house import HOUSE, fenmen, second


def test_the_same_house_changes_nothing() -> None:
    assert try_on(fenmen(), HOUSE) == TryOn()
    assert try_on(fenmen(), HOUSE).nothing


def test_every_number_that_would_be_another_is_told() -> None:
    """Henchmen: toughness 3 to 4, in the coat 4 to 5, and 12 points instead of 9. The spear costs 6 instead of 9."""
    found = try_on(fenmen(), second())
    assert found.differences == (
        Difference(HENCHMAN, "toughness", 4, 5),
        Difference(4, "toughness", 3, 4),
        Difference(4, "cost", 9, 12),
        Difference(None, "value", 94, 97),
    ), "3 more for the first henchman and 3 less for the spear: the same"
    assert (found.bars, found.breaches, found.founding) == ((), (), ())


def test_what_is_used_is_told_word_by_word() -> None:
    """The spear stronger, faster at the same price, the skill another trait; a coat that nobody has is not told."""
    house = second(
        races=FEN["races"],
        melee={"eel_spear": {**FEN["melee"]["eel_spear"], "dice": 6, "force": 12}},
        skills={**FEN["skills"], "mire_born": {**FEN["skills"]["mire_born"], "traits": ["melee_extra_die"]}},
        mercenaries=FEN["mercenaries"],
    )
    band = changed(fenmen(), LEADER, skills=("mire_born",))
    assert {
        (line.kind, line.code, line.word, str(line.was), str(line.now)) for line in try_on(band, house).rewordings
    } == {
        ("melee", "eel_spear", "dice", "2", "6"),
        ("melee", "eel_spear", "force", "3", "12"),
        ("skills", "mire_born", "traits", "None", "['melee_extra_die']"),
    }
    assert not try_on(fenmen(), house).nothing


def test_what_a_mercenary_and_a_race_may_do_is_told() -> None:
    races = {"fenman": {**FEN["races"]["fenman"], "enlists": ["orc"]}}
    heron = {"heron": {**FEN["mercenaries"]["heron"], "skills": ["brawler"], "traits": []}}
    band = after(replace(fenmen(), treasury=200), Engage(mercenary="heron", name="Bill"))
    house = second(races=races, mercenaries=heron, melee=FEN["melee"])
    assert {(line.code, line.word) for line in try_on(band, house).rewordings} == {
        ("fenman", "enlists"),
        ("heron", "skills"),
        ("heron", "traits"),
    }


def test_a_thing_of_another_kind_is_told_as_such() -> None:
    row = {**FEN["ranged"]["blowpipe"], "name": "Eel spear"}
    found = try_on(fenmen(), second(melee=None, ranged={**FEN["ranged"], "eel_spear": row})).rewordings
    assert [(line.word, line.was, line.now) for line in found if line.code == "eel_spear"] == [
        ("kind", "melee", "ranged")
    ]


def test_a_fee_that_would_change_is_told() -> None:
    band = after(replace(fenmen(), treasury=200), Engage(mercenary="heron", name="Bill"))
    lines = {(line.figure, line.aspect): (line.was, line.now) for line in try_on(band, second()).differences}
    assert lines[5, "fee"] == (20, 25)


def test_what_would_be_lost_bars_it() -> None:
    found = try_on(fenmen(), second(melee=None))
    assert [(problem.code, problem.params["item"]) for problem in found.bars] == [("still_in_use", "eel_spear")]
    assert found.differences == ()


def test_a_limit_by_rank_that_would_be_broken_is_told() -> None:
    """No lieutenant any more, and there is one (ruling M245)."""
    found = try_on(fenmen(), second(races={"fenman": {**FEN["races"]["fenman"], "max_lieutenants": 0}}))
    assert [problem.code for problem in found.breaches] == ["too_many_lieutenants"]


def open_muster() -> Warband:
    """Leader 38, henchman 9 with a spear 9; a second spear lies in the stash: 65 of 500 points spent."""
    band = journal.begin(Setup("fenman", "The Reeds", Rules(house=HOUSE)))
    hires = [Hire(rank=rank, race="fenman", name=rank) for rank in (Rank.LEADER, Rank.HENCHMAN)]
    return after(band, *hires, Buy(item="eel_spear", figure=2), Buy(item="eel_spear"))


def test_an_open_muster_is_reckoned_anew_and_what_is_taken_back_refunds_what_it_cost() -> None:
    """The henchman 3 dearer, each spear 51: 105 more. Whoever takes all back has the 500 points of the beginning."""
    spear = {**FEN["melee"]["eel_spear"], "cost": 60}
    house = second(melee={**FEN["melee"], "eel_spear": spear})
    band = open_muster()
    assert band.treasury == 500 - 65
    told = [(line.aspect, line.was, line.now) for line in try_on(band, house).differences if line.figure is None]
    assert told == [("value", 56, 110), ("treasury", 435, 330)]
    done = journal.apply(band, Adopt(house=house))
    assert [(event.code, event.params) for event in done.events][1:] == [("muster_dearer", {"points": 105})]
    back = after(done.warband, *(TakeBack(item=item.id) for item in done.warband.stash), Dismiss(figure=2))
    assert (back.treasury, back.value) == (500 - 38, 38)


def test_an_open_muster_that_costs_too_much_then_cannot_be_closed() -> None:
    spear = {**FEN["melee"]["eel_spear"], "cost": 300}
    house = second(melee={**FEN["melee"], "eel_spear": spear})
    founding = Setup("fenman", "The Reeds", Rules(house=HOUSE))
    entries = [Hire(rank=Rank.LEADER, race="fenman", name="Ada"), Hire(rank=Rank.HENCHMAN, race="fenman", name="Fen")]
    entries += [Buy(item="eel_spear", figure=number) for number in (1, 2)]  # type: ignore[misc]
    band = journal.replay(founding, entries)
    found = try_on(band, house, (founding, entries))
    assert [problem.code for problem in found.breaches] == ["over_total", "over_heroes", "over_henchmen"]
    assert found.founding == (), "told once"
    dear = after(band, Adopt(house=house))
    assert dear.treasury == 500 - 38 - 12 - 600
    assert "over_total" in refusals(dear, Muster())


def test_a_mercenary_is_of_the_race_that_the_new_version_says() -> None:
    """The Heron of the fen becomes one of no race, and the pack drops the fen: who engaged it fights on with it."""
    fen, heron = FEN["races"]["fenman"], FEN["mercenaries"]["heron"]
    one, two = (
        read({"code": "fen", "name": "Fen", "version": number, "races": races, "mercenaries": {"heron": row}}).pack
        for number, races, row in ((1, {"fenman": fen}, heron), (2, {}, {**heron, "race": "generic"}))
    )
    assert one is not None
    assert two is not None
    band = journal.begin(Setup("generic", "The Reeds", Rules(house=House(packs=(one,)))))
    hires = [Hire(rank=rank, race="generic", name=rank) for rank in (Rank.LEADER, Rank.HENCHMAN)]
    band = after(band, *hires, Engage(mercenary="heron", name="Bill"), Muster())
    house = House(packs=(two,))
    found = try_on(band, house)
    assert (found.bars, found.breaches) == ((), ())
    band = after(band, Adopt(house=house))
    assert figure(band, 3).race == "generic"
    staged = from_warbands({"a": band, "b": band}, ready_tables()["open_field"], rules=band.rules)
    assert Battle.new(staged, FastDice(1)).decision is not None


def test_a_prerequisite_that_somebody_lacks_is_told() -> None:
    skills = {**FEN["skills"], "mire_born": {**FEN["skills"]["mire_born"], "requires": ["brave"]}}
    band = changed(fenmen(), LEADER, skills=("mire_born",))
    found = try_on(band, second(skills=skills))
    assert [(problem.code, problem.params["needs"]) for problem in found.untaught] == [("skill_needs", "brave")]


def test_a_founding_that_would_not_have_been_legal_is_told_and_no_bar() -> None:
    """18 henchmen at 9 with one spear make 171 of 200 points; at 12 they are 222 with the spear at 6."""
    founding = Setup("fenman", "The Many", Rules(house=HOUSE))
    hires = [Hire(rank=Rank.LEADER, race="fenman", name="Ada")]
    hires += [Hire(rank=Rank.HENCHMAN, race="fenman", name=f"Fen {n}") for n in range(18)]
    entries = [*hires, Buy(item="eel_spear", figure=2), Muster()]
    band = journal.replay(founding, entries)
    found = try_on(band, second(), (founding, entries))
    assert [(problem.code, problem.params["spent"]) for problem in found.founding] == [("over_henchmen", 222)]
    assert found.bars == ()
    assert try_on(band, HOUSE, (founding, entries)).founding == ()


def test_leaving_something_out_changes_nobody() -> None:
    assert try_on(fenmen(), House(packs=HOUSE.packs, without=("sword", "goblin"))).nothing


def test_the_fen_is_read() -> None:
    assert read(FEN).problems == []
