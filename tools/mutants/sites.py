"""Finds the places of a C++ source that one token can change: an operator, a factor, an argument, a literal."""

import dataclasses
import pathlib

from clang import cindex
from clang.cindex import CursorKind as Kind
from clang.cindex import TypeKind

# Each operator with what may stand in its place; "left" and "right" keep one operand only.
OPERATORS = {"+": ("-", "left", "right"), "-": ("+", "left"), "*": ("/",), "/": ("*",), "<": ("<=",), "<=": ("<",), ">": (">=",),
             ">=": (">",), "==": ("!=",), "!=": ("==",), "&&": ("||",), "||": ("&&",), "+=": ("=", "-="), "-=": ("+=", "="),
             "*=": ("=",)}
# Functions of the expression graph and of <cmath>, with what may stand in their place.
CALLS = {"sub": ("add",), "add": ("sub",), "div": ("mul",), "sin": ("cos",), "cos": ("sin",), "min": ("max",), "max": ("min",)}
UNWRAPPED = ("neg", "abs", "sqrt")  # f(x) becomes x
COMMUTATIVE = ("add", "mul", "min", "max", "hypot", "swap", "are_equal", "operator+", "operator*", "operator==", "operator!=")
NOT_RUN = (Kind.STATIC_ASSERT, Kind.CASE_STMT, Kind.ENUM_CONSTANT_DECL, Kind.CXX_ACCESS_SPEC_DECL, Kind.TYPE_ALIAS_DECL)
NUMBERS = range(TypeKind.BOOL.value, TypeKind.LONGDOUBLE.value + 1)


@dataclasses.dataclass
class Site:
    """One change: the bytes begin…end of a file become `new` where the mutant is on."""
    path: pathlib.Path
    begin: int
    end: int
    line: int
    old: str
    new: str
    kind: str


def load_library():
    found = sorted(pathlib.Path("/usr/lib").glob("llvm-*/lib/libclang-*.so.1"))
    if found:
        cindex.Config.set_library_file(str(found[-1]))


