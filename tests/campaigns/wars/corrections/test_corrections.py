"""Corrections on the site: looked at, made as a whole, taken back as a whole, refused where something moved on."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command

from campaigns.league.models import News
from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.corrections import drafting, operations
from campaigns.wars.corrections.past import past, ref_of_battle
from campaigns.wars.corrections.wording import difference_sentence, lines_of_changes, sentences
from campaigns.wars.hire import operations as hireables
from campaigns.wars.models.battle import Battle, BattleReport, BattleSide, BattleState
from campaigns.wars.models.correction import Correction, CorrectionState
from campaigns.wars.models.hireable import Hireable
from campaigns.wars.models.recovery import Recovery, RecoveryState
from campaigns.wars.standings import standings
from club.operations import Refused, Stale
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.corrections.outcome import Keep
from engines.musg.corrections.timeline import Edit, Face, Insert, Replace, ReplaceReport, Strike
from engines.musg.entries import Buy, Grant, Succeed
from engines.musg.report import Down, Report, Who
from engines.musg.rules import Rules
from rosters.management.commands.rebuild import _snapshot
from rosters.models import JournalEntry, Warband
from rosters.operations import roster_at, take_step
from tests.factories.battles import HENCHMAN, LEADER, LIEUTENANT
from tests.factories.campaigns import cast, fight
from tests.factories.past import Story, fought

pytestmark = pytest.mark.django_db


def traces(story: Story) -> dict[str, Any]:
    """Everything that a correction may change, without the counts of changes."""
    bands = Warband.objects.order_by("pk")
    moving = {"version", "changed", "undone_at", "undone_by_id"}
    return {
        "warbands": [_snapshot(warband) for warband in bands],
        "journals": list(JournalEntry.objects.filter(undone_at=None).order_by("pk").values()),
        "battles": _values(Battle.objects.order_by("pk"), moving),
        "sides": _values(BattleSide.objects.order_by("pk"), moving),
        "reports": _values(BattleReport.objects.order_by("pk"), moving),
        "recoveries": _values(Recovery.objects.order_by("pk"), moving),
        "standings": [(line.warband.pk, line.merit) for line in standings(story.field.campaign)],
    }


def _values(rows: Any, without: set[str]) -> list[dict[str, Any]]:
    return [{k: v for k, v in row.items() if k not in without} for row in rows.values()]


def drafted(story: Story, *edits: Edit, faces: tuple[Face, ...] = ()) -> Correction:
    return drafting.correct(campaign=story.field.campaign, author=story.referee, edits=edits, faces=faces)


def made(story: Story, correction: Correction, reason: str = "A slip") -> None:
    seen = drafting.look(correction).fingerprint
    operations.confirm(correction=correction, member=story.referee, reason=reason, seen=seen)


def recovered(story: Story, battle: int, warband: int) -> str:
    """The ref of an aftermath."""
    rows = story.warband(warband).journal.filter(kind="recover", data__battle=story.battles[battle].key)
    return f"e{rows.get(undone_at=None).pk}"


def leader_dies(story: Story) -> Face:
    return Face(recovered(story, 0, 0), LEADER, "injury", (1, 1))


def holds() -> None:
    """Every journal leads to its state, and rebuilding finds nothing else."""
    for warband in Warband.objects.all():
        before = _snapshot(warband)
        assert roster_at(warband) == warband.roster
        call_command("rebuild", "--warband", str(warband.pk))
        assert _snapshot(warband) == before


def test_the_past_is_read_in_one_order(story: Story) -> None:
    known = past(story.field.campaign)
    refs = [act.ref for act in known.timeline.acts]
    battles = [ref_of_battle(battle) for battle in story.battles]
    assert [ref for ref in refs if ref in battles] == battles
    result = drafting.look(drafted(story)).result
    assert dict(result.old) == {w.key: w.roster for w in Warband.objects.all()}
    assert not drafting.look(drafted(story)).touched


def test_a_corrected_report_reaches_both_sides_and_the_standings(story: Story) -> None:
    keys = story.field.keys
    report = Report(downs=(Down(Who(keys[1], HENCHMAN), Who(keys[0], LEADER)),))
    ref = ref_of_battle(story.battles[0])
    correction = drafted(story, ReplaceReport(ref, report))
    look = drafting.look(correction)
    (missing,) = look.result.missing
    assert (missing.warband, missing.request.figure) == (keys[1], HENCHMAN)
    with pytest.raises(Refused) as refused:
        made(story, correction)
    assert refused.value.codes == ["dice_missing"]
    drafting.enter_faces(correction=correction, missing=missing, faces=[5])
    said = [difference_sentence(line, CATALOGUE) for line in told(correction)]
    assert "A Lieutenant: experience 5 → 6 (box 6 ticked)" in said
    made(story, correction)
    battle = Battle.objects.get(pk=story.battles[0].pk)
    assert battle.winner == story.field.warbands[0]
    assert battle.reports.all()[0].report == report
    side = BattleSide.objects.get(battle=battle, warband=story.field.warbands[1])
    assert (side.outcome, side.losses) == ("lost", 1)
    assert standings(story.field.campaign)[0].won == 3
    assert story.warband(0).roster.record.won == 3
    recovery = Recovery.objects.get(side=side)
    assert (recovery.state, recovery.faces) == (RecoveryState.DONE, [5])
    holds()


def test_the_players_concerned_are_told(story: Story) -> None:
    keys = story.field.keys
    News.objects.all().delete()
    report = Report(downs=(Down(Who(keys[1], HENCHMAN), Who(keys[0], LEADER)),))
    correction = drafted(story, ReplaceReport(ref_of_battle(story.battles[0]), report))
    (asked,) = News.objects.all()
    assert (asked.code, asked.member, asked.waits) == ("correction_asks_dice", story.field.players[1], True)
    (missing,) = drafting.look(correction).result.missing
    drafting.enter_faces(correction=correction, missing=missing, faces=[5])
    assert News.objects.count() == 1, "the same roll is asked for once"
    made(story, correction)
    touched = {Warband.objects.get(pk=int(pk)).owner for pk in correction.rows}
    assert {row.member for row in News.objects.filter(code="corrected")} == touched
    operations.take_back(correction=correction, member=story.referee)
    assert {row.member for row in News.objects.filter(code="correction_taken_back")} == touched


def told(correction: Correction) -> list[dict[str, Any]]:
    return lines_of_changes(drafting.look(correction))


def test_nothing_changes_before_it_is_confirmed(story: Story) -> None:
    before = traces(story)
    correction = drafted(story, faces=(leader_dies(story),))
    look = drafting.look(correction)
    assert [refusal.ref for refusal in look.result.refusals][:1] == [ref_of_battle(story.battles[1])]
    drafting.drop(correction=correction)
    assert traces(story) == before
    assert correction.state == CorrectionState.DROPPED


def test_a_die_corrected_in_the_first_round_undoes_the_battles_of_the_dead(story: Story) -> None:
    before = traces(story)
    correction = drafted(story, faces=(leader_dies(story),))
    made(story, correction)
    assert story.warband(0).roster.leader != story.warband(0).roster.figure(LEADER)
    states = list(Battle.objects.order_by("pk").values_list("state", flat=True))
    assert states == [BattleState.CONFIRMED, BattleState.DISPUTED, BattleState.DISPUTED]
    assert not Recovery.objects.filter(side__battle=story.battles[1]).exists()
    assert story.warband(2).roster.record.battles == 0
    holds()
    operations.take_back(correction=correction, member=story.referee)
    assert traces(story) == before
    holds()


def test_a_decree_lets_the_later_battles_stand(story: Story) -> None:
    correction = drafted(story, faces=(leader_dies(story),))
    key = story.field.keys[0]
    drafting.decide(correction=correction, keeps=[Keep(key, LEADER, "standing"), Keep(key, LEADER, "gear")])
    look = drafting.look(correction)
    assert not look.result.refusals
    made(story, correction, "We all forgot the medic")
    assert story.warband(0).roster.figure(LEADER).active  # type: ignore[union-attr]
    decree = JournalEntry.objects.get(kind="decree", undone_at=None)
    assert decree.data["reason"] == "We all forgot the medic"
    assert set(Battle.objects.values_list("state", flat=True)) == {BattleState.CONFIRMED}
    holds()


def test_a_reopened_battle_is_reported_anew(story: Story) -> None:
    before = traces(story)
    correction = drafted(story, Strike(ref_of_battle(story.battles[2])))
    made(story, correction)
    battle = Battle.objects.get(pk=story.battles[2].pk)
    assert (battle.state, battle.winner) == (BattleState.DISPUTED, None)
    operations.take_back(correction=correction, member=story.referee)
    assert traces(story) == before


def test_what_was_forgotten_is_put_in_where_it_belongs(story: Story) -> None:
    row = story.warband(0).journal.get(kind="muster")
    key = story.field.keys[0]
    correction = drafted(story, Insert("new", f"e{row.pk}", key, Buy(item="sword", figure=LIEUTENANT)))
    made(story, correction)
    rows = list(story.warband(0).journal.filter(undone_at=None))
    assert rows[rows.index(row) + 1].kind == "buy"
    assert rows[-1].kind == "struck"
    assert [line["aspect"] for line in correction.told] == ["treasury", "gear"]
    holds()


def test_a_player_who_buys_meanwhile_sends_the_referee_back_to_look(story: Story) -> None:
    correction = drafted(story, faces=(leader_dies(story),))
    seen = drafting.look(correction).fingerprint
    take_step(warband=story.warband(0), entry=Buy(item="sword"), author=story.field.players[0])
    before = traces(story)
    with pytest.raises(Stale):
        operations.confirm(correction=correction, member=story.referee, reason="A slip", seen=seen)
    assert traces(story) == before
    made(story, correction)
    assert [item.code for item in story.warband(0).roster.stash] == ["sword"]


def test_somebody_elses_purchase_is_nobodys_concern(story: Story) -> None:
    grant = take_step(warband=story.warband(3), entry=Grant(points=5, reason="x"), author=story.referee)
    correction = drafted(story, Replace(f"e{grant.pk}", Grant(points=6, reason="x")))
    seen = drafting.look(correction).fingerprint
    take_step(warband=story.warband(1), entry=Buy(item="sword"), author=story.field.players[1])
    operations.confirm(correction=correction, member=story.referee, reason="A slip", seen=seen)
    assert sentences(correction.told, CATALOGUE) == [("Drakes", ["Drakes: treasury 429 → 430"])]


def test_of_two_referees_one_is_told_to_look_again(story: Story) -> None:
    first = drafted(story, faces=(leader_dies(story),))
    second = drafting.correct(
        campaign=story.field.campaign, author=story.field.players[0], edits=[Strike(ref_of_battle(story.battles[1]))]
    )
    seen = drafting.look(second).fingerprint
    made(story, first)
    with pytest.raises(Stale):
        operations.confirm(correction=second, member=story.referee, reason="A slip", seen=seen)
    assert drafting.look(second).lost


def test_what_was_built_upon_stands(story: Story) -> None:
    correction = drafted(story, faces=(leader_dies(story),))
    made(story, correction)
    take_step(warband=story.warband(0), entry=Buy(item="sword"), author=story.field.players[0])
    with pytest.raises(Refused) as refused:
        operations.take_back(correction=correction, member=story.referee)
    assert refused.value.codes == ["built_upon"]


def test_the_site_rolls_with_a_seed_that_was_drawn_before(story: Story) -> None:
    keys = story.field.keys
    report = Report(downs=(Down(Who(keys[1], HENCHMAN), Who(keys[0], LEADER)),))
    correction = drafted(story, ReplaceReport(ref_of_battle(story.battles[0]), report))
    (missing,) = drafting.look(correction).result.missing
    drafting.enter_faces(correction=correction, missing=missing, faces=None)
    assert drafting.look(correction).result.complete
    with pytest.raises(Stale):
        drafting.enter_faces(correction=correction, missing=missing, faces=[3])


def test_the_pool_of_characters_follows_and_so_does_whoever_hired_from_it() -> None:
    who = cast(rules=Rules(leader_boxes=40, lieutenant_boxes=6, henchman_boxes=5))
    for _battle in range(3):
        fight(who.campaign, [who.warband, who.other], bonus={who.warband: 10})
    row = take_step(warband=who.warband, entry=Succeed(figure=LIEUTENANT), author=who.owner)
    hireables.hire(hireable=Hireable.objects.get(), warband=who.other, author=who.player)
    correction = drafting.correct(campaign=who.campaign, author=who.referee, edits=[Strike(f"e{row.pk}")])
    seen = drafting.look(correction)
    assert [(r.warband, r.problems[0].code) for r in seen.result.refusals] == [(who.other.key, "never_left")]
    operations.confirm(correction=correction, member=who.referee, reason="He stayed", seen=seen.fingerprint)
    assert not Hireable.objects.exists()
    assert len(Warband.objects.get(pk=who.other.pk).roster.figures) == 4
    operations.take_back(correction=correction, member=who.referee)
    assert Hireable.objects.get().name == "A Leader"
    assert len(Warband.objects.get(pk=who.other.pk).roster.figures) == 5
    holds()


def test_an_aftermath_still_being_typed_goes_on_with_what_was_typed(story: Story) -> None:
    of = story.field
    battle = fought(of, (0, 1), [(1, LEADER, 0, LEADER), (1, HENCHMAN, 0, LEADER)], "The Well")
    recovery = Recovery.objects.get(side__battle=battle, side__warband=of.warbands[1])
    aftermath.begin(recovery=recovery, mode="typed", member=story.referee, reason="Away")
    aftermath.enter_faces(recovery=recovery, faces=[6, 1], member=story.referee, version=recovery.version)
    unhurt = Report(downs=(Down(Who(of.keys[1], LEADER), Who(of.keys[0], LEADER)),))
    made(story, drafted(story, ReplaceReport(ref_of_battle(battle), unhurt)))
    recovery.refresh_from_db()
    assert (recovery.state, recovery.faces) == (RecoveryState.DONE, [6, 1])
    assert story.warband(1).roster.engagement is None
    holds()
