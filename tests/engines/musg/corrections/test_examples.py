"""Corrections by hand: numbers, money, dice, battles between two, characters for hire, decrees."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from engines.musg import journal, report as reports
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.corrections.aspects import Aspect, Key
from engines.musg.corrections.outcome import Attended, Keep, Question, Replayed
from engines.musg.corrections.run import replay
from engines.musg.corrections.timeline import (
    Act,
    Clash,
    Edit,
    Face,
    Insert,
    InsertBattle,
    Replace,
    ReplaceReport,
    Strike,
    Timeline,
)
from engines.musg.entries import (
    AnyEntry,
    Buy,
    Decree,
    Engage,
    Fight,
    Grant,
    HireCharacter,
    Hold,
    Injure,
    Learn,
    Move,
    Muster,
    Note,
    Recover,
    Release,
    Rename,
    Struck,
    Succeed,
)
from engines.musg.entries.decree import Measure
from engines.musg.ranks import Rank
from engines.musg.report import Down, Report, Who
from engines.musg.succession import character_for_hire
from engines.musg.warband import Standing, Warband
from tests.engines.musg.builders import HENCHMAN, LEADER, LIEUTENANT, after, core, figure, hire, setup

MUSTER = [*core(), Muster()]
"""Entries 0-3 hire figures 1-4 with daggers 1-4, entry 4 closes the muster."""


def alone(entries: Sequence[AnyEntry]) -> Timeline:
    return Timeline({"w": setup()}, tuple(Act(str(n), "w", entry) for n, entry in enumerate(entries)))


def corrected(entries: Sequence[AnyEntry], *edits: Edit) -> Warband:
    result = replay(alone(entries), edits)
    assert not result.refusals
    return result.new["w"]


def refused(result: Replayed) -> list[tuple[str, str]]:
    return [(refusal.ref, refusal.problems[0].code) for refusal in result.refusals]


class TestNumbers:
    def test_a_wrong_purchase_is_replaced(self) -> None:
        entries = [*MUSTER, Buy(item="sword", figure=LEADER), Move(item=5, to=HENCHMAN), Buy(item="rope")]
        warband = corrected(entries, Replace("5", Buy(item="axe", figure=LEADER)))
        assert figure(warband, HENCHMAN).item_codes == ("dagger", "axe")
        assert warband.stash[0].code == "rope"

    def test_later_entries_keep_meaning_the_same_figures_and_items(self) -> None:
        """Striking the hire of figure 3 does not make figure 4 into figure 3."""
        entries = [*MUSTER, hire(Rank.HENCHMAN, name="New"), Buy(item="sword", figure=5), Rename(figure=4, name="Four")]
        warband = corrected(entries, Strike("2"))
        assert [f.id for f in warband.figures] == [1, 2, 4, 5]
        assert figure(warband, 4).name == "Four"
        assert figure(warband, 5).item_codes == ("dagger", "sword")
        assert warband.treasury == 500 - 40 - 20 - 8 - 8 - 5

    def test_a_gap_stays_where_an_entry_was(self) -> None:
        lines = replay(alone([*MUSTER, Buy(item="rope")]), [Strike("2")]).journals["w"]
        assert [line.entry for line in lines][2] == Struck(figures=1, items=1)

    def test_who_was_forgotten_gets_a_number_beyond_all(self) -> None:
        entries = [*MUSTER, Buy(item="rope"), hire(Rank.HENCHMAN, name="Five")]
        warband = corrected(entries, Insert("new", "3", "w", hire(Rank.HENCHMAN, name="Forgotten")))
        assert [(f.id, f.name) for f in warband.figures][-2:] == [(6, "Forgotten"), (5, "Five")]
        assert (warband.next_figure, warband.next_item) == (7, 8)
        assert warband.stash[0].id == 5

    def test_a_replacement_that_gives_out_more_is_numbered_the_same_way(self) -> None:
        entries = [*MUSTER, Rename(name="X"), Buy(item="rope")]
        warband = corrected(entries, Replace("5", hire(Rank.HENCHMAN)))
        assert figure(warband, 5).items[0].id == 6
        assert warband.stash[0].id == 5

    def test_a_replacement_may_give_out_fewer(self) -> None:
        entries = [*MUSTER, Buy(item="sword"), Buy(item="rope")]
        assert corrected(entries, Replace("5", Note(text="No sword after all"))).stash[0].id == 6


class TestRefusals:
    def test_what_no_longer_holds_is_listed_and_dropped(self) -> None:
        entries = [*MUSTER, Buy(item="sword", figure=3), Rename(figure=3, name="Tom"), Buy(item="rope")]
        result = replay(alone(entries), [Strike("2")])
        assert refused(result) == [("5", "no_such_figure"), ("6", "no_such_figure")]
        assert [(item.id, item.code) for item in result.new["w"].stash] == [(6, "rope")]

    def test_missing_points_may_be_granted(self) -> None:
        entries = [*MUSTER, Grant(points=-419, reason="Fine"), Buy(item="sword"), Note(text="Broke")]
        edit = Replace("5", Grant(points=-420, reason="Fine"))
        result = replay(alone(entries), [edit])
        assert refused(result) == [("6", "too_expensive")]
        assert result.new["w"].treasury == 4
        kept = replay(alone(entries), [edit], keeps=[Keep(ref="6")], reason="Agreed")
        assert [(r.ref, r.kept) for r in kept.refusals] == [("6", True)]
        assert kept.journals["w"][6].entry == Decree(reason="Agreed", treasury=1)
        assert kept.new["w"].stash[0].code == "sword"

    def test_a_replacement_that_the_rules_forbid_is_listed_too(self) -> None:
        result = replay(alone([*MUSTER, Buy(item="sword"), Buy(item="rope")]), [Replace("5", Buy(item="excalibur"))])
        assert [ref for ref, _code in refused(result)] == ["5"]

    @pytest.mark.parametrize("edit", [Strike("4"), Replace("4", Note(text="No muster"))])
    def test_what_no_decree_can_hold_says_so(self, edit: Edit) -> None:
        result = replay(alone([*MUSTER, Grant(points=5, reason="x")]), [edit])
        assert [refusal.can_be_kept for refusal in result.refusals] == [False]
        assert {d.key: d.can_be_kept for d in result.differences}[Key(None, Aspect.MUSTERED)] is False


# Two warbands, figures 1-4 each; the wolves' leader fells the crows' leader.

WOLF, CROW = Who("wolves", LEADER), Who("crows", LEADER)
FELLED = Report(downs=(Down(CROW, WOLF),))


def battle(entries: Sequence[Act | Clash] = (), report: Report = FELLED) -> Timeline:
    rosters = {key: after(journal.begin(setup()), *MUSTER) for key in ("wolves", "crows")}
    made = reports.engagements(rosters, report, battle="ford", title="The Ford")
    acts: list[Act | Clash] = [Act(f"{key}{n}", key, e) for key in rosters for n, e in enumerate(MUSTER)]
    acts.append(Clash("ford", "ford", "The Ford", report, {k: Fight(engagement=e) for k, e in made.items()}))
    acts.append(Act("after wolves", "wolves", Recover(battle="ford", faces=(), source="entered")))
    return Timeline(dict.fromkeys(rosters, setup()), (*acts, *entries))


DEAD = Act("after crows", "crows", Recover(battle="ford", faces=(1, 1), source="entered"))
ROBBED = Act("after crows", "crows", Recover(battle="ford", faces=(3, 5), source="entered"))


class TestBattles:
    def test_a_corrected_report_changes_both_sides(self) -> None:
        wounded = Report(downs=(Down(Who("crows", LIEUTENANT), WOLF),))
        result = replay(battle([DEAD]), [ReplaceReport("ford", wounded)])
        assert [(m.ref, m.warband, m.request.figure) for m in result.missing] == [("after crows", "crows", LIEUTENANT)]
        assert {(d.warband, d.key.aspect) for d in result.differences} == {
            ("wolves", Aspect.TREASURY),
            ("wolves", Aspect.RECORD),
            ("wolves", Aspect.EXPERIENCE),
        }
        face = Face("after crows", LIEUTENANT, "injury", (6, 1))
        done = replay(battle([DEAD]), [ReplaceReport("ford", wounded)], [face])
        assert done.complete
        assert figure(done.new["crows"], LEADER).active
        assert figure(done.old["crows"], LEADER).standing is Standing.DEAD
        fought = done.battles["ford"]
        assert fought is not None
        assert fought.report == wounded

    def test_a_die_is_corrected_where_it_fell(self) -> None:
        result = replay(battle([DEAD]), [], [Face("after crows", LEADER, "injury", (6, 1))])
        standing = next(d for d in result.differences if d.key == Key(LEADER, Aspect.STANDING))
        assert (standing.before, standing.after, standing.since) == (Standing.DEAD, Standing.ACTIVE, "after crows")
        recover = next(line.entry for line in result.journals["crows"] if line.ref == "after crows")
        assert recover == Recover(battle="ford", faces=(6, 1), source="entered")

    def test_a_battle_that_could_not_have_been_is_not_fought(self) -> None:
        lives = [Face("after crows", LEADER, "injury", (6, 1))]
        alive = replay(battle([DEAD]), [], lives)
        rosters = {key: alive.new[key] for key in ("wolves", "crows")}
        report = Report(downs=(Down(WOLF, CROW),))
        made = reports.engagements(rosters, report, battle="bridge", title="The Bridge")
        fights = {key: Fight(engagement=e) for key, e in made.items()}
        survives = replace(DEAD, entry=Recover(battle="ford", faces=(6, 1), source="entered"))
        again = battle([survives, Clash("bridge", "bridge", "The Bridge", report, fights)])
        dies = [Face("after crows", LEADER, "injury", (1, 1))]
        result = replay(again, [], dies)
        assert refused(result) == [("bridge", "not_present")]
        assert result.battles == {"bridge": None}
        kept = replay(again, [], dies, [Keep(ref="bridge")])
        assert [refusal.kept for refusal in kept.refusals] == [True]
        assert kept.new["crows"].record.battles == 1
        assert kept.new["crows"].engagement is not None

    def test_a_struck_battle_takes_its_aftermaths_along(self) -> None:
        result = replay(battle([DEAD]), [Strike("ford")])
        assert refused(result) == [("after wolves", "no_aftermath"), ("after crows", "no_aftermath")]
        assert result.battles == {"ford": None}
        assert result.new["crows"].record.battles == 0

    def test_an_erratic_figures_die_before_the_battle_is_asked_for(self) -> None:
        survives = replace(DEAD, entry=Recover(battle="ford", faces=(6, 1), source="entered"))
        alive = replay(battle([survives]), [])
        rosters = {key: alive.new[key] for key in ("wolves", "crows")}
        made = reports.engagements(rosters, Report(), battle="bridge", title="The Bridge")
        fights = {key: Fight(engagement=e) for key, e in made.items()}
        again = battle([survives, Clash("bridge", "bridge", "The Bridge", Report(), fights)])
        code = next(n for n in range(11, 67) if _injury(n) == "erratic")
        erratic = Face("after crows", LEADER, "injury", divmod(code, 10))
        (missing,) = replay(again, [], [erratic]).missing
        rolled = Face(missing.ref, missing.request.figure, missing.request.reason, (1,))
        done = replay(again, [], [erratic, rolled])
        engagement = done.new["crows"].engagement
        assert engagement is not None
        assert LEADER not in engagement.present


def _injury(value: int) -> str:
    try:
        return CATALOGUE.injury(value).code
    except LookupError:
        return ""


class TestWhoWasThere:
    """The crows' henchman fell at the ford and died. They won the bridge without him; he had not fallen at all."""

    FELL = Report(downs=(Down(Who("crows", HENCHMAN), WOLF),))
    WON = Report(downs=(Down(WOLF, CROW),))
    STOOD = ReplaceReport("ford", Report())

    def timeline(self, faces: tuple[int, ...] = (1,)) -> Timeline:
        gone = Act("after crows", "crows", Recover(battle="ford", faces=faces, source="entered"))
        return self.bridge(battle([gone], self.FELL))

    def bridge(self, timeline: Timeline, report: Report = WON) -> Timeline:
        """The same past, with a battle at the bridge after it, which the crows won."""
        rosters = replay(timeline, []).new
        made = reports.engagements(rosters, report, battle="bridge", title="The Bridge")
        clash = Clash("bridge", "bridge", "The Bridge", report, {k: Fight(engagement=e) for k, e in made.items()})
        over = [
            Act(f"{key} over", key, Recover(battle="bridge", faces=faces, source="entered"))
            for key, faces in (("wolves", (6, 1)), ("crows", ()))
        ]
        return Timeline(timeline.setups, (*timeline.acts, clash, *over))

    def test_who_was_dead_then_has_not_fought_it(self) -> None:
        """He survived the ford (1); of the bridge, where nobody saw him, he gets nothing."""
        result = replay(self.timeline(), [self.STOOD])
        assert figure(result.old["crows"], HENCHMAN).standing is Standing.DEAD
        assert figure(result.new["crows"], HENCHMAN).experience == 1
        assert result.questions == (Question("bridge", "crows", HENCHMAN, "henchman 3"),)
        fought = result.battles["bridge"]
        assert fought is not None
        assert HENCHMAN not in fought.engagements["crows"].present

    def test_the_referee_says_that_he_was_there(self) -> None:
        """One for the ford; one for surviving the bridge and one for its victory (Musg, Gain d'expérience)."""
        word = Attended("bridge", "crows", HENCHMAN, fought=True)
        result = replay(self.timeline(), [self.STOOD], attended=[word])
        assert figure(result.new["crows"], HENCHMAN).experience == 3
        assert (result.unanswered, len(result.questions)) == ((), 1)

    def test_that_he_was_not_is_an_answer_too(self) -> None:
        word = Attended("bridge", "crows", HENCHMAN, fought=False)
        result = replay(self.timeline(), [self.STOOD], attended=[word])
        assert figure(result.new["crows"], HENCHMAN).experience == 1
        assert result.unanswered == ()

    def test_what_was_said_is_not_asked_again(self) -> None:
        """Corrected once, his absence is a fact of the past like any other."""
        first = replay(self.timeline(), [self.STOOD])
        acts: list[Act | Clash] = []
        for act in self.timeline().acts:
            if isinstance(act, Act):
                made = next(line.entry for line in first.journals[act.warband] if line.ref == act.ref)
                acts.append(replace(act, entry=made))
            elif (fought := first.battles[act.ref]) is not None:
                fights = {key: Fight(engagement=engagement) for key, engagement in fought.engagements.items()}
                acts.append(replace(act, report=fought.report, fights=fights))
        rope = Insert("new", "crows4", "crows", Buy(item="rope"))
        again = replay(Timeline(self.timeline().setups, tuple(acts)), [rope])
        assert again.questions == ()
        assert figure(again.new["crows"], HENCHMAN).experience == 1

    def test_whose_die_kept_away_stays_away(self) -> None:
        """An erratic lieutenant who rolled a 1 is not asked for, although he was never erratic."""
        injured = Act("erratic", "crows", Injure(figure=LIEUTENANT, injury="erratic", reason="A fall"))
        before = battle([Act("after crows", "crows", Recover(battle="ford", faces=(), source="entered"))], Report())
        rolled = replace(self.WON, activity={f"crows:{LIEUTENANT}": 1})
        past = self.bridge(Timeline(before.setups, (*before.acts, injured)), rolled)
        result = replay(past, [Strike("erratic")])
        assert result.questions == ()
        fought = result.battles["bridge"]
        assert fought is not None
        assert LIEUTENANT not in fought.engagements["crows"].present

    @pytest.mark.parametrize(
        ("put_in", "reason"),
        [
            (Engage(mercenary="orc_hunter", name="Grok"), "a mercenary whom nobody had engaged then"),
            (hire(Rank.HENCHMAN, name="Late"), "somebody whose hiring was forgotten"),
        ],
    )
    def test_who_joins_late_in_the_telling_has_fought_nothing(self, put_in: AnyEntry, reason: str) -> None:
        """Neither experience nor a fee for a battle: their place in it is asked for."""
        result = replay(self.timeline(), [Insert("new", "after crows", "crows", put_in)])
        (asked,) = result.questions
        assert (asked.ref, asked.fought) == ("bridge", None), reason
        new = figure(result.new["crows"], asked.figure)
        assert new.experience == 0
        assert new.contract is None or new.contract.paid_ahead == 1
        word = Attended("bridge", "crows", asked.figure, fought=True)
        there = figure(
            replay(self.timeline(), [Insert("new", "after crows", "crows", put_in)], attended=[word]).new["crows"],
            asked.figure,
        )
        assert (there.contract.paid_ahead if there.contract else there.experience) == (0 if there.contract else 2)

    def test_who_was_held_back_was_not_there(self) -> None:
        """Held back from the bridge by mistake: struck out, he is free for it, and nobody has seen him there."""
        before = battle([Act("after crows", "crows", Recover(battle="ford", faces=(), source="entered"))], Report())
        held = Act("held", "crows", Hold(figure=HENCHMAN, reason="Drunk"))
        result = replay(self.bridge(Timeline(before.setups, (*before.acts, held))), [Strike("held")])
        assert [(q.ref, q.figure) for q in result.questions] == [("bridge", HENCHMAN)]
        assert figure(result.new["crows"], HENCHMAN).experience == 1

    def test_a_captive_who_was_never_taken_has_not_fought_meanwhile(self) -> None:
        """Kept by the aliens since the ford, and not after all: the bridge is asked about."""
        taken = Report(downs=(Down(Who("crows", HENCHMAN), captured=True),))
        after_ford = Act("after crows", "crows", Recover(battle="ford", faces=(), source="entered"))
        result = replay(self.bridge(battle([after_ford], taken)), [self.STOOD])
        assert figure(result.old["crows"], HENCHMAN).captive
        assert [(q.ref, q.figure) for q in result.questions] == [("bridge", HENCHMAN)]
        assert figure(result.new["crows"], HENCHMAN).experience == 1

    def test_who_cannot_have_been_there_was_not(self) -> None:
        """The other way round: he died at the ford, so he neither survived nor won the bridge."""
        past = self.timeline(faces=(6,))
        result = replay(past, [], [Face("after crows", HENCHMAN, "return", (1,))])
        fought = result.battles["bridge"]
        assert fought is not None
        assert HENCHMAN not in fought.engagements["crows"].present
        assert result.questions == ()


