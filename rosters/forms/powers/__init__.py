"""Forms for what a referee alone may do to a warband. Each asks for the reason last."""

from __future__ import annotations

from rosters.forms.powers.base import PowerForm
from rosters.forms.powers.goods import AwardForm, BestowForm, ConfiscateForm, GrantForm
from rosters.forms.powers.service import CallBackForm, CaptiveForm, ExemptForm, HoldForm, LastEpisodeForm
from rosters.forms.powers.sheets import HealForm, InjureForm, TeachForm, UnlearnForm

__all__ = ["POWERS", "InjureForm", "PowerForm"]

POWERS: tuple[type[PowerForm], ...] = (
    GrantForm,
    AwardForm,
    BestowForm,
    ConfiscateForm,
    TeachForm,
    UnlearnForm,
    InjureForm,
    HealForm,
    CallBackForm,
    HoldForm,
    CaptiveForm,
    LastEpisodeForm,
    ExemptForm,
)
