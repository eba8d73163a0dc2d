"""A battle played at the site: proposed, begun, decided, taken back, led by bots, left and ended."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from campaigns.league.models import News
from campaigns.seating.people import Person
from campaigns.wars.battles import operations as schedule
from campaigns.wars.ground.operations import lay_out
from campaigns.wars.models.battle import BattleState
from campaigns.wars.models.play import Bot, Captain, Decider, PlayedBattle, PlayState, WhenAbsent
from campaigns.wars.models.recovery import Recovery
from campaigns.wars.models.resolution import BattleGround, Resolution, ResolutionState
from campaigns.wars.play import away, bots, deciding, offering, positions
from campaigns.wars.play.offering import PlayTerms
from campaigns.wars.resolution import operations as resolution
from club.operations import Refused, Stale
from engines.core.dice import SeededDice, commitment
from engines.musg.battle.game import Battle as Game
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.prospects import read
from tests.campaigns.wars.play.boards import begun, person, play, suggestion
from tests.factories.battles import Field, field
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db
SEED = "5a" * 32


@pytest.fixture
def fight() -> Field:
    """A battle ahead of two warbands of four, its table laid out, its dice always the same; three turns at most."""
    positions.forget()
    made = field()
    row = lay_out(battle=made.battle, layout=ready_tables()["village"], turn_limit=3)
    row.seed = SEED
    row.save()
    return made


class TestBeginning:
    def test_it_begins_when_all_agree_with_dice_promised_before(self, fight: Field) -> None:
        promised = BattleGround.objects.get(battle=fight.battle).commitment
        played = offering.propose(battle=fight.battle, member=fight.players[0], terms=PlayTerms(), leads={})
        assert played.state == PlayState.OFFERED
        assert News.objects.get(code="asks_to_play").member == fight.players[1]
        offering.agree(played=played, member=fight.players[1], leads={})
        played.refresh_from_db()
        assert (played.state, played.commitment, played.seed) == (PlayState.RUNNING, promised, SEED)
        assert promised == commitment(bytes.fromhex(SEED))

    def test_a_battle_broken_off_is_never_fought_with_dice_that_were_seen(self, fight: Field) -> None:
        begun(fight)
        assert BattleGround.objects.get(battle=fight.battle).seed != SEED

    def test_nobody_leads_anothers_warband(self, fight: Field) -> None:
        played = offering.propose(
            battle=fight.battle, member=fight.players[0], terms=PlayTerms(), leads={0: "me", 1: "gentle"}
        )
        assert [captain.is_open for captain in played.captains.all()] == [False, True]

    def test_a_link_leads_no_warband_of_a_campaign(self, fight: Field) -> None:
        with pytest.raises(Refused) as refused:
            offering.propose(battle=fight.battle, member=fight.players[0], terms=PlayTerms(), leads={0: "link"})
        assert refused.value.codes == ["no_such_choice"]
        assert not PlayedBattle.objects.exists()

    def test_a_stranger_proposes_nothing(self, fight: Field) -> None:
        with pytest.raises(Refused) as refused:
            offering.propose(battle=fight.battle, member=fight.referee, terms=PlayTerms(), leads={})
        assert refused.value.codes == ["not_your_battle"]

    def test_it_may_be_declined(self, fight: Field) -> None:
        played = offering.propose(battle=fight.battle, member=fight.players[0], terms=PlayTerms(), leads={})
        offering.call_off(played=played, member=fight.players[1])
        assert not PlayedBattle.objects.exists()
        assert News.objects.get(code="play_declined").member == fight.players[0]

    def test_nothing_else_happens_to_a_battle_that_is_being_played(self, fight: Field) -> None:
        begun(fight)
        with pytest.raises(Refused) as refused:
            schedule.cancel_battle(battle=fight.battle, author=fight.referee)
        assert refused.value.codes == ["being_played"]
        with pytest.raises(Refused):
            resolution.agree(battle=fight.battle, member=fight.players[0], lets=True)

    def test_who_answers_a_proposal_that_was_just_taken_back_is_told_so(self, fight: Field) -> None:
        played = offering.propose(battle=fight.battle, member=fight.players[0], terms=PlayTerms(), leads={})
        link = Captain.objects.select_related("played").get(number=0)
        offering.call_off(played=played, member=fight.players[0])
        played = link.played
        for answer in (
            lambda: offering.agree(played=played, member=fight.players[1], leads={}),
            lambda: offering.call_off(played=played, member=fight.players[1]),
            lambda: offering.take_lead(captain=link, person=Person(guest="f" * 64), name="Zoé"),
        ):
            with pytest.raises(Stale, match="Another proposal stands by now"):
                answer()


class TestDeciding:
    def test_a_decision_is_in_the_log_and_the_version_counts(self, fight: Field) -> None:
        played = begun(fight)
        code = suggestion(played)
        deciding.decide(played=played, person=person(fight, played.actor or 0), code=code, version=played.version)
        row = played.actions.get()
        assert (row.index, row.side, row.code, row.by) == (0, played.actor, code, "")
        assert PlayedBattle.objects.get().version == played.version + 1

    def test_of_two_at_once_the_second_is_told_to_look_again(self, fight: Field) -> None:
        played = begun(fight)
        who, code = person(fight, played.actor or 0), suggestion(played)
        deciding.decide(played=played, person=who, code=code, version=played.version)
        with pytest.raises(Stale):
            deciding.decide(played=played, person=who, code=code, version=played.version)
        assert played.actions.count() == 1

    def test_who_is_not_asked_does_not_decide(self, fight: Field) -> None:
        played = begun(fight)
        with pytest.raises(Refused) as refused:
            deciding.decide(played=played, person=person(fight, 1 - (played.actor or 0)), code=suggestion(played))
        assert refused.value.codes == ["not_your_turn"]

    @pytest.mark.parametrize("code", ["", "{}", '{"do":"fly"}', "9" * 300])
    def test_what_cannot_be_read_is_refused(self, fight: Field, code: str) -> None:
        played = begun(fight)
        with pytest.raises(Refused) as refused:
            deciding.decide(played=played, person=person(fight, played.actor or 0), code=code)
        assert refused.value.codes == ["not_understood"]

    def test_what_the_rules_forbid_is_refused_in_words_and_changes_nothing(self, fight: Field) -> None:
        played = begun(fight)
        with pytest.raises(Refused) as refused:
            deciding.decide(played=played, person=person(fight, played.actor or 0), code='{"do":"walk","x":1,"y":1}')
        assert str(refused.value)
        assert PlayedBattle.objects.get().version == played.version

    def test_a_position_lost_is_made_again_from_the_log(self, fight: Field) -> None:
        played = play(fight, begun(fight), 12)
        before = suggestion(played)
        positions.forget()
        assert suggestion(played) == before

    def test_a_position_of_what_was_rolled_back_is_dropped(self, fight: Field) -> None:
        played = play(fight, begun(fight), 12)
        before = suggestion(played)
        with transaction.atomic():
            suggestion(play(fight, played, 2))  # who looks at the battle keeps it
            transaction.set_rollback(True)
        played.refresh_from_db()
        with positions.standing(played) as game:
            assert len(game.log) == played.actions.count() == 12
        assert suggestion(played) == before

    def test_a_row_read_before_the_latest_decision_is_brought_up_to_date(self, fight: Field) -> None:
        played = begun(fight)
        read_before = PlayedBattle.objects.get(pk=played.pk)
        play(fight, played, 1)
        now = PlayedBattle.objects.get(pk=played.pk)
        assert now.version == read_before.version + 1
        with positions.standing(read_before) as game:
            assert (len(game.log), read_before.version) == (1, now.version)


class TestTakingBack:
    def test_placing_a_figure_is_taken_back_before_the_other_is_asked(self, fight: Field) -> None:
        played = begun(fight)
        first = played.actor or 0
        play(fight, played, 1)
        played.refresh_from_db()
        if played.actor != first:
            pytest.fail("the same side places all of its figures")
        deciding.take_back(played=played, person=person(fight, first), version=played.version)
        played.refresh_from_db()
        assert (played.actions.count(), played.actor, played.lineage) == (0, first, 1)

    def test_another_does_not_take_it_back(self, fight: Field) -> None:
        played = begun(fight)
        first = played.actor or 0
        play(fight, played, 1)
        with pytest.raises(Refused) as refused:
            deciding.take_back(played=played, person=person(fight, 1 - first))
        assert refused.value.codes == ["stands"]


class TestToTheEnd:
    def test_the_end_is_a_report_as_of_a_battle_that_the_engine_fought(self, fight: Field) -> None:
        played = play(fight, begun(fight))
        assert (played.state, played.trouble) == (PlayState.OVER, "")
        row = Resolution.objects.get()
        assert (row.state, row.seed, row.commitment) == (ResolutionState.DONE, SEED, played.commitment)
        assert fight.stored().state == BattleState.CONFIRMED
        assert Recovery.objects.count() == 2
        log = [read(code) for code in played.actions.values_list("code", flat=True)]
        again = Game.replay(played.prepared, log, SeededDice(bytes.fromhex(SEED)))
        assert again.outcome is not None
        assert again.report() == Game.verify(again.prove()).report()
        assert len(row.events) == len(again.events)

    def test_a_bot_plays_its_side_and_the_person_the_other(self, fight: Field) -> None:
        played = begun(fight, leads=("me", "steady"))
        for _round in range(500):
            bots.play_on(played=played, patient=True)
            played.refresh_from_db()
            if played.state != PlayState.RUNNING:
                break
            deciding.decide(played=played, person=person(fight, 0), code=suggestion(played))
        assert played.state == PlayState.OVER
        assert set(played.actions.filter(side=1).values_list("by", flat=True)) == {Decider.BOT}
        assert set(played.actions.filter(side=0).values_list("by", flat=True)) == {""}


class TestAway:
    def test_a_bot_plays_on_for_who_is_away_as_was_agreed(self, fight: Field) -> None:
        played = begun(fight)
        actor = played.actor or 0
        other = person(fight, 1 - actor)
        with pytest.raises(Refused) as refused:
            away.replace_by_bot(played=played, person=other)
        assert refused.value.codes == ["not_absent"]
        PlayedBattle.objects.update(moved=timezone.now() - timedelta(minutes=11))
        away.replace_by_bot(played=played, person=other)
        assert Captain.objects.get(number=actor).bot == Bot.STEADY
        away.come_back(played=played, person=person(fight, actor))
        assert Captain.objects.get(number=actor).bot == ""

    def test_who_leads_two_sides_leaves_and_takes_them_up_one_by_one(self, fight: Field) -> None:
        played = begun(fight)
        Captain.objects.filter(played=played).update(member=fight.players[0])
        asked, me = played.actor or 0, person(fight, 0)

        def led_by_bots() -> set[int]:
            return set(Captain.objects.filter(played=played, bot__gt="").values_list("number", flat=True))

        away.step_aside(played=played, person=me)
        assert led_by_bots() == {asked}
        away.step_aside(played=played, person=me)
        assert led_by_bots() == {0, 1}
        away.come_back(played=played, person=me)
        away.come_back(played=played, person=me)
        assert led_by_bots() == set()
        with pytest.raises(Refused) as refused:
            away.come_back(played=played, person=me)
        assert refused.value.codes == ["not_away"]

    def test_who_is_waited_for_no_more_is_not_told_to_come(self, fight: Field) -> None:
        """By a bot, and when the battle is broken off: what was pushed of it is over."""
        played = begun(fight)
        asked = played.actor or 0

        def told() -> News:
            News.objects.all().delete()
            about = {"code": "your_decision", "address": played.get_absolute_url(), "is_beside": True}
            return News.objects.create(member=fight.players[asked], **about)

        for end in (
            lambda: away.step_aside(played=played, person=person(fight, asked)),
            lambda: away.stop(played=played, member=fight.referee),
        ):
            row = told()
            end()
            row.refresh_from_db()
            assert row.read_at is not None
            Captain.objects.filter(played=played).update(bot="")

    def test_where_that_was_agreed_the_battle_is_broken_off_and_is_ahead_again(self, fight: Field) -> None:
        played = begun(fight, terms=PlayTerms(absence=WhenAbsent.CLAIM, patience=60))
        other = person(fight, 1 - (played.actor or 0))
        PlayedBattle.objects.update(moved=timezone.now() - timedelta(minutes=61))
        away.break_off(played=played, person=other)
        played.refresh_from_db()
        assert (played.state, fight.stored().state) == (PlayState.BROKEN, BattleState.SCHEDULED)
        assert News.objects.filter(code="broken_off", member=fight.referee).exists()

    @pytest.mark.parametrize("absence", [WhenAbsent.BOT, WhenAbsent.CLAIM])
    def test_whose_warband_a_bot_leads_may_claim_that_the_other_is_away(self, fight: Field, absence: str) -> None:
        """The warband cannot be taken out of the battle, so its owner has a say; whoever only looks on has none."""
        played = begun(fight, terms=PlayTerms(absence=absence))
        asked = played.actor or 0
        owner, looker = person(fight, 1 - asked), Person(MemberFactory.create())
        Captain.objects.filter(number=1 - asked).update(member=None, bot=Bot.STEADY)
        claim = away.replace_by_bot if absence == WhenAbsent.BOT else away.break_off
        for who, code in ((owner, "not_absent"), (looker, "not_captain")):
            with pytest.raises(Refused) as refused:
                claim(played=played, person=who)
            assert refused.value.codes == [code]
        PlayedBattle.objects.update(moved=timezone.now() - timedelta(minutes=11))
        claim(played=played, person=owner)
        played.refresh_from_db()
        if absence == WhenAbsent.BOT:
            assert Captain.objects.get(number=asked).bot == Bot.STEADY
            assert played.changes.get().by == 1 - asked
        else:
            assert played.state == PlayState.BROKEN

    def test_nobody_claims_that_who_leads_their_own_warband_is_away(self, fight: Field) -> None:
        """They lent it out, and may not take the other side's part against whom they lent it to."""
        played = begun(fight)
        asked = played.actor or 0
        Captain.objects.filter(number=asked).update(member=MemberFactory.create())
        PlayedBattle.objects.update(moved=timezone.now() - timedelta(minutes=11))
        with pytest.raises(Refused) as refused:
            away.replace_by_bot(played=played, person=person(fight, asked))
        assert refused.value.codes == ["not_absent"]

    def test_a_bot_decides_nothing_for_who_came_back_while_it_began_to_think(
        self, fight: Field, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        played = play(fight, begun(fight), 4)
        asked = played.actor or 0
        away.step_aside(played=played, person=person(fight, asked))
        take = positions.take

        def came_back(row: PlayedBattle) -> Game:
            monkeypatch.undo()
            away.come_back(played=PlayedBattle.objects.get(pk=row.pk), person=person(fight, asked))
            return take(row)

        monkeypatch.setattr(positions, "take", came_back)
        assert bots.play_on(played=played, patient=True) == 0
        assert played.actions.count() == 4

    def test_the_clock_runs_for_who_is_asked_once_the_turns_have_begun(self, fight: Field) -> None:
        played = begun(fight, terms=PlayTerms(clock=600, increment=5))
        played = play(fight, played, 8)  # all eight figures stand: the first turn has begun
        assert played.turn == 1
        asked = Captain.objects.get(number=played.actor)
        assert asked.left == 600_000
        PlayedBattle.objects.update(moved=timezone.now() - timedelta(seconds=100))
        play(fight, played, 1)
        asked.refresh_from_db()
        assert asked.left is not None
        assert 504_000 <= asked.left <= 505_000
