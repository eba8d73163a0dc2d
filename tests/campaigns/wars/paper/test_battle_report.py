"""The report of a battle on paper: everything is told, nothing leaves the page, only readers get it."""

from __future__ import annotations

import io
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from campaigns.wars.access import get_battle_for_reader
from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.battles.staging import stored
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.recovery import DiceMode
from campaigns.wars.models.resolution import BattleGround
from campaigns.wars.paper import report
from campaigns.wars.paper.course import SILENT
from campaigns.wars.replay.frames import decoded
from campaigns.wars.replay.wording import Names, dice_of, event_sentence
from club.models import Member
from club.paper import press
from club.paper.choices import PaperChoices
from club.visibility import Visibility
from engines.musg.entries import Hire
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.ranks import Rank
from engines.musg.report import Down, Report, Who
from engines.musg.scenarios.ready_made import library
from rosters.operations import take_step
from rosters.portraits.operations import hang
from tests.factories.battles import HENCHMAN, LEADER, LIEUTENANT, Field, field
from tests.factories.campaigns import Cast, cast, fight
from tests.factories.pictures import picture
from tests.factories.resolutions import resolved
from tests.paper import HOSTILE, is_read_aloud, stained_margins, tight, words

pytestmark = pytest.mark.django_db
PPI = 60


def client_of(member: Member) -> Client:
    client = Client()
    client.force_login(member, backend="club.auth.MemberBackend")
    return client


def address(battle: Battle) -> str:
    return reverse("campaigns:battle_report", args=[battle.campaign.slug, battle.pk])


def fought(names: tuple[str, str] = ("Axes", "Blades"), henchmen: int = 2) -> Field:
    """A battle in which the first leader and a henchman fell, with both aftermaths rolled at the table.

    The leader's d66 is 4 and 3 (41–56: full recovery), the henchman's die a 2 (1–2: gone); Musg, Retour des morts.
    """
    made = field(names=names, henchmen=henchmen)
    axes, blades = made.keys
    by = Who(blades, LIEUTENANT)
    made.fight(Report(downs=(Down(Who(axes, LEADER), by), Down(Who(axes, HENCHMAN), by)), bonus={blades: 7}))
    recovery = made.recovery(0)
    aftermath.begin(recovery=recovery, mode=DiceMode.TYPED, member=made.players[0])
    for faces in ((4, 3), (2,)):
        recovery = made.recovery(0)
        aftermath.enter_faces(recovery=recovery, faces=faces, member=made.players[0], version=recovery.version)
    return made


def made(battle: Battle, reader: Member, language: str = "en", **wishes: Any) -> tuple[bytes, dict[str, Any]]:
    loaded = get_battle_for_reader(reader, battle.campaign.slug, battle.pk)
    with translation.override(language):
        content = report.pdf(loaded, reader, PaperChoices(language=language, **wishes))
    return content, handed(battle, reader, language, **wishes)


def handed(battle: Battle, reader: Member, language: str = "en", **wishes: Any) -> dict[str, Any]:
    """What is handed to the typesetter, who is not asked."""
    loaded = get_battle_for_reader(reader, battle.campaign.slug, battle.pk)
    choices = PaperChoices(language=language, **wishes)
    with translation.override(language):
        hung = report.portraits(loaded, reader) if choices.portraits else {}
        return report.data(loaded, reader, choices, hung)


def texts(told: object) -> list[str]:
    """Every text that the template is handed, wherever it stands; drawings and names of pictures are none."""
    if isinstance(told, str):
        return [] if told.startswith(("<svg", "portrait-")) else [told]
    if isinstance(told, dict):
        return [text for value in told.values() for text in texts(value)]
    if isinstance(told, list | tuple):
        return [text for value in told for text in texts(value)]
    return []