class TestForgottenBattles:
    """The crows' lieutenant fell at the mill, before the ford: nobody wrote it down."""

    MILL = InsertBattle(
        ref="new",
        after="crows4",
        battle="mill",
        title="The Mill",
        sides=("wolves", "crows"),
        report=Report(downs=(Down(Who("crows", LIEUTENANT), WOLF),)),
    )

    def test_it_asks_for_the_dice_of_its_aftermath(self) -> None:
        (missing,) = replay(battle([DEAD]), [self.MILL]).missing
        assert (missing.ref, missing.warband, missing.request.figure) == ("news1", "crows", LIEUTENANT)

    def test_what_follows_follows(self) -> None:
        """The wolves' leader gains what a felled lieutenant is worth twice over; the ford is fought all the same."""
        unhurt = Face("news1", LIEUTENANT, "injury", (6, 1))
        result = replay(battle([DEAD]), [self.MILL], [unhurt])
        assert result.complete
        assert not result.refusals
        assert (result.new["wolves"].record.battles, result.new["crows"].record.battles) == (2, 2)
        assert result.new["wolves"].record.won == 2
        crows = [line.entry for line in result.journals["crows"]]
        assert [type(entry) for entry in crows[5:]] == [Fight, Recover, Fight, Recover]
        assert [line.ref for line in result.journals["crows"]][5:] == ["new", "news1", "ford", "after crows"]
        fought = result.battles["new"]
        assert fought is not None
        assert fought.report == self.MILL.report

    def test_who_died_in_it_was_not_at_the_next(self) -> None:
        died = Face("news1", LEADER, "injury", (1, 1))
        fell = replace(self.MILL, report=FELLED)
        result = replay(battle([DEAD]), [fell], [died])
        assert refused(result) == [
            ("ford", "not_present"),
            ("after wolves", "no_aftermath"),
            ("after crows", "no_aftermath"),
        ]
        assert result.battles["ford"] is None

    def test_it_cannot_be_fought_while_another_is_to_be_got_over(self) -> None:
        result = replay(battle([DEAD]), [replace(self.MILL, after="ford")])
        assert refused(result) == [("new", "aftermath_waiting")]
        assert result.battles == {"new": None}
        assert not result.differences

    def test_an_erratic_figure_rolls_before_it(self) -> None:
        injured = Act("erratic", "crows", Injure(figure=LIEUTENANT, injury="erratic", reason="A fall"))
        mill = replace(self.MILL, after="erratic", report=Report())
        timeline = battle()
        (missing,) = replay(Timeline(timeline.setups, (*timeline.acts[:10], injured)), [mill]).missing
        assert (missing.ref, missing.warband, missing.request.figure) == ("new", "crows", LIEUTENANT)
        at_home = Face("new", LIEUTENANT, missing.request.reason, (1,))
        done = replay(Timeline(timeline.setups, (*timeline.acts[:10], injured)), [mill], [at_home])
        fight = next(line.entry for line in done.journals["crows"] if line.ref == "new")
        assert isinstance(fight, Fight)
        assert LIEUTENANT not in fight.engagement.present


