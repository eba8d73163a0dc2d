"""What a campaign plays with: packs behind the book, some of the book left out; warbands carry it whole."""

from __future__ import annotations

from dataclasses import replace as altered

import msgspec
import pytest
from msgspec.structs import replace

from engines.musg import journal, muster, transfer
from engines.musg.attacks.fighter import gun, of_figure
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.catalogue.types import Profile
from engines.musg.entries import Adopt, Buy, Engage, Fight, Hire, Learn, Move, Muster, Release
from engines.musg.entries.growth import open_skills
from engines.musg.packs import KINDS, House, Pack, read, row_of, together
from engines.musg.packs.house import problems
from engines.musg.ranks import Rank
from engines.musg.rules import Rules
from engines.musg.warband import Setup, Warband
from tests.engines.musg.builders import HENCHMAN, LEADER, after, changed, engagement, figure, refusals
from tests.engines.musg.packs.documents import FEN, fen

HOUSE = House(packs=(fen(),))


def fresh(warband: Warband, entry: object) -> set[str]:
    return {problem.code for problem in journal.problems(warband, entry, fresh=True)}  # type: ignore[arg-type]


def fenmen(house: House = HOUSE) -> Warband:
    """A leader, a lieutenant and two henchmen of the fen, the first henchman with spear and coat."""
    band = journal.begin(Setup("fenman", "The Reeds", Rules(house=house)))
    ranks = (Rank.LEADER, Rank.LIEUTENANT, Rank.HENCHMAN, Rank.HENCHMAN)
    hires = [Hire(rank=rank, race="fenman", name=f"Fen {n}") for n, rank in enumerate(ranks, 1)]
    bought = [Buy(item="eel_spear", figure=HENCHMAN), Buy(item="reed_coat", figure=HENCHMAN)]
    return after(band, *hires, *bought, Muster())


def second(**changes: object) -> House:
    """Version 2: henchmen cost 12, the spear 6, the Heron's fee is 25; ``changes`` replace whole tables."""
    document = msgspec.json.decode(msgspec.json.encode(FEN))
    document["races"]["fenman"]["henchman"] = [5, 6, 5, 4, 3, 4, 3, 12]
    document["melee"]["eel_spear"]["cost"] = 6
    document["mercenaries"]["heron"]["fee"] = 25
    document |= {"version": 2, **changes}
    found = read({word: rows for word, rows in document.items() if rows is not None})
    assert found.problems == []
    assert found.pack is not None
    return House(packs=(found.pack,))


def test_the_book_alone_says_nothing_of_a_house() -> None:
    assert "house" not in journal.encode(Rules())
    assert Rules().catalogue is CATALOGUE
    assert CATALOGUE.house == {}


def test_a_house_stands_behind_the_book() -> None:
    catalogue = HOUSE.catalogue
    assert list(catalogue.races) == [*CATALOGUE.races, "fenman"]
    assert catalogue.skills["eel_dance"].number == 25, "behind the 23 of the book"
    assert catalogue.house["races", "fenman"].en == catalogue.house["mercenaries", "heron"].en == "Fen folk"
    assert catalogue.is_of_house(catalogue.race("fenman"))
    assert not catalogue.is_of_house(catalogue.race("orc"))


def test_a_skill_that_is_called_like_a_race_of_the_book_leaves_the_race_the_books() -> None:
    """Codes are their own on their shelf only: "orc" is free among the skills."""
    orcish = {"name": "Orc", "effect": "T +1."}
    catalogue = House(packs=(fen(skills={"orc": orcish}),)).catalogue
    assert catalogue.is_of_house(catalogue.skill("orc"))
    assert not catalogue.is_of_house(catalogue.race("orc"))
    assert catalogue.races["orc"] is CATALOGUE.races["orc"]


def test_warbands_of_one_house_share_its_catalogue() -> None:
    one, two = (journal.decode_setup(journal.encode(Setup("fenman", "X", Rules(house=HOUSE)))) for _ in range(2))
    assert one.catalogue is two.catalogue


def test_a_warband_carries_its_house_whole() -> None:
    """Profile prices 38 + 19 + 9 + 9, spear 9, coat 10."""
    band = fenmen()
    assert muster.totals(band).total == 38 + 19 + 9 + 9 + 9 + 10
    stored = msgspec.json.encode(journal.encode(band))
    again = journal.decode_warband(msgspec.json.decode(stored))
    assert again == band
    assert again.catalogue.item("eel_spear").name.en == "Eel spear"


