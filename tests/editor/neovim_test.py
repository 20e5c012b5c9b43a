"""Neovim, headless, as the client of `dalembert lsp` on standard streams, by the plugin of editors/vim."""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from client import PROGRAM, ROOT

TEXT = """model M "𝔸"
param m = 1 [kg] "π ∈ 𝔸"; let b = 2*tehta
coord theta [m]
kinetic   T = 1/2*m*theta'^2
"""

# Opens the file, does `steps`, and writes what was found as JSON.
SCRIPT = r"""
local out = { said = {} }
local function waited(condition) return vim.wait(20000, condition, 20) end
local function buffer() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n") .. "\n" end
local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 20000)
  for _, answer in pairs(answers or {}) do return answer end
  return {}
end
local function clients()
  return vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = 0 }) or vim.tbl_values(vim.lsp.buf_get_clients(0))
end
local encoding
local function at(line, character)
  vim.api.nvim_win_set_cursor(0, { line, character })
  return vim.lsp.util.make_position_params(0, encoding)
end
vim.cmd("edit " .. %(file)s)
out.filetype = vim.bo.filetype
out.attached = waited(function() return #clients() > 0 end)
out.syntax = vim.b.current_syntax
waited(function() return #vim.diagnostic.get(0) > 0 end)
for _, each in ipairs(vim.diagnostic.get(0)) do table.insert(out.said, { each.lnum, each.col, each.end_col, each.message }) end
encoding = clients()[1].offset_encoding
-- the correction, as the editor applies it
local params = vim.lsp.util.make_given_range_params({ 1, 0 }, { 4, 0 }, 0, encoding)
params.context = { diagnostics = {}, only = { "quickfix" } }
local actions = ask("textDocument/codeAction", params).result
out.title = actions[1].title
vim.lsp.util.apply_workspace_edit(actions[1].edit, encoding)
out.corrected = buffer()
out.gone = waited(function()
  for _, each in ipairs(vim.diagnostic.get(0)) do if each.severity == 1 then return false end end
  return true
end)
waited(function()
  local result = ask("textDocument/hover", at(2, 6)).result
  out.hover = result and result.contents.value or ""
  return out.hover:find("kg", 1, true) ~= nil
end)
local renaming = at(2, 6)
renaming.newName = "mass"
vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", renaming).result, encoding)
out.renamed = buffer()
local refused = at(2, 6)
refused.newName = "param"
out.refused = ask("textDocument/rename", refused)
if vim.lsp.buf.format then vim.lsp.buf.format({ timeout_ms = 20000 }) else vim.lsp.buf.formatting_sync(nil, 20000) end
out.laid = buffer()
local symbols = ask("textDocument/documentSymbol", { textDocument = vim.lsp.util.make_text_document_params() }).result
out.symbols = #symbols
local completion = ask("textDocument/completion", at(2, 0)).result
out.completions = #(completion.items or completion)
local file = io.open(%(out)s, "w")
file:write(vim.json.encode(out))
file:close()
vim.cmd("qall!")
"""


class Neovim(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not shutil.which("nvim"):
            print("skipped: Neovim is not installed", file=sys.stderr)
            raise unittest.SkipTest("Neovim is not installed")

    def test_a_text_is_corrected_renamed_and_laid_out(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "a.mech").write_text(TEXT, encoding="utf-8")
            script = SCRIPT % {"file": json.dumps(str(folder / "a.mech")), "out": json.dumps(str(folder / "out"))}
            (folder / "script.lua").write_text(script, encoding="utf-8")
            runtime = str(ROOT / "editors" / "vim")
            done = subprocess.run(["nvim", "--headless", "-n", "-i", "NONE", "-u", "NONE",
                                   "--cmd", f"set runtimepath^={runtime}", "--cmd", "filetype plugin on | syntax on",
                                   "--cmd", f"let g:mech_program = '{PROGRAM}'",
                                   "-c", f"luafile {folder / 'script.lua'}", "-c", "cquit"],
                                  capture_output=True, text=True, timeout=120, check=False, cwd=folder)
            self.assertTrue((folder / "out").exists(), done.stderr)
            out = json.loads((folder / "out").read_text(encoding="utf-8"))
        self.assertEqual((out["filetype"], out["syntax"], out["attached"]), ("mech", "mech", True))
        line = TEXT.split("\n")[1]
        begin = len(line[:line.index("tehta")].encode()) # Neovim counts bytes
        self.assertIn([1, begin, begin + 5], [each[:3] for each in out["said"]])
        self.assertIn("tehta", out["said"][0][3])
        self.assertEqual(out["title"], "Replace `tehta` by `theta`")
        corrected = TEXT.replace("tehta", "theta")
        self.assertEqual(out["corrected"], corrected)
        self.assertIn("m = 1 [kg]", out["hover"])
        renamed = corrected.replace("param m ", "param mass ").replace("*m*", "*mass*")
        self.assertEqual(out["renamed"], renamed)
        self.assertIn("reserved", out["refused"]["error"]["message"])
        laid = subprocess.run([PROGRAM, "fmt", "-"], input=renamed, capture_output=True, text=True, check=True).stdout
        self.assertEqual(out["laid"], laid)
        self.assertNotEqual(laid, renamed)
        self.assertEqual(out["symbols"], 5)
        self.assertGreater(out["completions"], 30)


if __name__ == "__main__":
    unittest.main()
