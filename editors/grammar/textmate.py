"""The TextMate grammar, which VS Code and others read. Regular expressions of Oniguruma."""

import json

from .words import FIRST, NEXT, NUMBER, OPERATORS, alternatives

BEFORE = f"(?<![{NEXT}])"
AFTER = f"(?![{NEXT}])"


def word(words, after=AFTER):
    return f"{BEFORE}(?:{alternatives(words)}){after}"


def match(scope, pattern):
    return {"name": f"{scope}.mech", "match": pattern}


def units(words):
    """Brackets behind a blank or a number hold a unit; those that touch a name hold an index."""
    inside = [match("support.constant.unit", f"(?<![{words.unit_letters}]){words.units}(?![{words.unit_letters}])"),
              match("constant.numeric", r"-?[0-9]+"), match("keyword.operator", r"[*/·^]")]
    return {"begin": r"(?<=[\s])(\[)(?=[^\[\]\n]*\])", "end": r"\]|$", "name": "meta.unit.mech", "patterns": inside}


def number(words):
    unit = units(words)
    return {"begin": f"({BEFORE}{NUMBER})(\\[)(?=[^\\[\\]\\n]*\\])", "end": r"\]|$", "name": "meta.unit.mech",
            "beginCaptures": {"1": {"name": "constant.numeric.mech"}}, "patterns": unit["patterns"]}


def settings(words):
    """What stands between braces that do not belong to `for`."""
    key = f"(?:(?<=[{{;,])|^)\\s*({word(words.settings)})(?=\\s*=)"
    chosen = [{"match": f"(?:(?<=[{{;,])|^)\\s*({word([key])})(\\s*=\\s*)({word(values)})",
               "captures": {"1": {"name": "variable.parameter.setting.mech"}, "2": {"name": "keyword.operator.mech"},
                            "3": {"name": "support.constant.value.mech"}}} for key, values in sorted(words.choices.items())]
    return {"begin": r"\{", "end": r"\}", "name": "meta.settings.mech",
            "patterns": [{"include": "#comment"}, {"include": "#string"}, *chosen,
                         {"match": key, "captures": {"1": {"name": "variable.parameter.setting.mech"}}},
                         {"include": "#expression"}]}


def repeated():
    """`for i in 1..n { statements }`, where statements stand between the braces, not settings."""
    body = {"begin": r"\{", "end": r"\}", "name": "meta.block.mech", "patterns": [{"include": "$self"}]}
    return {"begin": f"(?:^|(?<=[;{{]))\\s*(for){AFTER}(?=[^#\\n]*\\{{)", "end": r"(?<=\})|$",
            "beginCaptures": {"1": {"name": "keyword.control.statement.mech"}},
            "patterns": [body, {"include": "#expression"}]}


def grammar(words):
    statement = f"(?:^|(?<=[;{{]))\\s*({word(words.contextual_statements)})\\s+(?=[{FIRST}])({word(words.drawings)})?"
    shown = {"begin": word(["show"]), "end": r"(?=[;#}])|$", "beginCaptures": {"0": {"name": "keyword.control.statement.mech"}},
             "patterns": [match("support.constant.shown", word(words.shown))]}
    contextual = f"(?<![{OPERATORS}]\\s)(?<=\\s)(?:{alternatives(words.contextual_clauses)})(?=\\s+[{FIRST}0-9(|\"-])"
    expression = [
        {"include": "#comment"}, {"include": "#string"}, number(words), match("constant.numeric", BEFORE + NUMBER), units(words),
        match("keyword.control.statement", word(words.statements)),
        match("keyword.other.clause", word(words.clauses)),
        match("keyword.other.clause", contextual),
        match("keyword.operator.logical", word(words.logic)),
        match("support.function", word(words.functions, r"(?=\()")),
        match("variable.language", word(words.parts, r"(?=\.(?!\.))")),
        match("constant.language", f"(?<![^.]\\.){word(words.constants)}"),
        match("keyword.operator.derivative", r"'+"),
        match("keyword.operator", r"\.\.|<=|>=|[-+*/^=~<>|]"),
        match("variable.other", f"[{FIRST}][{NEXT}]*"),
    ]
    out = {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "mech", "scopeName": "source.mech", "fileTypes": ["mech"],
        "patterns": [
            repeated(), shown,
            {"match": statement, "captures": {"1": {"name": "keyword.control.statement.mech"},
                                              "2": {"name": "support.type.drawing.mech"}}},
            settings(words), {"include": "#expression"},
        ],
        "repository": {
            "comment": match("comment.line.number-sign", "#.*$"),
            "string": match("string.quoted.double", "\"[^\"\\n]*(?:\"|$)"),
            "expression": {"patterns": expression},
        },
    }
    return json.dumps(out, indent=2, ensure_ascii=False) + "\n"
