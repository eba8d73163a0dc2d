"""Forms of the warband pages."""

from rosters.forms.registry import FORMS, form_class
from rosters.forms.step import StepForm

__all__ = ["FORMS", "StepForm", "form_class"]