def test_a_file_is_complete_by_itself() -> None:
    setup = Setup("fenman", "The Reeds", Rules(house=HOUSE))
    entries = [Hire(rank=Rank.LEADER, race="fenman", name="Ada"), Hire(rank=Rank.HENCHMAN, race="goblin", name="Zog")]
    file = transfer.read_text(msgspec.json.encode(transfer.write_file(setup, entries)))
    warband, found = transfer.open_file(file, fresh=True)
    assert (found, warband is not None and warband.race_row.max_lieutenants) == ([], 1)


def test_a_file_with_packs_without_end_is_refused_before_they_are_read() -> None:
    setup = Setup("fenman", "The Reeds", Rules(house=HOUSE))
    often = transfer.write_file(setup, [Adopt(house=HOUSE)] * 101)
    with pytest.raises(transfer.MalformedFile) as refused:
        transfer.read_text(msgspec.json.encode(often))
    assert "101 adoptions, 100 at most" in str(refused.value)
    assert [problem.code for problem in problems(House(packs=(fen(),) * 5_000))] == ["house_packs"]


def test_a_file_with_a_house_beyond_all_limits_is_refused() -> None:
    pack = fen()
    giant = replace(pack, melee=(altered(pack.melee[0], dice=10**9),))
    setup = Setup("fenman", "The Reeds", Rules(house=House(packs=(giant,))))
    file = transfer.read_text(msgspec.json.encode(transfer.write_file(setup, [])))
    warband, found = transfer.open_file(file, fresh=True)
    assert warband is None
    assert [problem.code for problem in found[0].problems] == ["pack_range"]


def test_limits_by_rank_and_what_it_enlists_hold_as_for_printed_races() -> None:
    """One lieutenant and no more; goblins as henchmen, orcs never (rulings M16, M17)."""
    band = fenmen()
    assert refusals(replace(band, treasury=500), Hire(rank=Rank.LIEUTENANT, race="fenman", name="X")) == {
        "too_many_lieutenants"
    }
    assert refusals(replace(band, treasury=500), Hire(rank=Rank.HENCHMAN, race="orc", name="X")) == {"race_not_allowed"}
    assert refusals(replace(band, treasury=500), Hire(rank=Rank.HENCHMAN, race="goblin", name="X")) == set()


def test_a_skill_of_the_house_needs_what_it_says() -> None:
    band = changed(fenmen(), LEADER, choices=2, skills=("brawler",))
    assert refusals(band, Learn(figure=LEADER, skill="eel_dance")) == {"skill_needs"}
    wiser = after(band, Learn(figure=LEADER, skill="mire_born"), Learn(figure=LEADER, skill="eel_dance"))
    assert figure(wiser, LEADER).skills == ("brawler", "mire_born", "eel_dance")


def test_a_character_for_hire_brings_its_gear_and_knows_its_skills() -> None:
    """The Heron with spear and coat, mire-born: toughness 5, 1 of the coat, 1 of the skill. Its gear is free."""
    heron = {**FEN["mercenaries"]["heron"], "items": ["eel_spear", "reed_coat"], "skills": ["mire_born"]}
    band = replace(fenmen(second(mercenaries={"heron": heron})), treasury=200)
    band = after(band, Engage(mercenary="heron", name="Bill"))
    bill = figure(band, 5)
    assert (bill.item_codes, bill.skills) == (("dagger", "eel_spear", "reed_coat"), ("mire_born",))
    assert of_figure(bill, band.catalogue).toughness == 5 + 1 + 1
    assert (band.treasury, bill.gear_cost) == (200 - 40 - 20, 0)
    assert refusals(band, Move(item=bill.items[1].id, to=LEADER)) == {"own_gear"}
    assert not figure(after(band, Release(figure=5)), 5).active


