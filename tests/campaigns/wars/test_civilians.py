"""Civilians whom the aliens carry off, on the site: reported, kept by the campaign, rescued, settled (M201, M330)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import reverse
from msgspec import UNSET
from msgspec.structs import replace

from campaigns.league.models import Membership, Role
from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.setup import setup_of
from campaigns.wars.chores import rescues
from campaigns.wars.civilians import operations
from campaigns.wars.civilians.wording import kept_names
from campaigns.wars.corrections import drafting, operations as corrections
from campaigns.wars.corrections.past import ref_of_battle
from campaigns.wars.models.abducted import AbductedCivilian
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.models.correction import Correction
from campaigns.wars.modules import RESCUE
from campaigns.wars.reports import operations as reports
from campaigns.wars.reports.panel import panel
from club.operations import Refused
from engines.core.dice import FastDice
from engines.musg.abducted import Civilian, Fate, Tidings
from engines.musg.battle.game import Battle as EngineBattle
from engines.musg.battle.setup import Setup
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.corrections.timeline import ReplaceReport, Strike
from engines.musg.report import Report
from engines.musg.trials import playout
from rosters.models import Warband
from tests.campaigns.wars.test_captives import roll
from tests.clients import client_of
from tests.factories.battles import Field
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db

ASHLEE, MARVIN = "civilian_ashlee", "civilian_marvin"


def planned(fight: Field, *modules: str, sides: Sequence[int] = (0, 1), title: str = "A battle") -> Field:
    """Another battle of some of these warbands, with modules."""
    warbands = [Warband.objects.get(pk=fight.warbands[number].pk) for number in sides]
    plan = schedule.Plan(title=title, modules=modules)
    battle = schedule.schedule_battle(campaign=fight.campaign, warbands=warbands, plan=plan)
    return Field(fight.campaign, fight.referee, fight.players, warbands, battle)


def fought(fight: Field, *modules: str, title: str = "A battle", **tidings: Any) -> Field:
    """A battle whose report says this of civilians, settled, its aftermaths rolled."""
    found = planned(fight, *modules, title=title)
    found.fight(Report(civilians=Tidings(**tidings)))
    roll(found)
    return found


@pytest.fixture
def landing(fight: Field) -> Field:
    """Two civilians were left lying in a battle against aliens."""
    return fought(fight, "aliens", title="The landing", taken=(ASHLEE, MARVIN))


def of(battle: Battle, card: str = ASHLEE, nth: int = 1) -> Civilian:
    return Civilian(battle.key, card, nth)


def fates(fight: Field) -> dict[Civilian, str]:
    return {row.civilian: row.fate for row in fight.campaign.abducted.select_related("battle")}


def address(fight: Field, name: str = "report") -> str:
    return reverse(f"campaigns:{name}", args=[fight.campaign.slug, fight.battle.pk])


class TestKept:
    def test_a_confirmed_report_says_who_was_carried_off(self, landing: Field) -> None:
        """M201, M330: whoever was left lying is with the aliens until a rescue."""
        assert fates(landing) == {of(landing.battle): "kept", of(landing.battle, MARVIN): "kept"}

    def test_only_a_confirmed_one(self, fight: Field) -> None:
        game = planned(fight, "aliens")
        reports.report_battle(
            battle=game.battle, report=Report(civilians=Tidings(taken=(ASHLEE,))), author=game.players[0]
        )
        assert fates(game) == {}

    def test_a_rescue_frees_some_and_the_others_may_be_sought_again(self, landing: Field) -> None:
        nest = fought(landing, *RESCUE, freed=(of(landing.battle),))
        assert fates(nest) == {of(landing.battle): "freed", of(landing.battle, MARVIN): "kept"}
        again = fought(landing, *RESCUE, died=(of(landing.battle, MARVIN),))
        assert fates(again) == {of(landing.battle): "freed", of(landing.battle, MARVIN): "died"}
        ended = landing.campaign.abducted.values_list("ended_in", flat=True)
        assert list(ended) == [nest.battle.pk, again.battle.pk]

    def test_nobody_is_rescued_twice(self, landing: Field) -> None:
        """Two reports of the same rescue: the second to be confirmed is refused, and nothing of it is applied."""
        freed = Report(civilians=Tidings(freed=(of(landing.battle),)))
        one, other = planned(landing, *RESCUE), planned(landing, *RESCUE)
        for game in (one, other):
            reports.report_battle(battle=game.battle, report=freed, author=game.players[0])
        reports.settle_report(battle=one.battle, referee=one.referee)
        roll(one)
        with pytest.raises(Refused) as refused:
            reports.settle_report(battle=other.battle, referee=other.referee)
        assert refused.value.codes == ["civilian_not_kept"]
        assert other.stored().state == BattleState.REPORTED

    def test_another_campaign_has_its_own(self, landing: Field) -> None:
        stranger = planned(landing, *RESCUE)
        with pytest.raises(Refused):
            told = Report(civilians=Tidings(freed=(Civilian("elsewhere", ASHLEE),)))
            reports.report_battle(battle=stranger.battle, report=told, author=stranger.referee)

    def test_rows_are_rebuilt_from_the_reports(self, landing: Field, capsys: pytest.CaptureFixture[str]) -> None:
        before = fates(landing)
        AbductedCivilian.objects.filter(card=MARVIN).delete()
        AbductedCivilian.objects.update(fate="freed")
        call_command("rebuild")
        assert fates(landing) == before
        assert "civilians" in capsys.readouterr().out
        assert not operations.write(landing.campaign)


class TestForm:
    def test_it_asks_where_aliens_are_about_and_nowhere_else(self, fight: Field) -> None:
        plain = client_of(fight.players[0]).get(address(fight)).content.decode()
        assert "taken-civilian" not in plain
        page = client_of(fight.players[0]).get(address(planned(fight, "aliens"))).content.decode()
        assert f'name="taken-{ASHLEE}"' in page
        french = client_of(fight.players[0], "fr").get(address(planned(fight, "aliens"))).content.decode()
        assert "Enlevé par les aliens" in french

    def test_a_table_with_miniatures_enters_them(self, fight: Field) -> None:
        game = planned(fight, "aliens")
        values = {"version": game.battle.version, f"taken-{ASHLEE}": "2", f"taken-{MARVIN}": "", "action": "send"}
        assert client_of(game.players[0]).post(address(game), values).status_code == 302
        assert game.battle.reports.latest("pk").report.civilians == Tidings(taken=(ASHLEE, ASHLEE))
        again = client_of(game.players[0]).get(address(game)).context["form"]
        assert again[f"taken-{ASHLEE}"].value() == 2

    def test_too_many_alike_are_refused_beside_the_field(self, fight: Field) -> None:
        game = planned(fight, "aliens")
        values = {"version": game.battle.version, f"taken-{ASHLEE}": "4", "action": "send"}
        sent = client_of(game.players[0]).post(address(game), values)
        assert sent.status_code == 422
        assert f"taken-{ASHLEE}" in sent.context["form"].errors

    def test_a_rescue_asks_for_each_whom_they_keep(self, landing: Field) -> None:
        game = planned(landing, *RESCUE)
        page = client_of(game.players[0]).get(address(game)).content.decode()
        name = f"civilian-{landing.battle.key}-{ASHLEE}-1"
        assert f'name="{name}"' in page
        assert "Ashlee, since “The landing”" in page
        values = {
            "version": game.battle.version,
            name: "freed",
            f"civilian-{landing.battle.key}-{MARVIN}-1": "died",
            "action": "settle",
        }
        assert client_of(game.referee).post(address(game), values).status_code == 302
        assert fates(game) == {of(landing.battle): "freed", of(landing.battle, MARVIN): "died"}
        said = panel(Battle.objects.get(pk=game.battle.pk), game.referee).lines
        assert "Ashlee, a civilian, was brought home from the aliens." in said
        assert "Marvin, a civilian, died in the rescue." in said

    def test_no_other_battle_asks_for_them(self, landing: Field) -> None:
        page = client_of(landing.players[0]).get(address(planned(landing, "aliens"))).content.decode()
        assert f"civilian-{landing.battle.key}" not in page


class TestOffers:
    def test_who_lost_them_is_offered_the_rescue_and_the_offer_names_them(self, landing: Field) -> None:
        nest = operations.kept(landing.campaign)
        offers = rescues(landing.warbands, nest)
        assert len(offers) == 2
        assert all("Ashlee, Marvin" in offer.sentence for offer in offers)
        client = client_of(landing.players[0])
        page = client.get(landing.campaign.get_absolute_url()).content.decode()
        assert "he aliens are holding Ashlee, Marvin" in page
        form = client.get(offers[0].address).context["form"]
        assert form.initial["modules"] == list(RESCUE)

    def test_whoever_reads_the_campaign_sees_who_is_kept(self, landing: Field) -> None:
        """Who was not there is offered nothing, but sees it; so does the referee's desk, in both languages."""
        reader = MemberFactory.create(username="newcomer")
        Membership.objects.create(campaign=landing.campaign, member=reader, role=Role.PLAYER)
        page = client_of(reader).get(landing.campaign.get_absolute_url()).content.decode()
        assert "Civilians with the aliens" in page
        assert "Plan the rescue game" not in page
        desk = reverse("campaigns:dashboard", args=[landing.campaign.slug])
        assert "The aliens are holding Ashlee, Marvin" in client_of(landing.referee).get(desk).content.decode()
        assert "Les aliens gardent Ashlee, Marvin" in client_of(landing.referee, "fr").get(desk).content.decode()

    def test_once_it_is_scheduled_it_is_not_offered_again(self, landing: Field) -> None:
        game = planned(landing, *RESCUE)
        assert rescues(landing.warbands, operations.kept(landing.campaign)) == []
        page = client_of(landing.players[0]).get(address(game, "battle")).content.decode()
        assert "Civilians in the nest" in page
        desk = reverse("campaigns:dashboard", args=[landing.campaign.slug])
        assert "The aliens are holding" not in client_of(landing.referee).get(desk).content.decode()

    def test_nobody_kept_nothing_said(self, fight: Field) -> None:
        page = client_of(fight.players[0]).get(fight.campaign.get_absolute_url()).content.decode()
        assert "Civilians with the aliens" not in page


