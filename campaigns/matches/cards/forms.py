"""The forms of card sets: a new one, its name, a card of it, Vicious's tokens, a whole set as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, gettext_lazy as _

from campaigns.league.games import game_of
from campaigns.matches.cards.files import steps_of, written_steps
from campaigns.matches.cards.kinds import ITEMS, NAME, TEXT, CardData, Choice, Figure, Flag, Kind, Slot, Text, at, put
from campaigns.matches.cards.kinds.bebop import CLUES_EACH, FORCE_EACH
from campaigns.matches.cards.operations import NAME_LIMIT, TEXT_LIMIT, faces_of, print_of, vicious_of
from campaigns.matches.cards.problems import PROBLEMS
from campaigns.matches.cards.sets import CARDS
from campaigns.matches.models.card_set import ScoreCards
from campaigns.matches.scores.badass_force import FACES as SYMBOLS
from campaigns.matches.scores.bebop import PILES
from club.names import NameField
from club.seen import SeenForm
from engines.badass_force.cards import FACES as ARMOURY_FACES
from engines.bebop.cards import PLAYERS, PRICE_MOST, STAR_MOST, VICIOUS_TOKENS


def _games() -> list[tuple[str, str]]:
    return [(code, game_of(code).name) for code in CARDS]


class CardsNameForm(forms.Form):
    """What a card set is called."""

    name = NameField(label=_("Name of the set"), max_length=NAME_LIMIT)


class RenameForm(SeenForm, CardsNameForm):
    """Another name for a card set."""

    def __init__(self, data: Any = None, *, cards: ScoreCards) -> None:
        super().__init__(data, initial={"name": cards.name})
        self.cards = cards

    def fresh(self) -> RenameForm:
        """Return the form of the set as it is now."""
        return RenameForm(cards=ScoreCards.objects.get(pk=self.cards.pk))


class NewCardsForm(CardsNameForm):
    """A new card set, to be filled card by card."""

    game = forms.ChoiceField(label=_("Game"), choices=_games)
    field_order = ("game", "name")


class CardsForm(forms.Form):
    """A card set as a file, sent or typed."""

    game = forms.ChoiceField(label=_("Game"), choices=_games)
    text = forms.CharField(
        label=_("Cards"),
        max_length=TEXT_LIMIT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        help_text=_("The file of a set of this site, or the practice set changed to the cards of your box."),
    )
    file = forms.FileField(label=_("Or the file itself"), required=False)

    def clean(self) -> dict[str, Any]:
        """Whatever comes as a file is the text."""
        values = super().clean() or {}
        sent = values.pop("file", None)
        if sent is not None and sent.size > 2 * TEXT_LIMIT:
            self.add_error("file", gettext("This is too long for a card set."))
        elif sent is not None:
            values["text"] = sent.read().decode("utf-8", errors="replace")
        if not values.get("text") and not self.errors:
            self.add_error("text", gettext("Choose a file, or put its text here."))
        return values


def _number(figure: Figure) -> forms.IntegerField:
    """A number may stay empty where it usually is nought or one."""
    label: Any = figure.label
    return forms.IntegerField(
        label=label,
        min_value=figure.least,
        max_value=figure.most,
        required=figure.usual is None and not figure.optional,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


SLOT_LIMIT: Final = 4_000
"""The characters that the steps of one slot may take."""


def _choice(choice: Choice) -> forms.Field:
    options = [(code, label) for code, label in choice.options.items()]
    label: Any = choice.label
    if choice.several:
        widget = forms.CheckboxSelectMultiple
        return forms.MultipleChoiceField(label=label, choices=options, required=not choice.optional, widget=widget)
    return forms.ChoiceField(
        label=label, choices=[*([("", "–")] if choice.optional else []), *options], required=not choice.optional
    )


class SlotField(forms.CharField):
    """The steps of a slot, one to a line; its value are the steps as data."""

    def __init__(self, slot: Slot) -> None:
        label: Any = slot.title
        super().__init__(
            label=label,
            required=False,
            max_length=SLOT_LIMIT,
            widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "autocapitalize": "off"}),
        )

    def clean(self, value: Any) -> list[Any]:
        """Return the steps. Raises ``ValidationError`` when they cannot be read."""
        text = super().clean(value)
        try:
            return steps_of(text) if text else []
        except ValueError as error:
            raise forms.ValidationError(gettext("This cannot be read: write one step to a line.")) from error


OTHER: Final[Mapping[str, tuple[str, Text, Text]]] = {
    "en": ("fr", _("Name in French, if it has another"), _("The words in French, if they are there")),
    "fr": ("en", _("Name in English, if it has another"), _("The words in English, if they are there")),
}
"""By the reader's language: the other one, and what its fields are called."""
NAME_OTHER: Final = "name_other"
TEXT_OTHER: Final = "text_other"


