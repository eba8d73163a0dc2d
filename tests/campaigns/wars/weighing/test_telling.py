"""Whoever asked for a weighing is told once what became of it, in the reader's language; nobody else is."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from campaigns.jobs import queue as jobs
from campaigns.jobs.models import Job, JobState
from campaigns.league import news
from campaigns.league.models import News
from campaigns.wars.models.weighing import Weighing
from campaigns.wars.weighing import operations, telling
from club.models import Member, Topic
from engines.musg.ranks import Rank
from engines.musg.weighing import Kind, Subject, Verdict
from rosters.models import PackVersion
from rosters.packs.operations import share_pack
from tests.campaigns.wars.weighing.results import ask, known

pytestmark = pytest.mark.django_db
ROUNDS = 4
THING_FR = "«\u00a0Homme du marais – Sous-chef\u00a0», du supplément «\u00a0Les gens du marais\u00a0»"
DONE_FR = f"La pesée de {THING_FR}, est terminée."


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operations, "ROUNDS", ROUNDS)


def read(member: Member, language: str = "en") -> list[str]:
    """What a member's news say, the latest first."""
    with translation.override(language):
        return [line.sentence for line in news.lines_of(news.news_of(member))]


def work_off() -> None:
    for pk in Job.objects.filter(kind=operations.KIND, state=JobState.WAITING).values_list("pk", flat=True):
        assert jobs.run(pk)


def fail() -> None:
    """Let every part fail for good."""
    Job.objects.filter(kind=operations.KIND).update(state=JobState.FAILED, error="KeyError: 'y'")


def test_who_asked_is_told_that_the_worth_is_known_and_led_there(
    client: Client, version: PackVersion, writer: Member, member: Member
) -> None:
    asked = ask(version, member)
    assert read(member) == []
    work_off()
    asked.refresh_from_db()
    assert asked.weight is not None
    [told] = News.objects.all()
    assert (told.member, told.by, told.campaign) == (member, None, None)
    assert told.params["verdict"] == asked.weight.verdict.value
    assert read(member)[0].startswith("“Eel spear”, of the pack “Fen folk”, is weighed. Its price: ")
    client.force_login(member)
    opened = client.get(reverse("campaigns:news_open", args=[told.pk]), follow=True)
    assert opened.redirect_chain == [(f"/packs/{version.pack_id}/versions/1/worth/#item-eel_spear", 302)]
    assert 'id="item-eel_spear"' in opened.content.decode()
    assert operations.tell_failed() == 0
    assert News.objects.count() == 1


@pytest.mark.parametrize(
    ("verdict", "english", "french"),
    [
        (
            Verdict.FAR_TOO_DEAR,
            "“Fenman – Lieutenant”, of the pack “Fen folk”, is weighed. Its price: far too dear.",
            f"{DONE_FR} Verdict\u00a0: prix beaucoup trop élevé.",
        ),
        (
            Verdict.UNPRICED,
            "“Fenman – Lieutenant”, of the pack “Fen folk”, is weighed.",
            DONE_FR,
        ),
    ],
)
def test_the_verdict_in_both_languages(
    version: PackVersion, member: Member, verdict: Verdict, english: str, french: str
) -> None:
    telling.tell_done(known(ask(version, member, Subject(Kind.PROFILE, "fenman", Rank.LIEUTENANT)), verdict=verdict))
    assert read(member) == [english]
    assert read(member, "fr") == [french]


def test_who_asked_is_told_once_that_it_failed_and_again_when_it_fails_again(
    version: PackVersion, writer: Member, member: Member
) -> None:
    asked = ask(version, member)
    assert operations.tell_failed() == 0
    fail()
    assert [operations.tell_failed() for _ in range(3)] == [1, 0, 0]
    failed = "“Eel spear”, of the pack “Fen folk”, cannot be weighed to the end: try it again, or call it off."
    assert (read(member), read(writer)) == ([failed], [])
    News.objects.update(read_at="2026-01-01T00:00:00Z")
    assert operations.tell_failed() == 0, "what was read was told as well"
    operations.try_again(weighing=asked, member=writer)
    assert (operations.tell_failed(), read(member)) == (0, [])
    fail()
    assert (operations.tell_failed(), read(member)) == (1, [failed])
    operations.try_again(weighing=asked, member=member)
    work_off()
    [told] = read(member)
    assert "is weighed" in told


def test_devices_and_mails_tell_it_as_a_result_that_nobody_waits_for(
    version: PackVersion, member: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[news.Telling] = []
    monkeypatch.setattr(news, "_CHANNELS", [heard.append])
    ask(version, member)
    fail()
    operations.tell_failed()
    Job.objects.filter(kind=operations.KIND).update(state=JobState.WAITING)
    work_off()
    assert [(one.code, one.waits) for one in heard] == [("weighing_failed", False), ("weighed", False)]
    assert {news.topic_of(one.code) for one in heard} == {Topic.RESULTS}
    assert all(row.mailed is None for row in News.objects.all())


def test_who_calls_it_off_is_told_nothing_and_who_asked_is_told_by_whom(
    version: PackVersion, writer: Member, member: Member
) -> None:
    operations.cancel(weighing=ask(version, member), member=member)
    assert not News.objects.exists()
    again = ask(version, member)
    fail()
    operations.tell_failed()
    operations.cancel(weighing=again, member=writer)
    assert read(member) == [f"{writer.name} called off the weighing of “Eel spear”, of the pack “Fen folk”."]
    assert read(writer) == []
    assert operations.tell_failed() == 0


def test_nobody_is_told_of_a_pack_that_is_closed_to_him_by_now(
    version: PackVersion, writer: Member, member: Member
) -> None:
    ask(version, member)
    share_pack(pack=version.pack, editors=[], shared=False, author=writer)
    fail()
    assert operations.tell_failed() == 0
    Job.objects.filter(kind=operations.KIND).update(state=JobState.WAITING)
    work_off()
    assert not News.objects.exists()


def test_nobody_is_told_of_what_a_closed_account_asked_for(version: PackVersion, member: Member) -> None:
    asked = ask(version, member)
    Weighing.objects.update(asked_by=None)
    fail()
    assert operations.tell_failed() == 0
    asked.refresh_from_db()
    assert asked.summary == {}
    assert not News.objects.exists()
