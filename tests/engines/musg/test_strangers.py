"""Files that nobody vouches for: what is refused in them, and the bounds that whatever passes keeps."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

from engines.musg import journal, transfer
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.engagement import Foe
from engines.musg.entries import (
    Accept,
    AnyEntry,
    Character,
    EngageAgain,
    Fight,
    Grant,
    Hire,
    HireCharacter,
    Move,
    Recover,
    Release,
    Succeed,
)
from engines.musg.entries.base import NAME_LIMIT
from engines.musg.entries.referee import GRANT_LIMIT
from engines.musg.injuries import lasting
from engines.musg.ranks import Rank
from engines.musg.report import BONUS_LIMIT
from engines.musg.warband import Injury, Warband
from tests.engines.musg.builders import LEADER, after, down, engagement, mustered, rich
from tests.engines.musg.journeys import journey, lives

LEGEND = Character(name="Bess", rank=Rank.LEADER, race="orc", origin=Rank.LEADER, price=48, lifetime=40)
BEST = max(CATALOGUE.victory_points.values())


def fresh(warband: Warband, entry: AnyEntry) -> set[str]:
    return {problem.code for problem in journal.problems(warband, entry, fresh=True)}


class TestWhatOnlyAStoredJournalMayHold:
    """Each of these replays, for journals written when it was allowed; none is taken from a stranger."""

    @pytest.mark.parametrize(
        ("values", "code"),
        [({"present": ()}, "nobody_present"), ({"foes": ()}, "no_foe")],
    )
    def test_battles_nobody_attended(self, values: dict[str, Any], code: str) -> None:
        """Ruling M297: at least one able figure on each side."""
        entry = Fight(engagement=replace(engagement(mustered()), **values))
        assert fresh(mustered(), entry) == {code}
        assert journal.can_apply(mustered(), entry)

    def test_felled_by_who_was_not_there(self) -> None:
        fallen = tuple(replace(one, by=Foe("x", "Nobody")) for one in down(LEADER))
        assert fresh(mustered(), Fight(engagement=engagement(mustered(), casualties=fallen))) == {"foe_not_there"}

    def test_the_same_character_twice(self) -> None:
        """Ruling M250: a character serves a warband once at a time."""
        served = after(rich(mustered()), HireCharacter(character=LEGEND))
        assert fresh(served, HireCharacter(character=LEGEND)) == {"serves_already"}
        assert fresh(served, HireCharacter(character=replace(LEGEND, name="Tess"))) == set()
        released = after(served, Release(figure=served.figures[-1].id))
        assert fresh(released, HireCharacter(character=LEGEND)) == set()
        anew = after(released, HireCharacter(character=LEGEND))
        assert fresh(anew, EngageAgain(figure=released.figures[-1].id)) == {"serves_already"}


class TestSheetsOfCharacters:
    @pytest.mark.parametrize("code", sorted(CATALOGUE.injuries_by_code.keys() - lasting(CATALOGUE)))
    def test_nobody_bears_what_does_not_last(self, code: str) -> None:
        """Musg, Retour des mis hors de combat: the dead are not for hire, and a full recovery leaves nothing."""
        hurt = replace(LEGEND, injuries=(Injury(code),))
        assert fresh(rich(mustered()), HireCharacter(character=hurt)) == {"no_such_character"}

    @pytest.mark.parametrize(
        ("injury", "held"),
        [
            (Injury("hobbled"), True),
            (Injury("hobbled", Foe("x", "The Others")), False),
            (Injury("hatred"), False),
            (Injury("hatred", Foe("x", "The Others")), True),
            (Injury("hatred", Foe("x", "o" * 201)), False),
            (Injury("hatred", Foe("x", "\u202eO")), False),
        ],
    )
    def test_whoever_hates_hates_somebody(self, injury: Injury, held: bool) -> None:
        entry = HireCharacter(character=replace(LEGEND, injuries=(injury,)))
        assert (fresh(rich(mustered()), entry) == set()) is held


class TestAcceptance:
    @pytest.mark.parametrize("steps", [(), (0,), (-1, 2), (2, 2), (3, 1)])
    def test_the_steps_stand_in_their_order(self, steps: tuple[int, ...]) -> None:
        assert fresh(mustered(), Accept(campaign="The Border", steps=steps)) == {"accepted_steps"}

    def test_it_changes_nothing(self) -> None:
        entry = Accept(campaign="The Border", steps=(3, 9))
        assert after(mustered(), entry) == mustered()
        assert fresh(mustered(), replace(entry, campaign="x" * 201)) == {"text_long"}


def test_what_needs_a_witness() -> None:
    """Battles, dice and gifts do; what a player decides alone does not."""
    fought = Fight(engagement=engagement(mustered()))
    dice = Recover(battle="b1", faces=(), source="entered")
    needing = (
        fought,
        dice,
        Grant(points=5, reason="x"),
        HireCharacter(character=LEGEND),
        Succeed(figure=2, by_fate=True),
    )
    assert all(entry.needs_witness for entry in needing)
    alone = (Succeed(figure=2), Hire(rank=Rank.HENCHMAN, race="orc", name="x"), Move(item=1))
    assert not any(entry.needs_witness for entry in alone)


numbers = st.integers(-3, 3) | st.sampled_from([99, 10_000, 10**6, -(10**6), 10**30])


def mutable(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all numbers and texts inside."""
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    own = [path] if isinstance(data, int | str) and path else []
    return own + [leaf for key, value in inside for leaf in mutable(value, (*path, key))]


