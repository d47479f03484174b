"""A trading client in Python that survives what a gateway may do: Debian's httpx and websockets.

    touchstone client -- python3 scripts/examples/trading_client.py

It places two orders once, cancels one, walks the orders, follows them over the trading socket, and ends. Each intent is
declared on standard output, so that the judge knows what was wanted once.
"""

import asyncio
import json
import os
import random
import time
import uuid
from email.utils import parsedate_to_datetime
from pathlib import Path
from urllib.parse import quote

import httpx
import websockets

MOST_TRIES = 8
ANSWER_WITHIN_S = 5.0
LAPSED, REVOKED = 4001, 4003


def given(name: str) -> str:
    return os.environ[f"TOUCHSTONE_{name}"]


def say(**line) -> None:
    print(json.dumps(line), flush=True)


class Refused(Exception):
    """A refusal that stands."""


def pause_s(tries: int, retry_after: str | None = None) -> float:
    """As long as the answer asks for, otherwise longer after each try, and never the same twice."""
    own = min(2.0, 0.1 * 2 ** (tries - 1)) * random.uniform(0.75, 1.25)
    if retry_after is None:
        return own
    if retry_after.isdigit():
        return int(retry_after) + own
    return max(0.0, parsedate_to_datetime(retry_after).timestamp() - time.time()) + own


def body_of(answer: httpx.Response) -> dict:
    try:
        body = answer.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def may_repeat(answer: httpx.Response) -> bool:
    """Whether the same request may be sent again: the gateway says so, or its status does."""
    retryable = body_of(answer).get("error", {}).get("retryable")
    return retryable if isinstance(retryable, bool) else answer.status_code in (429, 503)


class TradingClient:
    def __init__(self, http: httpx.AsyncClient, state: Path) -> None:
        self.http, self.state = http, state
        self.token, self.renew_at = "", 0.0
        self.keys = {}
        if state.exists():
            for line in state.read_text().splitlines():
                intent, _, key = line.partition("\t")
                if key:
                    self.keys[intent] = key

    def key_of(self, intent: str) -> str:
        """One key for one intent, in every process: it is stored before it is sent."""
        if intent not in self.keys:
            self.keys[intent] = str(uuid.uuid4())
            with self.state.open("a") as file:
                file.write(f"{intent}\t{self.keys[intent]}\n")
        return self.keys[intent]

    async def bearer(self) -> str:
        for tries in range(1, MOST_TRIES + 1):
            if time.monotonic() < self.renew_at:
                break
            form = {
                "grant_type": "client_credentials",
                "client_id": given("CLIENT_ID"),
                "client_secret": given("CLIENT_SECRET"),
            }
            try:
                answer = await self.http.post(given("TOKEN_ENDPOINT"), data=form)
                answer.raise_for_status()
                granted = answer.json()
                self.token = granted["access_token"]
                self.renew_at = time.monotonic() + granted.get("expires_in", 60) * 0.6
            except (httpx.HTTPError, ValueError, KeyError):
                if tries == MOST_TRIES:
                    raise
                await asyncio.sleep(pause_s(tries))
        return self.token

    def drop_token(self) -> None:
        self.renew_at = 0.0

    async def send(self, method: str, path: str, key: str | None = None, body: dict | None = None):
        """None: no answer came, or not all of it; then nothing is known of the request."""
        for attempt in (1, 2):
            headers = {"Authorization": f"Bearer {await self.bearer()}"}
            if key is not None:
                headers["Idempotency-Key"] = key
            try:
                answer = await self.http.request(method, given("BASE_URL") + path, headers=headers, json=body)
            except httpx.HTTPError:
                return None
            # The token may have ended on its way. If a new one does not help, no further one will.
            if answer.status_code != 401 or attempt == 2:
                return answer
            self.drop_token()

    async def write(self, path: str, key: str, body: dict) -> dict:
        """Sends a write, always with the same key and body, until its outcome is known."""
        for tries in range(1, MOST_TRIES + 1):
            answer = await self.send("POST", path, key, body)
            if answer is not None and answer.status_code == 202:
                await self.follow(key)
                continue
            if answer is not None and not may_repeat(answer):
                if answer.status_code >= 400:
                    raise Refused(f"{answer.status_code} {answer.text}")
                return body_of(answer)
            await asyncio.sleep(pause_s(tries, answer and answer.headers.get("retry-after")))
        raise TimeoutError(f"{path}: no outcome after {MOST_TRIES} tries")

    async def follow(self, key: str) -> None:
        """Reads the operation of a 202 until it has its outcome, with pauses that grow."""
        for reads in range(1, 13):
            answer = await self.send("GET", f"/operations/{key}")
            outcome = body_of(answer).get("outcome", {}) if answer is not None and answer.status_code == 200 else {}
            if outcome.get("status", "PENDING") != "PENDING":
                return
            await asyncio.sleep(pause_s(reads))

    async def read(self, path: str) -> dict:
        for tries in range(1, MOST_TRIES + 1):
            answer = await self.send("GET", path)
            if answer is not None and not may_repeat(answer):
                if answer.status_code >= 400:
                    raise Refused(f"{answer.status_code} {answer.text}")
                return body_of(answer)
            await asyncio.sleep(pause_s(tries, answer and answer.headers.get("retry-after")))
        raise TimeoutError(f"{path}: no answer after {MOST_TRIES} tries")

    async def orders(self) -> dict:
        """Every order by its id: a row that moves between two pages comes once."""
        rows, cursors, path = {}, set(), "/orders?limit=5"
        while True:
            page = await self.read(path)
            rows |= {row["orderId"]: row for row in page.get("items", [])}
            cursor = page.get("nextCursor")
            if not isinstance(cursor, str) or cursor in cursors:
                return rows
            cursors.add(cursor)
            path = f"/orders?limit=5&cursor={quote(cursor, safe='')}"


