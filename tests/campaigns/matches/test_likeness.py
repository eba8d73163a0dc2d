"""The same result twice: two people write one match down, or one sends it again by Back."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone

from campaigns.matches.models.match import Match
from campaigns.matches.operations.changes import cancel_match
from campaigns.matches.operations.recording import Occasion, Sitting, record_result
from club.models import Member
from club.operations import Refused
from club.visibility import Visibility
from tests.campaigns.matches.asking import as_, at
from tests.campaigns.wars.test_at_once import at_once
from tests.factories.club import MemberFactory
from tests.factories.matches import result

LATELY = timezone.now() - timedelta(days=2)


def filled(ann: Member, ben: Member, date: str = "2026-03-01T21:00", **more: str) -> dict[str, str]:
    who = {"seat-0-player": f"m{ann.pk}", "seat-1-player": f"m{ben.pk}", "visibility": "club", "start": "0"}
    return {**who, "seat-0-total": "16", "seat-1-total": "12", "date": date, **more}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "This looks like the match of 21:00: record it all the same?"),
        ("fr", "Cela ressemble à la partie de 21:00\xa0: l’enregistrer quand même\u202f?"),
    ],
)
def test_a_result_that_stands_there_already_is_asked_about(
    language: str, question: str, ann: Member, ben: Member
) -> None:
    address = at("match_record", "badass_force")
    assert as_(ann).post(address, filled(ann, ben)).status_code == 302
    # Ben sat down on the other side of the table, and looked at the clock a little later.
    theirs = filled(ben, ann, "2026-03-01T22:40", **{"seat-0-total": "12", "seat-1-total": "16"})
    asked = as_(ben, language).post(address, theirs)
    page = unescape(asked.content.decode())
    first = Match.objects.get()
    assert asked.status_code == 422
    assert question in page
    assert f'href="{first.get_absolute_url()}"' in page
    assert 'value="12"' in page  # what was typed is kept
    all_the_same = {**theirs, "seen": str(first.pk)}
    assert as_(ben, language).post(address, all_the_same).status_code == 302
    assert Match.objects.count() == 2
    # A third like these is another question.
    assert as_(ben, language).post(address, all_the_same).status_code == 422


@pytest.mark.django_db
def test_what_is_told_apart_is_not_asked_about(ann: Member, ben: Member) -> None:
    def again(scores: tuple[int, int] = (16, 12), *, hours: int = 0, people: tuple[object, ...] = (ann, ben)) -> Match:
        return record_result(
            sitting=Sitting(game="badass_force", people=people),  # type: ignore[arg-type]
            recorder=ann,
            table=[{"total": total} for total in scores],
            occasion=Occasion(date=LATELY + timedelta(hours=hours)),
            seen=0,
        )

    first = again()
    with pytest.raises(Refused) as refused:
        again(hours=11)
    assert refused.value.codes == ["looks_alike"]
    again((12, 16))
    again(hours=13)
    again(people=(ann, "Gail"))
    cancel_match(match=first, author=ann)
    again()


@pytest.mark.django_db
def test_a_match_that_the_recorder_may_not_read_is_not_told_of(ann: Member, ben: Member) -> None:
    result([ann, ben], [16, 12], occasion=Occasion(date=LATELY), visibility=Visibility.PRIVATE)
    stranger = MemberFactory.create()
    record_result(
        sitting=Sitting(game="badass_force", people=[ann, ben]),
        recorder=stranger,
        table=[{"total": 16}, {"total": 12}],
        occasion=Occasion(date=LATELY),
        seen=0,
    )
    assert Match.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_of_two_who_record_at_the_same_moment_one_is_asked() -> None:
    people = [MemberFactory.create() for _n in range(3)]

    def record(number: int) -> str:
        recorder = people[number % 3]
        record_result(
            sitting=Sitting(game="badass_force", people=[*people, "Gail"]),
            recorder=recorder,
            table=[{"total": total} for total in (16, 12, 3, 2)],
            seen=0,
        )
        return "recorded"

    assert at_once(*(lambda n=n: record(n) for n in range(4))) == Counter({"recorded": 1, "looks_alike": 3})
