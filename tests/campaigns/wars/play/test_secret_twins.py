"""Twins of pages: the same battle twice with one hidden thing changed gives rivals and spectators the same bytes.

The battles are those of the engine's own twins: a commando hides elsewhere, or somebody else carries the bomb (rulings
M214, M280); besides, a captain has answered otherwise what is put to him out of turn. Both run after one another from
the same database, so that even numbers, keys and headers are the same; only tokens against forgery are other ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client, TestCase
from django.urls import reverse
from msgspec import Struct

from campaigns.seating.people import Person
from campaigns.wars.models.play import PlayedBattle
from campaigns.wars.play import deciding, offering, people as led, positions
from campaigns.wars.play.watching import KINDS
from club.api import middleware
from club.models import Member
from club.streams import tickets
from engines.musg.battle.actions import Action
from engines.musg.battle.decision import Ask
from engines.musg.battle.setup import Setup
from engines.musg.prospects import code_of
from tests.campaigns.clock import Clock
from tests.campaigns.wars.play.mixed import HTMX, ahead
from tests.engines.musg.battle.test_secrets_twins import COMMANDO, Twins, ambush, raid
from tests.factories.club import MemberFactory
from tests.programs import Program
from tests.thorough import often

pytestmark = pytest.mark.django_db
POSITIONS = 2_000
PART = 100
FEW = 10
"""Positions of each kind that are compared whenever the tests run, of one battle."""
MOST = 40
"""Positions of one battle at most."""
AROUND = 10
"""At one of so many positions the pages around the battle are asked for, too."""
OF_THE_ANSWER = ("Expires", "X-Request-ID", "RateLimit-Remaining", "RateLimit-Reset")
"""Headers that are other ones each time anybody asks."""
TOKENS = re.compile(
    r'(name="client_id" value="|csrfmiddlewaretoken" value="|X-CSRFToken": ?"|X-CSRFToken&quot;: ?&quot;|csrftoken=)'
    r'[^"&;]+'
)
TICKET = re.compile(r"(/told/|data-told=\")[^\"<> ]+")


class Course(Struct):
    """A battle of twins: the log of each, and after how many decisions both are to be looked at."""

    setup: Setup
    seed: int
    rival: int
    hidden: int
    logs: tuple[Sequence[Action], Sequence[Action]]
    lengths: list[int]


def course(battles: Callable[[int], Iterator[Twins]], seed: int) -> Course | None:
    """Play one pair of twins in the engine; ``None`` where nothing hidden came to differ."""
    lengths: list[int] = []
    twins = None
    for twins in battles(seed):
        if not lengths or len(twins.both[0].log) > lengths[-1]:
            lengths.append(len(twins.both[0].log))
        if len(lengths) > MOST:
            break
    if twins is None:
        return None
    first, second = (list(battle.log[: lengths[-1]]) for battle in twins.both)
    differs = next((n for n, (a, b) in enumerate(zip(first, second, strict=True)) if a != b), None)
    if differs is None:
        return None
    lengths = [length for length in lengths if length > differs]
    return Course(twins.both[0].setup, seed, twins.rival, COMMANDO, (first, second), lengths)


class Look:
    """Who looks on, at the rival's side and from outside, and what both get."""

    def __init__(self, people: Sequence[Member]) -> None:
        self.people = people
        self.clients = {member.pk: Client(headers={"accept-language": "en"}) for member in people}
        for member in people:
            self.clients[member.pk].force_login(member)
        self.programs = {member.pk: Program(member).client for member in people}

    def seen(self, course: Course, number: int, *, standing: dict[str, str], patch: pytest.MonkeyPatch) -> list[Any]:
        """Return all that may be got of one of the twins, position by position; nothing of it stays."""
        answers: list[Any] = []
        positions.forget()
        with transaction.atomic():
            played = self._begun(course, patch)
            mine = Person(self.people[1 - course.rival])
            deciding.set_standing(played=played, person=mine, wishes=standing)
            for length, action in enumerate(course.logs[number][: course.lengths[-1]], 1):
                played = PlayedBattle.objects.get(pk=played.pk)
                person = Person(self.people[played.actor or 0])
                with TestCase.captureOnCommitCallbacks(execute=True):
                    deciding.decide(played=played, person=person, code=code_of(action), version=played.version)
                if length in course.lengths:
                    with TestCase.captureOnCommitCallbacks(execute=True):
                        answers += self._position(course, PlayedBattle.objects.get(pk=played.pk), len(answers))
            transaction.set_rollback(True)
        return answers

    def _begun(self, course: Course, patch: pytest.MonkeyPatch) -> PlayedBattle:
        battle = ahead(course.setup, self.people, course.seed.to_bytes(32, "big").hex())
        patch.setattr(offering, "setup_of", lambda _battle: course.setup)
        played = offering.propose(battle=battle, member=self.people[0], terms=offering.PlayTerms(), leads={})
        return offering.agree(played=played, member=self.people[1], leads={})

    def _position(self, course: Course, played: PlayedBattle, number: int) -> Iterator[Any]:
        rival, spectator = self.people[course.rival], self.people[2]
        (kind,) = KINDS
        yield dict(kind.marks([(played.pk,)]))
        for member in (rival, spectator):
            yield self._get(member, played.get_absolute_url(), htmx=True)
            yield self._told(member, f"/{played.pk}")
            if number % AROUND == 0:
                yield from (self._get(member, address) for address in _around(played))
                yield from (self._told(member, address) for address in ("", f"/{played.pk}/ground"))
        yield self._get(rival, reverse("play:reach", args=[played.pk, course.hidden]))
        yield self._told(rival, f"/{played.pk}/reach/{course.hidden}")
        if played.actor == course.rival:
            with positions.standing(played) as game:
                asked = game.decision
            figures = [] if asked is None else [asked.figure] if asked.ask is Ask.ACT else list(asked.options)[:1]
            for figure in figures:
                yield self._get(rival, reverse("play:reach", args=[played.pk, figure]))
                yield self._get(rival, f"{reverse('play:way', args=[played.pk])}?x=20&y=14&figure={figure}", htmx=True)
                yield self._told(rival, f"/{played.pk}/reach/{figure}")
                yield self._told(rival, f"/{played.pk}/way?x=20&y=14&figure={figure}")
        if number % AROUND == 0:
            yield _archived(rival)

    def _get(self, member: Member, address: str, *, htmx: bool = False) -> tuple[object, ...]:
        return self._of(address, self.clients[member.pk].get(address, headers=HTMX if htmx else {}))

    def _told(self, member: Member, address: str) -> tuple[object, ...]:
        """What a program of the member's is told."""
        return self._of(address, self.programs[member.pk].get(f"/api/v1/played{address}"))

    def _of(self, address: str, answer: HttpResponse) -> tuple[object, ...]:
        assert answer.status_code in (200, 302, 404), (address, answer.status_code)
        headers = sorted(one for one in answer.headers.items() if one[0] not in OF_THE_ANSWER)
        return address, answer.status_code, plain(str(headers)), *plain(answer.content.decode()).splitlines()


