"""Registers the club app."""

from allauth.account.signals import user_logged_in
from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_out
from django.utils.translation import gettext_lazy as _


class ClubConfig(AppConfig):
    """Members, club settings, noticeboard."""

    name = "club"
    verbose_name = _("Club")

    def ready(self) -> None:
        """Register the system checks, which register themselves when imported, and the lookups."""
        from club import checks, first_steps, lookups, noticeboard, search  # noqa: F401
        from club.channels.push import devices
        from club.found import own
        from club.offline import own as kept
        from club.page import views as page
        from club.ways_in.operations import follow_log_in

        lookups.register()
        own.register()
        kept.register()
        user_logged_out.connect(devices.follow_logging_out, dispatch_uid="club.channels.push")
        user_logged_in.connect(follow_log_in, dispatch_uid="club.ways_in")
        noticeboard.provider(page.pinned_notice)
        noticeboard.provider(first_steps.notice)
        search.register(search.rulings, last=True)
