"""The report of a match on paper: places, points, the whole log; only its readers get it."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

from campaigns.matches.access import get_match_for_reader
from campaigns.matches.models.match import Match
from campaigns.matches.operations.entries import strike_entry
from campaigns.matches.page import MatchPage
from campaigns.matches.paper import report
from club.models import Member
from club.paper import press
from club.paper.choices import PaperChoices
from club.visibility import Visibility
from tests.campaigns.matches.asking import as_, at, queries
from tests.factories.club import MemberFactory
from tests.factories.matches import END_TURN, kill, pad, result
from tests.paper import HOSTILE, is_read_aloud, stained_margins, tight, words

pytestmark = pytest.mark.django_db
PPI = 60


def made(match: Match, reader: Member, language: str = "en", **wishes: Any) -> tuple[bytes, dict[str, Any]]:
    choices = PaperChoices(language=language, **wishes)
    with translation.override(language):
        page = MatchPage.of(get_match_for_reader(reader, match.pk), reader)
        return report.pdf(page, choices), report.data(page, choices)


def played(ann: Member, ben: Member) -> Match:
    """Badass Force, three seats: a first kill brings 2 points (its rulebook, Points de Badass); Gail is a guest."""
    return pad([ann, ben, "Gail"], entries=[kill(0, 1), END_TURN, kill(1, 2), END_TURN, kill(2, 0)])


class TestContents:
    @pytest.mark.parametrize("language", ["en", "fr"])
    @pytest.mark.parametrize("size", ["normal", "large"])
    def test_places_points_and_every_entry(self, ann: Member, ben: Member, language: str, size: str) -> None:
        content, told = made(played(ann, ben), ann, language, size=size)
        said = tight(words(content)).casefold()
        shown = told["report"]
        assert len(shown["log"]) == 5
        assert [line["total"] for line in shown["places"]] == ["2", "2", "2"]
        for line in shown["places"]:
            assert tight(f"{line['place']}{line['name']}").casefold() in said
        for entry in shown["log"]:
            assert tight(entry["number"] + entry["said"] + entry["more"] + entry["faults"]).casefold() in said
        for label, value in shown["facts"]:
            assert tight(label + value).casefold() in said

    def test_a_result_typed_at_once(self, ann: Member, ben: Member) -> None:
        content, told = made(result([ann, ben], [16, 3]), ann)
        assert [(line["place"], line["total"]) for line in told["report"]["places"]] == [("1", "16"), ("2", "3")]
        assert told["report"]["places"][0]["won"] == "won"
        assert told["report"]["title"] in words(content)

    def test_what_was_struck_out_is_marked_and_why(self, ann: Member, ben: Member) -> None:
        match = played(ann, ben)
        strike_entry(match=match, number=1, author=ann, reason="Nobody was there", version=match.version)
        content, told = made(match, ann)
        assert [entry["struck"] for entry in told["report"]["log"]] == [True, False, False, False, False]
        said = words(content)
        assert "(struck out)" in said
        assert "Nobody was there" in said

    def test_names_are_those_that_the_reader_may_read(self, ann: Member, ben: Member) -> None:
        Member.objects.filter(pk=ben.pk).update(hidden=True)
        match = played(ann, ben)
        Match.objects.filter(pk=match.pk).update(visibility=Visibility.PUBLIC)
        assert "Ben" in words(as_(ann).get(at("match_report", match.pk)).content)
        said = words(as_(None).get(at("match_report", match.pk)).content)
        assert "Ben" not in said
        assert "Gail" not in said or "G." in said


class TestPages:
    @pytest.mark.parametrize("wishes", [{}, {"size": "large"}, {"landscape": True}])
    @pytest.mark.parametrize("language", ["en", "fr"])
    def test_nothing_leaves_the_page(self, ann: Member, ben: Member, language: str, wishes: dict[str, Any]) -> None:
        match = pad([ann, ben, HOSTILE[4][:40]], entries=[kill(0, 1), *[END_TURN] * 60])
        Match.objects.filter(pk=match.pk).update(place="W" * 100, notes="W" * 300, house_rules=HOSTILE[0])
        _content, told = made(match, ann, language, **wishes)
        pages = press.pages(report.TEMPLATE, told, ppi=PPI)
        assert len(pages) > 1
        assert [stained_margins(page, PPI) for page in pages] == [[]] * len(pages)

    @pytest.mark.parametrize("name", HOSTILE)
    def test_what_people_type_is_text(self, ann: Member, name: str) -> None:
        match = pad([ann, "Gail"], entries=[kill(0, 1)])
        Match.objects.filter(pk=match.pk).update(notes=name, place=name[:100])
        content, told = made(match, ann)
        assert told["report"]["notes"] == name.splitlines()
        if name.isascii() and name.isprintable():
            assert tight(words(content)).count(tight(name)) == 2

    @pytest.mark.parametrize("language", ["en", "fr"])
    def test_can_be_read_aloud(self, ann: Member, ben: Member, language: str) -> None:
        content, told = made(played(ann, ben), ann, language)
        assert is_read_aloud(content, language, told["report"]["title"])


class TestAddress:
    def test_readers_alone(self, ann: Member, ben: Member) -> None:
        match = played(ann, ben)
        Match.objects.filter(pk=match.pk).update(visibility=Visibility.PRIVATE)
        answer = as_(ann).get(at("match_report", match.pk))
        assert answer["Content-Type"] == "application/pdf"
        assert as_(MemberFactory.create()).get(at("match_report", match.pk)).status_code == 404
        assert as_(None).get(at("match_report", match.pk)).status_code == 404
        assert at("match_report", match.pk) in as_(ann).get(match.get_absolute_url()).content.decode()

    def test_it_costs_few_queries(self, ann: Member, ben: Member) -> None:
        match = played(ann, ben)
        reader = as_(ann)
        assert queries(reader, at("match_report", match.pk)) <= 12