class TestDecrees:
    def test_the_dead_leader_stays_dead_by_decree(self) -> None:
        keep = Keep("crows", LEADER, Aspect.STANDING)
        result = replay(battle([DEAD]), [], [Face("after crows", LEADER, "injury", (6, 1))], [keep], reason="Agreed")
        assert figure(result.new["crows"], LEADER).standing is Standing.DEAD
        line = next(d for d in result.differences if d.key.aspect is Aspect.STANDING)
        assert (line.kept, line.after) == (True, Standing.ACTIVE)
        decree = result.journals["crows"][-1]
        assert isinstance(decree.entry, Decree)
        assert [event.code for event in decree.change.events] == ["decreed", "decree_standing"]

    def test_results_of_battles_are_facts(self) -> None:
        result = replay(battle([DEAD]), [Strike("ford")])
        assert not any(d.can_be_kept for d in result.differences if d.key.aspect is Aspect.RECORD)

    def test_a_decree_for_nobody_is_refused(self) -> None:
        warband = after(journal.begin(setup()), *MUSTER)
        joins = (figure(warband, LEADER),)
        assert {p.code for p in journal.problems(warband, Decree(reason="x", joins=joins))} == {"no_such_decree"}


class TestCharactersForHire:
    """A lieutenant's claim sends the crows' leader away, whom the wolves hire."""

    def timeline(self) -> Timeline:
        boxes = setup(leader_boxes=11, lieutenant_boxes=8, henchman_boxes=5)
        crows = after(journal.begin(boxes), *MUSTER)
        acts = [Act(f"{key}{n}", key, e) for key in ("wolves", "crows") for n, e in enumerate(MUSTER)]
        grown = Decree(reason="Grown", figures=(_grown(LIEUTENANT, 8), _grown(LEADER, 5)))
        crows = after(crows, grown)
        acts += [Act("grown", "crows", grown)]
        learn = Learn(figure=LEADER, skill="brawler")
        succeed = Succeed(figure=LIEUTENANT)
        crows = after(crows, learn, succeed)
        acts += [Act("learn", "crows", learn), Act("succeed", "crows", succeed)]
        acts += [Act("hire", "wolves", HireCharacter(character=character_for_hire(figure(crows, LEADER))))]
        return Timeline({"wolves": boxes, "crows": boxes}, tuple(acts))

    def test_who_never_left_cannot_have_been_hired(self) -> None:
        result = replay(self.timeline(), [Strike("succeed")])
        assert refused(result) == [("hire", "never_left")]

    def test_who_is_hired_comes_as_they_left(self) -> None:
        result = replay(self.timeline(), [Strike("learn")])
        assert not result.refusals
        assert figure(result.old["wolves"], 5).skills == ("brawler",)
        assert figure(result.new["wolves"], 5).skills == ()


