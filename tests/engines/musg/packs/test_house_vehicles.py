"""What is aboard of vehicles follows a campaign's packs, and what it leaves out, as what figures carry."""

from __future__ import annotations

import pytest

from engines.musg import journal, muster
from engines.musg.entries import Adopt, AnyEntry, BuyVehicle, DismountWeapon, EmbarkWeapon, Hire, Muster, TakeBack
from engines.musg.packs import House
from engines.musg.ranks import Rank
from engines.musg.rules import Rules
from engines.musg.vehicle import Design, Mount
from engines.musg.warband import Setup, Warband
from tests.engines.musg.builders import after
from tests.engines.musg.packs.documents import FEN, fen

CAR = 3
HOUSE = House(packs=(fen(),))
DEARER = House(packs=(fen(ranged={"blowpipe": {**FEN["ranged"]["blowpipe"], "cost": 7}}),))
"""The blowpipe costs 7 points instead of 4."""


def drivers(house: House) -> Warband:
    """A leader and a henchman of the fen in a light vehicle with a blowpipe, their muster still open."""
    band = journal.begin(Setup("fenman", "The Reeds", Rules(house=house, vehicles=True)))
    hires = [Hire(rank=rank, race="fenman", name=rank) for rank in (Rank.LEADER, Rank.HENCHMAN)]
    return after(band, *hires, BuyVehicle(design=Design(type="light", weapons=(Mount("blowpipe"),)), name="Punt"))


def test_a_vehicles_gun_counts_at_the_new_price() -> None:
    before = after(drivers(HOUSE), Muster())
    later = after(before, Adopt(house=DEARER))
    assert later.value == before.value + 3
    assert later.treasury == before.treasury


def test_in_an_open_muster_a_gun_taken_out_and_back_refunds_what_it_counts_now() -> None:
    before = drivers(HOUSE)
    later = after(before, Adopt(house=DEARER))
    assert later.treasury == before.treasury - 3
    gun = later.garage[0].items[0].id
    without = after(later, DismountWeapon(vehicle=CAR, item=gun), TakeBack(item=gun))
    assert without.treasury == before.treasury + 4
    assert muster.totals(without).total == muster.totals(before).total - 4


@pytest.mark.parametrize(
    "entry",
    [
        EmbarkWeapon(vehicle=CAR, item="rifle"),
        BuyVehicle(design=Design(type="light", weapons=(Mount("rifle"),)), name="Raft"),
    ],
)
def test_no_vehicle_gets_a_gun_that_the_campaign_leaves_out(entry: AnyEntry) -> None:
    band = drivers(House(packs=HOUSE.packs, without=("rifle",)))
    assert [problem.code for problem in journal.problems(band, entry, fresh=True)] == ["left_out"]
    assert journal.problems(band, entry) == []  # a journal of before stays as it was
    assert journal.problems(drivers(HOUSE), entry, fresh=True) == []
