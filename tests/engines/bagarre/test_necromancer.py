"""The Necromancer: the last card of the discard plays for her."""

from tests.engines.bagarre.table import lay, sit


def test_she_may_attack_with_the_top_of_the_discard() -> None:
    """Ruling B32: the jack on top of the discard, not the 2 on the pile: 11 - 6 = 5."""
    table = lay(sit("necromancer"), sit(hp="7S 8H", shield="6C"), draw="2D", discard="2S JD")
    table.play("attack 1 discard")
    assert table.hp(1) == {"2S", "8H"}
    assert table.draw[0] == "2D"
    assert table.discard == ["JD", "7S"]


def test_she_decides_when_announcing() -> None:
    """Ruling B32: both ways are offered for every action, before anything is drawn."""
    table = lay(sit("necromancer"), sit(), draw="2D", discard="2S JD")
    assert set(table.codes) == {
        "attack 1",
        "attack 1 discard",
        "shield 0",
        "shield 1",
        "shield 0 discard",
        "shield 1 discard",
        "charge",
        "charge discard",
    }


def test_she_may_draw_as_usual() -> None:
    """La Bagarre, Nécro: she can, she need not."""
    table = lay(sit("necromancer"), sit(hp="7S 8H", shield="6C"), draw="7D", discard="6S JD")
    table.play("attack 1")
    assert table.points(1) == 14
    assert table.discard == ["JD", "7D", "7S"]


def test_she_may_make_a_shield_of_it() -> None:
    """La Bagarre, Nécro: to play your actions, all three; the old shield is the new top."""
    table = lay(sit("necromancer", shield="3S"), sit(), draw="2D", discard="2S JD")
    table.play("shield 0 discard")
    assert table.shield(0) == "JD"
    assert table.discard == ["2S", "3S"]
    assert table.draw[0] == "2D"


def test_she_may_charge_it() -> None:
    """La Bagarre, Nécro."""
    table = lay(sit("necromancer"), sit(), draw="2D", discard="2S JD")
    table.play("charge discard")
    assert table.charges(0) == ["JD"]
    assert table.discard == ["2S"]


def test_everybody_saw_which_card_she_charged() -> None:
    """La Bagarre, Nécro: the discard lies face up."""
    table = lay(sit("necromancer"), sit(), draw="2D", discard="2S JD")
    table.play("charge discard")
    for watcher in (0, 1, None):
        assert table.sees_charges(watcher, 0) == ["JD"]


def test_with_an_empty_discard_she_must_draw() -> None:
    """La Bagarre, Nécro: there is no last card."""
    table = lay(sit("necromancer"), sit(), draw="2D")
    assert not [code for code in table.codes if code.endswith("discard")]


def test_nobody_else_may() -> None:
    """La Bagarre, Nécro: her power."""
    table = lay(sit("ogre"), sit("necromancer"), draw="2D", discard="2S JD")
    assert not [code for code in table.codes if code.endswith("discard")]
    table.refuses("attack 1 discard")


def test_her_murders_earn_no_action() -> None:
    """Ruling B34, also B20: never, whether she drew the card..."""
    table = lay(sit("necromancer"), sit(hp="2S 3S", shield="4S"), sit(), draw="KH", discard="2C")
    table.play("attack 1")
    assert not table.alive(1)
    assert table.actor == 2


def test_her_murders_with_the_discard_earn_no_action_either() -> None:
    """Ruling B34: ... or took it from the discard."""
    table = lay(sit("necromancer"), sit(hp="2S 3S", shield="4S"), sit(), draw="2C", discard="KH")
    table.play("attack 1 discard")
    assert not table.alive(1)
    assert table.actor == 2


def test_a_shield_just_changed_cannot_be_put_back() -> None:
    """Ruling B33: the old shield on top of the discard is no shield for her."""
    table = lay(sit(), sit("necromancer", shield="9S"), draw="2C 3C")
    table.play("shield 1")
    assert table.top == "9S"
    assert not {"shield 0 discard", "shield 1 discard"} & set(table.codes)
    table.refuses("shield 1 discard")


def test_a_shield_just_changed_may_attack_and_charge() -> None:
    """Ruling B33: only putting it back is barred: 9 - 6 = 3 from the 7."""
    table = lay(sit(hp="7S 8S", shield="6S"), sit("necromancer", shield="9S"), draw="2C 3C", discard="4C")
    table.play("shield 1")
    assert "charge discard" in table.codes
    table.play("attack 0 discard")
    assert table.points(0) == 12
    assert table.discard == ["9S", "7S"]


