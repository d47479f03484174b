/**
 * Rows that nothing takes away (users, portfolios, accounts, addresses, organisations): a check that wants one to write on
 * takes its own of the last run, known by its name, so a shared target holds one a check and no more.
 */
import type { RegisterCollection } from '../contract/register.ts';
import type { Actor } from './actor.ts';
import { at, isOk, rows, textAt } from './exchange.ts';

/** What the suite's own lasting rows are called begins so; one must be as short as can be, for a document that its id outgrows. */
export type OwnName = `touchstone-${string}` | 'ts';

/** A creation's body; its `displayName` is what the row is known by again. */
export interface NamedBody {
  readonly displayName: OwnName;
  readonly [name: string]: unknown;
}

/** So many pages are looked through for a row that the member says it has. */
const MOST_PAGES = 50;

/** The key of the row of this name: the one that stands, or one made now. undefined: neither was served. */
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
  // Who already has one of that name may list it on a later page.
  let cursor = isOk(made) ? undefined : textAt(first, 'nextCursor');
  for (let pages = 1; pages < MOST_PAGES && cursor !== undefined; pages += 1) {
    const page = await actor.get(path, { query: { cursor } });
    const found = keyIn(rows(page), collection, body);
    if (found !== undefined) return found;
    cursor = textAt(page, 'nextCursor');
  }
  return undefined;
}

/** Whatever the member calls what took the name. */
function keyIn(
  listed: readonly Readonly<Record<string, unknown>>[],
  { id }: RegisterCollection,
  { displayName }: NamedBody,
): number | undefined {
  const key = listed.find((row) => Object.values(row).includes(displayName))?.[id];
  return typeof key === 'number' ? key : undefined;
}
