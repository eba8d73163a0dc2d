"""Mail as a job: nobody waits for a mail server, nothing is lost, and the club admin sees what did not arrive."""

from __future__ import annotations

import smtplib
import socket
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth.models import Permission
from django.core import mail as outbox
from django.core.mail import EmailMultiAlternatives, send_mail
from django.test import Client
from pytest_django import Settings

from campaigns.jobs import mail, queue as jobs, signs
from campaigns.jobs.models import Job, JobState, Mail
from club.departure import close_account
from club.models import Member
from tests.campaigns.clock import Clock
from tests.clients import client_of
from tests.club.test_signup import FORM
from tests.factories.club import MemberFactory, member_with_address

pytestmark = pytest.mark.django_db
QUEUE = {"BACKEND": "campaigns.jobs.mail.QueueBackend"}


@pytest.fixture(autouse=True)
def queued(settings: Settings) -> None:
    """Mails are queued as on a site, and delivered to the tests' outbox."""
    settings.MAILERS = {"default": QUEUE, "delivery": {"BACKEND": "django.core.mail.backends.locmem.EmailBackend"}}


@pytest.fixture
def no_server(settings: Settings) -> None:
    """The mail server refuses connections."""
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        options = {"host": "127.0.0.1", "port": holder.getsockname()[1], "timeout": 2}
    backend = "django.core.mail.backends.smtp.EmailBackend"
    settings.MAILERS = {"default": QUEUE, "delivery": {"BACKEND": backend, "OPTIONS": options}}


def the_job() -> Job:
    return Job.objects.get(kind=mail.KIND)