class OrderSocket:
    """Follows the orders; after a close it comes back, subscribes again, and reads what it missed."""

    def __init__(self, client: TradingClient) -> None:
        self.client, self.ready, self.socket, self.readings = client, asyncio.Event(), None, set()
        self.is_again = False

    async def run(self) -> None:
        tries = 0
        while tries < MOST_TRIES:
            tries += 1
            code = None
            try:
                headers = {"Authorization": f"Bearer {await self.client.bearer()}"}
                url = given("TRADING_SOCKET")
                async with websockets.connect(url, extra_headers=headers, open_timeout=ANSWER_WITHIN_S) as self.socket:
                    await self.ask("subscribe", {"topics": ["orders"]})
                    is_again, self.is_again = self.is_again, True
                    async for text in self.socket:
                        if not await self.take(text):
                            continue
                        # Frames are not kept for a session that was lost: what it missed is read now.
                        if is_again:
                            reading = asyncio.create_task(self.catch_up())
                            self.readings.add(reading)
                            reading.add_done_callback(self.readings.discard)
                        self.ready.set()
                    code = self.socket.close_code
            except websockets.ConnectionClosed as closed:
                code = closed.code
            except (OSError, asyncio.TimeoutError, websockets.WebSocketException):
                pass
            # A revoked access does not come back by asking again.
            if code in (1000, REVOKED):
                break
            if code == LAPSED:
                self.client.drop_token()
            await asyncio.sleep(pause_s(tries) * 2)
        self.ready.set()

    async def catch_up(self) -> None:
        try:
            await self.client.orders()
        except (Refused, TimeoutError):
            pass

    async def ask(self, op: str, params: dict) -> None:
        await self.socket.send(json.dumps({"op": op, "reqId": f"{op}-{uuid.uuid4()}", "params": params}))

    async def take(self, text) -> bool:
        """Whether it answers the subscription. A frame that cannot be read is left out."""
        try:
            frame = json.loads(text)
        except ValueError:
            return False
        if not isinstance(frame, dict):
            return False
        if frame.get("event") == "sessionExpiring":
            self.client.drop_token()
            await self.ask("auth", {"token": await self.client.bearer()})
        return frame.get("op") == "subscribe"

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()
        await asyncio.gather(*self.readings)


async def placed(client: TradingClient, intent: str, order: dict) -> dict | None:
    say(intent=intent, order=order)
    key = client.key_of(intent)
    try:
        row = await client.write("/orders", key, {**order, "clientOrderId": key})
    except (Refused, TimeoutError) as error:
        say(intent=intent, done="refused" if isinstance(error, Refused) else "unknown")
        return None
    say(intent=intent, done="placed")
    return row


async def main() -> None:
    async with httpx.AsyncClient(timeout=ANSWER_WITHIN_S) as http:
        client = TradingClient(http, Path(given("STATE")) / "keys.tsv")
        follower = OrderSocket(client)
        following = asyncio.create_task(follower.run())
        try:
            await asyncio.wait_for(follower.ready.wait(), ANSWER_WITHIN_S)
        except asyncio.TimeoutError:
            pass
        order = {"account": given("ACCOUNT"), "instrument": given("INSTRUMENT"), "side": "BUY", "price": "100.10"}
        await placed(client, "first", {**order, "qty": "1"})
        second = await placed(client, "second", {**order, "qty": "2"})
        try:
            if second is not None:
                await client.write(f"/orders/{second['orderId']}/cancel", client.key_of("cancel second"), {})
            await client.orders()
        except (Refused, TimeoutError):
            pass
        await asyncio.sleep(0.3)
        await follower.close()
        await asyncio.wait([following], timeout=ANSWER_WITHIN_S)
        following.cancel()


asyncio.run(main())
