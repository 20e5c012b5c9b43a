"""The extension of VS Code: what the .vsix holds, and that its client starts the server and shows what a command makes."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
import zipfile

from client import GALLERY, PROGRAM, ROOT, Client
from colours import MODULES, missing

# VS Code for a test: modules that ask for `vscode` get this. What is not named is a class or function that does nothing.
STUB = r"""
const Module = require("module");
const fs = require("fs");
const [bundle, program, model] = process.argv.slice(2);
function anything(name) {
  const base = class { constructor(...args) { this.args = args; } };
  return new Proxy(base, {
    get: (target, key) => key in target ? target[key] : typeof key === "symbol" ? undefined : anything(String(key)),
    apply: () => anything(name),
  });
}
const disposable = { dispose() {} };
const event = () => disposable;
class EventEmitter { constructor() { this.event = event; } fire() {} dispose() {} }
class Uri {
  constructor(text) { this.text = text; }
  static parse(text) { return new Uri(text); }
  get scheme() { return "file"; }
  get fsPath() { return decodeURIComponent(this.text.replace("file://", "")); }
  toString() { return this.text; }
}
const shown = {};
const commands = {};
const text = fs.readFileSync(model, "utf8");
const document = { uri: new Uri("file://" + model), languageId: "mech", version: 1, getText: () => text, fileName: model };
const members = {
  EventEmitter, Uri,
  version: "1.90.0",
  env: { language: "en", appName: "test" },
  ViewColumn: { Beside: -2 },
  Disposable: class { constructor(call) { this.dispose = call || (() => {}); } static from() { return disposable; } },
  CancellationTokenSource: class { constructor() { this.token = { onCancellationRequested: event }; } dispose() {} },
  commands: { registerCommand: (name, call) => { commands[name] = call; return disposable; } },
  workspace: new Proxy({
    getConfiguration: () => ({ get: (name, other) => name === "program" ? program : name === "memory" ? "" : other }),
    textDocuments: [document], notebookDocuments: [], workspaceFolders: undefined,
    openTextDocument: async (options) => { shown.document = options.content; return document; },
    createFileSystemWatcher: () => ({ onDidCreate: event, onDidChange: event, onDidDelete: event, dispose() {} }),
  }, { get: (target, key) => key in target ? target[key] : event }),
  window: new Proxy({
    createOutputChannel: () => ({ append() {}, appendLine() {}, show() {}, dispose() {}, error() {}, info() {}, warn() {}, debug() {} }),
    createWebviewPanel: () => ({ webview: { set html(page) { shown.page = page; } } }),
    showTextDocument: async () => {}, showErrorMessage: async (message) => { shown.error = message; }, visibleTextEditors: [],
    tabGroups: { all: [], onDidChangeTabs: event, onDidChangeTabGroups: event },
  }, { get: (target, key) => key in target ? target[key] : event }),
  languages: new Proxy({
    match: () => 1, createDiagnosticCollection: () => ({ set() {}, delete() {}, dispose() {}, clear() {} }),
  }, { get: (target, key) => key in target ? target[key] : event }),
};
const vscode = new Proxy(members, { get: (target, key) => key in target ? target[key] : anything(String(key)) });
const load = Module._load;
Module._load = (name, ...rest) => name === "vscode" ? vscode : load(name, ...rest);
(async () => {
  const extension = require(bundle);
  await extension.activate({ subscriptions: [] });
  const out = { commands: Object.keys(commands).sort(), error: shown.error };
  if (!out.error) {
    await commands["dalembert.derive"](document.uri.toString());
    await commands["dalembert.picture"](document.uri.toString());
    out.document = shown.document;
    out.page = shown.page;
    await extension.deactivate();
  }
  console.log("\n" + JSON.stringify(out));
  process.exit(0);
})().catch((error) => { console.error(error); process.exit(1); });
"""


class Vsix(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        lacking = missing("textmate")
        if lacking:
            print(f"skipped: {lacking} is not installed", file=sys.stderr)
            raise unittest.SkipTest(f"{lacking} is not installed")
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.vsix = cls.pack("first.vsix")

    @classmethod
    def pack(cls, name):
        out = pathlib.Path(cls.folder.name) / name
        subprocess.run([sys.executable, "-B", str(ROOT / "editors/vscode/package.py"), "--modules", str(MODULES), "--out", str(out)],
                       check=True)
        return out

    def test_the_same_files_give_the_same_bytes(self):
        self.assertEqual(self.pack("second.vsix").read_bytes(), self.vsix.read_bytes())

    def test_it_holds_what_it_names(self):
        with zipfile.ZipFile(self.vsix) as archive:
            names = set(archive.namelist())
            package = json.loads(archive.read("extension/package.json"))
            manifest = xml.etree.ElementTree.fromstring(archive.read("extension.vsixmanifest"))
            types = archive.read("[Content_Types].xml").decode()
        contributes = package["contributes"]
        paths = [package["main"], contributes["languages"][0]["configuration"], contributes["grammars"][0]["path"]]
        self.assertLessEqual({f"extension/{path.removeprefix('./')}" for path in paths}, names)
        space = "{http://schemas.microsoft.com/developer/vsx-schema/2011}"
        self.assertLessEqual({asset.get("Path") for asset in manifest.iter(f"{space}Asset")}, names)
        identity = next(manifest.iter(f"{space}Identity"))
        self.assertEqual((identity.get("Id"), identity.get("Version")), (package["name"], package["version"]))
        for ending in {pathlib.PurePath(name).suffix for name in names if not name.startswith("[")}:
            self.assertIn(f'Extension="{ending}"', types)

    def test_colours_are_given_for_every_kind_of_name(self):
        package = json.loads((ROOT / "editors/vscode/package.json").read_text(encoding="utf-8"))
        scopes = package["contributes"]["semanticTokenScopes"][0]["scopes"]
        client = Client()
        self.addCleanup(client.close)
        self.assertEqual(set(scopes), set(client.capabilities["semanticTokensProvider"]["legend"]["tokenTypes"]))

    def started(self, program):
        folder = pathlib.Path(self.folder.name)
        with zipfile.ZipFile(self.vsix) as archive:
            (folder / "extension.js").write_bytes(archive.read("extension/dist/extension.js"))
        (folder / "stub.js").write_text(STUB, encoding="utf-8")
        model = next(path for path in GALLERY if path.name == "pendulum_xy.mech")
        done = subprocess.run(["node", str(folder / "stub.js"), str(folder / "extension.js"), program, str(model)],
                              capture_output=True, text=True, timeout=120, check=False, env={**os.environ, "NODE_PATH": ""})
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout.strip().split("\n")[-1])

    def test_its_client_starts_the_server_and_shows_what_commands_make(self):
        found = self.started(PROGRAM)
        self.assertNotIn("error", found)
        self.assertLessEqual({f"dalembert.{name}" for name in ("run", "derive", "picture", "report")}, set(found["commands"]))
        self.assertIn("λ", found["document"])
        self.assertIn("<svg", found["page"])

    def test_a_program_that_is_missing_is_said(self):
        self.assertIn("/nowhere/dalembert", self.started("/nowhere/dalembert")["error"])


if __name__ == "__main__":
    unittest.main()
