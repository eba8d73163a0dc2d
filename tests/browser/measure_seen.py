"""How long a move at a card table takes until another phone shows it. No test: nothing here depends on a clock.

    python -m pytest -q -s tests/browser/measure_seen.py

tells the milliseconds from the tap on one phone to the drawn table on the other, with the load of the machine.
"""

from __future__ import annotations

import os
import statistics
import sys

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.test_card_tables import at, is_at
from tests.factories.club import MemberFactory
from tests.factories.tables import plain_duel

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

MOVES = 24
WATCH = """() => {
  window.drawn = {};
  window.tapped = 0;
  document.addEventListener("click", () => { window.tapped = Date.now(); }, true);
  new MutationObserver(() => {
    const number = document.getElementById("table")?.dataset.version;
    if (number) window.drawn[number] ??= Date.now();
  }).observe(document.getElementById("main"), {childList: true, subtree: true});
}"""


def test_measure(open_page: OpenPage, transactional_db: None) -> None:
    ann, bob = (MemberFactory.create(username=name, display_name=name.title()) for name in ("ann", "bob"))
    table = plain_duel(ann, bob)
    phones = [at(open_page("phone", language="en", member=member), table) for member in (ann, bob)]
    for phone in phones:
        phone.evaluate(WATCH)
    waited = []
    for _move in range(MOVES):
        table.refresh_from_db()
        assert table.actor is not None
        mine, other = phones[table.actor], phones[1 - table.actor]
        expect(other.locator("#table-pulse")).to_be_attached()
        mine.get_by_role("button", name="Change my shield").click()
        is_at(mine, table.version + 1)
        is_at(other, table.version + 1)
        waited.append(other.evaluate("window.drawn")[str(table.version + 1)] - mine.evaluate("window.tapped"))
    waited.sort()
    load = ", ".join(f"{number:.1f}" for number in os.getloadavg())
    sys.stdout.write(
        f"\n{MOVES} moves: median {statistics.median(waited):.0f} ms, "
        f"quickest {waited[0]}, nine in ten within {waited[MOVES * 9 // 10 - 1]}, slowest {waited[-1]}; load {load}\n"
    )
