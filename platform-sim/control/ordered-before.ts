import { createHash } from 'node:crypto';
import type { ExchangeEvent } from '../../gateway/http/exchange-event.ts';

/** Remembered writes. */
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
  readonly by: string;
  /** Itself or its digest. */
  readonly body: string;
  /** null: it is no order. */
  readonly order: string | null;
}

/** Recognises a key that is sent again with another body, and an order that is sent again under another key. */
export class OrderedBefore {
  readonly #sent: Sent[] = [];

  /** @returns a sentence for each of the two */
  notesOf(
    n: number,
    { key, atNs, method, path, op }: ExchangeEvent,
    principal: string | null | undefined,
    body: string | null | undefined,
  ): readonly string[] {
    if (key === null || body === null || body === undefined) return [];
    const isOrder = (method === 'POST' && path === '/orders') || op === 'submit';
    const sent: Sent = {
      ...{ n, key, atNs: BigInt(atNs), by: `${principal}`, body: digestOf(op === undefined ? body : paramsOf(body)) },
      order: isOrder && body.length <= LONGEST ? orderOf(body) : null,
    };
    const others = this.#sent.filter(({ by }) => by === sent.by);
    this.#sent.push(sent);
    if (this.#sent.length > MOST) this.#sent.shift();
    const isAgain = others.some((one) => one.key === key && one.body === sent.body);
    const otherBody = others.find((one) => one.key === key && one.body !== sent.body);
    const sameOrder = others.findLast(
      (one) => one.order !== null && one.order === sent.order && one.key !== key && sent.atNs - one.atNs <= SOON_NS,
    );
    return [
      ...(otherBody === undefined ? [] : [`Exchange ${otherBody.n} sent this key with another body.`]),
      ...(sameOrder === undefined || isAgain
        ? []
        : [`Exchange ${sameOrder.n} sent the same order under the key ${sameOrder.key} less than a minute before.`]),
    ];
  }
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
