"""Single games: opened, joined, played at the table or by the engine, and kept without touching a journal."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from msgspec import UNSET

from campaigns.jobs import queue as jobs
from campaigns.league.games import SINGLE_MUSG
from campaigns.league.models import Campaign, Role
from campaigns.league.operations import people
from campaigns.league.operations.powers import copy
from campaigns.wars.battles import staging
from campaigns.wars.battles.operations import Plan
from campaigns.wars.battles.setup import setup_of
from campaigns.wars.careers import career
from campaigns.wars.ground import operations as ground
from campaigns.wars.models.battle import Battle, BattleSide, BattleState
from campaigns.wars.models.recovery import Recovery
from campaigns.wars.pocket import operations as pocket
from campaigns.wars.reports import operations as reports
from campaigns.wars.resolution import operations as resolution
from campaigns.wars.settings.operations import rules_of
from campaigns.wars.single import operations as single
from campaigns.wars.single.forms import NewGameForm
from campaigns.wars.single.operations import Against, GamePlan, NewBand
from campaigns.wars.single.ready import READY_MADE
from club.models import Member
from club.operations import Objection, Refused
from club.visibility import Visibility
from engines.musg.entries import Hire, Muster
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.packs.house import House
from engines.musg.pocket.setup import Menace
from engines.musg.ranks import Rank
from engines.musg.report import Down, Report, Who
from engines.musg.rules import Era, Rules
from engines.musg.scenarios import library
from engines.musg.warband import Setup
from rosters.access import readable_by
from rosters.models import Warband
from rosters.operations import create_warband
from tests.clients import client_of
from tests.factories.battles import HENCHMAN, LEADER, field, warband
from tests.factories.club import MemberFactory
from tests.factories.packs import published
from tests.factories.resolutions import SEED

pytestmark = pytest.mark.django_db

GAME = GamePlan(plan=Plan())


def opened(
    *, game: GamePlan = GAME, against: Against | None = None, visibility: str = Visibility.CLUB, name: str = "Axes"
) -> tuple[Battle, Member, Warband]:
    host = MemberFactory.create()
    band = warband(host, name)
    battle = single.open_game(host=host, game=game, mine=band, against=against, visibility=visibility)
    return battle, host, band


def joined(battle: Battle, name: str = "Blades") -> tuple[Member, Warband]:
    """Somebody follows the link and brings a warband."""
    guest = MemberFactory.create()
    people.join(campaign=battle.campaign, member=guest, code=battle.campaign.join_code)
    band = warband(guest, name, visibility=Visibility.PRIVATE)
    single.seat(battle=battle, warband=band, member=guest)
    return guest, band


def steps(band: Warband) -> list[int]:
    return list(band.journal.order_by("number").values_list("number", flat=True))


def test_warbands_of_one_name_are_told_apart_where_one_is_chosen() -> None:
    host = MemberFactory.create()
    for value, day in ((90, 3), (125, 9)):
        band = warband(host, "Axes")
        Warband.objects.filter(pk=band.pk).update(value=value, created=datetime(2026, 3, day, 12, tzinfo=UTC))
    field = NewGameForm(member=host).fields["warband"]
    labels = [str(label) for _value, label in field.choices][1:]  # type: ignore[attr-defined]
    assert sorted(labels) == ["Axes (value 125, since 9 Mar 2026)", "Axes (value 90, since 3 Mar 2026)"]


class TestGathering:
    def test_one_warband_waits_for_another(self) -> None:
        battle, _host, _band = opened()
        assert battle.state == BattleState.GATHERING
        guest, _other = joined(battle)
        battle.refresh_from_db()
        assert (battle.state, battle.title) == (BattleState.SCHEDULED, "Axes – Blades")
        assert battle.campaign.name == "Axes – Blades"
        assert battle.campaign.memberships.get(member=guest).role == Role.PLAYER

    def test_a_given_title_stays(self) -> None:
        battle, _host, _band = opened(game=GamePlan(plan=Plan(title="Bridge night")))
        joined(battle)
        battle.refresh_from_db()
        assert battle.title == "Bridge night"

    def test_nobody_reports_or_plays_before_both_are_there(self) -> None:
        battle, host, _band = opened()
        with pytest.raises(Refused):
            reports.report_battle(battle=battle, report=Report(), author=host)
        with pytest.raises(Refused):
            pocket.begin(battle=battle, choices=pocket.Choices(menace=Menace.ZOMBIES, edges={}))

    def test_a_third_warband_finds_no_place(self) -> None:
        battle, host, _band = opened()
        joined(battle)
        with pytest.raises(Refused) as refused:
            single.seat(battle=battle, warband=warband(host, "Crows"), member=host)
        assert refused.value.codes == ["game_full"]

    def test_a_warband_of_somebody_else_is_not_brought(self) -> None:
        battle, host, _band = opened()
        with pytest.raises(Refused) as refused:
            single.seat(battle=battle, warband=warband(MemberFactory.create(), "Crows"), member=host)
        assert refused.value.codes == ["not_your_warband"]

    def test_pulp_meets_pulp_only(self) -> None:
        battle, host, _band = opened()
        with pytest.raises(Refused) as refused:
            single.seat(battle=battle, warband=warband(host, "Crows", rules=Rules(pulp=True)), member=host)
        assert refused.value.codes == ["other_rules"]

    def test_a_warband_that_serves_in_a_campaign_comes_as_it_is(self) -> None:
        fight = field()
        player, band = fight.players[0], fight.warbands[0]
        battle = single.open_game(host=player, game=GAME, mine=band, against=Against(ready="orc"))
        assert battle.state == BattleState.SCHEDULED
        assert band.enlistment.campaign == fight.campaign

    def test_a_guest_who_takes_the_warband_out_leaves(self) -> None:
        battle, _host, _band = opened()
        guest, other = joined(battle)
        single.unseat(battle=battle, warband=other, author=guest)
        battle.refresh_from_db()
        assert (battle.state, battle.title) == (BattleState.GATHERING, "Axes")
        assert not battle.campaign.memberships.filter(member=guest).exists()

    def test_who_leaves_takes_the_warband_along(self) -> None:
        battle, _host, _band = opened()
        guest, _other = joined(battle)
        people.leave(membership=battle.campaign.memberships.get(member=guest), author=guest)
        battle.refresh_from_db()
        assert battle.state == BattleState.GATHERING
        assert battle.sides.count() == 1

    def test_whoever_leaves_takes_the_packs_along(self) -> None:
        """Nobody who is left has that pack: no battle is fought with it, and it stands in no other one's way."""
        house = House(packs=(published(MemberFactory.create()).value,))
        battle, host, _band = opened()
        hires = [Hire(rank=rank, race="human", name=rank) for rank in (Rank.LEADER, Rank.HENCHMAN)]
        setup = Setup(race="human", name="Reeds", rules=Rules(house=house))
        band = create_warband(owner=host, setup=setup, entries=[*hires, Muster()])
        single.seat(battle=battle, warband=band, member=host)
        assert rules_of(Campaign.objects.get(battles=battle)).house == house
        single.unseat(battle=battle, warband=band, author=host)
        assert rules_of(Campaign.objects.get(battles=battle)).house is UNSET

    def test_a_new_warband_is_mustered_for_it(self) -> None:
        host = MemberFactory.create()
        mine = NewBand(name="Newts", race="human", rules=Rules(pulp=True))
        battle = single.open_game(host=host, game=GAME, mine=mine)
        band = battle.sides.get().warband
        assert (band.owner, band.mustered, band.roster.rules.plays_pulp) == (host, False, True)
        assert battle.campaign.rules["pulp"] is True


