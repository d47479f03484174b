/** Histories of clients, written by hand: each call a second after the one before unless it says when. */
import type { Answer, Call, EventFrame, Intent, Row, SessionEnd, Start } from '../clients/history.ts';

type Part = Partial<Call> & { readonly frame?: Partial<EventFrame>; readonly end?: Partial<SessionEnd> };

/** An answer; a refusal by its code. */
export function answer(
  status: number,
  body: Row | string = {},
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const row =
    typeof body === 'string'
      ? { error: { code: body, message: '', retryable: status === 429 || status === 503 } }
      : body;
  return { status, headers, body: JSON.stringify(row) };
}

const ORDER = { account: 'main', instrument: 'BTC-USD', side: 'BUY', price: '100.10', qty: '1' };

/** POST /orders under a key. */
export function order(key: string, received: Answer | null, more: Row = {}): Part {
  return {
    method: 'POST',
    path: '/orders',
    key,
    received,
    body: JSON.stringify({ ...ORDER, clientOrderId: key, ...more }),
  };
}

export const read = (path: string, received: Answer | null, query = ''): Part => ({
  method: 'GET',
  path,
  query,
  received,
});

/** A history of these parts, in order. */
export function startOf(parts: readonly Part[], more: Partial<Start> = {}): Start {
  const calls: Call[] = [];
  const frames: EventFrame[] = [];
  const ends: SessionEnd[] = [];
  for (const [i, { frame, end, ...part }] of parts.entries()) {
    const at = { n: i + 1, atMs: i * 1_000 };
    if (frame !== undefined)
      frames.push({ ...at, session: 1, socket: 'trading', event: 'orderUpdated', text: '{}', troubles: [], ...frame });
    else if (end !== undefined) ends.push({ ...at, session: 1, code: 1006, by: 'gateway', ...end });
    else {
      const received = part.received === undefined ? answer(200) : part.received;
      calls.push({
        ...{
          ...at,
          endMs: (part.atMs ?? at.atMs) + 10,
          kind: 'http',
          method: 'GET',
          path: '/me',
          query: '',
          headers: {},
          body: '',
        },
        ...{
          key: null,
          credential: { kind: 'token', n: 1, in: 'header' },
          connection: 1,
          said: received,
          outcome: `${received?.status ?? 'lost'}`,
        },
        ...{ troubles: [], member: 'm1', version: '0.14.0', ...part, received },
      });
    }
  }
  const endMs = parts.length * 1_000 + 1_000;
  const process = { startedMs: 0, endedMs: endMs, status: 0, killed: false, hung: false, output: [] };
  return {
    ...{
      schedule: [],
      kinds: [],
      calls,
      frames,
      ends,
      intents: [],
      processes: [process],
      orders: [],
      leaks: [],
    },
    ...{ endMs, isCut: false, ...more },
  };
}

/** One intent of an order like those of `order`. */
export const wanted = (intent = 'buy', done?: Intent['done']): Intent => ({
  atMs: 0,
  intent,
  order: { qty: '1' },
  ...(done === undefined ? {} : { done }),
});

/** The platform holds this many orders like those of `order`. */
export const held = (count: number): Start['orders'] =>
  Array.from({ length: count }, (_, i) => ({
    orderId: `${i}`,
    clientOrderId: `k${i}`,
    row: { qty: '1', price: '100.10' },
  }));
