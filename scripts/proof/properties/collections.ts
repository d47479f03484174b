/** Every page that an organisation can ask for: each collection in each view and under each filter. */
import type { Answered } from './caller.ts';
import type { Reach } from './reach.ts';
import type { Schema, ServedOperation } from './served-document.ts';
import type { Organisation } from './two-organisations.ts';

export interface Collection {
  readonly operationId: string;
  readonly path: string;
  /** A view or a filter, as it goes out; '' for none. */
  readonly filter: string;
}

/** Of walking a collection it tells nothing which of its rows are served. */
const WALKING = ['limit', 'cursor', 'include'];

export function listsOf(operations: readonly ServedOperation[]): readonly ServedOperation[] {
  return operations.filter(({ query }) => Object.hasOwn(query, 'cursor'));
}

/** What gives a new row rows of its own, two in each list: an instance gets its second document, and places two orders. */
const LIFE = ['putAlgoConfig', 'startAlgoInstance', 'stopAlgoInstance', 'startAlgoInstance'];

/** Where a list is of one row's, of a new row that has lived. */
export async function collectionsOf(
  lists: readonly ServedOperation[],
  organisation: Organisation,
  reach: Reach,
): Promise<readonly Collection[]> {
  const found: Collection[] = [];
  for (const list of lists) {
    const reached = await reach.reached(list, organisation);
    if (reached.id !== undefined) await reach.lived(LIFE, organisation, reached.id);
    const { path } = reached;
    const filters = Object.entries(list.query)
      .filter(([name]) => !WALKING.includes(name))
      .flatMap(([name, schema]) => valuesOf(name, schema, organisation).map((value) => `${name}=${value}`));
    for (const filter of ['', ...filters]) found.push({ operationId: list.operationId, path, filter });
  }
  return found;
}

function valuesOf(name: string, schema: Schema, { held }: Organisation): readonly unknown[] {
  return schema.enum ?? (Object.hasOwn(held, name) ? [held[name]] : []);
}

export function page({ callers }: Organisation, { path, filter }: Collection, more: string): Promise<Answered> {
  return callers[0]({ method: 'GET', path, query: [filter, more].filter((part) => part !== '').join('&') });
}

export interface Page {
  readonly items: readonly unknown[];
  readonly nextCursor: string | null;
  readonly total: number | null;
}

export function pageOf({ json }: Answered): Page {
  return json as Page;
}
