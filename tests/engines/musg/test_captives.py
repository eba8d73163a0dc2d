"""Whom the aliens carry off: captured, waiting, brought home or given up (Musg, Les « autres »; M201, M330)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from engines.core.dice import FixedDice
from engines.musg import report
from engines.musg.aftermath import Stage, resolve
from engines.musg.corrections.aspects import Aspect, Key, decree, differing
from engines.musg.engagement import Captivity, Casualty, Engagement, Foe
from engines.musg.entries import Buy, Dismiss, Fight, Hire, Move
from engines.musg.entries.referee_sheets import SettleCaptive
from engines.musg.ranks import Rank
from engines.musg.report import Down, Report, Who
from engines.musg.warband import Figure, Standing, Warband
from tests.engines.musg.builders import (
    HENCHMAN,
    LEADER,
    LIEUTENANT,
    after,
    changed,
    engagement,
    figure,
    fought,
    mustered,
    refusals,
    resolved,
    rich,
    steps,
    took,
    with_troll,
)

KEPT = Captivity("b1", "The Landing", None)
TROLL = 5


def taken(*numbers: int, by: Foe | None = None) -> tuple[Casualty, ...]:
    return tuple(Casualty(number, by=by, captured=True) for number in numbers)


def with_captive(number: int = HENCHMAN, kept: Captivity = KEPT) -> Warband:
    return changed(mustered(), number, captive=kept)


def test_the_captured_make_no_return_roll_and_keep_place_and_gear() -> None:
    """Ruling M330: the roll waits for the rescue; place and gear stay on the roster."""
    result = resolved(mustered(), (), casualties=taken(LEADER))
    kept = figure(result.warband, LEADER)
    assert kept.standing is Standing.ACTIVE
    assert kept.captive == Captivity("b1", "The Ford", None)
    assert kept.items == figure(mustered(), LEADER).items
    assert [(step.code, step.rule) for step in steps(result, Stage.RETURN)] == [("captured", "ruling M330")]


def test_survival_experience_waits_but_takedowns_count() -> None:
    """Ruling M330 names the point for surviving only: what was earned in the battle is earned (ruling M238)."""
    plain = resolved(mustered(), (), takedowns=took(LEADER, figure(mustered(), HENCHMAN).rank))
    held = resolved(mustered(), (), takedowns=took(LEADER, figure(mustered(), HENCHMAN).rank), casualties=taken(LEADER))
    assert figure(held.warband, LEADER).experience == figure(plain.warband, LEADER).experience - 1


def test_an_abducted_leader_is_not_replaced() -> None:
    """Ruling M330: until the referee says so."""
    result = resolved(mustered(), (), casualties=taken(LEADER))
    assert figure(result.warband, LIEUTENANT).rank is figure(mustered(), LIEUTENANT).rank
    assert steps(result, Stage.LEADER) == []


def test_a_captured_mercenary_is_out_of_contact() -> None:
    """Ruling M330: mercenaries are gone, as whenever they fall (Musg, Mercenaires)."""
    gone = figure(resolved(with_troll(), (), casualties=taken(TROLL)).warband, TROLL)
    assert (gone.standing, gone.captive) == (Standing.LOST_CONTACT, UNSET)


def test_extras_are_kept_and_rescued_like_others() -> None:
    """Ruling M330: extras can be rescued; without experience (Musg, Figurants) only the return roll waits."""
    warband = mustered("human", Hire(rank=Rank.EXTRA, race="human", name="Extra"))
    extra = len(warband.figures)
    held = resolved(warband, (), casualties=taken(extra)).warband
    assert figure(held, extra).captive == Captivity("b1", "The Ford", None)
    present = tuple(f.id for f in held.active if f.id != extra)
    home = figure(resolved(held, (6,), present=present, rescued=(extra,)).warband, extra)
    assert (home.captive, home.standing, home.experience) == (UNSET, Standing.ACTIVE, 0)


def test_a_captive_is_not_able() -> None:
    warband = with_captive()
    assert report.unable(figure(warband, HENCHMAN)) == "captive"
    fight = Fight(engagement=engagement(warband))
    assert "captive" in refusals(warband, fight)


def test_the_rescued_roll_and_take_the_point_for_surviving() -> None:
    """Ruling M330: both waited for the rescue. A henchman's 3 on the return table: back unharmed."""
    warband = with_captive()
    before = figure(warband, HENCHMAN).experience
    present = tuple(f.id for f in warband.active if f.id != HENCHMAN)
    result = resolved(warband, (6,), present=present, rescued=(HENCHMAN,))
    home = figure(result.warband, HENCHMAN)
    assert (home.captive, home.standing, home.experience) == (UNSET, Standing.ACTIVE, before + 1)
    assert [step.code for step in steps(result, Stage.RETURN)] == ["rescued", "returned"]


