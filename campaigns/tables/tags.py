"""Template tags of the card tables (``{% load tables %}``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import template

if TYPE_CHECKING:
    from campaigns.tables.listing import Listing, TableLine
    from campaigns.tables.models.card_table import CardTable
    from campaigns.tables.page import SeatLine, TablePage

register = template.Library()


@register.simple_tag
def seat_line(page: TablePage, number: int) -> SeatLine:
    """``{% seat_line page 2 as who %}``: who sits on a seat."""
    return page.seats[number]


@register.simple_tag
def table_line(listing: Listing, table: CardTable) -> TableLine:
    """``{% table_line listing table as line %}``: a table in a list, as its reader sees it."""
    return listing.line(table)
