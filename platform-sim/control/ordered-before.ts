import { createHash } from 'node:crypto';
import type { ExchangeEvent } from '../../gateway/http/exchange-event.ts';

/** Remembered keys, and remembered orders. */
const MOST = 1_000;
/** Characters; of a longer body a digest is remembered, and it is compared as no order. */
const LONGEST = 2_000;
/** Two equal orders within this time are one order that was sent twice, as far as can be seen. */
const SOON_NS = 60_000_000_000n;
/** What makes two orders equal: each client chooses its own id for each. */
const OF_ORDER = ['account', 'instrument', 'side', 'type', 'timeInForce', 'price', 'qty'] as const;

interface Sent {
  readonly n: number;
  readonly key: string;
  readonly atNs: bigint;
  /** Itself or its digest. */
  readonly body: string;
}

/** Recognises a key that is sent again with another body, and an order that is sent again under another key. */
export class OrderedBefore {
  /** The last write of each key and of each order of a principal, the oldest first. */
  readonly #byKey = new Map<string, Sent>();
  readonly #byOrder = new Map<string, Sent>();

  /** @returns a sentence for each of the two */
  notesOf(
    n: number,
    { key, atNs, method, path, op }: ExchangeEvent,
    principal: string | null | undefined,
    body: string | null | undefined,
  ): readonly string[] {
    if (key === null || body === null || body === undefined) return [];
    const sent = { n, key, atNs: BigInt(atNs), body: digestOf(op === undefined ? body : paramsOf(body)) };
    const ofKey = replaced(this.#byKey, `${principal} ${key}`, sent);
    const isOrder = body.length <= LONGEST && ((method === 'POST' && path === '/orders') || op === 'submit');
    const order = isOrder ? orderOf(body) : null;
    const ofOrder = order === null ? undefined : replaced(this.#byOrder, `${principal} ${order}`, sent);
    if (ofKey !== undefined)
      return ofKey.body === sent.body ? [] : [`Exchange ${ofKey.n} sent this key with another body.`];
    if (ofOrder === undefined || sent.atNs - ofOrder.atNs > SOON_NS) return [];
    return [`Exchange ${ofOrder.n} sent the same order under the key ${ofOrder.key} less than a minute before.`];
  }
}

/** Remembers the write, and returns the one in whose place it is. */
function replaced(known: Map<string, Sent>, name: string, sent: Sent): Sent | undefined {
  const before = known.get(name);
  known.delete(name);
  known.set(name, sent);
  if (known.size > MOST) known.delete(known.keys().next().value ?? '');
  return before;
}

function digestOf(text: string): string {
  return text.length <= LONGEST ? text : createHash('sha256').update(text).digest('base64');
}

function orderOf(body: string): string | null {
  const value = parsed(body);
  const order = (value?.['params'] ?? value) as Readonly<Record<string, unknown>> | null | undefined;
  return typeof order === 'object' && order !== null ? JSON.stringify(OF_ORDER.map((name) => order[name])) : null;
}

/** Without the id of the op, which a retry may choose again. */
function paramsOf(frame: string): string {
  return JSON.stringify(parsed(frame)?.['params']) ?? '';
}

function parsed(text: string): Readonly<Record<string, unknown>> | null | undefined {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>> | null;
  } catch {
    return undefined;
  }
}
