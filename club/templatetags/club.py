"""Template tags that every room may use (``{% load club %}``)."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from django import template
from django.conf import STATICFILES_STORAGE_ALIAS
from django.core.files.storage import Storage, storages
from django.core.serializers.json import DjangoJSONEncoder
from django.utils.html import format_html
from django.utils.safestring import SafeString

from club import once as sent_once, qr
from club.devices import device_name
from club.look import RACES
from club.markdown import markdown as as_markup
from club.models import ClubSettings, Member
from club.noticeboard import Notice
from club.outbox.seals import seals_of
from club.rulings.citations import cited
from club.ways_in import servers
from club.ways_in.operations import WAY_IN, name_of

register = template.Library()
register.filter(cited)

FACES = {
    1: ((12, 12),),
    2: ((7, 7), (17, 17)),
    3: ((6.5, 6.5), (12, 12), (17.5, 17.5)),
    4: ((7, 7), (17, 7), (7, 17), (17, 17)),
    5: ((6.5, 6.5), (17.5, 6.5), (12, 12), (6.5, 17.5), (17.5, 17.5)),
    6: ((7, 6), (17, 6), (7, 12), (17, 12), (7, 18), (17, 18)),
}


@register.simple_tag(takes_context=True)
def member_name(context: dict[str, Any], member: Member | None) -> str:
    """``{% member_name member %}``: the name this reader may see; empty when there is no member."""
    return member.name_for(context.get("user")) if member else ""


@register.filter
def device(user_agent: str) -> str:
    """``{{ session.user_agent|device }}``: what a browser calls itself, in words."""
    return device_name(user_agent)


@register.filter
def server_name(data: dict[str, Any]) -> str:
    """``{{ session.data|server_name }}``: the server that somebody logged in with; empty where it was none."""
    return name_of(data[WAY_IN]) if WAY_IN in data else ""


@register.simple_tag
def servers_to_sign_in_with() -> tuple[servers.Server, ...]:
    """``{% servers_to_sign_in_with as servers %}``: whose accounts let their owners in here; most sites have none."""
    return servers.configured()


@register.filter
def signed(number: int) -> str:
    """``{{ change|signed }}``: a gain with a plus, a loss with a true minus."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


@register.filter
def as_json(data: object) -> str:
    """``data-options="{{ options|as_json }}"``: values for a script. None stands in the page itself."""
    return json.dumps(data, cls=DjangoJSONEncoder)


@register.filter
def markdown(text: str, top: int = 3) -> SafeString:
    """``{{ evening.notes|markdown:4 }}``: Markdown that somebody typed; its highest headings become ``<h4>``."""
    return as_markup(text, top)


@register.simple_tag
def icon_address(name: str) -> str:
    """The address of one icon in the sprite."""
    return f"{_sprite(storages[STATICFILES_STORAGE_ALIAS])}#{name}"


@lru_cache(maxsize=4)
def _sprite(storage: Storage) -> str:
    """Where the sprite is: a page has dozens of icons, and working it out takes longer than drawing one."""
    return storage.url("icons/sprite.svg")


@register.inclusion_tag("components/once.html")
def once() -> dict[str, str]:
    """``{% once %}`` in a form that makes something: sent twice, it makes it once (``club.once``)."""
    return {"name": sent_once.FIELD, "id": sent_once.new_id()}


@register.simple_tag
def seals(member: Member) -> str:
    """``{% seals user %}``: the keys under which the member's browser keeps what is not sent yet (``club.outbox``)."""
    return " ".join(seals_of(member))


@register.simple_tag
def icon(name: str) -> SafeString:
    """``{% icon "sword" %}``: a decorative icon; ``components/icon.html`` with less work, for long lists."""
    return _icon(icon_address(name))


@register.simple_tag
def crest(club: ClubSettings) -> SafeString:
    """``{% crest club %}``: the drawing beside the club's name."""
    return _icon(crest_address(club.crest))


@register.filter
def crest_address(name: str) -> str:
    """The address of a crest: an icon of the site, or the emblem of a race."""
    storage = storages[STATICFILES_STORAGE_ALIAS]
    return f"{_emblems(storage) if name in RACES else _sprite(storage)}#{name}"


@lru_cache(maxsize=4)
def _emblems(storage: Storage) -> str:
    return storage.url("icons/races.svg")


@lru_cache(maxsize=256)
def _icon(address: str) -> SafeString:
    return format_html('<svg class="icon" aria-hidden="true" focusable="false"><use href="{}"/></svg>', address)


@register.inclusion_tag("components/qr_code.html", takes_context=True)
def qr_code(context: dict[str, Any], address: str, label: str) -> dict[str, Any]:
    """``{% qr_code address label %}``: the QR code of an address here; ``label`` says where it leads."""
    code = qr.qr_code(context["request"].build_absolute_uri(address))
    return {"size": code.size, "path": code.path, "label": label}


