/** What GET /me says. Its members are not shown by name but for the capabilities, so ids are looked for wherever they stand. */
import type { Exchange } from '../client/exchange.ts';
import { at, json } from '../client/exchange.ts';

/** undefined where nothing is so named, or it is no list of words. */
export function capabilitiesOf(me: Exchange): readonly string[] | undefined {
  const listed = [at(me, 'capabilities'), at(me, 'user', 'capabilities')].find(Array.isArray) as unknown[] | undefined;
  return listed?.every((scope) => typeof scope === 'string') ? (listed as string[]) : undefined;
}

/** The first whole number of this name anywhere in the answer. */
export function idIn(me: Exchange, name: 'userId' | 'orgId'): number | undefined {
  const find = (value: unknown): number | undefined => {
    if (typeof value !== 'object' || value === null) return undefined;
    const id = (value as Record<string, unknown>)[name];
    if (Number.isInteger(id)) return id as number;
    for (const inner of Object.values(value)) {
      const found = find(inner);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return find(json(me));
}
