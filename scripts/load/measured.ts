/** Runs a load and measures it: what the clients sent, and when they got which answer. */
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import { RawConnection } from './raw-connection.ts';

export interface Load {
  readonly port: number;
  /** Requests, sent in turn. `{key}` is replaced by a key that is used once. */
  readonly requests: readonly string[];
  readonly seconds: number;
  /** The maximum number of connections. */
  readonly connections: number;
  /** Requests a second. Absent: each connection sends its next request when it has its answer. */
  readonly perSecond?: number;
}

export interface LoadTaken {
  readonly sent: number;
  /** 2xx within the deadline. */
  readonly good: number;
  /** 429 or 503 with Retry-After. */
  readonly refused: number;
  /** 2xx after the deadline, and requests that were still waiting at the end. */
  readonly late: number;
  /** Neither: another status, or a lost connection. */
  readonly other: number;
  /** Answers other than 2xx, counted by status and code, such as `429 INBOX_FULL`. */
  readonly codes: Readonly<Record<string, number>>;
  /** Times of answers that are not refusals, measured from when each request was due. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly mostMs: number;
}

const DEADLINE_MS = 3_000;
const TICK_MS = 2;
const OPENED_AT_ONCE = 16;

const { nowMs, sleep } = startStopwatch();
const keyPrefix = `k${process.pid}-${startStopwatch().startedAtMs}`;
let keys = 0;

export async function measured({ port, requests, seconds, connections: most, perSecond }: Load): Promise<LoadTaken> {
  const idle: RawConnection[] = [];
  const all: RawConnection[] = [];
  const due: number[] = [];
  const latencies: number[] = [];
  const codes: Record<string, number> = {};
  let [sent, open, good, refused, late, other] = [0, 0, 0, 0, 0, 0];
  let endMs = nowMs() + seconds * 1_000;

  const sendNow = (connection: RawConnection, dueMs: number): void => {
    const request = (requests[sent % requests.length] as string).replace('{key}', `${keyPrefix}-${keys++}`);
    sent += 1;
    open += 1;
    connection.send(request, (answer) => {
      open -= 1;
      const tookMs = nowMs() - dueMs;
      const { status, head } = answer;
      const isGood = status >= 200 && status < 300;
      if (!isGood) {
        const code = `${status} ${/"code":"([A-Z_]+)"/.exec(answer.body())?.[1] ?? 'no code'}`;
        codes[code] = (codes[code] ?? 0) + 1;
      }
      if ((status === 429 || status === 503) && /\r\nretry-after: /i.test(head)) refused += 1;
      else {
        latencies.push(tookMs);
        if (!isGood) other += 1;
        else if (tookMs <= DEADLINE_MS) good += 1;
        else late += 1;
      }
      const next = perSecond === undefined ? (nowMs() < endMs ? nowMs() : undefined) : due.shift();
      const fit = connection.isOpen ? connection : connected();
      if (next === undefined) idle.push(fit);
      else sendNow(fit, next);
    });
  };
  const connected = (): RawConnection => {
    const connection = new RawConnection(port);
    all.push(connection);
    return connection;
  };

  if (perSecond === undefined) {
    // Without a rate, a client sends when it has its answer.
    for (let n = 0; n < most; n += 1) sendNow(connected(), nowMs());
    await sleep(endMs - nowMs());
  } else {
    // Open the connections before the measurement: opening thousands at once is a different attack.
    for (let n = 0; n < most; n += 1) {
      idle.push(connected());
      if (n % OPENED_AT_ONCE === 0) await sleep(TICK_MS);
    }
    const beganMs = nowMs();
    endMs = beganMs + seconds * 1_000;
    let planned = 0;
    while (nowMs() < endMs) {
      for (; planned < ((nowMs() - beganMs) * perSecond) / 1_000; planned += 1) {
        const dueMs = beganMs + (planned * 1_000) / perSecond;
        const connection = idle.pop();
        if (connection === undefined) due.push(dueMs);
        else sendNow(connection, dueMs);
      }
      await sleep(TICK_MS);
    }
  }
  due.length = 0;
  for (const untilMs = nowMs() + DEADLINE_MS; open > 0 && nowMs() < untilMs; ) await sleep(10);
  late += open;
  for (const connection of all) connection.end();
  latencies.sort((left, right) => left - right);
  const at = (part: number) => latencies[Math.floor(latencies.length * part)] ?? 0;
  return {
    sent,
    good,
    refused,
    late,
    other,
    codes,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    mostMs: latencies.at(-1) ?? 0,
  };
}
