"""Every page that keeps itself up to date watches what it shows: the mark it is told is the one it was made with."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse

from campaigns.league import news
from campaigns.wars.ground.operations import lay_out
from campaigns.wars.tally import operations as tally
from club.models import Member
from club.streams import kinds, looking
from club.streams.kinds import Watched, joined
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.report import Report
from tests.campaigns.wars.play.boards import begun as begun_to_play
from tests.campaigns.wars.pocket.conftest import begun
from tests.clients import client_of
from tests.club.streams.kit import told
from tests.factories.battles import HENCHMAN, Field, field
from tests.factories.club import MemberFactory
from tests.factories.matches import enter, kill, pad, season
from tests.factories.tables import OPEN, open_table, plain_duel

pytestmark = pytest.mark.django_db


def _battle(fight: Field) -> str:
    return str(fight.battle.get_absolute_url())


def _aftermath(fight: Field) -> str:
    fight.fight(Report())
    return reverse("campaigns:aftermath", args=[fight.campaign.slug, fight.battle.pk, fight.warbands[0].pk])


def _evening(fight: Field) -> str:
    begun(fight)
    return reverse("campaigns:evening", args=[fight.campaign.slug, fight.battle.pk])


def _overview(fight: Field) -> str:
    return str(fight.campaign.get_absolute_url())


def _desk(fight: Field) -> str:
    return reverse("campaigns:dashboard", args=[fight.campaign.slug])


def _projector(fight: Field) -> str:
    return reverse("campaigns:projector", args=[fight.campaign.slug])


def _roster(fight: Field) -> str:
    tally.count(side=fight.side(0), figure=HENCHMAN, code="hit_points", left=1)
    return str(fight.warbands[0].get_absolute_url())


def _season(fight: Field) -> str:
    shown = season(referee=fight.referee)
    return str(shown.get_absolute_url())


def _pad(fight: Field) -> str:
    match = pad([fight.players[0], fight.referee, "Guest"])
    enter(match, kill(0, 1), fight.referee)
    return reverse("campaigns:match_pad", args=[match.pk])


def _table(fight: Field) -> str:
    return str(plain_duel(fight.players[0], fight.referee).get_absolute_url())


def _played(fight: Field) -> str:
    lay_out(battle=fight.battle, layout=ready_tables()["open_field"], turn_limit=2)
    return str(begun_to_play(fight).get_absolute_url())


PAGES: dict[Callable[[Field], str], set[str]] = {
    _battle: {"battle"},
    _aftermath: {"battle"},
    _evening: {"evening"},
    _overview: {"war", "standing", "news"},
    _desk: {"desk"},
    _projector: {"desk"},
    _roster: {"warband"},
    _season: {"season", "standing", "news"},
    _pad: {"pad"},
    _table: {"table"},
    _played: {"played"},
}
"""Pages, as a referee reads them who also plays, and what they watch."""


def test_every_kind_of_thing_is_on_one_of_these_pages() -> None:
    assert set.union(*PAGES.values()) == set(kinds._KINDS)


@pytest.mark.parametrize(("page", "watched"), PAGES.items())
def test_a_page_is_told_the_mark_it_was_made_with(page: Callable[[Field], str], watched: set[str]) -> None:
    fight = field()
    shown, mark = told(client_of(fight.referee).get(page(fight)).content.decode())
    assert {one.kind for one in shown.watched} == watched
    assert shown.member == fight.referee.pk
    assert looking.admitted([shown]) == {shown}
    found = looking.marks(shown.watched)
    assert all(found.values()), found
    assert joined(found[one] for one in shown.watched) == mark


@pytest.mark.parametrize("page", [_battle, _overview, _roster])
def test_so_is_a_visitors_page(page: Callable[[Field], str]) -> None:
    fight = field(visibility="public")
    shown, mark = told(client_of(None).get(page(fight)).content.decode())
    assert shown.member == 0
    assert looking.admitted([shown]) == {shown}
    found = looking.marks(shown.watched)
    assert joined(found[one] for one in shown.watched) == mark


def test_a_guest_at_a_table_is_told_as_whom_the_browser_knows() -> None:
    table = open_table(MemberFactory.create(), OPEN, guests=True)
    guest = client_of(None)
    link = table.seats.get(number=1).link
    guest.post(reverse("tables:seat", args=[link]), {"name": "Zoe"})
    shown, mark = told(guest.get(table.get_absolute_url()).content.decode())
    assert (shown.member, shown.guest) == (0, table.seats.get(number=1).guest_key)
    assert looking.admitted([shown]) == {shown}
    assert joined(looking.marks(shown.watched).values()) == mark


def test_a_refreshed_desk_watches_the_same_as_the_whole_page() -> None:
    fight = field()
    client = client_of(fight.referee)
    whole = told(client.get(_desk(fight)).content.decode())
    part = told(client.get(reverse("campaigns:desk", args=[fight.campaign.slug])).content.decode())
    assert whole == part


def test_news_reach_an_open_overview() -> None:
    fight = field()
    member: Member = fight.players[0]
    shown, mark = told(client_of(member).get(_overview(fight)).content.decode())
    news.tell(
        campaign=fight.campaign, to=[member], code="joined", params={"campaign": fight.campaign.name}, by=fight.referee
    )
    found = looking.marks(shown.watched)
    assert joined(found[one] for one in shown.watched) != mark
    assert found[Watched("news", (member.pk,))] == "1"
