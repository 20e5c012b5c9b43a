"""Colours of texts as the editors themselves find them, by class of word.

Each function takes texts with places, {path: [(line, character), ...]}, and gives {path: [class, ...]}. An empty class is that
of a plain name.
"""

import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

EDITORS = pathlib.Path(__file__).resolve().parent.parent.parent / "editors"
MODULES = pathlib.Path(os.environ.get("DALEMBERT_EDITORS", "")) / "node_modules"
CLASSES = ("statement", "clause", "logic", "function", "part", "constant", "drawing", "setting", "value", "shown", "unit", "number",
           "string", "comment", "")

VIM = r'''
set nocompatible
set encoding=utf-8
set runtimepath^=%(vim)s
filetype plugin on
syntax on
let places = json_decode(join(readfile("%(places)s"), ""))
let found = {}
for [path, list] in items(places)
  execute "silent edit " . fnameescape(path)
  let found[path] = map(list, {_, place -> synIDattr(synID(place[0] + 1, place[1] + 1, 1), "name")})
  bwipeout
endfor
call writefile([json_encode(found)], "%(out)s")
qall!
'''

EMACS = r'''
(set-language-environment "UTF-8")
(add-to-list 'load-path "%(emacs)s")
(require 'mech-mode)
(require 'json)
(setq vc-handled-backends nil)
(let ((places (let ((json-array-type 'list) (json-key-type 'string)) (json-read-file "%(places)s")))
      found)
  (dolist (each places)
    (find-file (car each))
    (unless (eq major-mode 'mech-mode) (error "The mode is %%s" major-mode))
    (font-lock-ensure)
    (push (cons (car each)
                (vconcat (mapcar (lambda (place)
                                   (goto-char (point-min))
                                   (forward-line (car place))
                                   (let ((face (get-text-property (+ (point) (cadr place)) 'face)))
                                     (symbol-name (if (consp face) (car face) face))))
                                 (cdr each))))
          found)
    (kill-buffer))
  (with-temp-file "%(out)s" (insert (json-encode found))))
'''

TEXTMATE = r'''
const fs = require("fs");
const path = require("path");
const [places, grammar, modules, out] = process.argv.slice(2);
const { Registry, parseRawGrammar, INITIAL } = require(path.join(modules, "vscode-textmate"));
const oniguruma = require(path.join(modules, "vscode-oniguruma"));
const wasm = fs.readFileSync(path.join(modules, "vscode-oniguruma", "release", "onig.wasm"));
(async () => {
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => parseRawGrammar(fs.readFileSync(grammar, "utf8"), grammar),
  });
  const mech = await registry.loadGrammar("source.mech");
  const found = {};
  for (const [file, list] of Object.entries(JSON.parse(fs.readFileSync(places, "utf8")))) {
    let stack = INITIAL;
    const lines = fs.readFileSync(file, "utf8").split("\n").map((line) => {
      const result = mech.tokenizeLine(line, stack);
      stack = result.ruleStack;
      return result.tokens;
    });
    found[file] = list.map(([line, column]) => {
      const token = lines[line].find((each) => each.startIndex <= column && column < each.endIndex);
      return token.scopes[token.scopes.length - 1];
    });
  }
  fs.writeFileSync(out, JSON.stringify(found));
})().catch((error) => { console.error(error); process.exit(1); });
'''