def test_it_stays_barred_when_others_have_played_since() -> None:
    """Ruling B33: two others change nothing of the discard by charging."""
    table = lay(sit(), sit(), sit(), sit("necromancer", shield="9S"), draw="2C 3C 4C")
    table.play("shield 3", "charge", "charge")
    assert table.actor == 3
    assert table.top == "9S"
    assert not {code for code in table.codes if code.startswith("shield") and code.endswith("discard")}
    assert "attack 0 discard" in table.codes


def test_another_card_on_top_lifts_the_bar() -> None:
    """Ruling B33: as long as it is the top card."""
    table = lay(sit(), sit(), sit("necromancer", shield="9S"), draw="2C 3C 4C")
    table.play("shield 2", "attack 0")
    assert table.top == "3C"
    assert "shield 2 discard" in table.codes


def test_the_bar_belongs_to_the_card_not_to_the_moment() -> None:
    """Ruling B33: the changed shield under another card does not bar that one."""
    barred = lay(sit("necromancer"), sit(), discard="2C 9C", changed="9C")
    assert "shield 0 discard" not in barred.codes
    assert "attack 1 discard" in barred.codes
    free = lay(sit("necromancer"), sit(), discard="9C 2C", changed="9C")
    assert "shield 0 discard" in free.codes


def test_the_bar_ends_when_the_pile_is_made_anew() -> None:
    """Ruling B33: shuffled in and drawn again, the 9 is a card like any: the dragon's last one."""
    table = lay(sit(), sit("necromancer"), only="3D", discard="9C", changed="9C", stack="2C 9C")
    table.play("charge")
    assert table.top == "9C"
    assert "shield 1 discard" in table.codes


def test_the_shield_a_thief_threw_away_was_changed() -> None:
    """Rulings B33 and B38: she replaced it by the stolen one; on top of the discard it may not come back."""
    table = lay(sit("thief", shield="4S"), sit(hp="2H 3H", shield="6H"), sit("necromancer"), draw="KC 9C", discard="2C")
    table.play("attack 1", "steal")
    assert table.top == "4S"
    table.play("charge")
    assert table.actor == 2
    assert "attack 0 discard" in table.codes
    assert "shield 2 discard" not in table.codes


def test_her_own_change_bars_her_too() -> None:
    """Ruling B33: whoever changed it."""
    table = lay(sit("necromancer", shield="9S"), sit(), draw="2C 3C 4C")
    table.play("shield 0", "charge")
    assert table.top == "9S"
    assert "shield 0 discard" not in table.codes


def test_the_shield_of_somebody_killed_was_not_changed() -> None:
    """Ruling B33; La Bagarre, Nécro, Ordre de défausse: the dead one's shield is on top and may be used."""
    table = lay(sit(), sit(hp="2S 3S", shield="9S"), sit("necromancer"), draw="KH 3C KC X1")
    table.play("charge", "shield 0", "charge", "attack 1")
    assert not table.alive(1)
    assert table.top == "9S"
    table.play("charge")
    assert "shield 2 discard" in table.codes


def test_the_card_she_uses_is_not_in_the_discard_while_points_are_replaced() -> None:
    """Rulings B8 and B32: a 5 from the discard takes 3 of an 8; the new 5 is another."""
    table = lay(sit("necromancer"), sit(hp="8S KH", shield="2C"), draw="9D", discard="9C 5S")
    table.play("attack 1 discard")
    assert table.points(1) == 18
    assert "5S" not in table.hp(1)
    assert "5S" in table.discard


def test_the_last_card_on_the_pile_is_not_touched_by_her_power() -> None:
    """La Bagarre, Réveil du dragon: nothing is drawn, so the dragon sleeps on."""
    table = lay(sit("necromancer"), sit(), only="2D", discard="3D")
    table.play("attack 1 discard")
    assert table.draw == ["2D"]
    assert table.actor == 1


def test_her_charge_and_the_discard_add_up() -> None:
    """Ruling B19: 4 + 5 - 6 = 3."""
    table = lay(sit("necromancer", charges="4D"), sit(hp="7S 8H", shield="6C"), draw="KC", discard="4C 5D")
    table.play("attack 1 discard")
    assert table.points(1) == 12
    assert table.charges(0) == []
