"""A headless Chromium driven over a pipe by its devtools protocol; standard library only."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

OPTIONS = ["--headless", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-extensions",
           "--disable-component-update", "--disable-sync", "--disable-quic", "--hide-scrollbars",
           "--remote-debugging-pipe",
           # Containers have neither what the sandbox needs nor much shared memory; the page shown is our own.
           "--no-sandbox", "--disable-dev-shm-usage"]


class Chromium:
    """One browser with one page. What the page complained about is in `complaints`."""

    def __init__(self):
        program = shutil.which("chromium")
        if program is None:
            raise RuntimeError("chromium is not installed; ./dev browser installs it")
        self.profile = tempfile.TemporaryDirectory()
        to_browser, self.out = os.pipe()
        self.into, from_browser = os.pipe()
        # The protocol speaks on descriptors 3 and 4.
        command = f'exec "$@" 3<&{to_browser} 4>&{from_browser}'
        self.process = subprocess.Popen(
            ["bash", "-c", command, "bash", program, *OPTIONS, f"--user-data-dir={self.profile.name}", "about:blank"],
            pass_fds=(to_browser, from_browser), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer = b""
        self.last_id = 0
        self.session = None
        self.events = []
        self.complaints = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")

    def close(self):
        try:
            self.session = None
            self.call("Browser.close")
        finally:
            self.process.wait(timeout=20)
            os.close(self.out)
            os.close(self.into)
            self.profile.cleanup()

    def message(self, deadline):
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.into], [], [], max(0.0, deadline - time.monotonic()))
            chunk = os.read(self.into, 1 << 16) if ready else b""
            if not chunk:
                raise RuntimeError("chromium does not answer")
            self.buffer += chunk
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def note(self, message):
        """Keeps an event; what is printed on the console or goes wrong is a complaint."""
        method, params = message.get("method", ""), message.get("params", {})
        self.events.append(method)
        if method in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"):
            self.complaints.append(json.dumps(params)[:400])
        if method == "Network.requestWillBeSent" and not params["request"]["url"].startswith(("file:", "data:", "about:")):
            self.complaints.append("request: " + params["request"]["url"])

    def call(self, method, **params):
        self.last_id += 1
        request = {"id": self.last_id, "method": method, "params": params}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.out, json.dumps(request).encode() + b"\0")
        deadline = time.monotonic() + 60
        while True:
            message = self.message(deadline)
            if message.get("id") == self.last_id:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]
            self.note(message)

    def show(self, path, width, height=900, scheme="light", media="screen"):
        """Loads the file in a window of this size, for a reader who prefers `scheme`."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                  mobile=width < 600)
        self.call("Emulation.setEmulatedMedia", media=media,
                  features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.events.clear()
        self.call("Page.navigate", url=f"file://{path}")
        deadline = time.monotonic() + 60
        while "Page.loadEventFired" not in self.events:
            self.note(self.message(deadline))

    def paper(self):
        """Prints the page that is shown on A4, and returns the text of each sheet."""
        self.call("Emulation.setEmulatedMedia", media="", features=[])
        printed = self.call("Page.printToPDF", preferCSSPageSize=True, paperWidth=8.27, paperHeight=11.69)
        text = subprocess.run(["pdftotext", "-layout", "-", "-"], input=base64.b64decode(printed["data"]), check=True,
                              capture_output=True).stdout.decode()
        return text.split("\f")[:-1]

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(json.dumps(result["exceptionDetails"])[:400])
        return result["result"].get("value")
