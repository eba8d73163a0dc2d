"""Time in a battle played at the site: neither taking back nor leaving and coming back gains any."""

from __future__ import annotations

from datetime import timedelta
from math import dist

import pytest

from campaigns.wars.ground.operations import lay_out
from campaigns.wars.models.play import Captain, PlayedBattle, WhenAbsent
from campaigns.wars.models.resolution import BattleGround
from campaigns.wars.play import away, deciding, positions
from campaigns.wars.play.absence import due_of, is_absent, left_of
from campaigns.wars.play.entry import terms_of
from campaigns.wars.play.offering import PlayTerms
from club.operations import Refused
from engines.musg.battle.actions import Walk
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.prospects import code_of
from tests.campaigns.clock import Clock
from tests.campaigns.wars.play.boards import begun, person, play, suggestion
from tests.clients import client_of
from tests.factories.battles import Field, field

pytestmark = pytest.mark.django_db
WITH_CLOCK = PlayTerms(clock=600, increment=15, patience=60)
A_DAY = timedelta(days=1)


@pytest.fixture
def fight(clock: Clock) -> Field:
    """A battle ahead of two warbands of four, its dice always the same, while time stands still."""
    positions.forget()
    made = field()
    lay_out(battle=made.battle, layout=ready_tables()["village"], turn_limit=3)
    BattleGround.objects.filter(battle=made.battle).update(seed="5a" * 32)
    return made


def in_turn_one(fight: Field, terms: PlayTerms = WITH_CLOCK) -> PlayedBattle:
    """All eight figures stand, and one of the captains has to activate somebody."""
    played = play(fight, begun(fight, terms=terms), 8)
    assert played.turn == 1
    return played


def test_who_is_asked_to_agree_reads_what_a_decision_adds(fight: Field) -> None:
    said = terms_of(begun(fight, terms=WITH_CLOCK))
    assert said[1:3] == ["a clock of 10 minutes", "15 seconds more for each decision"]


def asked(played: PlayedBattle) -> Captain:
    played.refresh_from_db()
    return Captain.objects.get(played=played, number=played.actor)


def seconds(played: PlayedBattle, captain: Captain, clock: Clock) -> float | None:
    """What the captain's clock shows."""
    played.refresh_from_db()
    captain.refresh_from_db()
    left = left_of(played, captain, clock.moment)
    return None if left is None else left / 1000


def decide_and_take_back(fight: Field, played: PlayedBattle, clock: Clock, *, pause: int = 0) -> None:
    played.refresh_from_db()
    who = person(fight, played.actor or 0)
    deciding.decide(played=played, person=who, code=suggestion(played), version=played.version)
    clock.passes(timedelta(seconds=pause))
    played.refresh_from_db()
    deciding.take_back(played=played, person=who, version=played.version)
    played.refresh_from_db()


class TestTakingBack:
    def test_earns_no_time_however_often(self, fight: Field, clock: Clock) -> None:
        """Each decision earns 15 seconds, which taking it back gives back."""
        played = in_turn_one(fight)
        captain = asked(played)
        assert seconds(played, captain, clock) == 600
        for _number in range(3):
            decide_and_take_back(fight, played, clock)
        assert seconds(played, captain, clock) == 600

    def test_the_time_that_passed_stays_spent_and_is_charged_once(self, fight: Field, clock: Clock) -> None:
        """100 s before the decision, 20 before it is taken back, 30 before the next: 450, and 15 for that one."""
        played = in_turn_one(fight)
        captain = asked(played)
        clock.passes(timedelta(seconds=100))
        decide_and_take_back(fight, played, clock, pause=20)
        assert seconds(played, captain, clock) == 480
        clock.passes(timedelta(seconds=30))
        assert seconds(played, captain, clock) == 450
        play(fight, played, 1)
        assert seconds(played, captain, clock) == 465

    def test_of_two_steps_one_after_the_other(self, fight: Field, clock: Clock) -> None:
        """10 s, a figure is activated, 10 s, it walks; both are taken back after 5 s each: 570 s are left."""
        played = in_turn_one(fight)
        captain = asked(played)
        who = person(fight, captain.number)
        clock.passes(timedelta(seconds=10))
        played = play(fight, played, 1)
        with positions.standing(played) as game:
            assert game.decision and game.decision.figure is not None
            here = game.pieces[game.decision.figure].base[:2]
            walks = [action for action in game.actions() if isinstance(action, Walk)]
            walk = min(walks, key=lambda one: dist(here, (one.x, one.y)))  # the shortest: nobody comes into view
        clock.passes(timedelta(seconds=10))
        deciding.decide(played=played, person=who, code=code_of(walk))
        assert seconds(played, captain, clock) == 610
        for left in (590, 570):
            clock.passes(timedelta(seconds=5))
            deciding.take_back(played=played, person=who)
            assert seconds(played, captain, clock) == left

    def test_a_clock_that_ran_out_has_run_out(self, fight: Field, clock: Clock) -> None:
        """Who decides too late and nobody minded has the 15 seconds of that decision, until it is taken back."""
        played = in_turn_one(fight)
        captain = asked(played)
        clock.passes(timedelta(seconds=700))
        decide_and_take_back(fight, played, clock)
        assert seconds(played, captain, clock) == 0
        captain.refresh_from_db()
        assert is_absent(played, captain)

    def test_gives_no_more_time_to_think(self, fight: Field, clock: Clock) -> None:
        """By correspondence: who decides just before the moment and takes it back is away when it comes."""
        played = in_turn_one(fight, PlayTerms(pace="days", patience=2 * 24 * 60))
        captain = asked(played)
        due, since = due_of(played), played.moved
        clock.passes(2 * A_DAY - timedelta(minutes=5))
        decide_and_take_back(fight, played, clock)
        assert (played.moved, due_of(played)) == (since, due)
        assert not is_absent(played, captain)
        clock.passes(timedelta(minutes=5))
        assert is_absent(played, captain)

    def test_of_the_very_first_step_leads_back_to_the_beginning(self, fight: Field, clock: Clock) -> None:
        played = begun(fight, terms=WITH_CLOCK)
        captain = asked(played)
        clock.passes(timedelta(minutes=50))
        decide_and_take_back(fight, played, clock)
        assert played.moved == played.started
        assert seconds(played, captain, clock) == 600  # placing the figures is free of the clock
        clock.passes(timedelta(minutes=10))
        assert is_absent(played, captain)

    def test_who_came_back_meanwhile_has_been_asked_since_then(self, fight: Field, clock: Clock) -> None:
        played = in_turn_one(fight)
        captain = asked(played)
        who = person(fight, captain.number)
        clock.passes(timedelta(seconds=100))
        away.step_aside(played=played, person=who)
        clock.passes(timedelta(seconds=50))
        away.come_back(played=played, person=who)
        back = clock.moment
        clock.passes(timedelta(seconds=10))
        decide_and_take_back(fight, played, clock)
        assert played.moved == back
        assert seconds(played, captain, clock) == 490  # nothing while the bot led


