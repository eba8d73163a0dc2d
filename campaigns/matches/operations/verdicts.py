"""What becomes of a result: finished, confirmed by another player, by code or by silence; disputed, settled.

Only confirmed matches count. Whoever finished a match cannot confirm it: that takes somebody else who sat at the table,
on the site or, without an account, with the code shown on the recorder's screen.
"""

from __future__ import annotations

import logging
import secrets
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.league.models import CODE_ALPHABET
from campaigns.matches import news
from campaigns.matches.access import is_judge
from campaigns.matches.models.match import ConfirmedBy, Match, MatchSeat, MatchState
from campaigns.matches.models.player import Player
from campaigns.matches.operations.judging import word_of
from campaigns.matches.operations.recording import bring_up_to_date, finish, lock_match, refuse_unfinished, save
from campaigns.matches.operations.results import following, write_copy
from campaigns.matches.scores.replaying import replay
from club.models import Member
from club.operations import Refused

CODE_LIFE: Final = timedelta(minutes=10)
CODE_LENGTH: Final = 6
DISPUTE_LIMIT: Final = 1000
SWEEP_MOST: Final = 500
"""How many results one sweep confirms at most: the next comes half a minute later."""

log = logging.getLogger(__name__)


@transaction.atomic
def finish_match(*, match: Match, author: Member, version: int | None = None) -> None:
    """Declare a match over; it waits for confirmation. Refused while the log does not end it, or does not hold."""
    locked = lock_match(match, version)
    _refuse_unless(locked, MatchState.LIVE)
    finish(locked, author)
    save(locked)
    bring_up_to_date(match, locked)


@transaction.atomic
def reopen_match(*, match: Match, author: Member, version: int | None = None, because: str = "") -> None:
    """Go on entering in a match that was declared over too early. Once confirmed, only its judge may open it again.

    One who played in it says why (``because``).
    """
    locked = lock_match(match, version)
    _refuse_unless(locked, MatchState.FINISHED, MatchState.DISPUTED, MatchState.CONFIRMED)
    if locked.state != MatchState.FINISHED and not is_judge(author, locked):
        raise Refused.because("judge_only", _("Only the referee may open this match again."))
    verdict = word_of(author, locked, because) if locked.state != MatchState.FINISHED else ""
    with following(locked) as copies:
        locked.state, locked.confirms_at, locked.verdict = MatchState.LIVE, None, verdict
        locked.confirmed_at, locked.confirmed_how, locked.confirmed_by = None, "", None
        locked.code, locked.code_expires = "", None
        write_copy(locked, replay(locked), copies)
        save(locked)
    news.tell_verdict(locked, "match_reopened", by=author, why=verdict)
    bring_up_to_date(match, locked)


@transaction.atomic
def confirm_match(*, match: Match, member: Member, version: int | None = None) -> None:
    """Confirm a result as another player. Raises ``Stale`` or ``Refused``."""
    locked = lock_match(match, version)
    _refuse_unless(locked, MatchState.FINISHED)
    seat = MatchSeat.objects.filter(match=locked, player__member=member).select_related("player").first()
    if seat is None:
        raise Refused.because("not_your_match", _("Only somebody who played may confirm the result."))
    if locked.finished_by_id == member.pk:
        raise Refused.because("own_result", _("You entered this result: somebody else who played must confirm it."))
    _confirm(locked, ConfirmedBy.PLAYER, seat.player)
    news.tell_players(locked, "match_confirmed", by=member)
    bring_up_to_date(match, locked)


@transaction.atomic
def show_code(*, match: Match) -> str:
    """Return the code with which somebody at the table confirms on another phone; a new one when the last ran out."""
    locked = lock_match(match)
    _refuse_unless(locked, MatchState.FINISHED)
    now = timezone.now()
    if not locked.code or locked.code_expires is None or locked.code_expires <= now:
        locked.code = "".join(secrets.choice(CODE_ALPHABET) for _n in range(CODE_LENGTH))
        locked.code_expires = now + CODE_LIFE
        locked.save(update_fields=["code", "code_expires"])
    bring_up_to_date(match, locked)
    return locked.code


def match_of_code(code: str) -> Match | None:
    """Return the match a typed code opens, as long as it lives; capitals, spaces and dashes do not matter."""
    plain = "".join(character for character in code.casefold() if character.isalnum())
    if len(plain) != CODE_LENGTH:
        return None
    waiting = Match.objects.filter(code=plain, code_expires__gt=timezone.now(), state=MatchState.FINISHED)
    return waiting.select_related("campaign").first()


def others_at(match: Match) -> list[MatchSeat]:
    """Return the seats whose players may confirm: everybody but who finished the match."""
    seats = MatchSeat.objects.filter(match=match).select_related("player__member")
    return [seat for seat in seats if seat.player.member_id is None or seat.player.member_id != match.finished_by_id]


