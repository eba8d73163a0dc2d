"""Closing an account, and the archive of everything the site keeps about a member."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from campaigns.league.models import Membership
from campaigns.league.operations import people
from campaigns.matches.models.match import MatchSeat
from campaigns.matches.models.player import Player
from campaigns.matches.operations.guests import merge_guest
from club.departure import close_account
from club.models import FormerWarbands, Member
from club.operations import Refused
from rosters.models import Pack, Warband
from rosters.packs.operations import share_pack
from tests.clients import client_of
from tests.factories import battles, campaigns, matches
from tests.factories.club import PASSWORD, MemberFactory, club_settings, member_with_address
from tests.factories.packs import fen_pack

pytestmark = pytest.mark.django_db


def archive_of(member: Member) -> dict[str, Any]:
    answer = client_of(member).get(reverse("club:own_data"))
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"] or "private" in answer["Cache-Control"]
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        return {name: json.loads(packed.read(name)) for name in packed.namelist()}


@pytest.fixture
def olive() -> Member:
    """A member with a warband in a campaign, one in none, and matches, one of them once as a guest."""
    fought = campaigns.cast()
    owner = fought.owner
    owner.email = "olive@example.org"
    owner.save()
    EmailAddress.objects.create(user=owner, email=owner.email, verified=True, primary=True)
    campaigns.fight(fought.campaign, [fought.warband, fought.other], bonus={fought.warband: 3})
    battles.warband(owner, "Loners")
    matches.result([owner, fought.player], [16, 4], confirmed=True)
    matches.result(["Olivia B.", fought.player], [16, 4], recorder=fought.player, confirmed=True)
    guest = Player.objects.get(name="Olivia B.")
    merge_guest(guest=guest, member=owner, author=fought.player)
    return Member.objects.get(pk=owner.pk)


def test_a_member_downloads_everything_about_themselves_and_nothing_about_others(olive: Member) -> None:
    files = archive_of(olive)
    assert files["account.json"]["user_name"] == "olive"
    assert files["account.json"]["email_addresses"] == [{"address": "olive@example.org", "confirmed": True}]
    assert [one["as"] for one in files["campaigns.json"]] == ["player"]
    warbands = {data["setup"]["name"] for name, data in files.items() if name.startswith("warbands/")}
    assert warbands == {"Axes", "Loners"}
    assert [one["points"] for one in files["matches.json"]] == [16, 16]
    assert files["guest_names.json"] == ["Olivia B."]
    assert "piers" not in json.dumps(files)


def test_personal_data_go_and_what_others_built_on_stays(olive: Member) -> None:
    close_account(member=olive)
    left = Member.objects.get(pk=olive.pk)
    personal = [left.username, left.display_name, left.first_name, left.last_name, left.email]
    assert not any("oliv" in value.casefold() for value in personal)
    assert not EmailAddress.objects.filter(user=left).exists()
    with override("en"):
        assert (left.name, left.is_active, left.has_usable_password()) == ("a former member", False, False)
    assert not Membership.objects.filter(member=left).exists()
    assert sorted(Warband.objects.filter(owner=left).values_list("name", flat=True)) == ["Axes", "Loners"]
    assert MatchSeat.objects.filter(player__member=left, counts=True).count() == 2
    assert not Player.objects.filter(name__contains="Olivia").exists()


def test_nothing_differs_from_the_logs_afterwards(olive: Member, capsys: pytest.CaptureFixture[str]) -> None:
    club_settings(former_warbands=FormerWarbands.REMOVE)
    close_account(member=olive)
    call_command("rebuild", "--dry-run")
    said = capsys.readouterr().out
    told = [line for line in said.splitlines() if "rebuilt" in line]
    assert len(told) == 7
    assert all("rebuilt, 0 of them differed." in line for line in told)


def test_the_club_chooses_whether_warbands_of_no_campaign_stay(olive: Member) -> None:
    club_settings(former_warbands=FormerWarbands.REMOVE)
    close_account(member=olive)
    assert list(Warband.objects.filter(owner=olive).values_list("name", flat=True)) == ["Axes"]


def test_packs_that_nobody_else_reads_go_and_those_of_others_stay(olive: Member) -> None:
    """What the club plays with stays under a former member; whom she helped has one helper less."""
    piers = MemberFactory.create(username="piers_too")
    own, shared = fen_pack(olive, shared=False), fen_pack(olive)
    helped, others = fen_pack(olive, shared=False), fen_pack(piers)
    share_pack(pack=helped, editors=[piers], shared=False, author=olive)
    share_pack(pack=others, editors=[olive], shared=True, author=piers)
    close_account(member=olive)
    assert set(Pack.objects.values_list("pk", flat=True)) == {shared.pk, helped.pk, others.pk}
    assert not Pack.objects.filter(pk=own.pk).exists()
    assert list(others.editors.all()) == []
    assert list(helped.editors.all()) == [piers]


def test_others_read_a_former_member_in_both_languages(olive: Member) -> None:
    reader = MemberFactory.create()
    warband = Warband.objects.get(name="Axes")
    address = reverse("campaigns:player", args=[olive.pk])
    close_account(member=olive)
    assert "a former member" in client_of(reader).get(address).content.decode()
    french = Client(headers={"accept-language": "fr"})
    french.force_login(reader)
    page = french.get(warband.get_absolute_url()).content.decode()
    assert "un ancien membre" in page
    assert "olive" not in page.casefold()


def test_the_last_referee_of_a_running_campaign_names_another_one_first() -> None:
    fought = campaigns.cast()
    with pytest.raises(Refused) as refused:
        close_account(member=fought.referee)
    assert refused.value.codes == ["last_referee"]
    assert Member.objects.get(pk=fought.referee.pk).closed is None
    people.promote(membership=campaigns.membership(fought.campaign, fought.player))
    close_account(member=fought.referee)
    assert Member.objects.get(pk=fought.referee.pk).closed is not None


def test_the_last_admin_stays() -> None:
    admin = MemberFactory.create(club_admin=True)
    with pytest.raises(Refused) as refused:
        close_account(member=admin)
    assert refused.value.codes == ["last_admin"]
    MemberFactory.create(club_admin=True)
    close_account(member=admin)
    assert not Member.objects.get(pk=admin.pk).is_staff


def test_only_the_owner_with_the_password_closes_the_account() -> None:
    member = member_with_address(username="alix")
    client = client_of(member)
    address = reverse("club:close")
    wrong = client.post(address, {"password": "a-guess"})
    assert wrong.status_code == 422
    assert "This is not your password." in wrong.content.decode()
    assert Member.objects.get(pk=member.pk).closed is None
    other = client_of(member)  # another browser, signed in as well
    done = client.post(address, {"password": PASSWORD}, follow=True)
    assert "Your account is closed." in done.content.decode()
    assert Member.objects.get(pk=member.pk).closed is not None
    assert other.get(reverse("club:profile")).status_code == 302  # every session ends


def test_the_admin_closes_accounts_after_a_second_look_and_never_deletes_one(
    admin_client_of_club: Client, olive: Member
) -> None:
    address = reverse("admin:club_member_changelist")
    choice = {"action": "close_accounts", "_selected_action": [olive.pk]}
    asked = admin_client_of_club.post(address, choice)
    assert "olive" in asked.content.decode()
    assert Member.objects.get(pk=olive.pk).closed is None
    done = admin_client_of_club.post(address, {**choice, "confirmed": "yes"}, follow=True)
    assert "is closed." in done.content.decode()
    assert Member.objects.get(pk=olive.pk).closed is not None
    assert admin_client_of_club.get(reverse("admin:club_member_delete", args=[olive.pk])).status_code == 403
