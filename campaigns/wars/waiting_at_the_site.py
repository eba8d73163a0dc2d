"""What a member can do about battles that are played at the site: answer a proposal, decide, look on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.league.chores import Chore, Urgency
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.play import Captain, PlayedBattle, PlayState
from club.models import Member


def decisions(member: Member) -> Iterator[Chore]:
    """Yield the battles that wait for the member's decision, whoever's warband is led there: by its link, too.

    No lesson's: it waits for nobody.
    """
    led = Captain.objects.filter(member=member, bot="", played__state=PlayState.RUNNING, asked__isnull=False)
    led = led.filter(played__practice=False)
    led = led.select_related("played__battle").order_by("pk")
    for captain in led.defer("played__setup"):
        yield _decision(captain.played.battle, captain.played)


def captains_in(scheduled: Sequence[Battle]) -> dict[int, list[Captain]]:
    """Return the captains of those battles that are proposed or played, by the latter's key. One query, or none."""
    rows = [getattr(battle, "played", None) for battle in scheduled]
    wanted = [row.pk for row in rows if row is not None and row.state in (PlayState.OFFERED, PlayState.RUNNING)]
    found: dict[int, list[Captain]] = {key: [] for key in wanted}
    for captain in Captain.objects.filter(played__in=wanted) if wanted else ():
        found[captain.played_id].append(captain)
    return found


def about_play(member: Member, battle: Battle, captains: Mapping[int, Sequence[Captain]]) -> Chore | None:
    """Return what a battle of the member's that is played, or to be played, at the site asks; ``None`` for nothing.

    ``captains`` are those of ``captains_in``.
    """
    played: PlayedBattle | None = getattr(battle, "played", None)
    if played is None:
        return None
    if played.state == PlayState.RUNNING:
        return _being_played(member, battle, played, captains[played.pk])
    if not _is_asked(member, battle, played, captains.get(played.pk, ())):
        return None
    sentence = _("“%(title)s”: will you play it on the site?") % {"title": battle.name}
    address = reverse("play:agree", args=[battle.campaign.slug, battle.pk])
    return Chore("agree", sentence, address, None, Urgency.AWAITED, played.created)


def _being_played(member: Member, battle: Battle, played: PlayedBattle, captains: Sequence[Captain]) -> Chore:
    if any(one.member_id == member.pk and not one.bot and one.asked is not None for one in captains):
        return _decision(battle, played)
    sentence = _("“%(title)s” is being played on the site.") % {"title": battle.name}
    return Chore("playing", sentence, played.get_absolute_url(), None, Urgency.PLANNED, played.started)


def _decision(battle: Battle, played: PlayedBattle) -> Chore:
    sentence = _("“%(title)s”: it is your decision.") % {"title": battle.name}
    return Chore("decide", sentence, played.get_absolute_url(), None, Urgency.AWAITED, played.moved)


def _is_asked(member: Member, battle: Battle, played: PlayedBattle, captains: Sequence[Captain]) -> bool:
    """Tell whether a battle that another proposes to play waits for the member's word."""
    mine = {side.seat for side in battle.sides.all() if side.warband.owner_id == member.pk}
    asked = any(one.is_open and not one.agreed and one.number in mine for one in captains)
    return played.state == PlayState.OFFERED and played.by_id != member.pk and asked
