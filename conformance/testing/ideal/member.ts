/**
 * A fault-free member in a few lines, without sockets, for the tests of the property: every statement must hold of
 * every history that it produces, and none of the corrupted ones may pass. Written from the interface alone.
 */
import type { RecordedRequest, RecordedResponse } from '../../member/exchange/exchange.ts';
import { organisationOf } from '../../model/attempt.ts';
import { CLERK } from '../../sequence/driver.ts';
import { finerThan } from '../../sequence/submissions.ts';
import { IdealAlgos } from './algos.ts';
import type { IdealAnswer, IdealOwner, IdealWrite, Row } from './owner.ts';
import { refusal } from './owner.ts';
import { IdealPages } from './pages.ts';
import { IdealRegister } from './register.ts';

interface KeyEntry {
  readonly use: string;
  readonly userId: number;
  /** undefined: in progress. */
  answer?: IdealAnswer;
  readonly waiting: ((answer: IdealAnswer) => void)[];
}

interface IdealRequest extends RecordedRequest {
  readonly actor: string;
  /** Whether the request carries the clerk's token. */
  readonly isClerk: boolean;
  readonly key: string | undefined;
  readonly ifMatch: string | undefined;
}

/** The fixtures of the ideal member, in the shape in which a target provides them. */
export const IDEAL_FIXTURES = {
  account: { id: 1, name: 'main' },
  foreignAccount: { id: 2, name: 'theirs' },
  instrument: { id: 1, symbol: 'BTC-USD', tick: '0.01', step: '0.0001', price: '100.00' },
  unpricedInstrument: { id: 3, symbol: 'UNPRICED' },
  cappedInstrument: { id: 4, symbol: 'CAPPED', tick: '0.01', step: '0.0001', price: '100.00' },
  asset: { id: 1 },
  algoVersion: { id: 1, pool: 'a', document: '{}' },
} as const;

/** Serves requests against in-memory owners: keys, replays, 202s, positions and pages as the interface requires. */
export class IdealMember {
  #position = 1;
  /** The orders of each organisation, the newest first. */
  readonly #orders = new Map<string, Row[]>();
  readonly #keys = new Map<string, KeyEntry>();
  readonly #held = new Set<string>();
  /** Held verdicts of owners and of the engine, by key; each entry resumes what waits. */
  readonly #undecided = new Map<string, () => void>();
  readonly #pages = new IdealPages();
  readonly #register = new IdealRegister();
  readonly #algos: IdealAlgos;

  constructor() {
    const isHeld = (key: string) => this.#held.has(`engine ${key}`);
    const decide = (key: string, verdict: (position: number) => void) => {
      const now = () => {
        this.#position += 1;
        verdict(this.#position);
      };
      if (isHeld(key)) this.#undecided.set(`engine ${key}`, now);
      else this.#soon.push(now);
    };
    const isGranted = (write: IdealWrite) => this.#register.isGranted(write, 'algos:manage');
    this.#algos = new IdealAlgos({ isHeld, decide }, isGranted);
  }

  /** Work that the platform does after the answer is given. */
  readonly #soon: (() => void)[] = [];

  /** Writes that wait for a verdict. */
  get waiting(): number {
    return [...this.#keys.values()].reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  hold(name: string): void {
    this.#held.add(name);
  }

  letGo(held: string): void {
    this.#held.delete(held);
    for (const [name, decide] of this.#undecided) {
      if (name !== held && !name.endsWith(`/${held}`)) continue;
      this.#undecided.delete(name);
      decide();
      this.#settle();
    }
  }

  /** Lets the sync deadline pass for every write that waits. */
  passDeadline(): void {
    for (const [name, entry] of this.#keys) {
      const key = name.split('/')[1] ?? '';
      for (const answer of entry.waiting.splice(0)) {
        answer({ status: 202, headers: { Location: `/operations/${key}` }, body: { key } });
      }
    }
  }

  #requests = 0;

  async answer(request: IdealRequest): Promise<RecordedResponse> {
    this.#requests += 1;
    const requestId = `ideal-${this.#requests}`;
    const { status, headers, body } = await (request.method === 'GET' ? this.#read(request) : this.#write(request));
    const { error, ...rest } = (body ?? {}) as { error?: object };
    const told = error === undefined ? body : { ...rest, error: { ...error, requestId } };
    const lines = Object.entries({ 'Content-Type': 'application/json', 'X-Request-Id': requestId, ...headers });
    return { status, headers: lines, body: JSON.stringify(told) };
  }

  #settle(): void {
    for (const say of this.#soon.splice(0)) say();
  }

  /** Creates a few earlier rows in each organisation. */
  #ordersOf(organisation: string): Row[] {
    const first = organisation === 'first' ? 100 : 200;
    const past = (): Row[] => [3, 2, 1].map((n) => ({ orderId: `${first + n}`, userId: 2, algoInstanceId: null }));
    const orders = this.#orders.get(organisation) ?? past();
    this.#orders.set(organisation, orders);
    return orders;
  }

  #state(): Record<string, string> {
    return { 'X-Service-Global-Sequence': `${this.#position}`, 'X-Service-As-Of-Seq-Ts': `${this.#position * 1_000}` };
  }

  #userOf({ actor, isClerk }: IdealRequest): Row | undefined {
    return this.#register.user(isClerk ? CLERK : actor);
  }

