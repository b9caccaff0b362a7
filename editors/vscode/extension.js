// Starts `ownlog lsp` for MLIR files.
const { window, workspace } = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

exports.activate = async function () {
  const settings = workspace.getConfiguration("ownlog");
  const models = settings.get("models").flatMap((file) => ["--model", file]);
  const server = { command: settings.get("path"), args: ["lsp", ...models], transport: TransportKind.stdio };
  client = new LanguageClient("ownlog", "Ownlog", server, { documentSelector: [{ language: "mlir" }] });
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(`Ownlog does not start (${error.message}): pip install "ownlog[lsp]", or set ownlog.path`);
  }
};

exports.deactivate = () => client?.stop();