@given(lives, st.data())
def test_hostile_changes_are_refused_or_stay_within_bounds(seed: int, data: st.DataObject) -> None:
    """Steps are doubled, moved, dropped and their numbers and names changed; what passes is a possible warband."""
    trip = journey(seed, 60)
    file = copy.deepcopy(transfer.write_file(trip.setup, trip.entries))
    steps = file["journal"]
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(steps) - 1))
        match data.draw(st.sampled_from(["double", "drop", "change", "change", "change"])):
            case "double":
                steps.insert(data.draw(st.integers(0, len(steps))), copy.deepcopy(steps[place]))
            case "drop" if len(steps) > 1:
                del steps[place]
            case _:
                *path, last = data.draw(st.sampled_from(mutable(steps[place])))
                inside: Any = steps[place]
                for key in path:
                    inside = inside[key]
                if isinstance(inside[last], str):
                    inside[last] = data.draw(st.sampled_from(["", "x" * 5000, "leader", "dead", "pistol", "\u202e"]))
                else:
                    inside[last] = data.draw(numbers)
    try:
        read = transfer.read_file(file)
    except transfer.MalformedFile:
        return
    warband, found = transfer.open_file(read, fresh=True)
    if not found:
        assert warband is not None
        within_bounds(warband, read.journal)


def within_bounds(warband: Warband, entries: tuple[AnyEntry, ...]) -> None:
    fights = [entry.engagement for entry in entries if isinstance(entry, Fight)]
    grants = sum(abs(entry.points) for entry in entries if isinstance(entry, Grant))
    assert grants <= GRANT_LIMIT * len(entries)
    won = sum(BEST * len(one.takedowns) + BONUS_LIMIT for one in fights)
    bought = sum(figure.cost + figure.gear_cost for figure in warband.figures) + warband.stash_cost
    assert warband.treasury + bought <= warband.rules.points + grants + won
    assert warband.treasury >= 0 or not warband.mustered
    assert warband.record.battles <= len(fights) == len({one.battle for one in fights})
    assert all(one.present for one in fights)
    serving = [(f.name, f.race) for f in warband.active if f.hired and f.mercenary is None]
    for figure in warband.figures:
        assert len(figure.name) <= NAME_LIMIT
        assert set(figure.injury_codes) <= lasting(CATALOGUE)
        assert 0 <= figure.experience <= max(warband.rules.boxes(figure.rank), warband.rules.leader_boxes)
        assert len(set(figure.skills)) == len(figure.skills)
    renamed = any(str(entry.__struct_config__.tag) == "rename" for entry in entries)
    assert renamed or len(set(serving)) == len(serving)
