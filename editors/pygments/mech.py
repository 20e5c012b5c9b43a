"""Pygments lexer for models of dalembert. Written by editors/make.py; do not edit.

    pygmentize -x -l path/to/mech.py:MechLexer model.mech
"""

from pygments.lexer import RegexLexer, bygroups, include, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text

__all__ = ["MechLexer"]

BEFORE = r"(?<![A-Za-z0-9_Ͱ-Ͽ₀-₉])"
AFTER = r"(?![A-Za-z0-9_Ͱ-Ͽ₀-₉])"
UNIT = r"(?:deg|min|rev|rpm|%|1|d|h|°|(?:da|E|G|M|P|Q|R|T|Y|Z|a|c|d|f|h|k|m|n|p|q|r|u|y|z|µ|μ)?(?:Ohm|bar|mol|rad|Hz|Pa|Wb|cd|eV|A|C|F|H|J|K|L|N|T|V|W|g|m|s|t|Ω|Ω))"


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
            (r"(?:^|(?<=[;{]))(\s*)(draw)(\s+)(ellipsoid|cylinder|polygon|surface|damper|ground|sphere|spring|angle|arrow|curve|frame|gauge|label|plane|point|torus|trail|coil|cone|disc|line|mass|ring|rope|box|pin|rod)(?![A-Za-z0-9_Ͱ-Ͽ₀-₉])",
             bygroups(Text, Keyword, Text, Name.Class)),
            (r"(?:^|(?<=[;{]))(\s*)(draw)(?=\s+[A-Za-z_Ͱ-Ͽ])", bygroups(Text, Keyword)),
            (r"\{", Punctuation, "settings"),
            include("expression"),
        ],
        "expression": [
            (r"[ \t]+(?=\[)", Text, "unit"),
            (r"[ \t]+", Text),
            (r"\s", Text),
            (r"#.*?$", Comment.Single),
            (r'"[^"\n]*"?', String),
            (r"[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?=\[)", Number, "unit"),
            (r"[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?", Number),
            (either(("animate", "assume", "body", "check", "constraint", "contact", "coord", "count", "dissipation", "event", "export", "for", "force", "frame", "friction", "function", "gravity", "impact", "include", "initial", "input", "joint", "kinetic", "lagrangian", "let", "model", "param", "plot", "point", "potential", "reaction", "show", "simulate", "speed", "sweep", "torque")), Keyword),
            (either(("against", "along", "at", "axis", "conjugate", "in", "of", "on", "to", "vs", "when")), Keyword.Pseudo),
            (r"(?<![=+*/^,(:<>~-]\s)(?<=\s)(through|turned|until|from)(?=\s+[A-Za-z_Ͱ-Ͽ0-9(|\"-])", Keyword.Pseudo),
            (either(("if", "then", "else", "and", "or", "not")), Operator.Word),
            (either(("abs", "acos", "acosh", "all", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "cos", "cosh", "cross", "d", "ddt", "der", "dot", "drift", "erf", "exp", "exp2", "expm1", "floor", "fmod", "heaviside", "hypot", "impulse", "log", "log10", "log2", "lost", "max", "min", "norm", "pow", "prod", "round", "sign", "sin", "sinh", "sqrt", "sum", "table", "tan", "tanh", "trunc", "unit", "work"), r"(?=\()"), Name.Function),
            (either(("lambda", "p", "Qc"), r"(?=\.(?!\.))"), Name.Builtin.Pseudo),
            (r"(?<![^.]\.)" + BEFORE + r"(?:const|pi|t)" + AFTER, Name.Constant),
            (r"[A-Za-z_Ͱ-Ͽ][A-Za-z0-9_Ͱ-Ͽ₀-₉]*", Name),
            (r"\.\.|<=|>=|[-+*/^=~<>|'.]", Operator),
            (r"[()\[\],;:]", Punctuation),
        ],
        "unit": [
            (r"\[", Punctuation),
            (r"(?<![A-Za-z%°µΩμΩ])" + UNIT + r"(?![A-Za-z%°µΩμΩ])", Keyword.Type),
            (r"[*/·^()]", Operator),
            (r"-?[0-9]+", Number),
            (r"[ \t]+", Text),
            (r"\]", Punctuation, "#pop"),
            (r"", Text, "#pop"),
        ],
        "settings": [
            (r"\}", Punctuation, "#pop"),
            (r"\{", Punctuation, "#push"),
            (r"(?:(?<=[{;,])|^)(\s*)(automatic)(\s*)(=)(\s*)(arrows|none|with)(?![A-Za-z0-9_Ͱ-Ͽ₀-₉])",
             bygroups(Text, Name.Attribute, Text, Operator, Text, Name.Constant)),
            (r"(?:(?<=[{;,])|^)(\s*)(colour)(\s*)(=)(\s*)(velocity|applied|damper|ground|moment|spring|force|trail|body|a|b|c|d|e|f)(?![A-Za-z0-9_Ͱ-Ͽ₀-₉])",
             bygroups(Text, Name.Attribute, Text, Operator, Text, Name.Constant)),
            (r"(?:(?<=[{;,])|^)(\s*)(draw)(\s*)(=)(\s*)(uniform|normal)(?![A-Za-z0-9_Ͱ-Ͽ₀-₉])",
             bygroups(Text, Name.Attribute, Text, Operator, Text, Name.Constant)),
            (r"(?:(?<=[{;,])|^)(\s*)(flash)(\s*)(=)(\s*)(none|off)(?![A-Za-z0-9_Ͱ-Ͽ₀-₉])",
             bygroups(Text, Name.Attribute, Text, Operator, Text, Name.Constant)),
            (r"(?:(?<=[{;,])|^)(\s*)(impacts)(\s*)(=)(\s*)(poisson|stronge|energy|newton)(?![A-Za-z0-9_Ͱ-Ͽ₀-₉])",
             bygroups(Text, Name.Attribute, Text, Operator, Text, Name.Constant)),
            (r"(?:(?<=[{;,])|^)(\s*)(kind)(\s*)(=)(\s*)(nonholonomic|holonomic|velocity)(?![A-Za-z0-9_Ͱ-Ͽ₀-₉])",
             bygroups(Text, Name.Attribute, Text, Operator, Text, Name.Constant)),
            (r"(?:(?<=[{;,])|^)(\s*)(law)(\s*)(=)(\s*)(chetaev|poisson|stronge|energy|newton)(?![A-Za-z0-9_Ͱ-Ͽ₀-₉])",
             bygroups(Text, Name.Attribute, Text, Operator, Text, Name.Constant)),
            (r"(?:(?<=[{;,])|^)(\s*)(method)(\s*)(=)(\s*)(symmetric|radau13|radau5|radau9|rattle|spark4|spark6|taylor|radau|auto|ida|rk4|rk5|rk8)(?![A-Za-z0-9_Ͱ-Ͽ₀-₉])",
             bygroups(Text, Name.Attribute, Text, Operator, Text, Name.Constant)),
            (r"(?:(?<=[{;,])|^)(\s*)(plane)(\s*)(=)(\s*)(xy|xz|yz)(?![A-Za-z0-9_Ͱ-Ͽ₀-₉])",
             bygroups(Text, Name.Attribute, Text, Operator, Text, Name.Constant)),
            (r"(?:(?<=[{;,])|^)(\s*)(stop)(\s*)(=)(\s*)(false|true)(?![A-Za-z0-9_Ͱ-Ͽ₀-₉])",
             bygroups(Text, Name.Attribute, Text, Operator, Text, Name.Constant)),
            (r"(?:(?<=[{;,])|^)(\s*)(style)(\s*)(=)(\s*)(points|line|stem)(?![A-Za-z0-9_Ͱ-Ͽ₀-₉])",
             bygroups(Text, Name.Attribute, Text, Operator, Text, Name.Constant)),
            (r"(?:(?<=[{;,])|^)(\s*)(up)(\s*)(=)(\s*)(x|y|z)(?![A-Za-z0-9_Ͱ-Ͽ₀-₉])",
             bygroups(Text, Name.Attribute, Text, Operator, Text, Name.Constant)),
            (r"(?<=[{;,])(\s*)(static_coefficient|coefficient|max_impacts|restitution|automatic|tolerance|friction|max_step|polyline|columns|impacts|visible|arrows|camera|colour|follow|length|method|output|points|coils|count|flash|plane|scale|speed|style|trail|width|draw|kind|mass|step|stop|view|law|up)(?=\s*=)", bygroups(Text, Name.Attribute)),
            (r"^(\s*)(static_coefficient|coefficient|max_impacts|restitution|automatic|tolerance|friction|max_step|polyline|columns|impacts|visible|arrows|camera|colour|follow|length|method|output|points|coils|count|flash|plane|scale|speed|style|trail|width|draw|kind|mass|step|stop|view|law|up)(?=\s*=)", bygroups(Text, Name.Attribute)),
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
            (either(("equations", "multipliers", "reactions", "invariants", "reduced", "constraints", "power_coefficients", "impact_equations", "certificate", "energies", "momenta", "parameters")), Name.Constant),
            (r"[A-Za-z_Ͱ-Ͽ][A-Za-z0-9_Ͱ-Ͽ₀-₉]*", Name),
            (r"", Text, "#pop"),
        ],
    }