@register.inclusion_tag("components/subscribe.html", takes_context=True)
def subscribe(context: dict[str, Any], feed: str, id: str, label: str) -> dict[str, Any]:
    """``{% subscribe feed "id" label %}``: a calendar to subscribe to; ``label`` says what its QR code is of."""
    whole = context["request"].build_absolute_uri(feed)
    webcal = f"webcal:{whole.partition(':')[2]}"
    return {"request": context["request"], "feed": whole, "webcal": webcal, "id": id, "label": label}


@register.simple_tag(takes_context=True)
def notice(context: template.RequestContext, panel: Notice) -> str:
    """Draw one notice of the noticeboard; its own values are added to the page's."""
    engine = context.template.engine  # type: ignore[union-attr]
    with context.push(**panel.context):
        return engine.get_template(panel.template).render(context)


@register.simple_block_tag(takes_context=True)
def post_button(
    context: template.RequestContext,
    content: str,
    address: str,
    classes: str = "button",
    *,
    name: str = "",
    value: object = "",
    id: str = "",
    label: str = "",
    form_class: str = "",
    confirm: str = "",
    disabled: bool = False,
    htmx: bool = False,
    target: str = "",
    once: bool = False,
    **fields: object,
) -> str:
    """``{% post_button address "button" version=row.version %}What it says{% endpost_button %}``: a form of one button.

    ``classes``, ``name``, ``value``, ``id``, ``label`` (where it says too little by itself) and ``disabled`` are the
    button's, ``form_class`` and the question ``confirm`` the form's. ``htmx`` posts without a new page, ``target`` puts
    the answer in that element's place; ``once`` is for what makes something (``club.once``). Every other name is a
    hidden field, left out where it is None.
    An address that is empty raises ``ValueError``.
    """
    if not address:
        raise ValueError("post_button has no address: {% url … as … %} finds none for that name")
    if once:
        fields = {**fields, sent_once.FIELD: sent_once.new_id()}
    values = {
        "address": address, "content": content.strip(), "classes": classes, "name": name, "value": value,
        "id": id, "label": label, "form_class": form_class, "confirm": confirm, "disabled": disabled,
        "htmx": htmx or target, "target": target,
        "fields": [(key, said) for key, said in fields.items() if said is not None],
    }  # fmt: skip
    return _component(context, "post_button", values)


@register.simple_block_tag(takes_context=True)
def card(
    context: template.RequestContext,
    content: str,
    id: str,
    title: str,
    *,
    classes: str = "",
    body: str = "",
    aside: bool = False,
) -> str:
    """``{% card "history" _("History") %}What it holds{% endcard %}``: a titled part of a page.

    ``id`` is its title's, ``classes`` are the part's, ``body`` those of what it holds; ``aside`` is for a side column.
    """
    values = {"content": content, "id": id, "title": title, "classes": classes, "body": body, "aside": aside}
    return _component(context, "card", values)


@register.simple_block_tag(takes_context=True)
def page_header(context: template.RequestContext, content: str, title: str, *, kicker: str = "") -> str:
    """``{% page_header _("Guests") kicker=season.name %}What it is for{% endpage_header %}``: the head of a page."""
    return _component(context, "page_header", {"content": content.strip(), "title": title, "kicker": kicker})


@register.simple_block_tag(takes_context=True)
def callout(
    context: template.RequestContext,
    content: str,
    kind: str,
    *,
    icon: str = "",
    role: str = "",
    focus: bool = False,
    stack: bool = False,
) -> str:
    """``{% callout "warning" %}What is to be known{% endcallout %}``: a notice: info, success, warning or error.

    ``icon`` is for another one than its kind's; with ``focus`` readers are led there, ``stack`` is for several things.
    """
    values = {"content": content, "kind": kind, "symbol": icon or kind, "role": role, "focus": focus, "stack": stack}
    return _component(context, "callout", values)


def _component(context: template.RequestContext, name: str, values: dict[str, object]) -> str:
    """Draw what a block tag writes; its content is what stands in the calling template, and escaped there."""
    with context.push(**{**values, "content": SafeString(values["content"])}):
        return context.template.engine.get_template(f"components/{name}.html").render(context)  # type: ignore[union-attr]


@register.filter
def pips(face: Any) -> tuple[tuple[float, float], ...]:
    """Where the pips of a die's face are drawn, on a square of 24 by 24; none for anything that is not a face."""
    try:
        return FACES.get(int(face), ())
    except (TypeError, ValueError):
        return ()


@register.simple_tag(takes_context=True)
def query(context: dict[str, Any], **changes: Any) -> str:
    """``{% query page=2 %}``: the page's own query string with some values changed (None removes one)."""
    values = context["request"].GET.copy()
    for name, value in changes.items():
        if value is None:
            values.pop(name, None)
        else:
            values[name] = value
    return f"?{values.urlencode()}" if values else "?"


@register.filter
def unlocalized(number: float) -> str:
    """A number as SVG wants it, with a point in every language."""
    return f"{number:g}"
