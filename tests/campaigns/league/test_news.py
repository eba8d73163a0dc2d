"""News: who is told of what, in which words, and who may read it."""

from __future__ import annotations

import ast
import io
import re
import zipfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import transaction
from django.utils import timezone, translation
from django.utils.functional import Promise

from campaigns.league import news
from campaigns.league.models import JoinMode, News
from campaigns.league.operations import people
from campaigns.league.operations.campaigns import close_campaign
from club.departure import close_account
from club.models import Member, Topic
from club.own_data import archive
from club.visibility import Visibility
from tests.factories.campaigns import campaign, join, membership
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[3]


def sentences(member: Member) -> list[str]:
    """What a member reads, the latest first."""
    return [line.sentence for line in news.lines_of(news.news_of(member))]


def told_codes() -> Iterator[tuple[str, str]]:
    """Every code that a call of ``tell``, ``remind``, or of a room's own ``_tell…`` or ``tell_…`` names, with its file.

    Codes stand there as they are, never put together.
    """
    for room in ("campaigns", "rosters"):
        for file in (ROOT / room).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text())):
                if isinstance(node, ast.Call):
                    name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                    given = (
                        [word.value for word in node.keywords if word.arg == "code"]
                        if "tell" in name or name == "remind"
                        else []
                    )
                    given += node.args if name.startswith(("_tell", "tell_")) else []
                    for value in given:
                        yield from ((str(file), found) for found in strings(value))


def strings(value: ast.expr) -> Iterator[str]:
    """The texts that an expression may be: itself, or either side of a choice."""
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield value.value
    elif isinstance(value, ast.IfExp):
        yield from strings(value.body)
        yield from strings(value.orelse)


def test_every_code_that_is_told_has_words_and_no_words_are_idle() -> None:
    told = list(told_codes())
    assert [(file, code) for file, code in told if code not in news.codes()] == []
    assert news.codes() - {code for _file, code in told} == set()


class Named(dict[str, object]):
    """Params of which those that are not given stay as they are named."""

    def __missing__(self, name: str) -> str:
        return f"%({name})s"


def worded(words: str | Promise) -> str:
    """A sentence with its params named; one that goes by a number of points with two of them."""
    return str(words) or str(words % Named(points=2, count=2))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_all_words_are_there_in_both_languages(language: str) -> None:
    """A sentence names its params by the same names in both; French has no English sentence left."""
    with translation.override("en"):
        english = {code: worded(words) for code, words in news._WORDS.items() if isinstance(words, str | Promise)}
    with translation.override(language):
        for code, said in english.items():
            here = worded(news._WORDS[code])
            assert here, code
            named = re.compile(r"%\((\w+)\)")
            assert set(named.findall(here)) == set(named.findall(said)), code
            assert language == "en" or here != said, code


def test_whoever_did_it_is_not_told_and_nobody_twice() -> None:
    one, other = MemberFactory.create(), MemberFactory.create()
    with transaction.atomic():
        news.tell(campaign=None, to=[one, other, other.pk], code="turned_away", params={"name": "The Ford"}, by=one)
    assert sentences(one) == []
    assert sentences(other) == ["You were not let into “The Ford”."]


def test_a_code_without_words_is_a_mistake() -> None:
    with pytest.raises(LookupError, match="no_such_thing"):
        news.tell(campaign=None, to=[], code="no_such_thing")
    with pytest.raises(ValueError, match="let_in"):
        news.register({"let_in": "Something else."}, {Topic.CHRONICLE: ["let_in"]})
    with pytest.raises(ValueError, match="of_no_kind"):
        news.register({"of_no_kind": "Something."}, {})


def test_telling_costs_three_queries(django_assert_num_queries: object) -> None:
    members = MemberFactory.create_batch(3)
    # Who put this kind aside, what is told, and the devices that are to ring.
    with django_assert_num_queries(3):  # type: ignore[operator]
        news.tell(campaign=None, to=members, code="turned_away", params={"name": "The Ford"})
    with django_assert_num_queries(0):  # type: ignore[operator]
        news.tell(campaign=None, to=[], code="turned_away", params={"name": "The Ford"})


