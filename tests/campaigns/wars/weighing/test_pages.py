"""The page of a version's weighings, without scripts, in both languages; what a referee is told of the packs chosen."""

from __future__ import annotations

import msgspec
import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation
from msgspec.structs import replace

from campaigns.jobs.models import Job, JobState
from campaigns.wars.models.weighing import Weighing, WeighingState
from campaigns.wars.weighing import operations
from campaigns.wars.weighing.advice import warnings_of
from club.models import Member
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.packs import House, row_of
from engines.musg.ranks import Rank
from engines.musg.weighing import Kind, Part, Subject, Verdict
from engines.musg.weighing.part import Counts
from rosters.models import PackVersion
from tests.campaigns.wars.weighing.results import ask, known
from tests.factories.campaigns import campaign
from tests.factories.club import MemberFactory
from tests.factories.packs import published

pytestmark = pytest.mark.django_db
SENT = {"kind": "item", "code": "eel_spear", "rank": ""}


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operations, "ROUNDS", 2)


@pytest.fixture
def version() -> PackVersion:
    return published(MemberFactory.create())


@pytest.fixture
def member(client: Client, version: PackVersion) -> Member:
    found = MemberFactory.create()
    client.force_login(found)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    return found


def at(version: PackVersion, name: str = "worth") -> str:
    return reverse(f"campaigns:{name}", args=[version.pack_id, version.number])


def read(client: Client, version: PackVersion, language: str = "en") -> str:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    answer = client.get(at(version))
    assert answer.status_code == 200
    text: str = answer.content.decode()
    return text


def test_the_version_leads_there_and_every_thing_has_a_button(
    client: Client, member: Member, version: PackVersion
) -> None:
    shown = client.get(reverse("rosters:pack_version", args=[version.pack_id, version.number]))
    assert at(version) in shown.content.decode()
    page = read(client, version)
    assert page.count("Not weighed yet.") == 9
    assert "Fenman – Henchman" in page
    assert "The Heron" in page
    assert "engagement and fee" in page
    assert "hx-trigger" not in page


def test_something_is_asked_for_and_called_off(client: Client, member: Member, version: PackVersion) -> None:
    place = f"{SENT['kind']}-{SENT['code']}"
    assert client.post(at(version), SENT)["Location"] == f"{at(version)}#{place}"
    asked = Weighing.objects.get()
    assert (asked.code, asked.asked_by) == ("eel_spear", member)
    page = read(client, version)
    assert f'id="{place}"' in page
    assert "0 of 2 rounds fought" in page
    assert "hx-trigger" in page
    again = client.post(at(version), {**SENT, "code": "reed_coat"}, follow=True).content.decode()
    assert "one at a time" in again
    client.post(at(version, "worth_cancel"), {"weighing": asked.pk})
    asked.refresh_from_db()
    assert asked.state == WeighingState.CANCELLED
    assert read(client, version).count("Not weighed yet.") == 9


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "the arms that go with it cost 155 points, and the warband without it spends 98 at most"),
        ("fr", "les armes qui l’accompagnent coûtent 155 points, et la bande qui ne l’a pas en dépense 98 au plus"),
    ],
)
def test_what_cannot_be_weighed_says_why(client: Client, member: Member, language: str, said: str) -> None:
    """The pack's bow costs 150: a lieutenant comes with axe and bow, and a mercenary who brings nothing does."""
    bow = {**row_of("ranged", CATALOGUE.ranged["bow"]), "cost": 150}
    version = published(MemberFactory.create(), ranged={"bow": bow})
    page = read(client, version, language)
    assert page.count(said) == 2
    assert 'name="rank" value="henchman"' in page
    assert 'name="rank" value="lieutenant"' not in page
    sent = {"kind": "profile", "code": "fenman", "rank": "lieutenant"}
    client.post(at(version), sent)
    assert not Weighing.objects.exists()


