/** What GET /me serves for a principal; its shape beyond user, organisation and capabilities is not published. */
import type { Exchange } from '../../member/exchange/exchange.ts';
import { json } from '../../member/exchange/exchange.ts';

/** The value with this name that is nearest to the top of the document. */
export function namedIn(value: unknown, name: string, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const own = (value as Readonly<Record<string, unknown>>)[name];
  if (own !== undefined || depth === 0) return own;
  for (const inner of Object.values(value)) {
    const found = namedIn(inner, name, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

export interface OwnRow {
  /** undefined where GET /me names no capabilities. */
  readonly capabilities: readonly string[] | undefined;
  readonly orgId: number | undefined;
  readonly userId: number | undefined;
}

/** The user, organisation and capabilities that an answer of GET /me names, at whatever depth. */
export function ownRowOf(answer: Exchange): OwnRow {
  const row = json(answer);
  const capabilities = namedIn(row, 'capabilities', 2);
  const [orgId, userId] = [namedIn(row, 'orgId', 2), namedIn(row, 'userId', 2)];
  return {
    capabilities: Array.isArray(capabilities) ? capabilities.map(String) : undefined,
    orgId: typeof orgId === 'number' ? orgId : undefined,
    userId: typeof userId === 'number' ? userId : undefined,
  };
}
