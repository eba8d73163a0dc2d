"""What a token must be good for, address by address."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja.security import HttpBearer

from club.access import member_of
from club.api.problems import ApiError, demand
from club.api.repeats import HEADER
from club.models import ApiToken, Member, Scope


class Token(HttpBearer):
    """A token that is good for one of these. ``once``: the request must name a key, for two equal ones would count."""

    scopes: ClassVar[tuple[Scope, ...]]
    once: ClassVar[bool] = False

    def __call__(self, request: HttpRequest) -> Any | None:
        """Return the token that was shown at the door; None for none."""
        token: ApiToken | None = getattr(request, "api_token", None)
        return None if token is None else self._look(request, token)

    def authenticate(self, request: HttpRequest, token: str) -> Any | None:
        """Ninja's own way in, which nobody takes: the door has read the header."""
        return None

    def _look(self, request: HttpRequest, token: ApiToken) -> ApiToken:
        demand(token, self.scopes)
        request.api_scopes = self.scopes  # type: ignore[attr-defined]
        if self.once and HEADER not in request.headers:
            detail = _("Name a key of your own (Idempotency-Key): sent twice, this counts twice.")
            raise ApiError(400, "key_missing", detail)
        return token


class Read(Token):
    """To read what its member sees."""

    scopes = (Scope.READ,)


class Play(Token):
    """To play for its member."""

    scopes = (Scope.PLAY,)


class PlayOnce(Play):
    """The same, under a key."""

    once = True


class Referee(Token):
    """To referee for its member."""

    scopes = (Scope.REFEREE,)


class RefereeOnce(Referee):
    """The same, under a key."""

    once = True


class Admin(Token):
    """To manage the club for its member, an admin."""

    scopes = (Scope.ADMIN,)


class AdminOnce(Admin):
    """The same, under a key."""

    once = True


class PlayOrReferee(Token):
    """One's own with the scope to play, others' with that to referee: see ``acts``."""

    scopes = (Scope.PLAY, Scope.REFEREE)


class PlayOrRefereeOnce(PlayOrReferee):
    """The same, under a key."""

    once = True


class Visitor:
    """Lets in who shows no token."""

    openapi_security_schema: ClassVar[dict[str, str]] = {}

    def __call__(self, request: HttpRequest) -> AnonymousUser | None:
        """Return a visitor; None for a member, whose token is not good for this."""
        return AnonymousUser() if member_of(request) is None else None


KINDS: Final = {
    kind.__name__: kind
    for kind in (Read, Play, PlayOnce, Referee, RefereeOnce, PlayOrReferee, PlayOrRefereeOnce, Admin, AdminOnce)
}
"""By the name under which the document lists them."""
EVERYBODY: Final = [Read(), Visitor()]


def acts(request: HttpRequest, *, own: bool) -> Member:
    """Return who acts: on what is their own with the scope to play, on others' with that to referee."""
    token: ApiToken = request.api_token  # type: ignore[attr-defined]
    needed = Scope.PLAY if own else Scope.REFEREE
    demand(token, (needed,))
    request.api_scopes = (needed,)  # type: ignore[attr-defined]
    return token.member
