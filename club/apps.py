"""Registers the club app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubConfig(AppConfig):
    """Members, club settings, noticeboard."""

    name = "club"
    verbose_name = _("Club")

    def ready(self) -> None:
        """Register the system checks, which register themselves when imported, and the lookups."""
        from club import checks, first_steps, lookups, noticeboard, search  # noqa: F401
        from club.page import views as page

        lookups.register()
        noticeboard.provider(page.pinned_notice)
        noticeboard.provider(first_steps.notice)
        search.register(search.rulings, last=True)
