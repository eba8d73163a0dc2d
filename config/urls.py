"""All addresses of the site: each room's own, the accounts, the admin."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from club.signup import SignupView
from club.streams.middleware import mark
from config import api as pages
from config.api import api
from config.health import healthz, readyz
from config.metrics import metrics

handler500 = "club.outages.pages.error"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("club.urls")),
    path("", include("club.found.urls")),
    path("", include("club.sites.urls")),
    path("", include("rosters.urls")),
    path("", include("campaigns.urls")),
    path("tables/", include("campaigns.tables.urls")),
    path("play/", include("campaigns.wars.play.urls")),
    path("evenings/", include("campaigns.evenings.urls")),
    path("accounts/signup/", SignupView.as_view(), name="account_signup"),
    path("accounts/", include("club.ways_in.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    path("accounts/sessions/", include("allauth.usersessions.urls")),
    path("admin/", admin.site.urls),
    path("api/", pages.page, name="api"),
    path("api/v1/openapi.json", pages.openapi, name="openapi"),
    path("api/v1/", api.urls),
    path("api/v1/<path:rest>", pages.nothing, name="api_nothing"),
    path("live/<str:ticket>", mark, name="live"),
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
]
