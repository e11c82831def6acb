# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""A headless Chromium, driven by its DevTools protocol over a pipe.

  with Browser("chromium", profile) as b:
      b.open(path, width=1280, dark=True)
      b.js("document.title")

Uses nothing but Python: messages are JSON, each ended by a 0 byte, on descriptors 3 and 4.
"""
import base64
import json
import os
import select
import subprocess
import time

KEYS = {"Tab": 9, "Enter": 13, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38,
        "ArrowRight": 39, "ArrowDown": 40}


class Browser:
    def __init__(self, name, profile, timeout=120):
        self.timeout, self.number, self.left, self.events = timeout, 0, b"", []
        self.log = open(profile + ".log", "wb")
        read, self.to = os.pipe()
        self.come, write = os.pipe()
        # The browser has the pipes as 3 and 4, which may be these numbers here, too.
        self.process = subprocess.Popen(
            ["sh", "-c", "exec 3<&%d 4>&%d \"$@\"" % (read, write), "sh", name, "--headless",
             "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe",
             "--force-device-scale-factor=1", "--no-first-run", "--user-data-dir=" + profile,
             "about:blank"],
            pass_fds=(read, write), stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        os.close(read)
        os.close(write)
        target = self.page()
        self.session = self.call("Target.attachToTarget", targetId=target,
                                 flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(domain + ".enable")
        self.call("Page.setLifecycleEventsEnabled", enabled=True)

    session = None

    def page(self):
        """Returns the page that the browser opens when it starts."""
        end = time.time() + self.timeout
        while time.time() < end:
            for t in self.call("Target.getTargets")["targetInfos"]:
                if t["type"] == "page":
                    return t["targetId"]
            time.sleep(0.05)
        raise TimeoutError("the browser has no page")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.to)
        os.close(self.come)
        self.log.close()

    def message(self, end):
        while b"\0" not in self.left:
            left = end - time.time()
            if left <= 0 or not select.select([self.come], [], [], left)[0]:
                raise TimeoutError("the browser does not answer")
            data = os.read(self.come, 1 << 20)
            if not data:
                raise EOFError("the browser has ended")
            self.left += data
        one, self.left = self.left.split(b"\0", 1)
        return json.loads(one)

    def call(self, method, **params):
        """Returns the result of a method; events are collected."""
        self.number += 1
        text = {"id": self.number, "method": method, "params": params}
        if self.session:
            text["sessionId"] = self.session
        data = json.dumps(text).encode() + b"\0"
        while data:
            data = data[os.write(self.to, data):]
        end = time.time() + self.timeout
        while True:
            m = self.message(end)
            if m.get("id") == self.number:
                if "error" in m:
                    raise RuntimeError("%s: %s" % (method, m["error"]["message"]))
                return m["result"]
            if "method" in m:
                self.events.append(m)

    def size(self, width, height=900):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)

    def dark(self, on):
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if on else "light"}])

    def scripts(self, on):
        self.call("Emulation.setScriptExecutionDisabled", value=not on)

    def go(self, url):
        """Loads a page; every fetch and message of it is in self.seen."""
        self.events, self.seen = [], []
        loader = self.call("Page.navigate", url=url).get("loaderId")
        end = time.time() + self.timeout
        while True:
            new, self.events = self.events, []
            self.seen += new
            if any(m["method"] == "Page.lifecycleEvent" and m["params"]["name"] == "load" and
                   m["params"]["loaderId"] == loader for m in new):
                break
            m = self.message(end)
            if "method" in m:
                self.events.append(m)

    def open(self, path, fragment=""):
        """Opens a file, as if no page had been open."""
        self.go("about:blank")
        self.go("file://" + os.path.abspath(path) + fragment)

    def problems(self):
        """Returns what was fetched from elsewhere than the disk, and errors of scripts."""
        bad = []
        for m in self.seen + self.events:
            p = m["params"]
            if m["method"] == "Network.requestWillBeSent" and \
                    not p["request"]["url"].startswith(("file:", "data:", "about:")):
                bad.append("fetches " + p["request"]["url"])
            if m["method"] == "Runtime.exceptionThrown":
                bad.append(str(p["exceptionDetails"].get("exception", p["exceptionDetails"])))
            if m["method"] == "Log.entryAdded" and p["entry"]["level"] == "error":
                bad.append(p["entry"]["text"])
        return bad

    def js(self, text):
        """Returns the value of an expression, waited for if it is a promise."""
        r = self.call("Runtime.evaluate", expression=text, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in r:
            raise RuntimeError(text[:200] + ": " + str(r["exceptionDetails"]))
        return r["result"].get("value")

    def serious(self, axe):
        """Returns what axe-core, a file, calls serious on the page that is open, with all that can
        be unfolded; nothing without the file."""
        if not os.path.exists(axe):
            return []
        self.js("document.querySelectorAll('details').forEach(d => { d.open = true; })")
        self.js("document.querySelectorAll('.more, .of-tests').forEach(m => m.click())")
        with open(axe, encoding="utf-8") as f:
            self.js(f.read() + ";0")
        return self.js("axe.run().then(r => r.violations.filter(v => /serious|critical/.test("
                       "v.impact)).map(v => v.id + ' ' + v.nodes[0].html))")

    def key(self, key, shift=False):
        code = KEYS.get(key, ord(key[0].upper()) if key.isalnum() else 0)
        text = {} if key in KEYS and key != "Enter" else {"text": "\r" if key == "Enter" else key}
        event = dict(text, key=key, modifiers=8 if shift else 0,
                     windowsVirtualKeyCode=code)
        self.call("Input.dispatchKeyEvent", type="keyDown", **event)
        self.call("Input.dispatchKeyEvent", type="keyUp", **event)

    def type(self, text):
        for c in text:
            self.key(c)

    def picture(self, path):
        with open(path, "wb") as f:
            f.write(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))
