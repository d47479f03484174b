/** The algo instances that stand at a target before a run: `POST /algos/halt` stops those of everybody. */
import type { Actor } from '../actor.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { json, parse, rows, status, textAt } from '../exchange/exchange.ts';
import type { Entry } from './entry.ts';
import { rowIn } from './written-row.ts';

const INSTANCES = '/algos/instances';
const MOST_PAGES = 20;

export type Standing = Extract<Entry, { readonly what: 'standing' }>;

/** Those that are not deleted; undefined: they cannot be read whole. */
export async function standingInstances(actor: Actor): Promise<Standing | undefined> {
  const found: Standing['rows'] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page = await actor.get(INSTANCES, { query: { limit: 100, ...(cursor !== undefined && { cursor }) } });
    if (status(page) !== 200) return undefined;
    for (const one of rows(page)) {
      const row = rowIn(INSTANCES, one);
      const name = one['displayName'];
      if (row === undefined || Object.values(one).includes('DELETED')) continue;
      found.push({ row, name: typeof name === 'string' ? name : null, was: JSON.stringify(one) });
    }
    cursor = textAt(page, 'nextCursor');
    if (cursor === undefined) return { what: 'standing', rows: found };
  }
  return undefined;
}

/** Whether a row still has every value that it had. */
export function isAsItWas(was: string, now: Exchange): boolean {
  const [before, after] = [parse(was), json(now)];
  if (typeof before !== 'object' || before === null || typeof after !== 'object' || after === null) return false;
  const values = after as Readonly<Record<string, unknown>>;
  return Object.entries(before).every(([name, value]) => JSON.stringify(values[name]) === JSON.stringify(value));
}
