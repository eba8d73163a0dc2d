"""Who led a warband: forgotten as a guest, in the archive of a member, and replaced by a bot when an account closes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import Q

from campaigns.seating import forgetting
from campaigns.wars.models.play import Bot, Captain, PlayedBattle, PlayState
from campaigns.wars.play import away
from campaigns.wars.play.deciding import lock
from club.models import Member


def forget_guests() -> int:
    """Forget the guests of battles that are over for long; return how many (see ``campaigns.seating.forgetting``)."""
    over = Q(played__state__in=(PlayState.OVER, PlayState.BROKEN))
    return forgetting.forget_guests(Captain.objects.all(), game="played", ended=over)


def follow_closing(member: Member) -> None:
    """Let a bot play on for who closes an account; what such a member proposed and nobody began is called off."""
    PlayedBattle.objects.filter(state=PlayState.OFFERED, captains__member=member).delete()
    PlayedBattle.objects.filter(state=PlayState.OFFERED, by=member).delete()
    running = PlayedBattle.objects.filter(state=PlayState.RUNNING, captains__member=member, captains__bot="")
    for played in running.distinct().order_by("pk"):
        locked, captains = lock(played)
        for captain in captains:
            if locked.state == PlayState.RUNNING and captain.member_id == member.pk and not captain.bot:
                away.change(locked, captain, bot=Bot.STEADY, by=captain.number)


def own_data(member: Member) -> Iterator[tuple[str, Any]]:
    """Yield the battles in which the member led a warband, and what was decided in person."""
    led = Captain.objects.filter(member=member).select_related("played__battle").defer("played__setup").order_by("pk")
    yield (
        "battles_played",
        [
            {
                "battle": captain.played.battle.title,
                "side": captain.number + 1,
                "state": captain.played.state,
                "began": captain.played.started,
                "ended": captain.played.finished,
                "answers_given_once_for_all": captain.standing,
                "decisions": list(
                    captain.played.actions.filter(side=captain.number, by="").values("index", "code", "at")
                ),
            }
            for captain in led
        ],
    )
