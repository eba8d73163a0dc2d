"""Deciding in a battle under way: checked by the engine, stored with the version counted up, told to who looks.

The log is the truth. A decision that came to nothing irrevocable is taken back by replaying the log without it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from campaigns.seating.asking import ask, members_asked, tell_whose_move
from campaigns.seating.away import check_decides
from campaigns.seating.people import Person
from campaigns.wars.models.play import Captain, Decider, PlayedAction, PlayedBattle, PlayState
from campaigns.wars.play import clocks, ending, positions
from campaigns.wars.play.wording.refusals import refusal
from club.operations import Objection, Refused, Stale, for_update
from club.rewriting import rewrite
from engines.core.dice import SeededDice
from engines.core.problems import Malformed
from engines.musg.battle import standing, taking_back
from engines.musg.battle.decision import Ask
from engines.musg.battle.errors import IllegalAction
from engines.musg.battle.events import Event
from engines.musg.battle.game import Battle as Game
from engines.musg.battle.standing import CHOICES, Standing
from engines.musg.prospects import code_of, read

CHANGED: Final = (
    "version", "lineage", "turn", "returnable", "actor", "moved", "state", "finished", "trouble",
)  # fmt: skip
"""The columns of a battle that a decision may change."""
ASKED: Final = ("asked", "left")
GONE: Final = _("Another proposal stands by now. Look at it again.")


class Made(Struct, frozen=True):
    """A decision as the log keeps it."""

    side: int
    code: str
    by: str = ""


class Decided(Struct, frozen=True):
    """What a decision did: how many decisions the log has now, and what happened."""

    length: int
    events: tuple[Event, ...]


def lock(played: PlayedBattle, version: int | None = None) -> tuple[PlayedBattle, list[Captain]]:
    """Return the battle's row, locked, and its captains.

    Raises ``Stale`` if it has moved on since ``version``, or if it was a proposal and another one stands instead.
    """
    rows = for_update(PlayedBattle.objects.select_related("battle__campaign"))
    locked = rows.filter(pk=played.pk).first()
    if locked is None:
        raise Stale(GONE)
    if version is not None and version != locked.version:
        raise Stale(_("The battle has moved on since you looked: nothing was done. Look again."))
    return locked, list(locked.captains.select_related("member"))


def lock_running(played: PlayedBattle, version: int | None = None) -> tuple[PlayedBattle, list[Captain]]:
    """Return the same of a battle under way. Raises ``Refused``, ``Stale``."""
    locked, captains = lock(played, version)
    if locked.state != PlayState.RUNNING:
        raise Refused.because("not_running", _("This battle is not being played."))
    return locked, captains


def captain_of(captains: Collection[Captain], person: Person, *, with_bot: bool | None = None) -> Captain:
    """Return a side that a person leads, the one that is asked if there are several. Raises ``Refused``.

    ``with_bot``: rather one that a bot leads meanwhile, or that none does.
    """
    mine = [captain for captain in captains if person.owns(captain)]
    if not mine:
        raise Refused.because("not_captain", _("You lead nobody in this battle."))
    fitting = [captain for captain in mine if with_bot is None or bool(captain.bot) is with_bot] or mine
    return next((captain for captain in fitting if captain.asked is not None), fitting[0])


@transaction.atomic
def decide(*, played: PlayedBattle, person: Person, code: str, version: int | None = None) -> Decided:
    """Decide for the side that the person leads, with the engine's ``code``.

    Raises ``Stale`` when the battle moved on, ``Refused`` when another is asked or the rules forbid it.
    """
    locked, captains = lock_running(played, version)
    captain = captain_of(captains, person)
    check_decides(captain)
    if captain.number != locked.actor:
        raise Refused.because("not_your_turn", _("It is not your decision at the moment."))
    try:
        action = read(code)
    except Malformed as wrong:
        raise Refused.because("not_understood", _("This decision could not be read. Look again.")) from wrong
    forbidden = None
    with positions.to_play_on(locked) as game:
        before = taking_back.moment(game)
        try:
            events = list(game.play(action))
        except IllegalAction as illegal:
            forbidden = illegal
            positions.give_back(locked, game)  # it is as it was: nobody replays the battle for that
        else:
            returnable = taking_back.may_take_back(before, game)
            made = [Made(captain.number, code_of(action)), *answer_standing(game, captains, events)]
            record(locked, captains, game, made, returnable=returnable and len(made) == 1)
    if forbidden is not None:
        raise Refused([Objection(problem.code, refusal(problem)) for problem in forbidden.problems])
    return Decided(len(game.log), tuple(events))


def answer_standing(game: Game, captains: Collection[Captain], events: list[Event]) -> list[Made]:
    """Answer the questions out of turn that their captains have answered once for all; collect what happened."""
    wishes = {captain.number: wishes_of(captain) for captain in captains if not captain.bot}
    made: list[Made] = []
    while game.decision is not None and (wish := wishes.get(game.decision.side)):
        action = standing.answer(game, wish)
        if action is None:
            break
        made.append(Made(game.decision.side, code_of(action), Decider.STANDING))
        events += game.play(action)
    return made


def wishes_of(captain: Captain) -> dict[Ask, Standing]:
    """Return how a captain's questions out of turn are answered, by their kind; what is not there is asked."""
    return {Ask(kind): Standing(word) for kind, word in captain.standing.items()}