def says(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def refuse(*_arguments: object, **_options: object) -> int:
        raise error

    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", refuse)


def test_an_account_opens_without_a_mail_server(no_server: None) -> None:
    visitor = client_of()
    assert visitor.post("/accounts/signup/", FORM).status_code == 302
    assert Member.objects.get(username="odo").email == "odo@example.org"
    assert visitor.get("/me/").status_code == 200
    waiting = Mail.objects.get()
    assert waiting.recipients == "odo@example.org"
    assert jobs.run(the_job().pk) is False
    assert (the_job().state, the_job().attempts) == (JobState.WAITING, 1)
    assert "refused" in the_job().error


def test_a_password_can_be_asked_for_without_a_mail_server(no_server: None) -> None:
    member_with_address(username="alix")
    assert client_of().post("/accounts/password/reset/", {"email": "alix@example.org"}).status_code == 302
    assert Mail.objects.get().recipients == "alix@example.org"


def test_a_mail_arrives_as_it_was_written_and_is_forgotten() -> None:
    written = EmailMultiAlternatives(
        "Château", "plain", "club@x.example", ["a@x.example"], bcc=["b@x.example"], cc=["c@x.example"],
        reply_to=["r@x.example"], headers={"X-Club": "1"},
    )  # fmt: skip
    written.attach_alternative("<p>rich</p>", "text/html")
    written.attach("sheet.pdf", b"%PDF\xff", "application/pdf")
    written.attach("notes.txt", "words", "text/plain")
    assert written.send() == 1
    assert outbox.outbox == []
    assert jobs.run(the_job().pk) is True
    [sent] = outbox.outbox
    for field in ("subject", "body", "from_email", "to", "cc", "bcc", "reply_to", "extra_headers", "alternatives"):
        assert getattr(sent, field) == getattr(written, field), field
    assert [tuple(attached) for attached in sent.attachments] == [tuple(attached) for attached in written.attachments]
    kept = Mail.objects.get()
    assert kept.content == {}
    assert kept.sent is not None
    assert the_job().state == JobState.DONE
    assert jobs.run(the_job().pk) is False
    assert len(outbox.outbox) == 1


def test_a_server_that_is_down_is_tried_again_later_and_later(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    send_mail("Hello", "there", None, ["a@x.example"])
    with monkeypatch.context() as patched:
        says(patched, smtplib.SMTPServerDisconnected("gone"))
        for attempt, delay in enumerate(mail.DELAYS, start=1):
            assert jobs.run(the_job().pk) is False
            assert (the_job().state, the_job().attempts) == (JobState.WAITING, attempt)
            clock.passes(delay - timedelta(seconds=1))
            assert jobs.sweep() == 0
            assert jobs.run(the_job().pk) is False
            assert the_job().attempts == attempt, "too early"
            clock.passes(timedelta(seconds=2))
            assert signs.overdue() == 0
            assert jobs.sweep() == 1
        assert jobs.run(the_job().pk) is False
    assert the_job().state == JobState.FAILED
    assert the_job().error == "SMTPServerDisconnected: gone"
    assert mail.try_again([Mail.objects.get().pk]) == 1
    assert jobs.run(the_job().pk) is True
    assert len(outbox.outbox) == 1


@pytest.mark.parametrize(
    ("error", "state"),
    [
        (smtplib.SMTPRecipientsRefused({"a@x.example": (550, b"no such user")}), JobState.FAILED),
        (smtplib.SMTPRecipientsRefused({"a@x.example": (450, b"busy")}), JobState.WAITING),
        (smtplib.SMTPDataError(554, b"spam"), JobState.FAILED),
        (smtplib.SMTPDataError(451, b"later"), JobState.WAITING),
        (smtplib.SMTPAuthenticationError(535, b"wrong password"), JobState.WAITING),
    ],
)
def test_a_server_that_says_no_for_good_is_believed(
    monkeypatch: pytest.MonkeyPatch, error: Exception, state: JobState
) -> None:
    send_mail("Hello", "there", None, ["a@x.example"])
    says(monkeypatch, error)
    assert jobs.run(the_job().pk) is False
    assert the_job().state == state
    assert type(error).__name__ in the_job().error


def test_a_mail_to_nobody_is_none() -> None:
    assert EmailMultiAlternatives("Hello", "there").send() == 0
    assert not Mail.objects.exists()


def test_other_jobs_are_tried_as_before(clock: Clock) -> None:
    job = jobs.enqueue(kind="unheard-of", subject=1, asked_by=None)
    for _attempt in range(jobs.ATTEMPTS):
        assert jobs.run(job.pk) is False
    job.refresh_from_db()
    assert (job.state, job.attempts, job.due) == (JobState.FAILED, jobs.ATTEMPTS, None)


def test_what_was_sent_long_ago_is_forgotten(clock: Clock) -> None:
    send_mail("Hello", "there", None, ["a@x.example"])
    send_mail("Waiting", "for ever", None, ["a@x.example"])
    first = Mail.objects.get(subject="Hello")
    assert jobs.run(Job.objects.get(subject=first.pk).pk) is True
    clock.passes(timedelta(days=settings.KEEP_FINISHED_DAYS))
    assert mail.forget() == 0
    clock.passes(timedelta(seconds=1))
    assert mail.forget() == 1
    assert [kept.subject for kept in Mail.objects.all()] == ["Waiting"]
    assert Job.objects.filter(kind=mail.KIND).count() == 1


# The club admin


def admin() -> Client:
    return client_of(MemberFactory.create(club_admin=True))


LIST = "/admin/campaigns/mail/"


def test_the_club_admin_sees_what_failed_and_tries_again(no_server: None, settings: Settings) -> None:
    send_mail("Choose a new password", "https://x.example/the-secret-link", None, ["a@x.example"])
    jobs.run(the_job().pk)
    chosen = Mail.objects.get().pk
    reader = admin()
    page = reader.get(LIST).content.decode()
    assert "a@x.example" in page
    assert "ConnectionRefusedError" in page
    assert "Try to send the chosen mails now" in page
    single = reader.get(f"{LIST}{chosen}/change/").content.decode()
    assert "ConnectionRefusedError" in single
    assert "the-secret-link" not in page + single
    assert "a@x.example" not in reader.get(f"{LIST}?state=failed").content.decode()
    Job.objects.update(state=JobState.FAILED)
    assert "a@x.example" in reader.get(f"{LIST}?state=failed").content.decode()

    told = reader.post(LIST, {"action": "try_again", "_selected_action": [chosen]}, follow=True)
    assert "1 mail is on its way again." in told.content.decode()
    assert (the_job().state, the_job().attempts, the_job().due) == (JobState.WAITING, 0, None)


def test_who_may_only_look_sends_nothing(no_server: None) -> None:
    send_mail("Hello", "there", None, ["a@x.example"])
    jobs.run(the_job().pk)
    looker = MemberFactory.create(is_staff=True)
    looker.user_permissions.add(Permission.objects.get(codename="view_mail"))
    reader = client_of(looker)
    assert "Try to send" not in reader.get(LIST).content.decode()
    reader.post(LIST, {"action": "try_again", "_selected_action": [Mail.objects.get().pk]})
    assert the_job().due is not None


def test_a_closed_account_leaves_no_mail_behind() -> None:
    member, other = member_with_address(username="alix"), member_with_address(username="odo")
    for one in (member, other):
        send_mail("Hello", "Come along.", None, [one.email])
    close_account(member=member)
    assert [row.recipients for row in Mail.objects.all()] == [other.email]
    assert Job.objects.filter(kind=mail.KIND).count() == 1