class Finder:
    """The sites of one file."""

    def __init__(self, path, unit):
        self.path = path
        self.text = path.read_bytes()
        self.unit = unit
        self.sites = []

    def find(self):
        for child in self.unit.cursor.get_children():
            if self.is_here(child):
                self.visit(child, False)
        return self.sites

    def is_here(self, cursor):
        return cursor.location.file is not None and pathlib.Path(cursor.location.file.name) == self.path

    def visit(self, cursor, in_function):
        if cursor.kind in NOT_RUN or self.is_constant(cursor):
            return
        if in_function:
            self.look(cursor)
        inside = in_function or cursor.kind == Kind.COMPOUND_STMT
        for child in cursor.get_children():
            self.visit(child, inside)

    def is_constant(self, cursor):
        """What the compiler evaluates cannot ask which mutant is on."""
        if cursor.kind not in (Kind.VAR_DECL, Kind.FUNCTION_DECL, Kind.CXX_METHOD, Kind.FUNCTION_TEMPLATE):
            return False
        head = self.source(cursor).split(b"{", 1)[0].split(b"=", 1)[0]
        return b"constexpr" in head or b"consteval" in head or cursor.kind == Kind.FUNCTION_TEMPLATE

    def source(self, cursor):
        return self.text[cursor.extent.start.offset:cursor.extent.end.offset]

    def add(self, cursor, new, kind):
        old = self.source(cursor)
        if not old or b"\n#" in old or b"ENSURE" in old or len(old) > 600:
            return
        self.sites.append(Site(self.path, cursor.extent.start.offset, cursor.extent.end.offset, cursor.extent.start.line,
                               old.decode(), new if isinstance(new, str) else new.decode(), kind))

    def look(self, cursor):
        children = list(cursor.get_children())
        if cursor.kind in (Kind.BINARY_OPERATOR, Kind.COMPOUND_ASSIGNMENT_OPERATOR) and len(children) == 2:
            self.infix(cursor, children[0], children[1])
        elif cursor.kind == Kind.CALL_EXPR and cursor.spelling.startswith("operator") and len(children) == 3:
            self.infix(cursor, children[0], children[2])
        elif cursor.kind == Kind.UNARY_OPERATOR and len(children) == 1:
            self.prefix(cursor, children[0])
        elif cursor.kind == Kind.CALL_EXPR:
            self.call(cursor)
        elif cursor.kind == Kind.INTEGER_LITERAL:
            self.integer(cursor)
        elif cursor.kind == Kind.FLOATING_LITERAL:
            self.add(cursor, b"2 * " + self.source(cursor), "factor")
        elif cursor.kind == Kind.CXX_BOOL_LITERAL_EXPR:
            self.add(cursor, "false" if self.source(cursor) == b"true" else "true", "literal")

    def infix(self, cursor, left, right):
        between = self.text[left.extent.end.offset:right.extent.start.offset].strip()
        operator = between.decode(errors="replace")
        if left.extent.start.offset != cursor.extent.start.offset or right.extent.end.offset != cursor.extent.end.offset:
            return
        if operator not in OPERATORS or left.extent.end.offset > right.extent.start.offset:
            return
        a, b = self.source(left), self.source(right)
        for other in OPERATORS[operator]:
            if other in ("left", "right"):
                kept = left if other == "left" else right
                if kept.type.get_canonical().kind == cursor.type.get_canonical().kind:
                    self.add(cursor, a if other == "left" else b, "dropped term")
            else:
                self.add(cursor, a + b" " + other.encode() + b" " + b, "comparison" if other[0] in "<>" else "operator")

    def prefix(self, cursor, operand):
        sign = self.source(cursor)[:1]
        while operand.kind == Kind.UNEXPOSED_EXPR and list(operand.get_children()):  # conversions that nobody wrote
            operand = next(operand.get_children())
        if operand.spelling == "operator bool":  # an optional is no bool
            return
        if sign in (b"-", b"!") and operand.type.get_canonical().kind.value in NUMBERS:
            self.add(cursor, self.source(operand), "sign" if sign == b"-" else "operator")

    def integer(self, cursor):
        digits = self.source(cursor).rstrip(b"uUlLzZ")
        if not digits.isdigit():
            return
        suffix = self.source(cursor)[len(digits):]
        self.add(cursor, str(int(digits) + 1).encode() + suffix, "literal")

    def call(self, cursor):
        arguments = list(cursor.get_arguments())
        name = cursor.spelling
        if cursor.referenced is not None and cursor.referenced.kind == Kind.CONSTRUCTOR:
            return
        if not arguments or any(self.source(a) == b"" for a in arguments) or name.startswith("operator"):
            return
        before = self.text[cursor.extent.start.offset:arguments[0].extent.start.offset]
        after = self.text[arguments[-1].extent.end.offset:cursor.extent.end.offset]
        if not before.rstrip().endswith(b"(") or after.strip() != b")":
            return
        if len(arguments) == 2:
            for other in CALLS.get(name, ()):
                place = before.rindex(name.encode())
                changed = before[:place] + other.encode() + before[place + len(name):]
                self.add(cursor, changed + self.text[arguments[0].extent.start.offset:cursor.extent.end.offset], "operator")
        if len(arguments) == 1 and name in UNWRAPPED:
            self.add(cursor, b"(" + self.source(arguments[0]) + b")", "sign")
        for first, second in zip(arguments, arguments[1:]):
            if name not in COMMUTATIVE and self.can_swap(first, second):
                start, end = cursor.extent.start.offset, cursor.extent.end.offset
                self.add(cursor, self.text[start:first.extent.start.offset] + self.source(second) +
                         self.text[first.extent.end.offset:second.extent.start.offset] + self.source(first) +
                         self.text[second.extent.end.offset:end], "swapped arguments")

    def can_swap(self, first, second):
        kinds = [argument.type.get_canonical().spelling.replace("const ", "").rstrip(" &") for argument in (first, second)]
        return kinds[0] == kinds[1] and self.source(first) != self.source(second)


def sites_of(path, arguments):
    """All sites of a file that is compiled with these arguments."""
    options = cindex.TranslationUnit.PARSE_NONE
    unit = cindex.Index.create().parse(str(path), args=arguments, options=options)
    wrong = [d for d in unit.diagnostics if d.severity >= cindex.Diagnostic.Error]
    if wrong:
        raise RuntimeError(f"{path}: {wrong[0].spelling}")
    return Finder(path, unit).find()
