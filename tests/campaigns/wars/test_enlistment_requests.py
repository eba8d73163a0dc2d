"""A warband that brought steps from elsewhere serves only once the campaign's referee accepted exactly these steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from campaigns.league import news
from campaigns.league.models import Campaign
from campaigns.league.operations import people
from campaigns.wars import chronicle
from campaigns.wars.enlistment import operations as enlistment, requests
from campaigns.wars.models.enlistment import Enlistment, EnlistmentRequest
from club.models import Member
from club.operations import Refused, Stale
from club.visibility import Visibility
from rosters import provenance, transfer
from rosters.models import Warband
from rosters.operations import undo_last
from tests.factories import battles
from tests.factories.campaigns import Cast, campaign, cast, join, membership
from tests.factories.club import MemberFactory
from tests.rosters.strangers import brought

pytestmark = pytest.mark.django_db


@pytest.fixture
def who() -> Cast:
    return cast()


def stranger(owner: Member, name: str = "Strays") -> Warband:
    """A private warband of theirs with 10 000 points from elsewhere."""
    return brought(band=battles.warband(owner, f"Young {name}", visibility=Visibility.PRIVATE), name=name)


def ask(to: Campaign, warband: Warband) -> EnlistmentRequest:
    asked = enlistment.enlist_own(campaign=to, warband=warband)
    assert isinstance(asked, EnlistmentRequest)
    return asked


def serves(warband: Warband) -> bool:
    return Enlistment.objects.filter(warband=warband).exists()


class TestWhoWaits:
    def test_a_warband_from_elsewhere_does_not_serve(self, who: Cast) -> None:
        asked = ask(who.campaign, stranger(who.owner))
        assert not serves(asked.warband)
        assert ask(who.campaign, asked.warband) == asked

    def test_nor_does_a_copy_of_everything(self, who: Cast) -> None:
        copy = enlistment.enlist_copy(
            campaign=who.campaign, warband=stranger(who.owner), owner=who.owner, name="Washed", muster_only=False
        )
        assert not serves(copy)
        assert copy.enlistment_request.campaign == who.campaign

    def test_its_muster_alone_does(self, who: Cast) -> None:
        copy = enlistment.enlist_copy(campaign=who.campaign, warband=stranger(who.owner), owner=who.owner, name="Young")
        assert serves(copy)
        assert copy.treasury < 500

    def test_the_referees_own_waits_as_well(self, who: Cast) -> None:
        assert not serves(ask(who.campaign, stranger(who.referee)).warband)

    def test_ones_own_export_serves_at_once(self, who: Cast) -> None:
        """A warband that fought here, left as a file and came back."""
        home = battles.warband(who.owner, "Home")
        back = transfer.found_from(who.owner, transfer.open_data(transfer.export_warband(home)))
        assert isinstance(enlistment.enlist_own(campaign=who.campaign, warband=back), Enlistment)

    def test_it_asks_in_one_campaign_at_a_time(self, who: Cast) -> None:
        asked = ask(who.campaign, stranger(who.owner))
        with pytest.raises(Refused) as refused:
            enlistment.enlist_own(campaign=campaign(name="The Marsh"), warband=asked.warband)
        assert refused.value.problems[0].code == "asks_elsewhere"
        assert who.campaign.name in str(refused.value)


class TestTheAnswer:
    def test_accepted_it_serves_and_everybody_may_read_it(self, who: Cast) -> None:
        asked = ask(who.campaign, stranger(who.owner))
        seen = provenance.fingerprint(asked.warband)
        requests.accept(request=asked, referee=who.referee, seen=seen)
        assert serves(asked.warband)
        assert not EnlistmentRequest.objects.exists()
        row = asked.warband.journal.get(kind="accept")
        marked = asked.warband.journal.get(brought=True)
        assert (row.author, row.data["steps"], row.data["campaign"]) == (who.referee, [marked.number], "The Border")
        with translation.override("en"):
            told = [
                said for chapter in chronicle.page(who.campaign)[1] for item in chapter.items for said in item.sentences
            ]
        assert told == ["The referee of “The Border” accepts 1 step brought from elsewhere."]

    def test_the_acceptance_goes_into_no_copy_and_no_file(self, who: Cast) -> None:
        asked = ask(who.campaign, stranger(who.owner))
        requests.accept(request=asked, referee=who.referee, seen=provenance.fingerprint(asked.warband))
        for taken in (
            transfer.copy_warband(asked.warband, who.owner, "Twins"),
            transfer.found_from(who.owner, transfer.open_data(transfer.export_warband(asked.warband))),
        ):
            assert [step.kind for step in provenance.steps(taken)] == ["grant"]
            assert not taken.journal.filter(kind="accept").exists()
            assert not serves(ask(campaign(), taken).warband)

    def test_another_list_than_the_one_looked_at_is_refused(self, who: Cast) -> None:
        asked = ask(who.campaign, stranger(who.owner))
        seen = provenance.fingerprint(asked.warband)
        undo_last(warband=asked.warband, author=who.owner)
        for old in (seen, "", "x"):
            with pytest.raises(Stale):
                requests.accept(request=asked, referee=who.referee, seen=old)
        assert not serves(asked.warband)
        requests.accept(request=asked, referee=who.referee, seen=provenance.fingerprint(asked.warband))
        assert serves(asked.warband)
        assert not asked.warband.journal.filter(kind="accept").exists()

    def test_a_request_taken_back_is_not_accepted(self, who: Cast) -> None:
        asked = ask(who.campaign, stranger(who.owner))
        requests.decline(request=asked, author=who.owner)
        with pytest.raises(Stale):
            requests.accept(request=asked, referee=who.referee, seen=provenance.fingerprint(asked.warband))

    def test_rules_that_changed_meanwhile(self) -> None:
        empty = campaign()
        asked = ask(empty, stranger(MemberFactory.create()))
        Campaign.objects.filter(pk=empty.pk).update(rules={**empty.rules, "points": 300})
        with pytest.raises(Refused, match="different rules"), translation.override("en"):
            requests.accept(request=asked, referee=asked.warband.owner, seen=provenance.fingerprint(asked.warband))

    def test_who_withdrew_comes_back_without_being_asked_again(self, who: Cast) -> None:
        """Its marks cannot have grown: steps are marked on the day a warband is founded, and never later."""
        asked = ask(who.campaign, stranger(who.owner))
        served = requests.accept(request=asked, referee=who.referee, seen=provenance.fingerprint(asked.warband))
        Enlistment.objects.filter(pk=served.pk).update(withdrawn=True)
        assert isinstance(enlistment.enlist_own(campaign=who.campaign, warband=asked.warband), Enlistment)

    def test_who_leaves_asks_no_more(self, who: Cast) -> None:
        newcomer = join(who.campaign)
        ask(who.campaign, stranger(newcomer))
        people.leave(membership=membership(who.campaign, newcomer), author=newcomer)
        assert not EnlistmentRequest.objects.exists()


class TestNews:
    def sentences(self, member: Member) -> list[str]:
        with translation.override("en"):
            return [line.sentence for line in news.lines_of(news.news_of(member))]

    def test_the_referee_is_asked_and_the_owner_told_of_the_answer(self, who: Cast) -> None:
        asked = ask(who.campaign, stranger(who.owner))
        assert "would like to enlist Strays, with steps from elsewhere" in self.sentences(who.referee)[0]
        requests.accept(request=asked, referee=who.referee, seen=provenance.fingerprint(asked.warband))
        assert "accepted what Strays brought" in self.sentences(who.owner)[0]

    def test_turned_away_is_told_and_taken_back_is_not(self, who: Cast) -> None:
        asked = ask(who.campaign, stranger(who.owner))
        before = self.sentences(who.owner)
        requests.decline(request=asked, author=who.owner)
        assert self.sentences(who.owner) == before
        requests.decline(request=ask(who.campaign, asked.warband), author=who.referee)
        assert "turned Strays away" in self.sentences(who.owner)[0]


class TestPages:
    @pytest.fixture
    def as_(self, client: Client) -> Callable[[Member], Client]:
        def logged_in(member: Member) -> Client:
            member.language = "en"
            member.save()
            client.force_login(member)
            return client

        return logged_in

    def at(self, name: str, asked: EnlistmentRequest) -> str:
        return reverse(f"campaigns:{name}", args=[asked.campaign.slug, asked.warband_id])

    def test_from_the_form_to_the_chronicle(self, who: Cast, as_: Callable[[Member], Client]) -> None:
        made = stranger(who.owner)
        form = {"way": "own", "own-warband": str(made.pk)}
        page = as_(who.owner).post(reverse("campaigns:enlist", args=[who.campaign.slug]), form, follow=True)
        said = page.content.decode()
        assert "Found under a stone" in said
        assert "The referee finds it on the desk and decides." in said
        assert "Accept exactly this" not in said
        assert made.name in as_(who.owner).get(reverse("campaigns:enlist", args=[who.campaign.slug])).content.decode()
        desk = as_(who.referee).get(reverse("campaigns:dashboard", args=[who.campaign.slug])).content.decode()
        asked = EnlistmentRequest.objects.get(warband=made)
        assert self.at("enlist_request", asked) in as_(who.referee).get(reverse("club:home")).content.decode()
        assert self.at("enlist_request", asked) not in as_(who.player).get(reverse("club:home")).content.decode()
        assert self.at("enlist_request", asked) in desk
        # The referee reads the warband, private as it is; other players do not.
        assert as_(who.referee).get(made.get_absolute_url()).status_code == 200
        assert as_(who.player).get(made.get_absolute_url()).status_code == 404
        page = as_(who.referee).get(self.at("enlist_request", asked))
        done = as_(who.referee).post(self.at("enlist_accept", asked), {"seen": page.context["seen"]}, follow=True)
        assert "is in the campaign" in done.content.decode()
        assert serves(made)
        answered = as_(who.referee).get(self.at("enlist_request", asked))
        assert answered.headers["Location"] == who.campaign.get_absolute_url()
        told = as_(who.player).get(reverse("campaigns:chronicle", args=[who.campaign.slug])).content.decode()
        assert "brought from elsewhere" in told

    def test_without_having_looked(self, who: Cast, as_: Callable[[Member], Client]) -> None:
        asked = ask(who.campaign, stranger(who.owner))
        page = as_(who.referee).post(self.at("enlist_accept", asked), follow=True)
        assert "Nothing was accepted; look again." in page.content.decode()
        assert not serves(asked.warband)

    @pytest.mark.parametrize("role", ["owner", "referee"])
    def test_taken_back_or_turned_away(self, who: Cast, as_: Callable[[Member], Client], role: str) -> None:
        asked = ask(who.campaign, stranger(who.owner))
        as_(getattr(who, role)).post(self.at("enlist_decline", asked))
        assert not EnlistmentRequest.objects.exists()
        assert not serves(asked.warband)

    def test_nobody_elses_business(self, who: Cast, as_: Callable[[Member], Client]) -> None:
        asked = ask(who.campaign, stranger(who.owner))
        assert as_(who.player).get(self.at("enlist_request", asked)).status_code == 403
        for name in ("enlist_accept", "enlist_decline"):
            assert as_(who.player).post(self.at(name, asked), {"seen": "x"}).status_code == 403
        seen: dict[str, Any] = {"seen": provenance.fingerprint(asked.warband)}
        assert as_(who.owner).post(self.at("enlist_accept", asked), seen).status_code == 403
        assert not serves(asked.warband)
