"""Making and revoking tokens, and finding who is behind one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club import second_step
from club.auth import is_shut_out
from club.devices import SEAL, Holder
from club.models import ApiToken, Member, Scope
from club.operations import Refused, for_update
from club.outages.trouble import in_passing
from club.tokens.shape import beginning_of, digest_of, is_token

MOST: Final = 20
"""Tokens that a member may have at a time, those that have run out included."""
LONGEST: Final = 366
"""Days after which a token has run out at the latest."""
NOTED: Final = timedelta(minutes=1)
"""The last use is written down at most so often."""


@transaction.atomic
def make(*, member: Member, token: str, name: str, scopes: Sequence[str], days: int) -> ApiToken:
    """Let ``token``, a fresh one, speak for the member, and keep its hash alone.

    Raises ``Refused`` for scopes that the member has no use for, a time that is too long, and too many tokens.
    """
    locked = for_update(Member.objects.all()).get(pk=member.pk)
    if not scopes or not set(scopes) <= set(offered_to(locked)):
        raise Refused.because("unknown_scope", _("Choose what the token may be used for."), "scopes")
    if not 1 <= days <= LONGEST:
        text = _("A token lasts for %(days)s days at most.") % {"days": LONGEST}
        raise Refused.because("token_too_long", text, "days", limit=LONGEST, value=days)
    if ApiToken.objects.filter(member=locked).count() >= MOST:
        text = _("You have %(count)s tokens. Revoke one first.") % {"count": MOST}
        raise Refused.because("too_many_tokens", text, limit=MOST)
    return ApiToken.objects.create(
        member=locked,
        name=name,
        digest=digest_of(token),
        beginning=beginning_of(token),
        scopes=sorted(set(scopes), key=Scope.values.index),
        expires=timezone.now() + timedelta(days=days),
    )


def offered_to(member: Member) -> list[str]:
    """Return the scopes that a token of the member's may have."""
    return [scope for scope in Scope.values if scope != Scope.ADMIN or member.is_club_admin]


def revoke(*, member: Member, number: int) -> bool:
    """Forget one token: from now on it opens nothing. False where it was none of the member's."""
    gone, _each = ApiToken.objects.filter(member=member, pk=number).delete()
    return bool(gone)


def revoke_all(member: Member) -> int:
    """Forget all of the member's tokens; return how many."""
    gone, _each = ApiToken.objects.filter(member=member).delete()
    return gone


def behind(token: str) -> ApiToken | None:
    """Return the row of a token that somebody shows, with its member as pages know one; None: it opens nothing.

    One query; asked for each time, so that what is revoked is revoked everywhere at once.
    """
    if not is_token(token):
        return None
    rows: QuerySet[Any] = ApiToken.objects.select_related("member").annotate(**second_step.facts("member"))
    row = rows.filter(
        digest=digest_of(token), expires__gt=timezone.now(), member__is_active=True, member__closed=None
    ).first()
    if row is None or is_shut_out(row.member):
        return None
    row.member.has_second_step, row.member.second_step_for = row.has_second_step, row.second_step_for
    found: ApiToken = row
    return found


def seal_of(token: ApiToken) -> str:
    """Return a few letters that are the token's own."""
    return token.digest[:SEAL]


def holders(numbers: Collection[int]) -> dict[int, Holder]:
    """Return who may still read with these tokens, by their numbers. One query, none for no numbers."""
    rows = ApiToken.objects.select_related("member").filter(
        pk__in=numbers, expires__gt=timezone.now(), member__is_active=True, member__closed=None
    )
    return {
        row.pk: Holder(row.member.pk, row.member.is_club_admin, seal_of(row))
        for row in rows
        if Scope.READ in row.scopes and not is_shut_out(row.member)
    }


def note_use(row: ApiToken, now: datetime) -> None:
    """Write down that a token was used just now, once a minute."""
    if row.used is None or now - row.used >= NOTED:
        with in_passing():
            ApiToken.objects.filter(pk=row.pk).update(used=now)
