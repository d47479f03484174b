import { isFrame, type Logged } from './logged-rows.ts';

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
export function socketsIn(rows: readonly Logged[]): {
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
