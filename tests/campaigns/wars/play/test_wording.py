"""Words of a battle played at the site that no other test hears."""

from campaigns.wars.play.choices import groups_of
from campaigns.wars.play.wording.terms import leads_text
from campaigns.wars.replay.wording.names import Names
from engines.musg.battle.actions import Walk
from engines.musg.battle.decision import Ask, Decision
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.prospects import Leads, Option, OptionKind

NAMES = Names(("Axes",), ("Ann",), CATALOGUE)


def test_who_charges_ends_in_contact_and_not_at_no_paces() -> None:
    assert (
        leads_text(Leads(to=(3.0, 3.0), length=7.0, nearest=0.0), NAMES) == "7 paces, then in contact, seen by nobody"
    )
    near = leads_text(Leads(to=(3.0, 3.0), length=7.0, nearest=0.5), NAMES)
    assert near.startswith("7 paces, the nearest enemy then at ")


def test_walks_towards_markers_that_read_alike_say_where_they_lead() -> None:
    ends = ((23.0, 12.0), (8.0, 30.0))
    walks = [
        Option(action=Walk(*end), kind=OptionKind.WALK, figure=0, code="mark", leads=Leads(to=end, length=9.0))
        for end in ends
    ]
    [group] = groups_of(walks, NAMES, Decision(Ask.ACT, side=0, figure=0))
    assert [choice.sentence for choice in group.choices] == ["Ann walks towards a marker"] * 2
    assert [choice.place for choice in group.choices] == ["at 23, 12, 9 paces", "at 8, 30, 9 paces"]
