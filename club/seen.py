"""Forms over stored rows: what somebody else saved while one was filled in is neither undone nor kept quiet.

A :class:`SeenForm` carries what it showed when it was opened. Once its operation answers ``Stale``, it looks again:
what somebody else changed and the reader did not touch stands in it as it is now, what both changed stands as it was
typed, and beside either field it says so. Sent once more it is up to date.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.db import models, transaction
from django.http import QueryDict
from django.utils.translation import gettext as _, gettext_lazy

from club.moments import Typed
from club.operations import Stale, for_update

type Shown = str | list[str]
"""What a field shows, as a browser would send it; an unticked box is empty."""

CHANGED: Final = gettext_lazy(
    "Something else has been saved here since you opened the page; what you typed has not. Look again, then save."
)
NOTHING: Final = gettext_lazy("nothing")


class SeenForm(forms.Form):
    """A form that fills in what is stored. A subclass says how it is drawn anew."""

    # Several forms of a page have one: it is called by its name alone.
    seen = forms.CharField(required=False, widget=forms.HiddenInput(attrs={"id": False}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["seen"].initial = self._print

    def fresh(self) -> SeenForm | None:
        """Return this form as it is drawn of what is stored now; None where it is of nothing stored."""
        raise NotImplementedError

    def shown(self) -> dict[str, Shown]:
        """Return what each field that can be changed shows before anything is typed."""
        return {name: self._as_sent(name, self._stored(name)) for name in self._changeable()}

    def refuse_stale(self) -> None:
        """Raise ``Stale`` unless what the form showed is what is stored; asked while the row is locked."""
        now, before = self.fresh(), self._before()
        if now is not None and any(before.get(name, said) != said for name, said in now.shown().items()):
            raise Stale(CHANGED)

    def look_again(self) -> None:
        """Join what was typed and what somebody else saved, and say beside each field what that was."""
        now = self.fresh()
        if now is None:
            return
        before, data = self._before(), QueryDict(mutable=True)
        data.update(self.data)
        for name, said in now.shown().items():
            if name not in self.fields or before.get(name, said) == said:
                continue
            typed = self._typed(name)
            if typed == before[name]:
                _put(data, self[name].html_name, said)
                self.add_error(name, _("Changed in the meantime: this is how it is now."))
            elif typed != said:
                told = now.told(name)
                self.add_error(name, _("Meanwhile “%(now)s” was saved here.") % {"now": told})
        for name in ("seen", "version"):
            if name in now.fields:
                _put(data, self[name].html_name, str(now[name].initial))
        self.data = data

    def told(self, name: str) -> str:
        """Return in words what a field shows: the names of what is chosen."""
        field, said = self.fields[name], self.shown()[name]
        if isinstance(field, forms.BooleanField):
            return _("yes") if said else _("no")
        choices = _flat(getattr(field, "choices", None) or ())
        parts = said if isinstance(said, list) else [said]
        return ", ".join(choices.get(part, part) for part in parts if part or part in choices) or str(NOTHING)

    def _changeable(self) -> list[str]:
        return [name for name, field in self.fields.items() if not field.widget.is_hidden and not field.disabled]

    def _stored(self, name: str) -> Any:
        field = self.fields[name]
        return field.prepare_value(self.get_initial_for_field(field, name))

    def _typed(self, name: str) -> Shown:
        field = self[name]
        return self._as_sent(name, field.data)

    def _as_sent(self, name: str, value: Any) -> Shown:
        widget = self.fields[name].widget
        if isinstance(widget, forms.CheckboxInput):
            return "on" if value else ""
        drawn = widget.format_value(value.text if isinstance(value, Typed) else value)
        if isinstance(widget, forms.SelectMultiple | forms.CheckboxSelectMultiple):
            return sorted(str(one) for one in drawn or ())
        if isinstance(drawn, list | tuple):
            drawn = drawn[0] if drawn else ""
        return "" if drawn is None else str(drawn).replace("\r\n", "\n").strip()

    def _print(self) -> str:
        return json.dumps(self.shown(), ensure_ascii=False)

    def _before(self) -> Mapping[str, Shown]:
        """Return what the form showed when it was opened; nothing where a page does not say."""
        try:
            before = json.loads(self["seen"].data or "{}")
        except ValueError:
            return {}
        return before if isinstance(before, dict) else {}


def _put(data: Any, name: str, said: Shown) -> None:
    """Let a form's data say this of a field."""
    if said == "" or said == []:
        data.pop(name, None)
    if isinstance(said, list):
        data.setlist(name, said)
    elif said:
        data[name] = said


def _flat(choices: Any) -> dict[str, str]:
    """Return the words of each choice, groups or not."""
    found: dict[str, str] = {}
    for value, label in choices:
        if isinstance(label, list | tuple):
            found |= _flat(label)
        else:
            found[str(value)] = str(label)
    return found


class SeenModelForm(SeenForm, forms.ModelForm):
    """A form over one row; :meth:`save_seen` is its operation."""

    def fresh(self) -> SeenForm:
        """Return the form of the row as it is stored."""
        row = type(self.instance)._default_manager.filter(pk=self.instance.pk).first()
        return type(self)(instance=row or type(self.instance)())

    @transaction.atomic
    def save_seen(self) -> Any:
        """Store what was filled in, and no other column. Raises ``Stale`` where somebody else changed it meanwhile."""
        rows: models.Manager[models.Model] = type(self.instance)._default_manager
        stored = for_update(rows.filter(pk=self.instance.pk)).first()
        self.refuse_stale()
        if stored is None:
            self.instance.save()
        else:
            self.instance.save(update_fields=list(self._meta.fields or ()))
        return self.instance
