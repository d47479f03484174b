/** Writes that are answered 202, and the exchanges that follow them to their outcome (stages/settle.ts). */
import type { Exchange } from './exchange.ts';
import { header, isFactual, isOk, isReplay, isWrite, keyOf, pathOf, status } from './exchange.ts';

/** The least time limit, for members that do not settle writes in time. */
const SHORTEST_BOUND_MS = 1_000;
const LONGEST_BOUND_MS = 10_000;

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

/** The path of a write's own operation. */
export function operationOf(e: Exchange): string {
  return `/operations/${keyOf(e) ?? ''}`;
}

/** IDEM-11: the Location of a 202 is that of the write's own operation, below whatever base address. */
export function namesItsOperation(e: Exchange): boolean {
  return header(e, 'location')?.endsWith(operationOf(e)) === true;
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
