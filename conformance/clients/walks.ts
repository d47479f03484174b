/** The walks of a client over collections, page by page. */
import type { Call, Start } from './history.ts';
import { rowOf } from './reading.ts';

/** The pages of collections that a client read, each walk in order: the same path and filters, and the cursors of one another. */
export function walksOf({ calls }: Start): readonly (readonly Call[])[] {
  const walks: Call[][] = [];
  for (const call of calls) {
    if (call.kind !== 'http' || call.method !== 'GET' || call.received?.status !== 200) continue;
    const page = rowOf(call.received.body);
    if (!Array.isArray(page?.['items'])) continue;
    const cursor = new URLSearchParams(call.query).get('cursor');
    const walk =
      cursor === null
        ? undefined
        : walks.findLast(
            (one) => one.at(-1)?.path === call.path && one.some((before) => cursorsOf(before).includes(cursor)),
          );
    if (walk === undefined) walks.push([call]);
    else walk.push(call);
  }
  return walks;
}

const cursors = new WeakMap<Call, readonly string[]>();

/** The cursors that a page offers: next, then previous. Kept: a walk in a circle has a thousand pages. */
export function cursorsOf(call: Call): readonly string[] {
  const known = cursors.get(call);
  if (known !== undefined) return known;
  const page = rowOf(call.received?.body ?? '');
  const found = [page?.['nextCursor'], page?.['prevCursor']].filter((cursor) => typeof cursor === 'string');
  cursors.set(call, found);
  return found;
}
