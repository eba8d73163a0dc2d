"""Where the table decides: a form of changes, its preview and refusals, and everybody's leave."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import pytest
from django.http import QueryDict
from django.urls import reverse

from campaigns.tables import rules
from campaigns.tables.bebop.proposing import proposing
from campaigns.tables.models.card_table import CardTable
from campaigns.tables.operations import play as card_play
from campaigns.tables.proposing import ProposalForm
from club.models import Member
from engines import bebop
from engines.bebop.language import LANGUAGE
from engines.bebop.verbs import VERBS
from engines.bebop.view import View
from engines.core.effects.language import verb_of
from engines.core.effects.literal import steps_of
from tests.campaigns.tables.asking import refused
from tests.clients import client_of
from tests.factories.tables import BEBOP, dealt, decide, legal, person_at

pytestmark = pytest.mark.django_db


def asking(*people: Any, cards: Sequence[str] = ("pocket_money",)) -> CardTable:
    """A table whose first player has played a card about which the table decides."""
    options = rules.of(BEBOP).usual()[1]
    for card in options["cards"]["base"]:
        if card["code"] in cards:
            card["play"] = [{"do": "table_decides", "text": "Take what you need."}]
    table = dealt(*people, game=BEBOP, options=options)
    while legal(table)[0].startswith("character"):
        decide(table)
    decide(table, "play pocket_money")
    return table


def sent(*rows: tuple[str, str, int], preview: bool = True) -> dict[str, str]:
    """What the form sends: who, what happens, how many."""
    found = {"preview": "1"} if preview else {}
    for number, (who, change, count) in enumerate(rows, 1):
        found |= {
            f"propose-who_{number}": who,
            f"propose-change_{number}": change,
            f"propose-count_{number}": str(count),
        }
    return found


def seen(table: CardTable, who: Member, *rows: tuple[str, str, int], preview: bool = True) -> str:
    """The table's page with this form."""
    page = client_of(who).get(table.get_absolute_url(), sent(*rows, preview=preview) if rows or preview else {})
    return " ".join(page.content.decode().split())


def form_of(table: CardTable, *rows: tuple[str, str, int]) -> ProposalForm:
    """The form by itself."""
    assert table.actor is not None
    game = cast(bebop.Game, rules.of(BEBOP).replay(table, table.seats.count(), card_play.codes_of(table)))
    offer = proposing(cast(View, game.view(table.actor)), [f"Seat {n}" for n in range(table.seats.count())])
    assert offer is not None
    data = QueryDict(mutable=True)
    data.update(sent(*rows))
    return ProposalForm(offer, data)


def test_one_proposes_after_a_preview_and_all_others_are_asked(ann: Member, bob: Member) -> None:
    """A text that no verb says: what will happen is told before it is sent, and everybody else is asked."""
    table = asking(ann, bob)
    holder = table.actor
    assert holder is not None
    own, other = (ann, bob)[holder], (ann, bob)[1 - holder]
    before = card_play.codes_of(table)
    code = f"table gain n=2 what=fuel who={holder}; trash from=hand,discard sort=damage"
    rows = ((str(holder), "gain fuel", 2), (str(holder), "wounds", 1))
    page = seen(table, own, *rows)
    name = own.name
    assert f"<li>{name}: gain 2 fuel.</li>" in page
    assert f"<li>{name}: trash 1 card (damage, from: hand or discard pile).</li>" in page
    assert f'value="{code}"' in page
    assert card_play.codes_of(table) == before
    client_of(own).post(reverse("tables:play", args=[table.pk]), {"action": code, "version": table.version})
    table.refresh_from_db()
    assert card_play.codes_of(table)[-1] == code
    assert table.actor == 1 - holder
    asked = seen(table, other, preview=False)
    assert f"{name}: gain 2 fuel, then {name}: trash 1 card" in asked
    assert 'id="proposal"' not in asked
    decide(table, "accept")
    game = rules.of(BEBOP).replay(table, 2, card_play.codes_of(table))
    # One at the start (Mise en place), and the two that were agreed on.
    assert cast(View, game.view(None)).seats[holder].fuel == 3
    assert refused(card_play.play, table=table, person=person_at(table, holder), code="table gain what=fuel who=0")


