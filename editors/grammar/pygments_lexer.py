"""The lexer of Pygments."""

from .words import FIRST, NEXT, NUMBER, OPERATORS, alternatives

TEMPLATE = r'''"""Pygments lexer for models of dalembert. Written by editors/make.py; do not edit.

    pygmentize -x -l path/to/mech.py:MechLexer model.mech
"""

from pygments.lexer import RegexLexer, bygroups, include, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text

__all__ = ["MechLexer"]

BEFORE = r"(?<![%(next)s])"
AFTER = r"(?![%(next)s])"
UNIT = r"%(units)s"


def either(some, after=AFTER):
    """Any of the words, as a whole one."""
    return words(some, prefix=BEFORE, suffix=after)


class MechLexer(RegexLexer):
    name = "dalembert"
    aliases = ["mech"]
    filenames = ["*.mech"]
    mimetypes = ["text/x-mech"]

    tokens = {
        "root": [
            (r"^(\s*)(for)\b(?=[^#\n]*\{)", bygroups(Text, Keyword), "repeated"),
            (r"(?<=[;{])(\s*)(for)\b(?=[^#\n]*\{)", bygroups(Text, Keyword), "repeated"),
            (r"(show)\b", Keyword, "shown"),
            (r"(?:^|(?<=[;{]))(\s*)(%(contextual_statements)s)(\s+)(%(drawings)s)(?![%(next)s])",
             bygroups(Text, Keyword, Text, Name.Class)),
            (r"(?:^|(?<=[;{]))(\s*)(%(contextual_statements)s)(?=\s+[%(first)s])", bygroups(Text, Keyword)),
            (r"\{", Punctuation, "settings"),
            include("expression"),
        ],
        "expression": [
            (r"[ \t]+(?=\[)", Text, "unit"),
            (r"[ \t]+", Text),
            (r"\s", Text),
            (r"#.*?$", Comment.Single),
            (r'"[^"\n]*"?', String),
            (r"%(number)s(?=\[)", Number, "unit"),
            (r"%(number)s", Number),
            (either((%(statements)s)), Keyword),
            (either((%(clauses)s)), Keyword.Pseudo),
            (r"(?<![%(operators)s]\s)(?<=\s)(%(contextual_clauses)s)(?=\s+[%(first)s0-9(|\"-])", Keyword.Pseudo),
            (either((%(logic)s)), Operator.Word),
            (either((%(functions)s), r"(?=\()"), Name.Function),
            (either((%(parts)s), r"(?=\.(?!\.))"), Name.Builtin.Pseudo),
            (r"(?<![^.]\.)" + BEFORE + r"(?:%(constants)s)" + AFTER, Name.Constant),
            (r"[%(first)s][%(next)s]*", Name),
            (r"\.\.|<=|>=|[-+*/^=~<>|'.]", Operator),
            (r"[()\[\],;:]", Punctuation),
        ],
        "unit": [
            (r"\[", Punctuation),
            (r"(?<![%(unit_letters)s])" + UNIT + r"(?![%(unit_letters)s])", Keyword.Type),
            (r"[*/·^()]", Operator),
            (r"-?[0-9]+", Number),
            (r"[ \t]+", Text),
            (r"\]", Punctuation, "#pop"),
            (r"", Text, "#pop"),
        ],
        "settings": [
            (r"\}", Punctuation, "#pop"),
            (r"\{", Punctuation, "#push"),
%(choices)s
            (r"(?<=[{;,])(\s*)(%(settings)s)(?=\s*=)", bygroups(Text, Name.Attribute)),
            (r"^(\s*)(%(settings)s)(?=\s*=)", bygroups(Text, Name.Attribute)),
            include("expression"),
        ],
        "repeated": [
            (r"\{", Punctuation, ("#pop", "block")),
            include("expression"),
        ],
        "block": [
            (r"\}", Punctuation, "#pop"),
            include("root"),
        ],
        "shown": [
            (r"[ \t,]+", Text),
            (either((%(shown)s)), Name.Constant),
            (r"[%(first)s][%(next)s]*", Name),
            (r"", Text, "#pop"),
        ],
    }
'''


def grammar(words):
    lists = {name: ", ".join(f'"{word}"' for word in getattr(words, name)) for name in
             ("statements", "clauses", "logic", "functions", "parts", "shown")}
    choices = {name: alternatives(getattr(words, name)) for name in
               ("contextual_statements", "drawings", "contextual_clauses", "constants", "settings")}
    rule = '            (r"(?:(?<=[{{;,])|^)(\\s*)({})(\\s*)(=)(\\s*)({})(?![{}])",\n' \
           '             bygroups(Text, Name.Attribute, Text, Operator, Text, Name.Constant)),'
    chosen = "\n".join(rule.format(key, alternatives(values), NEXT) for key, values in sorted(words.choices.items()))
    return TEMPLATE % {**lists, **choices, "units": words.units, "number": NUMBER, "first": FIRST, "next": NEXT,
                       "operators": OPERATORS, "choices": chosen,
                       "unit_letters": words.unit_letters}
