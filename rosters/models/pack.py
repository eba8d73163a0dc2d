"""Packs: races, weapons, gear, skills and mercenaries that members invent, and the versions they publish of them."""

from __future__ import annotations

from functools import cached_property

import msgspec
from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy as _

from engines.core.text import Text
from engines.musg.packs import Pack as Published, Read, read_text


class Pack(models.Model):
    """A pack as it is being written. ``text`` is its file, which is valid or holds nothing yet.

    ``editors`` help whoever began it. ``shared``: every member of the club may read it, copy it and play with its
    versions. ``turn`` counts the changes, so that a page that is out of date is refused.
    """

    code = models.SlugField(max_length=30, unique=True)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="packs")
    editors = models.ManyToManyField(settings.AUTH_USER_MODEL, blank=True, related_name="+")
    shared = models.BooleanField(_("for the whole club"), default=False)
    name = models.CharField(_("name"), max_length=60)
    name_en = models.CharField(_("name in English"), max_length=60)
    text = models.TextField()
    turn = models.PositiveIntegerField(default=0, editable=False)
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["name", "pk"]
        verbose_name = _("pack")
        verbose_name_plural = _("packs")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The pack's page."""
        return reverse("rosters:pack", args=[self.pk])

    @property
    def called(self) -> str:
        """Its name in the reader's language; ``name`` is the French one."""
        return Text(fr=self.name, en=self.name_en).in_language(get_language() or "en")

    @cached_property
    def draft(self) -> Read:
        """What stands in it now."""
        return read_text(self.text)

    def refresh_from_db(self, *args: object, **kwargs: object) -> None:
        """Forget what was read of it, too."""
        self.__dict__.pop("draft", None)
        super().refresh_from_db(*args, **kwargs)  # type: ignore[arg-type]


class PackVersion(models.Model):
    """A version of a pack as it was published; it never changes. ``data`` is the engine's value, whole."""

    pack = models.ForeignKey(Pack, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    data = models.JSONField()
    note = models.CharField(max_length=200, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-number"]
        verbose_name = _("version of a pack")
        verbose_name_plural = _("versions of packs")
        constraints = [models.UniqueConstraint(fields=["pack", "number"], name="one_version_per_number")]

    def __str__(self) -> str:
        return f"{self.pack} {self.number}"

    @cached_property
    def value(self) -> Published:
        """The engine's value."""
        return msgspec.convert(self.data, Published)


class SpentCode(models.Model):
    """The code of a pack that was published and is removed: no other gets it, for campaigns may still play with it."""

    code = models.SlugField(max_length=30, unique=True)

    class Meta:
        ordering = ["code"]
        verbose_name = _("code of a removed pack")
        verbose_name_plural = _("codes of removed packs")

    def __str__(self) -> str:
        return self.code