def test_what_cannot_be_is_said_at_its_field_and_nothing_is_lost(ann: Member, bob: Member) -> None:
    table = asking(ann, bob)
    assert table.actor is not None
    own, other = (ann, bob)[table.actor], str(1 - table.actor)
    page = seen(table, own, (other, "gain clues", 3), (other, "trash hand", 2))
    assert "Only the player whose turn it is has Woolongs, Force and clues." in page
    assert f"Only the holder of the card can do this, {own.name}." in page
    assert 'id="id_propose-who_1_error"' in page
    assert 'value="gain clues" selected' in page
    assert "Propose this to the table" not in page
    assert "This happens once" in seen(table, own, (str(table.actor), "renew_market", 2))
    assert "nobody takes from their own supply" in seen(table, own, (str(table.actor), "take", 1))
    # Who only looks at the form is told nothing yet; who asks for the preview of nothing is.
    assert "Choose what happens" in seen(table, own, (str(table.actor), "", 1))
    assert "Choose what happens" not in seen(table, own, (str(table.actor), "", 1), preview=False)


def test_every_verb_is_offered_and_every_change_can_be_sent(ann: Member, bob: Member) -> None:
    """A price without what it is paid for is nothing: that is losing. All else a card can say, people can propose."""
    table = asking(ann, bob)
    assert table.actor is not None
    used = set()
    first = form_of(table)
    codes = [code for _heading, some in first.fields["change_1"].choices[1:] for code, _label in some]  # type: ignore[attr-defined]
    for code in codes:
        made = 0
        for who in (*map(str, range(2)), "all", "others"):
            for count in (1, 6):
                form = form_of(table, (who, code, count))
                if form.code:
                    made += 1
                    used |= {verb_of(type(step)) for step in steps_of(LANGUAGE, form.code, 2)}
                    assert form.summary
                else:
                    assert form.errors, (code, who, count)
        assert made, code
    assert used == {verb_of(kind) for kind in VERBS} | {"table_decides"}


def test_rows_follow_as_they_are_filled(ann: Member, bob: Member) -> None:
    table = asking(ann, bob)
    me = str(table.actor)
    assert len(form_of(table).rows) == 2
    assert len(form_of(table, *[(me, "draw", 1)] * 3).rows) == 4
    assert len(form_of(table, *[(me, "draw", 1)] * 6).rows) == 6
    assert form_of(table, *[(me, "draw", 1)] * 6).code.count("draw") == 6


def test_a_row_without_what_happens_is_asked_about(ann: Member, bob: Member) -> None:
    """Who and how many were chosen: that is not thrown away beside a row that says all."""
    table = asking(ann, bob)
    me, other = str(table.actor), str(1 - (table.actor or 0))
    for who, count in ((other, 1), (me, 3)):
        form = form_of(table, (me, "draw", 1), (who, "", count))
        assert not form.code
        assert form.errors["change_2"] == ["Choose what happens, too, or leave the row as it was."]
    assert form_of(table, (me, "draw", 1), (me, "", 1)).code


def test_nobody_else_has_the_form(ann: Member, bob: Member) -> None:
    table = asking(ann, bob)
    assert table.actor is not None
    other = (ann, bob)[1 - table.actor]
    assert 'id="proposal"' not in seen(table, other, (str(table.actor), "gain fuel", 1))


def test_bots_agree(ann: Member, bob: Member) -> None:
    """Whoever plays with bots decides alone; also the strong one agrees, which sees how bad it is for itself."""
    table = asking(ann, bob)
    holder = table.actor
    assert holder is not None
    table.seats.filter(number=1 - holder).update(bot="strong")
    code = f"table lose n=6 what=fuel who={1 - holder}"
    card_play.play(table=table, person=person_at(table, holder), code=code)
    card_play.advance(table=table, patient=True)
    assert card_play.codes_of(table)[-2:] == [code, "accept"]
    game = rules.of(BEBOP).replay(table, 2, card_play.codes_of(table))
    assert cast(View, game.view(None)).seats[1 - holder].fuel == 0


def test_a_die_falls_and_the_table_decides_again(ann: Member, bob: Member) -> None:
    table = asking(ann, bob)
    holder = table.actor
    decide(table, "table roll; table_decides")
    decide(table, "accept")
    assert table.actor == holder
    assert legal(table) == ["table nothing"]
    assert "rolls a" in seen(table, (ann, bob)[holder or 0], preview=False)
