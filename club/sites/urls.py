"""Addresses that other sites ask at, under the names that allauth looks them up by."""

from django.urls import URLPattern, URLResolver, include, path

from club.sites import views

_OIDC: list[URLPattern | URLResolver] = [
    path(".well-known/openid-configuration", views.configuration, name="configuration"),
    path(".well-known/jwks.json", views.jwks, name="jwks"),
    path("identity/o/authorize", views.authorization, name="authorization"),
    path("identity/o/api/token", views.token, name="token"),
    path("identity/o/api/userinfo", views.user_info, name="userinfo"),
    path("identity/o/api/revoke", views.revoke, name="revoke"),
    path("identity/o/api/device/code", views.absent, name="device_code"),
    path("identity/o/logout", views.absent, name="logout"),
]

urlpatterns: list[URLPattern | URLResolver] = [path("", include(([path("", include((_OIDC, "oidc")))], "idp")))]