def called(places, measure, command):
    """Runs an editor over the places; `measure` counts a line's columns as it does, `command` makes its command line."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        counted = {}
        for path, wanted in places.items():
            lines = pathlib.Path(path).read_text(encoding="utf-8").split("\n")
            counted[str(path)] = [(line, measure(lines[line][:column])) for line, column in wanted]
        (folder / "places").write_text(json.dumps(counted), encoding="utf-8")
        done = subprocess.run(command(folder), capture_output=True, text=True, timeout=240, check=False)
        if not (folder / "out").exists():
            raise RuntimeError(f"{command(folder)[0]} gave no colours: {done.stdout}{done.stderr}")
        return json.loads((folder / "out").read_text(encoding="utf-8"))


def script(folder, text):
    (folder / "script").write_text(text % {"places": folder / "places", "out": folder / "out", "vim": EDITORS / "vim",
                                           "emacs": EDITORS / "emacs"}, encoding="utf-8")
    return str(folder / "script")


def by_vim(places):
    found = called(places, lambda text: len(text.encode()),
                   lambda folder: ["vim", "-u", "NONE", "-i", "NONE", "-es", "-N", "-S", script(folder, VIM)])
    plain = ("", "mechSettings", "mechBlock", "mechRange", "mechShow")
    names = {"For": "statement", **{c.capitalize(): c for c in CLASSES}}
    return {path: ["" if name in plain else names.get(name.removeprefix("mech"), name) for name in list_]
            for path, list_ in found.items()}


FACES = {"statement": "keyword", "clause": "builtin", "logic": "builtin", "function": "function-name", "part": "variable-name",
         "constant": "constant", "drawing": "type", "setting": "variable-name", "value": "constant", "shown": "constant",
         "unit": "type", "number": "constant", "string": "string", "comment": "comment-delimiter"}


def by_emacs(places):
    """Classes that share a face are named together: `clause logic`."""
    found = called(places, len, lambda folder: ["emacs", "-Q", "--batch", "-l", script(folder, EMACS)])
    names = {f"font-lock-{face}-face": " ".join(c for c in FACES if FACES[c] == face) for face in FACES.values()}
    return {path: [names.get(face, "" if face == "nil" else face) for face in list_] for path, list_ in found.items()}


TOKENS = {"Keyword": "statement", "Keyword.Pseudo": "clause", "Operator.Word": "logic", "Name.Function": "function",
          "Name.Builtin.Pseudo": "part", "Name.Constant": "constant value shown", "Name.Class": "drawing",
          "Name.Attribute": "setting", "Keyword.Type": "unit", "Literal.Number": "number", "Literal.String": "string",
          "Comment.Single": "comment", "Name": ""}


def pygments_lexer():
    """An own lexer of Pygments, read from its file."""
    place = importlib.util.spec_from_file_location("mech_lexer", EDITORS / "pygments" / "mech.py")
    module = importlib.util.module_from_spec(place)
    place.loader.exec_module(module)
    return module.MechLexer(stripnl=False, ensurenl=False)


def by_pygments(places):
    lexer = pygments_lexer()
    out = {}
    for path, wanted in places.items():
        text = pathlib.Path(path).read_text(encoding="utf-8")
        kinds = []
        for kind, piece in lexer.get_tokens(text):
            kinds += [str(kind).removeprefix("Token.")] * len(piece)
        starts = [0]
        for line in text.split("\n"):
            starts.append(starts[-1] + len(line) + 1)
        out[str(path)] = [TOKENS.get(kind, kind) for kind in (kinds[starts[line] + column] for line, column in wanted)]
    return out


SCOPES = {"keyword.control.statement": "statement", "keyword.other.clause": "clause", "keyword.operator.logical": "logic",
          "support.function": "function", "variable.language": "part", "constant.language": "constant",
          "support.type.drawing": "drawing", "variable.parameter.setting": "setting", "support.constant.value": "value",
          "support.constant.shown": "shown", "support.constant.unit": "unit", "constant.numeric": "number",
          "string.quoted.double": "string", "comment.line.number-sign": "comment", "variable.other": ""}


def by_textmate(places):
    def command(folder):
        (folder / "script.js").write_text(TEXTMATE, encoding="utf-8")
        return ["node", str(folder / "script.js"), str(folder / "places"), str(EDITORS / "vscode/syntaxes/mech.tmLanguage.json"),
                str(MODULES), str(folder / "out")]
    found = called(places, lambda text: len(text.encode("utf-16-le")) // 2, command)
    return {path: [SCOPES.get(scope.removesuffix(".mech"), scope) for scope in list_] for path, list_ in found.items()}


def missing(name):
    """What a way of colouring lacks on this machine; empty where nothing."""
    if name == "pygments":
        return "" if importlib.util.find_spec("pygments") else "Pygments"
    if name == "textmate":
        is_fetched = (MODULES / "vscode-textmate").is_dir()
        return "" if shutil.which("node") and is_fetched else "vscode-textmate"
    if not shutil.which(name):
        return name.capitalize()
    if name == "vim":
        said = subprocess.run(["vim", "--version"], capture_output=True, text=True, check=False).stdout
        return "" if "+syntax" in said and "+eval" in said else "Vim with syntax"
    return ""
