"""What the page of a battle shows to one reader: the board, what happened, what is asked, and what may be done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.contrib.messages import WARNING, get_messages
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from campaigns.league.access import is_referee
from campaigns.seating.people import Person
from campaigns.wars.models.play import Bot, Captain, PlayedBattle, PlayState, WhenAbsent
from campaigns.wars.play import deciding, positions
from campaigns.wars.play.absence import mark_of
from campaigns.wars.play.access import may_read, person_of, say_of
from campaigns.wars.play.account import Account, account_of
from campaigns.wars.play.aiming import Aim, aim_of
from campaigns.wars.play.board import Board
from campaigns.wars.play.choices import Group, groups_of
from campaigns.wars.play.forms import PlaceForm, StandingForm
from campaigns.wars.play.lessons.coach import coach_of
from campaigns.wars.play.lessons.panel import Coach
from campaigns.wars.play.seats import Eyes, SeatLine, eyes_of, seat_lines
from campaigns.wars.play.wording.questions import question, waiting
from campaigns.wars.play.wording.raids import raid_lines
from campaigns.wars.replay.page import portraits_for, turn_name
from campaigns.wars.replay.wording.names import with_minus
from club.access import User, member_of
from club.outages.trouble import in_passing
from engines.musg.battle.decision import Ask, Decision
from engines.musg.battle.game import Battle
from engines.musg.battle.knowledge import told
from engines.musg.prospects import options


class Waiting(Struct, frozen=True):
    """A figure that is to be deployed, or to appear: ``stand`` is the word for it in a form."""

    number: int
    name: str
    mark: str
    stand: str


class Deciding(Struct, frozen=True):
    """What the reader must decide: the question, its answers, and what may be typed instead.

    ``figure`` acts, if one does; ``may_go``: it may be sent to a place, and so may ``goers`` once they are activated.
    """

    question: str
    ask: str
    groups: tuple[Group, ...]
    figure: int | None
    figures: tuple[int, ...]
    waiting: tuple[Waiting, ...]
    may_go: bool
    goers: tuple[Waiting, ...] = ()


class PlayPage(Struct, frozen=True):
    """Everything the template needs. ``board`` and what hangs on it are empty before the battle and behind a cover."""

    played: PlayedBattle
    title: str
    mark: str
    eyes: Eyes
    seats: tuple[SeatLine, ...]
    status: str
    refused: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    turn: str = ""
    wave: str = ""
    matters: tuple[str, ...] = ()
    board: Board | None = None
    account: Account = Account()
    deciding: Deciding | None = None
    aim: Aim | None = None
    place: PlaceForm | None = None
    missed: bool = False
    may_take_back: bool = False
    standing: StandingForm | None = None
    late: SeatLine | None = None
    may_stop: bool = False
    result: str = ""
    coach: Coach | None = None

    @property
    def side(self) -> int | None:
        """The side that is shown; ``None`` for who only looks on."""
        return self.eyes.side

    @property
    def goer(self) -> int | None:
        """Whose way was asked for, if nobody acts yet."""
        place = self.place
        return place.cleaned_data.get("figure") if place is not None and place.is_bound and place.is_valid() else None

    @property
    def captain(self) -> Captain | None:
        """Whose side it is."""
        return self.eyes.captain

    @property
    def query(self) -> str:
        """What an address says of whose eyes it is for: only where the reader leads several sides."""
        return f"?side={self.side}" if len(self.eyes.mine) > 1 and self.side is not None else ""

    @property
    def may_come_back(self) -> bool:
        """Whether a bot leads a side of the reader's meanwhile."""
        return self.running and any(captain.bot for captain in self.eyes.mine)

    @property
    def back(self) -> str:
        """Where the page leads back to: the front page for whoever may read nothing else of the battle."""
        if self.played.practice:
            return reverse("play:lessons")
        return self.played.battle.get_absolute_url() if self.leads_on else reverse("club:home")

    @property
    def leads_on(self) -> bool:
        """Whether what came of the battle, its film and its proof are open to the reader."""
        return may_read(self.played)

    @property
    def running(self) -> bool:
        """Whether it is being played."""
        return self.played.state == PlayState.RUNNING

    @property
    def covered(self) -> SeatLine | None:
        """To whom the phone has to be handed."""
        cover = self.eyes.cover
        return next((seat for seat in self.seats if cover is not None and seat.number == cover.number), None)

    @property
    def may_replace(self) -> bool:
        """Whether the bot may play for who is late, as was agreed."""
        return self.late is not None and self.played.absence == WhenAbsent.BOT

    @property
    def may_break_off(self) -> bool:
        """Whether the battle may be broken off because somebody is late, as was agreed."""
        return self.late is not None and self.played.absence == WhenAbsent.CLAIM

    @property
    def strengths(self) -> list[tuple[str, str]]:
        """The bots that may play on for somebody: code and name."""
        return [(str(code), str(name)) for code, name in Bot.choices]


