"""How a battle comes to be played: the pages on which it is proposed, answered, led by a link, or begun at once."""

from __future__ import annotations

import importlib
import re
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation

from campaigns.league.chores import Urgency
from campaigns.league.models import Membership, Role
from campaigns.seating.people import Person
from campaigns.todo import todo
from campaigns.wars.battles import consents
from campaigns.wars.battles.lines import line_of, with_sides
from campaigns.wars.battles.operations import Plan
from campaigns.wars.ground.operations import lay_out
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.play import Bot, Captain, Pace, PlayedBattle, PlayState
from campaigns.wars.play import entering, offering, people, positions
from campaigns.wars.play.offering import PlayTerms, take_lead
from campaigns.wars.single.operations import Against, GamePlan, open_game, seat
from club.departure import close_account
from club.models import Member
from club.operations import Refused
from engines.musg.ground.ready_tables import ready_tables
from tests.campaigns.wars.play.boards import begun, play
from tests.clients import client_of
from tests.factories.battles import Field, field, warband
from tests.factories.club import MemberFactory, club_settings

pytestmark = pytest.mark.django_db
TERMS = {"pace": "days:2880", "absence": "bot", "clock": ""}


@pytest.fixture
def fight() -> Field:
    """A battle ahead of two warbands, its table laid out."""
    positions.forget()
    made = field()
    lay_out(battle=made.battle, layout=ready_tables()["village"], turn_limit=3)
    return made


def address(fight: Field, name: str) -> str:
    return reverse(f"play:{name}", args=[fight.campaign.slug, fight.battle.pk])


def text(answer: Any) -> str:
    html: str = answer.content.decode()
    return html


def proposed(fight: Field) -> PlayedBattle:
    return offering.propose(battle=fight.battle, member=fight.players[0], terms=PlayTerms(), leads={})


