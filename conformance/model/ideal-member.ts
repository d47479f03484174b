/**
 * A member without a fault, of a few lines and without a wire, for the tests of the property: what is said of histories
 * must hold of every one that it makes, and of none that is spoilt. Written from the interface alone.
 */
import type { RecordedRequest, RecordedResponse } from '../target/exchange.ts';
import { organisationOf } from './attempt.ts';
import { finerThan } from './sequence/submissions.ts';

type Row = Readonly<Record<string, unknown>> & { readonly orderId: string };

export interface IdealAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

interface KeyEntry {
  readonly use: string;
  readonly actor: string;
  /** undefined: under way. */
  answer?: IdealAnswer;
  readonly waiting: ((answer: IdealAnswer) => void)[];
}

export const IDEAL_FIXTURES = {
  account: { id: 1, name: 'main' },
  foreignAccount: { id: 2, name: 'theirs' },
  instrument: { id: 1, symbol: 'BTC-USD', tick: '0.01', step: '0.0001', price: '100.00' },
  unpricedInstrument: { id: 3, symbol: 'UNPRICED' },
} as const;

const LIMIT = 100;

export class IdealMember {
  #position = 1;
  /** Of each organisation, the newest first. */
  readonly #orders = new Map<string, Row[]>();
  readonly #keys = new Map<string, KeyEntry>();
  readonly #held = new Set<string>();
  readonly #undecided = new Map<string, () => void>();

  /** Writes that wait for a verdict. */
  get waiting(): number {
    return [...this.#keys.values()].reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  hold(key: string): void {
    this.#held.add(key);
  }

  letGo(key: string): void {
    this.#held.delete(key);
    for (const [name, decide] of this.#undecided) {
      if (!name.endsWith(` ${key}`)) continue;
      this.#undecided.delete(name);
      decide();
    }
  }

  /** The sync deadline passes for whoever waits. */
  passDeadline(): void {
    for (const [name, entry] of this.#keys) {
      const key = name.split(' ')[1] ?? '';
      for (const answer of entry.waiting.splice(0)) {
        answer({ status: 202, headers: { Location: `/operations/${key}` }, body: { key } });
      }
    }
  }

  async answer(actor: string, request: RecordedRequest, key: string | undefined): Promise<RecordedResponse> {
    const { status, headers, body } = await (request.method === 'POST'
      ? this.#write(actor, request, key ?? '')
      : this.#read(organisationOf(actor), request));
    return { status, headers: Object.entries(headers), body: JSON.stringify(body) };
  }

  /** Each organisation has a history of a few. */
  #ordersOf(organisation: string): Row[] {
    const orders = this.#orders.get(organisation) ?? ['3', '2', '1'].map((orderId) => ({ orderId: `10${orderId}` }));
    this.#orders.set(organisation, orders);
    return orders;
  }

  #state(): Record<string, string> {
    return { 'X-Service-Global-Sequence': `${this.#position}`, 'X-Service-As-Of-Seq-Ts': `${this.#position * 1_000}` };
  }

  async #write(actor: string, { path, body: text }: RecordedRequest, key: string): Promise<IdealAnswer> {
    const body = JSON.parse(text ?? '{}') as Readonly<Record<string, unknown>>;
    if (body['userId'] !== undefined) return refusal(400, 'MALFORMED_REQUEST');
    const organisation = organisationOf(actor);
    const name = `${organisation} ${key}`;
    const entry = this.#keys.get(name);
    if (entry !== undefined) return this.#again(entry, actor, path);
    const cancels = /^\/orders\/(.+)\/cancel$/.exec(path)?.[1];
    const order = this.#ordersOf(organisation).find(({ orderId }) => orderId === cancels);
    if (cancels !== undefined && order === undefined) return refusal(404, 'NOT_FOUND', this.#state());
    if (body['account'] !== undefined) return refusal(422, 'ACCOUNT_NOT_ACTIVE');
    if (body['instrument'] !== undefined) return refusal(422, 'INSTRUMENT_NOT_LIVE');
    const taken: KeyEntry = { use: path, actor, waiting: [] };
    this.#keys.set(name, taken);
    const decide = () => {
      taken.answer = this.#judge(actor, key, cancels, body);
      for (const tell of taken.waiting.splice(0)) tell(taken.answer);
    };
    if (!this.#held.has(key)) decide();
    else this.#undecided.set(name, decide);
    return taken.answer ?? new Promise((resolve) => taken.waiting.push(resolve));
  }

  #again(entry: KeyEntry, actor: string, use: string): IdealAnswer | Promise<IdealAnswer> {
    if (entry.use !== use || entry.actor !== actor) return refusal(409, 'IDEMPOTENCY_KEY_REUSED');
    const { answer } = entry;
    if (answer === undefined) return new Promise((resolve) => entry.waiting.push(resolve));
    return { ...answer, headers: { ...answer.headers, 'Idempotent-Replay': 'true' } };
  }

