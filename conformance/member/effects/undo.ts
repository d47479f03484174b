/** Ends what a run has left at a target, the newest first, as far as possible, and reports the rest. */
import type { Actor } from '../actor.ts';
import { at, errorCode, isOk, rows, status, textAt } from '../exchange/exchange.ts';
import { isNothing } from '../exchange/order.ts';
import { Unreached } from '../sending/unreached.ts';
import type { Remaining } from './remains.ts';
import { armsOf, endedBy, isEnding } from './remains.ts';
import { isAsItWas } from './standing.ts';
import { collectionOf, rowIn } from './written-row.ts';

export interface Left extends Remaining {
  /** Why it still exists, as a phrase for a message. */
  readonly why: string;
}

export interface Undoing {
  /** The actors by their names in the profile. */
  readonly actors: Pick<ReadonlyMap<string, Actor>, 'get'>;
  /** Whether there is time for one more row. */
  readonly hasTime: () => boolean;
  readonly undone: (one: Remaining) => void;
}

/** The principals that may end a row where the one that created it may not. */
const OTHERS = ['admin', 'deputy', 'approver'] as const;

const STAYS: Readonly<Record<Exclude<Remaining['kind'], 'made' | 'in doubt'>, string>> = {
  filled: 'the order traded',
  changed: 'what it was before is not known',
};

const HALTED = 'a halt of this run may have stopped it; start it where it should run';

async function isStill({ row, actor }: Remaining, was: string, { actors }: Undoing): Promise<boolean> {
  const asker = actors.get(actor);
  return asker !== undefined && isAsItWas(was, await asker.get(row));
}

/** undefined: the row is ended. */
async function endRow(row: string, actor: string, { actors }: Undoing): Promise<string | undefined> {
  const arms = armsOf(row);
  if (arms.length === 0) return 'nothing takes such a row away';
  const able = [...new Set([actor, ...OTHERS])].map((name) => actors.get(name)).filter((one) => one !== undefined);
  const refusals: string[] = [];
  for (const one of able) {
    for (const arm of arms) {
      const ended = await one.post(`${row}/${arm}`, {});
      if (isOk(ended) && status(ended) !== 202 && isEnding(arm)) return undefined;
      refusals.push(`${one.name} ${arm}: ${status(ended) ?? ended.failure} ${errorCode(ended) ?? ''}`.trim());
    }
    const now = await one.get(row);
    if (isNothing(at(now, 'leavesQty'))) return isNothing(at(now, 'cumQty')) ? undefined : STAYS.filled;
  }
  return refusals.length === 0 ? `the profile names no principal ${actor}` : refusals.join(', ');
}

/** The row that a write in doubt created; null: none; undefined: unknown. */
async function rowOf(
  { row: path, key, name, actor }: Remaining,
  { actors }: Undoing,
): Promise<string | null | undefined> {
  const asker = actors.get(actor);
  const collection = collectionOf(path);
  if (asker === undefined || key === null || collection === undefined || path !== collection) return undefined;
  const operation = await asker.get(`/operations/${encodeURIComponent(key)}`);
  if (status(operation) === 404 && errorCode(operation) !== undefined) return null;
  // Members need not say either; the collection is then looked through.
  if (textAt(operation, 'outcome', 'status') === 'REFUSED') return null;
  const orderId = textAt(operation, 'outcome', 'orderId');
  if (collection === '/orders' && orderId !== undefined) {
    // Its row names the run's own key: without it the order would be left alone, as another's.
    await asker.get(`/orders/${orderId}`);
    return `/orders/${orderId}`;
  }
  // The newest orders come first, the newest rows of the register last.
  const listed = await asker.get(collection, collection === '/orders' ? { query: { limit: 100 } } : {});
  const wanted = collection === '/orders' ? key : name;
  const found = wanted === null ? undefined : rows(listed).find((one) => Object.values(one).includes(wanted));
  return found === undefined ? undefined : rowIn(collection, found);
}

/**
 * Resends a write in doubt under its key, so that it ends its row now if it did not before. Returns that row;
 * undefined: it is unknown whether the row is ended.
 */
async function endedAgain({ row: path, key, actor }: Remaining, { actors }: Undoing): Promise<string | undefined> {
  const asker = actors.get(actor);
  if (asker === undefined || key === null) return undefined;
  const again = await asker.post(path, {}, { key });
  // The key was accepted earlier with another body, so the row is ended.
  const isTaken = (isOk(again) && status(again) !== 202) || errorCode(again) === 'IDEMPOTENCY_KEY_REUSED';
  return isTaken ? endedBy({ path }) : undefined;
}

async function undoOne(one: Remaining, undoing: Undoing): Promise<Left | undefined> {
  if (one.was !== undefined) return (await isStill(one, one.was, undoing)) ? undefined : { ...one, why: HALTED };
  if (one.kind === 'filled' || one.kind === 'changed') return { ...one, why: STAYS[one.kind] };
  if (one.kind === 'made') {
    const why = await endRow(one.row, one.actor, undoing);
    return why === undefined ? undefined : { ...one, why };
  }
  const row = await rowOf(one, undoing);
  if (row === null) return undefined;
  if (row === undefined) return { ...one, why: `what came of key ${one.key} is not known` };
  const why = await endRow(row, one.actor, undoing);
  return why === undefined ? undefined : { ...one, kind: 'made', row, why };
}

/** Rows that are ended at the same time; the profile limits what the run sends at once. */
const AT_ONCE = 16;

/** A few at a time, the first ones first. `act` must not reject. */
async function severalAtOnce<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  const waiting = all.values();
  const work = async () => {
    for (const one of waiting) await act(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/**
 * Ends the remaining rows. Never throws for a response of the target.
 * @returns what still exists, in the order of creation.
 */
export async function undo(remaining: readonly Remaining[], undoing: Undoing): Promise<readonly Left[]> {
  const left = new Map<Remaining, Left>();
  const ended = new Set<string>();
  const undone = async (one: Remaining): Promise<Left | undefined> => {
    if (ended.has(one.row)) return undefined;
    if (!undoing.hasTime()) return { ...one, why: 'the time of the clean-up was over' };
    try {
      const row = isEndingInDoubt(one) ? await endedAgain(one, undoing) : undefined;
      if (row !== undefined) ended.add(row);
      // If it is not ended, the arms of its row are tried.
      return isEndingInDoubt(one) ? undefined : await undoOne(one, undoing);
    } catch (error) {
      if (!(error instanceof Unreached)) throw error;
      return { ...one, why: error.message };
    }
  };
  const act = async (one: Remaining) => {
    const still = await undone(one);
    if (still === undefined) undoing.undone(one);
    else left.set(one, still);
  };
  const [endings = [], others = []] = [true, false].map((is) =>
    remaining.toReversed().filter((one) => isEndingInDoubt(one) === is),
  );
  // Before their rows: a row that is ended twice would be refused.
  await severalAtOnce(endings, act);
  await severalAtOnce(others, act);
  return remaining.map((one) => left.get(one)).filter((one) => one !== undefined);
}

/** A write that would end a row, of which no answer came. */
function isEndingInDoubt({ kind, row }: Remaining): boolean {
  return kind === 'in doubt' && endedBy({ path: row }) !== undefined;
}
