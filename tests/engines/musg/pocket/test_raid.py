"""A raid at the table: alert, rounds, hostages, bomb, points (Musg, Regroup team !; M158, M208-M216, M333-M341).

Every number is taken from the book or the ruling that the test names.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engines.core.problems import Illegal
from engines.core.separate import verify_separate
from engines.musg.pocket import log
from engines.musg.pocket.dice import receipt
from engines.musg.pocket.entries import Entry, decode, encode, follow_alert
from engines.musg.pocket.entries.aims import (
    BombDefused,
    BombPlaced,
    BombTaken,
    Caught,
    Fell,
    HostageKilled,
    Led,
    WalkedOff,
)
from engines.musg.pocket.entries.alert import Alarm, GuardsDone, GuardWent, RaidersDone, RollAlert, RoundLaid
from engines.musg.pocket.entries.harm import Shot
from engines.musg.pocket.entries.layout import KitTaken, MarkerLaid
from engines.musg.pocket.entries.turn import Finish
from engines.musg.pocket.games import agreed, game_of
from engines.musg.pocket.raid.setup import Raid
from engines.musg.pocket.raid.state import RaidState, Stage
from engines.musg.pocket.raid.summary import raid_report, winner
from engines.musg.pocket.setup import Band, Fighter
from engines.musg.pocket.state import Phase
from engines.musg.ranks import Rank
from engines.musg.report import Down, Who

ANTI = Band("anti", "Anti", (Fighter(1, "Ada", Rank.LEADER, 4), Fighter(2, "Bo", Rank.LIEUTENANT, 4)))
TERROR = Band(
    "terror",
    "Terror",
    (Fighter(1, "Tom", Rank.LEADER, 4), Fighter(2, "Una", Rank.EXTRA, 3), Fighter(3, "Vic", Rank.EXTRA, 3)),
)
ADA, BO, TOM, UNA, VIC = "anti:1", "anti:2", "terror:1", "terror:2", "terror:3"


def setup(**choices: Any) -> Raid:
    return Raid(bands=(ANTI, TERROR), team="anti", **choices)


def raid(*entries: Entry, **choices: Any) -> RaidState:
    state: RaidState = log.begin(setup(**choices))
    for entry in entries:
        log.play(state, entry)
    return state


def rolled(state: RaidState, face: int) -> RaidState:
    """Roll for the alert what is awaited."""
    assert state.awaited is not None
    return log.play(state, RollAlert(pending=state.awaited.id, faces=(face,)))


def codes(state: RaidState, entry: Entry) -> list[str]:
    with pytest.raises(Illegal) as caught:
        log.play(state, entry)
    return [one.code for one in caught.value.problems]


def turns(state: RaidState, last: int) -> RaidState:
    """Quiet turns up to the anti-terrorists' part of turn ``last``: a 6 at level 0 would raise, a 2 does not."""
    while state.turn < last or state.phase is not Phase.RAIDERS:
        if state.awaited is not None:
            rolled(state, 2)
        elif state.phase is Phase.GUARDS:
            log.play(state, GuardsDone(turn=state.turn))
        else:
            log.play(state, RaidersDone(turn=state.turn))
    return state


def at_level(level: int) -> RaidState:
    """The alert at this level: raised by shots and sixes, which are enough at every level (M209)."""
    state = rolled(raid(), 2)
    for _time in range(level):
        rolled(log.play(state, Alarm(cause="shot", figure=TOM)), 6)
    return state


# --- the alert ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "face", "after"), [(0, 6, 1), (0, 5, 0), (1, 5, 2), (1, 6, 1), (5, 1, 6), (5, 2, 5)])
def test_at_the_start_of_a_part_only_the_very_number_raises_the_alert(level: int, face: int, after: int) -> None:
    """M208, M210: 6 minus the level, exactly (the book's example: level 1 and a 5 make 2; level 5 needs a 1)."""
    state = at_level(level)
    log.play(state, GuardsDone(turn=1))
    log.play(state, RaidersDone(turn=1))
    assert rolled(state, face).level == after


@pytest.mark.parametrize(("level", "face", "after"), [(0, 6, 1), (0, 5, 0), (1, 5, 2), (1, 6, 2), (3, 2, 3), (5, 1, 6)])
def test_whoever_is_seen_raises_it_with_that_or_more(level: int, face: int, after: int) -> None:
    """M209: 1d6 at least 6 minus the level."""
    assert rolled(log.play(at_level(level), Alarm(cause="seen", figure=ADA)), face).level == after


