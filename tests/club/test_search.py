"""The search of the site: names are found whatever their accents and capitals, by those who may read them."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.league.models import Campaign
from campaigns.league.terms import Terms
from campaigns.matches.models.player import Player
from campaigns.wars.settings.operations import create_campaign
from club.folding import plain
from club.lookups import has_words
from club.models import Member
from club.visibility import Visibility
from tests.factories.battles import warband
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("etain", "Barbe-d’Étain"),
        ("d'étain", "Barbe-d’Étain"),
        ("ETAIN", "barbe-d'e\u0301tain"),
        ("coeur", "Le Cœur de Lion"),
        ("œuf", "Oeuf"),
        ("weiss", "Die Weiße Hand"),
        ("100%", "Rage à 100% pure"),
        ("a_b", "Ça_b"),
    ],
)
def test_a_name_is_found_without_its_accents(typed: str, stored: str) -> None:
    """On both databases, which compare accents and capitals each in their own way."""
    player = Player.objects.create(name=stored)
    Player.objects.create(name="Rage à 100 pure, sans acb")

    assert list(Player.objects.filter(has_words(typed, "name"))) == [player]
    assert plain(typed) in plain(stored)


def found(reader: Member | None, query: str) -> str:
    client = Client()
    if reader is not None:
        client.force_login(reader)
    answer = client.get(reverse("club:search"), {"q": query}, headers={"accept-language": "fr"})
    assert answer.status_code == 200
    return answer.content.decode()


def test_each_finds_what_they_may_read() -> None:
    owner, other = MemberFactory(display_name="Étienne"), MemberFactory(display_name="Zoé")
    secret = warband(owner, "Les Égorgeurs", visibility=Visibility.PRIVATE)
    shown = warband(owner, "Les Égarés", visibility=Visibility.PUBLIC)
    create_campaign(referee=owner, terms=Terms(name="L’Été des égarés", visibility=Visibility.PRIVATE))

    own = found(owner, "ég")
    assert secret.name in own
    assert shown.name in own
    assert Campaign.objects.get().name in own
    for reader in (other, None):
        theirs = found(reader, "eg")
        assert secret.name not in theirs
        assert shown.name in theirs
        assert Campaign.objects.get().name not in theirs


def test_visitors_learn_no_hidden_name() -> None:
    hidden = MemberFactory(username="cachottier", display_name="Éloi le Caché", hidden=True)
    address = reverse("campaigns:player", args=[hidden.pk])

    assert address in found(MemberFactory(), "cache")
    assert address not in found(None, "cache")
    assert address not in found(None, "cachottier")


def test_figures_and_rules_are_found() -> None:
    owner = MemberFactory()
    band = warband(owner, "Les Loups")
    figure = band.characters.first()
    assert figure is not None

    assert reverse("rosters:figure", args=[band.pk, figure.number]) in found(owner, figure.name)
    assert reverse("rosters:catalogue") + "#" in found(None, "medikit")
    assert reverse("club:ruling", args=["musg", "M148"]) in found(None, "M148")


def test_a_search_for_nothing_says_what_to_do() -> None:
    assert "Rien de ce que vous pouvez voir ne porte ce nom" in found(None, "zzzz")
