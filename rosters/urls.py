from django.urls import URLPattern, URLResolver, path

from rosters.views import catalogue

app_name = "rosters"

urlpatterns: list[URLPattern | URLResolver] = [
    path("rules/", catalogue.catalogue, name="catalogue"),
]
