"""The booklet of a campaign: all that its reader may read, on paper, with nothing beside the page."""

from __future__ import annotations

import io
import re
from typing import Any

import msgspec
import pytest
from django.utils import translation
from pypdf import PdfReader

from campaigns.league.models import Campaign
from campaigns.wars import chronicle
from campaigns.wars.models.enlistment import Enlistment
from campaigns.wars.paper.booklet import contents as booklets
from club.models import Member
from club.paper import press
from club.paper.choices import PaperChoices
from engines.musg.report import Down, Report, Who
from rosters.models import Warband
from rosters.portraits.operations import hang
from tests.factories.battles import HENCHMAN, LEADER, LIEUTENANT, SECOND_HENCHMAN, Field, field
from tests.factories.club import MemberFactory
from tests.factories.past import fought, roll
from tests.factories.pictures import picture
from tests.paper import HOSTILE, is_read_aloud, page_count, stained_margins, tight, words
from tests.rosters.veterans import veteran

pytestmark = pytest.mark.django_db
PPI = 50
GONE = (1,)


def a_season() -> Field:
    """Two battles. In the first, Blades' leader fells a henchman, who dies (1 on d6), and in the second another.

    In between Axes' lieutenant fells one of theirs, who comes back (5).
    """
    made = field(names=("Axes", "Blades"), henchmen=3)
    first = fought(made, (0, 1), [(0, HENCHMAN, 1, LEADER), (1, HENCHMAN, 0, LIEUTENANT)], "The Ford")
    roll(first, made.warbands[0], GONE)
    roll(first, made.warbands[1], (5,))
    second = fought(made, (0, 1), [(0, SECOND_HENCHMAN, 1, LEADER)], "The Mill")
    roll(second, made.warbands[0], GONE)
    made.battle.delete()
    Campaign.objects.filter(pk=made.campaign.pk).update(description="Rain and mud.\nFrom spring to autumn.")
    made.campaign.refresh_from_db()
    return made


def made(campaign: Campaign, reader: Member, language: str = "en", **wishes: Any) -> booklets.Contents:
    with translation.override(language):
        return booklets.contents(campaign, reader, PaperChoices(language=language, **wishes))


def booklet(found: booklets.Contents) -> dict[str, Any]:
    told: dict[str, Any] = found.data["booklet"]
    return told


def enlist(campaign: Campaign, warband: Warband) -> None:
    Enlistment.objects.create(campaign=campaign, warband=warband)