class TestReadyMade:
    @pytest.mark.parametrize("code", sorted(READY_MADE))
    def test_it_is_mustered_within_the_rules(self, code: str) -> None:
        """Musg, Composition d'une bande: 500 points, 300 for heroes, 200 for henchmen; the muster refuses any more."""
        battle, host, _band = opened(against=Against(ready=code))
        theirs = battle.sides.get(seat=1).warband
        assert theirs.mustered
        assert theirs.owner == host
        assert theirs.treasury >= 0

    @pytest.mark.parametrize("code", sorted(READY_MADE))
    @pytest.mark.parametrize("era", list(Era))
    def test_it_is_mustered_within_the_rules_of_any_era(self, code: str, era: Era) -> None:
        """Ruling M29: in some eras the first pistol costs nothing, in others it is paid for."""
        host = MemberFactory.create()
        band = single.ready_warband(member=host, code=code, rules=Rules(era=era))
        assert band.mustered
        assert band.roster.treasury >= 0

    def test_one_that_other_rules_leave_no_room_for_is_named(self) -> None:
        with pytest.raises(Refused) as refused:
            single.ready_warband(member=MemberFactory.create(), code="human", rules=Rules(henchman_points=40))
        first, *why = refused.value.problems
        assert (first.code, first.field) == ("ready_unfit", "ready")
        assert str(first.message).startswith("La Vieille Garde cannot be mustered")
        assert why

    def test_it_brings_nothing_that_the_other_rules_leave_out_of_the_book(self) -> None:
        guest = MemberFactory.create()
        band = single.ready_warband(member=guest, code="human", rules=Rules(house=House(without=("grenade", "orc"))))
        assert band.mustered
        assert not {"grenade"} & {item.code for figure in band.roster.figures for item in figure.items}
        assert {"assault_rifle"} & {item.code for figure in band.roster.figures for item in figure.items}

    def test_it_is_brought_again_instead_of_mustered_twice(self) -> None:
        _battle, host, band = opened(against=Against(ready="elf"))
        single.open_game(host=host, game=GAME, mine=band, against=Against(ready="elf"))
        assert Warband.objects.filter(owner=host).count() == 2