class TestLeaving:
    def test_the_clock_stands_still_and_is_not_set_back(self, fight: Field, clock: Clock) -> None:
        played = in_turn_one(fight)
        captain = asked(played)
        who = person(fight, captain.number)
        clock.passes(timedelta(seconds=590))
        away.step_aside(played=played, person=who)
        clock.passes(timedelta(seconds=60))
        assert seconds(played, captain, clock) == 10
        away.come_back(played=played, person=who)
        assert seconds(played, captain, clock) == 10
        clock.passes(timedelta(seconds=4))
        assert seconds(played, captain, clock) == 6

    def test_who_is_not_asked_sets_nobodys_time_back(self, fight: Field, clock: Clock) -> None:
        played = in_turn_one(fight)
        captain = asked(played)
        other = person(fight, 1 - captain.number)
        clock.passes(timedelta(seconds=590))
        away.step_aside(played=played, person=other)
        away.come_back(played=played, person=other)
        assert seconds(played, captain, clock) == 10
        play(fight, played, 1)
        assert seconds(played, captain, clock) == 25

    def test_who_was_replaced_late_is_late_again_until_the_next_decision(self, fight: Field, clock: Clock) -> None:
        """No more than the clock's rule, and no trap: the decision counts, and earns its 15 seconds."""
        played = in_turn_one(fight)
        captain = asked(played)
        who, other = person(fight, captain.number), person(fight, 1 - captain.number)
        clock.passes(timedelta(seconds=700))
        for _number in range(2):
            away.replace_by_bot(played=played, person=other)
            away.come_back(played=played, person=who)
            assert seconds(played, captain, clock) == 0
            assert is_absent(played, captain)
        play(fight, played, 1)
        assert seconds(played, captain, clock) == 15
        assert not is_absent(played, captain)

    def test_a_battle_may_be_broken_off_for_a_clock_that_ran_out_before_its_captain_left(
        self, fight: Field, clock: Clock
    ) -> None:
        played = in_turn_one(fight, PlayTerms(clock=600, increment=15, patience=60, absence=WhenAbsent.CLAIM))
        captain = asked(played)
        who, other = person(fight, captain.number), person(fight, 1 - captain.number)
        clock.passes(timedelta(seconds=700))
        away.step_aside(played=played, person=who)
        with pytest.raises(Refused):
            away.break_off(played=played, person=other)  # a bot plays
        away.come_back(played=played, person=who)
        away.break_off(played=played, person=other)

    def test_the_page_shows_a_clock_that_stands_while_a_bot_leads(
        self, fight: Field, clock: Clock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        played = in_turn_one(fight)
        captain = asked(played)
        client = client_of(fight.players[1 - captain.number])

        def runs() -> int:
            return client.get(played.get_absolute_url()).content.decode().count("data-runs")

        assert runs() == 1
        away.step_aside(played=played, person=person(fight, captain.number))
        monkeypatch.setattr("campaigns.wars.play.bots.play_on", lambda **_values: 0)  # it thinks
        assert runs() == 0
