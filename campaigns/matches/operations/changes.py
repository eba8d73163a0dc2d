"""Matches changed: when and where, who kept the score, who sat where, which season, called off."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.league.access import takes_part
from campaigns.league.models import Campaign
from campaigns.league.operations.campaigns import lock_running
from campaigns.matches import news
from campaigns.matches.access import is_judge, may_bring_back
from campaigns.matches.models.match import Match, MatchSeat, MatchState
from campaigns.matches.operations.judging import is_party, word_of
from campaigns.matches.operations.players import Who, seated, wrong_with
from campaigns.matches.operations.recording import (
    Occasion,
    bring_up_to_date,
    confirm_delay,
    lock_match,
    refuse_settled,
    save,
    verify_occasion,
    write_occasion,
)
from campaigns.matches.operations.results import following, write_copy
from campaigns.matches.scores import pad_of
from campaigns.matches.scores.replaying import replay
from club.models import Member
from club.operations import Check, Refused
from club.visibility import Visibility

REASON_LIMIT: Final = 300


@transaction.atomic
def change_occasion(*, match: Match, occasion: Occasion, author: Member, version: int | None = None) -> None:
    """Change date, place, duration, notes and house rules in words. A confirmed match is for its judge to change."""
    locked = lock_match(match, version)
    refuse_settled(locked, author)
    verify_occasion(occasion)
    with following(locked):
        write_occasion(locked, occasion)
        MatchSeat.objects.filter(match=locked).update(date=locked.date)
        save(locked)
    bring_up_to_date(match, locked)


@transaction.atomic
def choose_keeper(*, match: Match, keeper: Member | None, check: Check | None = None) -> None:
    """Let somebody who does not play keep the score, or nobody any more."""
    locked = lock_match(match)
    if check is not None:
        check()
    locked.keeper = keeper
    save(locked)
    bring_up_to_date(match, locked)


@transaction.atomic
def replace_player(*, match: Match, seat: int, who: Who, author: Member, version: int | None = None) -> None:
    """Put somebody else on a seat that was given to the wrong person; the score stays. Raises ``Refused``."""
    (player,) = seated([who], by=author, season=None)  # before the match is locked: see match_players
    locked = lock_match(match, version)
    refuse_settled(locked, author)
    rows = list(MatchSeat.objects.filter(match=locked).select_related("player__member").order_by("seat"))
    if not 0 <= seat < len(rows):
        raise Refused.because("no_such_seat", _("Nobody sits there."))
    problems = wrong_with([player if row.seat == seat else row.player for row in rows], locked.campaign)
    if problems:
        raise Refused(problems)
    with following(locked):
        rows[seat].player, rows[seat].recorded_as = player, None
        rows[seat].save(update_fields=["player", "recorded_as"])
        save(locked)
    if player.member_id is not None:
        news.tell_players(locked, "match_seated", by=author, to=[player.member_id])
    bring_up_to_date(match, locked)


@transaction.atomic
def move_match(*, match: Match, season: Campaign | None, author: Member, version: int | None = None) -> None:
    """Let a match belong to a season, to another one, or to none. Raises ``Stale`` or ``Refused``.

    ``author`` must take part in the season, and so must every member who played. What only a season's people read
    is still for the players alone outside it.
    """
    goal = lock_running(season) if season is not None else None
    locked = lock_match(match, version)
    refuse_settled(locked, author)
    if goal is not None:
        if goal.game != locked.game:
            raise Refused.because("other_game", _("This season is for another game."))
        if not takes_part(author, goal):
            raise Refused.because("not_your_season", _("You do not take part in this season."))
    players = [row.player for row in MatchSeat.objects.filter(match=locked).select_related("player__member")]
    problems = wrong_with(players, goal)
    if problems:
        raise Refused(problems)
    with following(locked):
        if goal is None and locked.campaign is not None and locked.campaign.visibility == Visibility.PRIVATE:
            locked.visibility = Visibility.PRIVATE
        locked.campaign = goal
        MatchSeat.objects.filter(match=locked).update(campaign=goal)
        save(locked)
    bring_up_to_date(match, locked)


@transaction.atomic
def cancel_match(*, match: Match, author: Member, version: int | None = None, because: str = "") -> None:
    """Call a match off: it counts nowhere, its log stays. A confirmed or disputed one only its judge may call off.

    One who played in it says why (``because``).
    """
    locked = lock_match(match, version)
    if locked.state == MatchState.CANCELLED:
        return
    if locked.state in (MatchState.CONFIRMED, MatchState.DISPUTED) and not is_judge(author, locked):
        raise Refused.because("judge_only", _("Only the referee may call this match off."))
    settled = locked.state in (MatchState.CONFIRMED, MatchState.DISPUTED)
    verdict = word_of(author, locked, because) if settled else ""
    with following(locked):
        locked.called_off_by, locked.called_off_at, locked.called_off_from = author, timezone.now(), locked.state
        locked.state, locked.confirms_at, locked.verdict = MatchState.CANCELLED, None, verdict
        locked.code, locked.code_expires = "", None
        MatchSeat.objects.filter(match=locked).update(counts=False)
        save(locked)
    news.tell_verdict(locked, "match_called_off", by=author, why=verdict)
    bring_up_to_date(match, locked)


@transaction.atomic
def bring_back(*, match: Match, author: Member, reason: str, version: int | None = None) -> None:
    """Let a match that was called off be what it was before. Raises ``Stale`` or ``Refused``.

    Whoever called it off may do so until the next evening, its judge and a club admin always. A result that waited for
    its confirmation waits anew; one that counted counts again.
    """
    locked = lock_match(match, version)
    if locked.state != MatchState.CANCELLED:
        raise Refused.because("not_called_off", _("This match is not called off."))
    if not may_bring_back(author, locked):
        raise Refused.because("too_late", _("Only a club admin or the referee may bring this match back now."))
    why = reason.strip()
    if not why or len(why) > REASON_LIMIT:
        raise Refused.because("reason_missing", _("Say why, in at most 300 characters."), "reason")
    replayed = replay(locked)
    over = not replayed.faults and pad_of(locked.game).game.outcome(replayed.state) is not None
    with following(locked) as copies:
        # Of those called off long ago nobody knows what they were: a result is asked about once more.
        known = locked.called_off_from or (MatchState.FINISHED if over else MatchState.LIVE)
        locked.state = known if over or known != MatchState.CONFIRMED else MatchState.LIVE
        if locked.state == MatchState.FINISHED:
            locked.confirms_at = timezone.now() + confirm_delay(locked)
        locked.called_off_by, locked.called_off_at, locked.called_off_from = None, None, ""
        locked.brought_back_by, locked.brought_back_why = author, why
        locked.verdict = why if is_party(author, locked) else ""
        write_copy(locked, replayed, copies)
        save(locked)
    news.tell_players(locked, "match_brought_back", by=author, why=why)
    bring_up_to_date(match, locked)