def test_what_is_left_out_is_not_offered_and_who_has_it_keeps_it() -> None:
    house = House(packs=(fen(),), without=("goblin", "sword", "brawler", "elf_sniper"))
    band = changed(replace(fenmen(house), treasury=500), LEADER, choices=1)
    assert fresh(band, Hire(rank=Rank.HENCHMAN, race="goblin", name="Zog")) == {"left_out"}
    assert fresh(band, Buy(item="sword", figure=LEADER)) == {"left_out"}
    assert fresh(band, Learn(figure=LEADER, skill="brawler")) == {"left_out"}
    assert fresh(band, Engage(mercenary="elf_sniper", name="Ela")) == {"left_out"}
    assert "brawler" not in open_skills(figure(band, LEADER), band.catalogue)
    assert muster.open_races(band, Rank.HENCHMAN) == ("fenman",)
    assert journal.can_apply(band, Buy(item="sword", figure=LEADER)), "a stored journal replays"
    assert band.catalogue.item("sword").name.en == "Sword"


def test_two_packs_do_not_stand_in_the_place_of_one_thing() -> None:
    one = second(
        melee={**FEN["melee"], "sword": {"name": "Sword", "hands": 1, "dice": 2, "force": 2, "cost": 6}}
    ).packs[0]
    other = read({"code": "bog", "name": "Bog", "melee": {"sword": row_of("melee", CATALOGUE.melee["sword"])}}).pack
    assert other is not None
    assert "house_clash" in {found.code for found in problems(House(packs=(one, other)))}


def test_a_correction_of_the_book_is_adopted_like_any_version() -> None:
    """The dagger bought beside the free one cost 2 and counts 3 from then on; later it is the book's again."""
    band = after(replace(fenmen(), treasury=50), Buy(item="dagger", figure=HENCHMAN))
    dear = {**row_of("melee", CATALOGUE.melee["dagger"]), "cost": 3}
    dearer = after(band, Adopt(house=second(melee={**FEN["melee"], "dagger": dear})))
    assert [item.paid for item in figure(dearer, HENCHMAN).items] == [0, 9, 10, 3]
    back = after(dearer, Adopt(house=HOUSE))
    assert [item.paid for item in figure(back, HENCHMAN).items] == [0, 9, 10, 2]


def corrected(kind: str, code: str, **words: object) -> Catalogue:
    """The book with these words of one of its entries exchanged."""
    row = {**row_of(kind, KINDS[kind].printed(CATALOGUE)[code]), **words}
    found = read({"code": "errata", "name": "Errata", kind: {code: row}})
    assert found.pack is not None
    return House(packs=(found.pack,)).catalogue


@pytest.mark.parametrize("code", ["machine_pistol", "pump_shotgun"])
def test_a_corrected_gun_fires_as_corrected_whoever_carries_it(code: str) -> None:
    """Suzy Q has a machine pistol and Shaun a pump shotgun: theirs are the tables' own."""
    catalogue = corrected("ranged", code, force=9, bearer=False, traits=["silenced"])
    shot = gun(code, 3, catalogue)
    assert (shot.strength, shot.silenced) == (9, True)
    assert code in catalogue.items_with("silenced")
    carried = [one for civilian in catalogue.civilians.values() for one in civilian.guns if one.code == code]
    assert [one.force.own for one in carried] == [9]


def test_a_corrected_blade_is_that_of_the_books_civilians() -> None:
    """Shaun's club."""
    shaun = corrected("melee", "club", dice=5).civilians["civilian_shaun"]
    assert [(blade.code, blade.dice) for blade in shaun.blades] == [("club", 5)]


def test_a_corrected_race_is_that_of_the_books_mercenaries() -> None:
    """The orc hunter has the profile of the orcs' leader (ruling M27), at 50 points; the elf sniper its own race's."""
    catalogue = corrected("races", "orc", leader=[1, 9, 4, 2, 6, 6, 7, 60], ignores_difficult_terrain=True)
    hunter = catalogue.mercenaries["orc_hunter"]
    assert hunter.profile == Profile(1, 9, 4, 2, 6, 6, 7, 50)
    assert hunter.ignores_difficult_terrain
    assert catalogue.mercenaries["elf_sniper"] is CATALOGUE.mercenaries["elf_sniper"]


def test_a_mercenary_of_a_pack_keeps_the_profile_that_its_pack_gives_it() -> None:
    """Whether another pack corrects its race or not."""
    mine = {**row_of("mercenaries", CATALOGUE.mercenaries["orc_hunter"]), "profile": [3, 8, 4, 4, 3, 3, 3, 0]}
    races = {"orc": {**row_of("races", CATALOGUE.races["orc"]), "leader": [1, 9, 4, 2, 6, 6, 7, 60]}}
    found = [
        read({"code": "errata", "name": "Errata", "races": races}).pack,
        read({"code": "hire", "name": "Hire", "mercenaries": {"orc_hunter": mine}}).pack,
    ]
    catalogue = House(packs=tuple(pack for pack in found if pack)).catalogue
    assert catalogue.mercenaries["orc_hunter"].profile.movement == 3


