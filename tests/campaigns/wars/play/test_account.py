"""The account beside the map: what a battle at the site tells its readers."""

from campaigns.wars.play.account import account_of
from campaigns.wars.replay.wording.names import Names
from engines.musg.battle.events import Event, Kind
from engines.musg.catalogue.printed import CATALOGUE

NAMES = Names(("Axes",), ("Ann", "Bo"), CATALOGUE)


def moved(index: int, kind: Kind, start: float, end: float, figure: int = 0, turn: int = 1) -> Event:
    way = [[start, 3.0], [end, 3.0]]
    return Event(index, turn, kind, "", 0, figure, data={"paces": end - start, "way": way, "end": [end, 3.0, 0]})


def sentences(events: list[Event], seen: int = 0) -> list[str]:
    return [line.sentence for line in account_of(events, NAMES, seen).new]


def test_a_move_made_step_by_step_is_told_once() -> None:
    events = [
        moved(0, Kind.WALKED, 2.0, 2.5),
        moved(1, Kind.WENT_ON, 2.5, 3.0),
        moved(2, Kind.WENT_ON, 3.0, 4.5),
        moved(3, Kind.WALKED, 8.0, 9.0, figure=1),
        moved(4, Kind.WENT_ON, 4.5, 5.5),
    ]
    told = account_of(events, NAMES, 0)
    assert [line.sentence for line in told.new] == [
        "Ann walks 2.5 paces.",
        "Bo walks 1 pace.",
        "Ann goes on, by 1 pace.",
    ]
    assert told.new[0].way == "2,3 2.5,3 3,3 4.5,3"
    assert (told.new[0].number, told.last) == (0, 5)


def test_what_was_seen_already_is_not_told_again_with_what_goes_on() -> None:
    events = [moved(0, Kind.WALKED, 2.0, 2.5), moved(1, Kind.WENT_ON, 2.5, 4.0)]
    told = account_of(events, NAMES, 1)
    assert [line.sentence for line in told.new] == ["Ann goes on, by 1.5 paces."]
    assert [line.sentence for turn in told.recent for line in turn.lines] == ["Ann walks 0.5 paces."]


def test_steps_of_two_turns_are_two_moves() -> None:
    events = [moved(0, Kind.WALKED, 2.0, 3.0), moved(1, Kind.WENT_ON, 3.0, 4.0, turn=2)]
    assert sentences(events) == ["Ann walks 1 pace.", "Ann goes on, by 1 pace."]
