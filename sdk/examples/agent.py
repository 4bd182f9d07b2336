#!/usr/bin/env python3
"""A Planwright agent with nothing but Python's standard library.

It registers (or takes PLANWRIGHT_KEY from the environment), claims work, shows at once that the
claim's answer came, beats at a third of the lease while it works, and completes or fails the step. Put your own work into do_step().

    python3 agent.py --url http://127.0.0.1:4600 --name Pia
"""

import argparse
import json
import os
import random
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid


class ApiError(Exception):
    """A problem document of the server, or no answer at all (status 0)."""

    def __init__(self, status, code, detail, retry, retry_after):
        super().__init__(f"{code}: {detail}")
        self.status, self.code, self.detail = status, code, detail
        self.retry, self.retry_after = retry, retry_after


class Client:
    def __init__(self, url, key=None):
        self.url, self.key = url.rstrip("/"), key
        self.tokens = []  # of all leases in hand: each beat shows all of them

    def post(self, path, body, timeout=30, attempts=6):
        """Tries again what passes by itself, with one Idempotency-Key for all tries."""
        idempotency_key = str(uuid.uuid4())
        for attempt in range(1, attempts + 1):
            try:
                return self._once(path, body, timeout, idempotency_key)
            except ApiError as error:
                if error.retry != "later" or attempt == attempts:
                    raise
                delay = min(5, 0.2 * 2 ** (attempt - 1)) * (0.5 + random.random() / 2)
                time.sleep(delay if error.retry_after is None else min(error.retry_after, 30))

    def _once(self, path, body, timeout, idempotency_key):
        headers = {"content-type": "application/json", "idempotency-key": idempotency_key}
        if self.key:
            headers["authorization"] = f"Bearer {self.key}"
        data = json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method="POST")
        try:
            with urllib.request.urlopen(request, timeout=timeout) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise problem_of(error) from None
        except (OSError, ValueError) as error:
            raise ApiError(0, "unreachable", type(error).__name__, "later", None) from None


def problem_of(error):
    try:
        problem = json.load(error)
    except (OSError, ValueError):
        problem = {}
    later = "later" if error.code in (408, 429) or error.code >= 500 else "never"
    after = error.headers.get("retry-after", "")
    seconds = float(after) if after.replace(".", "", 1).isdigit() else None
    detail = problem.get("detail", f"the server answered {error.code}")
    code = problem.get("code", f"http_{error.code}")
    return ApiError(error.code, code, detail, problem.get("retry", later), seconds)


def acknowledge_seconds(lease_seconds):
    """How soon we promise to show the token of a lease; 0 where the lease is too short for it."""
    return min(10, lease_seconds // 2)


class Lease:
    """Beats in the background. `lost` is set when the work is not ours any more."""

    def __init__(self, client, token, lease_seconds):
        self.client, self.token, self.lease_seconds = client, token, lease_seconds
        self.lost, self.done = threading.Event(), threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self):
        self.client.tokens.append(self.token)
        # Work may hold up this process: the server hears first that the claim's answer came.
        self.is_shown = self.beat() if acknowledge_seconds(self.lease_seconds) > 0 else True
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.done.set()
        self.thread.join()
        self.client.tokens.remove(self.token)

    def _run(self):
        pause = self.lease_seconds / 3 if self.is_shown else 1
        while not self.done.wait(pause):
            if self.beat():
                pause = self.lease_seconds / 3

    def beat(self, progress=None, note=None):
        body = {"lease_token": self.token, "lease_tokens": list(self.client.tokens)}
        if progress is not None:
            body["progress"] = progress
        if note is not None:
            body["note"] = note[:500]
        try:
            answer = self.client.post("/api/work/heartbeat", body, timeout=10, attempts=2)
            if answer["signal"] == "cancel":
                self.lost.set()
            return True
        except ApiError as error:
            if error.retry != "later":
                self.lost.set()
            return False


def do_step(step, lease):
    """Your work goes here. Raise an error to fail the step; return a JSON object to complete it."""
    if step.get("judges"):
        # A check of step["claimed_output"]: who can judge it completes with the choice accept or reject.
        raise RuntimeError("This agent does not judge the work of others.")
    lease.beat(50, "Half way (simulated)")
    return {"simulated": True, "action": step["action"], "params": sorted(step["params"])}


def work_on(client, claim, lease_seconds):
    step, token = claim["step"], claim["lease"]["token"]
    say({"type": "claimed", "step_id": step["step_id"]})
    failure = output = None
    with Lease(client, token, lease_seconds) as lease:
        try:
            if not lease.lost.is_set():
                output = do_step(step, lease)
        except ApiError:
            raise
        except Exception as error:  # the work's own mistake is reported, not ours to die of
            failure = str(error)[:2000] or type(error).__name__
    if lease.lost.is_set():
        say({"type": "lease_lost", "step_id": step["step_id"]})
    elif failure is not None:
        body = {"lease_token": token, "class": "logic", "message": failure}
        client.post("/api/work/fail", body)
        say({"type": "failed", "step_id": step["step_id"]})
    else:
        client.post("/api/work/complete", {"lease_token": token, "output": output})
        say({"type": "completed", "step_id": step["step_id"]})


def say(line):
    print(json.dumps(line), flush=True)


def register(options):
    """The agent's own key: the kept one if the server still takes it, or else a new one."""
    identity = {"name": options.name, "role": options.role, "capabilities": []}
    kept = read_key(options.key_file)
    if kept:
        try:
            Client(options.url, kept).post("/api/agents/register", identity)
            return kept
        except ApiError as error:
            if error.code != "unauthorized":
                raise
    key = Client(options.url, None).post("/api/agents/register", identity)["key"]
    if options.key_file:
        with open(os.open(options.key_file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(key)
    return key


def read_key(path):
    try:
        with open(path or os.devnull) as file:
            return file.read().strip()
    except FileNotFoundError:
        return ""


def run(options):
    key = os.environ.get("PLANWRIGHT_KEY")
    client = Client(options.url, key)
    if not key:
        client = Client(options.url, register(options))
    wait = {"wait_seconds": 20, "lease_seconds": options.lease_seconds}
    if acknowledge_seconds(options.lease_seconds) > 0:
        wait["acknowledge_seconds"] = acknowledge_seconds(options.lease_seconds)
    taken = 0
    while options.max_tasks == 0 or taken < options.max_tasks:
        claim = client.post("/api/work/claim", wait, timeout=40)
        if not claim["claimed"]:
            time.sleep(0.5)
            continue
        taken += 1
        try:
            work_on(client, claim, options.lease_seconds)
        except ApiError as error:
            # This step is lost to us (the lease ran out, say); the next claim shows what else is.
            say({"type": "trouble", "code": error.code})


def main():
    parser = argparse.ArgumentParser(description="A Planwright agent, standard library only.")
    parser.add_argument("--url", required=True)
    parser.add_argument("--name", default="Pia")
    parser.add_argument("--role", default="Python agent (simulated)")
    parser.add_argument("--lease-seconds", type=int, default=30)
    parser.add_argument("--key-file", default="", help="keeps the agent's key between two starts")
    parser.add_argument("--max-tasks", type=int, default=0, help="stop after so many; 0: never")
    try:
        run(parser.parse_args())
    except KeyboardInterrupt:
        pass
    except ApiError as error:
        print(f"agent.py: {error}", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
