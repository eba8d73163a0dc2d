"""Whatever valid pack a warband brings: it musters, fights, is injured, learns, and comes back equal from its file."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest

from engines.core.dice import Dice, FastDice, SeededDice
from engines.core.problems import Problem
from engines.musg import journal, muster, report, transfer
from engines.musg.aftermath import resolve
from engines.musg.battle.game import Battle
from engines.musg.battle.modules import MODULES
from engines.musg.battle.opening import from_warbands
from engines.musg.battle.setup import Setup
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.engagement import Casualty, Foe
from engines.musg.entries import Adopt, AnyEntry, Buy, Engage, Fight, Hire, Learn, Muster
from engines.musg.entries.growth import open_skills
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.packs import House, read
from engines.musg.packs.house import problems
from engines.musg.ranks import Rank
from engines.musg.rules import Rules
from engines.musg.tactics import NAMES
from engines.musg.tactics.chance import Chance
from engines.musg.trials.faults import faults, faults_of_events
from engines.musg.trials.playout import fight, play, players_of
from engines.musg.trials.recruits import random_warband
from engines.musg.warband import Setup as Founding, Warband
from tests.engines.musg.packs.documents import random_document
from tests.engines.musg.trials.fates import fates
from tests.thorough import often

LEFT_OUT = (*list(CATALOGUE.ranged)[3:], *list(CATALOGUE.melee)[4:], *list(CATALOGUE.equipment)[4:])
"""Most of the book's gear, so that warbands are armed by the pack."""


def house(seed: int) -> House:
    """A house of one random pack, the book's gear and races mostly left out."""
    found = read(random_document(seed))
    assert found.pack is not None
    races = [code for code in CATALOGUE.races if code != "orc"] if seed % 2 else []
    made = House(packs=(found.pack,), without=(*races, *LEFT_OUT))
    assert problems(made) == []
    return made


def staged(seed: int) -> tuple[Setup, tuple[str, ...]]:
    """A battle of two random warbands of one house, now and then with a module, and who plays."""
    chance = Chance(seed)
    rules = Rules(house=house(seed))
    bands = {key: random_warband(chance, key, "ab"[key == "a"], rules) for key in "ab"}
    codes = [code for code in sorted(MODULES) if not MODULES[code].own_teams and code != "vehicles"]
    modules = (chance.pick(codes),) if chance.one_in(3) else ()
    setup = from_warbands(bands, chance.pick(list(ready_tables().values())), rules=rules, turn_limit=6, modules=modules)
    return setup, tuple(chance.pick(NAMES) for _ in bands)


def wrong_with(seed: int, *, watch: bool) -> list[str]:
    """Fight a battle to its end and return all that was wrong with it; ``watch``: after each action, and its replay."""
    setup, names = staged(seed)
    again = msgspec.convert(msgspec.json.decode(msgspec.json.encode(setup)), Setup)
    if again != setup:
        return ["the setup does not come back"]
    dice = SeededDice(seed.to_bytes(32, "big")) if watch else FastDice(seed)
    battle = Battle.new(again, dice, receipts=watch)
    players = players_of(names, seed)
    while watch and battle.decision is not None:
        battle.play(players[battle.decision.side].decide(battle))
        if found := faults(battle):
            return [f"action {len(battle.log)}: {fault}" for fault in found]
    play(battle, players)
    found = [*faults(battle), *fates(battle)]
    if watch:
        found += faults_of_events(battle, battle.events)
        replayed = Battle.replay(setup, battle.log, SeededDice(seed.to_bytes(32, "big")))
        found += [] if replayed.outcome == battle.outcome else ["the replay differs"]
    return found


def fought(seeds: range) -> Mapping[int, list[str]]:
    wrong = {}
    for seed in seeds:
        try:
            found = wrong_with(seed, watch=seed % 10 == 0)
        except Exception as error:  # the number of the battle is what whoever mends it needs
            found = [repr(error)]
        if found:
            wrong[seed] = found
    return wrong


def test_battles_with_random_packs() -> None:
    assert fought(range(12)) == {}


@pytest.mark.marathon
@pytest.mark.parametrize("first", range(0, 2000, 100))
def test_two_thousand_battles_with_random_packs(first: int) -> None:
    assert fought(range(first, first + often(100, 5))) == {}


NOT_BOUGHT = {
    "too_many_items",
    "bars_two_handed",
    "bars_two_one_handed",
    "slot_taken",
    "over_heroes",
    "over_total",
    "too_many_lieutenants",
}
"""What a shop warns of before anything is bought."""


def _codes(found: list[Problem]) -> set[str]:
    return {problem.code for problem in found}


def recruited(seed: int) -> tuple[Founding, list[AnyEntry], Warband]:
    """Found a warband of the pack's first race and buy what it may; return how, too."""
    made = house(seed)
    pack = made.packs[0]
    race = pack.races[0].code
    founding = Founding(race, "The Strangers", Rules(house=made, points=900, hero_points=600, henchman_points=600))
    band = journal.begin(founding)
    wanted: list[AnyEntry] = [
        Hire(rank=rank, race=race, name=rank.value) for rank in (Rank.LEADER, Rank.LIEUTENANT, Rank.HENCHMAN)
    ]
    wanted += [Engage(mercenary=pack.mercenaries[0].code, name="For money")]
    wanted += [
        Buy(item=entry.code, figure=1) for kind in ("ranged", "melee", "equipment") for entry in pack.entries(kind)
    ]
    taken: list[AnyEntry] = []
    for entry in [*wanted, Muster()]:
        _found, change = journal.check(band, entry, fresh=True)
        if change is not None and not NOT_BOUGHT & _codes(muster.added(band, change.warband)):
            band = change.warband
            taken.append(entry)
    return founding, taken, band


@pytest.mark.parametrize("seed", range(24))
def test_a_warband_of_any_pack_lives_a_campaign(seed: int) -> None:
    """Mustered, beaten, healed, wiser, exported, read again: equal. Its leader falls, so the tables are rolled."""
    founding, entries, band = recruited(seed)
    assert band.mustered
    assert muster.problems(band) == []
    foes = {"a": band, "b": band}
    battle = fight(from_warbands(foes, ready_tables()["ruins"], turn_limit=3), ("bold", "cautious"), Dice.of(seed))
    assert battle.outcome is not None
    told = report.engagements(foes, battle.report(), battle="x", title="A battle")["a"]
    fallen = msgspec.structs.replace(told, casualties=(Casualty(1, False, Foe("b", "The others")),), fled=())
    band = resolve(journal.apply(band, Fight(engagement=fallen)).warband, Dice.of(seed)).warband
    for figure in band.active:
        for code in open_skills(figure, band.catalogue)[-2:]:
            wiser = band.with_figure(msgspec.structs.replace(figure, choices=1))
            assert journal.can_apply(wiser, Learn(figure=figure.id, skill=code))
    assert journal.decode_warband(msgspec.json.decode(msgspec.json.encode(journal.encode(band)))) == band
    file = transfer.read_text(msgspec.json.encode(transfer.write_file(founding, entries)))
    again, refused = transfer.open_file(file, fresh=True)
    assert refused == []
    assert again is not None
    assert journal.can_apply(again, Adopt(house=founding.rules.house or None))
