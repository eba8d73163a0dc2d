from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CampaignsConfig(AppConfig):
    name = "campaigns"
    verbose_name = _("Campaigns")

    def ready(self) -> None:
        """Open enlisted warbands to the campaign's people, keep the pool of characters for hire, hang up notices."""
        from campaigns import noticeboard as notices
        from campaigns.access import CampaignGrants
        from campaigns.operations import hireables
        from club import noticeboard
        from rosters import access, operations, panels

        access.register(CampaignGrants())
        operations.on_step(hireables.follow)
        noticeboard.provider(notices.home)
        panels.provider(notices.warband)
