/** What of a history goes into the record: not all of a long one, and not all of a long body. */
import type { Exchange } from '../target/exchange.ts';

const MOST_OF_A_FAILURE = 40;
const MOST_OF_A_PASS = 8;
const LONGEST_BODY = 16_384;

function cut(body: string): string {
  return body.length > LONGEST_BODY ? `${body.slice(0, LONGEST_BODY)}... (${body.length} characters)` : body;
}

function cutBodies(e: Exchange): Exchange {
  const { request, response } = e;
  return {
    ...e,
    request: { ...request, body: request.body === null ? null : cut(request.body) },
    response: response === null ? null : { ...response, body: cut(response.body) },
  };
}

/** Those of `seen` certainly, then the last ones, in order of sending. */
export function evidenceOf(exchanges: readonly Exchange[], seen: readonly Exchange[], passed: boolean): Exchange[] {
  const most = passed ? MOST_OF_A_PASS : MOST_OF_A_FAILURE;
  const named = new Set(seen.map((e) => e.n));
  const others = exchanges.filter((e) => !named.has(e.n));
  const room = Math.max(0, most - named.size);
  const kept = new Set(others.slice(others.length - Math.min(room, others.length)).map((e) => e.n));
  return exchanges.filter((e) => named.has(e.n) || kept.has(e.n)).map(cutBodies);
}
