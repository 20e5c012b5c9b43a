"""The syntax file of Vim and Neovim."""

from .words import NUMBER, OPERATORS, alternatives

HEAD = '''\
" Vim syntax file: models of dalembert. Written by editors/make.py; do not edit.
scriptencoding utf-8
if exists("b:current_syntax")
  finish
endif

let s:cpo_save = &cpo
set cpo&vim
syn case match
syn sync minlines=200

'''

TAIL = '''
hi def link mechComment Comment
hi def link mechString String
hi def link mechNumber Number
hi def link mechUnit Type
hi def link mechUnitNumber Number
hi def link mechStatement Statement
hi def link mechFor Statement
hi def link mechClause Keyword
hi def link mechLogic Conditional
hi def link mechFunction Function
hi def link mechConstant Constant
hi def link mechPart Identifier
hi def link mechDrawing Type
hi def link mechSetting Identifier
hi def link mechValue Constant
hi def link mechShown Constant
hi def link mechOperator Operator

let b:current_syntax = "mech"
let &cpo = s:cpo_save
unlet s:cpo_save
'''


# Subscripts continue a name of the language, not one of Vim: matches, since keywords end before them.
END = r">[\u2080-\u2089]@!"
START = r"%(%(^|[;{])\s*)@30<="


def very_magic(pattern):
    """A regular expression of `words.py` in Vim's notation after `\\\\v`."""
    out = pattern.replace("%", "\\%").replace("(?:", "%(")
    return out.replace("=", "\\=").replace("<", "\\<").replace(">", "\\>")


def grammar(words):
    def either(some):
        return f"%({very_magic(alternatives(some))})"

    units = very_magic(words.units)
    operand = f"%([{OPERATORS}]\\s*)@30<!\\s@1<="                          # after something that ends an operand
    number = f"%(\\s|%(^|[^0-9A-Za-z_.]){very_magic(NUMBER)})@30<="      # after a blank or a number
    expression = [
        # Of two that start at one place the later one wins.
        ("Operator", r"match", r"/\v\.\.|\<\=|\>\=|[-+*\/^=~<>|]/"),
        ("Operator", "match", r"/'\+/"),
        ("Function", "match", f"/\\v<{either(words.functions)}\\ze\\(/"),
        ("Part", "match", f"/\\v<{either(words.parts)}\\ze\\.\\.@!/"),
        ("Constant", "match", f"/\\v%([^.]\\.)@2<!<{either(words.constants)}{END}/"),
        ("Clause", "match", f"/\\v{operand}{either(words.contextual_clauses)}\\ze\\s+[A-Za-z_\\u0370-\\u03ff0-9(|\"-]/"),
        ("Number", "match", f"/\\v<{very_magic(NUMBER)}/"),
        ("Units", "match", f"/\\v{number}\\[[{words.unit_letters}0-9 *\\/·()^-]*\\]/ contains=mechUnit,mechUnitNumber"),
        ("Statement", "match", f"/\\v<{either(words.statements)}{END}/"),
        ("Clause", "match", f"/\\v<{either(words.clauses)}{END}/"),
        ("Logic", "match", f"/\\v<{either(words.logic)}{END}/"),
        ("Statement", "match",
         f"/\\v{START}{either(words.contextual_statements)}>\\ze\\s+[A-Za-z_\\u0370-\\u03ff]/ nextgroup=mechDrawing skipwhite"),
        ("String", "match", r'/"[^"]*\%("\|$\)/'),
        ("Comment", "match", "/#.*$/ contains=@Spell"),
    ]
    lines = [f"syn {kind} mech{group} {rest}" for group, kind, rest in expression]
    groups = ",".join(f"mech{group}" for group in dict.fromkeys(group for group, _, _ in expression))
    lines += [
        f"syn cluster mechExpression contains={groups}",
        f"syn match mechUnit /\\v[{words.unit_letters}]@1<!{units}[{words.unit_letters}]@!/ contained",
        r"syn match mechUnitNumber /\v\^@1<=-?\d+|[(/]@1<=-?\d+/ contained",
        f"syn match mechDrawing /\\v<{either(words.drawings)}{END}/ contained",
        "syn region mechShow matchgroup=mechStatement start=/\\v" + START + "show>/ end=/\\v\\ze[;#}]|$/ oneline "
        "contains=mechShown",
        f"syn match mechShown /\\v<{either(words.shown)}{END}/ contained",
        f"syn match mechSetting /\\v%(%(^|[{{;,])\\s*)@30<=<{either(words.settings)}\\ze\\s*\\=/ contained",
        *(f"syn match mechValue /\\v%(<{key}\\s*\\=\\s*)@40<=<{either(values)}>/ contained"
          for key, values in sorted(words.choices.items())),
        "syn region mechSettings matchgroup=mechBrace start=/{/ end=/}/ contains=@mechExpression,mechSettings,mechSetting,mechValue",
        r"syn match mechFor /\v" + START + r"for>\ze[^#{]*\{/ nextgroup=mechRange skipwhite",
        r"syn match mechRange /\v[^{#]*/ contained contains=@mechExpression nextgroup=mechBlock",
        "syn region mechBlock matchgroup=mechBrace start=/{/ end=/}/ contained contains=TOP",
    ]
    return HEAD + "\n".join(lines) + "\n" + TAIL