def test_at_six_the_alert_is_given_and_nothing_more_is_rolled() -> None:
    """L1306, M210: level 6 ends the rolls, those that were waiting and those of the turns to come; rounds end."""
    state = at_level(5)
    log.play(state, Alarm(cause="seen", figure=ADA))
    log.play(state, Alarm(cause="detector", figure=BO))
    assert state.to_walk() == (UNA, VIC)
    rolled(state, 1)
    assert (state.given, state.pending, state.to_walk()) == (True, (), ())
    assert codes(state, Alarm(cause="seen", figure=ADA)) == ["alert_given"]
    log.play(state, GuardsDone(turn=1))
    assert log.play(state, RaidersDone(turn=1)).pending == ()


def test_intruders_are_seen_terrorists_are_heard_detectors_notice_anybody() -> None:
    """L1318-L1328, M216; nothing else is in the book."""
    state = rolled(raid(), 2)
    assert codes(state, Alarm(cause="seen", figure=TOM)) == ["wrong_side"]
    assert codes(state, Alarm(cause="shot", figure=ADA)) == ["wrong_side"]
    assert codes(state, Alarm(cause="body", figure=ADA)) == ["alarm_cause"]
    for figure in (ADA, TOM):
        rolled(log.play(state, Alarm(cause="detector", figure=figure)), 2)


def test_without_the_alert_nobody_rolls() -> None:
    """M337: a pure bomb race goes without; with hostages it is always played."""
    state = raid(hostages=0, alert=False)
    assert (state.pending, state.given) == ((), True)
    assert [one.code for one in setup(alert=False).problems()] == ["raid_alert"]


def test_the_sites_dice_of_the_alert_can_be_proved() -> None:
    seed = bytes(range(32))
    state = raid()
    asked = follow_alert(state, Alarm(cause="seen", figure=ADA))
    assert isinstance(asked, RollAlert)
    log.play(state, log.rolled(state, asked, seed))
    assert verify_separate(receipt(seed, state)) == []
    assert len(state.rolls) == 1


# --- what is laid out and carried -----------------------------------------------------------------------------------


def test_whoever_has_a_kit_defuses_for_one_point_and_it_lies_where_he_falls() -> None:
    """L1364-L1368, M341: two points, one with a kit; it costs nothing to take one up that lies there."""
    state = turns(raid(BombPlaced(figure=TOM, site=1), kits=(ADA,)), 1)
    log.play(state, Fell(figure=ADA))
    assert (state.kits, state.kits_lying) == ((), (ADA,))
    assert codes(state, KitTaken(figure=TOM, lying=ADA)) == ["wrong_side"]
    assert codes(state, KitTaken(figure=BO, lying=BO)) == ["no_kit"]
    log.play(state, KitTaken(figure=BO, lying=ADA))
    assert (state.kits, state.kits_lying) == ((BO,), ())
    log.play(state, BombDefused(figure=BO))
    assert state.events[0].params["points"] == 1


def test_without_a_kit_it_takes_two_points_whatever_the_form_said() -> None:
    state = turns(raid(BombPlaced(figure=TOM, site=1), kits=(ADA,)), 1)
    log.play(state, BombDefused(figure=BO, kit=True))
    assert state.events[0].params["points"] == 2


def test_evenings_that_do_not_keep_kits_go_by_what_was_entered() -> None:
    """What was stored before there were kits stays what it was."""
    old = msgspec.convert({**msgspec.to_builtins(setup()), "game": "raid"}, Raid)
    assert (old.kits, old.detectors) == (msgspec.UNSET, msgspec.UNSET)
    state = turns(raid(BombPlaced(figure=TOM, site=1)), 1)
    log.play(state, BombDefused(figure=BO, kit=True))
    assert state.events[0].params["points"] == 1


def test_a_kit_leaves_with_its_bearer() -> None:
    state = turns(raid(kits=(ADA,)), 1)
    log.play(state, WalkedOff(figure=ADA))
    assert (state.kits, state.kits_lying) == ((), ())


