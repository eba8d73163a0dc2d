from django.urls import URLPattern, URLResolver, path

from rosters.views import (
    builder,
    catalogue,
    figures,
    hire,
    journal,
    listing,
    odds,
    paper,
    roster,
    sheet,
    shop,
    steps,
    transfer,
    vehicles,
)

app_name = "rosters"

urlpatterns: list[URLPattern | URLResolver] = [
    path("warbands/", listing.warband_list, name="list"),
    path("warbands/new/", listing.new, name="new"),
    path("warbands/<int:pk>/", roster.roster, name="roster"),
    path("warbands/<int:pk>/muster/", builder.builder, name="builder"),
    path("warbands/<int:pk>/journal/", journal.journal, name="journal"),
    path("warbands/<int:pk>/steps/<slug:kind>/", steps.step, name="step"),
    path("warbands/<int:pk>/hire/", hire.hire, name="hire"),
    path("warbands/<int:pk>/shop/", shop.shop, name="shop"),
    path("warbands/<int:pk>/undo/", steps.undo, name="undo"),
    path("warbands/<int:pk>/journal/<int:number>/take-back/", steps.take_back, name="take_back"),
    path("warbands/<int:pk>/visibility/", steps.visibility, name="visibility"),
    path("warbands/<int:pk>/figures/<int:number>/", figures.figure, name="figure"),
    path("warbands/<int:pk>/vehicles/<int:number>/", vehicles.vehicle, name="vehicle"),
    path("warbands/import/", transfer.from_file, name="import"),
    path("warbands/<int:pk>/sheet/", sheet.page, name="sheet"),
    path("warbands/<int:pk>/sheet.pdf", sheet.as_pdf, name="sheet_pdf"),
    path("warbands/<int:pk>/cards.pdf", sheet.cards, name="cards_pdf"),
    path("paper/", paper.index, name="paper"),
    path("paper/tokens.pdf", paper.tokens, name="tokens_pdf"),
    path("paper/<slug:race>/sheet.pdf", paper.blank_sheet, name="blank_sheet"),
    path("paper/<slug:race>/cards.pdf", paper.blank_cards, name="blank_cards"),
    path("warbands/<int:pk>/export/", transfer.export, name="export"),
    path("warbands/<int:pk>/copy/", transfer.copy, name="copy"),
    path("rules/", catalogue.catalogue, name="catalogue"),
    path("rules/modules/<slug:code>/", catalogue.module, name="module"),
    path("odds/", odds.odds, name="odds"),
]