class TestProposing:
    def test_from_the_battles_page_to_a_battle_being_played(self, fight: Field) -> None:
        first, second = (client_of(player) for player in fight.players)
        page = fight.battle.get_absolute_url()
        assert address(fight, "propose") in text(first.get(page))
        answer = first.post(address(fight, "propose"), {**TERMS, "lead_0": "me"})
        assert answer.status_code == 302
        played = PlayedBattle.objects.get()
        assert (played.pace, played.patience, played.absence) == (Pace.DAYS, 2 * 24 * 60, "bot")
        asked = text(second.get(page))
        assert "by correspondence, 2 days to decide" in asked
        assert address(fight, "agree") in asked
        assert address(fight, "agree") not in text(first.get(page))
        answer = second.post(address(fight, "agree"), {"seen": played.pk, "lead_1": "me"})
        played.refresh_from_db()
        assert (played.state, answer["Location"]) == (PlayState.RUNNING, played.get_absolute_url())
        shown = text(first.get(page))
        assert "being played" in shown
        for other in ("report", "resolve", "battle_edit", "evening_begin"):
            args = [fight.campaign.slug, fight.battle.pk]
            assert f'"{reverse(f"campaigns:{other}", args=args)}"' not in shown

    def test_what_is_wrong_stands_beside_its_field_and_nothing_is_lost(self, fight: Field) -> None:
        sent = {"pace": "days:1440", "absence": "claim", "clock": "1800", "lead_0": "steady"}
        answer = client_of(fight.players[0]).post(address(fight, "propose"), sent)
        form = answer.context["form"]
        assert (answer.status_code, list(form.errors)) == (422, ["clock"])
        assert all(form[name].value() == value for name, value in sent.items())
        assert not PlayedBattle.objects.exists()

    @pytest.mark.parametrize("wrong", [{"pace": "days:1"}, {"absence": "never"}, {"lead_0": "link"}, {"clock": "7"}])
    def test_what_is_not_offered_is_refused(self, fight: Field, wrong: dict[str, str]) -> None:
        answer = client_of(fight.players[0]).post(address(fight, "propose"), {**TERMS, "lead_0": "me", **wrong})
        assert (answer.status_code, list(answer.context["form"].errors)) == (422, list(wrong))

    def test_a_clock_gives_every_side_its_time_and_fifteen_seconds_a_decision(self, fight: Field) -> None:
        sent = {"pace": "live:10", "absence": "bot", "clock": "1800", "lead_0": "me"}
        client_of(fight.players[0]).post(address(fight, "propose"), sent)
        played = PlayedBattle.objects.get()
        assert (played.clock, played.increment, played.patience) == (1800, 15, 10)

    def test_the_operations_refusal_is_said_on_the_form(self, fight: Field) -> None:
        begun(fight)
        answer = client_of(fight.players[0]).post(address(fight, "propose"), {**TERMS, "lead_0": "me"})
        assert answer.status_code == 422
        assert [error.code for error in answer.context["form"].errors.as_data()["__all__"]] == ["being_played"]

    def test_what_was_played_to_its_end_and_not_booked_is_reported_and_not_proposed_anew(self, fight: Field) -> None:
        begun(fight)
        PlayedBattle.objects.update(state=PlayState.OVER, trouble="no_such_figure")
        address = reverse("play:propose", args=[fight.campaign.slug, fight.battle.pk])
        sent = {"pace": "days:2880", "absence": "bot", "lead_0": "me", "clock": ""}
        answer = client_of(fight.players[0]).post(address, sent)
        assert answer.status_code == 422
        assert "report it by hand" in text(answer)
        assert PlayedBattle.objects.get().state == PlayState.OVER

    def test_declined_it_is_ahead_as_before(self, fight: Field) -> None:
        played = proposed(fight)
        answer = client_of(fight.players[1]).post(address(fight, "call_off"), {"seen": played.pk})
        assert (answer.status_code, PlayedBattle.objects.count()) == (302, 0)

    def test_a_proposal_has_no_table_to_get_at_anything_on(self, fight: Field) -> None:
        played, client = proposed(fight), client_of(fight.players[0])
        assert client.get(reverse("play:reach", args=[played.pk, 0])).json() == {}
        assert client.get(reverse("play:way", args=[played.pk]), {"x": 1, "y": 1, "figure": 0}).status_code == 200

    @pytest.mark.parametrize("name", ["agree", "call_off"])
    def test_who_answers_another_proposal_than_the_one_that_stands_does_nothing(self, fight: Field, name: str) -> None:
        old = proposed(fight)
        new = proposed(fight)
        assert old.pk != new.pk
        client_of(fight.players[1]).post(address(fight, name), {"seen": old.pk, "lead_1": "me"})
        assert PlayedBattle.objects.get().state == PlayState.OFFERED

    def test_a_changed_battle_is_proposed_anew(self, fight: Field) -> None:
        proposed(fight)
        consents.lapse(fight.battle, fight.referee)
        assert not PlayedBattle.objects.exists()


class TestWhatWaits:
    def codes(self, member: Member) -> list[str]:
        return [chore.code for chore in todo(member) if chore.code in ("agree", "decide", "playing", "play")]

    def test_asked_then_deciding_then_looking_on(self, fight: Field) -> None:
        one, two = fight.players
        assert (self.codes(one), self.codes(two)) == (["play"], ["play"])
        played = proposed(fight)
        assert (self.codes(one), self.codes(two)) == (["play"], ["agree"])
        offering.agree(played=played, member=two, leads={})
        played.refresh_from_db()
        asked = fight.players[played.actor or 0]
        other = two if asked == one else one
        assert (self.codes(asked), self.codes(other)) == (["decide"], ["playing"])
        with translation.override("en"):
            first = todo(asked)[0]
        assert (first.code, first.urgency, first.address) == ("decide", Urgency.AWAITED, played.get_absolute_url())

    def test_lists_say_that_it_is_being_played(self, fight: Field) -> None:
        begun(fight)
        (battle,) = with_sides(Battle.objects.select_related("round"))
        with translation.override("en"):
            assert line_of(battle, fight.campaign.slug).state_name == "being played"
        overview = text(client_of(fight.players[0]).get(fight.campaign.get_absolute_url()))
        assert "being played" in overview


