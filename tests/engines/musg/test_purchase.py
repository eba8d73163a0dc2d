"""What a purchase would come to, before it is made."""

from msgspec.structs import replace

from engines.musg import journal, muster, purchase
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.entries import AnyEntry, Buy, Hire, Muster
from engines.musg.part import Part, Side
from engines.musg.ranks import Rank
from engines.musg.warband import Setup, Warband


def warband(*steps: AnyEntry, mustered: bool = True) -> Warband:
    """Humans: leader 1 (40 points), henchman 2 (8): 452 of 500 points are left."""
    found: list[AnyEntry] = [
        Hire(rank=Rank.LEADER, race="human", name="Ada"),
        Hire(rank=Rank.HENCHMAN, race="human", name="Bo"),
        *([Muster()] if mustered else []),
        *steps,
    ]
    return journal.replay(Setup(race="human", name="The Fords"), found)


def codes(problems: tuple[object, ...]) -> list[str]:
    return [problem.code for problem in problems]  # type: ignore[attr-defined]


def test_each_gets_as_many_as_ordered_by_a_step_of_its_own() -> None:
    assert purchase.order("bow", (1, None), 2) == [
        Buy(item="bow", figure=1),
        Buy(item="bow", figure=1),
        Buy(item="bow", figure=None),
        Buy(item="bow", figure=None),
    ]


def test_what_fits_costs_the_printed_price_and_raises_no_doubt() -> None:
    """Musg, Tableau des armes de tir: a bow costs 7 points."""
    trial = purchase.trial(warband(), purchase.order("bow", (1, 2)))
    assert (trial.refusals, trial.doubts, trial.cost) == ((), (), 14)
    assert trial.after is not None
    assert trial.after.treasury == 452 - 14
    assert not trial.too_dear


def test_of_a_free_first_one_the_second_is_paid() -> None:
    """Ruling M29: outside the Middle Ages a figure's first pistol, 7 points, is free."""
    assert purchase.trial(warband(), purchase.order("pistol", (2,), 2)).cost == 7
    assert purchase.trial(warband(), purchase.order("pistol", (None,), 2)).cost == 14


def test_the_whole_order_is_weighed_against_the_treasury() -> None:
    """Ten heavy armours at 30 points are affordable, two times ten are not, and the refusal names the whole sum."""
    assert not purchase.trial(warband(), purchase.order("heavy_armour", (None,), 10)).refusals
    trial = purchase.trial(warband(), purchase.order("heavy_armour", (None,), 20))
    assert [(p.code, p.params) for p in trial.refusals] == [("too_expensive", {"needs": 600, "has": 452})]
    assert trial.too_dear


def test_once_mustered_what_breaks_a_rule_is_refused() -> None:
    """Ruling M121: one suit of armour for each figure."""
    trial = purchase.trial(warband(), purchase.order("light_armour", (2,), 2))
    assert set(codes(trial.refusals)) == {"too_many_items", "slot_taken"}
    assert not trial.too_dear


def test_while_mustering_what_breaks_a_rule_is_a_doubt() -> None:
    """Musg, Composition d'une bande: 200 points for henchmen. Bo (8) and five bazookas at 30 are 158, seven are 218."""
    draft = warband(mustered=False)
    seven = purchase.trial(draft, purchase.order("bazooka", (2,), 7))
    assert seven.refusals == ()
    assert codes(seven.doubts) == ["over_henchmen", "idle_copies"]
    armour = purchase.trial(draft, purchase.order("heavy_armour", (2,), 2))
    assert set(codes(armour.doubts)) == {"too_many_items", "slot_taken"}


def test_what_was_wrong_before_is_no_doubt_about_something_else() -> None:
    draft = warband(*purchase.order("heavy_armour", (2,), 2), mustered=False)
    assert purchase.trial(draft, purchase.order("bow", (1,))).doubts == ()
    assert codes(purchase.trial(draft, purchase.order("bow", (2,))).doubts) == []