class TestEngine:
    def test_the_rescue_game_holds_them_and_its_report_is_confirmed(self, landing: Field) -> None:
        game = planned(landing, *RESCUE, sides=(0,))
        setup = setup_of(game.battle)
        assert setup.civilians == (of(landing.battle), of(landing.battle, MARVIN))
        battle = next(one for one in (_played(setup, seed) for seed in range(20)) if _freed(one))
        reports.report_resolved(battle=game.battle, report=battle.report(), author=game.referee)
        reports.confirm_report(battle=game.battle, member=game.players[0])
        assert game.stored().state == BattleState.CONFIRMED
        freed = (battle.report().civilians or Tidings()).freed
        assert {one for one, fate in fates(game).items() if fate == "freed"} == set(freed)

    def test_other_battles_hold_nobody(self, landing: Field) -> None:
        assert setup_of(planned(landing, "aliens").battle).civilians is UNSET


def _played(setup: Setup, seed: int) -> EngineBattle:
    return playout.fight(setup, ("bold",), FastDice(seed), seed=seed)


def _freed(battle: EngineBattle) -> bool:
    return bool((battle.report().civilians or Tidings()).freed)


class TestReferee:
    """M330: the referee has the last word; his acts are there for all to read."""

    @pytest.mark.parametrize("fate", [Fate.FREED, Fate.DIED])
    def test_settles_what_no_game_does(self, landing: Field, fate: Fate) -> None:
        row = operations.kept(landing.campaign)[0]
        powers = reverse("campaigns:power", args=[landing.campaign.slug, "civilian"])
        values = {"civilian": row.pk, "fate": fate.value, "reason": "The scenario"}
        assert client_of(landing.referee).post(powers, values).status_code == 302
        assert fates(landing)[of(landing.battle)] == fate.value
        acts = reverse("campaigns:acts", args=[landing.campaign.slug])
        assert (
            "Ashlee, a civilian carried off in “The landing”"
            in client_of(landing.players[0]).get(acts).content.decode()
        )
        assert not operations.write(landing.campaign)  # the act is part of the truth

    def test_may_say_otherwise_again_but_not_the_same_twice(self, landing: Field) -> None:
        row = operations.kept(landing.campaign)[0]
        for fate in (Fate.FREED, Fate.KEPT):
            operations.settle(row=row, fate=fate, referee=landing.referee, reason="Why")
        assert fates(landing)[of(landing.battle)] == "kept"
        with pytest.raises(Refused) as refused:
            operations.settle(row=row, fate=Fate.KEPT, referee=landing.referee, reason="Why")
        assert refused.value.codes == ["nothing_to_do"]
        with pytest.raises(Refused) as refused:
            operations.settle(row=row, fate=Fate.DIED, referee=landing.referee, reason=" ")
        assert refused.value.codes == ["reason_missing"]

    def test_players_may_not(self, landing: Field) -> None:
        row = operations.kept(landing.campaign)[0]
        powers = reverse("campaigns:power", args=[landing.campaign.slug, "civilian"])
        values = {"civilian": row.pk, "fate": "freed", "reason": "Please"}
        assert client_of(landing.players[0]).post(powers, values).status_code == 403
        assert fates(landing)[of(landing.battle)] == "kept"

    def test_a_campaign_without_any_is_not_asked(self, fight: Field) -> None:
        page = client_of(fight.referee).get(reverse("campaigns:powers", args=[fight.campaign.slug])).content.decode()
        assert "abducted civilian" not in page