_STATES: Final = {PlayState.RUNNING, PlayState.OVER, PlayState.BROKEN}


def page_of(
    request: HttpRequest, played: PlayedBattle, *, place: PlaceForm | None = None, heard: int | None = None
) -> PlayPage:
    """Return the page of a battle from a loader of ``access``; notes what the reader has seen by it.

    ``heard``: of a program, which says itself how many events it has been told (``Account.last``). Nothing is noted
    then: what a member's program has seen, the member has not.
    """
    eyes = eyes_of(request, played)
    captains = list(played.captains.all())
    names = _warbands(played)
    seats = seat_lines(played, captains, names, eyes, request.user)
    member, told = member_of(request), list(get_messages(request))
    page = PlayPage(
        played=played,
        title=played.battle.title,
        mark=mark_of(played),
        eyes=eyes,
        seats=seats,
        status=_state_text(played),
        refused=tuple([str(one) for one in told if one.level >= WARNING]),
        done=tuple([str(one) for one in told if one.level < WARNING]),
        late=_late(person_of(request), played, seats),
        may_stop=played.state == PlayState.RUNNING
        and member is not None
        and is_referee(member, played.battle.campaign),
    )
    if eyes.cover is not None or played.state not in _STATES or not played.setup:
        return page
    with positions.standing(played) as battle:
        page = _on_board(page, battle, request.user, place, heard)
        happened = len(battle.events)
    if heard is None:
        _note_look(page.captain, happened)
    if page.coach is not None:
        page = replace(page, title=page.coach.title)
    return page


def _late(person: Person, played: PlayedBattle, seats: Sequence[SeatLine]) -> SeatLine | None:
    """Return who keeps the battle waiting, for whom the person may claim so."""
    late = [seat for seat in seats if seat.late]
    mine = say_of(person, played, played.captains.all()) if late else []
    return next((seat for seat in late if mine and seat.number not in mine), None)


def _warbands(played: PlayedBattle) -> list[str]:
    """Return what the sides are called: by the setup once there is one, before by their warbands."""
    if played.setup:
        return [side["name"] for side in played.setup["sides"]]
    return [side.warband.name for side in played.battle.sides.select_related("warband").order_by("seat")]


def _on_board(page: PlayPage, battle: Battle, reader: User, place: PlaceForm | None, heard: int | None) -> PlayPage:
    captain, side = page.captain, page.side
    events = told(battle, battle.events, side)
    board = Board(battle, battle.view(side), events, portraits=portraits_for(reader, battle.setup), side=side)
    decision = battle.decision
    if heard is None:
        new = told(battle, battle.events[captain.looked :], side) if captain is not None else ()
        heard = len(events) - len(new)
    page = replace(
        page,
        board=board,
        account=account_of(events, board.names, heard),
        turn=_turn(battle),
        wave=_wave(battle),
        matters=raid_lines(board.view),
        standing=StandingForm(wishes=captain.standing) if captain is not None and page.running else None,
        result=_result(battle, board.names.sides),
        coach=coach_of(page.played, battle) if page.played.practice and captain is not None else None,
    )
    if not page.running or decision is None:
        return page
    if captain is None or captain.bot or decision.side != side:
        return replace(page, status=_waits(page, decision, board))
    return replace(
        page,
        status=question(decision, battle, board.names),
        deciding=_deciding(battle, decision, board, decision.side),
        may_take_back=deciding.may_take_back(page.played, page.eyes.mine),
        **_aimed(battle, board, decision, place),
    )


