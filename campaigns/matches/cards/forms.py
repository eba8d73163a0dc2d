"""The forms of card sets: a new one, its name, a card of it, Vicious's tokens, a whole set as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from campaigns.league.games import game_of
from campaigns.matches.cards.kinds import ITEMS, NAME, CardData, Figure, Kind
from campaigns.matches.cards.operations import NAME_LIMIT, TEXT_LIMIT, print_of
from campaigns.matches.cards.sets import CARDS, PROBLEMS
from campaigns.matches.scores.bebop import PILES
from engines.bebop.cards import PLAYERS, STAR_MOST, VICIOUS_TOKENS


def _games() -> list[tuple[str, str]]:
    return [(code, game_of(code).name) for code in CARDS]


class CardsNameForm(forms.Form):
    """What a card set is called."""

    name = forms.CharField(label=_("Name of the set"), max_length=NAME_LIMIT)


class NewCardsForm(CardsNameForm):
    """A new card set, to be filled card by card."""

    game = forms.ChoiceField(label=_("Game"), choices=_games)
    field_order = ("game", "name")


class CardsForm(forms.Form):
    """A card set as text."""

    game = forms.ChoiceField(label=_("Game"), choices=_games)
    text = forms.CharField(
        label=_("Cards"),
        max_length=TEXT_LIMIT,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        help_text=_("The file of a set of this site, or the practice set changed to the cards of your box."),
    )


def _number(figure: Figure) -> forms.IntegerField:
    """A number may stay empty where it usually is nought or one."""
    label: Any = figure.label
    return forms.IntegerField(
        label=label,
        min_value=figure.least,
        max_value=figure.most,
        required=figure.usual is None,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


class CardForm(forms.Form):
    """One card of a kind. ``code`` and ``was`` say which card it replaces, if any."""

    name = forms.CharField(label=_("Name on the card"), max_length=NAME_LIMIT)
    code = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)
    was = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)

    def __init__(self, *args: Any, kind: Kind, **kwargs: Any) -> None:
        """``kind`` says what stands on the card."""
        super().__init__(*args, **kwargs)
        self.kind = kind
        for figure in kind.figures:
            self.fields[figure.field] = _number(figure)

    @classmethod
    def about(cls, kind: Kind, row: CardData, name: str) -> CardForm:
        """Return the form that changes a card, whose ``name`` is the one the reader sees."""
        shown = {figure.field: figure.of(row) or ("" if figure.usual == 0 else 0) for figure in kind.figures}
        return cls(kind=kind, initial={NAME: name, "code": row["code"], "was": print_of(row), **shown})

    @property
    def groups(self) -> Iterator[tuple[str | Promise, list[forms.BoundField]]]:
        """The numbers as they stand together on the card."""
        for group in self.kind.groups:
            yield group.title, [self[figure.field] for figure in group.figures]

    def row(self, old: CardData | None = None) -> dict[str, Any]:
        """Return the card as the engine's JSON has it; a name that was not changed keeps both its languages."""
        name = self.cleaned_data[NAME]
        kept = old is not None and name in old[NAME].values()
        made: dict[str, Any] = {NAME: old[NAME] if old is not None and kept else {"fr": name, "en": name}}
        for figure in self.kind.figures:
            given = self.cleaned_data[figure.field]
            *outer, last = figure.path.split(".")
            place = made
            for step in outer:
                place = place.setdefault(step, {})
            place[last] = (figure.usual or 0) if given is None else given
        return made


class ViciousForm(forms.Form):
    """What stands on Vicious's card: tokens on both piles for each number of players, and the star."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for players in PLAYERS:
            for pile, label in PILES.items():
                figure = Figure(f"{pile}_{players}", label, 1, VICIOUS_TOKENS - 1, None)
                self.fields[figure.path] = _number(figure)
        self.fields["star"] = _number(Figure("star", _("Number in the star"), 0, STAR_MOST))

    @classmethod
    def about(cls, data: CardData) -> ViciousForm:
        """Return the form with what is known already."""
        known = {f"{pile}_{row['players']}": row[pile] for row in data["vicious"] for pile in PILES}
        return cls(initial={**known, "star": data.get("vicious_star", 0)})

    @property
    def groups(self) -> Iterator[tuple[str | Promise, list[forms.BoundField]]]:
        """The fields by number of players, then the star."""
        for players in PLAYERS:
            yield ITEMS[f"vicious_{players}"], [self[f"{pile}_{players}"] for pile in PILES]
        yield "", [self["star"]]

    def clean(self) -> dict[str, Any]:
        """The box has no more tokens than it has."""
        values = super().clean() or {}
        for players in PLAYERS:
            tokens = [values.get(f"{pile}_{players}") or 0 for pile in PILES]
            if sum(tokens) > VICIOUS_TOKENS and all(tokens):
                said = str(PROBLEMS["vicious_tokens"]) % {"most": VICIOUS_TOKENS}
                self.add_error(f"clues_{players}", said)
        return values

    @property
    def rows(self) -> list[dict[str, int]]:
        """What the engine takes: a line for each number of players."""
        return [
            {"players": players, **{pile: self.cleaned_data[f"{pile}_{players}"] for pile in PILES}}
            for players in PLAYERS
        ]
