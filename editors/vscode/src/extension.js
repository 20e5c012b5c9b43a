// Starts `dalembert lsp` for models, and shows what its commands make: pictures in a panel, text in a document.
"use strict";

const fs = require("fs");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

/** Shows the result of a command: {uri, kind, text}; a page is read from its file. */
async function show(command, result) {
  if (!result || !result.kind) return;
  if (result.kind === "txt") {
    const document = await vscode.workspace.openTextDocument({ content: result.text });
    await vscode.window.showTextDocument(document, { preview: true, viewColumn: vscode.ViewColumn.Beside });
    return;
  }
  const title = command.replace("dalembert.", "");
  const panel = vscode.window.createWebviewPanel(`dalembert.${title}`, title, vscode.ViewColumn.Beside, {
    enableScripts: result.kind === "html",
    localResourceRoots: [],
  });
  const page = result.text || (await fs.promises.readFile(vscode.Uri.parse(result.uri).fsPath, "utf8"));
  panel.webview.html = result.kind === "svg" ? `<body style="background: white; margin: 0">${page}</body>` : page;
}

async function activate() {
  const settings = vscode.workspace.getConfiguration("dalembert");
  const memory = settings.get("memory");
  const server = { command: settings.get("program") || "dalembert", args: memory ? ["lsp", "--memory", memory] : ["lsp"] };
  client = new LanguageClient("dalembert", "dalembert", server, {
    documentSelector: [{ language: "mech" }],
    middleware: {
      // The result is shown here; a file that the server offers to show would be a second one.
      window: { showDocument: async () => ({ success: true }) },
      executeCommand: async (command, args, next) => {
        const result = await next(command, args);
        await show(command, result);
        return result;
      },
    },
  });
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(
      `The program ${server.command} does not start: ${error.message}. Its path is set by dalembert.program.`);
  }
}

function deactivate() {
  return client && client.isRunning() ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
