from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CampaignsConfig(AppConfig):
    name = "campaigns"
    verbose_name = _("Campaigns")

    def ready(self) -> None:
        """Open enlisted warbands to the campaign's readers and referees."""
        from campaigns.access import CampaignGrants
        from rosters.access import register

        register(CampaignGrants())