class TestAlone:
    def test_against_figures_that_nobody_leads_m325(self) -> None:
        plan = GamePlan(plan=Plan(modules=("zombies",)))
        battle, _host, _band = opened(game=plan, against=Against(alone=True))
        assert battle.state == BattleState.SCHEDULED
        assert len(setup_of(battle).sides) == 1

    def test_not_without_such_a_module(self) -> None:
        with pytest.raises(Refused) as refused:
            opened(against=Against(alone=True))
        assert refused.value.codes == ["two_warbands"]
        assert not Campaign.objects.filter(game=SINGLE_MUSG.code).exists()

    def test_a_module_taken_away_makes_it_wait_again(self) -> None:
        plan = GamePlan(plan=Plan(modules=("zombies",)))
        battle, host, _band = opened(game=plan, against=Against(alone=True))
        single.change_game(battle=battle, game=GAME, author=host)
        assert battle.state == BattleState.GATHERING

    def test_whose_opponent_is_gone_may_have_another_one(self) -> None:
        """Two played among the living dead; the one who is left did not say that nobody else comes."""
        battle, host, _band = opened(game=GamePlan(plan=Plan(modules=("zombies",))))
        _guest, other = joined(battle)
        single.unseat(battle=battle, warband=other, author=host)
        assert battle.state == BattleState.GATHERING
        joined(battle, "Cleavers")
        battle.refresh_from_db()
        assert (battle.state, battle.sides.count()) == (BattleState.SCHEDULED, 2)


