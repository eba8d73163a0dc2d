"""Two people, or two workers, at once in one battle: each decision once, and who was overtaken is told so."""

from __future__ import annotations

from collections import Counter

import pytest

from campaigns.wars.models.play import Decider, PlayedBattle
from campaigns.wars.play import away, bots, deciding, offering, positions
from campaigns.wars.play.offering import PlayTerms
from engines.core.dice import SeededDice
from engines.musg.battle.game import Battle as Game
from engines.musg.prospects import read
from tests.campaigns.wars.play.boards import begun, person, play, suggestion
from tests.campaigns.wars.test_at_once import at_once
from tests.factories.battles import Field, field

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def fight(transactional_db: None) -> Field:
    positions.forget()
    return field()


def stored(played: PlayedBattle) -> list[int]:
    return list(played.actions.values_list("index", flat=True))


def test_of_two_captains_deciding_at_once_one_counts_and_the_other_is_told_to_look_again(fight: Field) -> None:
    """Twice from both sides' phones, from the same page: who is not asked is refused, before or after."""
    played = play(fight, begun(fight), 8)
    code, asked = suggestion(played), played.actor or 0

    def deciding_for(side: int) -> object:
        row = PlayedBattle(pk=played.pk)
        deciding.decide(played=row, person=person(fight, side), code=code, version=played.version)
        return "played"

    outcome = at_once(*(lambda side=side: deciding_for(side) for side in (asked, 1 - asked) * 2))
    assert outcome["played"] == 1
    assert outcome["stale"] >= 1
    assert outcome["stale"] + outcome["not_your_turn"] == 3
    assert stored(played) == list(range(9))
    after = PlayedBattle.objects.get(pk=played.pk)
    assert after.version == played.version + 1


def test_a_step_is_taken_back_or_followed_by_another_and_never_both(fight: Field) -> None:
    played = play(fight, begun(fight), 1)
    assert played.returnable
    who, code = person(fight, played.actor or 0), suggestion(played)

    def decides() -> object:
        deciding.decide(played=PlayedBattle(pk=played.pk), person=who, code=code, version=played.version)
        return "played"

    def takes_back() -> object:
        deciding.take_back(played=PlayedBattle(pk=played.pk), person=who, version=played.version)
        return "back"

    outcome = at_once(decides, takes_back)
    assert outcome == Counter({"stale": 1, "played": outcome["played"], "back": outcome["back"]})
    assert len(stored(played)) == (2 if outcome["played"] else 0)
    positions.forget()
    assert suggestion(PlayedBattle.objects.get(pk=played.pk))


def test_both_sides_agree_at_once_and_it_begins_once(fight: Field) -> None:
    played = offering.propose(battle=fight.battle, member=fight.players[0], terms=PlayTerms(), leads={})

    def agrees() -> object:
        return offering.agree(
            played=PlayedBattle(pk=played.pk, battle_id=played.battle_id), member=fight.players[1], leads={}
        ).state

    assert at_once(agrees, agrees) == Counter({"running": 1, "not_offered": 1})


def test_several_workers_at_one_battle_store_each_decision_once(fight: Field) -> None:
    played = begun(fight)
    asked = played.actor or 0
    away.step_aside(played=played, person=person(fight, asked), strength="gentle")

    def works() -> object:
        bots.play_on(played=PlayedBattle(pk=played.pk), patient=True)
        return "worked"

    assert at_once(works, works, works) == Counter({"worked": 3})
    after = PlayedBattle.objects.get(pk=played.pk)
    assert stored(played) == list(range(len(stored(played))))
    assert after.actor in (1 - asked, None)
    log = [read(code) for code in after.actions.values_list("code", flat=True)]
    assert Game.replay(after.prepared, log, SeededDice(bytes.fromhex(after.seed))).actor == after.actor
    assert set(after.actions.values_list("side", "by")) == {(asked, Decider.BOT)}