@transaction.atomic
def set_standing(*, played: PlayedBattle, person: Person, wishes: Mapping[str, str]) -> None:
    """Say how questions out of turn are answered from now on, by their kinds. Raises ``Refused`` for unknown words."""
    _locked, captains = lock(played)
    offered = {(kind.value, word.value) for kind, words in CHOICES.items() for word in words}
    if not set(wishes.items()) <= offered:
        raise Refused.because("no_such_choice", _("Choose one of the answers offered."))
    for captain in captains:
        if person.owns(captain):
            captain.standing = dict(wishes)
            captain.save(update_fields=["standing"])


@transaction.atomic
def take_back(*, played: PlayedBattle, person: Person, version: int | None = None) -> None:
    """Take one's last decision back: no die fell since, nothing hidden was shown, nobody else was asked.

    Raises ``Refused`` where it stands for good, ``Stale`` when the battle moved on.
    """
    locked, captains = lock_running(played, version)
    row = locked.actions.order_by("index").last()
    mine = {captain.number for captain in captains if person.owns(captain) and not captain.bot}
    if row is None or not locked.returnable or row.by or row.side not in mine:
        words = _(
            "This cannot be taken back any more: a die fell, the others saw it, or you moved while an enemy hides."
        )
        raise Refused.because("stands", words)
    row.delete()
    locked.lineage += 1
    game, returnable = _without(locked)
    record(locked, captains, game, [], returnable=returnable, since=clocks.asked_since(locked, row.side))
    # What comes in its place is new to who saw it.
    locked.captains.filter(looked__gt=len(game.events)).update(looked=len(game.events))
    transaction.on_commit(lambda: positions.give_back(locked, game))


def _without(locked: PlayedBattle) -> tuple[Game, bool]:
    """Return the battle replayed without what was taken back, and whether the decision before may be, too."""
    game = Game.new(locked.prepared, SeededDice(bytes.fromhex(locked.seed)))
    rows = list(locked.actions.order_by("index").values_list("code", "side", "by"))
    for code, _side, _by in rows[:-1]:
        game.play(read(code))
    if not rows:
        return game, False
    before = taking_back.moment(game)
    code, side, by = rows[-1]
    game.play(read(code))
    same = game.actor == side and not by
    return game, same and taking_back.may_take_back(before, game)


def may_take_back(played: PlayedBattle, led: Collection[Captain]) -> bool:
    """Tell whether the last decision may be taken back by who leads these sides; one query if it may at all."""
    if played.state != PlayState.RUNNING or not played.returnable:
        return False
    last = played.actions.order_by("index").values_list("side", flat=True).last()
    return any(captain.number == last and not captain.bot for captain in led)


def record(
    locked: PlayedBattle,
    captains: list[Captain],
    game: Game,
    made: Collection[Made],
    *,
    returnable: bool = False,
    since: datetime | None = None,
) -> None:
    """Store the decisions that were made, and the reading copy of the battle after them. The row is locked.

    ``returnable``: the last of them may be taken back. ``since``: one was, and the question before it has been open
    since then: whoever takes back has no more time to think than before.
    """
    now = timezone.now()
    first = len(game.log) - len(made)
    PlayedAction.objects.bulk_create(
        PlayedAction(played=locked, index=index, side=one.side, code=one.code, by=one.by, at=now)
        for index, one in enumerate(made, first)
    )
    before = members_asked(captains)
    if since is None:
        clocks.charge(locked, captains, now, increment=locked.increment)
    else:
        clocks.set_back(locked, captains, since, now)
    locked.version += 1
    locked.moved, locked.turn, locked.actor = since or now, game.turn, game.actor
    locked.returnable = returnable and game.outcome is None
    asked = () if game.actor is None else (game.actor,)
    ask(captains, asked, version=locked.version, decided={one.side for one in made})
    if game.outcome is not None:
        locked.state, locked.finished = PlayState.OVER, now
        if not locked.practice:
            ending.book(locked, game)
    rewrite(captains, ASKED)
    locked.save(update_fields=CHANGED)
    _tell(locked, before, members_asked(captains))


def told_no_more(locked: PlayedBattle, members: frozenset[int]) -> None:
    """Note that the battle waits for these members no more, though none of them has decided."""
    _tell(locked, members, frozenset())


def _tell(locked: PlayedBattle, before: frozenset[int], now: frozenset[int]) -> None:
    if locked.practice:
        return
    params = {"title": locked.battle.title}
    address = locked.get_absolute_url()
    tell_whose_move(address=address, before=before, now=now, code="your_decision", params=params)
