/**
 * Permanent rows (users, portfolios, accounts, addresses, organisations). A check that writes on one reuses its row
 * from the last run, found by name, so that a shared target holds at most one for each check.
 */
import type { RegisterCollection } from '../../contract/register.ts';
import type { Actor } from '../actor.ts';
import { at, isOk, rows, textAt } from '../exchange/exchange.ts';

/**
 * The prefix of the names of the suite's permanent rows. One name is as short as possible, for a document whose size
 * limit the id would exceed.
 */
export type OwnName = `touchstone-${string}` | 'ts';

/** A creation's body; the row is found again by its `displayName`. */
export interface NamedBody {
  readonly displayName: OwnName;
  readonly [name: string]: unknown;
}

/** The maximum of pages that are searched for a row that the member reports as existing. */
const MOST_PAGES = 50;

/** The key of the row with this name, whether found or created now; undefined: neither succeeded. */
export async function standingRow(
  actor: Actor,
  collection: RegisterCollection,
  body: NamedBody,
): Promise<number | undefined> {
  const { path, id } = collection;
  const first = await actor.get(path);
  const held = keyIn(rows(first), collection, body);
  if (held !== undefined) return held;
  const made = await actor.post(path, body);
  const key = at(made, id);
  if (typeof key === 'number') return key;
  // The creation was refused, so a row with this name may be on a later page.
  let cursor = isOk(made) ? undefined : textAt(first, 'nextCursor');
  for (let pages = 1; pages < MOST_PAGES && cursor !== undefined; pages += 1) {
    const page = await actor.get(path, { query: { cursor } });
    const found = keyIn(rows(page), collection, body);
    if (found !== undefined) return found;
    cursor = textAt(page, 'nextCursor');
  }
  return undefined;
}

/** Searches all properties, since a member may store the name under any of them. */
function keyIn(
  listed: readonly Readonly<Record<string, unknown>>[],
  { id }: RegisterCollection,
  { displayName }: NamedBody,
): number | undefined {
  const key = listed.find((row) => Object.values(row).includes(displayName))?.[id];
  return typeof key === 'number' ? key : undefined;
}