def test_a_gun_stays_where_a_pack_disarms_all_who_carried_it() -> None:
    """Two of the book's civilians carry a pistol that no table has; an alien that is given one shoots with it."""
    disarmed = {
        code: {**row_of("civilians", CATALOGUE.civilians[code]), "guns": []}
        for code in ("civilian_ashlee", "civilian_three")
    }
    code = next(iter(CATALOGUE.non_players))
    armed = {code: {**row_of("non_players", CATALOGUE.non_players[code]), "gun": "civilian_pistol"}}
    found = read({"code": "town", "name": "Town", "civilians": disarmed, "non_players": armed})
    assert found.pack is not None
    assert gun("civilian_pistol", 3, House(packs=(found.pack,)).catalogue).strength == 3


def test_nobody_founds_a_warband_of_a_race_left_out() -> None:
    setup = Setup("orc", "The Tusks", Rules(house=House(without=("orc",))))
    assert [found.code for found in journal.setup_problems(setup)] == ["left_out"]


@pytest.mark.parametrize(
    ("house", "problem"),
    [
        (House(packs=(fen(), fen(version=2))), "house_pack_twice"),
        (House(packs=(fen(), fen(code="bog"))), "house_clash"),
        (House(packs=(fen(),) * 7), "house_packs"),
        (House(without=("excalibur",)), "house_without"),
        (House(without=tuple(CATALOGUE.races)), "house_no_race"),
        (House(packs=(Pack(code="void", name=fen().name),)), "pack_empty"),
    ],
)
def test_what_cannot_be_played_with_together(house: House, problem: str) -> None:
    assert problem in {found.code for found in problems(house)}


def test_two_versions_of_one_pack_do_not_meet() -> None:
    assert problems(together([HOUSE, HOUSE, House()])) == []
    assert "house_pack_twice" in {found.code for found in problems(together([HOUSE, second()]))}


def test_a_new_version_changes_what_things_are_worth_and_no_money() -> None:
    """Henchmen 9 to 12 and the spear 9 to 6: 3 + 3 - 3 more in value. The free dagger stays free."""
    before = fenmen()
    band = after(before, Adopt(house=second()))
    assert band.treasury == before.treasury
    assert band.value == before.value + 3 + 3 - 3
    assert figure(band, HENCHMAN).profile(band.catalogue).toughness == 4
    assert [item.paid for item in figure(band, HENCHMAN).items] == [0, 6, 10]


def test_a_mercenary_costs_the_new_fee_from_then_on() -> None:
    band = after(replace(fenmen(), treasury=200), Engage(mercenary="heron", name="Bill"))
    contract = figure(after(band, Adopt(house=second())), 5).contract
    assert contract is not None
    assert (contract.engagement, contract.fee, contract.paid_ahead) == (40, 25, 1)


def test_what_somebody_has_cannot_vanish() -> None:
    band = fenmen()
    assert refusals(band, Adopt(house=None)) == {"still_in_use"}
    assert refusals(band, Adopt(house=second(melee=None))) == {"still_in_use"}
    assert refusals(band, Adopt(house=second(ranged=None))) == set(), "nobody has the blowpipe"
    assert "house_pack_twice" in refusals(band, Adopt(house=House(packs=(fen(), fen()))))


def test_a_version_is_adopted_while_an_aftermath_waits() -> None:
    band = fenmen()
    waiting = after(band, Fight(engagement=engagement(band)))
    assert after(waiting, Adopt(house=second())).engagement is not None


def test_an_adoption_replays() -> None:
    setup = Setup("fenman", "The Reeds", Rules(house=HOUSE))
    hires = [Hire(rank=rank, race="fenman", name=rank) for rank in (Rank.LEADER, Rank.HENCHMAN)]
    entries = [*hires, Muster(), Adopt(house=second()), Buy(item="eel_spear", figure=2)]
    stored = [journal.decode_entry(journal.encode(entry)) for entry in entries]
    assert figure(journal.replay(setup, stored), 2).items[1].paid == 6