class TestScenario:
    def test_it_says_how_many_warbands_come_and_lays_the_table(self) -> None:
        """The crossroads are for two, the last night for one: with it a single warband waits for nobody."""
        assert (len(library()["crossroads"].sides), len(library()["last_night"].sides)) == (2, 1)
        battle, host, _band = opened(game=GamePlan(plan=Plan(staging=library()["crossroads"])))
        assert battle.state == BattleState.GATHERING
        assert battle.ground.ready
        joined(battle)
        with pytest.raises(Refused) as refused:
            single.change_game(battle=battle, game=GamePlan(plan=Plan(staging=library()["last_night"])), author=host)
        assert refused.value.codes == ["scenario_sides"]
        alone, _host, _band = opened(game=GamePlan(plan=Plan(staging=library()["last_night"])), name="Crows")
        assert alone.state == BattleState.SCHEDULED

    def test_whoever_comes_takes_the_role_that_is_theirs(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The first in the list have the first role: where only the newcomer can take it, the host takes the other."""
        battle, _host, band = opened(game=GamePlan(plan=Plan(staging=library()["crossroads"])))
        refusal = [Objection("miscast_heroes", "No.", "warband")]
        monkeypatch.setattr(
            staging, "objections_to_cast", lambda _s, seated, _f="": refusal if seated[0] == band else []
        )
        _guest, theirs = joined(battle)
        assert list(battle.sides.order_by("seat").values_list("warband", "seat")) == [(theirs.pk, 0), (band.pk, 1)]

    def test_the_host_swaps_the_roles(self) -> None:
        battle, host, _band = opened(game=GamePlan(plan=Plan(staging=library()["crossroads"])))
        guest, _theirs = joined(battle)
        battle.refresh_from_db()
        address = reverse("campaigns:single_swap", args=[battle.campaign.slug])
        assert address not in client_of(guest).get(battle.get_absolute_url()).content.decode()
        assert address in client_of(host).get(battle.get_absolute_url()).content.decode()
        client_of(host).post(address, {"version": battle.version})
        assert [side.warband.name for side in battle.sides.order_by("seat")] == ["Blades", "Axes"]
        assert [side.name for side in setup_of(Battle.objects.get()).sides] == ["Blades", "Axes"]

    def test_it_is_chosen_in_the_form(self) -> None:
        member = MemberFactory.create()
        band = warband(member, "Axes")
        sent = {
            "warband": band.pk, "opponent": "ready", "ready": "orc", "visibility": "club", "staging": "crossroads"
        }  # fmt: skip
        client_of(member).post(reverse("campaigns:single_new"), sent)
        battle = Battle.objects.get()
        assert battle.staging["code"] == "crossroads"
        assert setup_of(battle).objectives == library()["crossroads"].objectives


class TestPlayed:
    def test_at_the_table_the_journals_stay_as_they_are(self) -> None:
        battle, host, ours = opened()
        guest, theirs = joined(battle)
        for band in (ours, theirs):
            band.refresh_from_db()
        before = [(steps(band), band.state, band.version) for band in (ours, theirs)]
        told = Report(downs=(Down(Who(theirs.key, HENCHMAN), Who(ours.key, LEADER)),))
        reports.report_battle(battle=battle, report=told, author=host)
        reports.confirm_report(battle=battle, member=guest)
        battle.refresh_from_db()
        assert (battle.state, battle.winner) == (BattleState.CONFIRMED, ours)
        sides = BattleSide.objects.filter(battle=battle).order_by("seat")
        assert [(side.outcome, side.victory_points, side.losses) for side in sides] == [("won", 5, 0), ("lost", 0, 1)]
        for band in (ours, theirs):
            band.refresh_from_db()
        assert [(steps(band), band.state, band.version) for band in (ours, theirs)] == before
        assert not Recovery.objects.exists()

    def test_an_aftermath_of_a_campaign_that_waits_does_not_stand_in_the_way(self) -> None:
        fight = field()
        one, other = fight.keys
        fight.fight(Report(downs=(Down(Who(one, HENCHMAN), Who(other, LEADER)),)))
        band = Warband.objects.get(pk=fight.warbands[0].pk)
        assert band.roster.engagement is not None
        battle = single.open_game(host=fight.players[0], game=GAME, mine=band, against=Against(ready="orc"))
        reports.report_battle(battle=battle, report=Report(), author=fight.players[0])
        battle.refresh_from_db()
        assert battle.state == BattleState.CONFIRMED

    def test_the_engine_fights_it_and_the_replay_is_kept(self) -> None:
        battle, host, ours = opened(against=Against(ready="human"))
        before = steps(ours)
        table = ground.lay_out(battle=battle, layout=ready_tables()["open_field"], turn_limit=2)
        table.seed = SEED.hex()
        table.save()
        tempers = list(battle.sides.order_by("seat").values_list("temper", flat=True))
        seen = resolution.seen_of(setup_of(battle), tempers)
        job = resolution.job_of(resolution.resolve(battle=battle, member=host, seen=seen))
        assert job is not None
        assert jobs.run(job.pk)
        battle.refresh_from_db()
        assert battle.state == BattleState.CONFIRMED
        assert steps(ours) == before
        for name in ("battle", "replay", "resolution", "card"):
            address = reverse(f"campaigns:{name}", args=[battle.campaign.slug, battle.pk])
            answer = client_of(host).get(address)
            assert answer.status_code == 200
            if name in ("battle", "replay"):
                assert f'href="{reverse("campaigns:singles")}"' in answer.content.decode()


class TestUnspent:
    def test_it_is_shown_before_and_decides_m28(self) -> None:
        """Their leader's fall gives us 10 points, and they left 11 more unspent than we: they win by one."""
        game = GamePlan(plan=Plan(), adds_unspent=True)
        battle, host, ours = opened(game=game)
        guest, theirs = joined(battle)
        Warband.objects.filter(pk=theirs.pk).update(state={**theirs.state, "treasury": ours.treasury + 11})
        shown = client_of(guest).get(battle.get_absolute_url()).content.decode()
        assert "Unspent points count as victory points" in shown
        assert f"<strong>{ours.treasury + 11}</strong>" in shown
        told = Report(downs=(Down(Who(theirs.key, LEADER), Who(ours.key, LEADER)),))
        reports.report_battle(battle=battle, report=told, author=host)
        reports.confirm_report(battle=battle, member=guest)
        battle.refresh_from_db()
        assert battle.winner == theirs
        sides = BattleSide.objects.filter(battle=battle).order_by("seat")
        assert [side.victory_points for side in sides] == [ours.treasury + 10, ours.treasury + 11]
        shown = client_of(guest).get(battle.get_absolute_url()).content.decode()
        assert f"Blades <strong>{ours.treasury + 11}</strong>" in shown
        assert f"Blades: {ours.treasury + 11} victory points for what was not spent at the muster." in shown

    def test_nobody_types_it(self) -> None:
        """A report that claims a bonus is given the one that is due: none where none was agreed on."""
        battle, host, ours = opened()
        guest, _theirs = joined(battle)
        reports.report_battle(battle=battle, report=Report(unspent={ours.key: 500}), author=host)
        reports.confirm_report(battle=battle, member=guest)
        assert [side.victory_points for side in battle.sides.order_by("seat")] == [0, 0]


class TestWhoSeesIt:
    def test_a_private_game_is_for_those_who_joined(self) -> None:
        battle, host, _band = opened(visibility=Visibility.PRIVATE)
        guest, theirs = joined(battle)
        stranger = MemberFactory.create()
        assert client_of(stranger).get(battle.get_absolute_url()).status_code == 404
        assert client_of(guest).get(battle.get_absolute_url()).status_code == 200
        assert theirs in readable_by(host)
        assert theirs not in readable_by(stranger)

    def test_lists_of_campaigns_do_not_know_it(self) -> None:
        battle, host, _band = opened()
        for address in ("campaigns:list", "club:home"):
            shown = client_of(host).get(reverse(address)).content.decode()
            assert f'href="{battle.campaign.get_absolute_url()}"' not in shown
        assert battle.title in client_of(host).get(reverse("campaigns:singles")).content.decode()
        assert battle.title in client_of(MemberFactory.create()).get(reverse("campaigns:singles")).content.decode()

    def test_the_pages_of_campaigns_are_not_its_own(self) -> None:
        battle, host, _band = opened()
        for name in ("rounds", "standings", "chronicle", "hireables", "enlist", "corrections"):
            assert client_of(host).get(reverse(f"campaigns:{name}", args=[battle.campaign.slug])).status_code == 404

    def test_a_warbands_page_keeps_its_campaign_apart(self) -> None:
        fight = field()
        player, band = fight.players[0], fight.warbands[0]
        single.open_game(
            host=player, game=GamePlan(plan=Plan(title="By the way")), mine=band, against=Against(ready="orc")
        )
        panel = client_of(player).get(band.get_absolute_url()).content.decode()
        assert f"/campaigns/{fight.campaign.slug}/battles/{fight.battle.pk}/" in panel
        assert panel.count("By the way") <= 1

    def test_a_career_counts_it_apart(self) -> None:
        battle, host, ours = opened()
        guest, theirs = joined(battle)
        told = Report(downs=(Down(Who(theirs.key, LEADER), Who(ours.key, LEADER)),))
        reports.report_battle(battle=battle, report=told, author=host)
        reports.confirm_report(battle=battle, member=guest)
        found = career(host, guest)
        assert (found.results.played, found.singles.played, found.singles.won) == (0, 1, 1)
        assert not found.campaigns
        assert not found.opponents


class TestPages:
    def browser(self) -> tuple[Client, Member]:
        member = MemberFactory.create()
        return client_of(member), member

    def test_three_taps_from_the_noticeboard(self) -> None:
        """The noticeboard leads to the form, the form opens the game: two taps, and a third to bring a warband."""
        browser, member = self.browser()
        band = warband(member, "Axes")
        assert reverse("campaigns:single_new") in browser.get(reverse("club:home")).content.decode()
        sent = {"warband": band.pk, "opponent": "ready", "ready": "orc", "visibility": "club"}
        answer = browser.post(reverse("campaigns:single_new"), sent, follow=True)
        assert answer.redirect_chain[-1][0] == Battle.objects.get().get_absolute_url()
        assert "A single game" in answer.content.decode()

    def test_the_warband_used_last_is_chosen_already(self) -> None:
        browser, member = self.browser()
        band = warband(member, "Axes")
        form = browser.get(reverse("campaigns:single_new")).context["form"]
        assert form["warband"].value() == band.pk

    def test_what_is_missing_is_asked_for_and_nothing_is_lost(self) -> None:
        browser, _member = self.browser()
        sent = {"opponent": "own", "visibility": "club", "title": "Bridge night"}
        answer = browser.post(reverse("campaigns:single_new"), sent)
        assert answer.status_code == 422
        shown = answer.content.decode()
        for asked in ("Name the new warband", "Choose the new warband’s race", "Choose the other warband"):
            assert asked in shown
        assert 'value="Bridge night"' in shown
        assert not Battle.objects.exists()

    def test_the_list_asks_no_more_for_more_games(self) -> None:
        browser, member = self.browser()
        counts = []
        for names in (("Axes", "Blades"), ("Crows", "Drakes", "Eagles")):
            for name in names:
                single.open_game(host=member, game=GAME, mine=warband(member, name))
                opened(name=f"Their {name}")
            with CaptureQueriesContext(connection) as asked:
                assert browser.get(reverse("campaigns:singles")).status_code == 200
            counts.append(len(asked))
        assert counts[0] == counts[1]

    def test_the_invitation_and_the_way_in(self) -> None:
        battle, host, _band = opened(visibility=Visibility.PRIVATE)
        link = reverse("campaigns:join_link", args=[battle.campaign.join_code])
        page = client_of(host).get(battle.campaign.get_absolute_url()).content.decode()
        assert link in page
        assert "<svg" in page
        browser, member = self.browser()
        band = warband(member, "Blades")
        assert "Join the game" in browser.get(link).content.decode()
        told = browser.post(link, {"code": battle.campaign.join_code}, follow=True).content.decode()
        assert "Bring a warband" in told
        assert link not in told
        address = reverse("campaigns:single_bring", args=[battle.campaign.slug])
        browser.post(address, {"way": "own", "own-warband": band.pk})
        battle.refresh_from_db()
        assert battle.state == BattleState.SCHEDULED

    def test_a_new_and_a_ready_made_warband_are_brought(self) -> None:
        battle, host, _band = opened()
        address = reverse("campaigns:single_bring", args=[battle.campaign.slug])
        browser = client_of(host)
        assert browser.post(address, {"way": "new", "new-name": "", "new-race": "orc"}).status_code == 422
        answer = browser.post(address, {"way": "new", "new-name": "Newts", "new-race": "orc"})
        made = Warband.objects.get(name="Newts")
        assert answer["Location"] == reverse("rosters:builder", args=[made.pk])
        out = reverse("campaigns:single_take_out", args=[battle.campaign.slug, made.pk])
        browser.post(out)
        browser.post(address, {"way": "ready", "ready-ready": "elf"})
        battle.refresh_from_db()
        assert [side.warband.name for side in battle.sides.order_by("seat")] == ["Axes", "Ithilmir"]

    def test_it_is_changed_on_a_page_of_its_own(self) -> None:
        battle, host, _band = opened(against=Against(ready="orc"))
        edit = client_of(host).get(reverse("campaigns:battle_edit", args=[battle.campaign.slug, battle.pk]))
        assert edit["Location"] == reverse("campaigns:single_change", args=[battle.campaign.slug])
        sent = {"title": "Night", "modules": ["zombies"], "adds_unspent": "on", "version": battle.version}
        assert client_of(host).post(edit["Location"], sent).status_code == 302
        battle.refresh_from_db()
        assert (battle.title, battle.modules, battle.adds_unspent) == ("Night", ["zombies"], True)

    def test_the_host_may_call_it_off_while_it_waits(self) -> None:
        battle, host, _band = opened()
        address = reverse("campaigns:cancel", args=[battle.campaign.slug, battle.pk])
        client_of(host).post(address, {"version": battle.version})
        battle.refresh_from_db()
        assert battle.state == BattleState.CANCELLED

    def test_a_copy_waits_for_warbands_and_plays_the_same(self) -> None:
        battle, host, _band = opened(game=GamePlan(plan=Plan(modules=("zombies",)), adds_unspent=True))
        made = copy(campaign=battle.campaign, referee=host, name="Once more", reason="Again")
        again = made.battles.get()
        assert (again.state, again.modules, again.adds_unspent) == (BattleState.GATHERING, ["zombies"], True)
        assert client_of(host).get(made.get_absolute_url()).status_code == 200
