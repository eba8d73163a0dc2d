"""What comes with a request never becomes part of a format string, a path, a number, a header or a query by itself.

The sources are read, not run: inside each function, whatever is made from a request's or a form's data is followed to
where it would do harm. ``auto_id`` is a format string of Django's, made far from the data, and so is stricter: it is
written out, or made by ``club.widgets.ids_below``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

ROOMS = ("club", "rosters", "campaigns", "config")
TYPED = frozenset(
    {"GET", "POST", "COOKIES", "META", "headers", "FILES", "body", "path_info", "data_or_initial", "data"}
)
"""Attributes that hold what somebody typed. What is in ``cleaned_data`` was looked at by a field."""
READERS = frozenset({"get", "getlist", "dict", "items", "values", "lists", "pop", "urlencode"})
TEXT = frozenset({"strip", "lower", "upper", "casefold", "partition", "rpartition", "split", "replace", "removeprefix"})
"""Methods of text that leave it as hostile as it was."""
SAFE = frozenset({"whole_number", "len", "bool", "slugify", "quote", "urlencode", "safe_address", "key_of"})
"""What makes something harmless of it."""
NUMBERS = frozenset({"int", "float", "Decimal", "Fraction", "complex"})
PATHS = frozenset({"Path", "open", "joinpath", "read_text", "get_template", "select_template", "import_string"})
PATTERNS = frozenset({"compile", "fullmatch", "match", "search", "sub", "findall", "finditer"})
QUERIES = frozenset({"raw", "extra", "order_by", "execute", "RawSQL", "values", "values_list", "only", "defer"})
NAMES = frozenset({"getattr", "setattr", "import_module", "eval", "exec", "reverse", "redirect", "render"})


def sources() -> Iterator[Path]:
    for room in ROOMS:
        yield from sorted(p for p in (settings.BASE_DIR / room).rglob("*.py") if "migrations" not in p.parts)


class Follow(ast.NodeVisitor):
    """Follows typed text through one function, in the order it is written."""

    def __init__(self) -> None:
        self.typed: set[str] = set()
        self.faults: list[tuple[int, str]] = []

    # Is it typed?

    def is_typed(self, node: ast.AST | None) -> bool:
        match node:
            case ast.Name(name):
                return name in self.typed
            case ast.Attribute(value=value, attr=attr):
                return attr in TYPED and self._is_sender(value)
            case ast.Subscript(value=value):
                return self.is_typed(value)
            case ast.Call(func=ast.Name(name), args=args):
                return name not in SAFE and any(map(self.is_typed, args))
            case ast.Call(func=ast.Attribute(value=value, attr=attr), args=args):
                if attr in READERS | TEXT:
                    return self.is_typed(value)
                return attr in {"join"} and any(map(self.is_typed, args))
            case ast.BinOp(left=left, right=right):
                return self.is_typed(left) or self.is_typed(right)
            case (
                ast.BoolOp(values=values)
                | ast.JoinedStr(values=values)
                | ast.Tuple(elts=values)
                | ast.List(elts=values)
            ):
                return any(map(self.is_typed, values))
            case ast.IfExp(body=body, orelse=orelse):
                return self.is_typed(body) or self.is_typed(orelse)
            case ast.FormattedValue(value=value) | ast.Starred(value=value) | ast.NamedExpr(value=value):
                return self.is_typed(value)
        return False

    def _is_sender(self, node: ast.AST) -> bool:
        """Tell whether this is a request or a form: ``request.GET``, ``self.data``, ``form.data``."""
        match node:
            case ast.Name(name):
                return name == "request" or name == "self" or name.endswith("form")
            case ast.Attribute(attr=attr):
                return attr == "request"
        return False

    # Names that become typed

    def visit_Assign(self, node: ast.Assign) -> None:
        self.generic_visit(node)
        for target in node.targets:
            self._name(target, node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.generic_visit(node)
        if node.value is not None:
            self._name(node.target, node.value)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.generic_visit(node)
        self._name(node.target, node.value)

    def visit_For(self, node: ast.For) -> None:
        self._name(node.target, node.iter)
        self.generic_visit(node)

    def visit_ListComp(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> None:
        for part in node.generators:
            self._name(part.target, part.iter)
        self.generic_visit(node)

    visit_SetComp = visit_GeneratorExp = visit_DictComp = visit_ListComp  # noqa: N815

    def _name(self, target: ast.AST, value: ast.AST) -> None:
        match target, value:
            case (ast.Tuple(elts=names), ast.Tuple(elts=values)) if len(names) == len(values):
                for one, other in zip(names, values, strict=True):
                    self._name(one, other)
            case ast.Tuple(elts=names), _:
                for one in names:
                    self._name(one, value)
            case ast.Name(name), _:
                (self.typed.add if self.is_typed(value) else self.typed.discard)(name)

    # Where it does harm

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.Mod) and self.is_typed(node.left):
            self._fault(node, "typed text as a format string")
        self.generic_visit(node)

    def visit_FormattedValue(self, node: ast.FormattedValue) -> None:
        if node.format_spec is not None and self.is_typed(node.format_spec):
            self._fault(node, "typed text as a format")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        owner, name = None, ""
        if isinstance(node.func, ast.Name):
            name = node.func.id
        elif isinstance(node.func, ast.Attribute):
            owner, name = node.func.value, node.func.attr
        first = node.args[:1]
        if name in {"format", "format_map"} and self.is_typed(owner):
            self._fault(node, "typed text as a format string")
        if name in NUMBERS and any(map(self.is_typed, first)):
            self._fault(node, "a number without bounds: club.numbers.whole_number")
        if name in PATHS and (any(map(self.is_typed, node.args)) or self.is_typed(owner)):
            self._fault(node, "typed text in a path")
        if name in PATTERNS and isinstance(owner, ast.Name) and owner.id == "re" and any(map(self.is_typed, first)):
            self._fault(node, "typed text as a pattern")
        if name in QUERIES and any(map(self.is_typed, node.args)):
            self._fault(node, "typed text in a query")
        if name in NAMES and any(map(self.is_typed, node.args[:2])):
            self._fault(node, "typed text as a name or an address")
        for keyword in node.keywords:
            if keyword.arg in {"prefix", "content_type", "headers"} and self.is_typed(keyword.value):
                self._fault(node, f"typed text as {keyword.arg}")
            if keyword.arg is None and self.is_typed(keyword.value):
                self._fault(node, "typed names as arguments")
        self.generic_visit(node)

    def _fault(self, node: ast.AST, said: str) -> None:
        self.faults.append((node.lineno, said))  # type: ignore[attr-defined]


def faults_in(text: str) -> list[tuple[int, str]]:
    """What is wrong in a source, by line."""
    tree = ast.parse(text)
    found = list(_ids(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            follow = Follow()
            for statement in node.body:
                follow.visit(statement)
            found += follow.faults
    return sorted(set(found))


def _ids(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Format strings for ids that are neither written out nor made by ``ids_below``."""
    for node in ast.walk(tree):
        match node:
            case (
                ast.Assign(targets=[ast.Attribute(attr="auto_id")], value=value)
                | ast.keyword(arg="auto_id", value=value)
            ):
                made = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "ids_below"
                if not (isinstance(value, ast.Constant) or made):
                    yield value.lineno, "an auto_id that ids_below did not make"


