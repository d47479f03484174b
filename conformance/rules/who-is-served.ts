/** Reads GET /me. The interface names only its capabilities property, so ids are searched at any depth. */
import type { Exchange } from '../member/exchange/exchange.ts';
import { at, json } from '../member/exchange/exchange.ts';

/** undefined where no property has this name, or its value is not a list of strings. */
export function capabilitiesOf(me: Exchange): readonly string[] | undefined {
  const listed = [at(me, 'capabilities'), at(me, 'user', 'capabilities')].find(Array.isArray) as unknown[] | undefined;
  return listed?.every((scope) => typeof scope === 'string') ? (listed as string[]) : undefined;
}

/** The first integer property with this name at any depth. */
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
