"""Addresses of signing in with accounts elsewhere, under the names that allauth looks them up by.

Allauth's own list of them has more: a way in without the form's token, and redirects of addresses that never were here.
"""

from django.urls import URLPattern, URLResolver, path

from club.ways_in import views
from club.ways_in.servers import DISCORD, GOOGLE

_DISCORD = {"provider_id": DISCORD, "kind": DISCORD}
_GOOGLE = {"provider_id": GOOGLE, "kind": GOOGLE}

urlpatterns: list[URLPattern | URLResolver] = [
    path("3rdparty/", views.ways_in, name="socialaccount_connections"),
    path("3rdparty/<int:pk>/leave/", views.leave, name="way_in_leave"),
    path("3rdparty/signup/", views.sign_up, name="socialaccount_signup"),
    path("3rdparty/login/cancelled/", views.cancelled, name="socialaccount_login_cancelled"),
    path("3rdparty/login/error/", views.failed, name="socialaccount_login_error"),
    path("discord/login/", views.begin, _DISCORD, name="discord_login"),
    path("discord/login/callback/", views.come_back, _DISCORD, name="discord_callback"),
    path("google/login/", views.begin, _GOOGLE, name="google_login"),
    path("google/login/callback/", views.come_back, _GOOGLE, name="google_callback"),
    path("oidc/<slug:provider_id>/login/", views.begin, name="openid_connect_login"),
    path("oidc/<slug:provider_id>/login/callback/", views.come_back, name="openid_connect_callback"),
    path("2fa/webauthn/keys/<int:pk>/remove/", views.remove_passkey, name="mfa_remove_webauthn"),
]
