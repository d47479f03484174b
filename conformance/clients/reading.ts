/** How rules read a history: writes by their keys, what their client knew of them, and when. */
import type { Answer, Call, Row, Start } from './history.ts';
import type { Finding, Moment } from './rule.ts';

/** The parsed body of a text; undefined: it is no JSON object. */
export function rowOf(text: string): Row | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : undefined;
  } catch {
    return undefined;
  }
}

interface Refusal {
  readonly code: string;
  /** undefined: an older member does not say (Errors). */
  readonly retryable: boolean | undefined;
}

/** The refusal of an answer or of an op; undefined: it is none, or has no envelope. */
export function refusalOf(answer: Answer | null): Refusal | undefined {
  const body = answer === null ? undefined : rowOf(answer.body);
  const error = (body?.['error'] ?? (body?.['success'] === false ? body : undefined)) as Row | undefined;
  if (typeof error?.['code'] !== 'string') return undefined;
  return { code: error['code'], retryable: typeof error['retryable'] === 'boolean' ? error['retryable'] : undefined };
}

/** Whether the same request may be sent again (Errors): by `retryable`, or by the status where an older member does not say. */
export function mayRepeat(answer: Answer): boolean {
  const { retryable, code } = refusalOf(answer) ?? {};
  if (retryable !== undefined) return retryable;
  return (answer.status === 429 && code !== 'RATE_CEILING') || answer.status === 503;
}

/** The pause that an answer asks for, in milliseconds; undefined: none. */
export function retryAfterMs(answer: Answer | null): number | undefined {
  const stated = answer?.headers['retry-after'];
  return stated !== undefined && /^\d{1,6}$/.test(stated) ? Number(stated) * 1_000 : undefined;
}

const WRITING = ['POST', 'PUT'];
const WRITING_OPS = ['submit', 'cancel'];

/** Whether a call is a write under a key: not a ticket, not a read. */
export function isWrite(call: Call): boolean {
  if (call.key === null) return false;
  return call.kind === 'http' ? WRITING.includes(call.method) : WRITING_OPS.includes(call.op ?? '');
}

/** All attempts of one write: the calls under one key, in order. */
export interface Write {
  readonly key: string;
  readonly attempts: readonly Call[];
}

/** The writes of a start by their keys, in the order of their first attempts. */
export function writesOf({ calls }: Start): readonly Write[] {
  return [...Map.groupBy(calls.filter(isWrite), ({ key }) => key ?? '')].map(([key, attempts]) => ({ key, attempts }));
}

/** The members that name a request rather than say what it wants. */
const NAMES: readonly string[] = ['clientOrderId', 'commandKey', 'reqId'];

/** Whether the body of a call is known: a member that refuses a request by its head does not read it. */
export function isBodyKnown({ body, headers }: Call): boolean {
  return body !== '' || (headers['content-length'] ?? '0') === '0';
}

/** What a write asks for, without its key: two writes of one text want the same. */
export function wantOf(call: Call): string {
  const { kind, method, path, op, body } = call;
  const row = rowOf(body);
  const params = kind === 'op' ? ((row?.['params'] ?? {}) as Row) : row;
  const where = op === 'submit' ? 'POST /orders' : `${method} ${op ?? path}`;
  if (kind !== 'op' && !isBodyKnown(call)) return `${where} (unread, key ${call.key})`;
  if (params === undefined) return `${where} ${body}`;
  const members = Object.entries(params).filter(([name]) => !NAMES.includes(name));
  return `${where} ${JSON.stringify(Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1))))}`;
}

/** Whether an answer tells the outcome of a write: a success or a refusal that stands. */
export function isOutcome(answer: Answer | null): answer is Answer {
  if (answer === null || answer.status === 202) return false;
  return answer.status < 400 || (answer.status < 500 && answer.status !== 401 && !mayRepeat(answer));
}

/** The status of an operation record; undefined: the answer is none. */
export function operationStatus({ method, path, received }: Call): string | undefined {
  if (method !== 'GET' || !path.startsWith('/operations/') || received?.status !== 200) return undefined;
  const status = (rowOf(received.body)?.['outcome'] as Row | undefined)?.['status'];
  return typeof status === 'string' ? status : undefined;
}

/** When the client could know the outcome of a write, by an answer to it or by its operation; Infinity: never. */
export function knownAtMs({ calls }: Start, key: string): number {
  const known = calls.find(
    (call) =>
      (call.key === key && isWrite(call) && isOutcome(call.received)) ||
      (call.path === `/operations/${encodeURIComponent(key)}` && (operationStatus(call) ?? 'PENDING') !== 'PENDING'),
  );
  return known?.endMs ?? Number.POSITIVE_INFINITY;
}

