"""Addresses of the club's own pages."""

from django.urls import URLPattern, URLResolver, path

from club import first_steps, invitation, search, views
from club.announcements import views as announcements
from club.channels import views as channels
from club.hooks import arrivals, views as hooks
from club.offline import manifest, views as offline, worker
from club.outbox import views as outbox
from club.page import views as club_page
from club.paper import views as paper
from club.places import views as places
from club.rulings import views as rulings
from club.sites import views as sites
from club.tokens import views as tokens

app_name = "club"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.home, name="home"),
    path("search/", search.page, name="search"),
    path("about/", views.about, name="about"),
    path("me/", views.profile, name="profile"),
    path("me/data.zip", views.own_data, name="own_data"),
    path("me/close/", views.close, name="close"),
    path("me/devices/<int:pk>/end/", views.end_session, name="end_session"),
    path("me/sites/", sites.sites, name="sites"),
    path("me/sites/<int:pk>/revoke/", sites.take_back, name="site_revoke"),
    path("me/channels/", channels.channels, name="channels"),
    path("me/channels/devices/", channels.add_device, name="device_add"),
    path("me/channels/devices/<int:pk>/remove/", channels.remove_device, name="device_remove"),
    path("me/channels/devices/<int:pk>/try/", channels.try_device, name="device_try"),
    path("me/channels/open/", channels.open_notices, name="open_notices"),
    path("me/tokens/", tokens.tokens, name="tokens"),
    path("me/tokens/new/", tokens.new, name="token_new"),
    path("me/tokens/revoke/", tokens.revoke_all, name="tokens_revoke"),
    path("me/tokens/<int:pk>/revoke/", tokens.revoke, name="token_revoke"),
    path("push/renewed/", channels.renew_device, name="device_renew"),
    path("club/settings/", views.club_settings, name="settings"),
    path("club/", club_page.page, name="page"),
    path("club/page/", club_page.edit, name="page_edit"),
    path("club/announcements/", announcements.announcements, name="announcements"),
    path("club/announcements/new/", announcements.new, name="announcement_new"),
    path("club/announcements/<int:pk>/", announcements.announcement, name="announcement"),
    path("club/announcements/<int:pk>/change/", announcements.change, name="announcement_change"),
    path("club/announcements/<int:pk>/withdraw/", announcements.withdraw, name="announcement_withdraw"),
    path("club/places/", places.places, name="places"),
    path("club/places/new/", places.new_place, name="place_new"),
    path("club/places/<int:pk>/", places.change_place, name="place"),
    path("club/places/<int:pk>/retire/", places.retire_place, name="place_retire"),
    path("club/places/<int:pk>/tables/new/", places.new_table, name="table_new"),
    path("club/tables/<int:pk>/", places.change_table, name="table"),
    path("club/tables/<int:pk>/retire/", places.retire_table, name="table_retire"),
    path("club/hooks/", hooks.hooks, name="hooks"),
    path("club/hooks/arrivals/", arrivals.arrivals, name="hook_arrivals"),
    path("club/hooks/new/<slug:kind>/", hooks.new, name="hook_new"),
    path("club/hooks/<int:pk>/", hooks.hook, name="hook"),
    path("club/hooks/<int:pk>/<slug:what>/", hooks.act, name="hook_act"),
    path("club/hooks/<int:pk>/deliveries/<int:delivery>/again/", hooks.again, name="hook_again"),
    path("club/first-steps/", first_steps.change, name="first_steps"),
    path("club/invitation/", invitation.poster, name="poster"),
    path("invitation/", invitation.invitation, name="invitation"),
    path("invitation/<path:code>/", invitation.invitation, name="invitation_link"),
    path("language/", views.set_language, name="set_language"),
    path("rules/rulings/<slug:game>/", rulings.index, name="rulings"),
    path("rules/rulings/<slug:game>/<slug:number>/", rulings.page, name="ruling"),
    path("appearance/", views.set_appearance, name="set_appearance"),
    path("outbox/", outbox.outbox, name="outbox"),
    path("paper/choices/", paper.choose, name="paper"),
    path("sw.js", worker.worker, name="worker"),
    path("manifest.webmanifest", manifest.manifest, name="manifest"),
    path("favicon.ico", offline.favicon, name="favicon"),
    path("offline/", offline.page, name="offline"),
    path("offline/mine.json", offline.mine, name="offline_mine"),
    path("go/<slug:word>/", offline.go, name="go"),
]
