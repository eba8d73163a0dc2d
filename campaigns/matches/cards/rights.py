"""Who may do what with a card set: every member reads it, who added it says who else changes it."""

from __future__ import annotations

from django.db.models import QuerySet

from campaigns.matches.models.card_set import ScoreCards
from club.models import Member


def readable(member: Member) -> QuerySet[ScoreCards]:
    """Return the card sets that ``member`` may read: all, for whoever has an open account."""
    return ScoreCards.objects.all() if member.is_active else ScoreCards.objects.none()


def owns(member: Member, cards: ScoreCards) -> bool:
    """Tell whether ``member`` may name, share and take away a card set: who added it, and club admins."""
    return member.is_club_admin or cards.added_by_id == member.pk


def may_change(member: Member, cards: ScoreCards) -> bool:
    """Tell whether ``member`` may change the cards of a set. At most one query."""
    return owns(member, cards) or cards.open_to_all or cards.editors.filter(pk=member.pk).exists()
