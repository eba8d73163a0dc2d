"""What other rooms hear of evenings: clashes, things to do, dates for battles, archives, accounts that are closed."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.evenings.departure import follow_closing, own_data
from campaigns.evenings.models.evening import ClubEvening
from campaigns.evenings.models.plan import Attendance, SeatState
from campaigns.evenings.operations import announcing, coming, offering
from campaigns.evenings.operations.offering import Offer
from campaigns.evenings.people import Comer
from campaigns.league import clashes
from campaigns.league.clashes import Thing, Wanted
from campaigns.todo import todo
from campaigns.wars.battles import operations as battles
from campaigns.wars.battles.operations import Plan
from campaigns.wars.dates.suggestions import suggested
from campaigns.wars.models.battle import Battle
from club.models import Member
from club.models.place import GameTable
from club.operations import Refused
from engines.evenings import Answer
from tests.campaigns.tables.asking import refused
from tests.clients import client_of
from tests.factories.battles import Field, field
from tests.factories.evenings import a_game, an_evening, announcement, in_days

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(ann: Member) -> ClubEvening:
    return an_evening(ann)


@pytest.fixture
def fought_then(evening: ClubEvening) -> Field:
    """A battle at the hour at which the evening begins."""
    fight = field()
    Battle.objects.filter(pk=fight.battle.pk).update(date=evening.begins)
    fight.battle.refresh_from_db()
    return fight


def test_whoever_fights_at_that_hour_does_not_sit_down(evening: ClubEvening, fought_then: Field, ann: Member) -> None:
    owner = fought_then.warbands[0].owner
    game = a_game(evening, ann)
    assert refused(coming.join, evening=evening, game=game.number, comer=Comer(owner)) == ["clash"]
    assert not game.people.exists()
    keys = [Comer(owner).key]
    assert refused(coming.seat, evening=evening, game=game.number, people=keys, author=ann) == ["clash"]
    coming.seat(evening=evening, game=game.number, people=keys, author=ann, because="he fights later")
    assert game.people.get().member == owner


def test_the_battle_itself_is_no_clash_with_its_place_in_the_evening(
    evening: ClubEvening, fought_then: Field, ann: Member
) -> None:
    offer = Offer(kind="battle", title="Battle", seats=2, battle=fought_then.battle)
    game = offering.offer_game(evening=evening, offer=offer, host=ann)
    owners = {warband.owner for warband in fought_then.warbands[:2]}
    assert {row.member for row in game.people.filter(state=SeatState.SEATED)} == owners
    again = {"evening": evening, "offer": offer, "host": ann}
    assert refused(offering.offer_game, **again) == ["battle_planned"]


def test_evenings_say_what_they_have_promised(evening: ClubEvening, ann: Member, bob: Member, spot: GameTable) -> None:
    game = a_game(evening, ann, spot=spot)
    coming.join(evening=evening, game=game.number, comer=Comer(bob))
    wanted = Wanted(
        evening.begins + timedelta(hours=1),
        evening.begins + timedelta(hours=2),
        members=frozenset([bob.pk, ann.pk]),
        tables=frozenset([spot.pk]),
    )
    assert {(use.thing, use.key) for use in clashes.found(wanted)} == {(Thing.MEMBER, bob.pk), (Thing.TABLE, spot.pk)}
    after = Wanted(evening.ends, evening.ends + timedelta(hours=1), members=frozenset([bob.pk]))
    assert clashes.found(after) == []
    announcing.cancel(evening=evening, author=ann)
    assert clashes.found(wanted) == []


def test_a_battle_is_not_fixed_for_whoever_sits_at_a_game_then(evening: ClubEvening, ann: Member) -> None:
    fight = field()
    owner = fight.warbands[0].owner
    game = a_game(evening, ann)
    coming.join(evening=evening, game=game.number, comer=Comer(owner))
    plan = Plan(date=evening.begins + timedelta(minutes=30))
    with pytest.raises(Refused) as refusal:
        battles.schedule_battle(campaign=fight.campaign, warbands=fight.warbands[:2], plan=plan, author=owner)
    assert "clash" in refusal.value.codes


def test_a_moved_evening_asks_again_whoever_comes_or_might(ann: Member, bob: Member) -> None:
    evening = an_evening(ann, begins=in_days(3))

    def asked() -> list[tuple[str, str]]:
        return [(chore.code, chore.address) for chore in todo(bob)]

    coming.answer(evening=evening, comer=Comer(bob), said=Answer.YES)
    assert asked() == []
    announcing.change(evening=evening, said=announcement(begins=in_days(4)), author=ann)
    assert asked() == [("evening", evening.get_absolute_url())]
    assert "do you still come?" in todo(bob)[0].sentence
    coming.answer(evening=evening, comer=Comer(bob), said=Answer.NO)
    assert asked() == []


def test_the_noticeboard_asks_with_one_tap(ann: Member, bob: Member) -> None:
    evening = an_evening(ann, begins=in_days(3))
    client = client_of(bob)
    assert (
        f'action="{reverse("evenings:answer", args=[evening.pk])}"' in client.get(reverse("club:home")).content.decode()
    )
    client.post(reverse("evenings:answer", args=[evening.pk]), {"answer": "yes"})
    assert "<form" not in _notice(client.get(reverse("club:home")).content.decode())


def _notice(page: str) -> str:
    return page[page.index('id="evening-title"') :].split("</section>")[0]


def test_the_noticeboard_leads_with_the_next_evening(ann: Member, bob: Member, spot: GameTable) -> None:
    evening = an_evening(ann, begins=in_days(3), place=spot.place)
    game = a_game(evening, ann, spot=spot)
    coming.join(evening=evening, game=game.number, comer=Comer(bob))
    shown = client_of(bob).get(reverse("club:home")).content.decode()
    assert "Club night" in shown
    assert "1 comes" in shown
    assert "Carcassonne" in shown


def test_whoever_proposes_dates_is_offered_the_next_evenings_first(evening: ClubEvening) -> None:
    fight = field()
    found = suggested(fight.battle, fight.warbands[0].owner)
    local = timezone.localtime(evening.begins)
    assert [(one.moment, one.label) for one in found] == [
        (evening.begins, f"{local:%A} {local.day} {local:%B}, 19:00 · Club night")
    ]


def test_a_closed_account_frees_its_seats_and_takes_its_words_along(
    evening: ClubEvening, ann: Member, bob: Member, cat: Member
) -> None:
    game = a_game(evening, ann, seats=1)
    coming.answer(evening=evening, comer=Comer(bob), said=Answer.YES, brings="My secret game", seeks="")
    coming.join(evening=evening, game=game.number, comer=Comer(bob))
    coming.join(evening=evening, game=game.number, comer=Comer(cat))
    told = dict(own_data(bob))
    assert told["evenings"][0]["brings"] == "My secret game"
    assert told["games_of_evenings"][0]["state"] == "seated"
    follow_closing(bob)
    assert game.people.get(state=SeatState.SEATED).member == cat
    assert not Attendance.objects.filter(brings__contains="secret").exists()