@pytest.mark.parametrize("kits", [(TOM,), ("anti:9",), (ADA, ADA)])
def test_only_anti_terrorists_begin_with_a_kit_one_each(kits: tuple[str, ...]) -> None:
    assert [one.code for one in setup(kits=kits).problems()] == ["raid_kits"]


def test_half_of_the_hostages_are_moved_before_anybody_acts() -> None:
    """L1290-L1292: of five two may be moved; the same one twice counts once."""
    state = raid(*(MarkerLaid(marker=f"hostage:{n}", place="here") for n in range(1, 6)), hostages=5, detectors=1)
    for number in (1, 1, 2):
        log.play(state, MarkerLaid(marker=f"hostage:{number}", place="there"))
    assert codes(state, MarkerLaid(marker="hostage:3", place="there")) == ["hostages_moved"]
    rolled(state, 2)
    assert codes(state, MarkerLaid(marker="hostage:1", place="off")) == ["hostage_stays"]
    log.play(state, MarkerLaid(marker="detector:1", place="door"))
    log.play(state, MarkerLaid(marker="detector:1", place="gate"))
    assert state.places["detector:1"] == "gate"
    assert codes(state, MarkerLaid(marker="detector:2", place="gate")) == ["no_marker"]
    assert codes(state, MarkerLaid(marker="site:1", place=" ")) == ["no_place"]
    assert codes(state, MarkerLaid(marker="site:1", place="x" * 41)) == ["no_place"]


def test_anti_terrorists_with_a_pistol_have_it_silenced() -> None:
    """M107, M342: the free first pistol."""
    armed = Band("anti", "Anti", (Fighter(1, "Ada", Rank.LEADER, 4, pistol=True), Fighter(2, "Bo", Rank.LIEUTENANT, 4)))
    found = Raid(bands=(armed, TERROR), team="anti")
    assert found.silenced == (ADA,)


# --- rounds and turns -----------------------------------------------------------------------------------------------


def test_guards_walk_to_a_neighbouring_marker_once_in_a_turn() -> None:
    """M338: either way, to a neighbour; or the guard stays to shoot or strike. Leaders walk no rounds (L1309)."""
    state = rolled(raid(markers=3), 2)
    assert state.to_walk() == (UNA, VIC)
    assert codes(state, GuardWent(figure=UNA, to=3)) == ["no_such_marker"]
    log.play(state, GuardWent(figure=UNA, to=2))
    assert codes(state, GuardWent(figure=UNA, to=3)) == ["no_guard"]
    assert codes(state, GuardWent(figure=TOM, to=2)) == ["no_guard"]
    log.play(state, GuardWent(figure=VIC, to=1))
    assert state.to_walk() == ()
    rolled(turns(state, 1) and log.play(state, RaidersDone(turn=1)), 2)
    assert state.rounds[UNA].next == (3, 1)
    log.play(state, RoundLaid(figure=UNA, markers=2))
    assert state.rounds[UNA].next == (2,)
    assert codes(state, RoundLaid(figure=UNA, markers=7)) == ["raid_markers"]


def test_the_terrorists_part_comes_first_then_the_others_every_turn() -> None:
    """M211, M336: no initiative; the roll for the alert first."""
    state = raid()
    assert codes(state, GuardsDone(turn=1)) == ["roll_awaited"]
    rolled(state, 2)
    assert codes(state, RaidersDone(turn=1)) == ["wrong_moment"]
    log.play(state, GuardsDone(turn=1))
    log.play(state, RaidersDone(turn=1))
    assert (state.turn, state.phase, state.awaited is not None) == (2, Phase.GUARDS, True)


# --- hostages -------------------------------------------------------------------------------------------------------


def test_a_touch_frees_a_friend_takes_over_and_who_falls_leaves_them_waiting() -> None:
    """L1343-L1351, M340: also a terrorist may take one who was freed and waits, never one who is held or led."""
    state = turns(raid(hostages=2), 1)
    assert codes(state, Led(hostage="hostage:1", figure=TOM)) == ["not_to_take"]
    log.play(state, Led(hostage="hostage:1", figure=ADA))
    assert codes(state, Led(hostage="hostage:1", figure=ADA)) == ["led_by_it"]
    assert codes(state, Led(hostage="hostage:1", figure=TOM)) == ["not_to_take"]
    log.play(state, Led(hostage="hostage:1", figure=BO))
    log.play(state, Fell(figure=BO, band="terror", number=1))
    assert [one.leader for one in state.hostages] == ["", ""]
    log.play(state, Led(hostage="hostage:1", figure=TOM))
    assert state.led_by(TOM)[0].number == 1


