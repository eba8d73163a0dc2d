"""What a form asks for one field of a verb: a word, a number or what is counted, a name, conditions.

An input knows its form fields, what they show of a step that is there, and what is written for what they say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django import forms
from django.utils.functional import Promise
from django.utils.text import capfirst, slugify
from django.utils.translation import gettext, pgettext, pgettext_lazy
from msgspec import Struct, field
from msgspec.structs import FieldInfo

from campaigns.matches.cards.sentences import LANGUAGES, VOCABULARIES
from campaigns.matches.cards.sentences.speaker import WHO
from engines.core.effects.reading import NAME, NUMBER_LEAST, NUMBER_MOST, enumeration_of, reads_of, words_of
from engines.core.effects.steps import Reads, Step

LABELS: Final[Mapping[str, Promise]] = {
    "what": pgettext_lazy("card step", "What"),
    "n": pgettext_lazy("card step", "How many"),
    "who": pgettext_lazy("card step", "Who"),
    "by": pgettext_lazy("card step", "Who decides"),
    "up_to": pgettext_lazy("card step", "Or fewer, or none"),
    "from": pgettext_lazy("card step", "Out of"),
    "to": pgettext_lazy("card step", "Where to"),
    "sort": pgettext_lazy("card step", "Which cards"),
    "colour": pgettext_lazy("card step", "Which colour"),
    "until": pgettext_lazy("card step", "How long"),
    "text": pgettext_lazy("card step", "What the card says"),
    "times": pgettext_lazy("card step", "How often"),
    "less": pgettext_lazy("card step", "How many Woolongs less"),
    "cost_most": pgettext_lazy("card step", "Price at most"),
    "free": pgettext_lazy("card step", "For free"),
    "deck": pgettext_lazy("card step", "Which deck"),
    "figure": pgettext_lazy("card step", "Which figure"),
    "change": pgettext_lazy("card step", "Which way"),
    "planet": pgettext_lazy("card step", "Which planet"),
    "pile": pgettext_lazy("card step", "Which pile"),
    "anywhere": pgettext_lazy("card step", "On any planet"),
    "harmless": pgettext_lazy("card step", "Without damage"),
    "criminals": pgettext_lazy("card step", "Criminals only"),
    "skill": pgettext_lazy("card step", "Which skill"),
    "pick": pgettext_lazy("card step", "How they are picked"),
    "at": pgettext_lazy("card step", "What to look at"),
    "keep": pgettext_lazy("card step", "The charges are kept"),
    "card": pgettext_lazy("card step", "A card already known"),
}
"""What the fields of steps are called; those without a name only the game itself fills in."""

NAMED: Final[Mapping[str, Promise]] = {
    "seat": pgettext_lazy("card step", "Name of the player it is"),
    "number": pgettext_lazy("card step", "Name of the number"),
    "card": pgettext_lazy("card step", "Name of the card"),
}
"""What the field for a name is called, by what the name stands for."""


type Choices = list[tuple[str, Any]]
NONE: Final = ("", "–")
_KNOWN: Final = "="
"""Before the name of a number, where words for what is counted may be chosen, too."""


class Here(Struct, frozen=True):
    """The slot that a step is for, and the names that the slot's steps make."""

    game: str
    slot: str
    names: Mapping[str, str] = field(default_factory=dict)

    def named(self, kind: str, sign: str = "") -> Choices:
        """Return the names that stand for a seat, a number or a card."""
        told = pgettext("card text", "“%(name)s”")
        return [(sign + name, told % {"name": name}) for name, of in self.names.items() if of == kind]

    @property
    def seats(self) -> Choices:
        """Words for seats, and names of them."""
        words = LANGUAGES[self.game].words_for_seats(self.slot)
        return [*((word, WHO[word]) for word in words), *self.named("seat")]


class Part(Struct, frozen=True):
    """Form fields that stand together. ``folded``: few need them, so that they are unfolded by whoever does."""

    title: str | Promise
    names: tuple[str, ...]
    folded: bool = False


