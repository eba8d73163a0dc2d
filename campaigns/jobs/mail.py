"""Mail as a job: whoever causes a mail does not wait for a mail server, and loses nothing when there is none.

``QueueBackend`` stores what Django sends, in the transaction of whatever it is about; a worker hands it to the mailer
called ``delivery``. A server that does not answer is tried again, later and later; one that says no for good is
believed.
"""

from __future__ import annotations

import smtplib
from base64 import b64decode, b64encode
from collections.abc import Collection, Iterable, Sequence
from datetime import timedelta
from typing import Any, Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailAttachment, EmailMessage, EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery
from django.utils import timezone

from campaigns.jobs import queue as jobs
from campaigns.jobs.models import Job, JobState, Mail, Rank
from club.models import Member

KIND: Final = "mail"
DELIVERY: Final = "delivery"
"""The mailer that reaches a server."""
DELAYS: Final = tuple(timedelta(minutes=count) for count in (1, 5, 15, 60, 180, 480, 1440))
"""From one attempt to the next: a day and a half, while the link in a mail holds for three days."""


# Writing


class QueueBackend(BaseEmailBackend):
    """Stores every mail and asks for a job to send it."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Return how many were stored. Those without anybody to send them to are not counted."""
        addressed = [message for message in email_messages if message.recipients()]
        for message in addressed:
            _store(message)
        return len(addressed)


@transaction.atomic
def _store(message: EmailMessage) -> None:
    mail = Mail.objects.create(
        recipients=", ".join(str(address) for address in message.recipients()),
        subject=str(message.subject)[:300],
        content=_packed(message),
    )
    # Nobody waits for the mail of a list, and there may be hundreds of them in the morning.
    rank = Rank.ERRANDS if "List-Unsubscribe" in message.extra_headers else None
    jobs.enqueue(kind=KIND, subject=mail.pk, asked_by=None, rank=rank)


def _packed(message: EmailMessage) -> dict[str, Any]:
    """Return all of a mail as JSON."""
    attachments = []
    for attached in message.attachments:
        if not isinstance(attached, EmailAttachment):
            raise TypeError("a mail is kept with attachments of name, content and type, not with ready-made MIME parts")
        name, content, mimetype = attached
        if not isinstance(content, str | bytes):
            raise TypeError("an attached message is not kept")
        kept = content if isinstance(content, str) else b64encode(content).decode()
        attachments.append([name, kept, isinstance(content, str), mimetype])
    return {
        "subject": str(message.subject),
        "body": str(message.body),
        "from_email": str(message.from_email),
        **{field: [str(address) for address in getattr(message, field)] for field in ("to", "cc", "bcc", "reply_to")},
        "headers": {name: str(value) for name, value in message.extra_headers.items()},
        "subtype": message.content_subtype,
        "alternatives": [[str(text), mimetype] for text, mimetype in getattr(message, "alternatives", ())],
        "attachments": attachments,
    }


def unpacked(content: dict[str, Any]) -> EmailMultiAlternatives:
    """Return the mail that was stored."""
    names = ("subject", "body", "from_email", "to", "cc", "bcc", "reply_to", "headers")
    message = EmailMultiAlternatives(**{name: content[name] for name in names})
    message.content_subtype = content["subtype"]
    for text, mimetype in content["alternatives"]:
        message.attach_alternative(text, mimetype)
    for name, kept, is_text, mimetype in content["attachments"]:
        message.attach(name, kept if is_text else b64decode(kept), mimetype)
    return message


# Sending


def work(claim: jobs.Claim) -> None:
    """Hand one mail over, and forget what it says."""
    mail = Mail.objects.get(pk=claim.subject)
    if mail.sent is None:
        claim.heartbeat(progress=0, total=1)
        try:
            unpacked(mail.content).send(using=DELIVERY)
        except smtplib.SMTPException as error:
            if _is_final(error):
                raise jobs.Hopeless(f"{type(error).__name__}: {error}") from error
            raise
    with transaction.atomic():
        claim.finish()
        Mail.objects.filter(pk=mail.pk, sent=None).update(sent=timezone.now(), content={})


def _is_final(error: smtplib.SMTPException) -> bool:
    """Whether the server has said no to this mail, and not only for now. A wrong password says nothing about it."""
    if isinstance(error, smtplib.SMTPAuthenticationError):
        return False
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(code >= 500 for code, _said in error.recipients.values())
    return isinstance(error, smtplib.SMTPResponseException) and error.smtp_code >= 500


def with_jobs(mails: QuerySet[Mail]) -> QuerySet[Mail]:
    """Add to each mail its job's ``state``, ``attempts``, ``error`` and ``due``."""
    job = Job.objects.filter(kind=KIND, subject=OuterRef("pk")).order_by("-pk")
    return mails.annotate(**{name: Subquery(job.values(name)[:1]) for name in ("state", "attempts", "error", "due")})


def try_again(mails: Iterable[int]) -> int:
    """Send these mails now, whether they failed or wait for another attempt; return how many that is about."""
    count = 0
    for job in Job.objects.filter(kind=KIND, subject__in=mails, state__in=[JobState.FAILED, JobState.WAITING]):
        if job.state == JobState.FAILED:
            jobs.retry(job)
        else:
            jobs.hurry(job)
        count += 1
    return count


def follow_closing(member: Member) -> None:
    """Forget the mails to who closes an account, those that still wait included."""
    addresses = {member.email, *EmailAddress.objects.filter(user=member).values_list("email", flat=True)} - {""}
    theirs = list(Mail.objects.filter(recipients__in=addresses).values_list("pk", flat=True))
    _delete(theirs)


def forget() -> int:
    """Forget mails that were sent long ago (``settings.KEEP_FINISHED_DAYS``), and their jobs; return how many."""
    before = timezone.now() - timedelta(days=settings.KEEP_FINISHED_DAYS)
    old = list(Mail.objects.filter(sent__lt=before).values_list("pk", flat=True)[:200])
    return _delete(old) if old else 0


def _delete(mails: Collection[int]) -> int:
    """Delete mails and their jobs; return how many mails."""
    Job.objects.filter(kind=KIND, subject__in=mails).delete()
    return Mail.objects.filter(pk__in=mails).delete()[0]