def test_five_bazookas_on_one_henchman_are_asked_about() -> None:
    trial = purchase.trial(warband(), purchase.order("bazooka", (2,), 5))
    assert trial.refusals == ()
    assert [(p.code, p.figure, p.params) for p in trial.doubts] == [
        ("idle_copies", 2, {"item": "bazooka", "count": 5, "most": 2})
    ]


def test_two_weapons_have_a_hand_each_and_the_stash_none() -> None:
    assert purchase.trial(warband(), purchase.order("bow", (2,), 2)).doubts == ()
    assert purchase.trial(warband(), purchase.order("bow", (None,), 5)).doubts == ()


def test_who_has_too_many_already_is_not_asked_about_another_thing() -> None:
    laden = warband(*purchase.order("bow", (2,), 3))
    assert purchase.trial(laden, purchase.order("sword", (2,))).doubts == ()
    assert codes(purchase.trial(laden, purchase.order("bow", (2,))).doubts) == ["idle_copies"]


def test_of_several_sights_one_counts() -> None:
    """Ruling M124."""
    assert purchase.trial(warband(), purchase.order("sight", (2,))).doubts == ()
    assert codes(purchase.trial(warband(), purchase.order("sight", (2,), 2)).doubts) == ["idle_copies"]


def test_what_does_not_exist_is_refused() -> None:
    assert codes(purchase.trial(warband(), purchase.order("excalibur", (2,))).refusals) == ["no_such_item"]
    assert codes(purchase.trial(warband(), purchase.order("bow", (9,))).refusals) == ["no_such_figure"]


def test_another_like_this_one_has_the_same_gear_and_learned_nothing() -> None:
    """The free dagger comes with the hire (ruling M30); another free pistol is the new figure's own first (M29)."""
    roster = warband(*(Buy(item=item, figure=2) for item in ("pistol", "bow", "dagger")))
    bo = roster.figure(2)
    assert bo is not None
    trial = purchase.trial(roster, purchase.another(roster, bo, "Cy"))
    assert trial.refusals == ()
    cy = trial.after.figure(3) if trial.after else None
    assert cy is not None
    assert (cy.name, cy.rank, cy.race) == ("Cy", Rank.HENCHMAN, "human")
    assert sorted(cy.item_codes) == sorted(bo.item_codes) == ["bow", "dagger", "dagger", "pistol"]
    assert trial.cost == 8 + 7 + 2
    assert cy.experience == 0


def test_a_fault_of_somebody_else_is_not_the_purchase_s_own() -> None:
    """Ruling M121: the leader carries two suits of armour already; what the henchman buys is no worse for that."""
    two_suits = [Buy(item="light_armour", figure=1), Buy(item="light_armour", figure=1)]
    drawn_up = warband(*two_suits, mustered=False)
    assert purchase.trial(drawn_up, purchase.order("bow", (2,))).doubts == ()
    assert {"too_many_items", "slot_taken"} <= set(
        codes(purchase.trial(drawn_up, purchase.order("light_armour", (1,))).doubts)
    )


def test_what_is_new_is_found_among_all_figures_as_among_those_touched() -> None:
    """Every ware for each figure and for both: what was not wrong before, by the full comparison of both rosters."""
    before = warband(Buy(item="light_armour", figure=1), Buy(item="light_armour", figure=1), mustered=False)
    known = {problem.key: problem.excess for problem in muster.problems(before)}
    compared = 0
    for code in CATALOGUE.items:
        for figures in ((1,), (2,), (1, 2), (1, 1), (None,)):
            after = purchase.trial(before, purchase.order(code, figures)).after
            if after is not None:
                new = [p for p in muster.problems(after) if p.key not in known or p.excess > known[p.key]]
                assert muster.added(before, after) == new
                compared += bool(new)
    assert compared > 10


def test_a_warband_that_becomes_a_tribe_is_looked_at_whole() -> None:
    """Ruling M312: a primitive tribe has no modern weapons, whoever carries them."""
    before = warband(Buy(item="pistol", figure=2))
    assert muster.added(before, before) == []
    after = replace(before, part=Part(Side.VILLAINS, tribe=True))
    assert [(p.code, p.figure) for p in muster.added(before, after)] == [("modern_weapon", 2)]