class Input:
    """One field of a verb as one field of a form."""

    def __init__(self, info: FieldInfo, here: Here, kind: type[Step]) -> None:
        self.info, self.here, self.kind = info, here, kind
        self.name = info.encode_name
        self.usual = None if info.required else info.default
        self.label: Any = LABELS.get(self.name, "")

    @property
    def parts(self) -> Iterator[Part]:
        """The form fields, as they stand together."""
        yield Part("", (self.name,))

    def fields(self) -> Iterator[tuple[str, forms.Field]]:
        """Yield the form's fields with their names."""
        yield self.name, self.make()

    def make(self) -> forms.Field:
        """Return the only form field."""
        raise NotImplementedError

    def initial(self, value: Any) -> dict[str, Any]:
        """Return what the form's fields show where a step says ``value``."""
        return {self.name: value}

    def value(self, given: Mapping[str, Any]) -> Any:
        """Return what is written for what the fields say; None for nothing."""
        return given.get(self.name)

    def faults(self, given: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Yield which form field says what cannot be, and why."""
        return iter(())


class Seat(Input):
    """Whom a step is about."""

    def make(self) -> forms.Field:
        """A word for seats, or a name."""
        return forms.ChoiceField(label=self.label, choices=self.here.seats, initial=self.usual, required=False)


class Words(Input):
    """One word of several, or several of them."""

    def make(self) -> forms.Field:
        """All words of the field."""
        known = enumeration_of(self.info.type)
        words = VOCABULARIES[self.here.game].values[known] if known is not None else {}
        options: Choices = [(word.value, capfirst(str(words[word]))) for word in known or ()]
        if isinstance(self.usual, tuple):
            widget = forms.CheckboxSelectMultiple
            several = list(self.usual)
            return forms.MultipleChoiceField(
                label=self.label, choices=options, initial=several, widget=widget, required=False
            )
        none = [] if self.info.required or self.usual is not None else [NONE]
        return forms.ChoiceField(
            label=self.label, choices=[*none, *options], initial=self.usual, required=self.info.required
        )


class Price(Input):
    """What is paid with."""

    def make(self) -> forms.Field:
        """What the game pays with."""
        known = VOCABULARIES[self.here.game].counts
        payable = [(word, capfirst(str(known[word]))) for word in LANGUAGES[self.here.game].payable]
        return forms.ChoiceField(label=self.label, choices=payable)


class Flag(Input):
    """What is so or not."""

    def make(self) -> forms.Field:
        """A box to tick."""
        return forms.BooleanField(label=self.label, required=False)


def _number(label: Any, **more: Any) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(label=label, min_value=NUMBER_LEAST, max_value=NUMBER_MOST, widget=widget, **more)


class Number(Input):
    """A number that may be left out."""

    def make(self) -> forms.Field:
        """Empty means none."""
        return _number(self.label, required=False)

    def initial(self, value: Any) -> dict[str, Any]:
        """What means none is not shown."""
        return {} if value == self.usual else {self.name: value}


class Words200(Input):
    """A line in the people's own words."""

    def make(self) -> forms.Field:
        """A line."""
        return forms.CharField(label=self.label, max_length=200, required=False)


class Card(Input):
    """The card itself, or one that an earlier step has named."""

    def make(self) -> forms.Field:
        """Usually none: the step chooses."""
        this = ("this", pgettext("card step", "This card itself"))
        options = [*([] if self.info.required else [NONE]), this, *self.here.named("card")]
        return forms.ChoiceField(label=self.label, choices=options, required=self.info.required)


class Name(Input):
    """Makes a name that later steps use."""

    @property
    def parts(self) -> Iterator[Part]:
        """Few steps need one."""
        yield Part(pgettext_lazy("card step", "A name for later steps"), (self.name,), folded=True)

    def make(self) -> forms.Field:
        """A short word; it is written as the language wants it."""
        of = next(iter(self.kind.gives.values()), self.kind.makes)
        told = pgettext_lazy("card step", "A short word. A later step may choose it: “the same player”, “as many”.")
        label: Any = NAMED[of]
        return forms.CharField(label=label, help_text=told, max_length=30, required=False, initial=self.usual or None)

    def value(self, given: Mapping[str, Any]) -> Any:
        """Small letters, digits and underscores, whatever was typed."""
        return slugify(given.get(self.name) or "").replace("-", "_")

    def faults(self, given: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """It begins with a letter, and is no word that means something already."""
        typed, name = given.get(self.name), self.value(given)
        if typed and not NAME.fullmatch(name):
            yield self.name, gettext("Choose a word of letters and digits that begins with a letter.")
        elif name in LANGUAGES[self.here.game].who or name == "this":
            yield self.name, gettext("This word already means something. Choose another.")


class Amount(Input):
    """A number, the name of one, or as many as are counted at the table."""

    @property
    def _parts(self) -> tuple[str, str, str]:
        return f"{self.name}__of", f"{self.name}__who", f"{self.name}__most"

    @property
    def parts(self) -> Iterator[Part]:
        """The number; what is counted instead is unfolded."""
        yield Part("", (self.name,))
        yield Part(pgettext_lazy("card step", "As many as something else"), self._parts, folded=True)

    def fields(self) -> Iterator[tuple[str, forms.Field]]:
        """A number, and what may stand in its place."""
        of, who, most = self._parts
        counts = [(word, capfirst(str(said))) for word, said in VOCABULARIES[self.here.game].counts.items()]
        known = self.here.named("number", _KNOWN)
        options: Choices = [("", pgettext("card step", "– (the number above)")), *known, *counts]
        yield self.name, _number(self.label, initial=self.usual, required=False)
        label = pgettext_lazy("card step", "As many as there are of these")
        yield of, forms.ChoiceField(label=label, choices=options, required=False)
        label = pgettext_lazy("card step", "Whose")
        yield who, forms.ChoiceField(label=label, choices=self.here.seats, initial="me", required=False)
        yield most, _number(pgettext_lazy("card step", "But at most"), required=False)

    def initial(self, value: Any) -> dict[str, Any]:
        """A number as it is, a name or a count in the fields beside it."""
        of, who, most = self._parts
        if isinstance(value, str):
            return {of: _KNOWN + value}
        if isinstance(value, Mapping):
            return {of: value.get("count"), who: value.get("who", "me"), most: value.get("most") or None}
        return {self.name: value}

    def value(self, given: Mapping[str, Any]) -> Any:
        """What is counted goes before the number."""
        of, who, most = (given.get(name) for name in self._parts)
        if not of:
            return given.get(self.name)
        if of.startswith(_KNOWN):
            return of.removeprefix(_KNOWN)
        counted: dict[str, Any] = {"count": of}
        if who and who != "me":
            counted["who"] = who
        if most:
            counted["most"] = most
        return counted

    def faults(self, given: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """A limit needs something that is counted, and some number there must be."""
        of, _who, most = self._parts
        if given.get(most) and (not given.get(of) or given[of].startswith(_KNOWN)):
            yield of, gettext("Choose what is counted, too.")
        elif self.info.required and not given.get(of) and not given.get(self.name):
            yield self.name, gettext("Type a number, or choose what is counted.")


INPUTS: Final[Mapping[Reads, type[Input]]] = {
    Reads.WHO: Seat,
    Reads.AMOUNT: Amount,
    Reads.NAME: Name,
    Reads.CARD: Card,
    Reads.PRICE: Price,
}


def input_of(info: FieldInfo) -> type[Input] | None:
    """Return what asks for a field of a verb; none for what holds steps and what only the game itself fills in.

    Conditions have an input of their own (``conditions``).
    """
    reads = reads_of(info)
    if reads is not None:
        return INPUTS.get(reads)
    if info.encode_name not in LABELS:
        return None
    if words_of(info.type):
        return Words
    return {bool: Flag, int: Number}.get(info.type, Words200)