  /** One fact: its position is the answer's. */
  #judge(
    actor: string,
    key: string,
    cancels: string | undefined,
    body: Readonly<Record<string, unknown>>,
  ): IdealAnswer {
    this.#position += 1;
    const headers = { 'X-Service-Global-Sequence': `${this.#position}` };
    const reason = cancels === undefined ? refusedFor(actor, body) : undefined;
    if (reason !== undefined) return refusal(reason[0], reason[1], headers);
    const orders = this.#ordersOf(organisationOf(actor));
    if (cancels === undefined) {
      const { price, qty } = body;
      const row = { orderId: `${this.#position * 1_000}`, clientOrderId: key, price, qty, cumQty: '0', leavesQty: qty };
      orders.unshift(row);
      return { status: 201, headers, body: row };
    }
    const at = orders.findIndex(({ orderId }) => orderId === cancels);
    const row = { ...orders[at], orderId: cancels, leavesQty: '0' };
    orders[at] = row;
    return { status: 200, headers, body: row };
  }

  async #read(organisation: string, { path }: RecordedRequest): Promise<IdealAnswer> {
    const [route = '', query = ''] = path.split('?');
    const headers = this.#state();
    if (route === '/orders' || route === '/executions')
      return this.#page(organisation, route, new URLSearchParams(query));
    const key = /^\/operations\/(.+)$/.exec(route)?.[1];
    if (key !== undefined) return this.#operation(this.#keys.get(`${organisation} ${key}`), headers);
    const row = this.#ordersOf(organisation).find(({ orderId }) => route === `/orders/${orderId}`);
    return row === undefined ? refusal(404, 'NOT_FOUND', headers) : { status: 200, headers, body: row };
  }

  #operation(entry: KeyEntry | undefined, headers: Readonly<Record<string, string>>): IdealAnswer {
    if (entry === undefined) return refusal(404, 'UNKNOWN_OPERATION', headers);
    const { answer } = entry;
    const said = answer?.body as { orderId?: string; error?: { code: string } } | undefined;
    const outcome = {
      status: answer === undefined ? 'PENDING' : said?.error === undefined ? 'SUCCEEDED' : 'REFUSED',
      orderId: said?.orderId ?? null,
      code: said?.error?.code ?? null,
      globalSequence: answer?.headers['X-Service-Global-Sequence'] ?? null,
    };
    return { status: 200, headers, body: { outcome } };
  }

  /** A cursor names its organisation and collection, the way, and the row beside which the page begins. */
  #page(organisation: string, route: string, query: URLSearchParams): IdealAnswer {
    const all = route === '/orders' ? this.#ordersOf(organisation) : [];
    const scope = `${organisation}${route}`;
    const [of, toward, beside] = query.get('cursor')?.split(' ') ?? [scope, 'next', undefined];
    if (of !== scope) return refusal(400, 'INVALID_CURSOR');
    const limit = Math.min(Number(query.get('limit') ?? LIMIT), LIMIT);
    const index = beside === undefined ? -1 : all.findIndex(({ orderId }) => orderId === beside);
    const [from, to] = toward === 'next' ? [index + 1, index + 1 + limit] : [Math.max(0, index - limit), index];
    const items = all.slice(from, to);
    const cursor = (way: string, row: Row | undefined) => (row === undefined ? null : `${scope} ${way} ${row.orderId}`);
    const headers = this.#state();
    const body = {
      globalSequence: headers['X-Service-Global-Sequence'],
      asOfSeqTsNs: headers['X-Service-As-Of-Seq-Ts'],
      items,
      nextCursor: to < all.length ? cursor('next', items.at(-1)) : null,
      prevCursor: from > 0 ? cursor('previous', items[0]) : null,
      total: null,
    };
    return { status: 200, headers, body };
  }
}

function refusedFor(actor: string, body: Readonly<Record<string, unknown>>): readonly [number, string] | undefined {
  const { instrument, unpricedInstrument } = IDEAL_FIXTURES;
  if (actor === 'viewer') return [403, 'CAPABILITY_DENIED'];
  if (body['instrumentId'] === unpricedInstrument.id) return [409, 'NO_REFERENCE_PRICE'];
  if (body['instrumentId'] !== instrument.id) return [422, 'INSTRUMENT_NOT_LIVE'];
  if (body['price'] === finerThan(instrument.tick, instrument.price)) return [422, 'TICK_SIZE_VIOLATION'];
  return body['qty'] === finerThan(instrument.step, '1') ? [422, 'QTY_STEP_VIOLATION'] : undefined;
}

function refusal(status: number, code: string, headers: Readonly<Record<string, string>> = {}): IdealAnswer {
  return { status, headers, body: { error: { code, message: code, retryable: false } } };
}
