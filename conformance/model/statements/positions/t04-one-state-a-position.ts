import type { Exchange } from '../../../member/exchange/exchange.ts';
import { json, pathOf, status } from '../../../member/exchange/exchange.ts';
import { pass, violated } from '../../../runner/judgement.ts';
import { canonicalJson } from '../../canonical-json.ts';
import type { Statement } from '../../statement.ts';

/** Cursors are opaque, and a member may encode the same place differently on each page: they are not compared. */
function withoutCursors(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('nextCursor' in body)) return body;
  const { nextCursor, prevCursor, ...rest } = body as Record<string, unknown>;
  return { ...rest, nextCursor: nextCursor !== null, prevCursor: prevCursor !== null };
}

/** /me depends on the user, and an operation in progress is not in the sequence yet. */
function isOfTheOrganisation(e: Exchange): boolean {
  return e.request.method === 'GET' && pathOf(e) !== '/me' && !pathOf(e).startsWith('/operations/');
}

/** T4. The same read of one organisation at the same position returns the same body, cursors aside. */
export const oneStateAPosition: Statement = {
  id: 'T4',
  says: 'the same read of one organisation at the same position has the same body',
  shows: ['POS-08'],
  judge({ readings }) {
    const seen = new Map<string, Exchange>();
    for (const { exchange, organisation, position } of readings) {
      if (position === undefined || !isOfTheOrganisation(exchange)) continue;
      const name = `${organisation} ${position} ${exchange.request.path}`;
      const first = seen.get(name);
      if (first === undefined) seen.set(name, exchange);
      else if (!isSame(first, exchange)) {
        return violated(`the body that position ${position} had before`, first, exchange);
      }
    }
    return pass;
  },
};

function isSame(a: Exchange, b: Exchange): boolean {
  const [one, other] = [a.response, b.response];
  return (one?.status === other?.status && one?.body === other?.body) || stateOf(a) === stateOf(b);
}

function stateOf(e: Exchange): string {
  const body = json(e);
  return `${status(e)} ${status(e) === 200 ? canonicalJson(withoutCursors(body)) : ''}`;
}