class TestContents:
    @pytest.mark.parametrize("language", ["en", "fr"])
    @pytest.mark.parametrize("size", ["normal", "large"])
    def test_everything_is_in_it(self, language: str, size: str) -> None:
        season = a_season()
        with translation.override(language):
            found = made(season.campaign, season.players[0], language, size=size)
            said = tight(words(found.pdf())).casefold()
            chapters = chronicle.chapters(season.campaign, chronicle.entries(season.campaign))
        told, spoken = booklet(found), found.data["words"]
        heads = ("contents", "standings", "rosters", "chronicle", "fame", "graves")
        texts = [told["title"], *told["cover"]["about"], *told["cover"]["facts"], told["cover"]["made"]]
        texts += [spoken[name] for name in heads]
        texts += ["".join(row) for row in told["standings"]["rows"]]
        for sheet in told["rosters"]:
            texts += [sheet["title"], *(figure["name"] for figure in sheet["figures"])]
            texts += ["".join(stat[1] for stat in figure["stats"]) for figure in sheet["figures"]]
        for chapter in chapters:
            texts += [" ".join(chapter.lead), *(" ".join(item.sentences) for item in chapter.items)]
        texts += ["".join(row) for one in told["fame"] for row in one["rows"]]
        texts += [cell for grave in told["graves"] for cell in grave]
        assert len(told["rosters"]) == 2
        for text in texts:
            assert tight(text).casefold() in said, text

    def test_the_chronicle_begins_at_the_beginning(self) -> None:
        season = a_season()
        titles = [chapter["title"] for chapter in booklet(made(season.campaign, season.players[0]))["chronicle"]]
        assert [title for title in titles if title.startswith("The ")] == ["The Ford", "The Mill"]

    def test_the_contents_lead_to_the_right_pages(self) -> None:

        season = a_season()
        reader = PdfReader(io.BytesIO(made(season.campaign, season.players[0]).pdf()))
        pages = [" ".join(page.extract_text().split()) for page in reader.pages]
        listed = pages[1]
        for title in ("Standings", "Axes", "Blades", "Chronicle", "Hall of fame", "Graveyard"):
            found = re.search(rf"{title}[ .]*(\d+)", listed)
            assert found is not None, title
            number = int(found[1])
            assert pages[number - 1].startswith(title), (title, number)

    def test_who_is_remembered(self) -> None:
        """Blades' leader felled two, Axes' lieutenant one; two of Axes' henchmen died of it."""
        season = a_season()
        told = booklet(made(season.campaign, season.players[0]))
        fame = {one["title"]: one["rows"] for one in told["fame"]}
        assert fame["Most enemies put out of action"] == [
            ["B Leader", "Blades", "2"],
            ["A Lieutenant", "Axes", "1"],
        ]
        records = {row[1]: row[0] for row in fame["Battles that stay in memory"]}
        assert "1 enemy put out of action in one battle" in records.values()
        assert sorted(grave[0] for grave in told["graves"]) == ["A Henchman 1", "A Henchman 2"]
        by_name = {grave[0]: grave for grave in told["graves"]}
        assert by_name["A Henchman 1"][4] == "The Ford: felled by B Leader (Blades)"
        assert by_name["A Henchman 2"][4] == "The Mill: felled by B Leader (Blades)"

    def test_an_empty_campaign(self) -> None:
        season = field()
        season.battle.delete()
        Enlistment.objects.all().delete()
        said = words(made(season.campaign, season.referee).pdf())
        assert "No warband serves in this campaign." in said
        assert "Nobody yet." in said
        assert "Nothing to report yet" in said

    def test_it_is_of_what_its_reader_may_read(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Whoever reads a campaign reads what is enlisted in it; were one hidden, nothing of its roster would show."""
        season = a_season()
        hidden = season.warbands[1]
        monkeypatch.setattr(booklets, "readable_by", lambda user: Warband.objects.exclude(pk=hidden.pk), raising=True)
        found = made(season.campaign, season.players[0])
        assert found.warbands == [season.warbands[0].pk]
        told = booklet(found)
        assert [sheet["title"] for sheet in told["rosters"]] == ["Axes"]
        assert "Blades" not in {row[1] for one in told["fame"] for row in one["rows"]}
        assert not any("Blades" in cell for grave in told["graves"] for cell in grave)

    def test_portraits_as_wished(self) -> None:
        season = a_season()
        sent = picture()
        hang(warband=season.warbands[0], figure=LEADER, file=io.BytesIO(sent), size=len(sent), by=season.players[0])
        hang(warband=season.warbands[1], figure=LEADER, file=io.BytesIO(sent), size=len(sent), by=season.players[1])
        found = made(season.campaign, season.referee)
        assert set(found.portraits) == {f"portrait-{band.pk}-{LEADER}.svg" for band in season.warbands}
        assert b"/Subtype/Image" in found.pdf()
        assert not made(season.campaign, season.referee, portraits=False).portraits

    def test_queries_do_not_grow_with_the_past(self, django_assert_max_num_queries: Any) -> None:
        season = a_season()
        for number in range(3):
            fought(season, (0, 1), [], f"Again {number}")
        with django_assert_max_num_queries(22):
            made(season.campaign, season.players[0])


class TestPages:
    @pytest.mark.parametrize("wishes", [{}, {"size": "large"}, {"landscape": True}])
    def test_nothing_leaves_the_page(self, wishes: dict[str, Any]) -> None:
        """A warband of 25 figures, hostile names, a long description without a space."""
        season = field(names=(HOSTILE[0][:60], HOSTILE[4][:60]))
        enlist(season.campaign, veteran(MemberFactory.create(), name=HOSTILE[2], figures=25))
        enlist(season.campaign, veteran(MemberFactory.create(), name="W" * 60, figures=3))
        Campaign.objects.filter(pk=season.campaign.pk).update(name="W" * 80, description="W" * 400)
        season.campaign.refresh_from_db()
        found = made(season.campaign, season.referee, "fr", **wishes)
        pages = press.pages(booklets.TEMPLATE, found.data, pictures=found.portraits, ppi=PPI)
        assert len(pages) > 8
        assert [stained_margins(page, PPI) for page in pages] == [[]] * len(pages)

    @pytest.mark.parametrize("name", HOSTILE)
    def test_what_people_type_is_text(self, name: str) -> None:
        season = field(names=(name[:60] if name.isprintable() else "Axes", "Blades"))
        Campaign.objects.filter(pk=season.campaign.pk).update(name=name[:80], description=name)
        season.campaign.refresh_from_db()
        found = made(season.campaign, season.referee)
        content = found.pdf()
        assert content.startswith(b"%PDF")
        if name.isascii() and name.isprintable():
            assert tight(words(content)).count(tight(name)) >= 4

    @pytest.mark.parametrize("language", ["en", "fr"])
    def test_can_be_read_aloud(self, language: str) -> None:
        season = a_season()
        content = made(season.campaign, season.players[0], language).pdf()
        assert is_read_aloud(content, language, season.campaign.name)

    def test_the_press_knows_how_many_pages_it_made(self) -> None:
        season = field()
        for number in range(3):
            enlist(season.campaign, veteran(MemberFactory.create(), name=f"Band {number}", figures=12))
        content = made(season.campaign, season.referee).pdf()
        assert press.page_count(content) == page_count(content) > 10
        with pytest.raises(ValueError, match="no PDF"):
            press.page_count(b"nothing")


def test_a_report_that_was_corrected_counts_as_it_stands() -> None:
    """The latest report of a battle is the one that stands."""
    season = a_season()
    battle = season.campaign.battles.get(title="The Mill")
    axes, blades = season.keys
    by = Who(blades, LIEUTENANT)
    corrected = Report(downs=(Down(Who(axes, SECOND_HENCHMAN), by),))
    first = battle.reports.get()

    battle.reports.create(author=first.author, data=msgspec.to_builtins(corrected))
    told = booklet(made(season.campaign, season.players[0]))
    fame = {one["title"]: one["rows"] for one in told["fame"]}
    assert ["B Lieutenant", "Blades", "1"] in fame["Most enemies put out of action"]