@pytest.fixture
def lent() -> Captain:
    """A side of a single game whose host leads the other one, and keeps a link for it."""
    positions.forget()
    host = MemberFactory.create()
    battle = open_game(
        host=host,
        game=GamePlan(plan=Plan()),
        mine=warband(host, "Axes"),
        against=Against(warband=warband(host, "Blades")),
    )
    played = offering.propose(battle=battle, member=host, terms=PlayTerms(), leads={0: "me", 1: "link"})
    return Captain.objects.get(played=played, number=1)


class TestLeadingByLink:
    def test_the_host_sees_the_link_and_nobody_else_does(self, lent: Captain) -> None:
        battle = lent.played.battle
        page = battle.get_absolute_url()
        link = reverse("play:lead", args=[lent.link])
        assert link in text(client_of(battle.campaign.memberships.get().member).get(page))
        assert link not in text(client_of(MemberFactory.create()).get(page))

    def test_a_guest_takes_it_and_the_battle_begins(self, lent: Captain) -> None:
        guest, link = Client(), reverse("play:lead", args=[lent.link])
        assert "Blades" in text(guest.get(link))
        assert guest.post(link, {"name": " "}).status_code == 422
        assert guest.post(link, {"name": "Zoé"}).status_code == 302
        lent.refresh_from_db()
        assert (lent.guest, bool(lent.guest_key), lent.agreed) == ("Zoé", True, True)
        assert PlayedBattle.objects.get().state == PlayState.RUNNING
        assert "battle-guest" in guest.cookies
        again = Client().post(link, {"name": "Yann"})
        assert again.status_code == 422

    @pytest.mark.parametrize("state", [PlayState.RUNNING, PlayState.OVER, PlayState.BROKEN])
    def test_nothing_leads_a_guest_where_guests_are_not_let_in(self, lent: Captain, state: PlayState) -> None:
        guest = Client(headers={"accept-language": "en"})
        guest.post(reverse("play:lead", args=[lent.link]), {"name": "Zoé"})
        PlayedBattle.objects.update(state=state)
        played = PlayedBattle.objects.get()
        theirs = f'href="/campaigns/{played.battle.campaign.slug}/'
        assert guest.get(played.battle.get_absolute_url()).status_code == 404
        assert theirs not in text(guest.get(played.get_absolute_url()))
        assert 'aria-label="To the front page"' in text(guest.get(played.get_absolute_url()))
        assert theirs in text(client_of(MemberFactory.create()).get(played.get_absolute_url()))

    def test_a_member_takes_it_and_is_told_what_waits_though_not_in_the_game(self, lent: Captain) -> None:
        member = MemberFactory.create()
        client_of(member).post(reverse("play:lead", args=[lent.link]))
        played = PlayedBattle.objects.get()
        assert Captain.objects.get(pk=lent.pk).member == member
        PlayedBattle.objects.update(actor=1)
        Captain.objects.update(asked=None)
        Captain.objects.filter(pk=lent.pk).update(asked=played.version)
        assert [chore.code for chore in todo(member)] == ["decide"]
        Membership.objects.create(campaign=played.battle.campaign, member=member, role=Role.PLAYER)
        assert [chore.code for chore in todo(member)].count("decide") == 1

    def test_no_link_leads_to_a_warband_of_a_campaign(self, fight: Field) -> None:
        captain = proposed(fight).captains.get(number=1)
        assert Client().get(reverse("play:lead", args=[captain.link])).status_code == 404

    def test_a_wrong_link_leads_nowhere(self) -> None:
        assert Client().get(reverse("play:lead", args=["nonsense"])).status_code == 404


@pytest.fixture
def passed_on() -> tuple[PlayedBattle, Member]:
    """A single game whose host keeps a link for their own warband; the other one's owner has not answered yet."""
    positions.forget()
    host, other = MemberFactory.create_batch(2)
    battle = open_game(host=host, game=GamePlan(plan=Plan()), mine=warband(host, "Axes"), against=None)
    Membership.objects.create(campaign=battle.campaign, member=other, role=Role.PLAYER)
    seat(battle=battle, warband=warband(other, "Blades"), member=other)
    battle.refresh_from_db()
    return offering.propose(battle=battle, member=host, terms=PlayTerms(), leads={0: "link"}), other