def test_those_behind_an_anti_terrorist_leave_with_it_for_five_points_each() -> None:
    """M340: 5 victory points for each brought out; only some of them out: the points decide."""
    state = turns(raid(hostages=3, bomb=False), 1)
    for number in (1, 2):
        log.play(state, Led(hostage=f"hostage:{number}", figure=ADA))
    assert codes(state, WalkedOff(figure=TOM)) == ["wrong_side"]
    log.play(state, WalkedOff(figure=ADA))
    assert winner(state) == ""
    log.play(state, Led(hostage="hostage:3", figure=BO))
    log.play(state, WalkedOff(figure=BO))
    log.play(state, Finish())
    told = raid_report(state)
    assert (dict(told.bonus), told.winner) == ({"anti": 15}, "anti")


def test_each_hostage_a_terrorist_kills_costs_twenty_points() -> None:
    """M158: per hostage; M340: by anti-terrorists or chance it costs nothing. None is brought out: terrorists win."""
    state = turns(raid(hostages=3, bomb=False), 1)
    log.play(state, HostageKilled(hostage="hostage:1", by_terrorists=True))
    log.play(state, HostageKilled(hostage="hostage:2", by_terrorists=True))
    log.play(state, HostageKilled(hostage="hostage:3", by_terrorists=False))
    assert codes(state, HostageKilled(hostage="hostage:3", by_terrorists=True)) == ["no_hostage"]
    told = raid_report(state)
    assert (dict(told.bonus), told.winner, state.is_settled) == ({"terror": -40}, "terror", True)


# --- the bomb -------------------------------------------------------------------------------------------------------


def test_the_bomb_goes_off_at_the_end_of_the_third_turn_after_it_was_placed() -> None:
    """M212: placed in turn 1, it goes off at the end of turn 4; not earlier."""
    state = rolled(raid(), 2)
    assert codes(state, BombPlaced(figure=ADA)) == ["wrong_side"]
    log.play(state, BombPlaced(figure=UNA, site=2))
    for turn in (1, 2, 3):
        turns(state, turn)
        assert log.play(state, RaidersDone(turn=turn)).bomb.stage is Stage.TICKING
    turns(state, 4)
    log.play(state, RaidersDone(turn=4))
    assert (state.bomb.stage, state.phase, state.turn) == (Stage.EXPLODED, Phase.BLAST, 4)


def test_all_within_twenty_paces_die_and_the_terrorists_score() -> None:
    """M213, M326, M341: dead, also who lay there; their own score nobody; a hostage costs them 20 (M340)."""
    state = turns(log.play(rolled(raid(hostages=1), 2), BombPlaced(figure=UNA)), 4)
    log.play(state, Fell(figure=BO, band="terror", number=1))
    assert codes(state, Caught(figure=ADA)) == ["wrong_moment"]
    log.play(state, RaidersDone(turn=4))
    for figure in (ADA, BO, VIC, "hostage:1"):
        log.play(state, Caught(figure=figure))
    assert codes(state, Caught(figure=ADA)) == ["not_on_table"]
    log.play(state, Finish())
    told = raid_report(state)
    una = Who("terror", 2)
    assert told.downs == (
        Down(Who("anti", 1), una, killed=True),
        Down(Who("anti", 2), Who("terror", 1), killed=True),
        Down(Who("terror", 3), None, killed=True),
    )
    assert (dict(told.bonus), told.winner) == ({"terror": -20}, "terror")


def test_a_bomb_is_defused_for_two_action_points_or_one_with_a_kit() -> None:
    """L1364-L1366. Without hostages the anti-terrorists have won by it."""
    for kit, points in ((False, 2), (True, 1)):
        state = turns(raid(hostages=0, alert=False), 1)
        assert codes(state, BombDefused(figure=ADA)) == ["no_bomb"]
        log.play(state, BombPlaced(figure=UNA))
        assert codes(state, BombDefused(figure=TOM)) == ["wrong_side"]
        log.play(state, BombDefused(figure=ADA, kit=kit))
        assert state.events[0].params["points"] == points
        assert (winner(state), state.is_settled) == ("anti", True)
        assert log.play(turns(state, 6), RaidersDone(turn=6)).phase is Phase.GUARDS


