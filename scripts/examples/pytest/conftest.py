"""A touchstone sandbox for pytest: copy this file beside your tests. It needs pytest and Python's standard library.

One sandbox serves a whole run, on free ports, and each test finds it reset. TOUCHSTONE_COMMAND starts it, `npx touchstone`
unless set. It ends with the run, even if the run is killed: it ends when the pipe to its standard input is closed.
"""

import contextlib, json, os, queue, signal, subprocess, tempfile, threading, urllib.error, urllib.request

import pytest

COMMAND = os.environ.get("TOUCHSTONE_COMMAND", "npx touchstone")
OPTIONS = "--port 0 --control-port 0 --json --end-with-stdin"
READY_WITHIN_S = float(os.environ.get("TOUCHSTONE_READY_WITHIN_S", "60"))
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class Sandbox:
    def __init__(self, ready):
        self.base_url, self.control_url = ready["baseUrl"], ready["controlUrl"]
        with open(ready["profile"]) as file:  # Client ids and secrets, the token endpoint, names for orders.
            self.profile = json.load(file)

    def control(self, method, path, body=None):
        """An operation of the control plane: {control_url}/openapi.json lists them all."""
        data = None if body is None else json.dumps(body).encode()
        sent = urllib.request.Request(self.control_url + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with DIRECT.open(sent, timeout=30) as answer:
                return json.loads(answer.read() or "null")
        except urllib.error.HTTPError as refused:
            raise ValueError(f"{method} {path}: {refused.code} {refused.read().decode()}") from None

    def token(self, principal="trader"):
        return self.control("POST", "/identity/mint", {"persona": principal})["token"]

    def fault(self, rule):
        """Adds a fault, such as {"on": {"owner": "orders"}, "hold": "verdict", "times": 1}; returns its id."""
        return self.control("POST", "/faults", rule)["id"]

    def release(self, hold):
        self.control("POST", f"/holds/{hold}/release")

@pytest.fixture(scope="session")
def sandbox_of_run(tmp_path_factory):
    profile = tmp_path_factory.mktemp("touchstone") / "profile.json"
    pipe, printed, sandbox = subprocess.PIPE, tempfile.TemporaryFile(), None
    command = ["sh", "-c", f'exec {COMMAND} sandbox {OPTIONS} --profile-out "$0"', str(profile)]
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=printed, start_new_session=True)
    line = first_line(process)
    with contextlib.suppress(ValueError, KeyError, TypeError):
        sandbox = Sandbox(json.loads(line))
    if sandbox is None:
        status = end(process, within_s=5)
        how = "killed" if status is None else f"exit status {status}"
        printed.seek(0)
        said = " ".join(printed.read().decode(errors="replace").split())[-1000:]
        wrong = f"`{COMMAND} sandbox` did not start within {READY_WITHIN_S:g} s ({how})"
        pytest.fail(f"{wrong}: first line '{line[:100]}', standard error: {said}", pytrace=False)
    yield sandbox
    assert end(process, within_s=30) == 0, "the sandbox did not end with status 0"


@pytest.fixture
def sandbox(sandbox_of_run):
    sandbox_of_run.control("POST", "/reset")
    return sandbox_of_run


def first_line(process):
    """What it prints first on standard output; nothing where it takes too long."""
    lines = queue.Queue()
    threading.Thread(target=lambda: lines.put(process.stdout.readline()), daemon=True).start()
    with contextlib.suppress(queue.Empty):
        return lines.get(timeout=READY_WITHIN_S).decode(errors="replace").strip()
    return ""


def end(process, within_s):
    """Its exit status; None: it was killed. A signal would not pass npx and its shell, the end of a pipe does."""
    process.stdin.close()
    try:
        return process.wait(timeout=within_s)
    except subprocess.TimeoutExpired:
        return None
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
