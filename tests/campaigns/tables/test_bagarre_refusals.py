"""What La Bagarre refuses at the site's tables says why, and the ruling that decides it leads to its page."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import translation

from campaigns.seating.people import Person
from campaigns.tables import rules
from campaigns.tables.bagarre import options
from campaigns.tables.operations import play as card_play
from club.models import Member
from club.operations import Refused
from club.rulings.citations import cited
from engines.bagarre.options import Options, Setup
from tests.engines.bagarre.table import lay, sit
from tests.factories.tables import plain_duel

LINK = re.compile(r'<a class="citation" href="([^"]+)">([^<]+)</a>')

REFUSALS = {
    # Ruling B17: one charge at a time. B32, B33: who may use the discard pile, and which shields stay away. B41: the
    # answer to an attack is an attack on whoever attacked. B44: the exchange. B47: the fire beside the target.
    "B17": (lay(sit(charges="4D"), sit(), draw="6D"), "charge"),
    "B32": (lay(sit("ogre"), sit("necromancer"), draw="2D", discard="2S JD"), "attack 1 discard"),
    "B32 empty": (lay(sit("necromancer"), sit(), draw="2D"), "attack 1 discard"),
    "B33": (lay(sit("necromancer"), sit(), draw="2D", discard="9S", changed="9S"), "shield 1 discard"),
    "B41": (lay(sit(), sit("paladin", "necromancer"), draw="3D 5D 7D", discard="2C"), "charge"),
    "B44": (lay(sit("ogre"), sit("priestess"), draw="5D"), "exchange 0 KS"),
    "B44 card": (lay(sit("priestess"), sit(), draw="5D"), "exchange 0 2S"),
    "B47": (lay(sit("ogre"), sit(), sit(), draw="5D"), "attack 1 fire 2"),
}


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("name", REFUSALS)
def test_a_refusal_leads_to_its_ruling(name: str, language: str, client: Client, db: None) -> None:
    table, code = REFUSALS[name]
    if name == "B41" and table.actor == 0:
        table.play("attack 1")
    before = table.everything()
    with translation.override(language):
        refused = rules.of("bagarre").refusal(table.game, code)
        found = LINK.findall(cited(refused.message))
    assert table.everything() == before
    assert "%(" not in str(refused.message)
    ((address, words),) = found
    assert words.endswith(name.split()[0])
    assert client.get(address).status_code == 200


@pytest.mark.parametrize(
    ("number", "setup"),
    [
        ("B54", Setup(players=7)),
        ("B1", Setup(players=3, options=Options(joker_value=31))),
        ("B9", Setup(players=3, options=Options(redraw_threshold=26))),
    ],
)
def test_options_out_of_range_lead_to_their_ruling(number: str, setup: Setup, client: Client, db: None) -> None:
    (problem,) = setup.problems()
    ((address, words),) = LINK.findall(cited(options.sentence(problem).message))
    assert words.endswith(number)
    assert client.get(address).status_code == 200


def test_what_no_ruling_decides_names_none() -> None:
    """Attacking oneself is forbidden by the rulebook itself (La Bagarre, Attaquer); nonsense is no action at all."""
    table = lay(sit(), sit(), draw="2D")
    with translation.override("en"):
        assert rules.of("bagarre").refusal(table.game, "attack 0").message == "Nobody can attack themselves."
        assert "(" not in str(rules.of("bagarre").refusal(table.game, "dance").message)


def test_the_table_shows_the_reason(client: Client, db: None) -> None:
    ann, bob = (Member.objects.create(username=name, display_name=name.title()) for name in ("ann", "bob"))
    table = plain_duel(ann, bob)
    member = (ann, bob)[table.actor or 0]
    with pytest.raises(Refused) as refused:
        card_play.play(table=table, person=Person(member), code="exchange 1 KS")
    assert refused.value.codes == ["no_exchange"]
    client.force_login(member)
    answer = client.post(
        f"{table.get_absolute_url()}play/",
        {"action": "exchange 1 KS", "version": table.version},
        headers={"HX-Request": "true"},
    )
    ((address, _words),) = LINK.findall(answer.content.decode())
    assert "B44" in address
