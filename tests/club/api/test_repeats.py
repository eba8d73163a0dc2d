"""A write that names a key happens once; one that names a version changes nothing when that is out of date."""

from __future__ import annotations

from datetime import timedelta
from threading import Thread

import pytest
from django.db import connection
from django.utils import timezone

from club.api import repeats
from club.models import ApiAnswer, ApiToken, Scope
from rosters.models import Warband
from tests.factories.battles import warband
from tests.factories.club import MemberFactory
from tests.programs import Program

NOTE = {"kind": "note", "text": "To be paid on Friday."}


def notes(band: Warband) -> int:
    return band.journal.filter(kind="note").count()


@pytest.mark.django_db
def test_twenty_equal_writes_count_once() -> None:
    ann = MemberFactory.create()
    band, program = warband(ann, "Ann’s"), Program(ann)
    seen = program.get(f"warbands/{band.pk}")["ETag"]
    answers = [
        program.post(f"warbands/{band.pk}/steps", NOTE, if_match=seen, idempotency_key="one") for _each in range(20)
    ]
    assert {answer.status_code for answer in answers} == {200}
    assert {answer.content for answer in answers} == {answers[0].content}
    assert {answer["ETag"] for answer in answers} == {answers[0]["ETag"]}
    assert [answer.headers.get("Idempotency-Replayed") for answer in answers] == [None] + ["true"] * 19
    assert notes(band) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.databases
def test_twenty_equal_writes_at_once_count_once() -> None:
    ann = MemberFactory.create()
    band, programs = warband(ann, "Ann’s"), [Program(ann) for _each in range(4)]
    seen = programs[0].get(f"warbands/{band.pk}")["ETag"]
    answers: list[int] = []

    def write(program: Program) -> None:
        said = [program.post(f"warbands/{band.pk}/steps", NOTE, if_match=seen, idempotency_key="one") for _ in range(5)]
        answers.extend(one.status_code for one in said)
        connection.close()

    threads = [Thread(target=write, args=[program]) for program in programs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [200] * 20
    assert notes(band) == 1


@pytest.mark.django_db
def test_a_key_is_the_members_whatever_the_token_and_nobody_elses() -> None:
    ann, ben = MemberFactory.create(), MemberFactory.create()
    hers, his = warband(ann, "Ann’s"), warband(ben, "Ben’s")
    first, renewed, other = Program(ann), Program(ann), Program(ben)
    seen = first.get(f"warbands/{hers.pk}")["ETag"]
    first.post(f"warbands/{hers.pk}/steps", NOTE, if_match=seen, idempotency_key="k")
    again = renewed.post(f"warbands/{hers.pk}/steps", NOTE, if_match=seen, idempotency_key="k")
    assert again["Idempotency-Replayed"] == "true"
    seen = other.get(f"warbands/{his.pk}")["ETag"]
    assert other.post(f"warbands/{his.pk}/steps", NOTE, if_match=seen, idempotency_key="k").status_code == 200
    assert (notes(hers), notes(his)) == (1, 1)


@pytest.mark.django_db
def test_a_kept_answer_is_told_to_no_token_that_would_not_have_got_it() -> None:
    """Who plays with one token and referees with another learns from neither what only the other may do."""
    ann = MemberFactory.create()
    band, player = warband(ann, "Ann’s"), Program(ann, Scope.READ, Scope.PLAY)
    readers = [Program(ann, Scope.READ), Program(ann, Scope.READ, Scope.REFEREE)]
    address, seen = f"warbands/{band.pk}/steps", player.get(f"warbands/{band.pk}")["ETag"]
    first = player.post(address, NOTE, if_match=seen, idempotency_key="k")
    refused = [program.post(address, NOTE, if_match=seen, idempotency_key="k") for program in readers]
    assert [(answer.status_code, answer.json()["code"]) for answer in refused] == [(403, "scope_missing")] * 2
    assert player.post(address, NOTE, if_match=seen, idempotency_key="k").content == first.content
    assert notes(band) == 1


@pytest.mark.django_db
def test_something_else_under_the_same_key_is_refused() -> None:
    ann = MemberFactory.create()
    band, program = warband(ann, "Ann’s"), Program(ann)
    seen = program.get(f"warbands/{band.pk}")["ETag"]
    program.post(f"warbands/{band.pk}/steps", NOTE, if_match=seen, idempotency_key="k")
    refused = program.post(f"warbands/{band.pk}/steps", {**NOTE, "text": "Else."}, if_match=seen, idempotency_key="k")
    assert (refused.status_code, refused.json()["code"]) == (422, "key_reused")
    assert notes(band) == 1


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["", " ", "a b", "é", "x" * 201])
def test_a_key_that_is_none(key: str) -> None:
    ann = MemberFactory.create()
    band, program = warband(ann, "Ann’s"), Program(ann)
    refused = program.post(f"warbands/{band.pk}/steps", NOTE, if_match='"0"', idempotency_key=key)
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_key")


