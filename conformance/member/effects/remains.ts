/** What a run has left at a target, computed from the record of its writes. Pure. */
import type { Entry, Sent } from './entry.ts';
import type { Standing } from './standing.ts';
import { collectionOf, writtenBy } from './written-row.ts';

export interface Remaining {
  /**
   * `made`: the row exists. `in doubt`: the outcome of the write is unknown. `filled`: an order that traded. `changed`:
   * a row that the run did not create.
   */
  readonly kind: 'made' | 'in doubt' | 'filled' | 'changed';
  /** The number of the write that created it. */
  readonly n: number;
  /** `/users/17`; for a write in doubt the path of the request. */
  readonly row: string;
  readonly name: string | null;
  readonly key: string | null;
  readonly actor: string;
  readonly check: string | null;
  /** Of a row that a halt may have changed: the row before it, as JSON. */
  readonly was?: string;
}

/** The arms that end a row, in the order in which they are tried. All other rows are permanent. */
const ARMS: Readonly<Record<string, readonly string[]>> = {
  '/orders': ['cancel'],
  '/algos/instances': ['stop', 'delete'],
  '/credentials': ['withdraw', 'revoke'],
  '/asset-policies': ['withdraw', 'retire'],
  '/chain-policies': ['withdraw', 'retire'],
  '/trading-policies': ['withdraw', 'retire'],
};
/** Moves a row into the state that the next arm needs. */
const FIRST_STEPS = new Set(['stop']);

/** The arms that can end this row; empty for a permanent one. */
export function armsOf(row: string): readonly string[] {
  return ARMS[collectionOf(row) ?? ''] ?? [];
}

/** Whether the arm ends a row, rather than preparing its end. */
export function isEnding(arm: string): boolean {
  return !FIRST_STEPS.has(arm);
}

/** The row that a write ends if it is accepted; undefined: none. */
export function endedBy({
  method = 'POST',
  path,
}: {
  readonly method?: string;
  readonly path: string;
}): string | undefined {
  const written = writtenBy(method, path);
  if (written.kind !== 'row') return undefined;
  const arm = path.split('?', 1)[0]?.split('/').at(-1) ?? '';
  return armsOf(written.row).includes(arm) && isEnding(arm) ? written.row : undefined;
}

function changedBy({ method, path, isOwn }: Sent): string | undefined {
  const written = writtenBy(method, path);
  if (isOwn || written.kind === 'none') return undefined;
  return written.kind === 'all' ? written.path : written.row;
}

function remainingOf(kind: Remaining['kind'], row: string, { n, name, key, actor, check }: Sent): Remaining {
  return { kind, n, row, name, key, actor, check };
}

/** The record entry for a remaining row that no longer exists. */
export function undoneEntry({ kind, n, row }: Remaining): Entry {
  return kind === 'in doubt' ? { what: 'refused', n } : { what: 'undone', row };
}

/** What remains, in the order of creation. */
export function remaining(entries: readonly Entry[]): readonly Remaining[] {
  const sent = new Map<number, Sent>();
  const found = new Map<string, Remaining>();
  const doubts = new Map<number, Remaining>();
  /** Orders that no longer rest, and whether they traded. */
  const closedOrders = new Map<string, boolean>();
  let standing: Standing['rows'] | undefined;
  const add = (kind: Remaining['kind'], row: string, by: Sent) => {
    if (!found.has(row)) found.set(row, remainingOf(kind, row, by));
  };
  /** The numbers of the writes in doubt, by key: to look through all of them for each response is quadratic. */
  const ofKey = new Map<string, number[]>();
  const doubt = (entry: Sent): void => {
    doubts.set(entry.n, remainingOf('in doubt', entry.path, entry));
    if (entry.key === null) return;
    const numbers = ofKey.get(entry.key);
    if (numbers === undefined) ofKey.set(entry.key, [entry.n]);
    else numbers.push(entry.n);
  };
  const answered = (n: number): Sent | undefined => {
    const one = sent.get(n);
    doubts.delete(n);
    if (one === undefined || one.key === null) return one;
    // The response to a repeated key is the outcome of the first request.
    for (const other of ofKey.get(one.key) ?? []) if (doubts.get(other)?.key === one.key) doubts.delete(other);
    ofKey.delete(one.key);
    return one;
  };
  for (const entry of entries) {
    if (entry.what === 'standing') standing = entry.rows;
    else if (entry.what === 'sent') {
      sent.set(entry.n, entry);
      doubt(entry);
    } else if (entry.what === 'refused') answered(entry.n);
    else if (entry.what === 'made') {
      const one = answered(entry.n);
      // Its own response may have shown that it no longer rests.
      const closed = closedOrders.get(entry.row);
      if (one !== undefined && closed !== false) add(closed === true ? 'filled' : 'made', entry.row, one);
    } else if (entry.what === 'taken') {
      const one = answered(entry.n);
      const ended = one === undefined ? undefined : endedBy(one);
      const changed = one === undefined ? undefined : changedBy(one);
      // A cancellation does not revert a fill.
      if (ended !== undefined && found.get(ended)?.kind !== 'filled') found.delete(ended);
      if (one === undefined || changed === undefined) continue;
      if (standing === undefined || writtenBy(one.method, one.path).kind !== 'all') add('changed', changed, one);
      else
        for (const { row, name, was } of standing) found.set(row, { ...remainingOf('changed', row, one), name, was });
    } else if (entry.what === 'undone') found.delete(entry.row);
    else if (entry.what === 'closed') {
      closedOrders.set(entry.row, entry.isFilled);
      const order = found.get(entry.row);
      if (order !== undefined && entry.isFilled) found.set(entry.row, { ...order, kind: 'filled' });
      else found.delete(entry.row);
    }
  }
  // Changes to the run's own rows before their end do not count.
  const matters = ({ row: path }: Remaining) => collectionOf(path) === path || endedBy({ path }) !== undefined;
  const isOwn = ({ n }: Remaining) => sent.get(n)?.isOwn === true;
  return [...found.values(), ...[...doubts.values()].filter((one) => matters(one) || !isOwn(one))];
}
