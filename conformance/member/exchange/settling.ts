/**
 * Follows a write that was answered 202 to its outcome: polls the `Location` (IDEM-11, IDEM-12), then resends the
 * identical request under the same key, which returns the write's own response (IDEM-13). Judges see one exchange with
 * that response; all messages are kept in its `settling`.
 */
import type { Exchange } from './exchange.ts';
import { header, isFactual, isOk, isReplay, isWrite, keyOf, pathOf, status } from './exchange.ts';
import { recordState } from './operation-record.ts';

const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 500;
/** The least time limit, for members that do not settle writes in time. */
const SHORTEST_BOUND_MS = 1_000;
const LONGEST_BOUND_MS = 10_000;
/** How often a key with a final record is resent: a 202 that stays is what the key replays (decision A23). */
const MOST_REPLAYS_OF_A_FINAL_ONE = 2;

/**
 * The time limit for following the writes of one target. Each write that is given up halves the limit, so that a member
 * that never settles does not cost the whole limit each time. A settled write restores it.
 */
export class SettlingBound {
  #ms = LONGEST_BOUND_MS;

  ms(timeoutMs: number): number {
    return Math.min(this.#ms, timeoutMs);
  }

  settled(): void {
    this.#ms = LONGEST_BOUND_MS;
  }

  givenUp(): void {
    this.#ms = Math.max(SHORTEST_BOUND_MS, this.#ms / 2);
  }
}

export interface Following {
  /** Reads a path of the target as the principal of the write; not listed in the history. */
  readonly poll: (path: string) => Promise<Exchange>;
  /** Sends the identical request again; not listed in the history. */
  readonly sendAgain: () => Promise<Exchange>;
  /** Waits before the next poll. `polls`: the number of polls so far. */
  readonly wait: (ms: number, polls: number) => Promise<void>;
  readonly nowMs: () => number;
  readonly boundMs: number;
  /** The target's base address. */
  readonly base: URL;
}

/** The path of a Location below the base address; undefined where it leads elsewhere. */
export function pathOfLocation(location: string, base: URL): string | undefined {
  const prefix = base.pathname.replace(/(?<!\/)\/+$/, '');
  if (!URL.canParse(location, base.href)) return undefined;
  const url = new URL(location, base);
  if (url.origin !== base.origin) return undefined;
  const path = url.pathname + url.search;
  return prefix !== '' && path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
}

/**
 * Whether the response promises an outcome that can be followed. A replayed 202 is the final response of its key
 * (decision A23).
 */
export function isPromise(e: Exchange): boolean {
  return status(e) === 202 && isWrite(e) && keyOf(e) !== undefined && !isReplay(e);
}

/** IDEM-11: the Location of a 202 is that of the write's own operation, below whatever base address. */
export function namesItsOperation(e: Exchange): boolean {
  return header(e, 'location')?.endsWith(ownOperation(e)) === true;
}

function ownOperation(e: Exchange): string {
  return `/operations/${keyOf(e) ?? ''}`;
}

/** The write's own response, or the 202 where none came within the limit. `settling` holds all messages. */
export async function follow(promise: Exchange, following: Following): Promise<Exchange> {
  const settling = [promise];
  // A wrong Location is a failure of its own (IDEM-11); the operation is that of the key all the same.
  const named = namesItsOperation(promise)
    ? pathOfLocation(header(promise, 'location') ?? '', following.base)
    : undefined;
  const path = named ?? ownOperation(promise);
  const untilMs = following.nowMs() + following.boundMs;
  let waitMs = FIRST_WAIT_MS;
  for (let replays = 0, polls = 1; ; polls += 1) {
    const record = await following.poll(path);
    settling.push(record);
    if (status(record) === 401 || status(record) === 403) break;
    const state = recordState(record);
    if (state !== 'pending') {
      const again = await following.sendAgain();
      settling.push(again);
      replays += 1;
      if (again.response !== null && status(again) !== 202) return answeredBy(promise, again, settling);
      if (status(again) === 202 && isReplay(again)) break;
      if (state === 'final' && replays >= MOST_REPLAYS_OF_A_FINAL_ONE) break;
    }
    if (following.nowMs() + waitMs > untilMs) break;
    await following.wait(waitMs, polls);
    waitMs = Math.min(waitMs * 1.5, LONGEST_WAIT_MS);
  }
  return { ...promise, settling };
}

function answeredBy(promise: Exchange, again: Exchange, settling: readonly Exchange[]): Exchange {
  return { ...promise, response: again.response, answeredAtMs: again.answeredAtMs, settling };
}

/** Whether an earlier request with the same key may have been applied, so that this response may be its replay. */
export function isRetryOf(e: Exchange, earlier: Exchange): boolean {
  return (
    earlier.n < e.n &&
    keyOf(earlier) === keyOf(e) &&
    earlier.request.method === e.request.method &&
    pathOf(earlier) === pathOf(e) &&
    (earlier.response === null || earlier.foreign !== undefined || isOk(earlier) || isFactual(earlier))
  );
}

/**
 * Removes the replay header from the response to a key's first use: the suite read it by resending, but it is no
 * replay.
 */
export function asFirstAnswer(e: Exchange): Exchange {
  if (e.response === null) return e;
  const kept = e.response.headers.filter(([name]) => name.toLowerCase() !== 'idempotent-replay');
  return { ...e, response: { ...e.response, headers: kept } };
}

/** A write that was answered 202 and whose outcome was not seen. */
export function isUnsettled(e: Exchange): boolean {
  return status(e) === 202 && isWrite(e);
}

/** All messages for one exchange of a history, in order of sending. */
export function overTheWire(e: Exchange): readonly Exchange[] {
  return e.settling?.flatMap(overTheWire) ?? [e];
}
