"""How a battle comes to be played at the site: proposed by one, agreed to by all, begun as soon as every side is led.

Whose warband it is says who leads it: the owner, a bot, or, in a single game, whoever takes its link. When it begins
the setup is taken as the warbands stand, and the dice's seed whose hash has been public since there is a table.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

import msgspec
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from campaigns.league.access import is_referee
from campaigns.league.operations.campaigns import lock_running as lock_campaign
from campaigns.league.seeds import new_seed
from campaigns.seating.people import Person
from campaigns.seating.sitting import SITS, sit_down
from campaigns.wars import news
from campaigns.wars.battles.operations import lock_battle, refuse_locked, refuse_while_resolving
from campaigns.wars.battles.setup import setup_of
from campaigns.wars.battles.sides import without
from campaigns.wars.battles.staging import lay_ready
from campaigns.wars.models.battle import Battle, BattleSide, BattleState
from campaigns.wars.models.evening import Evening
from campaigns.wars.models.play import Bot, Captain, Pace, PlayedBattle, PlayState, WhenAbsent
from campaigns.wars.models.resolution import BattleGround
from campaigns.wars.play.deciding import GONE, answer_standing, lock, record
from campaigns.wars.resolution.operations import VERSION
from club.models import Member
from club.operations import Refused, Stale
from engines.core.dice import SeededDice
from engines.musg.battle.game import Battle as Game
from engines.musg.report import lacks, needing_leave

MYSELF: Final = "me"
BY_LINK: Final = "link"
LEADS: Final = (MYSELF, BY_LINK, *Bot.values)
"""Who may lead a warband, as its owner says: the owner, whoever takes the link, or a bot."""
TAKEN: Final = _("Somebody leads this warband by now.")
PATIENCE_MOST: Final = 14 * 24 * 60


class PlayTerms(Struct, frozen=True, kw_only=True):
    """By which terms a battle is played: see ``PlayedBattle``. ``patience`` in minutes, ``clock`` in seconds."""

    pace: str = Pace.LIVE
    patience: int = 10
    absence: str = WhenAbsent.BOT
    clock: int | None = None
    increment: int = 0


@transaction.atomic
def propose(*, battle: Battle, member: Member, terms: PlayTerms, leads: Mapping[int, str]) -> PlayedBattle:
    """Propose to play a battle at the site; ``leads`` says who leads each of the member's own warbands, by seat.

    It begins at once where nobody else has a say. Raises ``Refused``.
    """
    lock_campaign(battle.campaign)
    locked = lock_battle(battle)
    _refuse_not_ahead(locked)
    if PlayedBattle.objects.filter(battle=locked, state=PlayState.OVER).exists():
        words = _("This battle was played to its end on the site already, but could not be booked: report it by hand.")
        raise Refused.because("played_already", words)
    _check(terms)
    sides = list(locked.sides.select_related("warband__owner").order_by("seat"))
    if not _own(sides, member):
        raise Refused.because("not_your_battle", _("None of the warbands in this battle is yours."))
    PlayedBattle.objects.filter(battle=locked, state__in=(PlayState.OFFERED, PlayState.BROKEN)).delete()
    lay_ready(locked, len(sides))
    played = PlayedBattle.objects.create(battle=locked, by=member, **msgspec.to_builtins(terms))
    captains = [Captain(played=played, number=side.seat) for side in sides]
    _lead(captains, sides, member, leads)
    Captain.objects.bulk_create(captains)
    asked = {side.warband.owner_id for side in sides} - {member.pk}
    news.tell_players(locked, "asks_to_play", asked, by=member, waits=True)
    return _begin_when_ready(played, captains)


def refuse_other(played: PlayedBattle, seen: object) -> None:
    """Raise ``Stale`` for who answers a proposal that is not the one that stands."""
    if str(seen) != str(played.pk):
        raise Stale(GONE)


@transaction.atomic
def agree(*, played: PlayedBattle, member: Member, leads: Mapping[int, str]) -> PlayedBattle:
    """Agree to play by the terms proposed, and say who leads each of the member's warbands. Raises ``Refused``."""
    locked, captains = _lock_offered(played)
    sides = list(locked.battle.sides.select_related("warband__owner").order_by("seat"))
    if not _own(sides, member):
        raise Refused.because("not_your_battle", _("None of the warbands in this battle is yours."))
    _lead(captains, sides, member, leads)
    Captain.objects.bulk_update(captains, ["member", "bot", "agreed"])
    return _begin_when_ready(locked, captains)


@transaction.atomic
def call_off(*, played: PlayedBattle, member: Member) -> None:
    """Take a proposal back, or decline it. Raises ``Refused`` once it has begun, and for who has no say."""
    locked, _captains = _lock_offered(played)
    sides = list(locked.battle.sides.select_related("warband"))
    if not _own(sides, member) and not is_referee(member, locked.battle.campaign):
        raise Refused.because("not_your_battle", _("None of the warbands in this battle is yours."))
    others = {side.warband.owner_id for side in sides} - {member.pk}
    news.tell_players(locked.battle, "play_declined", others, by=member)
    locked.delete()