class TestWhoTookALink:
    @pytest.mark.parametrize("lead", ["me", "link", "steady"])
    def test_keeps_the_lead_whatever_the_owner_says_next(
        self, passed_on: tuple[PlayedBattle, Member], lead: str
    ) -> None:
        """Two would lead the side otherwise, or nobody could take it any more and nothing would begin."""
        played, other = passed_on
        link = reverse("play:lead", args=[played.captains.get(number=0).link])
        assert Client().post(link, {"name": "Zoé"}).status_code == 302
        agree = reverse("play:agree", args=[played.battle.campaign.slug, played.battle.pk])
        host = client_of(played.by or other)
        assert host.post(agree, {"seen": played.pk, "lead_0": lead}).status_code == 422
        captain = played.captains.get(number=0)
        assert (captain.guest, captain.member, captain.bot, captain.agreed) == ("Zoé", None, "", True)
        offering.agree(played=played, member=other, leads={})
        assert PlayedBattle.objects.get().state == PlayState.RUNNING

    def test_whoever_answers_waits_for_the_battle_before_the_proposal(
        self, passed_on: tuple[PlayedBattle, Member]
    ) -> None:
        """As whoever proposes anew, who takes the proposal away while the battle is locked: no deadlock."""
        played, other = passed_on
        captain = played.captains.get(number=0)
        answers = (
            lambda: offering.agree(played=played, member=other, leads={}),
            lambda: take_lead(captain=captain, person=Person(guest="f" * 64), name="Zoé"),
        )
        for answer in answers:
            with CaptureQueriesContext(connection) as asked:
                answer()
            of = [re.search(r'FROM "campaigns_(battle|playedbattle)"', one["sql"]) for one in asked]
            assert [found[1] for found in of if found][:2] == ["battle", "playedbattle"]

    def test_whoever_passes_a_link_on_has_answered(self, passed_on: tuple[PlayedBattle, Member]) -> None:
        """It waits for whoever takes the links, and for nobody's word any more."""
        played, other = passed_on
        assert [chore.code for chore in todo(other)] == ["agree"]
        offering.agree(played=played, member=other, leads={1: "link"})
        assert PlayedBattle.objects.get().state == PlayState.OFFERED
        assert "agree" not in [chore.code for chore in todo(other)]
        page = text(client_of(other).get(played.battle.get_absolute_url()))
        assert reverse("play:lead", args=[played.captains.get(number=1).link]) in page
        assert "Still to answer" not in page
        for captain in played.captains.all():
            take_lead(captain=captain, person=Person(guest=f"{captain.number}" * 64), name=f"Zoé {captain.number}")
        assert PlayedBattle.objects.get().state == PlayState.RUNNING

    def test_whoever_passed_one_on_before_that_was_kept_has_answered(
        self, passed_on: tuple[PlayedBattle, Member]
    ) -> None:
        played, other = passed_on
        Captain.objects.update(agreed=False)
        importlib.import_module("campaigns.migrations.0051_weighings").keep_what_was_answered(apps, None)
        assert list(played.captains.order_by("number").values_list("agreed", flat=True)) == [True, False]
        assert text(client_of(other).get(played.battle.get_absolute_url())).count("Still to answer") == 1

    def test_a_member_keeps_it_as_well(self, passed_on: tuple[PlayedBattle, Member]) -> None:
        played, other = passed_on
        friend = MemberFactory.create()
        take_lead(captain=played.captains.get(number=0), person=Person(friend))
        with pytest.raises(Refused) as refused:
            offering.agree(played=played, member=played.by or other, leads={})
        assert refused.value.codes == ["taken"]
        assert played.captains.get(number=0).member == friend

    def test_the_owner_changes_it_before_anybody_took_it_and_calls_it_off_after(
        self, passed_on: tuple[PlayedBattle, Member]
    ) -> None:
        played, other = passed_on
        host = played.by or other
        for lead, bot in (("steady", "steady"), ("link", "")):
            offering.agree(played=played, member=host, leads={0: lead})
            assert played.captains.get(number=0).bot == bot
        take_lead(captain=played.captains.get(number=0), person=Person(guest="f" * 64), name="Zoé")
        offering.call_off(played=played, member=host)
        assert not PlayedBattle.objects.exists()