/** `POST /orders key k1` */
export function nameOf({ method, path, op, key }: Call): string {
  return `${op === undefined ? `${method} ${path}` : `op ${op}`}${key === null ? '' : ` key ${key}`}`;
}

/** `1.2 s later`; from the end of what the client received to what it sent then. */
export function laterText(after: Pick<Call, 'endMs'>, then: Pick<Call, 'atMs'>): string {
  const ms = Math.max(0, then.atMs - after.endMs);
  return ms < 950 ? `${Math.round(ms)} ms later` : `${(ms / 1_000).toFixed(1)} s later`;
}

/** What the client received of a call, as the beginning of a sentence: `the answer to POST /orders key k1 was lost`. */
export function receivedText(call: Call): string {
  if (call.received === null) return `the answer to ${nameOf(call)} was lost`;
  const { code } = refusalOf(call.received) ?? {};
  return `${nameOf(call)} was answered ${call.kind === 'op' ? (code ?? 'success') : call.received.status}${code === undefined || call.kind === 'op' ? '' : ` ${code}`}`;
}

/** A finding of pairs: what the client met, and what it did then. `did` continues `1.2 s later the client ...`. */
export function brokenBy(
  cases: number,
  pairs: readonly (readonly [met: Call, then: Call])[],
  did: (then: Call, met: Call) => string,
): Finding {
  const broken = pairs.map(([met, then]) => ({
    text: `${receivedText(met)}; ${laterText(met, then)} the client ${did(then, met)}`,
    at: [met.n, then.n],
  }));
  return { cases, broken };
}

/** The polls of an operation, in order. */
export function pollsOf({ calls }: Start, key: string): readonly Call[] {
  const path = `/operations/${encodeURIComponent(key)}`;
  return calls.filter((call) => call.method === 'GET' && call.path === path);
}

/** A path with its ids left out: `/orders/{id}/cancel`. */
export function routeOf(path: string): string {
  return path.replaceAll(/\/(?:[0-9][^/]*|[^/]*[0-9][^/]*)(?=\/|$)/g, (part) => (part === '/v1' ? part : '/{id}'));
}

/** What a client does, without its numbers: the routes and ops that it used. */
function usesOf({ calls }: Start): ReadonlySet<string> {
  return new Set(
    calls
      .filter(({ kind }) => kind !== 'token')
      .map(({ method, path, op }) => (op === undefined ? `${method} ${routeOf(path)}` : `op ${op}`)),
  );
}

/** How a client ended otherwise than without trouble; undefined: it ended as it does without. */
export function stoppedBy(start: Start, first: Start): string | undefined {
  const [ended, usual] = [start.processes.at(-1), first.processes.at(-1)];
  if (ended?.hung) return 'the client did not end';
  if (ended?.status !== usual?.status) {
    const how = ended?.status === null ? 'a signal ended the client' : `the client ended with status ${ended?.status}`;
    return `${how}${ended?.output.at(-1) === undefined ? '' : ` (${ended.output.at(-1)})`}`;
  }
  return undefined;
}

/** With these a client may do less than without: it need not cancel an order whose status it does not know. */
const LESS_IS_RIGHT: readonly string[] = ['other-states', 'further-capability', 'two-versions', 'older-member'];

/**
 * A finding about starts whose only trouble is one of these kinds, and one that a client must take in its stride: it ends
 * as it does without. One that does less than without is suspected: a part of it may have died in silence.
 */
export function carriesOn(kinds: readonly string[], start: Start, first: Start): Finding {
  const [kind] = start.kinds;
  if (start.kinds.length !== 1 || kind === undefined || !kinds.includes(kind)) return { cases: 0, broken: [] };
  const moment = (text: string): Moment => ({ text: `${start.schedule.join('; ')}; ${text}`, at: [] });
  const stopped = stoppedBy(start, first);
  if (stopped !== undefined) return { cases: 1, broken: [moment(stopped)] };
  const uses = usesOf(start);
  const missed = LESS_IS_RIGHT.includes(kind) ? [] : [...usesOf(first)].filter((use) => !uses.has(use));
  const suspected = missed.length === 0 ? [] : [moment(`the client did not come to ${missed.join(', ')}`)];
  return { cases: 1, broken: [], suspected };
}

/** Whether a process of the client was ended by the schedule or its limit: what it did not do any more says nothing of it. */
export function isEndedByUs({ processes }: Start): boolean {
  return processes.some(({ killed, hung }) => killed || hung);
}

/** Whether two calls are of one process: another one knows only what was stored. */
export function isOneProcess({ processes }: Start, a: Call, b: Call): boolean {
  return !processes.some(({ startedMs }) => a.atMs < startedMs && startedMs <= b.atMs);
}
