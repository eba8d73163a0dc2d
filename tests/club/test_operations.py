"""Refusals and how forms show them."""

import pytest
from django import forms
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType

from club.operations import Objection, Refused, Stale, add_problems_to_form, bring_up_to_date, problems_on


class Purchase(forms.Form):
    item = forms.CharField(required=False)


def test_a_refusal_lists_every_reason() -> None:
    refused = Refused([Objection("too_dear", "It costs 12.", "item"), Objection("dead", "He is dead.")])
    assert isinstance(refused, ValueError)
    assert refused.codes == ["too_dear", "dead"]
    assert str(refused) == "It costs 12. He is dead."


def test_a_refusal_without_a_reason_is_a_mistake() -> None:
    with pytest.raises(TypeError, match="at least one problem"):
        Refused([])


def test_a_single_reason_keeps_its_numbers() -> None:
    [problem] = Refused.because("too_dear", "It costs 12.", "item", price=12).problems
    assert isinstance(problem, Objection)
    assert problem.params == {"price": 12}


def test_stale_is_a_refusal_that_says_what_changed() -> None:
    assert Stale().codes == ["stale"]
    assert str(Stale("This roster changed since you opened it.")) == "This roster changed since you opened it."


def test_problems_stand_beside_their_field_or_at_the_top() -> None:
    form = Purchase({"item": "plate"})
    refused = Refused(
        [
            Objection("too_dear", "It costs 12.", "item"),
            Objection("dead", "He is dead."),
            Objection("odd", "Not on this form.", "elsewhere"),
        ]
    )
    add_problems_to_form(form, refused)
    assert form.errors["item"] == ["It costs 12."]
    assert form.non_field_errors() == ["He is dead.", "Not on this form."]


def test_the_callers_object_shows_what_was_written_to_the_locked_row() -> None:
    """A related object is kept while it is the same one, and forgotten when another has taken its place."""
    one, two = ContentType(pk=1, model="one"), ContentType(pk=2, model="two")
    shown = Permission(pk=7, name="before", content_type=one)
    bring_up_to_date(shown, Permission(pk=7, name="after", content_type_id=1))
    assert (shown.name, shown.content_type) == ("after", one)
    bring_up_to_date(shown, Permission(pk=7, name="after", content_type_id=two.pk))
    assert shown.content_type_id == 2
    assert not Permission._meta.get_field("content_type").is_cached(shown)
    bring_up_to_date(shown, shown)
    assert shown.name == "after"


def test_what_stands_behind_a_refusal_is_left_out_and_the_form_says_why() -> None:
    form = forms.Form({})
    with problems_on(form):
        raise Refused.because("code", "Not so.")
    assert form.non_field_errors() == ["Not so."]
    with pytest.raises(KeyError), problems_on(form):
        raise KeyError("what is wrong with the site itself is no problem of the form")