@transaction.atomic
def take_lead(*, captain: Captain, person: Person, name: str = "") -> PlayedBattle:
    """Take the lead of a side by its link, as a member or as a guest with a ``name``. Raises ``Refused``."""
    locked, captains = _lock_offered(captain.played)
    mine = next(one for one in captains if one.pk == captain.pk)
    if not mine.is_open or locked.battle.journaled:
        raise Refused.because("taken", TAKEN)
    sit_down(mine, person, among=captains, name=name)
    mine.agreed = True
    mine.save(update_fields=[*SITS, "agreed"])
    return _begin_when_ready(locked, captains)


def _refuse_not_ahead(battle: Battle) -> None:
    if battle.state != BattleState.SCHEDULED:
        raise Refused.because("not_scheduled", _("Only a battle that is still ahead can be played."))
    refuse_while_resolving(battle)
    refuse_locked(battle)
    if Evening.objects.filter(battle=battle).exists():
        words = _("The site is already the game master of this battle at a table: throw its evening away first.")
        raise Refused.because("evening_under_way", words)


def _check(terms: PlayTerms) -> None:
    known = terms.pace in Pace.values and terms.absence in WhenAbsent.values
    if not known or not 1 <= terms.patience <= PATIENCE_MOST:
        raise Refused.because("no_such_choice", _("Choose one of the answers offered."))


def _own(sides: Collection[BattleSide], member: Member) -> list[BattleSide]:
    return [side for side in sides if side.warband.owner_id == member.pk]


def _lead(
    captains: Collection[Captain], sides: Collection[BattleSide], member: Member, leads: Mapping[int, str]
) -> None:
    """Write who leads the member's warbands; what is not said is led by the member.

    Raises ``Refused`` where somebody else took the lead by a link: two would lead that side, and see all of its
    secrets. Its owner calls the proposal off.
    """
    by_number = {captain.number: captain for captain in captains}
    for side in _own(sides, member):
        lead, captain = leads.get(side.seat, MYSELF), by_number[side.seat]
        if lead not in LEADS or (lead == BY_LINK and side.battle.journaled):
            raise Refused.because("no_such_choice", _("Choose one of the answers offered."))
        if captain.guest_key or captain.member_id not in (None, member.pk):
            raise Refused.because("taken", TAKEN)
        captain.member = member if lead == MYSELF else None
        captain.bot = lead if lead in Bot.values else ""
        captain.agreed = True


def _lock_offered(played: PlayedBattle) -> tuple[PlayedBattle, list[Captain]]:
    """Lock a proposal behind its battle, as who proposes anew or changes the battle does: nobody waits in a circle."""
    lock_battle(played.battle)
    locked, captains = lock(played)
    if locked.state != PlayState.OFFERED:
        raise Refused.because("not_offered", _("This is no longer a proposal: it was begun, or called off."))
    return locked, captains


def _begin_when_ready(played: PlayedBattle, captains: list[Captain]) -> PlayedBattle:
    """Begin as soon as every side is led by who agreed. Raises ``Refused`` where it cannot be fought as it stands."""
    if any(captain.is_open or not captain.agreed for captain in captains):
        return played
    battle = lock_battle(played.battle)
    _refuse_not_ahead(battle)
    rosters = {side.warband.key: side.warband.roster for side in battle.sides.select_related("warband")}
    by_referee = played.by is not None and is_referee(played.by, battle.campaign)
    if needing_leave(rosters) and not by_referee:
        words = [without(rank, roster.name) for roster in rosters.values() for rank in lacks(roster)]
        raise Refused.because("needs_leave", " ".join(words))
    ground = BattleGround.objects.filter(battle=battle).first()
    if ground is None:
        raise Refused.because("no_ground", _("Set up the table first: then the hash of the dice is public, too."))
    setup = setup_of(battle)
    played.setup, played.engine = msgspec.to_builtins(setup), VERSION
    played.seed, played.commitment = ground.seed, ground.commitment
    ground.seed = new_seed()  # should this battle be broken off, the next one has dice that nobody has seen
    ground.save(update_fields=["seed", "commitment"])
    played.state, played.started = PlayState.RUNNING, timezone.now()
    for captain in captains:
        captain.left = played.clock * 1000 if played.clock is not None and not captain.bot else None
    played.save()
    game = Game.new(setup, SeededDice(bytes.fromhex(played.seed)))
    events: list[Any] = []
    record(played, captains, game, answer_standing(game, captains, events))
    told = {captain.member_id for captain in captains if captain.member_id} - {played.by_id}
    news.tell_players(battle, "play_begins", told, by=played.by)
    return played
