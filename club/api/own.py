"""Who I am, as the API knows it."""

from __future__ import annotations

from datetime import datetime

from django.http import HttpRequest
from msgspec import Struct
from ninja import Router

from club.access import signed_in
from club.api.scopes import Read
from club.api.structs import told
from club.models import ApiToken

router = Router(tags=["me"])


class Me(Struct, frozen=True):
    """The member whose token was shown, and what the token is good for."""

    username: str
    name: str
    is_admin: bool
    language: str
    token: str
    scopes: tuple[str, ...]
    expires: datetime


@router.get("/me", response=told(Me), auth=Read())
def me(request: HttpRequest) -> Me:
    """The member whose token was shown."""
    member = signed_in(request)
    token: ApiToken = request.api_token  # type: ignore[attr-defined]
    return Me(
        username=member.username,
        name=member.name,
        is_admin=member.is_club_admin,
        language=member.language,
        token=token.name,
        scopes=tuple(token.scopes),
        expires=token.expires,
    )