class TestAgainstTheBot:
    def test_two_taps_with_a_ready_made_warband(self) -> None:
        positions.forget()
        member = MemberFactory.create()
        client = client_of(member)
        assert reverse("play:against_bot") in text(client.get("/"))
        page = text(client.get(reverse("play:against_bot")))
        assert 'value="ready:human"' in page
        answer = client.post(reverse("play:against_bot"), {"mine": "ready:human"})
        played = PlayedBattle.objects.get()
        assert (answer.status_code, answer["Location"]) == (302, played.get_absolute_url())
        assert (played.state, played.pace) == (PlayState.RUNNING, Pace.DAYS)
        mine, theirs = played.captains.all()
        assert (mine.member, mine.bot, theirs.member, theirs.bot) == (member, "", None, Bot.GENTLE)
        names = [side.warband.name for side in played.battle.sides.select_related("warband").order_by("seat")]
        assert names[0] == "La Vieille Garde"
        assert names[1] in ("Grok Krom", "Ithilmir")

    def test_the_bot_plays_as_well_as_one_wants(self) -> None:
        client = client_of(MemberFactory.create())
        assert client.post(reverse("play:against_bot"), {"mine": "ready:orc", "bot": "perfect"}).status_code == 422
        client.post(reverse("play:against_bot"), {"mine": "ready:orc", "bot": "strong"})
        assert PlayedBattle.objects.get().captains.get(number=1).bot == Bot.STRONG

    def test_or_with_a_warband_of_ones_own(self) -> None:
        member = MemberFactory.create()
        band = warband(member, "Axes")
        strange = warband(MemberFactory.create(), "Blades")
        client = client_of(member)
        assert client.post(reverse("play:against_bot"), {"mine": f"own:{strange.pk}"}).status_code == 422
        client.post(reverse("play:against_bot"), {"mine": f"own:{band.pk}"})
        assert PlayedBattle.objects.get().battle.sides.get(seat=0).warband == band

    def test_ready_made_warbands_do_not_pile_up(self) -> None:
        member = MemberFactory.create()
        for _number in range(2):
            entering.play_against_bot(member=member, mine="orc", theirs="elf")
        assert member.warbands.count() == 2


class TestWhoGoes:
    def test_a_bot_plays_on_for_who_closes_the_account(self, fight: Field) -> None:
        begun(fight)
        close_account(member=fight.players[0])
        assert Captain.objects.get(number=0).bot == Bot.STEADY
        assert PlayedBattle.objects.get().changes.get().seat == 0

    def test_what_was_only_proposed_goes_with_who_proposed_it(self, fight: Field) -> None:
        proposed(fight)
        close_account(member=fight.players[0])
        assert not PlayedBattle.objects.exists()

    def test_a_guest_is_forgotten_some_time_after_the_battle(self, lent: Captain) -> None:
        take_lead(captain=lent, person=Person(guest="f" * 64), name="Zoé")
        club_settings(guest_names_days=90)
        long_ago = timezone.now() - timedelta(days=100)
        PlayedBattle.objects.update(state=PlayState.OVER, finished=timezone.now())
        assert people.forget_guests() == 0
        PlayedBattle.objects.update(finished=long_ago)
        assert people.forget_guests() == 1
        lent.refresh_from_db()
        assert lent.guest == ""
        assert lent.guest_key not in ("", "f" * 64)

    def test_what_one_decided_is_in_ones_archive(self, fight: Field) -> None:
        played = play(fight, begun(fight), 1)
        first = played.actions.get()
        ((name, (row,)),) = people.own_data(fight.players[first.side])
        assert (name, row["battle"], row["side"]) == ("battles_played", fight.battle.title, first.side + 1)
        assert [one["code"] for one in row["decisions"]] == [first.code]