class TestCorrection:
    def corrected(self, fight: Field, **tidings: Any) -> Correction:
        """Say that the report should have said this of civilians."""
        standing = fight.stored().reports.latest("pk").report
        said = replace(standing, civilians=Tidings(**tidings) if tidings else UNSET)
        edit = ReplaceReport(ref_of_battle(fight.battle), said)
        draft = drafting.correct(campaign=fight.campaign, author=fight.referee, edits=[edit])
        seen = drafting.look(draft)
        corrections.confirm(correction=draft, member=fight.referee, reason="Miscounted", seen=seen.fingerprint)
        return draft

    def test_a_report_is_corrected_though_no_journal_changes(self, landing: Field) -> None:
        draft = self.corrected(landing, taken=(MARVIN,))
        assert fates(landing) == {of(landing.battle, MARVIN): "kept"}
        page = client_of(landing.referee).get(draft.get_absolute_url()).content.decode()
        assert "what became of the civilians" in page

    def test_and_taken_back(self, landing: Field) -> None:
        before = fates(landing)
        draft = self.corrected(landing)
        assert fates(landing) == {}
        corrections.take_back(correction=draft, member=landing.referee)
        assert fates(landing) == before

    def test_what_a_later_rescue_said_of_them_holds_again_once_it_can(self, landing: Field) -> None:
        fought(landing, *RESCUE, freed=(of(landing.battle),))
        draft = self.corrected(landing, taken=(MARVIN,))
        assert fates(landing) == {of(landing.battle, MARVIN): "kept"}
        corrections.take_back(correction=draft, member=landing.referee)
        assert fates(landing)[of(landing.battle)] == "freed"

    def test_a_draft_lists_what_would_no_longer_hold(self, landing: Field) -> None:
        """What a correction leaves without its ground is listed, not dropped in silence."""
        fought(landing, *RESCUE, title="The nest", freed=(of(landing.battle),))
        standing = landing.stored().reports.latest("pk").report
        edit = ReplaceReport(ref_of_battle(landing.battle), replace(standing, civilians=Tidings(taken=(MARVIN,))))
        draft = drafting.correct(campaign=landing.campaign, author=landing.referee, edits=[edit])
        page = client_of(landing.referee).get(draft.get_absolute_url()).content.decode()
        assert "“The nest”: what it says about Ashlee is no longer valid" in page
        struck = Strike(ref_of_battle(landing.battle), called_off=True)
        draft = drafting.correct(campaign=landing.campaign, author=landing.referee, edits=[struck])
        page = client_of(landing.referee).get(draft.get_absolute_url()).content.decode()
        assert "“The nest”: what it says about Ashlee is no longer valid" in page

    def test_the_form_offers_who_was_kept_then(self, landing: Field) -> None:
        nest = fought(landing, *RESCUE, freed=(of(landing.battle),))
        fought(landing, "aliens", taken=(ASHLEE,))
        page = reverse("campaigns:correct_battle", args=[landing.campaign.slug, nest.battle.pk])
        form = client_of(landing.referee).get(page).context["form"]
        name = f"civilian-{landing.battle.key}-{ASHLEE}-1"
        assert form[name].value() == "freed"
        assert kept_names(form.civilians.kept, CATALOGUE) == ["Ashlee", "Marvin"]
        sent = client_of(landing.referee).post(page, {"version": "0", name: "died", "action": "correct"})
        assert sent.status_code == 302
        draft = Correction.objects.latest("pk")
        seen = drafting.look(draft)
        corrections.confirm(correction=draft, member=landing.referee, reason="It died", seen=seen.fingerprint)
        assert fates(landing)[of(landing.battle)] == "died"
