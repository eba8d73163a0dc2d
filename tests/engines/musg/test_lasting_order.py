"""Skills and injuries change the profile in the order of the journal (Musg, Tableau des améliorations; ruling M295)."""

import msgspec
import pytest

from engines.musg import journal
from engines.musg.attacks.fighter import of_figure
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.entries import HireCharacter, Learn, Recover
from engines.musg.succession import Character, character_for_hire
from engines.musg.warband import Figure, Warband
from tests.engines.musg.builders import LEADER, after, changed, down, figure, fought, mustered, refusals

SIGHT = (3, 1)  # d66 31: vision diminuée, CT -1
NERVES = (2, 6)  # d66 26: traumatisme nerveux, Cd -1, 4 at least


def chooser() -> Warband:
    """A human leader, 9 11 2+ 3+ 5 4 6, with skills to choose."""
    return changed(mustered(), LEADER, choices=3, lifetime=15)


def hurt(warband: Warband, *faces: int) -> Warband:
    """The leader falls in a battle and comes back with what the d66 says."""
    waiting = fought(warband, casualties=down(LEADER))
    return after(waiting, Recover(battle="b1", faces=faces, source="entered"))


def learned(warband: Warband, *skills: str) -> Warband:
    return after(warband, *(Learn(figure=LEADER, skill=skill) for skill in skills))


def shooting(warband: Warband) -> int | None:
    return of_figure(figure(warband, LEADER), CATALOGUE).shooting


def test_a_skill_learned_at_its_cap_absorbs_no_later_injury_m295() -> None:
    """CT 2+: sharp eye gives nothing (max 2+, M266); the dimmed sight that comes later counts in full: 3+."""
    assert shooting(hurt(learned(chooser(), "sharp_eye"), *SIGHT)) == 3


def test_a_skill_learned_after_the_injury_makes_up_for_it_m295() -> None:
    """2+, then 3+ by the injury, then 2+ again by the skill."""
    assert shooting(learned(hurt(chooser(), *SIGHT), "sharp_eye")) == 2


def test_each_of_several_comes_at_its_own_moment_m295() -> None:
    """2+: sharp eye nothing, dimmed 3+, lynx eye 2+, dimmed again 3+."""
    warband = hurt(learned(chooser(), "sharp_eye"), *SIGHT)
    assert shooting(hurt(learned(warband, "lynx_eye"), *SIGHT)) == 3


def test_leadership_too_m295() -> None:
    """A human leader has Cd 11: brave gives nothing (max 11), the trauma afterwards leaves 10."""
    warband = hurt(learned(chooser(), "brave"), *NERVES)
    assert of_figure(figure(warband, LEADER), CATALOGUE).leadership == 10
    assert of_figure(figure(learned(hurt(chooser(), *NERVES), "brave"), LEADER), CATALOGUE).leadership == 11


def test_the_order_goes_along_with_a_character_for_hire_m295() -> None:
    """Musg, Utilisation de l'expérience: it keeps the profile it acquired."""
    gone = figure(hurt(learned(chooser(), "sharp_eye"), *SIGHT), LEADER)
    character = msgspec.json.decode(msgspec.json.encode(character_for_hire(gone)), type=Character)
    assert [injury.known for injury in character.injuries] == [1]


@pytest.mark.parametrize("warband", [hurt(chooser(), *SIGHT), chooser()])
def test_who_was_hurt_before_any_skill_is_written_as_ever(warband: Warband) -> None:
    """What stored states say stays what the journal says."""
    written = journal.encode(figure(warband, LEADER))
    assert all(set(injury) == {"code", "foe"} for injury in written["injuries"])
    assert msgspec.convert(written, Figure) == figure(warband, LEADER)


def test_an_order_that_cannot_be_is_refused() -> None:
    """Nobody knew more skills when hurt than on the day of leaving."""
    gone = figure(hurt(learned(chooser(), "sharp_eye"), *SIGHT), LEADER)
    character = character_for_hire(gone)
    other = mustered()
    assert "no_such_character" not in refusals(other, HireCharacter(character=character))
    forged = msgspec.structs.replace(character, injuries=(msgspec.structs.replace(character.injuries[0], known=2),))
    assert "no_such_character" in refusals(other, HireCharacter(character=forged))
