"""A pad drawn once for several readers is, letter by letter, what each of them would have been drawn alone."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.test import Client

from campaigns.league.models import Campaign
from campaigns.matches.models.match import Match
from club import shared_drawing
from club.models import Member
from tests.campaigns.drawings import Drawings, counted
from tests.campaigns.matches.asking import HTMX, as_, at
from tests.club.streams.kit import told
from tests.factories.campaigns import join
from tests.factories.club import MemberFactory
from tests.factories.matches import END_TURN, enter, kill, pad

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def drawings(monkeypatch: pytest.MonkeyPatch) -> Drawings:
    """Tells how often something was drawn for several."""
    return counted(monkeypatch)


def people(thursdays: Campaign, ann: Member, ben: Member) -> dict[str, Member | None]:
    """Readers of every kind: players, the referee, somebody of the season, other members, an admin, a visitor."""
    return {
        "ann": ann,
        "ben": ben,
        "referee": thursdays.memberships.get(role="referee").member,
        "one": join(thursdays),
        "other": MemberFactory.create(display_name="Other"),
        "admin": MemberFactory.create(is_staff=True),
        "visitor": None,
    }


def asked(client: Client, match: Match) -> str:
    answer = client.get(at("match_pad_status", match.pk), {"version": "-1"}, headers=HTMX)
    assert answer.status_code == 200
    return answer.content.decode()


def without_secrets(html: str) -> str:
    """All but what is new each time: tokens masked anew, marks of forms, and tickets every five minutes."""
    html = re.sub(r'data-(told|acts)="[^"]+"', "", html)
    html = re.sub(r'(name="csrfmiddlewaretoken" value=)"[^"]+"', r"\1", html)
    return re.sub(r'(name="client_id" value=)"[^"]+"', r"\1", html)


STATES: dict[str, list[dict[str, object]]] = {
    "new": [],
    "by ann": [kill(0, 1)],
    "longer": [kill(0, 1), END_TURN, kill(1, 2), END_TURN],
}


@pytest.mark.parametrize("entries", STATES.values(), ids=STATES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_is_shared_equals_what_is_drawn_for_each_alone(
    entries: list[dict[str, object]], language: str, thursdays: Campaign, ann: Member, ben: Member,
    monkeypatch: pytest.MonkeyPatch, drawings: Drawings,
) -> None:  # fmt: skip
    thursdays.visibility = "public"
    thursdays.save()
    hidden = join(thursdays, MemberFactory.create(display_name="Hidden", hidden=True))
    match = pad([ann, ben, hidden, "Gail"], season=thursdays, recorder=ann, entries=entries)
    clients = {}
    for name, member in people(thursdays, ann, ben).items():
        clients[name] = Client(headers={"accept-language": language})
        if member is not None:
            Member.objects.filter(pk=member.pk).update(language=language)
            clients[name].force_login(member)
    alone = {}
    for name, client in clients.items():
        cache.clear()
        alone[name] = without_secrets(asked(client, match))
    cache.clear()
    before = drawings()
    for name in [*clients, *reversed(clients)]:
        assert without_secrets(asked(clients[name], match)) == alone[name], name
    assert drawings() - before < len(clients), "somebody shares"
    whole = without_secrets(clients["ann"].get(at("match_pad", match.pk)).content.decode())
    assert alone["ann"].strip() in whole, "the page itself is drawn for one reader"
    assert ("Hidden" in alone["visitor"], "Hidden" in alone["other"]) == (False, True)


def test_each_readers_ticket_and_tokens_are_their_own(ann: Member, ben: Member, drawings: Drawings) -> None:
    match = pad([ann, ben])
    pages = {member: asked(as_(member), match) for member in (ann, ben)}
    assert drawings() == 1
    for member, page in pages.items():
        assert told(page)[0].member == member.pk
        assert shared_drawing.placeholder("ticket") not in page
    tokens = [set(re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)) for page in pages.values()]
    ids = [re.findall(r'name="client_id" value="([^"]+)"', page) for page in pages.values()]
    assert all(len(one) == 1 for one in tokens)
    assert tokens[0].isdisjoint(tokens[1])
    assert len(set(ids[0] + ids[1])) == len(ids[0] + ids[1]) > 2


def test_a_shared_token_is_good_for_its_own_reader(ann: Member, ben: Member) -> None:
    match = pad([ann, ben])
    asked(as_(ann), match)
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ben)
    page = asked(strict, match)
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    assert token is not None
    data = {"kind": "kill", "f.killer": "0", "f.victim": "1", "f.means": "weapon", "client_id": "x"}
    address = at("match_enter", match.pk)
    assert strict.post(address, {**data, "csrfmiddlewaretoken": token[1]}, headers=HTMX).status_code == 200
    assert strict.post(address, {**data, "csrfmiddlewaretoken": "0" * 64}, headers=HTMX).status_code == 403


def test_only_the_author_of_the_last_entry_may_take_it_back(ann: Member, ben: Member) -> None:
    match = pad([ann, ben])
    enter(match, kill(0, 1), ann)
    match.refresh_from_db()
    for first, second in ((ann, ben), (ben, ann)):
        cache.clear()
        assert [("data-undo" in asked(as_(one), match)) for one in (first, second)] == [first == ann, second == ann]


def test_another_version_is_drawn_anew_and_an_old_drawing_is_forgotten(
    ann: Member, ben: Member, drawings: Drawings, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = pad([ann, ben])
    first = asked(as_(ann), match)
    enter(match, kill(0, 1), ann)
    assert asked(as_(ann), match) != first
    assert drawings() == 2
    asked(as_(ann), match)
    assert drawings() == 2
    monkeypatch.setattr(shared_drawing, "SECONDS", 0.0)
    cache.clear()
    asked(as_(ann), match)
    asked(as_(ann), match)
    assert drawings() == 4
