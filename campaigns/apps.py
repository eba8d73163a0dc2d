from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CampaignsConfig(AppConfig):
    name = "campaigns"
    verbose_name = _("Campaigns")

    def ready(self) -> None:
        """Open enlisted warbands to the campaign's people, keep what follows from others' doings, hang up notices."""
        from campaigns import noticeboard as notices
        from campaigns.league.access import CampaignGrants
        from campaigns.matches.operations import results
        from campaigns.matches.rebuild import rebuild_matches
        from campaigns.seasons.operations import ratings, tallies
        from campaigns.seasons.rebuild import rebuild_statistics
        from campaigns.tables.rebuild import rebuild_tables
        from campaigns.wars.hire import operations as hireables
        from club import noticeboard, rebuilding
        from rosters import access, operations, panels

        access.register(CampaignGrants())
        operations.on_step(hireables.follow)
        results.on_results(tallies.follow)
        results.on_results(ratings.follow)
        noticeboard.provider(notices.home)
        rebuilding.register("matches", rebuild_matches)
        rebuilding.register("ratings and statistics", rebuild_statistics)
        rebuilding.register("card tables", rebuild_tables)
        panels.provider(notices.warband)
