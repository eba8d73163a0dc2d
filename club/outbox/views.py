"""What a script has to know before it sends what waits."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse
from django.middleware.csrf import get_token
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from club.access import member_of
from club.outbox.seals import seals_of


@never_cache
@require_safe
def outbox(request: HttpRequest) -> JsonResponse:
    """Who is logged in now, the keys to what they wrote, and a fresh token for forms; nobody without a member."""
    member = member_of(request)
    if member is None:
        return JsonResponse({"member": "", "seals": [], "token": ""})
    return JsonResponse({"member": str(member.pk), "seals": seals_of(member), "token": get_token(request)})
