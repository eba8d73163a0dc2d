"""What the club says of itself: its page, and the announcements of its board."""

from __future__ import annotations

from datetime import date

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from club.names import validate_name

MARKDOWN = _("Paragraphs, lists and links may be written in Markdown.")


class ClubPage(models.Model):
    """The one row of what stands on the club's own page. Texts are Markdown; ``visitors_see_…``: without an account."""

    SINGLETON_ID = 1

    about = models.TextField(_("the club in a few words"), max_length=4000, blank=True, help_text=MARKDOWN)
    games = models.TextField(_("what is played"), max_length=2000, blank=True)
    hours = models.TextField(
        _("when the club meets"), max_length=1000, blank=True, help_text=_("Such as “Thursdays from 19:30, all year”.")
    )
    contact = models.TextField(
        _("how to reach the club"), max_length=1000, blank=True, help_text=_("An address of mail, a number, a website.")
    )
    visitors_see_about = models.BooleanField(_("the club in a few words"), default=True)
    visitors_see_games = models.BooleanField(_("what is played"), default=True)
    visitors_see_hours = models.BooleanField(_("when the club meets"), default=True)
    visitors_see_places = models.BooleanField(_("where it plays, and how to get there"), default=True)
    visitors_see_contact = models.BooleanField(_("how to reach the club"), default=True)
    visitors_see_people = models.BooleanField(_("who runs it"), default=False)

    class Meta:
        verbose_name = _("club’s page")
        verbose_name_plural = _("club’s page")
        constraints = [models.CheckConstraint(condition=Q(id=1), name="only_one_page_of_the_club")]

    def __str__(self) -> str:
        return str(self._meta.verbose_name)

    @classmethod
    def load(cls) -> ClubPage:
        """Return the page; an empty one, not yet stored, on a new site."""
        return cls.objects.filter(pk=cls.SINGLETON_ID).first() or cls(pk=cls.SINGLETON_ID)


class AnnouncementsAsked(models.QuerySet["Announcement"]):
    """Questions about announcements; ``today`` is a day by the club's clock."""

    def begun(self, today: date) -> AnnouncementsAsked:
        """Those whose first day has come."""
        return self.filter(Q(shown_from=None) | Q(shown_from__lte=today))

    def current(self, today: date) -> AnnouncementsAsked:
        """Those begun whose last day is not over."""
        return self.begun(today).filter(Q(shown_until=None) | Q(shown_until__gte=today))

    def open_to(self, *, member: bool) -> AnnouncementsAsked:
        """What a member may read, or a visitor."""
        return self if member else self.filter(public=True)


class Announcement(models.Model):
    """What the board tells the club, in Markdown.

    ``pinned``: it hangs on the noticeboard, too. It is shown from its first day to its last, both included; ``told`` is
    when members got it as news, which happens once.
    """

    title = models.CharField(_("title"), max_length=120, validators=[validate_name])
    text = models.TextField(
        pgettext_lazy("of an announcement", "text"), max_length=10000, blank=True, help_text=MARKDOWN
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+", editable=False
    )
    pinned = models.BooleanField(_("pin it to the noticeboard"), default=False)
    public = models.BooleanField(_("visitors may read it, too"), default=False)
    shown_from = models.DateField(_("first day"), null=True, blank=True)
    shown_until = models.DateField(_("last day"), null=True, blank=True)
    created = models.DateTimeField(default=timezone.now, editable=False)
    told = models.DateTimeField(null=True, editable=False)

    objects = AnnouncementsAsked.as_manager()

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        ordering = ["-created", "-pk"]
        indexes = [
            models.Index(fields=["-created", "-id"], name="announcement_newest"),
            models.Index(fields=["shown_from"], condition=Q(told=None), name="announcement_to_tell"),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """Where it can be read as long as it is not withdrawn."""
        return reverse("club:announcement", args=[self.pk])

    def is_begun(self, today: date) -> bool:
        """Tell whether its first day has come."""
        return self.shown_from is None or self.shown_from <= today

    def is_over(self, today: date) -> bool:
        """Tell whether its last day has passed."""
        return self.shown_until is not None and self.shown_until < today
