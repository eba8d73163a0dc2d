"""Any battle the engine knows, played at the site: proposed, decided by its captains and bots, and ended.

The setups are those of the engine's mass trial (``tests.engines.musg.trials.mixtures``), whose warbands never had a
journal: rows are made of their figures, and the battle is one that leaves journals alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest
from django.test import Client, TestCase
from msgspec.structs import replace

from campaigns.league.models import Campaign, Membership, Role
from campaigns.seating.people import Person
from campaigns.wars.battles.staging import lay_ready
from campaigns.wars.models.abducted import AbductedCivilian
from campaigns.wars.models.battle import Battle as Row, BattleReport, BattleSide
from campaigns.wars.models.play import Bot, Decider, PlayedBattle, PlayState
from campaigns.wars.models.resolution import BattleGround, Resolution
from campaigns.wars.play import bots, deciding, offering, positions
from club.models import Member
from club.visibility import Visibility
from engines.core.dice import SeededDice
from engines.musg import journal
from engines.musg.battle import standing as answers
from engines.musg.battle.game import Battle
from engines.musg.battle.setup import Setup, Side
from engines.musg.engagement import Captivity
from engines.musg.garage import OwnedVehicle
from engines.musg.prospects import code_of, read
from engines.musg.tactics.chance import Chance
from engines.musg.tactics.players import Player
from engines.musg.trials.playout import players_of
from engines.musg.warband import Setup as Founding, Warband as Roster
from rosters.models import Warband
from tests.engines.musg.trials.mixtures import mixture

BOT_IN = 3
"""In one of so many battles a bot leads the last side."""
STANDING_IN = 3
"""One captain of so many has answered some questions out of turn once for all."""
RETURNS_IN = 4
"""One of so many steps that may be taken back is."""
FORGETS_IN = 60
"""Before one of so many decisions the process has forgotten the battle."""
LOOKS_IN = 40
"""At one of so many decisions the page of whoever is asked is looked at."""
HTMX = {"HX-Request": "true"}


def as_stored(what: object) -> object:
    """What a column of JSON makes of it."""
    return msgspec.json.decode(msgspec.json.encode(what))


def roster_of(side: Side, setup: Setup) -> Roster:
    """The warband whose figures and vehicles a side of the trial brings."""
    kept = tuple(replace(one, captive=Captivity("landing", "The landing")) for one in side.captives)
    owned = tuple(
        OwnedVehicle(id=ride.number, name=ride.name, design=replace(ride.design, weapons=()))
        for ride in side.rides or ()
    )
    return Roster(
        name=side.name,
        race=side.race,
        rules=setup.rules,
        treasury=0,
        figures=(*side.figures, *kept),
        mustered=True,
        part=side.part,
        vehicles=owned or msgspec.UNSET,
    )


def _row_of(side: Side, setup: Setup, owner: Member) -> Warband:
    founded = Founding(race=side.race, name=side.name, rules=setup.rules)
    row = Warband(owner=owner, key=side.key, visibility=Visibility.CLUB, setup=journal.encode(founded))
    row.write(roster_of(side, setup))
    row.save()
    return row


def ahead(setup: Setup, people: Sequence[Member], seed: str) -> Row:
    """A battle ahead between the sides of a setup, each owned by another member; the first is the referee as well."""
    campaign = Campaign.objects.create(
        name="All of it", slug=f"all-{seed[-8:]}", visibility=Visibility.CLUB, rules=msgspec.to_builtins(setup.rules)
    )
    Membership.objects.create(campaign=campaign, member=people[0], role=Role.REFEREE)
    battle = Row.objects.create(campaign=campaign, title="All of it", modules=list(setup.modules), journaled=False)
    for seat, (side, owner) in enumerate(zip(setup.sides, people, strict=False)):
        BattleSide.objects.create(battle=battle, warband=_row_of(side, setup, owner), seat=seat)
    for one in setup.civilians or ():
        landing, _made = Row.objects.get_or_create(campaign=campaign, key=one.battle, defaults={"title": "The landing"})
        AbductedCivilian.objects.create(campaign=campaign, battle=landing, card=one.card, nth=one.nth)
    lay_ready(battle, len(setup.sides))
    ground = BattleGround.objects.get(battle=battle)
    ground.seed = seed
    ground.save()
    return battle


def mixed(number: int, people: Sequence[Member], patch: pytest.MonkeyPatch) -> Played:
    """Battle ``number`` of the mass trial, begun."""
    _kind, setup, names = mixture(number)
    return Played(number, setup, names, people, patch)


class Played:
    """A battle at the site, beside its twin in the engine alone: ``number`` says what is drawn, ``names`` who plays."""

    def __init__(
        self, number: int, setup: Setup, names: Sequence[str], people: Sequence[Member], patch: pytest.MonkeyPatch
    ) -> None:
        positions.forget()
        self.setup = setup
        self.chance = Chance(number * 31 + 7)
        self.people = people[: len(self.setup.sides)]
        seed = number.to_bytes(32, "big")
        battle = ahead(self.setup, self.people, seed.hex())
        patch.setattr(offering, "setup_of", lambda _battle: self.setup)
        last = len(self.setup.sides) - 1
        leads = dict.fromkeys(range(last + 1), offering.MYSELF)
        if last and self.chance.one_in(BOT_IN):
            leads[last] = Bot.STEADY if self.chance.one_in(10) else Bot.GENTLE
        self.bots = [side for side, lead in leads.items() if lead != offering.MYSELF]
        self.row = offering.propose(battle=battle, member=people[0], terms=offering.PlayTerms(), leads=leads)
        for member in self.people[1:]:
            offering.agree(played=self.row, member=member, leads=leads)
        self.row = PlayedBattle.objects.get(pk=self.row.pk)
        assert self.row.prepared == self.setup
        self.twin = Battle.new(self.setup, SeededDice(seed))
        self.players: list[Player] = players_of(names, number)
        self.client = Client(headers={"accept-language": "fr" if number % 2 else "en"})
        self.returned = self.answered = self.by_bot = 0
        self._answer_once_for_all()
        self._follow(self.row.actions.count())

    def _answer_once_for_all(self) -> None:
        for member in self.people:
            if self.chance.one_in(STANDING_IN):
                said = {str(ask): str(self.chance.pick(words)) for ask, words in answers.CHOICES.items()}
                deciding.set_standing(played=self.row, person=Person(member), wishes=said)

    def to_the_end(self) -> None:
        """Let everybody decide until nothing is asked any more."""
        while self.row.state == PlayState.RUNNING:
            assert self.row.actor == self.twin.actor is not None
            if self.chance.one_in(FORGETS_IN):
                positions.forget()
            with TestCase.captureOnCommitCallbacks(execute=True):
                if self.row.actor in self.bots:
                    bots.play_on(played=self.row, patient=True)
                else:
                    self._decide(self.people[self.row.actor or 0])
            self._follow(self.row.actions.count())

    def _decide(self, member: Member) -> None:
        """Decide as a captain of the engine would; now and then it is taken back first, and now and then looked at."""
        if self.chance.one_in(LOOKS_IN):
            self.client.force_login(member)
            assert self.client.get(self.row.get_absolute_url(), headers=HTMX).status_code == 200
        action = self.players[self.twin.actor or 0].decide(self.twin)
        person, code = Person(member), code_of(action)
        told = deciding.decide(played=self.row, person=person, code=code, version=self.row.version)
        now = self._row() if self.chance.one_in(RETURNS_IN) else self.row
        if now is not self.row and deciding.may_take_back(now, [now.captains.get(member=member)]):
            deciding.take_back(played=now, person=person, version=now.version)
            assert now.actions.count() == len(self.twin.log)
            told = deciding.decide(played=now, person=person, code=code)
            self.returned += 1
        before = len(self.twin.events)
        self._follow(told.length)
        assert list(told.events) == self.twin.events[before:]

    def _row(self) -> PlayedBattle:
        return PlayedBattle.objects.defer("setup").select_related("battle").get(pk=self.row.pk)

    def _follow(self, length: int) -> None:
        """Play in the twin what was stored; who answers once for all does so in both alike."""
        self.row = self._row()
        for row in self.row.actions.filter(index__gte=len(self.twin.log)).order_by("index"):
            assert row.side == self.twin.actor
            action = read(row.code)
            if row.by == Decider.STANDING:
                wishes = deciding.wishes_of(self.row.captains.get(number=row.side))
                assert answers.answer(self.twin, wishes) == action
            self.answered += row.by == Decider.STANDING
            self.by_bot += row.by == Decider.BOT
            self.twin.play(action)
        assert len(self.twin.log) == length

    def differences(self) -> list[str]:
        """What the site has kept of a finished battle otherwise than the engine, or booked otherwise."""
        row, twin, outcome = Resolution.objects.get(), self.twin, self.twin.outcome
        assert outcome is not None
        stored = list(self.row.actions.order_by("index").values_list("code", flat=True))
        sides = list(self.row.battle.sides.order_by("seat"))
        booked = BattleReport.objects.get().report
        plain = {"present": msgspec.UNSET, "leave": ()}
        winner = Row.objects.get(pk=self.row.battle_id).winner
        won = None if outcome.winner is None else self.setup.sides[outcome.winner].key
        again = Battle.replay(self.setup, map(read, stored), SeededDice(bytes.fromhex(self.row.seed)))
        same = {
            "the log": stored == [code_of(one) for one in twin.log] and row.log == as_stored(twin.log),
            "the events": row.events == as_stored(twin.events),
            "the replay": (again.events, again.outcome) == (twin.events, twin.outcome),
            "the proof": Battle.verify(again.prove()).report() == twin.report(),
            "the trouble": not self.row.trouble,
            "the report": replace(booked, **plain) == replace(twin.report(), **plain),
            "the points": [side.victory_points for side in sides] == list(outcome.points),
            "the winner": (winner and winner.key) == won,
        }
        return [name for name, holds in same.items() if not holds]