def _read_in() -> str:
    """Return the language of which the form's own fields are; the others are for the other one."""
    return "fr" if (get_language() or "").startswith("fr") else "en"


class CardForm(forms.Form):
    """One card of a kind. ``code`` and ``was`` say which card it replaces, if any."""

    name = NameField(label=_("Name on the card"), max_length=NAME_LIMIT)
    code = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)
    was = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)

    def __init__(self, *args: Any, kind: Kind, **kwargs: Any) -> None:
        """``kind`` says what stands on the card."""
        super().__init__(*args, **kwargs)
        self.kind = kind
        self.language = _read_in()
        self.other, called, worded = OTHER[self.language]
        label: Any = called
        self.fields[NAME_OTHER] = NameField(label=label, max_length=NAME_LIMIT, required=False)
        for choice in kind.choices:
            self.fields[choice.field] = _choice(choice)
        for figure in kind.figures:
            self.fields[figure.field] = _number(figure)
        for flag in kind.flags:
            label = flag.label
            self.fields[flag.field] = forms.BooleanField(label=label, required=False)
        if kind.texted:
            self.fields[TEXT] = forms.CharField(
                label=_("The words on the card"),
                required=False,
                max_length=600,
                widget=forms.Textarea(attrs={"rows": 2}),
                help_text=_("As printed, to compare. A card that has only its words can get its steps later."),
            )
        if kind.texted == "both":
            label = worded
            self.fields[TEXT_OTHER] = forms.CharField(
                label=label, required=False, max_length=600, widget=forms.Textarea(attrs={"rows": 2})
            )
        for slot in kind.slots:
            self.fields[slot.field] = SlotField(slot)

    @classmethod
    def about(cls, kind: Kind, row: CardData) -> CardForm:
        """Return the form that changes a card."""
        shown: dict[str, Any] = {figure.field: figure.initial(row) for figure in kind.figures}
        shown |= {choice.field: at(row, choice.path) for choice in kind.choices}
        shown |= {flag.field: at(row, flag.path) for flag in kind.flags}
        shown |= {slot.field: written_steps(slot.steps(row)) for slot in kind.slots}
        form = cls(kind=kind)
        shown |= form._both(row[NAME], NAME, NAME_OTHER)
        words = row.get(TEXT)
        shown |= form._both(words, TEXT, TEXT_OTHER) if isinstance(words, Mapping) else {TEXT: kind.words(row)}
        form.initial = {"code": row["code"], "was": print_of(row), **shown}
        return form

    def _both(self, said: Mapping[str, str], name: str, name_other: str) -> dict[str, str]:
        """Return what is shown of a text in two languages; the other one only where it differs."""
        own, other = said[self.language], said[self.other]
        return {name: own, name_other: "" if other == own else other}

    @classmethod
    def again(cls, kind: Kind, data: QueryDict) -> CardForm:
        """Return the form as it was filled in, unchecked."""
        several = {choice.field for choice in kind.choices if choice.several}
        form = cls(kind=kind)
        form.initial = {name: data.getlist(name) if name in several else data.get(name) for name in form.fields}
        return form

    @property
    def groups(self) -> Iterator[tuple[str | Promise, list[forms.BoundField]]]:
        """The numbers as they stand together on the card."""
        for group in self.kind.groups:
            yield group.title, [self[figure.field] for figure in group.figures]

    @property
    def words(self) -> list[forms.BoundField]:
        """The words to choose."""
        said: tuple[Choice | Flag, ...] = (*self.kind.choices, *self.kind.flags)
        return [self[one.field] for one in said]

    @property
    def slots(self) -> list[forms.BoundField]:
        """The texts in the language of effects."""
        return [self[slot.field] for slot in self.kind.slots]

    def clean(self) -> dict[str, Any]:
        """A slot that stands behind a word needs the word."""
        values = super().clean() or {}
        before = {choice.path: choice.field for choice in self.kind.choices}
        for slot in self.kind.slots:
            if slot.with_ and values.get(slot.field) and not values.get(before[slot.with_]):
                self.add_error(before[slot.with_], gettext("Choose this, too: there are steps for it."))
        if values.get(TEXT_OTHER) and not values.get(TEXT, "") and TEXT not in self.errors:
            self.add_error(TEXT, gettext("The words in the other language are there: type these, too."))
        return values

    def row(self, old: CardData | None = None) -> dict[str, Any]:
        """Return the card as the engine's JSON has it; who sends no other language leaves that of ``old`` as it was."""
        made: dict[str, Any] = {NAME: self._said(NAME, NAME_OTHER, old)}
        for figure in self.kind.figures:
            given = self.cleaned_data[figure.field]
            if given is not None or not figure.optional:
                put(made, figure.path, (figure.usual or 0) if given is None else given)
        said: tuple[Choice | Flag, ...] = (*self.kind.choices, *self.kind.flags)
        for one in said:
            if self.cleaned_data[one.field]:
                put(made, one.path, self.cleaned_data[one.field])
        for slot in self.kind.slots:
            steps = self.cleaned_data[slot.field]
            if steps or (slot.with_ and at(made, slot.with_)):
                put(made, slot.path, steps)
        words = self.cleaned_data[TEXT] if self.kind.texted else ""
        if words:
            made[TEXT] = self._said(TEXT, TEXT_OTHER, old) if self.kind.texted == "both" else words
        return made

    def _said(self, name: str, name_other: str, old: CardData | None) -> dict[str, str]:
        """Return a text in both languages."""
        own, before = self.cleaned_data[name], old.get(name) if old is not None else None
        if name_other not in self.data and isinstance(before, Mapping) and own in before.values():
            return dict(before)
        both = {self.language: own, self.other: self.cleaned_data[name_other] or own}
        return {code: both[code] for code in ("fr", "en")}