class TestContents:
    def test_sides_result_and_losses(self) -> None:
        """7 points of the scenario, 20 for a leader and 3 for a henchman (Musg, Fin du tour)."""
        field = fought()
        content, told = made(field.battle, field.referee)
        said = words(content)
        assert [side["name"] for side in told["report"]["sides"]] == ["Axes", "Blades"]
        stored = [field.side(number) for number in (0, 1)]
        assert [side["points"] for side in told["report"]["sides"]] == [side.victory_points for side in stored]
        assert "winner put out 2, own put out 0" in said
        assert "put out 0, own put out 2" in said
        assert "A Leader (Axes) was put out of action by B Lieutenant (Blades)." in said
        assert "Blades: 7 victory points from the scenario." in said

    def test_aftermath_with_every_die_and_its_rule(self) -> None:
        field = fought()
        content, told = made(field.battle, field.referee)
        said = words(content)
        assert "Aftermath: Axes" in said
        returns = told["report"]["aftermaths"][0]["chapters"][0]
        dice = [[receipt["faces"], receipt["row"]] for step in returns["steps"] for receipt in step["receipts"]]
        assert dice == [[[4, 3], "41–56 · Full recovery"], [[2], "1–2 · Dead or gone"]]
        assert "4 3 41–56 · Full recovery" in said
        assert "Rule: Musg, Return of the fallen" in said
        titles = [chapter["title"] for chapter in told["report"]["aftermaths"][0]["chapters"]]
        assert {"Return of the fallen", "Experience", "Treasury"} <= set(titles)

    def test_the_sites_dice_come_with_their_proof(self) -> None:
        made_field = field()
        made_field.fight(Report(bonus={made_field.keys[0]: 1}))
        told = handed(made_field.battle, made_field.referee)
        assert [one["proof"] for one in told["report"]["aftermaths"]] == [[], []], "nothing had to be rolled"
        who = cast()
        battle = fight(who.campaign, [who.warband, who.other])
        resolution = resolved(battle, [who.warband, who.other])
        content, _told = made(battle, who.player)
        assert resolution.seed in words(content).replace(" ", "")
        assert resolution.commitment in words(content).replace(" ", "")

    @pytest.mark.parametrize("language", ["en", "fr"])
    @pytest.mark.parametrize("size", ["normal", "large"])
    def test_what_the_engine_fought_is_told_turn_by_turn(self, language: str, size: str) -> None:
        who = cast()
        battle = fight(who.campaign, [who.warband, who.other])
        resolution = resolved(battle, [who.warband, who.other])
        content, _told = made(battle, who.player, language, size=size)
        said = tight(words(content))
        setup, events = decoded(resolution.setup, resolution.events)
        assert any(event.rolls for event in events)
        with translation.override(language):
            names = Names.of(setup, events)
            for event in events:
                if event.rolls or event.kind not in SILENT:
                    assert tight(event_sentence(event, names)) in said
                    for group in dice_of(event):
                        assert tight(f"{group.purpose}{group.need}{''.join(map(str, group.faces))}") in said

    @pytest.mark.parametrize("language", ["en", "fr"])
    @pytest.mark.parametrize("size", ["normal", "large"])
    def test_every_text_is_on_paper(self, language: str, size: str) -> None:
        field = staged(fought())
        content, told = made(field.battle, field.referee, language, size=size)
        told["report"]["table"].pop("said")  # of the drawing, for those who do not see it
        said = tight(words(content)).casefold()
        words_ = told["words"]
        used = ("points", "table", "scenario", "aims", "story", "rule")
        for text in (*texts(told["report"]), *(words_[name] for name in used)):
            assert tight(text).casefold() in said, text

    def test_table_and_scenario(self) -> None:
        field = staged(fought())
        told = handed(field.battle, field.referee)
        table = told["report"]["table"]
        village = ready_tables()["village"]
        assert table["name"] == "Village, 40 × 32 paces"
        assert table["svg"].count('fill="#ddd"') == len(village.pieces)
        assert table["standing"] == [["A", "Axes"], ["B", "Blades"]]
        assert told["report"]["scenario"]["roles"][0][1] == "Axes"

    def test_before_it_is_over_there_is_none(self) -> None:
        made = field()
        assert client_of(made.referee).get(address(made.battle)).status_code == 404


def staged(made: Field) -> Field:
    """The battle with a ready-made scenario and the village laid out."""
    scenario = library()["crossroads"]
    Battle.objects.filter(pk=made.battle.pk).update(staging=stored(scenario), scenario="Bring boats.\nNo quarter.")
    BattleGround.objects.create(battle=made.battle, layout=msgspec.to_builtins(ready_tables()["village"]))
    return made


