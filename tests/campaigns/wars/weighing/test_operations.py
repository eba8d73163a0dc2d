"""Weighings: what may be asked for, how often, by whom; the result is the engine’s own; it is kept, or called off."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from campaigns.jobs import queue as jobs
from campaigns.jobs.models import Job, JobState, Rank as Turn
from campaigns.wars.models.weighing import Weighing, WeighingPart, WeighingState
from campaigns.wars.weighing import operations, words
from campaigns.wars.weighing.things import catalogue_of, latest, subjects
from club.models import Member
from club.operations import Refused
from engines.musg import weighing as engine
from engines.musg.packs import House, read_text, text_of
from engines.musg.ranks import Rank
from engines.musg.weighing import Kind, Subject, mark_of
from rosters.models import PackVersion
from rosters.packs.operations import remove_pack, share_pack
from tests.campaigns.wars.weighing.results import SPEAR, ask
from tests.factories.club import MemberFactory
from tests.factories.packs import published

pytestmark = pytest.mark.django_db
COAT = Subject(Kind.ITEM, "reed_coat")
ROUNDS = 2


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two rounds, so that they are soon fought."""
    monkeypatch.setattr(operations, "ROUNDS", ROUNDS)


def refusal(version: PackVersion, member: Member, subject: Subject = SPEAR) -> list[str]:
    with pytest.raises(Refused) as refused:
        ask(version, member, subject)
    return refused.value.codes


def work_off(most: int = 100) -> None:
    """Do what workers would."""
    for job in Job.objects.filter(kind=operations.KIND, state=JobState.WAITING).order_by("pk")[:most]:
        assert jobs.run(job.pk)


def over(weighing: Weighing, state: str = WeighingState.DONE) -> None:
    """End a weighing without any battle."""
    jobs.stop(kind=operations.KIND, subjects=weighing.parts.values_list("pk", flat=True))
    Weighing.objects.filter(pk=weighing.pk).update(state=state, finished=timezone.now())


def test_what_can_be_weighed_of_the_fen(version: PackVersion) -> None:
    """One race with three ranks, three things to buy, two skills, a mercenary."""
    fenman = [Subject(Kind.PROFILE, "fenman", rank) for rank in (Rank.LEADER, Rank.LIEUTENANT, Rank.HENCHMAN)]
    gear = [Subject(Kind.ITEM, "blowpipe"), SPEAR, COAT]
    skills = [Subject(Kind.SKILL, "mire_born"), Subject(Kind.SKILL, "eel_dance")]
    assert subjects(version) == [*fenman, *gear, *skills, Subject(Kind.MERCENARY, "heron")]


def test_the_result_is_the_engines_own(version: PackVersion, member: Member) -> None:
    asked = ask(version, member)
    assert [job.rank for job in Job.objects.filter(kind=operations.KIND)] == [Turn.LEISURE] * ROUNDS
    work_off()
    asked.refresh_from_db()
    catalogue = catalogue_of(version)
    plan = asked.how
    parts = [engine.weigh_part(catalogue, plan, number) for number in (1, 0)]
    assert (asked.state, plan.rounds, plan.seed, plan.subject) == (WeighingState.DONE, ROUNDS, 1, SPEAR)
    assert asked.weight == engine.weight(plan, engine.merge(parts))
    assert asked.weight.battles == 48


def test_a_mercenary_is_weighed_by_its_first_battle(version: PackVersion, member: Member) -> None:
    """40 to engage it and 20 for the battle; one of it, with axe and bow for 12 points."""
    asked = ask(version, member, Subject(Kind.MERCENARY, "heron"))
    work_off()
    asked.refresh_from_db()
    found = asked.weight
    assert found is not None
    assert (found.plan.price, found.plan.fixed, found.count, found.battles) == (60, 12, 1, 48)
    told = "python -m engines musg weigh mercenary heron --battles 48 --seed 1 --pack fen-1.toml"
    assert words.command(asked, asked.how) == told


def test_the_versions_file_gives_the_catalogue_it_was_weighed_by(version: PackVersion, member: Member) -> None:
    """So the command on the page fights the same battles."""
    asked = ask(version, member)
    found = read_text(text_of(version.value)).pack
    assert found is not None
    assert mark_of(House(packs=(found,)).catalogue) == asked.how.mark
    told = "python -m engines musg weigh item eel_spear --battles 48 --seed 1 --pack fen-1.toml"
    assert words.command(asked, asked.how) == told


def test_whoever_may_not_read_the_pack_asks_in_vain(writer: Member) -> None:
    private = published(writer, shared=False)
    assert refusal(private, MemberFactory.create()) == ["no_such_pack"]
    assert ask(private, writer).asked_by == writer


