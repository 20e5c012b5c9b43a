"""A client of `dalembert lsp` for the tests."""

import json
import os
import pathlib
import select
import subprocess
import time

PROGRAM = os.environ["DALEMBERT"]
IS_SANITIZED = b"__asan_init" in pathlib.Path(PROGRAM).read_bytes() # takes more memory and time than is measured here
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MODELS = sorted(ROOT.glob("models/*/*.mech"))
GALLERY = sorted(ROOT.glob("models/gallery/*.mech"))


class Client:
    def __init__(self, *arguments, capabilities=None, start=True):
        self.process = subprocess.Popen([PROGRAM, "lsp", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, bufsize=0)
        self.buffer = b""
        self.inbox = []
        self.count = 0
        if start:
            self.capabilities = self.ask("initialize", {"processId": os.getpid(), "rootUri": None,
                                                        "capabilities": capabilities or {}})["result"]["capabilities"]
            self.tell("initialized", {})

    def raw(self, data):
        self.process.stdin.write(data)

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def tell(self, method, params):
        self.send({"method": method, "params": params})

    def receive(self, timeout=20.0):
        """The next message of the server."""
        end = time.monotonic() + timeout
        while True:
            head, found, rest = self.buffer.partition(b"\r\n\r\n")
            if found:
                length = int(head.split(b":")[1])
                if len(rest) >= length:
                    self.buffer = rest[length:]
                    return json.loads(rest[:length])
            ready, _, _ = select.select([self.process.stdout], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                raise TimeoutError("the server says nothing")
            block = os.read(self.process.stdout.fileno(), 1 << 16)
            if not block:
                raise EOFError("the server has ended")
            self.buffer += block

    def wait_for(self, wanted, timeout=20.0):
        """The first message, of those kept or to come, that is wanted; others are kept."""
        for place, message in enumerate(self.inbox):
            if wanted(message):
                return self.inbox.pop(place)
        while True:
            message = self.receive(timeout)
            if wanted(message):
                return message
            self.inbox.append(message)

    def ask(self, method, params):
        self.count += 1
        number = self.count
        self.send({"id": number, "method": method, "params": params})
        return self.wait_for(lambda m: m.get("id") == number and "method" not in m)

    def open(self, path, text=None, version=1):
        uri = path if isinstance(path, str) else path.as_uri()
        text = path.read_text(encoding="utf-8") if text is None else text
        self.tell("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "mech", "version": version,
                                                            "text": text}})
        return uri

    def change(self, uri, text, version):
        self.tell("textDocument/didChange", {"textDocument": {"uri": uri, "version": version},
                                             "contentChanges": [{"text": text}]})

    def diagnostics(self, uri, version, timeout=30.0):
        """What is published first of this version."""
        found = self.wait_for(lambda m: m.get("method") == "textDocument/publishDiagnostics"
                              and m["params"]["uri"] == uri and m["params"]["version"] == version, timeout)
        return found["params"]["diagnostics"]

    def at(self, uri, line, character, **more):
        return {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}, **more}

    def names(self, uri):
        """Places of all names that have a colour, and their kinds: line, character, length, kind."""
        kinds = self.capabilities["semanticTokensProvider"]["legend"]["tokenTypes"]
        data = self.ask("textDocument/semanticTokens/full", {"textDocument": {"uri": uri}})["result"]["data"]
        line = character = 0
        for k in range(0, len(data), 5):
            character = data[k + 1] + (character if data[k] == 0 else 0)
            line += data[k]
            yield line, character, data[k + 2], kinds[data[k + 3]]

    def memory(self):
        """Resident memory of the server, MiB."""
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        return 0.0

    def children(self):
        return pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text(
            encoding="ascii").split()

    def close(self):
        if self.process.poll() is None:
            self.ask("shutdown", None)
            self.tell("exit", None)
        code = self.process.wait(timeout=10)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            stream.close()
        return code


def offset_of(text, place):
    """The character of a place, whose columns count units of UTF-16."""
    lines = text.split("\n")
    before = sum(len(line) + 1 for line in lines[:place["line"]])
    units = lines[place["line"]].encode("utf-16-le")[:2 * place["character"]]
    return before + len(units.decode("utf-16-le"))


def applied(text, edits):
    """The text with edits of the protocol made."""
    for edit in sorted(edits, key=lambda e: offset_of(text, e["range"]["start"]), reverse=True):
        begin, end = (offset_of(text, edit["range"][key]) for key in ("start", "end"))
        text = text[:begin] + edit["newText"] + text[end:]
    return text
