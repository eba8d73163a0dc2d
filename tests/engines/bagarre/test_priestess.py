"""The Priestess: a hit-point card in play for the top card of the draw pile."""

from tests.engines.bagarre.table import lay, sit


def test_any_hit_point_card_in_play_may_be_named() -> None:
    """Ruling B44: hers and anybody's, announced before the draw; no shield, nobody dead."""
    table = lay(sit("priestess"), sit(hp="8H"), sit(dead=True), sit(), draw="5D")
    exchanges = {code for code in table.codes if code.startswith("exchange")}
    assert exchanges == {"exchange 0 KS", "exchange 0 QS", "exchange 1 8H", "exchange 3 KC", "exchange 3 QC"}


def test_she_heals_herself() -> None:
    """Ruling B44: the drawn card becomes a hit-point card, the old one tops the discard; the turn is over."""
    table = lay(sit("priestess", hp="2S 3S"), sit(), draw="9D 8D", discard="2C")
    table.play("exchange 0 2S")
    assert table.hp(0) == {"9D", "3S"}
    assert table.discard == ["2C", "2S"]
    assert table.draw[0] == "8D"
    assert table.actor == 1


def test_she_hurts_another() -> None:
    """Ruling B44: 25 points become 14; no replacement, the card is what it is."""
    table = lay(sit("priestess"), sit(), draw="AD")
    table.play("exchange 1 QH")
    assert table.hp(1) == {"AD", "KH"}
    assert table.points(1) == 14


def test_she_kills_nobody() -> None:
    """Ruling B44: hit points cannot become 0; an ace for a single card leaves 1."""
    table = lay(sit("priestess"), sit(hp="8H"), draw="AD")
    table.play("exchange 1 8H")
    assert table.alive(1)
    assert table.points(1) == 1


def test_no_charge_is_lost() -> None:
    """Ruling B45: neither hers nor the owner's, even if points go down."""
    table = lay(sit("priestess", charges="3D"), sit(charges="4D"), draw="AD")
    table.play("exchange 1 QH")
    assert table.charges(0) == ["3D"]
    assert table.charges(1) == ["4D"]


def test_a_joker_becomes_20_points() -> None:
    """Ruling B3."""
    table = lay(sit("priestess", hp="2S 3S"), sit(), draw="X1")
    table.play("exchange 0 2S")
    assert table.points(0) == 23


def test_nobody_else_can() -> None:
    """La Bagarre, Prêtresse: her power."""
    table = lay(sit("ogre"), sit("priestess"), draw="5D")
    assert not [code for code in table.codes if code.startswith("exchange")]
    table.refuses("exchange 0 KS")


def test_the_number_of_cards_stays() -> None:
    """Ruling B60: an exchange, so at most two cards; a single card stays single."""
    table = lay(sit("priestess", hp="5S"), sit(), draw="9D")
    table.play("exchange 0 5S")
    assert table.hp(0) == {"9D"}


def test_it_is_no_attack() -> None:
    """La Bagarre, Prêtresse: a paladin does not answer."""
    table = lay(sit("priestess"), sit("paladin"), draw="AD 9C")
    table.play("exchange 1 QH")
    assert table.actor == 1
    assert table.draw[0] == "9C"


def test_she_may_still_do_what_everybody_does() -> None:
    """La Bagarre, Prêtresse: she can use her action for it."""
    table = lay(sit("priestess"), sit(), draw="AD")
    assert {"attack 1", "shield 0", "shield 1", "charge"} <= set(table.codes)
