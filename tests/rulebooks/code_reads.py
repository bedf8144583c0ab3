"""Find the fields of a rulebook's policies that product code reads, in its syntax trees.

A read is an attribute of a policy: `book.chips.race.starts`, or of a name bound to one (`policy =
book.chips.race`, a parameter or an attribute annotated with the policy's class, the result of a function that
returns one). A method of a policy counts as reading the fields it reads if product code calls it.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from tourney.rulebooks.books.schema import POLICIES, SECTIONS

ROOT = Path(__file__).parents[2]
ROOMS = (
    "tourney",
    "seating",
    "players",
    "desk",
    "penalties",
    "rulings",
    "dealers",
    "prizes",
    "clock",
    "procedures",
    "cash",
    "stages",
    "seasons",
    "planning",
    "webhooks",
    "displays",
    "notifications",
    "web",
    "api",
)
SCHEMA = ROOT / "tourney" / "rulebooks" / "books"

Keys = frozenset[str]
Names = Mapping[str, Keys]
_NONE: Keys = frozenset()
_KEY_OF = {struct.__name__: key for key, struct in POLICIES.items()}
_SECTION_OF = {struct.__name__: key for key, struct in SECTIONS.items()}


def fields_read() -> dict[str, set[str]]:
    """Return the names read of each policy, by its dotted key."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in _product_files()]
    returned = _by_name(
        (node.name, node.returns) for tree in trees for node in ast.walk(tree) if _is_function(node)
    )
    attributes = _by_name(
        (part.target.id, part.annotation)
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for part in node.body
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
    )
    found: dict[str, set[str]] = defaultdict(set)
    for tree in trees:
        for node in ast.walk(tree):
            if _is_function(node):
                for key, name in _Scope(node, returned, attributes).reads():
                    found[key].add(name)
    for key, method, names in _methods():
        if method in found[key]:
            found[key] |= names
    return found


def _product_files() -> Iterator[Path]:
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            if "migrations" not in path.parts and SCHEMA not in path.parents:
                yield path


def _is_function(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)


def _by_name(annotated: Iterator[tuple[str, ast.expr | None]]) -> dict[str, Keys]:
    found: dict[str, Keys] = defaultdict(frozenset)
    for name, annotation in annotated:
        found[name] |= _annotated(annotation)
    return {name: keys for name, keys in found.items() if keys}


def _annotated(annotation: ast.expr | None) -> Keys:
    """Return the policies whose classes an annotation names."""
    if annotation is None:
        return _NONE
    names = {node.id for node in ast.walk(annotation) if isinstance(node, ast.Name)}
    # The chip race's model has the same name as its policy.
    return frozenset(_KEY_OF[name] for name in names & _KEY_OF.keys() - {"Race"})


class _Scope:
    """A function, with the policies that its names are bound to."""

    def __init__(self, node: ast.AST, returned: Names, attributes: Names) -> None:
        self._node, self._returned, self._attributes = node, returned, attributes
        self._names: dict[str, Keys] = defaultdict(frozenset)
        self._sections: dict[str, str] = {}
        assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
            self._names[argument.arg] |= _annotated(argument.annotation)
            if isinstance(argument.annotation, ast.Name) and argument.annotation.id in _SECTION_OF:
                self._sections[argument.arg] = _SECTION_OF[argument.annotation.id]
        # The second pass covers names assigned from names that are assigned later.
        for _again in range(2):
            for target, value in self._assigned():
                self._names[target] |= self._policies(value)
                if isinstance(value, ast.Attribute) and value.attr in SECTIONS:
                    self._sections[target] = value.attr

    def reads(self) -> Iterator[tuple[str, str]]:
        """Yield (policy key, name read of it)."""
        for node in ast.walk(self._node):
            if isinstance(node, ast.Attribute):
                for key in self._policies(node.value):
                    yield key, node.attr

    def _assigned(self) -> Iterator[tuple[str, ast.expr]]:
        for node in ast.walk(self._node):
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    yield from _pairs(target, node.value)
            elif isinstance(node, ast.NamedExpr | ast.AnnAssign) and node.value is not None:
                yield from _pairs(node.target, node.value)

    def _policies(self, node: ast.expr) -> Keys:
        """Return the policies that an expression may evaluate to."""
        if isinstance(node, ast.Attribute):
            return self._attribute(node)
        if isinstance(node, ast.Name):
            return self._names.get(node.id, _NONE)
        if isinstance(node, ast.BoolOp):
            return _NONE.union(*map(self._policies, node.values))
        if isinstance(node, ast.IfExp):
            return self._policies(node.body) | self._policies(node.orelse)
        if isinstance(node, ast.NamedExpr):
            return self._policies(node.value)
        if isinstance(node, ast.Call):
            called = node.func
            name = getattr(called, "id", None) or getattr(called, "attr", "")
            return self._returned.get(name, _NONE)
        return _NONE

    def _attribute(self, node: ast.Attribute) -> Keys:
        inner = node.value
        section = ""
        if isinstance(inner, ast.Attribute):
            section = inner.attr
        elif isinstance(inner, ast.Name):
            section = self._sections.get(inner.id, "")
        key = f"{section}.{node.attr}"
        return frozenset({key}) if key in POLICIES else self._attributes.get(node.attr, _NONE)


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, its in zip(target.elts, value.elts, strict=False):
            yield from _pairs(one, its)


def _methods() -> Iterator[tuple[str, str, set[str]]]:
    """Yield (policy key, method, names read by the method), without checks at loading."""
    for path in (SCHEMA / "schema").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.ClassDef) or node.name not in _KEY_OF:
                continue
            for part in node.body:
                if isinstance(part, ast.FunctionDef) and not part.name.startswith("__"):
                    yield _KEY_OF[node.name], part.name, _own_reads(part)


def _own_reads(method: ast.FunctionDef) -> set[str]:
    return {
        node.attr
        for node in ast.walk(method)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
    }
