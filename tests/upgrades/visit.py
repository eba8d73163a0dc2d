"""Looks at the site's main pages as a member, in a process of its own: ``python -m tests.upgrades.visit USERNAME``.

Prints every address with the answer's status as JSON. It knows models by their names alone, wherever they live.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

import django
from django.apps import apps
from django.test import Client
from django.urls import reverse

SHOWN = (
    ("rosters", "Warband"), ("campaigns", "Campaign"), ("campaigns", "Battle"), ("campaigns", "Match"),
    ("campaigns", "CardTable"),
)  # fmt: skip
"""Every row of these has a page of its own."""


def addresses() -> Iterator[str]:
    """The pages that a club looks at on an evening."""
    for name in ("club:home", "rosters:list", "campaigns:list", "campaigns:match_list", "tables:list"):
        yield reverse(name)
    for app, model in SHOWN:
        for row in apps.get_model(app, model).objects.order_by("pk"):
            yield row.get_absolute_url()
    for warband in apps.get_model("rosters", "Warband").objects.order_by("pk"):
        yield from (reverse(f"rosters:{name}", args=[warband.pk]) for name in ("journal", "sheet"))
        yield reverse("rosters:figure", args=[warband.pk, 1])
    for campaign in apps.get_model("campaigns", "Campaign").objects.order_by("pk"):
        names = ("standings", "chronicle") if campaign.game == "musg" else ("season_standings", "season_statistics")
        yield from (reverse(f"campaigns:{name}", args=[campaign.slug]) for name in names)
    for recovery in apps.get_model("campaigns", "Recovery").objects.order_by("pk"):
        side = recovery.side
        yield reverse("campaigns:aftermath", args=[side.battle.campaign.slug, side.battle_id, side.warband_id])
    for battle in apps.get_model("campaigns", "Battle").objects.filter(resolution__isnull=False):
        yield reverse("campaigns:replay", args=[battle.campaign.slug, battle.pk])
    for battle in apps.get_model("campaigns", "Battle").objects.filter(forecasts__isnull=False):
        yield reverse("campaigns:forecast", args=[battle.campaign.slug, battle.pk])
    for player in apps.get_model("campaigns", "Player").objects.filter(merged_into__isnull=True):
        yield player.get_absolute_url()
    for match in apps.get_model("campaigns", "Match").objects.filter(state="live"):
        yield reverse("campaigns:match_pad", args=[match.pk])
    for cards in apps.get_model("campaigns", "ScoreCards").objects.all():
        yield reverse("campaigns:match_card_set", args=[cards.pk])
    for name in ("match_leaderboard", "match_statistics", "guests"):
        yield reverse(f"campaigns:{name}")
    yield reverse("tables:balance", args=["bagarre"])


def main(username: str) -> None:
    """Print what the pages answer; at last the member writes a note about each of the own warbands."""
    django.setup()
    member = apps.get_model("club", "Member").objects.get(username=username)
    client = Client()
    client.force_login(member)
    answers = {address: client.get(address).status_code for address in addresses()}
    for warband in apps.get_model("rosters", "Warband").objects.filter(owner=member):
        address = reverse("rosters:step", args=[warband.pk, "note"])
        note = {"text": "It goes on.", "version": warband.version}
        answers[f"{address} sent"] = client.post(address, note, follow=True).status_code
    sys.stdout.write(json.dumps(answers))


if __name__ == "__main__":
    main(*sys.argv[1:])
