"""Writes the stubs (.pyi) from which type checkers and editors know the compiled modules.

A stub holds what Python can see of a module: signatures and docstrings from its .py, attributes
from its .pxd. Functions of C are left out: they have no annotations, or are marked as Cython's. A
comment behind an attribute says what a list or tuple holds::

    cdef readonly tuple labels  # tuple[str, ...]

The build runs this; by hand: python stubs.py
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent / "src"

PYTHON_TYPES = {"bint": "bool", "double": "float"}
C_NUMBER = re.compile(r"(unsigned |long )*(int|long|Py_ssize_t|hash_t|uint\d+_t)")
ATTRIBUTE = re.compile(
    r" +cdef (readonly|public) (?P<type>.*?[\w\]]) (?P<names>\w+(, \w+)*) *(# (?P<holds>.*))?"
)
C_VARIABLES = re.compile(r"cdef \w+ (\w+(, \w+)*)")
CIMPORT = re.compile(r"from (dodona\.\S+) cimport (.*)")


class Declarations:
    """What a .pxd says: variables of C, and attributes of classes that Python sees."""

    def __init__(self, text: str) -> None:
        self.variables: set[str] = set()
        self.attributes: dict[str, list[str]] = {}
        owner = ""
        for line in text.splitlines():
            if found := re.match(r"cdef class (\w+)", line):
                owner = found[1]
                self.attributes[owner] = []
            elif found := ATTRIBUTE.fullmatch(line):
                self.attributes[owner].extend(_attributes(found))
            elif found := C_VARIABLES.fullmatch(line):
                self.variables.update(found[1].split(", "))


def make_stub(source: str, declarations: str) -> str:
    tree = ast.parse(source)
    tree.body = [part for node in tree.body for part in _for_types(node)]
    declared = Declarations(declarations)
    body = [
        _outline(node, declared)
        for node in tree.body
        if _is_seen(node) and _name(node) not in declared.variables
    ]
    outlines = [node for node in body if not isinstance(node, ast.Assign)]
    used = {name.id for node in outlines for name in ast.walk(node) if isinstance(name, ast.Name)}
    shown = [node for node in body if not _name(node).startswith("_") or _name(node) in used]
    imports = ["from typing_extensions import Buffer"] if "Buffer" in used else []
    for module, names in _cimports(tree, declarations):
        imports += [f"from {module} import {name}" for name in names if name in used]
    return "\n".join([repr(ast.get_docstring(tree)), *imports, *map(ast.unparse, shown), ""])


def _cimports(tree: ast.Module, declarations: str) -> Iterator[tuple[str, list[str]]]:
    """The modules and names that a module and its .pxd cimport."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and _is_cython(node):
            yield (node.module or "").removeprefix("cython.cimports."), [n.name for n in node.names]
    for line in declarations.splitlines():
        if found := CIMPORT.fullmatch(line):
            yield found[1], found[2].split(", ")


def _for_types(node: ast.stmt) -> list[ast.stmt]:
    """What is imported for types only, or the statement itself."""
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return node.body
    return [node]


def _attributes(found: re.Match[str]) -> Iterator[str]:
    kind = found["holds"] or _python_type(found["type"])
    for name in found["names"].split(", "):
        if found[1] == "public":
            yield f"{name}: {kind}"
        else:
            yield f"@property\ndef {name}(self) -> {kind}: ..."


def _python_type(c_type: str) -> str:
    if "[" in c_type:
        return "memoryview"
    return "int" if C_NUMBER.fullmatch(c_type) else PYTHON_TYPES.get(c_type, c_type)


class _PythonTypes(ast.NodeTransformer):
    """Annotations as Python sees them."""

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Name(_python_type(node.id))

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        return ast.Name(_python_type(node.attr)) if _is_cython(node) else node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        if isinstance(node.slice, ast.Slice):
            return ast.Name("Buffer")
        return self.generic_visit(node)


def _outline(node: ast.stmt, declared: Declarations) -> ast.stmt:
    """A statement without what it does."""
    if isinstance(node, ast.FunctionDef):
        node.args = _PythonTypes().visit(node.args)
        node.returns = node.returns and _PythonTypes().visit(node.returns)
        node.body = [*_docstring(node), ast.Expr(ast.Constant(...))]
    elif isinstance(node, ast.ClassDef):
        attributes = ast.parse("\n".join(declared.attributes.get(node.name, []))).body
        members = [_outline(member, declared) for member in _members(node)]
        node.body = [*_docstring(node), *attributes, *members, ast.Expr(ast.Constant(...))]
        node.decorator_list = [d for d in node.decorator_list if not _is_cython(d)]
    elif isinstance(node, ast.AnnAssign):
        node.value = node.value and ast.Constant(...)
    return node


def _members(node: ast.ClassDef) -> list[ast.stmt]:
    """What a stub shows of a class: of overloaded methods the overloads, with the docstring."""
    overloads: dict[str, list[ast.FunctionDef]] = {}
    members: list[ast.stmt] = []
    for member in node.body:
        if not _is_seen(member) or isinstance(member, ast.Assign):
            continue
        if isinstance(member, ast.FunctionDef):
            if any(ast.unparse(decorator) == "overload" for decorator in member.decorator_list):
                overloads.setdefault(member.name, []).append(member)
            elif member.name in overloads:
                for overload in overloads[member.name]:
                    overload.body = _docstring(member)
                continue
        members.append(member)
    return members


def _docstring(node: ast.FunctionDef | ast.ClassDef) -> list[ast.stmt]:
    return [] if ast.get_docstring(node) is None else node.body[:1]


def _name(node: ast.stmt) -> str:
    """The name that a statement binds; empty if it binds none or several."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return node.name
    target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
    return target.id if isinstance(target, ast.Name) else ""


def _is_seen(node: ast.stmt) -> bool:
    """Whether Python sees what a statement binds, and others may use it."""
    if isinstance(node, ast.FunctionDef):
        private = node.name.startswith("_") and not node.name.endswith("_")
        typed = node.returns or any(argument.annotation for argument in node.args.args)
        return bool(typed) and not private and not any(map(_is_cython, node.decorator_list))
    if isinstance(node, (ast.Assign, ast.AnnAssign)):
        return bool(_name(node)) and not (node.value and _is_cython(node.value))
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return not _is_cython(node)
    return isinstance(node, ast.ClassDef)


def _is_cython(node: ast.AST) -> bool:
    return re.match(r"((import|from) )?cython\b", ast.unparse(node)) is not None


def write_stubs() -> None:
    for declarations in ROOT.rglob("*.pxd"):
        source = declarations.with_suffix(".py").read_text(encoding="utf-8")
        text = make_stub(source, declarations.read_text(encoding="utf-8"))
        declarations.with_suffix(".pyi").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_stubs()