class TestMoreNumbersThanBefore:
    """Who is hired elsewhere left with a sword in the corrected past: a thing more than the journal has numbers for."""

    def timeline(self, *later: AnyEntry) -> Timeline:
        whole = TestCharactersForHire().timeline()
        sword = Act("sword", "crows", Note(text="no sword"))
        acts = [*whole.acts[:10], sword, *whole.acts[10:]]
        return Timeline(whole.setups, (*acts, *(Act(f"later{n}", "wolves", entry) for n, entry in enumerate(later))))

    ARMED = Replace("sword", Buy(item="sword", figure=LEADER))

    def test_who_is_hired_keeps_their_number_and_their_things_get_others(self) -> None:
        """Figure 5 and thing 5 were the legend and its dagger, thing 6 the rope bought afterwards."""
        result = replay(self.timeline(Buy(item="rope"), Rename(figure=5, name="The Old One")), [self.ARMED])
        assert not result.refusals
        legend = figure(result.new["wolves"], 5)
        assert (legend.name, legend.item_codes) == ("The Old One", ("dagger", "sword"))
        assert [(thing.id, thing.code) for thing in result.new["wolves"].stash] == [(6, "rope")]
        assert min(thing.id for thing in legend.items) > 6
        assert result.new["wolves"].next_item > max(thing.id for thing in legend.items)

    def test_hired_again_at_the_very_end_they_stand_in_nobodys_way(self) -> None:
        again: list[AnyEntry] = [Release(figure=5), self.hire(), Buy(item="rope")]
        result = replay(self.timeline(*again), [self.ARMED])
        assert not result.refusals
        things = [thing.id for one in result.new["wolves"].figures for thing in one.items]
        assert len(set(things)) == len(things)

    def test_what_a_decree_makes_possible_is_numbered_as_well(self) -> None:
        """Four points are left for a henchman of 8 who was forgotten: the decree grants the rest."""
        poor: list[AnyEntry] = [*MUSTER, Grant(points=-420, reason="Fine"), Note(text="Broke")]
        edit = Insert("new", "5", "w", hire(Rank.HENCHMAN, name="Forgotten"))
        kept = replay(alone(poor), [edit], keeps=[Keep(ref="new")], reason="Agreed")
        assert [(refusal.ref, refusal.kept) for refusal in kept.refusals] == [("new", True)]
        assert figure(kept.new["w"], 5).items[0].id == 5
        assert (kept.new["w"].next_figure, kept.new["w"].next_item) == (6, 6)

    def test_a_newcomers_replacement_that_takes_more_numbers_gets_new_ones(self) -> None:
        """Thing 5 was put in beyond all, then 6 was bought; in the place of thing 5 a henchman comes after both."""
        entries = [*MUSTER, Buy(item="rope", numbers=(5, 5)), Struck(items=1), Buy(item="sword")]
        warband = corrected([*entries, hire(Rank.HENCHMAN)], Replace("5", hire(Rank.HENCHMAN, name="More")))
        assert [(f.id, f.name) for f in warband.figures if f.name == "More"] == [(6, "More")]

    def hire(self) -> HireCharacter:
        last = self.timeline().acts[-1]
        assert isinstance(last, Act)
        assert isinstance(last.entry, HireCharacter)
        return last.entry


def _grown(number: int, points: int) -> Measure:
    return Measure(figure=number, experience=points, lifetime=points, choices=1)


def test_outcomes_are_told_by_the_report() -> None:
    result = replay(battle([DEAD]), [ReplaceReport("ford", Report())], [])
    assert result.new["wolves"].record.drawn == 1
