"""Who may do what with a pack: who began it and their helpers change it, the club reads what is shared."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from club.access import forbidden, not_found
from club.models import Member
from rosters.models import Pack


def readable(member: Member) -> QuerySet[Pack]:
    """Return the packs that ``member`` may read: shared ones, their own, those they help with; admins read all."""
    if not member.is_active:
        return Pack.objects.none()
    if member.is_club_admin:
        return Pack.objects.all()
    helped = Pack.editors.through.objects.filter(member_id=member.pk).values("pack_id")
    return Pack.objects.filter(Q(shared=True) | Q(owner=member) | Q(pk__in=helped))


def owns(member: Member, pack: Pack) -> bool:
    """Tell whether ``member`` may share and remove a pack: who began it, and club admins."""
    return member.is_club_admin or pack.owner_id == member.pk


def may_change(member: Member, pack: Pack) -> bool:
    """Tell whether ``member`` may write in a pack and publish it. At most one query."""
    return owns(member, pack) or pack.editors.filter(pk=member.pk).exists()


def pack_for_reader(member: Member, pk: int) -> Pack:
    """Return a pack the member may read; 404 for a stranger to it."""
    return readable(member).select_related("owner").filter(pk=pk).first() or not_found()


def pack_for_writer(member: Member, pk: int) -> Pack:
    """Return a pack the member may change; 403 for who may only read it, 404 for a stranger."""
    found = pack_for_reader(member, pk)
    return found if may_change(member, found) else forbidden()


def pack_for_owner(member: Member, pk: int) -> Pack:
    """Return a pack the member may share and remove; 403 for all others who read it, 404 for a stranger."""
    found = pack_for_reader(member, pk)
    return found if owns(member, found) else forbidden()