PRICES: Final = (
    Figure("star", _("Number in the star"), 0, STAR_MOST),
    Figure("force", FORCE_EACH, 1, PRICE_MOST, None, optional=True),
    Figure("clues", CLUES_EACH, 1, PRICE_MOST, 3),
)
"""What stands on Vicious's card beside his tokens; the rulebook prints the price of his clues."""


class _Seen(forms.Form):
    """A form that knows what it was opened with."""

    seen = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)

    @property
    def was(self) -> str:
        """The print of what was there when the page was opened."""
        return str(self.cleaned_data["seen"])


class ViciousForm(_Seen):
    """What stands on Vicious's card: tokens on both piles for each number of players, and the star."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for players in PLAYERS:
            for pile, label in PILES.items():
                figure = Figure(f"{pile}_{players}", label, 1, VICIOUS_TOKENS - 1, None)
                self.fields[figure.path] = _number(figure)
        for figure in PRICES:
            self.fields[figure.field] = _number(figure)

    @classmethod
    def about(cls, data: CardData) -> ViciousForm:
        """Return the form with what is known already."""
        known = {f"{pile}_{row['players']}": row[pile] for row in data["vicious"] for pile in PILES}
        prices = {one.field: data.get(f"vicious_{one.path}", one.usual) for one in PRICES}
        return cls(initial={**known, **prices, "seen": print_of(vicious_of(data))})

    @property
    def groups(self) -> Iterator[tuple[str | Promise, list[forms.BoundField]]]:
        """The fields by number of players, then the star."""
        for players in PLAYERS:
            yield ITEMS[f"vicious_{players}"], [self[f"{pile}_{players}"] for pile in PILES]
        yield "", [self[figure.field] for figure in PRICES]

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

    @property
    def others(self) -> dict[str, int | None]:
        """What the engine takes beside them."""
        given = {one: self.cleaned_data[one.field] for one in PRICES}
        return {f"vicious_{one.path}": one.usual if value is None else value for one, value in given.items()}


class FacesForm(_Seen):
    """The six faces of an armoury die: which symbols each shows."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in range(1, ARMOURY_FACES + 1):
            self.fields[f"face_{number}"] = forms.MultipleChoiceField(
                label=_("Face %(number)s") % {"number": number},
                choices=SYMBOLS.items(),
                widget=forms.CheckboxSelectMultiple,
            )

    @classmethod
    def about(cls, data: CardData) -> FacesForm:
        """Return the form with what is known already."""
        shown: dict[str, Any] = {f"face_{number}": face for number, face in enumerate(data["faces"], start=1)}
        return cls(initial={**shown, "seen": print_of(faces_of(data))})

    @property
    def groups(self) -> Iterator[tuple[str | Promise, list[forms.BoundField]]]:
        """The fields, one beside the other."""
        yield "", list(self.visible_fields())

    @property
    def faces(self) -> list[list[str]]:
        """What the engine takes."""
        return [self.cleaned_data[name] for name in self.fields if name != "seen"]
