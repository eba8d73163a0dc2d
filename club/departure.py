"""Closing an account: personal data go, what others have built on stays under "a former member".

The row of the member remains, so that warbands, results and journals keep who they belong to, but nothing in it says
who that was. Other rooms keep personal data of their own; they register what is to go with the account.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.devices import end_sessions
from club.models import ApiAnswer, ApiToken, Language, Member, NewsMail, PushDevice, Wishes
from club.operations import Refused, for_update
from club.sites.operations import follow_closing as leave_sites

Listener = Callable[[Member], None]
"""Is told, inside the transaction, whose account closes, while it still says who that is; may refuse."""
_LISTENERS: Final[list[Listener]] = []


def on_closing(listener: Listener) -> None:
    """Let a room take its personal data out when an account closes. Registering twice changes nothing."""
    if listener not in _LISTENERS:
        _LISTENERS.append(listener)


@transaction.atomic
def close_account(*, member: Member) -> None:
    """Close an account for good. Closing twice changes nothing.

    Raises ``Refused`` for the club's last admin, and with whatever a room objects.
    """
    locked = for_update(Member.objects.all()).get(pk=member.pk)
    if locked.closed is not None:
        return
    admins = Member.objects.filter(is_active=True, is_staff=True)
    if locked.is_club_admin and not admins.exclude(pk=locked.pk).exists():
        raise Refused.because("last_admin", _("The club needs an admin. Make somebody else an admin first."))
    for listener in _LISTENERS:
        listener(locked)
    _forget(locked)
    member.refresh_from_db()


def _forget(member: Member) -> None:
    """Take out of the row whatever says who it was, and how and where they logged in.

    A session that no list knows ends as well, because it hangs on the password.
    """
    Authenticator.objects.filter(user=member).delete()
    SocialAccount.objects.filter(user=member).delete()
    leave_sites(member)
    end_sessions(member)
    EmailAddress.objects.filter(user=member).delete()
    Wishes.objects.filter(member=member).delete()
    PushDevice.objects.filter(member=member).delete()
    ApiToken.objects.filter(member=member).delete()
    ApiAnswer.objects.filter(member=member).delete()
    about = ContentType.objects.get_for_model(Member)
    LogEntry.objects.filter(content_type=about, object_id=str(member.pk)).update(object_repr="-", change_message="")
    member.username = f"former-{member.pk}-{secrets.token_hex(4)}"
    member.display_name = member.first_name = member.last_name = member.email = ""
    member.news_mail = NewsMail.OFF.value
    member.language, member.last_login = Language.AUTO.value, None
    member.is_active = member.is_staff = member.is_superuser = member.is_demo = False
    member.hidden = True
    member.closed = timezone.now()
    member.set_unusable_password()
    member.save()
    member.groups.clear()
    member.user_permissions.clear()
