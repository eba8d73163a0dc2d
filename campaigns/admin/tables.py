"""Card tables in the browser, and their balance."""

from __future__ import annotations

from django.contrib import admin

from campaigns.admin.shared import ReadOnly
from campaigns.tables.models.card_balance import BalanceRun
from campaigns.tables.models.card_table import CardSeat, CardTable, SeatChange


class CardSeatInline(ReadOnly, admin.TabularInline):
    """Who sits at a table; not the links and secrets by which seats are taken and returned to."""

    model = CardSeat
    exclude = ("link", "guest_key")


class SeatChangeInline(ReadOnly, admin.TabularInline):
    """When bots took over, and who came back."""

    model = SeatChange


@admin.register(CardTable)
class CardTableAdmin(ReadOnly, admin.ModelAdmin):
    """Card tables, without their seeds and logs: a club admin may sit there, too."""

    list_display = ("game", "name", "opener", "state", "visibility", "created", "finished")
    list_filter = ("game", "state", "visibility")
    search_fields = ("name__folded",)
    list_select_related = ("opener",)
    readonly_fields = ("commitment",)
    exclude = ("seed",)
    inlines = (CardSeatInline, SeatChangeInline)


@admin.register(BalanceRun)
class BalanceRunAdmin(ReadOnly, admin.ModelAdmin):
    """Simulations of many card games."""

    list_display = ("game", "players", "variant", "bot", "count", "state", "engine", "created")
    list_filter = ("game", "state", "engine")