def test_a_bomb_that_ticks_at_the_end_is_no_victory_of_the_anti_terrorists() -> None:
    """Ruling M364: not defused, so that points decide; one that was never placed has not gone off (L1377)."""
    state = turns(raid(hostages=0, alert=False), 1)
    assert winner(state) == "anti"
    log.play(state, BombPlaced(figure=UNA))
    assert winner(state) == ""


def test_the_bomb_of_who_falls_lies_there_and_another_terrorist_takes_it() -> None:
    """M214: another may take it; whoever picked it up was seen, so nobody else can place it."""
    state = turns(raid(), 1)
    assert codes(state, BombTaken(figure=VIC)) == ["no_bomb"]
    log.play(state, Fell(figure=UNA, band="anti", number=1, bomb=True))
    assert codes(state, BombPlaced(figure=VIC)) == ["no_bomb"]
    log.play(state, BombTaken(figure=VIC))
    assert codes(state, BombPlaced(figure=TOM)) == ["no_bomb"]
    log.play(state, Fell(figure=VIC, band="anti", number=1))
    assert state.bomb.stage is Stage.DROPPED, "everybody knew that it had the bomb"


def test_without_a_terrorist_left_the_anti_terrorists_have_won_unless_it_ticks_alone() -> None:
    """L1377: all terrorists out. A bomb that ticks with nobody to defuse it wins for the terrorists."""
    state = turns(raid(), 1)
    for figure in (TOM, UNA, VIC):
        log.play(state, Fell(figure=figure, band="anti", number=1))
    assert (winner(state), state.is_settled) == ("anti", True)
    state = log.play(turns(raid(), 1), BombPlaced(figure=UNA))
    for figure, by in ((TOM, "anti"), (UNA, "anti"), (VIC, "anti"), (ADA, "terror"), (BO, "terror")):
        log.play(state, Fell(figure=figure, band=by))
    assert winner(state) == "terror"


# --- what every evening has -----------------------------------------------------------------------------------------


def test_a_raid_knows_no_noise_and_a_night_no_alert() -> None:
    assert codes(rolled(raid(), 2), Shot(figure=ADA)) == ["other_game"]


def test_setup_and_entries_are_stored_and_read() -> None:
    made = setup(absent=("anti:9",))
    assert agreed(msgspec.to_builtins(made)) == made
    assert game_of(made).setup is Raid
    for entry in (
        Alarm(cause="seen", figure=ADA),
        Fell(figure=ADA, bomb=True),
        HostageKilled(hostage="x", by_terrorists=True),
    ):
        assert decode(encode(entry)) == entry
    assert raid_report(raid(absent=("anti:9",))).absent == (Who("anti", 9),)


def test_an_entry_is_taken_back() -> None:
    """Without the touch the hostage does not leave; a later entry that needs the one taken back keeps it."""
    entries = [
        RollAlert(pending=1, faces=(2,)),
        Led(hostage="hostage:1", figure=ADA),
        WalkedOff(figure=ADA),
    ]
    assert log.replay(setup(), entries).hostages[0].saved
    assert not log.without(setup(), entries, 1).hostages[0].saved
    with pytest.raises(Illegal):
        log.without(setup(), [*entries, HostageKilled(hostage="hostage:1", by_terrorists=True)], 0)


@pytest.mark.parametrize(
    ("choices", "code"),
    [
        ({"hostages": 0, "bomb": False, "alert": False}, "raid_aim"),
        ({"hostages": 13}, "raid_hostages"),
        ({"markers": 1}, "raid_markers"),
        ({"markers": 7}, "raid_markers"),
    ],
)
def test_what_cannot_be_agreed(choices: dict[str, Any], code: str) -> None:
    assert [one.code for one in setup(**choices).problems()] == [code]


def test_a_raid_is_for_two_warbands() -> None:
    assert [one.code for one in Raid(bands=(ANTI,), team="anti").problems()] == ["raid_bands"]
    assert [one.code for one in Raid(bands=(ANTI, TERROR), team="x").problems()] == ["raid_bands"]
