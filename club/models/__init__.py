"""Who belongs to the club, and how the club is set up."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import IntegrityError, models, transaction
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _

from club.look import BANNERS, BANNERS_BY_NIGHT, Accent, Crest
from club.models.channel import PushDelivery, PushDevice, PushKey, PushNotice, PushState, Topic, Wishes
from club.models.hook import Hook, HookDelivery, HookEvent, HookMessage
from club.models.page import Announcement, ClubPage
from club.models.place import GameTable, Place
from club.models.site import SiteConsent, SiteKey
from club.models.token import ApiAnswer, ApiToken, Scope
from club.names import validate_name

__all__ = [
    "Announcement",
    "ApiAnswer",
    "ApiToken",
    "ClubPage",
    "ClubSettings",
    "ColourScheme",
    "FormerWarbands",
    "GameTable",
    "Hook",
    "HookDelivery",
    "HookEvent",
    "HookMessage",
    "Language",
    "Member",
    "NewsMail",
    "Place",
    "PushDelivery",
    "PushDevice",
    "PushKey",
    "PushNotice",
    "PushState",
    "Scope",
    "SecondStepFor",
    "SignupMode",
    "SiteConsent",
    "SiteKey",
    "Submission",
    "Topic",
    "Wishes",
    "naming",
]


class ColourScheme(models.TextChoices):
    """How pages are coloured; automatic follows the reader's device."""

    AUTO = "auto", _("As my device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class Language(models.TextChoices):
    """Languages of the pages; the empty choice follows the browser. Names stay in their own language."""

    AUTO = "", _("As my browser")
    FRENCH = "fr", "Français"
    ENGLISH = "en", "English"


class NewsMail(models.TextChoices):
    """Whether a member gets news by mail, too; ``AT_ONCE``: the morning's mail, and at once what waits for them."""

    OFF = "", _("Never")
    DAILY = "daily", _("Every morning, if there are any")
    AT_ONCE = "at_once", _("Every morning, and at once when something waits for me")


class Member(AbstractUser):
    """A person with an account. ``is_staff`` makes a member a club admin."""

    display_name = models.CharField(
        _("name shown"),
        max_length=60,
        blank=True,
        validators=[validate_name],
        help_text=_("What other members see. Your user name is shown when this is empty."),
    )
    language = models.CharField(_("language"), max_length=2, blank=True, choices=Language, default=Language.AUTO)
    hidden = models.BooleanField(
        _("hide me from public pages"),
        default=False,
        help_text=_("Visitors without an account see “a member” instead of your name."),
    )
    colour_scheme = models.CharField(_("colours"), max_length=5, choices=ColourScheme, default=ColourScheme.AUTO)
    large_print = models.BooleanField(_("large print"), default=False)
    news_mail = models.CharField(
        _("news by mail"),
        max_length=7,
        blank=True,
        choices=NewsMail,
        default=NewsMail.OFF,
        help_text=_("To your confirmed e-mail address. Each mail has a link that ends them."),
    )
    reminders = models.BooleanField(
        _("reminders by mail"),
        default=True,
        help_text=_("A referee may remind you by mail of what is waiting for you, once a day at most."),
    )
    paper = models.JSONField(_("how I want paper"), default=dict, blank=True, editable=False)
    put_away = models.JSONField(_("first steps put away"), default=list, blank=True, editable=False)
    is_demo = models.BooleanField(_("demo account"), default=False, editable=False)
    closed = models.DateTimeField(_("account closed"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("member")
        verbose_name_plural = _("members")
        ordering = ["username"]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The name other members read. A closed account has none any more."""
        if self.closed is not None:
            return gettext("a former member")
        return self.display_name or self.username

    @property
    def written_in(self) -> str:
        """The language of what is written to the member: mails, messages, calendars."""
        return self.language or settings.LANGUAGE_CODE

    @property
    def is_club_admin(self) -> bool:
        """True when the member may change the club's settings and use the admin pages."""
        return self.is_active and self.is_staff

    def name_for(self, viewer: Any) -> str:
        """The name that ``viewer`` (a member or an anonymous visitor) may read."""
        if self.hidden and not getattr(viewer, "is_authenticated", False):
            return gettext("a member")
        return self.name


def naming(member: str) -> tuple[str, ...]:
    """Return what names a row's ``member`` (the field's name), for queries that read ``only`` what is shown."""
    return tuple(f"{member}__{field}" for field in ("username", "display_name", "hidden", "closed"))


class SignupMode(models.TextChoices):
    """Who may open an account."""

    OPEN = "open", _("Anyone may sign up")
    INVITATION = "invitation", _("Only with the club’s invitation code")
    CLOSED = "closed", _("Nobody: the club admin creates accounts")


class FormerWarbands(models.TextChoices):
    """What becomes of the warbands of who closes an account, as far as nothing else refers to them."""

    KEEP = "keep", _("They all stay, under “a former member”")
    REMOVE = "remove", _("Only those that served in a campaign stay, under “a former member”")


class SecondStepFor(models.TextChoices):
    """Who may not use the site without a second step when logging in. Whoever wants one may have one."""

    NOBODY = "nobody", _("Nobody: members set it up if they want to")
    ADMINS = "admins", _("Club admins")
    REFEREES = "referees", _("Club admins, and the referees of campaigns and seasons")


class ClubSettings(models.Model):
    """The one row that says what the club is called and who may join."""

    SINGLETON_ID = 1

    name = models.CharField(_("club name"), max_length=80, default="Arrière-Ban", validators=[validate_name])
    tagline = models.CharField(
        _("motto"), max_length=160, blank=True, help_text=_("One line under the name on the noticeboard.")
    )
    crest = models.CharField(_("crest"), max_length=20, choices=Crest, default=Crest.BANNER)
    accent = models.CharField(_("colour"), max_length=10, choices=Accent, default=Accent.OXBLOOD)
    signup_mode = models.CharField(_("who may sign up"), max_length=10, choices=SignupMode, default=SignupMode.OPEN)
    invitation_code = models.CharField(
        _("invitation code"),
        max_length=40,
        blank=True,
        help_text=_("New members type this code when they sign up. Capitals do not matter."),
    )
    asks_for_email = models.BooleanField(
        _("ask new members for an e-mail address"),
        default=True,
        help_text=_("Without one nobody can have a new password sent: a club admin has to set it."),
    )
    former_warbands = models.CharField(
        _("warbands of former members"), max_length=6, choices=FormerWarbands, default=FormerWarbands.KEEP
    )

    second_step_for = models.CharField(
        _("two-step sign-in is required for"),
        max_length=8,
        choices=SecondStepFor,
        default=SecondStepFor.NOBODY,
        help_text=_("Anyone without one is asked to set it up before anything else."),
    )
    guest_names_days = models.PositiveSmallIntegerField(
        _("days for which guests’ names are kept"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(3650)],
        help_text=_(
            "This long after a guest’s last match the name is replaced by “a guest”; results stay. Empty: never."
        ),
    )

    class Meta:
        verbose_name = _("club settings")
        verbose_name_plural = _("club settings")
        constraints = [
            models.CheckConstraint(condition=models.Q(id=1), name="only_one_club"),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, **kwargs: Any) -> None:
        """Store the settings as the only row, even if somebody else is storing the first ones at this very moment."""
        self.pk = self.SINGLETON_ID
        try:
            with transaction.atomic():
                super().save(**kwargs)
        except IntegrityError:
            if kwargs.get("force_insert"):
                raise
            super().save(force_update=True)

    @classmethod
    def load(cls) -> ClubSettings:
        """The club's settings; the defaults, not yet stored, on a new site."""
        return cls.objects.filter(pk=cls.SINGLETON_ID).first() or cls(pk=cls.SINGLETON_ID)

    def guests_forgotten_before(self) -> datetime | None:
        """The moment before which a guest must have played last for the name to go; None where names stay."""
        return timezone.now() - timedelta(days=self.guest_names_days) if self.guest_names_days else None

    @property
    def banner(self) -> str:
        """The banner's colour by day."""
        return BANNERS.get(self.accent, BANNERS[Accent.OXBLOOD])

    @property
    def banner_by_night(self) -> str:
        """The banner's colour in the dark scheme."""
        return BANNERS_BY_NIGHT.get(self.accent, BANNERS_BY_NIGHT[Accent.OXBLOOD])

    @property
    def invites_by(self) -> str:
        """What a link that invites to the club carries: the code where one is wanted."""
        return self.invitation_code.strip() if self.signup_mode == SignupMode.INVITATION else ""

    def accepts_code(self, code: str) -> bool:
        """True when ``code`` is the invitation code. An empty club code opens no door."""
        expected = self.invitation_code.strip().casefold()
        return bool(expected) and code.strip().casefold() == expected


class Submission(models.Model):
    """A form that made something, so that the same form sent again leads there (``club.once``).

    ``key`` says who sent what; ``model`` and ``row`` what came of it, if anything is left of it, ``address`` where it
    led.
    """

    key = models.CharField(max_length=64, primary_key=True)
    model = models.CharField(max_length=60, blank=True)
    row = models.CharField(max_length=40, blank=True)
    address = models.CharField(max_length=400, blank=True)
    at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("form sent")
        verbose_name_plural = _("forms sent")

    def __str__(self) -> str:
        return f"{self.model} {self.row}"
