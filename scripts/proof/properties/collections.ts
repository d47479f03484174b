/** Every page that an organisation can request: each collection in each view and with each filter. */
import type { Answered } from './caller.ts';
import type { Reach } from './reach.ts';
import type { Schema, ServedOperation } from './served-document.ts';
import type { Organisation } from './two-organisations.ts';

export interface Collection {
  readonly operationId: string;
  readonly path: string;
  /** A view or a filter, as sent; '' for none. */
  readonly filter: string;
}

/** Parameters of paging: they do not select which rows are served. */
const WALKING = ['limit', 'cursor', 'include'];

export function listsOf(operations: readonly ServedOperation[]): readonly ServedOperation[] {
  return operations.filter(({ query }) => Object.hasOwn(query, 'cursor'));
}

/** Operations that add two rows to each list of a new row: an instance gets its second document, and places two orders. */
const LIFE = ['putAlgoConfig', 'startAlgoInstance', 'stopAlgoInstance', 'startAlgoInstance'];

/** If a list belongs to one row, the row is a new one on which these operations were carried out. */
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
