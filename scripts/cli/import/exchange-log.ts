/** The exchanges of a sandbox with their bodies, as its control plane lists them, and the event frames of its sessions. */
import { PRINCIPAL_NAMES, type PrincipalName } from '../../../conformance/member/profile/principals.ts';
import type { TrafficReader, TrafficSocket } from '../../../scenarios/index.ts';
import { bodyText, type LogRow, type ReadLog } from './log-row.ts';
import { exchange, frame, isFrame, type Logged, type LoggedExchange } from './logged-rows.ts';

/** Nanoseconds as milliseconds; a fraction keeps the order. */
function ms(ns: string): number {
  return Number(BigInt(ns) / 1_000n) / 1_000;
}

/** What the log shows instead of secrets; of key material the legs are not known then. */
const HIDDEN = '[not shown]';
const LEGS = { key: '<material>', secret: '<material>', passphrase: '<material>' };

function requestBody(body: unknown): string | null {
  const isHidden = typeof body === 'object' && body !== null && 'material' in body && body.material === HIDDEN;
  return bodyText(isHidden ? { ...body, material: LEGS } : body);
}

function principalOf({ principal }: Logged): PrincipalName | undefined {
  return PRINCIPAL_NAMES.find((name) => name === principal);
}

/** In place of a token that the log does not show: the reader knows whose it is. */
function tokenOf(principal: PrincipalName): string {
  return `<token of ${principal}>`;
}

/** The frame of an op; op auth has a token of the session's principal. */
function opText(row: LoggedExchange): string | null {
  const principal = principalOf(row);
  const text = bodyText(row.request?.body);
  return principal === undefined || row.op !== 'auth'
    ? text
    : (text?.replace(JSON.stringify(HIDDEN), JSON.stringify(tokenOf(principal))) ?? null);
}

/** The log is newest first; with frames, which are counted apart, it is in the order in which all happened. */
function inOrder(rows: readonly Logged[]): readonly Logged[] {
  return rows.some(isFrame) ? rows : rows.toSorted((a, b) => a.n - b.n);
}

/** Reads exchanges and frames. */
export function exchangeLog(rows: readonly LogRow[]): ReadLog {
  const notes: string[] = [];
  const read = rows.flatMap(({ row, where }): Logged[] => {
    const parsed = ('event' in row ? frame : exchange).safeParse(row);
    if (parsed.success) return [{ ...parsed.data, where } as Logged];
    notes.push(`${where}: it is no exchange of a sandbox`);
    return [];
  });
  const kept = inOrder(read).filter((row) => isUsable(row, notes));
  const requests = kept.filter((row): row is LoggedExchange => !isFrame(row) && row.method !== 'WS');
  const isNamed = kept.some((row) => principalOf(row) !== undefined);
  return {
    notes,
    isSanitised:
      !isNamed && requests.every(({ request }) => request?.headers.every(([, value]) => value !== '') !== false),
    into: (reader) => put(kept, reader, notes),
  };
}

/** Whether a row can be a step or an event of one; the others get a note. */
function isUsable(row: Logged, notes: string[]): boolean {
  if (row.session !== undefined) return true;
  if (isFrame(row)) return false;
  const { where, method, op, request } = row;
  if (method === 'WS')
    notes.push(
      `${where}: ${op === undefined ? 'what a socket saw' : `op ${op}`} has no step: the log does not name its session`,
    );
  else if (request === undefined) notes.push(`${where}: the log has no bodies; read it with ?bodies=true`);
  return method !== 'WS' && request !== undefined;
}