class TestPages:
    @pytest.mark.parametrize("wishes", [{}, {"size": "large"}, {"landscape": True}, {"ink": True}])
    @pytest.mark.parametrize("language", ["en", "fr"])
    def test_nothing_leaves_the_page(self, language: str, wishes: dict[str, Any]) -> None:
        """With hostile names, eleven figures to a side, and a long free text without a space."""
        field = staged(fought((HOSTILE[0][:60], HOSTILE[4][:60]), henchmen=9))
        Battle.objects.filter(pk=field.battle.pk).update(title=HOSTILE[4], scenario="W" * 200)
        told = handed(field.battle, field.referee, language, **wishes)
        pages = press.pages(report.TEMPLATE, told, ppi=PPI)
        assert len(pages) > 1
        assert [stained_margins(page, PPI) for page in pages] == [[]] * len(pages)

    @pytest.mark.parametrize("name", HOSTILE)
    def test_what_people_type_is_text(self, name: str) -> None:
        field = fought((name[:60] if name.isprintable() else "Axes", "Blades"))
        Battle.objects.filter(pk=field.battle.pk).update(title=name, scenario=name, place=name)
        content, told = made(field.battle, field.referee)
        assert told["report"]["title"] == name
        assert content.startswith(b"%PDF")
        if name.isascii() and name.isprintable():
            assert tight(words(content)).count(tight(name)) >= 3

    @pytest.mark.parametrize("language", ["en", "fr"])
    def test_can_be_read_aloud(self, language: str) -> None:
        field = staged(fought())
        content, _told = made(field.battle, field.referee, language)
        assert is_read_aloud(content, language, field.battle.title)

    def test_portraits_as_wished(self) -> None:
        field = fought()
        for number in (0, LEADER):
            sent = picture()
            hang(warband=field.warbands[0], figure=number, file=io.BytesIO(sent), size=len(sent), by=field.players[0])
        content, told = made(field.battle, field.referee)
        axes = told["report"]["sides"][0]
        assert axes["portrait"]
        assert [name for _picture, name in axes["figures"]] == ["A Leader"]
        assert b"/Subtype/Image" in content
        content, told = made(field.battle, field.referee, portraits=False)
        assert not told["report"]["sides"][0]["portrait"]
        assert b"/Subtype/Image" not in content

    def test_portraits_of_those_who_fought_alone(self) -> None:
        """Who joined after the battle hangs on the roster, not on its report."""
        made_field = fought()
        axes, owner = made_field.warbands[0], made_field.players[0]
        axes.refresh_from_db()
        take_step(warband=axes, entry=Hire(rank=Rank.HENCHMAN, race="human", name="Newcomer"), author=owner)
        newcomer = axes.roster.active[-1]
        assert newcomer.name == "Newcomer"
        for number in (LEADER, newcomer.id):
            sent = picture()
            hang(warband=axes, figure=number, file=io.BytesIO(sent), size=len(sent), by=owner)
        told = handed(made_field.battle, owner)
        assert [name for _picture, name in told["report"]["sides"][0]["figures"]] == ["A Leader"]

    def test_a_warband_that_the_reader_may_not_read_shows_no_portrait(self) -> None:
        """Whoever reads the campaign reads its battles; a warband that was never enlisted keeps its pictures."""
        field = fought()
        axes, sent = field.warbands[0], picture()
        hang(warband=axes, figure=LEADER, file=io.BytesIO(sent), size=len(sent), by=field.players[0])
        type(axes).objects.filter(pk=axes.pk).update(visibility=Visibility.PRIVATE)
        told = handed(field.battle, field.players[1])
        assert told["report"]["sides"][0]["figures"], "enlisted: the campaign's readers see it"
        field.campaign.enlistments.filter(warband=axes).delete()
        told = handed(field.battle, field.players[1])
        assert not told["report"]["sides"][0]["figures"]


class TestAddress:
    def test_readers_alone(self) -> None:
        who: Cast = cast(visibility=Visibility.PRIVATE)
        battle = fight(who.campaign, [who.warband, who.other], title="Au gué")
        Member.objects.filter(pk=who.player.pk).update(paper=PaperChoices(language="en").as_data())
        answer = client_of(who.player).get(address(battle))
        assert answer["Content-Type"] == "application/pdf"
        assert answer["Content-Disposition"] == 'inline; filename="report-au-gue.pdf"'
        assert client_of(who.outsider).get(address(battle)).status_code == 404
        assert address(battle) in client_of(who.player).get(battle.get_absolute_url()).content.decode()

    def test_in_the_language_wanted_on_paper(self) -> None:
        who = cast()
        battle = fight(who.campaign, [who.warband, who.other], bonus={who.warband: 4})
        Member.objects.filter(pk=who.player.pk).update(paper=PaperChoices(language="fr").as_data())
        said = words(client_of(who.player).get(address(battle)).content)
        assert "points de victoire" in said.casefold()
        assert "vainqueur" in said

    def test_it_costs_few_queries(self, django_assert_max_num_queries: Any) -> None:
        who = cast()
        for _battle in range(3):
            fight(who.campaign, [who.warband, who.other])
        battle = Battle.objects.filter(campaign=who.campaign).earliest("pk")
        client = client_of(who.player)
        with django_assert_max_num_queries(13):
            client.get(address(battle))