  get #owners(): readonly IdealOwner[] {
    return [this.#register, this.#algos];
  }

  async #write(request: IdealRequest): Promise<IdealAnswer> {
    const { actor, method, path, body: text, key = '', ifMatch } = request;
    const body = JSON.parse(text ?? '{}') as Row;
    if (body['userId'] !== undefined) return refusal(400, 'MALFORMED_REQUEST');
    const organisation = organisationOf(actor);
    const userId = Number(this.#userOf(request)?.['userId'] ?? 0);
    const entry = this.#keys.get(`${organisation}/${key}`);
    if (entry !== undefined) return this.#again(entry, userId, `${method} ${path}`);
    const door = this.#door(organisation, path, body);
    if (door !== undefined) return door;
    const taken: KeyEntry = { use: `${method} ${path}`, userId, waiting: [] };
    this.#keys.set(`${organisation}/${key}`, taken);
    const decide = () => {
      taken.answer = this.#judge({ organisation, userId, method, path, body, ifMatch, key });
      for (const tell of taken.waiting.splice(0)) tell(taken.answer);
    };
    if (!this.#held.has(key)) decide();
    else this.#undecided.set(`${organisation}/${key}`, decide);
    const { answer } = taken;
    // The answer shows the state at its own position: the engine decides after it.
    queueMicrotask(() => this.#settle());
    return answer ?? new Promise((resolve) => taken.waiting.push(resolve));
  }

  /** The refusal of a request that the door turns away; undefined for one that goes to an owner. */
  #door(organisation: string, path: string, body: Row): IdealAnswer | undefined {
    const row = /^(\/[a-z-]+\/[0-9]+|\/algos\/instances\/[0-9]+)(\/|$)/.exec(path)?.[1];
    const isHeld = row === undefined || this.#rowAt(organisation, row, 'latest') !== undefined;
    if (!isHeld) return refusal(404, 'NOT_FOUND', this.#state());
    if (path !== '/orders') return undefined;
    const named = body['account'];
    if (named !== undefined && !this.#register.hasAccountNamed(organisation, named))
      return refusal(422, 'ACCOUNT_NOT_ACTIVE');
    return body['instrument'] === undefined ? undefined : refusal(422, 'INSTRUMENT_NOT_LIVE');
  }

  #again(entry: KeyEntry, userId: number, use: string): IdealAnswer | Promise<IdealAnswer> {
    if (entry.use !== use || entry.userId !== userId) return refusal(409, 'IDEMPOTENCY_KEY_REUSED');
    const { answer } = entry;
    if (answer === undefined) return new Promise((resolve) => entry.waiting.push(resolve));
    return { ...answer, headers: { ...answer.headers, 'Idempotent-Replay': 'true' } };
  }

  /** Records one fact; its position is the answer's. */
  #judge(asked: Omit<IdealWrite, 'position'>): IdealAnswer {
    this.#position += 1;
    const write = { ...asked, position: this.#position };
    let judged: IdealAnswer | undefined;
    for (const owner of this.#owners) judged ??= owner.judge(write);
    const { status, body } = judged ?? this.#judgeOrder(write);
    return { status, headers: { 'X-Service-Global-Sequence': `${write.position}` }, body };
  }

  #judgeOrder(write: IdealWrite): IdealAnswer {
    const { organisation, userId, path, body, key, position } = write;
    const orders = this.#ordersOf(organisation);
    const cancels = /^\/orders\/(.+)\/cancel$/.exec(path)?.[1];
    if (cancels !== undefined) {
      const at = orders.findIndex(({ orderId }) => orderId === cancels);
      const row = { ...orders[at], orderId: cancels, leavesQty: '0' };
      orders[at] = row;
      return { status: 200, headers: {}, body: row };
    }
    const reason = this.#register.isGranted(write, 'orders:trade')
      ? refusedFor(body)
      : ([403, 'CAPABILITY_DENIED'] as const);
    if (reason !== undefined) return refusal(reason[0], reason[1]);
    const { price, qty } = body;
    const traded = { clientOrderId: key, userId, algoInstanceId: null, price, qty, cumQty: '0', leavesQty: qty };
    const row = { orderId: `${position * 1_000}`, ...traded };
    orders.unshift(row);
    return { status: 201, headers: {}, body: row };
  }

  async #read(request: IdealRequest): Promise<IdealAnswer> {
    const [route = '', search = ''] = request.path.split('?');
    const headers = this.#state();
    const query = new URLSearchParams(search);
    const organisation = organisationOf(request.actor);
    const view = query.get('view') ?? 'latest';
    if (route === '/me') {
      const user = this.#userOf(request);
      return {
        status: 200,
        headers,
        body: { user: { userId: user?.['userId'] }, capabilities: user?.['capabilities'] ?? [] },
      };
    }
    const key = /^\/operations\/(.+)$/.exec(route)?.[1];
    if (key !== undefined) return this.#operation(this.#keys.get(`${organisation}/${key}`), headers);
    const rows = this.#rowsAt(organisation, route, view);
    if (rows !== undefined) {
      const filters = ['status', 'accountId'].filter((name) => query.has(name));
      const found = rows.filter((row) => filters.every((name) => `${row[name]}` === query.get(name)));
      const scope = [organisation, route, view, ...filters.map((name) => `${name}=${query.get(name)}`)].join(' ');
      return this.#pages.page(scope, found, query, headers);
    }
    const row = this.#rowAt(organisation, route, view);
    if (row === undefined) return refusal(404, 'NOT_FOUND', headers);
    const version = row['version'] ?? row['configSeq'];
    return { status: 200, headers: version === undefined ? headers : { ...headers, ETag: `"${version}"` }, body: row };
  }

  #rowsAt(organisation: string, route: string, view: string): readonly Row[] | undefined {
    if (route === '/orders') return this.#ordersOf(organisation);
    if (route === '/executions') return organisation === 'first' ? [{ executionId: '7', price: '1.5' }] : [];
    if (route === '/account-balances') return balancesOf(organisation);
    for (const owner of this.#owners) {
      const rows = owner.rows(organisation, route, view);
      if (rows !== undefined) return rows;
    }
    return undefined;
  }

