from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CampaignsConfig(AppConfig):
    name = "campaigns"
    verbose_name = _("Campaigns")

    def ready(self) -> None:
        """Open enlisted warbands to the campaign's readers and referees, and keep the pool of characters for hire."""
        from campaigns.access import CampaignGrants
        from campaigns.operations import hireables
        from rosters import access, operations

        access.register(CampaignGrants())
        operations.on_step(hireables.follow)
