"""All addresses of the site: each room's own, the accounts, the admin."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from config.health import healthz

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("club.urls")),
    path("", include("rosters.urls")),
    path("", include("campaigns.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("healthz", healthz, name="healthz"),
]
