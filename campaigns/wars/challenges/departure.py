"""Challenges of who leaves a campaign or closes an account: nobody waits for an answer that cannot come."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.utils import timezone

from campaigns.league.models import Membership
from campaigns.wars.models.challenge import Challenge, ChallengeState
from club.models import Member


def follow_leaving(membership: Membership, author: Member) -> None:
    """Take the open challenges of who leaves a campaign back, and those to him."""
    _take_back(Challenge.objects.filter(_of(membership.member), campaign=membership.campaign_id))


def follow_closing(member: Member) -> None:
    """Take the open challenges of who closes an account back, and those to him."""
    _take_back(Challenge.objects.filter(_of(member)))


def _of(member: Member) -> Q:
    return Q(challenger__owner=member) | Q(challenged__owner=member)


def _take_back(challenges: QuerySet[Challenge]) -> None:
    still = challenges.filter(state=ChallengeState.OPEN)
    still.update(state=ChallengeState.WITHDRAWN, answered=timezone.now())
