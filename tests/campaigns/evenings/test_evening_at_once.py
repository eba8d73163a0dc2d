"""Twenty people at once for four seats. On SQLite files and PostgreSQL."""

from __future__ import annotations

from collections import Counter

import pytest

from campaigns.evenings.models.evening import ClubEvening, PlanEntry
from campaigns.evenings.operations import coming
from campaigns.evenings.operations.book import plan_of
from campaigns.evenings.people import Comer
from campaigns.league.models import News
from club.models import Member
from tests.campaigns.wars.test_at_once import at_once
from tests.factories.club import MemberFactory
from tests.factories.evenings import a_game, an_evening

pytestmark = pytest.mark.django_db(transaction=True)


def test_twenty_sign_up_for_four_seats_and_one_moves_up(transactional_db: None) -> None:
    people: list[Member] = list(MemberFactory.create_batch(20))
    evening = an_evening(people[0])
    game = a_game(evening, people[0], seats=4)

    def joining(member: Member) -> object:
        shown = ClubEvening.objects.get(pk=evening.pk)
        return coming.join(evening=shown, game=game.number, comer=Comer(member))

    assert at_once(*(lambda m=m: joining(m) for m in people)) == Counter({"True": 4, "False": 16})
    plan = plan_of(evening)
    seated = [seat.person for seat in plan.games[1].seated]
    waiting = [place.person for place in plan.games[1].waiting]
    assert sorted([*seated, *waiting]) == sorted(Comer(member).key for member in people)
    # One order for all: that of the log.
    asked = PlanEntry.objects.filter(data__kind="joined").order_by("number").values_list("data__person", flat=True)
    assert [*seated, *waiting] == list(asked)
    rows = game.people.filter(state="waiting").order_by("position")
    assert [row.person for row in rows] == waiting
    gone = Member.objects.get(pk=int(seated[0][1:]))
    coming.leave(evening=ClubEvening.objects.get(pk=evening.pk), game=1, comer=Comer(gone))
    assert list(News.objects.values_list("member", "code")) == [(int(waiting[0][1:]), "evening_moved_up")]
