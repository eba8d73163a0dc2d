"""Addresses for crawlers, other sites and readers of feeds."""

from django.urls import URLPattern, path

from club.found import cards, embeds, feeds, views

app_name = "found"

urlpatterns: list[URLPattern] = [
    path("robots.txt", views.robots, name="robots"),
    path("sitemap.xml", views.index, name="sitemap"),
    path("sitemap-<slug:section>.xml", views.part, name="sitemap_part"),
    path(".well-known/security.txt", views.security, name="security"),
    path("embed/<slug:kind>/<slug:key>/", embeds.embed, name="embed"),
    path("oembed", embeds.oembed, name="oembed"),
    path("share/<slug:subject>/<slug:key>/", embeds.share, name="share"),
    path("feeds/<slug:kind>.atom", feeds.feed, name="feed"),
    path("feeds/<slug:kind>/<slug:key>.atom", feeds.feed, name="feed_of"),
    path("cards/<slug:kind>/<slug:key>.png", cards.card, name="card"),
]
