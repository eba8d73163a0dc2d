"""Booklets as jobs: made once, seen while they are made, called off, counted, kept for some days, for few people."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as site
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.jobs import queue as jobs, sweeping
from campaigns.jobs.models import Job, JobState
from campaigns.league.models import News
from campaigns.league.operations import people
from campaigns.wars.models.booklet import Booklet, BookletContent, BookletState
from campaigns.wars.paper.booklet import operations
from campaigns.wars.paper.booklet.contents import Contents
from club.models import Member
from club.operations import Refused
from club.paper.choices import PaperChoices
from club.visibility import Visibility
from rosters.models import Warband
from tests.clients import client_of
from tests.factories.campaigns import Cast, campaign, cast, join, membership
from tests.factories.club import MemberFactory
from tests.paper import words

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def who() -> Cast:
    return cast(visibility=Visibility.PRIVATE)


def ask(who: Cast, member: Member | None = None, **wishes: Any) -> Booklet:
    wanted = PaperChoices(language="en", **wishes)
    return operations.ask(campaign=who.campaign, member=member or who.player, choices=wanted)


def run(booklet: Booklet) -> bool:
    job = operations.job_of(booklet)
    assert job is not None
    return jobs.run(job.pk)


def made(who: Cast, member: Member | None = None, **wishes: Any) -> Booklet:
    asked = ask(who, member, **wishes)
    assert run(asked)
    return Booklet.objects.get(pk=asked.pk)


def page(who: Cast) -> str:
    return reverse("campaigns:booklets", args=[who.campaign.slug])


def address(booklet: Booklet, name: str = "booklet") -> str:
    return reverse(f"campaigns:{name}", args=[booklet.campaign.slug, booklet.pk])


def refused(code: str, call: Any) -> None:
    with pytest.raises(Refused) as caught:
        call()
    assert caught.value.codes == [code]


class TestMaking:
    def test_it_is_made_once_and_told(self, who: Cast) -> None:
        booklet = made(who)
        assert booklet.state == BookletState.DONE
        content = bytes(booklet.content.pdf)
        assert content.startswith(b"%PDF")
        assert booklet.size == len(content)
        assert booklet.pages > 4
        assert sorted(booklet.warbands) == sorted([who.warband.pk, who.other.pk])
        job = Job.objects.get(kind=operations.KIND)
        assert (job.state, job.progress, job.total) == (JobState.DONE, 4, 4), "two rosters, the rest, the setting"
        assert [news.code for news in News.objects.filter(member=who.player)].count("booklet") == 1
        assert not run(booklet), "a second message finds nothing to do"
        assert BookletContent.objects.count() == 1

    def test_in_the_language_and_size_that_were_wished(self, who: Cast) -> None:
        large = operations.ask(
            campaign=who.campaign, member=who.player, choices=PaperChoices(language="fr", size="large")
        )
        assert run(large)
        large.refresh_from_db()
        assert "Sommaire" in words(bytes(large.content.pdf))
        normal = made(who)
        assert "Contents" in words(bytes(normal.content.pdf))
        assert PaperChoices.read(large.choices).large
        assert not PaperChoices.read(normal.choices).large

    def test_two_at_once_are_one(self, who: Cast) -> None:
        ask(who)
        refused("booklet_runs", lambda: ask(who))
        ask(who, who.owner)
        assert Booklet.objects.count() == 2

    def test_a_newer_one_takes_the_place_of_the_older(self, who: Cast) -> None:
        first = made(who)
        others = made(who, who.owner)
        second = made(who)
        first.refresh_from_db()
        assert first.state == BookletState.GONE
        assert set(BookletContent.objects.values_list("booklet", flat=True)) == {others.pk, second.pk}

    def test_so_many_a_day(self, who: Cast, settings: Any) -> None:
        """At the limit the next is refused; thrown away and called off count as well, those of yesterday do not."""
        settings.BOOKLETS_A_DAY = 3
        operations.throw_away(booklet=made(who))
        operations.cancel(booklet=ask(who))
        made(who)
        refused("booklets_a_day", lambda: ask(who))
        ask(who, who.owner)
        oldest = Booklet.objects.filter(asked_by=who.player).earliest("pk")
        Booklet.objects.filter(pk=oldest.pk).update(created=timezone.now() - timedelta(days=1, seconds=1))
        ask(who)

    def test_who_may_not_read_the_campaign_any_more_gets_nothing(self, who: Cast) -> None:
        asked = ask(who)
        people.leave(membership=membership(who.campaign, who.player), author=who.player)
        assert not run(asked)
        job = operations.job_of(asked)
        assert job is not None
        assert job.state == JobState.FAILED, "without another attempt"
        assert not BookletContent.objects.exists()

    def test_one_that_is_too_large_is_refused(self, who: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(operations, "LARGEST", 1000)
        asked = ask(who)
        assert not run(asked)
        job = operations.job_of(asked)
        assert job is not None
        assert "too large" in job.error
        assert not BookletContent.objects.exists()

    def test_a_failed_one_is_tried_again(self, who: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        with monkeypatch.context() as broken:
            broken.setattr(Contents, "pdf", lambda self: 1 / 0)
            asked = ask(who)
            for _attempt in range(jobs.ATTEMPTS):
                assert not run(asked)
        refused("nothing_to_try", lambda: operations.try_again(booklet=made(who, who.owner)))
        operations.try_again(booklet=asked)
        assert run(asked)
        assert Booklet.objects.get(pk=asked.pk).state == BookletState.DONE


class TestInTheMiddle:
    """What happens while a worker is at it: it is set up in ``Contents.pdf``, when all is gathered."""

    def interrupted(self, who: Cast, monkeypatch: pytest.MonkeyPatch, meanwhile: Any) -> Booklet:
        asked, setting = ask(who), Contents.pdf

        def pdf(self: Contents) -> bytes:
            monkeypatch.setattr(Contents, "pdf", setting)
            meanwhile(asked)
            return setting(self)

        monkeypatch.setattr(Contents, "pdf", pdf)
        assert not run(asked)
        return asked

    def test_called_off(self, who: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        asked = self.interrupted(who, monkeypatch, lambda booklet: operations.cancel(booklet=booklet))
        asked.refresh_from_db()
        assert asked.state == BookletState.CANCELLED
        assert not BookletContent.objects.exists()
        assert not News.objects.filter(code="booklet").exists()
        refused("booklet_over", lambda: operations.cancel(booklet=asked))

    def test_taken_over_by_another_worker(self, who: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        """The first was silent too long; the second makes it, the first comes back and writes nothing."""

        def other(booklet: Booklet) -> None:
            Job.objects.filter(subject=booklet.pk).update(lease=timezone.now() - timedelta(seconds=1))
            assert run(booklet)

        asked = self.interrupted(who, monkeypatch, other)
        assert Booklet.objects.get(pk=asked.pk).state == BookletState.DONE
        assert BookletContent.objects.count() == 1
        assert News.objects.filter(code="booklet").count() == 1

    def test_forgotten(self, who: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        def passed(booklet: Booklet) -> None:
            old = timezone.now() - timedelta(days=site.KEEP_BOOKLETS_DAYS, seconds=1)
            Booklet.objects.filter(pk=booklet.pk).update(created=old)
            assert operations.forget() == 1

        self.interrupted(who, monkeypatch, passed)
        assert not Booklet.objects.exists()
        assert not BookletContent.objects.exists()

    def test_a_job_whose_booklet_is_gone_ends(self, who: Cast) -> None:
        """As after a backup was restored, which leaves booklets out."""
        asked = ask(who)
        Booklet.objects.all().delete()
        assert run(asked)
        assert Job.objects.get(kind=operations.KIND).state == JobState.DONE


class TestKeeping:
    def test_for_some_days(self, who: Cast, settings: Any) -> None:
        settings.KEEP_BOOKLETS_DAYS = 3
        old, young = made(who), made(who, who.owner)
        for booklet, age in ((old, timedelta(days=3, seconds=1)), (young, timedelta(days=2, hours=23))):
            Booklet.objects.filter(pk=booklet.pk).update(created=timezone.now() - age)
        assert operations.forget() == 1
        assert list(Booklet.objects.all()) == [young]
        assert list(BookletContent.objects.values_list("booklet", flat=True)) == [young.pk]
        assert not Job.objects.filter(kind=operations.KIND, subject=old.pk).exists()
        assert operations.forget() == 0

    def test_every_sweep_forgets(self) -> None:
        assert operations.forget in sweeping._DUTIES

    def test_it_goes_with_its_maker(self, who: Cast) -> None:
        made(who)
        others = made(who, who.owner)
        operations.follow_closing(who.player)
        assert list(Booklet.objects.all()) == [others]
        assert not Job.objects.filter(asked_by=who.player, kind=operations.KIND).exists()


class TestReading:
    def test_its_maker_and_the_referee_alone(self, who: Cast) -> None:
        """Nobody else learns whether there is one: the same 404 as for a number that was never given."""
        booklet = made(who)
        answer = client_of(who.player).get(address(booklet))
        assert answer.content.startswith(b"%PDF")
        assert answer["Content-Type"] == "application/pdf"
        assert answer["Cache-Control"] == "private, no-cache, no-store"
        assert client_of(who.referee).get(address(booklet)).status_code == 200
        admin = MemberFactory.create(is_staff=True, is_superuser=True)
        for other in (who.owner, who.outsider, admin, None):
            reader = client_of(other) if other is not None else Client()
            for name in ("booklet", "booklet_call_off", "booklet_retry", "booklet_throw_away"):
                ask_ = reader.get if name == "booklet" else reader.post
                assert ask_(address(booklet, name)).status_code == 404
        assert client_of(who.referee).post(address(booklet, "booklet_throw_away")).status_code == 403

    def test_below_another_campaign_there_is_none(self, who: Cast) -> None:
        booklet = made(who)
        other = cast_campaign(who)
        elsewhere = reverse("campaigns:booklet", args=[other, booklet.pk])
        assert client_of(who.player).get(elsewhere).status_code == 404

    def test_not_after_leaving_a_private_campaign(self, who: Cast) -> None:
        booklet = made(who)
        people.leave(membership=membership(who.campaign, who.player), author=who.player)
        assert client_of(who.player).get(address(booklet)).status_code == 404
        assert client_of(who.player).get(page(who)).status_code == 404

    def test_not_with_a_warband_in_it_that_has_become_secret(self, who: Cast) -> None:
        """What stood open when it was made is asked again when it is downloaded, of the referee too."""
        booklet, reader = made(who), client_of(who.player)
        who.campaign.enlistments.filter(warband=who.warband).delete()
        assert Warband.objects.get(pk=who.warband.pk).visibility == Visibility.PRIVATE
        assert reader.get(address(booklet)).status_code == 404
        assert client_of(who.referee).get(address(booklet)).status_code == 404
        told = reader.get(page(who)).content.decode()
        assert "something you can no longer see" in told
        assert address(booklet) not in told

    def test_not_before_it_is_made_nor_after_it_was_thrown_away(self, who: Cast) -> None:
        asked, reader = ask(who), client_of(who.player)
        assert reader.get(address(asked)).status_code == 404
        run(asked)
        assert reader.post(address(asked, "booklet_throw_away"), follow=True).status_code == 200
        assert reader.get(address(asked)).status_code == 404
        assert not BookletContent.objects.exists()


class TestPage:
    def test_from_asking_to_downloading_without_script(self, who: Cast) -> None:
        reader = client_of(who.player)
        assert page(who) in reader.get(reverse("campaigns:chronicle", args=[who.campaign.slug])).content.decode()
        told = reader.post(page(who), follow=True).content.decode()
        booklet = Booklet.objects.get()
        assert "The booklet is being made" in told
        assert "It is waiting for its turn." in told
        assert address(booklet, "booklet_call_off") in told
        assert "Look again" in told
        run(booklet)
        told = reader.get(page(who)).content.decode()
        assert "Your booklet is ready" in told
        assert address(booklet) in told
        assert "hx-trigger" not in told.partition('id="booklet"')[2].partition(">")[0]

    def test_it_asks_again_by_itself(self, who: Cast) -> None:
        asked, reader = ask(who), client_of(who.player)
        where = reverse("campaigns:booklets_status", args=[who.campaign.slug])
        part = reader.get(where, headers=HTMX).content.decode()
        assert part.lstrip().startswith("<div")
        assert f'hx-get="{where}"' in part
        Job.objects.filter(subject=asked.pk).update(state=JobState.RUNNING, progress=1, total=4)
        assert "1 of 4 parts gathered" in reader.get(where, headers=HTMX).content.decode()
        run(asked)

    def test_called_off(self, who: Cast) -> None:
        asked, reader = ask(who), client_of(who.player)
        told = reader.post(address(asked, "booklet_call_off"), follow=True).content.decode()
        assert "The booklet is called off." in told
        assert "Make the booklet" in told

    def test_what_is_refused_is_told(self, who: Cast, settings: Any) -> None:
        settings.BOOKLETS_A_DAY = 1
        made(who)
        told = client_of(who.player).post(page(who), follow=True).content.decode()
        assert "1 booklet a day is made for each member: try again tomorrow." in told

    def test_a_failed_one_says_so(self, who: Cast) -> None:
        asked, reader = ask(who), client_of(who.player)
        Job.objects.filter(subject=asked.pk).update(state=JobState.FAILED, error="ValueError: broken")
        told = reader.get(page(who)).content.decode()
        assert "The booklet could not be made." in told
        assert "ValueError: broken" in told
        reader.post(address(asked, "booklet_retry"))
        assert Job.objects.get(subject=asked.pk).state == JobState.WAITING

    def test_a_referee_sees_those_of_others(self, who: Cast) -> None:
        booklet = made(who)
        assert address(booklet) in client_of(who.referee).get(page(who)).content.decode()
        assert address(booklet) not in client_of(who.owner).get(page(who)).content.decode()

    def test_visitors_log_in(self) -> None:
        who = cast(visibility=Visibility.PUBLIC)
        answer = Client().get(page(who))
        assert answer.status_code == 302
        assert "/login/" in answer["Location"]

    def test_it_costs_few_queries(self, who: Cast, django_assert_max_num_queries: Any) -> None:
        made(who)
        reader = client_of(who.player)
        reader.get(page(who))
        with django_assert_max_num_queries(10):
            reader.get(page(who))


def cast_campaign(who: Cast) -> str:
    """Another campaign that the player takes part in, by its slug."""
    made_ = campaign(who.referee, name="Elsewhere")
    join(made_, who.player)
    return made_.slug
