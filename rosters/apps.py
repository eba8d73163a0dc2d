"""Registers the rosters app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RostersConfig(AppConfig):
    """Warbands on paper."""

    name = "rosters"
    verbose_name = _("Rosters")

    def ready(self) -> None:
        """Hang the reader's warbands on the noticeboard, below what waits for an answer."""
        from club import departure as accounts, noticeboard, own_data, search
        from club.streams import kinds
        from rosters import departure, found, offline, search as here, watching
        from rosters.noticeboard import home

        noticeboard.provider(home, last=True)
        found.register()
        accounts.on_closing(departure.follow_closing)
        own_data.provider(departure.own_data)
        search.register(here.warbands)
        search.register(here.figures)
        search.register(here.rules, last=True)
        offline.register()
        for kind in watching.KINDS:
            kinds.register(kind)