@pytest.mark.parametrize(
    "subject",
    [
        Subject(Kind.ITEM, "sword"),
        Subject(Kind.ITEM, "nothing"),
        Subject(Kind.PROFILE, "fenman"),
        Subject(Kind.PROFILE, "fenman", Rank.EXTRA),
        Subject(Kind.SKILL, "eel_spear"),
    ],
)
def test_only_the_versions_own_things_are_weighed(version: PackVersion, member: Member, subject: Subject) -> None:
    """The sword is the book's."""
    assert refusal(version, member, subject) == ["not_weighable"]


def test_one_at_a_time(version: PackVersion, member: Member) -> None:
    first = ask(version, member)
    assert refusal(version, member, COAT) == ["weighing_of_yours_runs"]
    assert refusal(version, MemberFactory.create()) == ["weighing_runs"]
    over(first)
    ask(version, member, COAT)


def test_what_is_known_is_not_weighed_again_until_battles_go_otherwise(version: PackVersion, member: Member) -> None:
    first = ask(version, member)
    over(first)
    assert refusal(version, member) == ["worth_known"]
    Weighing.objects.update(engine="musg-battle/0")
    again = ask(version, member)
    assert Weighing.objects.count() == 2
    work_off()
    assert list(Weighing.objects.all()) == [again]


def test_so_many_in_a_day(version: PackVersion, member: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was called off counts as well; what is a day old does not."""
    monkeypatch.setattr(operations, "A_DAY", 2)
    for subject in (SPEAR, COAT):
        over(ask(version, member, subject), WeighingState.CANCELLED)
    assert refusal(version, member, Subject(Kind.ITEM, "blowpipe")) == ["weighings_of_a_day"]
    ask(version, MemberFactory.create())
    Weighing.objects.filter(code="reed_coat").update(created=timezone.now() - timedelta(hours=24, minutes=1))
    ask(version, member, Subject(Kind.ITEM, "blowpipe"))


def test_who_calls_off(version: PackVersion, writer: Member, member: Member) -> None:
    asked, helper, admin = ask(version, member), MemberFactory.create(), MemberFactory.create(club_admin=True)
    share_pack(pack=version.pack, editors=[helper], shared=True, author=writer)
    with pytest.raises(Refused) as refused:
        operations.cancel(weighing=asked, member=MemberFactory.create())
    assert refused.value.codes == ["not_yours"]
    assert all(operations.may_stop(weighing=asked, member=one) for one in (member, writer, helper, admin))
    operations.cancel(weighing=asked, member=helper)
    asked.refresh_from_db()
    assert (asked.state, asked.summary) == (WeighingState.CANCELLED, {})
    assert not Job.objects.filter(kind=operations.KIND, state=JobState.WAITING).exists()
    with pytest.raises(Refused) as late:
        operations.cancel(weighing=asked, member=member)
    assert late.value.codes == ["weighing_over"]


def test_what_was_fought_before_it_was_called_off_is_told_from_four_rounds_on(
    version: PackVersion, member: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operations, "ROUNDS", 5)
    asked = ask(version, member)
    work_off(1)
    operations.cancel(weighing=asked, member=member)
    asked.refresh_from_db()
    assert asked.weight is not None
    assert asked.weight.battles == 24
    assert latest([asked]) is None
    asked.summary = {**asked.summary, "battles": 4 * 24}
    assert latest([asked]) == asked


def test_what_failed_is_tried_again(version: PackVersion, member: Member) -> None:
    asked = ask(version, member)
    with pytest.raises(Refused):
        operations.try_again(weighing=asked, member=member)
    Job.objects.filter(kind=operations.KIND).update(state=JobState.FAILED, error="KeyError: 'y'")
    assert operations.try_again(weighing=asked, member=member) == ROUNDS


def test_a_book_that_has_changed_meanwhile_ends_the_work_at_once(version: PackVersion, member: Member) -> None:
    asked = ask(version, member)
    Weighing.objects.update(plan={**asked.plan, "mark": "another"})
    job = Job.objects.filter(kind=operations.KIND).earliest("pk")
    assert not jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.attempts) == (JobState.FAILED, 1)


def test_a_pack_that_is_removed_takes_its_weighings_along(version: PackVersion, writer: Member, member: Member) -> None:
    ask(version, member)
    remove_pack(pack=version.pack, author=writer)
    assert not WeighingPart.objects.exists()
    work_off()
    assert set(Job.objects.filter(kind=operations.KIND).values_list("state", flat=True)) == {JobState.DONE}


def test_what_was_called_off_long_ago_is_forgotten(version: PackVersion, member: Member) -> None:
    over(ask(version, member), WeighingState.CANCELLED)
    over(ask(version, member, COAT))
    assert operations.forget() == 0
    Weighing.objects.update(finished=timezone.now() - timedelta(days=settings.KEEP_FINISHED_DAYS, hours=1))
    assert operations.forget() == 1
    assert Weighing.objects.get().code == "reed_coat"