def test_the_rescued_may_die_of_it_after_all() -> None:
    """The roll that waited is the ordinary one: a henchman's 1 or 2 is the end (Retour des mis hors de combat)."""
    warband = with_captive()
    present = tuple(f.id for f in warband.active if f.id != HENCHMAN)
    home = figure(resolved(warband, (1,), present=present, rescued=(HENCHMAN,)).warband, HENCHMAN)
    assert (home.standing, home.captive) == (Standing.DEAD, UNSET)


def test_whoever_put_the_captive_out_is_remembered_for_the_roll() -> None:
    """A leader who comes back hating hates the warband that felled it (Musg, Haine implacable), 56 on the table."""
    foe = Foe("red", "The Red")
    result = resolved(mustered(), (), casualties=taken(LEADER, by=foe), foes=(foe,))
    assert figure(result.warband, LEADER).captive == Captivity("b1", "The Ford", foe)


def test_a_failed_rescue_may_be_tried_again() -> None:
    """Ruling M330: nothing changes for a captive whom a battle did not bring home."""
    warband = with_captive()
    present = tuple(f.id for f in warband.active if f.id != HENCHMAN)
    assert figure(resolved(warband, (), present=present).warband, HENCHMAN).captive == KEPT


def test_a_captive_who_died_in_the_rescue_is_dead() -> None:
    """M35: below 0 hit points, no roll; M36: a henchman's gear stays with the warband."""
    warband = with_captive()
    present = tuple(f.id for f in warband.active if f.id != HENCHMAN)
    died = (Casualty(HENCHMAN, killed=True),)
    assert refusals(warband, Fight(engagement=engagement(warband, casualties=died, present=present))) == set()
    gone = figure(resolved(warband, casualties=died, present=present).warband, HENCHMAN)
    assert (gone.standing, gone.captive) == (Standing.DEAD, UNSET)
    lying = (Casualty(HENCHMAN),)
    assert "not_present" in refusals(warband, Fight(engagement=engagement(warband, casualties=lying, present=present)))


def test_only_captives_are_rescued() -> None:
    warband = mustered()
    assert "not_captive" in refusals(warband, Fight(engagement=engagement(warband, rescued=(HENCHMAN,))))


class TestReport:
    def faults(self, told: Report, warband: Warband) -> set[str]:
        return {p.code for p in report.problems({"us": warband, "them": mustered("orc")}, told)}

    def test_the_dead_are_not_carried_off(self) -> None:
        """Ruling M201 speaks of the downed who were left on the table."""
        told = Report(downs=(Down(Who("us", LEADER), None, killed=True, captured=True),))
        assert "captured_dead" in self.faults(told, mustered())

    def test_it_frees_captives_only(self) -> None:
        told = Report(rescued=(Who("us", HENCHMAN),))
        assert "not_captive" in self.faults(told, mustered())
        assert self.faults(told, with_captive()) == set()

    def test_it_reaches_the_engagement(self) -> None:
        told = Report(downs=(Down(Who("us", LEADER), captured=True),), rescued=(Who("us", HENCHMAN),))
        home = report.engagements({"us": with_captive()}, told, battle="b", title="t")["us"]
        assert home.casualties == (Casualty(LEADER, captured=True),)
        assert home.rescued == (HENCHMAN,)
        assert HENCHMAN not in home.present

    def test_victory_points_do_not_depend_on_it(self) -> None:
        """Musg, Fin du tour: 10 for a leader out of action, captured or not."""
        downs = (Down(Who("us", LEADER), Who("them", LEADER), captured=True),)
        assert report.result({"us": mustered(), "them": mustered("orc")}, Report(downs=downs)).points["them"] == 10


