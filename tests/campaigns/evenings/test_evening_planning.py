"""A plan in one press: proposed from what is known, taken in whole or part, refused when something has changed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from campaigns.evenings.models.evening import ClubEvening
from campaigns.evenings.models.plan import EveningGame, SeatState
from campaigns.evenings.operations import coming, offering
from campaigns.evenings.people import Comer, key_of_member
from campaigns.evenings.planning.gathering import drawn, setup_for
from campaigns.evenings.planning.operations import take_plan
from campaigns.league.games import CARD_GAMES
from campaigns.wars.battles.operations import Plan, schedule_battle
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.models.forecast import PairForecast
from campaigns.wars.rounds.operations import open_round
from club.models import Member
from club.models.place import GameTable, Place
from club.operations import Refused, Stale
from engines.core.proof import read_proof, verify_game
from engines.evenings import Answer
from engines.evenings.planner import Because, Reason
from engines.registry import DRAWN
from tests.clients import client_of
from tests.factories.campaigns import cast
from tests.factories.club import MemberFactory
from tests.factories.evenings import a_game, an_evening

pytestmark = pytest.mark.django_db

BAF = ("baf",)


@pytest.fixture
def evening(ann: Member) -> ClubEvening:
    return an_evening(ann)


def come(evening: ClubEvening, *members: Member, seeks: str = "") -> None:
    for member in members:
        coming.answer(evening=evening, comer=Comer(member), said=Answer.YES, brings="", seeks=seeks)


def some(count: int) -> list[Member]:
    return [MemberFactory.create(display_name=f"Player {number}") for number in range(count)]


def take(evening: ClubEvening, organiser: Member, **how: Any) -> int:
    said = {"games": BAF, "ask": 1, "chosen": range(9), "locked": (), "author": organiser, **how}
    promise = drawn(evening, organiser, said["games"], said["ask"]).prove().commitment
    return take_plan(evening=evening, **{"promise": promise, **said})


def sitting(game: EveningGame) -> set[Member | None]:
    return {row.member for row in game.people.filter(state=SeatState.SEATED)}


def test_those_who_come_are_planned_and_seated_at_tables_of_the_place(ann: Member) -> None:
    place = Place.objects.create(name="Town hall")
    for number in range(2):
        GameTable.objects.create(place=place, name=f"Table {number}", seats=4)
    evening, people = an_evening(ann, place=place), some(7)
    come(evening, *people)
    coming.answer(evening=evening, comer=Comer(MemberFactory.create()), said=Answer.MAYBE)
    assert take(evening, ann, locked={0}) == 2
    first, second = EveningGame.objects.order_by("number")
    assert (first.kind, first.title, first.seats, first.locked, second.locked) == ("baf", "BAF!", 4, True, False)
    assert sitting(first) | sitting(second) == set(people)
    assert {len(sitting(first)), len(sitting(second))} == {3, 4}
    assert first.spot != second.spot


def test_a_battle_that_a_campaign_owes_comes_first_with_its_odds(ann: Member) -> None:
    who = cast()
    evening = an_evening(who.referee)
    battle = schedule_battle(campaign=who.campaign, warbands=[who.warband, who.other], plan=Plan())
    owners = [who.warband.owner, who.other.owner]
    come(evening, *owners, *some(3))
    game = drawn(evening, who.referee, BAF, 1).outcome.games[0]
    assert (game.key, game.people) == (str(battle.pk), tuple(key_of_member(owner.pk) for owner in owners))
    assert game.reasons[0].code == Because.OWED
    take(evening, who.referee)
    row = EveningGame.objects.get(battle=battle)
    assert sitting(row) == set(owners)
    assert drawn(evening, who.referee, BAF, 1).outcome.games == ()


def test_whom_a_campaign_would_pair_next_is_proposed_and_scheduled_when_taken() -> None:
    who = cast()
    evening, owners = an_evening(who.referee), [who.warband.owner, who.other.owner]
    round = open_round(campaign=who.campaign)
    come(evening, *owners)
    (game,) = drawn(evening, who.referee, BAF, 1).outcome.games
    assert (set(game.people), game.reasons[0].code) == ({key_of_member(o.pk) for o in owners}, Because.PAIRED)
    shown = client_of(who.referee).get(reverse("evenings:plan", args=[evening.pk])).context["plan"].games
    assert [one.title for one in shown] in (["Axes – Blades"], ["Blades – Axes"])
    assert not Battle.objects.exists()
    take(evening, who.referee)
    battle = Battle.objects.get()
    assert (battle.round, battle.state) == (round, BattleState.SCHEDULED)
    assert sitting(EveningGame.objects.get(battle=battle)) == set(owners)
    assert drawn(evening, who.referee, BAF, 2).outcome.games == ()


@pytest.mark.parametrize("swapped", [False, True])
def test_the_odds_of_a_pair_are_said_as_long_as_neither_has_changed(swapped: bool) -> None:
    who = cast()
    evening = an_evening(who.referee)
    open_round(campaign=who.campaign)
    come(evening, who.warband.owner, who.other.owner)
    one, other = (who.other, who.warband) if swapped else (who.warband, who.other)
    wins = [{"value": 0.62}, {"value": 0.38}]
    known = PairForecast.objects.create(
        campaign=who.campaign, one=one, other=other, state="done", setup={}, seed="", basis="", summary={"wins": wins}
    )
    (game,) = drawn(evening, who.referee, BAF, 1).outcome.games
    due = 620 if game.people[0] == key_of_member(one.owner_id) else 380
    assert game.reasons[1] == Reason(Because.UNEVEN, {"odds": due})
    PairForecast.objects.filter(pk=known.pk).update(created=known.created - timedelta(days=9000))
    (game,) = drawn(evening, who.referee, BAF, 1).outcome.games
    assert Because.UNEVEN not in [why.code for why in game.reasons]


def test_another_organiser_pairs_nobody_in_a_campaign(ann: Member) -> None:
    who = cast()
    evening = an_evening(ann)
    open_round(campaign=who.campaign)
    come(evening, who.warband.owner, who.other.owner)
    assert drawn(evening, ann, BAF, 1).outcome.games == ()


def test_what_is_planned_stays_and_free_seats_are_given_unless_it_is_settled(ann: Member, evening: ClubEvening) -> None:
    host, *people = some(3)
    game = a_game(evening, host, seats=3, kind="baf", title="BAF!", role=None)
    come(evening, *people)
    (found,) = drawn(evening, ann, BAF, 1).outcome.games
    assert (found.joins, len(found.people)) == (str(game.number), 2)
    offering.lock_game(game=game, locked=True, author=ann)
    assert drawn(evening, ann, BAF, 1).outcome.games == ()
    offering.lock_game(game=game, locked=False, author=ann)
    evening.refresh_from_db()
    take(evening, ann)
    assert sitting(game) == set(people)


def test_who_looks_for_a_game_by_its_name_wishes_for_it(ann: Member, evening: ClubEvening, bob: Member) -> None:
    come(evening, bob, seeks="A round of baf! or two")
    come(evening, *some(1))
    wants = {comer.person: comer.wants for comer in setup_for(evening, ann, ("bagarre", "baf"), b"").people}
    assert wants[key_of_member(bob.pk)] == ("baf",)
    assert sorted(wants.values()) == [(), ("baf",)]


def test_those_who_met_and_tables_they_sat_at_are_remembered(ann: Member, bob: Member, cat: Member) -> None:
    place = Place.objects.create(name="Town hall")
    spot = GameTable.objects.create(place=place, name="Table 1")
    before = an_evening(ann, place=place)
    game = a_game(before, ann, spot=spot)
    coming.seat(evening=before, game=game.number, people=[key_of_member(m.pk) for m in (bob, cat)], author=ann)
    evening = an_evening(ann, begins=before.ends)
    come(evening, bob, cat)
    setup = setup_for(evening, ann, BAF, b"")
    keys = sorted(key_of_member(member.pk) for member in (bob, cat))
    assert setup.met == ((*keys, 1),)
    assert setup.sat == tuple((key, spot.pk, 1) for key in keys)


def test_another_plan_is_not_taken_for_the_one_that_was_shown(ann: Member, evening: ClubEvening) -> None:
    come(evening, *some(3))
    promise = drawn(evening, ann, BAF, 1).prove().commitment
    come(evening, *some(1))
    with pytest.raises(Stale):
        take(evening, ann, promise=promise)
    with pytest.raises(Refused, match="at least one"):
        take(evening, ann, chosen=())
    assert not EveningGame.objects.exists()


def test_the_page_proposes_takes_and_proves(ann: Member, evening: ClubEvening, bob: Member) -> None:
    come(evening, *some(3))
    client, address = client_of(ann), reverse("evenings:plan", args=[evening.pk])
    shown = client.get(address, {"game": "baf"})
    plan = shown.context["plan"]
    (game,) = plan.games
    assert (game.title, game.people[0][:6], game.why[:14]) == ("BAF!", "Player", "A group of 3 ·")
    proof = read_proof(client.get(shown.context["draw"]).json())
    assert (proof.seed, verify_game(proof, DRAWN)) == (plan.seed, [])
    assert client.get(shown.context["again"]).context["plan"].seed != plan.seed

    sent = {"game": "baf", "ask": 1, "promise": "0" * 64, "take": 0, "client_id": "once"}
    assert client.post(address, sent).headers["Location"] == f"{address}?game=baf&ask=1"
    taken = client.post(address, {**sent, "promise": plan.promise, "lock": 0})
    assert taken.headers["Location"] == evening.get_absolute_url()
    assert EveningGame.objects.get().locked
    assert client.get(address).context["plan"].games == ()
    assert client_of(bob).get(address).status_code == 403


def test_queries_do_not_grow_with_who_comes(
    ann: Member, django_assert_max_num_queries: Any, evening: ClubEvening
) -> None:
    come(evening, *some(30))
    a_game(evening, ann)
    client, address = client_of(ann), reverse("evenings:plan", args=[evening.pk])
    with django_assert_max_num_queries(35):
        assert len(client.get(address).context["plan"].games) >= 5


def test_every_card_game_can_be_planned(ann: Member, evening: ClubEvening) -> None:
    come(evening, *some(3))
    for game in CARD_GAMES:
        (kind,) = setup_for(evening, ann, (game.code,), b"").kinds
        assert (kind.code, kind.least, 4 <= kind.most <= 6) == (game.code, 3, True)