def test_one_under_way_that_no_price_can_be_tried_for_is_called_off(
    client: Client, member: Member, version: PackVersion, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is asked for such a thing any more; who was can be rid of it, and the page shows it."""
    asked = ask(version, member)
    plan = replace(asked.how, fixed=205)
    asked.plan = msgspec.to_builtins(plan)
    asked.save(update_fields=["plan"])
    counts = Counts(1, (2, 0, 4, 4), ((4,), (0, 0), (8, 0, 16), (8, 0, 16, 16)))
    part = asked.parts.get(first=0)
    part.result = msgspec.to_builtins(Part(plan.digest, (0,), (counts,) * 3))
    part.save(update_fields=["result"])
    client.post(at(version, "worth_cancel"), {"weighing": asked.pk})
    asked.refresh_from_db()
    assert asked.state == WeighingState.CANCELLED
    assert asked.weight is not None
    asked.summary = {**asked.summary, "battles": 4 * 24}
    asked.save(update_fields=["summary"])
    assert "any up to 0.0 and more" in read(client, version)


def test_a_profile_is_asked_for_with_its_rank(client: Client, member: Member, version: PackVersion) -> None:
    client.post(at(version), {"kind": "profile", "code": "fenman", "rank": "lieutenant"})
    assert Weighing.objects.get().subject == Subject(Kind.PROFILE, "fenman", Rank.LIEUTENANT)


@pytest.mark.parametrize("sent", [{}, {**SENT, "kind": "horse"}, {**SENT, "code": "sword"}, {**SENT, "rank": "king"}])
def test_what_no_button_sends_is_refused(
    client: Client, member: Member, version: PackVersion, sent: dict[str, str]
) -> None:
    page = client.post(at(version), sent, follow=True).content.decode()
    assert "no such thing" in page
    assert not Weighing.objects.exists()


def test_another_member_sees_it_and_may_not_call_it_off(client: Client, member: Member, version: PackVersion) -> None:
    asked = ask(version, MemberFactory.create())
    assert "Call the weighing off" not in read(client, version)
    refused = client.post(at(version, "worth_cancel"), {"weighing": asked.pk}, follow=True).content.decode()
    assert "Only whoever asked for it" in refused
    asked.refresh_from_db()
    assert asked.state == WeighingState.RUNNING


def test_what_failed_says_so_and_is_tried_again(client: Client, member: Member, version: PackVersion) -> None:
    asked = ask(version, member)
    Job.objects.filter(kind=operations.KIND).update(state=JobState.FAILED, error="KeyError: 'y'")
    page = read(client, version)
    assert "could not be fought" in page
    assert "KeyError" in page
    assert "hx-trigger" not in page
    client.post(at(version, "worth_retry"), {"weighing": asked.pk})
    assert Job.objects.filter(kind=operations.KIND, state=JobState.WAITING).count() == 2


def test_a_result_in_words(client: Client, member: Member, version: PackVersion) -> None:
    known(ask(version, member))
    page = read(client, version)
    for told in (
        "too cheap", "<dd>9</dd>", "<strong>12.5</strong>", "9.5 to 15.0", "60.0\u00a0%", "+7.5 ± 3.0", "−5.0 ± 6.0",
        "Against guns and bows", "<dd>1200</dd>", "cautious, bold",
        "python -m engines musg weigh item eel_spear --battles 48 --seed 1 --pack fen-1.toml",
    ):  # fmt: skip
        assert told in page, told
    assert page.count("Weigh it") == 8  # not the spear


def test_a_result_in_french(client: Client, member: Member, version: PackVersion) -> None:
    known(ask(version, member))
    page = read(client, version, "fr")
    for told in (
        "prix trop bas", "<strong>12,5</strong>", "de 9,5 à 15,0", "60,0\u00a0%", "+7,5 ± 3,0",
        "Combien cela vaut-il\u202f?", "prudent, téméraire",
    ):  # fmt: skip
        assert told in page, told


def test_what_was_called_off_late_or_is_out_of_date_can_be_weighed_again(
    client: Client, member: Member, version: PackVersion
) -> None:
    asked = known(ask(version, member), state=WeighingState.CANCELLED, battles=96)
    page = read(client, version)
    assert "called off early" in page
    assert page.count("Weigh it again") == 1
    known(asked)
    assert "Weigh it again" not in read(client, version)
    Weighing.objects.update(engine="musg-battle/0")
    page = read(client, version)
    assert "have changed on this site" in page
    assert page.count("Weigh it again") == 1


def test_strangers_to_a_pack_know_nothing_of_it(client: Client, member: Member) -> None:
    private = published(MemberFactory.create(), shared=False, code="bog")
    for name in ("worth", "worth_cancel", "worth_retry"):
        assert client.post(at(private, name), SENT).status_code == 404
    assert client.get(at(private)).status_code == 404
    client.logout()
    assert client.get(at(private)).status_code == 302


def test_the_referee_is_told_of_prices_that_are_not_fair(client: Client, member: Member, version: PackVersion) -> None:
    """The coat's is fair, the pipe's was called off early."""
    known(ask(version, member))
    known(ask(version, member, Subject(Kind.ITEM, "reed_coat")), verdict=Verdict.FAIR)
    known(ask(version, member, Subject(Kind.ITEM, "blowpipe")), state=WeighingState.CANCELLED)
    made = campaign(member)
    address = reverse("campaigns:house_change", args=[made.slug])
    line = "Eel spear: too cheap. Its price, in points: 9; may be fair: 9.5 to 15.0."
    chosen = {"version": made.version, f"pack_{version.pack_id}": version.number}
    page = client.get(address, chosen).content.decode()
    assert line in page
    assert "Reed coat:" not in page
    assert "Blowpipe:" not in page
    assert line not in client.get(address).content.decode()
    assert line not in client.get(address, {"version": made.version}).content.decode()


def test_a_pack_that_only_looks_like_the_published_one_is_passed_over(member: Member, version: PackVersion) -> None:
    known(ask(version, member))
    other = version.value.__class__(code="fen", name=version.value.name, version=1, melee=version.value.melee)
    with translation.override("en"):
        assert len(warnings_of([version.value])) == 1
        assert warnings_of(House(packs=(other,)).packs) == []