  #rowAt(organisation: string, path: string, view: string): Row | undefined {
    const order = this.#ordersOf(organisation).find(({ orderId }) => path === `/orders/${orderId}`);
    for (const owner of this.#owners) {
      const row = order ?? owner.row(organisation, path, view);
      if (row !== undefined) return row;
    }
    return undefined;
  }

  #operation(entry: KeyEntry | undefined, headers: Readonly<Record<string, string>>): IdealAnswer {
    if (entry === undefined) return refusal(404, 'UNKNOWN_OPERATION', headers);
    const { answer } = entry;
    const said = answer?.body as (Row & { error?: { code: string } }) | undefined;
    const status = answer === undefined ? 'PENDING' : said?.error === undefined ? 'SUCCEEDED' : 'REFUSED';
    const outcome = {
      status,
      orderId: said?.['orderId'] ?? null,
      rowId: status === 'SUCCEEDED' && said !== undefined ? rowIdOf(entry.use, said) : null,
      instanceId: said?.['instanceId'] ?? null,
      configSeq: said?.['configSeq'] ?? said?.['seq'] ?? null,
      count: said?.['count'] ?? null,
      code: said?.error?.code ?? null,
      globalSequence: answer?.headers['X-Service-Global-Sequence'] ?? null,
    };
    return { status: 200, headers, body: { outcome } };
  }
}

/** The first member of a register row is its key. */
function rowIdOf(use: string, row: Row): unknown {
  const isOfRegister = !/ \/(orders|algos)/.test(use);
  return isOfRegister ? Object.values(row)[0] : null;
}

/** Balances, readings of zero among them. */
function balancesOf(organisation: string): readonly Row[] {
  const accountId = organisation === 'first' ? 1 : 2;
  return [1, 2].map((assetId) => ({
    accountId,
    assetId,
    total: '0',
    available: '0',
    held: '0',
    observedAtNs: '1000',
  }));
}

function refusedFor(body: Row): readonly [number, string] | undefined {
  const { instrument, unpricedInstrument } = IDEAL_FIXTURES;
  if (body['instrumentId'] === unpricedInstrument.id) return [409, 'NO_REFERENCE_PRICE'];
  if (body['instrumentId'] !== instrument.id) return [422, 'INSTRUMENT_NOT_LIVE'];
  if (body['price'] === finerThan(instrument.tick, instrument.price)) return [422, 'TICK_SIZE_VIOLATION'];
  return body['qty'] === finerThan(instrument.step, '1') ? [422, 'QTY_STEP_VIOLATION'] : undefined;
}