@transaction.atomic
def confirm_by_code(*, code: str, seat: int, version: int | None = None) -> Match:
    """Confirm a result with the code at the table, as the player on ``seat``. The code then opens nothing any more."""
    locked, player = _by_code(code, seat, version)
    _confirm(locked, ConfirmedBy.CODE, player)
    news.tell_players(locked, "match_confirmed", by=player.member)
    return locked


@transaction.atomic
def dispute_by_code(*, code: str, seat: int, text: str, version: int | None = None) -> Match:
    """Dispute a result with the code at the table, as the player on ``seat``."""
    locked, player = _by_code(code, seat, version)
    _dispute(locked, player, text)
    return locked


@transaction.atomic
def dispute_match(*, match: Match, member: Member, text: str, version: int | None = None) -> None:
    """Say that a result is wrong, and why: then it waits for the referee, or for a correction."""
    locked = lock_match(match, version)
    _refuse_unless(locked, MatchState.FINISHED)
    seat = MatchSeat.objects.filter(match=locked, player__member=member).select_related("player").first()
    if seat is None:
        raise Refused.because("not_your_match", _("Only somebody who played may dispute the result."))
    _dispute(locked, seat.player, text)
    bring_up_to_date(match, locked)


@transaction.atomic
def settle_match(*, match: Match, judge: Member, version: int | None = None, because: str = "") -> None:
    """Confirm a result on the word of the season's referee (outside of seasons: of a club admin).

    One who played in it says why (``because``).
    """
    locked = lock_match(match, version)
    _refuse_unless(locked, MatchState.FINISHED, MatchState.DISPUTED)
    if not is_judge(judge, locked):
        raise Refused.because("judge_only", _("Only the referee may decide this."))
    locked.verdict = word_of(judge, locked, because)
    _confirm(locked, ConfirmedBy.REFEREE, None)
    news.tell_verdict(locked, "match_settled", by=judge, why=locked.verdict)
    bring_up_to_date(match, locked)


def confirm_due() -> int:
    """Confirm the results nobody answered in time, and return how many; one that cannot be confirmed is kept."""
    due = Match.objects.filter(state=MatchState.FINISHED, confirms_at__lte=timezone.now())
    done = 0
    for number in list(due.order_by("confirms_at").values_list("pk", flat=True)[:SWEEP_MOST]):
        try:
            with transaction.atomic():
                locked = lock_match(Match(pk=number))
                overdue = locked.confirms_at is not None and locked.confirms_at <= timezone.now()
                if locked.state == MatchState.FINISHED and overdue:
                    _confirm(locked, ConfirmedBy.TIME, None)
                    news.tell_players(locked, "match_confirmed_by_time", by=None)
                    done += 1
        except Refused as refused:
            log.info("match %s does not confirm itself: %s", number, refused.codes)
    return done


def _confirm(locked: Match, how: ConfirmedBy, player: Player | None) -> None:
    replayed = replay(locked)
    refuse_unfinished(locked, replayed)
    with following(locked) as copies:
        locked.state, locked.confirms_at, locked.confirmed_at = MatchState.CONFIRMED, None, timezone.now()
        locked.confirmed_how, locked.confirmed_by = how, player
        locked.code, locked.code_expires = "", None
        write_copy(locked, replayed, copies)
        save(locked)


def _dispute(locked: Match, player: Player, text: str) -> None:
    if not text.strip() or len(text) > DISPUTE_LIMIT:
        raise Refused.because("dispute_empty", _("Say what is wrong, in at most 1,000 characters."), "text")
    locked.state, locked.confirms_at = MatchState.DISPUTED, None
    locked.dispute, locked.disputed_by = text.strip(), player
    locked.code, locked.code_expires = "", None
    save(locked)
    news.tell_dispute(locked, by=player.member)


def _by_code(code: str, seat: int, version: int | None) -> tuple[Match, Player]:
    found = match_of_code(code)
    if found is None:
        raise Refused.because("wrong_code", _("This code does not work (any more). Ask for a new one."), "code")
    locked = lock_match(found, version)
    if locked.state != MatchState.FINISHED or locked.code != found.code:
        raise Refused.because("wrong_code", _("This code does not work (any more). Ask for a new one."), "code")
    chosen = next((one for one in others_at(locked) if one.seat == seat), None)
    if chosen is None:
        raise Refused.because("who_are_you", _("Say which of the players you are."), "seat")
    return locked, chosen.player


def _refuse_unless(locked: Match, *states: MatchState) -> None:
    if locked.state not in states:
        raise Refused.because(
            f"match_{locked.state}",
            _("This is not possible: the match is “%(state)s”.") % {"state": locked.get_state_display()},
        )