@pytest.mark.parametrize(
    "line",
    [
        "text = request.GET['a'] % 3",
        "text = request.GET.get('a', '').format(3)",
        "said = request.POST.get('a', '')\n    text = f'{x:{said}}'",
        "self.auto_id = f'{self.place}-%s'",
        "form = Form(auto_id=f'{kind}-%s')",
        "a, b = request.GET.get('a'), 3\n    n = int(a)",
        "n = int(request.GET.get('a', '').strip() or '0')",
        "n = [float(word) for word in request.POST.getlist('a')]",
        "if (a := request.POST.get('a')):\n        Path('x') / open(a)",
        "form = Form(request.POST, prefix=request.GET.get('a'))",
        "rows = rows.order_by(request.GET.get('sort', 'pk'))",
        "rows = rows.filter(**request.GET.dict())",
        "return HttpResponse(headers={}, content_type=request.GET['type'])",
        "return redirect(request.POST.get('next', '/'))",
        "x = getattr(self, request.POST.get('action', ''))",
        "x = re.compile(self.data.get('pattern'))",
    ],
)
def test_the_reader_finds_what_it_is_for(line: str) -> None:
    assert faults_in(f"def view(request):\n    {line}\n")


@pytest.mark.parametrize(
    "line",
    [
        "n = whole_number(request.GET.get('a', '')) or 0\n    n = int(n)",
        "text = _('%(name)s is gone') % {'name': request.GET['a']}",
        "self.auto_id = ids_below(self.place)",
        "form = Form(request.POST or None, prefix='seat', auto_id='id_file_%s')",
        "rows = rows.filter(slug=request.GET.get('season', ''))",
        "n = len(request.GET.get('a', '')) % 3",
    ],
)
def test_the_reader_lets_good_sources_be(line: str) -> None:
    assert faults_in(f"def view(request):\n    {line}\n") == []


def test_no_typed_text_goes_where_it_does_harm() -> None:
    found = [
        f"{path.relative_to(settings.BASE_DIR)}:{line}: {said}"
        for path in sources()
        for line, said in faults_in(path.read_text())
    ]
    assert found == []