@pytest.mark.django_db
def test_a_step_needs_a_key_and_a_version() -> None:
    ann = MemberFactory.create()
    band, program = warband(ann, "Ann’s"), Program(ann)
    keyless = program.post(f"warbands/{band.pk}/steps", NOTE, if_match='"0"')
    assert (keyless.status_code, keyless.json()["code"]) == (400, "key_missing")
    for headers in ({}, {"if_match": "*"}):
        unseen = program.post(f"warbands/{band.pk}/steps", NOTE, idempotency_key="k", **headers)
        assert (unseen.status_code, unseen.json()["code"]) == (428, "version_missing")
    assert notes(band) == 0


@pytest.mark.django_db
@pytest.mark.parametrize("said", ['"0"', '"999-en"', "nonsense", 'W/"0"', 'w/"1"'])
def test_a_stale_version_changes_nothing(said: str) -> None:
    ann = MemberFactory.create()
    band, program = warband(ann, "Ann’s"), Program(ann)
    before = program.get(f"warbands/{band.pk}")["ETag"]
    assert program.post(f"warbands/{band.pk}/steps", NOTE, if_match=before, idempotency_key="1").status_code == 200
    known = program.get(f"warbands/{band.pk}").content
    for number, tag in enumerate((said, before)):
        refused = program.post(f"warbands/{band.pk}/steps", NOTE, if_match=tag, idempotency_key=f"n{number}")
        assert (refused.status_code, refused.json()["code"]) == (412, "stale")
    assert program.get(f"warbands/{band.pk}").content == known
    assert notes(band) == 1


@pytest.mark.django_db
def test_the_tag_of_an_answer_that_was_packed_names_its_version() -> None:
    """Most clients take gzip unasked; packed, a tag stands for the same answer in other bytes."""
    ann = MemberFactory.create()
    band, program = warband(ann, "Ann’s"), Program(ann)
    packed = program.get(f"warbands/{band.pk}", accept_encoding="gzip")
    assert packed["Content-Encoding"] == "gzip"
    assert packed["ETag"].startswith('W/"')
    assert {"Accept-Encoding", "Accept-Language", "Authorization"} == set(packed["Vary"].split(", "))
    written = program.post(
        f"warbands/{band.pk}/steps", NOTE, if_match=packed["ETag"], idempotency_key="k", accept_encoding="gzip"
    )
    assert written.status_code == 200
    refused = program.post(f"warbands/{band.pk}/steps", NOTE, if_match=packed["ETag"], idempotency_key="l")
    assert refused.status_code == 412
    assert notes(band) == 1


@pytest.mark.django_db
def test_refusals_of_what_was_sent_are_kept_and_those_at_the_door_are_not() -> None:
    ann = MemberFactory.create()
    band, program = warband(ann, "Ann’s"), Program(ann)
    seen = program.get(f"warbands/{band.pk}")["ETag"]
    wrong = {"kind": "buy", "figure": 1, "item": "no-such-thing"}
    refused = [
        program.post(f"warbands/{band.pk}/steps", wrong, if_match=seen, idempotency_key="k") for _each in range(2)
    ]
    assert [one.status_code for one in refused] == [422, 422]
    assert refused[1]["Idempotency-Replayed"] == "true"
    assert refused[1]["Content-Type"] == "application/problem+json"
    program.post(f"warbands/{band.pk}/steps", NOTE, if_match='"998"', idempotency_key="late")
    assert program.post(f"warbands/{band.pk}/steps", NOTE, if_match=seen, idempotency_key="late").status_code == 200


@pytest.mark.django_db
def test_answers_are_forgotten_after_two_days() -> None:
    ann = MemberFactory.create()
    band, program = warband(ann, "Ann’s"), Program(ann)
    seen = program.get(f"warbands/{band.pk}")["ETag"]
    program.post(f"warbands/{band.pk}/steps", NOTE, if_match=seen, idempotency_key="k")
    ApiAnswer.objects.update(made=timezone.now() - timedelta(hours=47))
    repeats.forget()
    assert ApiAnswer.objects.count() == 1
    ApiAnswer.objects.update(made=timezone.now() - timedelta(hours=49))
    repeats.forget()
    assert ApiAnswer.objects.count() == 0
    assert ApiToken.objects.count() == 1