def _archived(member: Member) -> list[object]:
    """What a member's archive has of battles, but for the moments of decisions, which the database's clock says."""
    return [
        {**battle, "decisions": [(one["index"], one["code"]) for one in battle["decisions"]]}
        for _name, battles in led.own_data(member)
        for battle in battles
    ]


def _around(played: PlayedBattle) -> list[str]:
    """The pages on which the battle stands besides, and what is given away of it as files."""
    campaign, battle = played.battle.campaign.slug, played.battle_id
    about = [reverse(f"campaigns:{name}", args=[campaign, battle]) for name in ("battle", "replay")]
    return [
        played.get_absolute_url(),
        *about,
        reverse("campaigns:campaign", args=[campaign]),
        reverse("club:home"),
        reverse("campaigns:news"),
    ]


def plain(text: str) -> str:
    """A page without tokens against forgery, and without the minute until which its ticket is good."""
    text = TOKENS.sub(r"\1", text)
    return TICKET.sub(lambda found: str(_ticket(found[0])), text)


def _ticket(words: str) -> object:
    ticket = tickets.read_ticket(words.removeprefix('data-told="'))
    return words if ticket is None else (ticket.member, ticket.guest, ticket.watched, ticket.session, ticket.seal)


@pytest.fixture
def look(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Look:
    monkeypatch.setattr(middleware, "A_MINUTE", 1_000_000)
    return Look(MemberFactory.create_batch(3))


def differences(one: Any, other: Any) -> list[Any]:
    """What two answers do not have in common."""
    if not isinstance(one, tuple) or len(one) != len(other):
        return [] if one == other else [(one, other)]
    return [(one[0], *pair) for pair in zip(one, other, strict=True) if pair[0] != pair[1]]


def compare(battles: Callable[[int], Iterator[Twins]], seed: int, look: Look, *, most: int = MOST) -> int:
    """Compare all that may be got of both; return in how many positions."""
    found = course(battles, seed)
    if found is None:
        return 0
    found.lengths = found.lengths[:: 1 + (most < MOST)][:most]
    with pytest.MonkeyPatch.context() as patch:
        one = look.seen(found, 0, standing={}, patch=patch)
        other = look.seen(found, 1, standing={"free_shot": "ask", "pulp": "ask"}, patch=patch)
    assert len(one) == len(other)
    for first, second in zip(one, other, strict=True):
        assert differences(first, second) == []
    return len(found.lengths)


@pytest.mark.parametrize(("battles", "first"), [(ambush, 0), (raid, 1)])
def test_what_others_get_of_a_battle_says_nothing_of_what_is_hidden(battles: Any, first: int, look: Look) -> None:
    compared = next(filter(None, (compare(battles, seed, look, most=FEW) for seed in range(first, first + 40))))
    assert compared >= FEW / 2


@pytest.mark.marathon
@pytest.mark.parametrize("part", range(POSITIONS // PART))
@pytest.mark.parametrize("battles", [ambush, raid])
def test_two_thousand_positions_of_twins(battles: Any, part: int, look: Look) -> None:
    wanted, compared = often(PART, PART // 10) // 2, 0
    for seed in range(part * 1_000, part * 1_000 + 999):
        compared += compare(battles, seed, look, most=min(MOST, wanted - compared))
        if compared >= wanted:
            break
    assert compared >= wanted