def _aimed(battle: Battle, board: Board, decision: Decision, place: PlaceForm | None) -> dict[str, object]:
    """Return the way to a place that was typed or tapped, or that there is none."""
    if place is None or not place.is_valid():
        return {"place": place or PlaceForm()}
    where = place.cleaned_data
    going = {"run": where["run"], "figure": where["figure"]}
    aim = aim_of(battle, board.names, decision.side, where["x"], where["y"], **going)
    board.aimed = aim.outline if aim is not None else ""
    return {"place": place, "aim": aim, "missed": aim is None}


def _deciding(battle: Battle, decision: Decision, board: Board, side: int) -> Deciding:
    found = options(battle, side)
    deploying = decision.ask in (Ask.DEPLOY, Ask.ARRIVE)
    stand = "arrive" if decision.ask is Ask.ARRIVE else "deploy"
    waits = decision.options if deploying else ()
    piece = battle.pieces[decision.figure] if decision.figure is not None else None
    goers = decision.options if decision.ask is Ask.ACTIVATE else ()
    return Deciding(
        question=question(decision, battle, board.names),
        ask=decision.ask.value,
        groups=groups_of(found, board.names, decision),
        figure=decision.figure,
        figures=tuple(dict.fromkeys([one.figure for one in found if one.figure is not None])),
        waiting=tuple([Waiting(one, board.names.figure(one), board.marks[one], stand) for one in waits]),
        may_go=decision.ask is Ask.ACT and piece is not None and piece.afoot and not piece.foes and piece.ap > 0,
        goers=tuple([Waiting(one, board.names.figure(one), board.marks[one], "") for one in goers]),
    )


def _waits(page: PlayPage, decision: Decision, board: Board) -> str:
    captain = page.captain
    if captain is not None and captain.bot:
        return _("A bot decides for you.")
    return waiting(decision, board.names)


def _state_text(played: PlayedBattle) -> str:
    if played.state == PlayState.OFFERED:
        return _("The battle has not begun: not everybody has agreed yet.")
    if played.state == PlayState.BROKEN:
        return _("The battle was broken off. It is ahead again, and is reported by hand or begun anew.")
    return _("The battle is over.") if played.state == PlayState.OVER else ""


def _turn(battle: Battle) -> str:
    if not battle.turn:
        return turn_name(0)
    return _("Turn %(number)s of %(most)s") % {"number": battle.turn, "most": battle.turn_limit}


def _wave(battle: Battle) -> str:
    if not battle.turn or battle.whole_parts or battle.outcome is not None:
        return ""
    return _("first wave") if battle.first_wave else _("second wave")


def _result(battle: Battle, sides: Sequence[str]) -> str:
    outcome = battle.outcome
    if outcome is None:
        return ""
    points = ", ".join([f"{name} {with_minus(count)}" for name, count in zip(sides, outcome.points, strict=False)])
    if outcome.winner is None:
        return _("Nobody wins. Victory points: %(points)s.") % {"points": points}
    return _("Victory: %(warband)s. Victory points: %(points)s.") % {"warband": sides[outcome.winner], "points": points}


def _note_look(captain: Captain | None, happened: int) -> None:
    """Write down how far a captain has followed the battle by this page; that number itself is nobody's business."""
    if captain is not None and not captain.bot and captain.looked != happened:
        with in_passing():
            Captain.objects.filter(pk=captain.pk).update(looked=happened)
