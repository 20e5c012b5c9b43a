" Vim syntax file: models of dalembert. Written by editors/make.py; do not edit.
scriptencoding utf-8
if exists("b:current_syntax")
  finish
endif

let s:cpo_save = &cpo
set cpo&vim
syn case match
syn sync minlines=200

syn match mechOperator /\v\.\.|\<\=|\>\=|[-+*\/^=~<>|]/
syn match mechOperator /'\+/
syn match mechFunction /\v<%(heaviside|impulse|acosh|asinh|atan2|atanh|cross|drift|expm1|floor|hypot|log10|round|table|trunc|acos|asin|atan|cbrt|ceil|cosh|exp2|fmod|log2|lost|norm|prod|sign|sinh|sqrt|tanh|unit|work|abs|all|cos|ddt|der|dot|erf|exp|log|max|min|pow|sin|sum|tan|d)\ze\(/
syn match mechPart /\v<%(lambda|Qc|p)\ze\.\.@!/
syn match mechConstant /\v%([^.]\.)@2<!<%(const|pi|t)>[\u2080-\u2089]@!/
syn match mechClause /\v%([=+*/^,(:<>~-]\s*)@30<!\s@1<=%(through|turned|until|from)\ze\s+[A-Za-z_\u0370-\u03ff0-9(|"-]/
syn match mechNumber /\v<[0-9]+%(\.[0-9]+)?%([eE][+-]?[0-9]+)?/
syn match mechUnits /\v%(\s|%(^|[^0-9A-Za-z_.])[0-9]+%(\.[0-9]+)?%([eE][+-]?[0-9]+)?)@30<=\[[A-Za-z%°µΩμΩ0-9 *\/·()^-]*\]/ contains=mechUnit,mechUnitNumber
syn match mechStatement /\v<%(dissipation|constraint|lagrangian|potential|friction|function|reaction|simulate|animate|contact|gravity|include|initial|kinetic|assume|export|impact|torque|check|coord|count|event|force|frame|input|joint|model|param|point|speed|sweep|body|plot|show|for|let)>[\u2080-\u2089]@!/
syn match mechClause /\v<%(conjugate|against|along|axis|when|at|in|of|on|to|vs)>[\u2080-\u2089]@!/
syn match mechLogic /\v<%(else|then|and|not|if|or)>[\u2080-\u2089]@!/
syn match mechStatement /\v%(%(^|[;{])\s*)@30<=%(draw)>\ze\s+[A-Za-z_\u0370-\u03ff]/ nextgroup=mechDrawing skipwhite
syn match mechString /"[^"]*\%("\|$\)/
syn match mechComment /#.*$/ contains=@Spell
syn cluster mechExpression contains=mechOperator,mechFunction,mechPart,mechConstant,mechClause,mechNumber,mechUnits,mechStatement,mechLogic,mechString,mechComment
syn match mechUnit /\v[A-Za-z%°µΩμΩ]@1<!%(deg|min|rev|rpm|\%|1|d|h|°|%(da|E|G|M|P|Q|R|T|Y|Z|a|c|d|f|h|k|m|n|p|q|r|u|y|z|µ|μ)?%(Ohm|bar|mol|rad|Hz|Pa|Wb|cd|eV|A|C|F|H|J|K|L|N|T|V|W|g|m|s|t|Ω|Ω))[A-Za-z%°µΩμΩ]@!/ contained
syn match mechUnitNumber /\v\^@1<=-?\d+|[(/]@1<=-?\d+/ contained
syn match mechDrawing /\v<%(ellipsoid|cylinder|polygon|surface|damper|ground|sphere|spring|angle|arrow|curve|frame|gauge|label|plane|point|torus|trail|coil|cone|disc|line|mass|ring|rope|box|pin|rod)>[\u2080-\u2089]@!/ contained
syn region mechShow matchgroup=mechStatement start=/\v%(%(^|[;{])\s*)@30<=show>/ end=/\v\ze[;#}]|$/ oneline contains=mechShown
syn match mechShown /\v<%(power_coefficients|impact_equations|certificate|constraints|multipliers|invariants|parameters|equations|reactions|energies|momenta|reduced)>[\u2080-\u2089]@!/ contained
syn match mechSetting /\v%(%(^|[{;,])\s*)@30<=<%(static_coefficient|coefficient|max_impacts|restitution|automatic|tolerance|friction|max_step|polyline|columns|impacts|visible|arrows|camera|colour|follow|length|method|output|points|coils|count|flash|plane|scale|speed|style|trail|width|draw|kind|mass|step|stop|view|law|up)\ze\s*\=/ contained
syn match mechValue /\v%(<automatic\s*\=\s*)@40<=<%(arrows|none|with)>/ contained
syn match mechValue /\v%(<colour\s*\=\s*)@40<=<%(velocity|applied|damper|ground|moment|spring|force|trail|body|a|b|c|d|e|f)>/ contained
syn match mechValue /\v%(<draw\s*\=\s*)@40<=<%(uniform|normal)>/ contained
syn match mechValue /\v%(<flash\s*\=\s*)@40<=<%(none|off)>/ contained
syn match mechValue /\v%(<impacts\s*\=\s*)@40<=<%(poisson|stronge|energy|newton)>/ contained
syn match mechValue /\v%(<kind\s*\=\s*)@40<=<%(nonholonomic|holonomic|velocity)>/ contained
syn match mechValue /\v%(<law\s*\=\s*)@40<=<%(chetaev|poisson|stronge|energy|newton)>/ contained
syn match mechValue /\v%(<method\s*\=\s*)@40<=<%(symmetric|radau13|radau5|radau9|rattle|spark4|spark6|taylor|radau|auto|ida|rk4|rk5|rk8)>/ contained
syn match mechValue /\v%(<plane\s*\=\s*)@40<=<%(xy|xz|yz)>/ contained
syn match mechValue /\v%(<stop\s*\=\s*)@40<=<%(false|true)>/ contained
syn match mechValue /\v%(<style\s*\=\s*)@40<=<%(points|line|stem)>/ contained
syn match mechValue /\v%(<up\s*\=\s*)@40<=<%(x|y|z)>/ contained
syn region mechSettings matchgroup=mechBrace start=/{/ end=/}/ contains=@mechExpression,mechSettings,mechSetting,mechValue
syn match mechFor /\v%(%(^|[;{])\s*)@30<=for>\ze[^#{]*\{/ nextgroup=mechRange skipwhite
syn match mechRange /\v[^{#]*/ contained contains=@mechExpression nextgroup=mechBlock
syn region mechBlock matchgroup=mechBrace start=/{/ end=/}/ contained contains=TOP

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
