/**
 * Rows that nothing takes away (users, portfolios, accounts, addresses, organisations): a check that wants one to write on
 * takes its own of the last run, known by its name, so a shared target holds one a check and no more.
 */
import type { RegisterCollection } from '../contract/register.ts';
import type { Actor } from './actor.ts';
import { at, rows } from './exchange.ts';

/** What the suite's own lasting rows are called begins so; one must be as short as can be, for a document that its id outgrows. */
export type OwnName = `touchstone-${string}` | 'ts';

/** A creation's body; its `displayName` is what the row is known by again, whatever the member calls a name (`label`, `subject`). */
export interface NamedBody {
  readonly displayName: OwnName;
  readonly [name: string]: unknown;
}

/** The key of the row of this name: the one that stands, or one made now. undefined: neither was served. */
export async function standingRow(
  actor: Actor,
  { path, id }: RegisterCollection,
  body: NamedBody,
): Promise<number | undefined> {
  const held = rows(await actor.get(path)).find((row) => Object.values(row).includes(body.displayName))?.[id];
  const key = held ?? at(await actor.post(path, body), id);
  return typeof key === 'number' ? key : undefined;
}
