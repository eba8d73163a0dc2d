"""A short raid at the table: two phones, typed dice, in French, up to the report that opens filled in."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from campaigns.wars.pocket.operations import replayed
from engines.musg.pocket.state import Phase
from tests.browser.conftest import OpenPage
from tests.browser.test_evening import die, now, tile, told
from tests.factories.battles import Field, field

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def fight(transactional_db: None) -> Field:
    made = field()
    made.battle.modules = ["regroup_team"]
    made.battle.save()
    return made


def test_two_phones_play_a_raid(open_page: OpenPage, fight: Field) -> None:
    """M208: a 6 at level 0; M209: a 5 at level 1; M340: 5 points for the hostage; M158: −20 for the one killed."""
    one, other = (open_page("phone", member=player) for player in fight.players)
    one.goto(fight.battle.get_absolute_url())
    one.get_by_role("link", name="Jouer avec le site comme maître de jeu").click()
    one.get_by_label("Axes", exact=True).check()
    one.get_by_label("Combien d’otages sont détenus ?").fill("2")
    one.get_by_role("button", name="Commencer la soirée").click()
    expect(one.get_by_text("les terroristes viennent avec un chef, un sous-chef et des figurants")).to_be_visible()
    for guard in ("B Henchman 1 (Blades)", "B Henchman 2 (Blades)"):
        one.get_by_role("group", name="Qui reste à la maison ?").get_by_label(guard).uncheck()
    kits = one.get_by_role("group", name="Quels anti-terroristes portent un kit de désamorçage ?")
    kits.get_by_label("A Leader (Axes)").check()
    one.get_by_label("Ces équipes jouent, quoi que demandent les règles").check()
    one.get_by_role("button", name="Commencer la soirée").click()
    now(one, "L’alerte monte-t-elle ?")
    expect(one.get_by_text("ils peuvent en changer 1 de place")).to_be_visible()
    other.goto(one.url)
    held = tile(other, "Où c’est").locator("details.evening__action[open]")
    held.get_by_label("Où, en quelques mots ?").fill("la chapelle")
    held.get_by_role("button", name="Noter").click()
    told(other, "Otage 1 : la chapelle.")
    expect(one.get_by_text("Otage 1 : la chapelle.").first).to_be_visible()
    die(other, 6)
    told(other, "L’alerte passe à 1.")
    now(one, "B Henchman 1, au pion 1 sur 3")
    one.get_by_role("button", name="au pion 2").click()
    now(one, "B Henchman 2, au pion 1 sur 3")
    one.get_by_role("button", name="reste : tire ou frappe d’où il est").click()
    now(other, "Chef et sous-chef agissent")
    tile(other, "Bombe posée").get_by_role("button", name="B Leader").click()
    told(other, "B Leader pose la bombe au lieu 1 : elle explose à la fin du tour 4.")
    other.get_by_role("button", name="Tous ont joué : aux anti-terroristes").click()
    now(one, "Les anti-terroristes agissent")
    tile(one, "Repéré").get_by_role("button", name="A Leader").click()
    now(other, "L’alerte monte-t-elle ?")
    die(other, 5)
    told(other, "L’alerte passe à 2.")
    touched = tile(other, "Otage touché").locator("details.evening__action[open]")
    touched.locator("label.chip", has_text="Otage 1").click()
    touched.get_by_role("button", name="A Leader").click()
    told(other, "Otage 1 suit A Leader.")
    killed = tile(other, "Otage tué").locator("details.evening__action[open]")
    killed.locator("label.chip", has_text="Otage 2").click()
    killed.get_by_role("button", name="un terroriste").click()
    told(other, "cela coûte 20 points de victoire aux terroristes.")
    tile(other, "Hors de combat").get_by_role("button", name="A Leader").click()
    told(other, "Un kit de désamorçage gît là où A Leader est tombé.")
    other.get_by_role("button", name="Annuler la dernière note").click()
    expect(other.get_by_text("Un kit de désamorçage gît là")).to_have_count(0)
    tile(other, "Bombe désamorcée").get_by_role("button", name="A Leader, avec un kit").click()
    told(other, "A Leader désamorce la bombe pour 1 point d’action.")
    tile(other, "Hors de la table").get_by_role("button", name="A Leader").click()
    told(other, "Otage 1 est exfiltré : 5 points de victoire.")
    other.locator("summary", has_text="La fin, les dés, les règles").click()
    other.get_by_role("button", name="La partie est finie").click()
    other.get_by_role("dialog").get_by_role("button", name="Oui").click()
    now(one, "La partie est finie")
    assert replayed(fight.stored().evening).phase is Phase.OVER
    one.get_by_role("link", name="Au rapport").click()
    first, second = fight.keys
    expect(one.get_by_text("Rempli d’après la soirée")).to_be_visible()
    form = one.locator("form.battle-report")
    expect(form.locator(f"[name='bonus-{first}']")).to_have_value("5")
    expect(form.locator(f"[name='bonus-{second}']")).to_have_value("-20")
    expect(form.locator("[name='winner']:checked, select[name='winner']")).to_have_value(first)
    assert not fight.battle.reports.exists(), "nothing is sent by itself"