def test_people_are_told_what_becomes_of_their_place() -> None:
    referee, asks = MemberFactory.create(display_name="Anne"), MemberFactory.create(display_name="Bob")
    made = campaign(referee, name="The Ford", join_mode=JoinMode.APPROVAL, visibility=Visibility.CLUB)
    people.refuse(membership=people.join(campaign=made, member=asks), author=referee)
    people.approve(membership=people.join(campaign=made, member=asks), author=referee)
    people.promote(membership=membership(made, asks), author=referee)
    people.demote(membership=membership(made, asks), author=referee)
    close_campaign(campaign=made, closed=True, author=referee)
    close_campaign(campaign=made, closed=True, author=referee)
    close_campaign(campaign=made, closed=False, author=referee)
    people.leave(membership=membership(made, asks), author=referee)
    assert sentences(asks) == [
        "Anne removed you from “The Ford”.",
        "Anne opened “The Ford” again.",
        "Anne declared “The Ford” over.",
        "Anne made you an ordinary player of “The Ford” again.",
        "Anne made you a referee of “The Ford”.",
        "You were let into “The Ford”.",
        "You were not let into “The Ford”.",
    ]
    assert sentences(referee) == ["Bob asks to take part in “The Ford”."] * 2
    assert all(line.waits for line in news.lines_of(news.unread_of(referee)))


def test_referees_are_told_who_comes_and_goes() -> None:
    referee, player = MemberFactory.create(), MemberFactory.create(display_name="Bob")
    made = campaign(referee, name="The Ford")
    join(made, player)
    people.leave(membership=membership(made, player), author=player)
    assert sentences(referee) == ["Bob has left “The Ford”.", "Bob has joined “The Ford”."]
    assert sentences(player) == []


def test_sentences_are_in_the_readers_language_with_the_name_of_today() -> None:
    referee, player = MemberFactory.create(display_name="Anne"), MemberFactory.create()
    made = campaign(referee, name="The Ford")
    join(made, player)
    close_campaign(campaign=made, closed=True, author=referee)
    Member.objects.filter(pk=referee.pk).update(display_name="Hélène")
    with translation.override("fr"):
        assert sentences(player) == ["Hélène a mis fin à «\xa0The Ford\xa0»."]


def test_who_may_not_read_a_campaign_any_more_reads_no_news_of_it() -> None:
    referee, player = MemberFactory.create(display_name="Anne"), MemberFactory.create()
    secret = campaign(referee, name="The Ford", visibility=Visibility.PRIVATE)
    join(secret, player)
    close_campaign(campaign=secret, closed=True, author=referee)
    assert sentences(player) == ["Anne declared “The Ford” over."]
    people.leave(membership=membership(secret, player), author=referee)
    assert sentences(player) == ["Anne removed you from “The Ford”."]


def test_marking_as_read_leaves_what_came_since_and_others_news() -> None:
    one, other = MemberFactory.create(), MemberFactory.create()
    for name in ("first", "second"):
        news.tell(campaign=None, to=[one, other], code="turned_away", params={"name": name})
    seen = news.unread_of(one).latest("pk")
    news.tell(campaign=None, to=[one], code="turned_away", params={"name": "third"})
    news.mark_read(member=one, up_to=seen.pk)
    assert [line.sentence for line in news.lines_of(news.unread_of(one))] == ["You were not let into “third”."]
    assert news.unread_of(other).count() == 2


def test_old_news_are_forgotten_read_ones_sooner() -> None:
    member = MemberFactory.create()
    now = timezone.now()
    for age, is_read in ((89, True), (91, True), (91, False), (364, False), (366, False)):
        row = News.objects.create(member=member, code="let_in")
        then = now - timedelta(days=age)
        News.objects.filter(pk=row.pk).update(at=then, read_at=then if is_read else None)
    assert news.forget() == 2
    left = News.objects.order_by("pk").values_list("at", flat=True)
    assert [(now - at).days for at in left] == [89, 91, 364]


def test_news_go_with_the_account_and_are_in_its_archive() -> None:
    member = MemberFactory.create()
    news.tell(campaign=None, to=[member], code="turned_away", params={"name": "The Ford"})
    assert "news.json" in zip_names(member)
    close_account(member=member)
    assert not News.objects.exists()


def zip_names(member: Member) -> list[str]:

    return zipfile.ZipFile(io.BytesIO(archive(member))).namelist()


def test_words_are_given_only_what_is_stored() -> None:
    """An old row may lack what today’s sentence names: it is shown all the same."""
    member = MemberFactory.create()
    News.objects.create(member=member, code="turned_away")
    News.objects.create(member=member, code="of_an_earlier_version")
    assert sentences(member) == ["Something changed.", "You were not let into “…”."]