class TestOutOfReach:
    @pytest.mark.parametrize(
        "entry",
        [
            Buy(item="sword", figure=HENCHMAN),
            Dismiss(figure=HENCHMAN),
            Move(item=1, to=HENCHMAN),
        ],
        ids=["buy", "dismiss", "move to"],
    )
    def test_nothing_is_handed_to_or_taken_from_a_captive(self, entry: Any) -> None:
        """Ruling M330: it keeps its place and its gear."""
        assert "captive" in refusals(rich(with_captive()), entry)

    def test_its_gear_stays_with_it(self) -> None:
        warband = rich(with_captive())
        own = figure(warband, HENCHMAN).items[0].id
        assert "captive" in refusals(warband, Move(item=own))


class TestReferee:
    """Ruling M330: the referee has the last word."""

    def test_brings_home_without_a_roll(self) -> None:
        warband = after(with_captive(), SettleCaptive(figure=HENCHMAN, reason="The scenario"))
        assert figure(warband, HENCHMAN) == figure(mustered(), HENCHMAN)

    def test_gives_up_for_good_with_the_gear(self) -> None:
        gone = figure(after(with_captive(), SettleCaptive(figure=HENCHMAN, lost=True, reason="Too late")), HENCHMAN)
        assert (gone.standing, gone.items, gone.captive) == (Standing.DEAD, (), UNSET)

    def test_settles_captives_only(self) -> None:
        assert "not_captive" in refusals(mustered(), SettleCaptive(figure=HENCHMAN, reason="Why"))


class TestCorrections:
    def test_captivity_is_an_aspect_of_its_own(self) -> None:
        assert list(differing(mustered(), with_captive())) == [Key(HENCHMAN, Aspect.CAPTIVITY)]

    @pytest.mark.parametrize(("old", "new"), [(mustered(), with_captive()), (with_captive(), mustered())])
    def test_a_decree_holds_it(self, old: Warband, new: Warband) -> None:
        held = decree(old, new, [Key(HENCHMAN, Aspect.CAPTIVITY)], "So be it")
        assert held is not None
        assert figure(after(new, held), HENCHMAN).captive == figure(old, HENCHMAN).captive


class TestOldJournals:
    def test_what_was_written_before_reads_and_writes_the_same(self) -> None:
        """No report, engagement or figure without captives says a word about them."""
        old = [
            Casualty(1, killed=False, by=None),
            Report(downs=(Down(Who("us", 1)),)),
            engagement(mustered()),
            figure(mustered(), HENCHMAN),
        ]
        for value in old:
            text = msgspec.json.encode(value)
            assert b"capti" not in text
            assert b"captured" not in text
            assert b"rescued" not in text
            assert msgspec.json.decode(text, type=type(value)) == value

    def test_the_new_ones_survive_too(self) -> None:
        for value, kind in (
            (engagement(mustered(), casualties=taken(LEADER)), Engagement),
            (figure(with_captive(), HENCHMAN), Figure),
        ):
            assert msgspec.json.decode(msgspec.json.encode(value), type=kind) == value


def test_an_aftermath_asks_no_die_for_the_captured() -> None:
    dice = FixedDice(())
    resolve(fought(mustered(), casualties=taken(LEADER, HENCHMAN)), dice)
    dice.finish()


def test_a_captive_who_misses_nothing_else_is_the_same_figure_when_free() -> None:
    assert replace(figure(with_captive(), HENCHMAN), captive=UNSET) == figure(mustered(), HENCHMAN)
