"""What every operation of the site may answer, and how a form shows a refusal.

An operation either succeeds or raises :class:`Refused` with *all* the reasons, so that a form can show each
one beside the field that causes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol, runtime_checkable

from django import forms
from django.db import models
from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct, field as struct_field

type Text = str | Promise
type Check = Callable[[], None]
"""Is asked by an operation once its row is locked; raises ``Stale`` where what somebody saw is not what is stored."""


class ProblemLike(Protocol):
    """Anything with a stable code, a sentence for the reader and, perhaps, the field that causes it."""

    @property
    def code(self) -> str: ...

    @property
    def message(self) -> Text: ...

    @property
    def field(self) -> str | None: ...


class Objection(Struct, frozen=True):
    """One reason for a refusal, in words; an engine's own ``Problem`` is a code without words.

    ``code`` is stable and never translated; ``message`` is a sentence in the reader's language (may be lazy);
    ``field`` names the form field that causes it, or None; ``params`` are the numbers and names involved.
    """

    code: str
    message: Text
    field: str | None = None
    params: Mapping[str, Any] = struct_field(default_factory=dict)


@runtime_checkable
class LooksAgain(Protocol):
    """A form that joins what was typed and what somebody else saved meanwhile (``club.seen``)."""

    def look_again(self) -> None: ...


class Refused(ValueError):
    """An operation was refused; ``problems`` lists every reason, at least one."""

    def __init__(self, problems: Iterable[ProblemLike]) -> None:
        self.problems: list[ProblemLike] = list(problems)
        if not self.problems:
            raise TypeError("a refusal needs at least one problem")
        super().__init__(self.problems)

    def __str__(self) -> str:
        return " ".join(str(problem.message) for problem in self.problems)

    @property
    def codes(self) -> list[str]:
        """The codes of the problems, in order."""
        return [problem.code for problem in self.problems]

    @classmethod
    def because(cls, code: str, message: Text, field: str | None = None, **params: Any) -> Refused:
        """A refusal with a single reason."""
        return cls([Objection(code=code, message=message, field=field, params=params)])


class Stale(Refused):
    """The object has moved on since the reader opened it; nothing was changed."""

    def __init__(self, message: Text | None = None) -> None:
        """``message`` says what changed, such as ``_("This roster changed since you opened it.")``."""
        sentence = message or _("This page has changed since you opened it. Look at it again, then try once more.")
        super().__init__([Objection(code="stale", message=sentence)])


def for_update[M: models.Model](rows: QuerySet[M]) -> QuerySet[M]:
    """Lock these rows, not those joined to them, until the transaction ends.

    Others may still add rows that refer to them: checking a foreign key would have to wait for a stronger lock, and
    such waits, which no line of code shows, can end in a deadlock.
    """
    return rows.select_for_update(of=("self",), no_key=True)


def bring_up_to_date(shown: models.Model, locked: models.Model) -> None:
    """Let the caller's object show what an operation wrote to the row it had locked, without another query.

    Values computed from the row (cached properties) are carried over too; related objects stay while they are the same.
    """
    if shown is not locked:
        for name, value in vars(locked).items():
            if not name.startswith("_"):
                setattr(shown, name, value)


def add_problems_to_form(form: forms.BaseForm, refused: Refused) -> None:
    """Show each problem beside its field, or at the top of the form if it has no such field.

    A field inside a form with a prefix is named without the prefix.
    """
    form.is_valid()
    if isinstance(form, LooksAgain) and isinstance(refused, Stale):
        form.look_again()
    for problem in refused.problems:
        field = getattr(problem, "field", None)
        target = field if field in form.fields else None
        form.add_error(target, forms.ValidationError(str(problem.message), code=problem.code))


@contextmanager
def problems_on(form: forms.BaseForm) -> Iterator[None]:
    """Show on the form why what stands inside was refused, and go on behind it.

    What follows success belongs inside, up to the redirect; behind it the page is shown again.
    """
    try:
        yield
    except Refused as refused:
        add_problems_to_form(form, refused)