function put(rows: readonly Logged[], reader: TrafficReader, notes: string[]): void {
  for (const name of PRINCIPAL_NAMES) reader.granted(tokenOf(name), name);
  const { handshakes, without } = socketsIn(rows);
  for (const { where, session } of without)
    notes.push(`${where}: the handshake of session ${session} is not in the log`);
  const sockets = new Map<string, TrafficSocket>();
  for (const row of rows) {
    const opens = handshakes.get(row);
    if (opens !== undefined) sockets.set(opens, opened(row, reader));
    if (row.session === undefined) {
      if (opens === undefined) putRequest(row as LoggedExchange, reader, notes);
      continue;
    }
    const socket = sockets.get(row.session);
    const atMs = ms(row.atNs);
    if (isFrame(row)) socket?.frame('received', bodyText(row.sent) ?? '', atMs);
    else if (row.op !== undefined) {
      socket?.frame('sent', opText(row), atMs);
      socket?.frame('received', bodyText(row.response?.body) ?? '', atMs);
    } else if (row.closed !== undefined) {
      const { code, why } = row.closed;
      const by = why === 'closed by the client' || why === 'gone' ? 'client' : 'target';
      socket?.closed({ code, reason: '', by }, atMs);
    }
  }
}

/** The handshake of a session; the row is one, or the first of a session without. */
function opened(row: Logged, reader: TrafficReader): TrafficSocket {
  const principal = principalOf(row);
  const isHandshake = !isFrame(row) && row.method !== 'WS';
  const path = isFrame(row) ? `/v1/ws/${row.socket}` : isHandshake ? (row.target ?? row.path) : row.path;
  const own = isHandshake ? withoutCredential(row) : [];
  const hadOne = !isHandshake || (row.request?.headers ?? []).some(([name]) => /^authorization$/i.test(name));
  const socket = reader.socket(path.includes('market') ? 'marketData' : 'trading', {
    method: 'GET',
    path,
    headers:
      principal === undefined || !hadOne ? own : [...own, ['Authorization', `Bearer ${tokenOf(principal)}`] as const],
    body: null,
    ...(principal === undefined ? {} : { as: principal }),
    atMs: ms(row.atNs),
    where: row.where,
  });
  socket.answered({ status: 101, headers: [], body: '' }, ms(row.atNs));
  return socket;
}

function withoutCredential({ request }: LoggedExchange) {
  return (request?.headers ?? []).filter(([name]) => !/^authorization$/i.test(name));
}

function putRequest(row: LoggedExchange, reader: TrafficReader, notes: string[]): void {
  const { atNs, method, target, path, request, response, received, outcome, status, where, isCut } = row;
  if (isCut === true) notes.push(`${where}: a body is longer than what the log keeps of it`);
  const atMs = ms(atNs);
  const principal = principalOf(row);
  const waiting = reader.request({
    method,
    path: target ?? path,
    headers: withoutCredential(row),
    body: requestBody(request?.body),
    ...(principal === undefined ? {} : { as: principal }),
    atMs,
    where,
  });
  if (received === null || outcome?.kind === 'cut') {
    waiting.failed(outcome?.text ?? 'not answered', atMs);
    return;
  }
  const { headers = [], body } = received ?? response ?? {};
  waiting.answered({ status: received?.status ?? status, headers, body: bodyText(body) ?? '' }, atMs);
}

function pathOf(row: Logged): string {
  return isFrame(row) ? `/v1/ws/${row.socket}` : row.path;
}

/** Whether a row is a handshake that may have opened the session of another: of its path, its member and its principal. */
function mayOpen(row: Logged, of: Logged): boolean {
  if (isFrame(row) || row.method !== 'GET' || row.status !== 101 || row.path !== pathOf(of)) return false;
  if (row.member !== of.member) return false;
  return (row.principal ?? undefined) === undefined || row.principal === of.principal;
}

/**
 * Which rows open sessions. The log does not say which handshake opened a session, so it is the newest that may have;
 * `without` are the first rows of sessions without one, which open them themselves.
 */
function socketsIn(rows: readonly Logged[]): {
  readonly handshakes: ReadonlyMap<Logged, string>;
  readonly without: readonly Logged[];
} {
  const handshakes = new Map<Logged, string>();
  const without: Logged[] = [];
  const seen = new Set<string>();
  for (const [i, row] of rows.entries()) {
    if (row.session === undefined || seen.has(row.session)) continue;
    seen.add(row.session);
    const opening = rows.slice(0, i).findLast((one) => !handshakes.has(one) && mayOpen(one, row));
    if (opening === undefined) without.push(row);
    handshakes.set(opening ?? row, row.session);
  }
  return { handshakes, without };
}
