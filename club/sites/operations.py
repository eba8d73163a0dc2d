"""Letting another site know, and taking that back: its tokens are worth nothing from then on."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import timedelta
from typing import Final

from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Client, Token
from django.db import transaction
from django.utils import timezone

from club.auth import is_shut_out
from club.models import Member, SiteConsent
from club.operations import for_update
from club.outages.trouble import in_passing

SWEEP_MOST: Final = 500
REFRESHED: Final = timedelta(days=30)


def agreed(member: Member, client: Client, scopes: Collection[str]) -> SiteConsent | None:
    """Return the consent that a member has given to all of this; none where an address told is theirs no more."""
    found = SiteConsent.objects.filter(member=member, client=client).first()
    if found is None or not set(scopes) <= set(found.scopes):
        return None
    if found.email and not EmailAddress.objects.filter(user=member, email=found.email, verified=True).exists():
        return None
    return found


def agree(*, member: Member, client: Client, scopes: Iterable[str], email: str = "") -> None:
    """Keep that a member lets a site know this, and what they let it know before."""
    now, scopes = timezone.now(), set(scopes)
    before = SiteConsent.objects.filter(member=member, client=client).first()
    if before is not None and scopes <= set(before.scopes) and before.email == email:
        with in_passing():
            SiteConsent.objects.filter(pk=before.pk).update(used=now)
        return
    with transaction.atomic():
        kept, is_new = for_update(SiteConsent.objects.all()).get_or_create(
            member=member, client=client, defaults={"scopes": sorted(scopes), "email": email}
        )
        if not is_new:
            kept.scopes = sorted({*kept.scopes, *scopes})
            kept.email, kept.used = email, now
            kept.save(update_fields=["scopes", "email", "used"])


def hold(refresh: str) -> bool:
    """Keep others from using a token to refresh by, or from taking its consent back, until the transaction ends.

    False where there is no such token, nobody who may be here, or no consent.
    """
    tokens = Token.objects.valid().by_value(refresh).filter(type=Token.Type.REFRESH_TOKEN)
    found = tokens.select_related("user").first()
    if found is None or found.user is None or is_shut_out(found.user):
        return False
    consents = SiteConsent.objects.filter(member=found.user, client=found.client)
    return for_update(consents).first() is not None and for_update(tokens).first() is not None


@transaction.atomic
def take_back(*, member: Member, number: int) -> str | None:
    """Let a site know nothing more, and return its name; None where nothing was agreed to."""
    found = for_update(SiteConsent.objects.filter(member=member, pk=number)).select_related("client").first()
    if found is None:
        return None
    Token.objects.filter(user=member, client=found.client).delete()
    found.delete()
    return str(found.client.name)


def follow_closing(member: Member) -> None:
    """Let no site know anything of who closes the account. Within a transaction."""
    list(for_update(SiteConsent.objects.filter(member=member).order_by("pk")))  # nobody renews a token meanwhile
    Token.objects.filter(user=member).delete()
    SiteConsent.objects.filter(member=member).delete()


def forget() -> int:
    """Delete tokens that have run out; return how many."""
    gone = list(Token.objects.expired().values_list("pk", flat=True)[:SWEEP_MOST])
    Token.objects.filter(pk__in=gone).delete()
    return len(gone)
