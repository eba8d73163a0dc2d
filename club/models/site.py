"""Other sites that members sign in to by this one: who let which of them know what, and the key it signs with."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class SiteKey(models.Model):
    """The one row of the key that this site signs with what it says of members to others (RS256), sealed.

    It is kept in the database, so that several hosts share it and other sites know it again after a restore.
    """

    SINGLETON_ID = 1

    private = models.TextField()
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("key for other sites")
        verbose_name_plural = _("keys for other sites")

    def __str__(self) -> str:
        return f"{self.created:%Y-%m-%d}"


class SiteConsent(models.Model):
    """A member lets another site know something: the ``scopes`` they agreed to, and which address they chose to tell.

    ``email`` is empty for the main one, whichever that is.
    """

    member = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="site_consents")
    client = models.ForeignKey("allauth_idp_oidc.Client", on_delete=models.CASCADE, related_name="consents")
    scopes = models.JSONField(default=list)
    email = models.EmailField(max_length=254, blank=True)
    since = models.DateTimeField(default=timezone.now)
    used = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("site signed in to")
        verbose_name_plural = _("sites signed in to")
        constraints = [models.UniqueConstraint(fields=["member", "client"], name="one_consent_a_site")]

    def __str__(self) -> str:
        return f"{self.member} – {self.client_id}"
