"""Firefox by its own protocol: lengths and JSON over a socket; nothing between it and the tests."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

PREFERENCES = {
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.disable_open_during_load": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}


class Firefox:
    """One window without a screen; `close` ends the process that was started here."""

    def __init__(self, profile: Path) -> None:
        found = shutil.which("firefox-esr") or shutil.which("firefox")
        assert found, "no Firefox: sh tools/system.sh"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        wanted = {**PREFERENCES, "marionette.port": port}
        lines = [f"user_pref({json.dumps(key)}, {json.dumps(value)});" for key, value in wanted.items()]
        (profile / "user.js").write_text("\n".join(lines), "utf-8")
        command = [
            found,
            "--headless",
            "--no-remote",
            "--marionette",
            "--remote-allow-system-access",
            "--profile",
            str(profile),
        ]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.socket, self.count = self._reached(port), 0
        self._answer()  # it says its name first
        self.ask("WebDriver:NewSession", {})

    def _reached(self, port: int) -> socket.socket:
        until = time.monotonic() + 60
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port), 60)
            except OSError:
                if time.monotonic() > until or self.process.poll() is not None:
                    raise
                time.sleep(0.2)

    def _answer(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self.socket.recv(1)
        body = b""
        while len(body) < int(length[:-1]):
            body += self.socket.recv(int(length[:-1]) - len(body))
        return json.loads(body)

    def ask(self, name: str, how: dict[str, Any]) -> Any:
        self.count += 1
        said = json.dumps([0, self.count, name, how]).encode()
        self.socket.sendall(b"%d:%s" % (len(said), said))
        _, _, error, result = self._answer()
        assert error is None, f"{name}: {error}"
        return result

    def open(self, address: str) -> None:
        self.ask("WebDriver:Navigate", {"url": address})

    def run(self, script: str, *args: object, chrome: bool = False) -> Any:
        """The value of a script's `return`; a promise is waited for. With `chrome`, with the browser's own powers."""
        if chrome:
            self.ask("Marionette:SetContext", {"value": "chrome"})
        try:
            told = self.ask("WebDriver:ExecuteScript", {"script": script, "args": list(args), "scriptTimeout": 20000})
        finally:
            if chrome:
                self.ask("Marionette:SetContext", {"value": "content"})
        return told["value"]

    def press(self, css: str) -> None:
        """A click by the mouse where the element stands."""
        found = self.ask("WebDriver:FindElement", {"using": "css selector", "value": css})
        self.ask("WebDriver:ElementClick", {"id": next(iter(found["value"].values()))})

    def close(self) -> None:
        self.socket.close()
        self.process.terminate()
        self.process.wait(20)
