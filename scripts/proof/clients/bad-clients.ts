/**
 * Known-bad clients: the client of scripts/examples with one habit changed each, and the rule that it breaks. `npm run clients`
 * shows that the judge finds each by exactly that rule.
 */
import { scheduler } from 'node:timers/promises';
import { type Answer, Refused, type Row, TradingClient, type Write } from '../../examples/trading-client.ts';
import { Session, TicketSession } from '../../examples/trading-session.ts';
import { placed, type Work, work } from '../../examples/trading-work.ts';

type ClientClass = new (options: TradingClient['options']) => TradingClient;

export interface BadClient {
  readonly name: string;
  readonly rule: `CLI-${string}`;
  readonly client?: ClientClass;
  readonly session?: typeof Session;
  /** What the work is besides. */
  readonly work?: (client: TradingClient, on: Work, session: typeof Session) => Promise<void>;
  readonly watchMs?: number;
  /** Its rule needs a process that can be ended. */
  readonly isProcess?: true;
}

let keys = 0;
const otherKey = (write: Write): Write => {
  keys += 1;
  const key = `${write.key.slice(0, 40)}-${keys}`;
  return { ...write, key, body: { ...write.body, ...('clientOrderId' in write.body ? { clientOrderId: key } : {}) } };
};

/** Sends an attempt in another way after an answer of this kind. */
const again = (isMet: (answer: Answer | undefined) => boolean, change: (write: Write) => Write): ClientClass =>
  class extends TradingClient {
    protected override again(write: Write, answer: Answer | undefined): Write {
      return isMet(answer) ? change(write) : write;
    }
  };

const codeOf = ({ body }: Answer): unknown => (body['error'] as Row | undefined)?.['code'];
const isReplay = ({ headers }: Answer): boolean => headers.get('idempotent-replay') === 'true';

/** Judges otherwise whether a request may be sent again; undefined: as usual. */
const repeating = (may: (answer: Answer) => boolean | undefined): ClientClass =>
  class extends TradingClient {
    protected override mayRepeat(answer: Answer): boolean {
      return may(answer) ?? super.mayRepeat(answer);
    }
  };

/** Other pauses between retries; reads of an operation keep theirs. */
const pausing = (ms: (tries: number, retryAfter: string | null, usual: number) => number): ClientClass =>
  class extends TradingClient {
    #follows = 0;

    protected override pauseMs(tries: number, retryAfter: string | null): number {
      const usual = super.pauseMs(tries, retryAfter);
      return this.#follows > 0 ? usual : ms(tries, retryAfter, usual);
    }

    protected override async follow(key: string): Promise<void> {
      this.#follows += 1;
      await super.follow(key).finally(() => {
        this.#follows -= 1;
      });
    }
  };

/** Throws where an answer is not as it expects; a read that fails ends the work. */
const strict = (check: (path: string, answer: Answer) => void): ClientClass =>
  class extends TradingClient {
    protected override async sendOnce(...sent: Parameters<TradingClient['sendOnce']>): Promise<Answer | undefined> {
      const answer = await super.sendOnce(...sent);
      if (answer !== undefined) failing(this, () => check(sent[1], answer));
      return answer;
    }
  };

/** Errors that nothing of a client catches: its work ends with the first. */
const failures = new WeakMap<TradingClient, Error>();
function failing(client: TradingClient, act: () => void): void {
  try {
    act();
  } catch (error) {
    failures.set(client, failures.get(client) ?? (error as Error));
  }
}

async function strictly(client: TradingClient, on: Work, session: typeof Session): Promise<void> {
  await work(client, on, session);
  const failure = failures.get(client);
  if (failure !== undefined) throw failure;
}

/** For what looks at a first answer by itself. */
class TriesOnce extends TradingClient {
  /** As usual, after an attempt with this answer. */
  protected async goOn(write: Write, answer: Answer | undefined): Promise<Answer> {
    if (answer !== undefined && !this.mayRepeat(answer)) return answer;
    await this.pause(1, answer);
    return super.untilKnown(write);
  }
}

/** The same work, and something more. */
const also =
  (more: (client: TradingClient, on: Work) => Promise<unknown>): NonNullable<BadClient['work']> =>
  async (client, on, session) => {
    await work(client, on, session);
    await more(client, on).catch(() => {});
  };

/** Follows its orders by their frames alone. */
async function onFrames(client: TradingClient, on: Work, open: typeof Session): Promise<void> {
  const options = { url: client.options.tradingUrl, socket: 'trading', topics: ['orders'], onEvent() {} } as const;
  const session = new open(client, { ...options, missed: async () => {} });
  await session.open().catch(() => {});
  const body = { account: on.account, instrument: on.instrument, side: 'BUY', price: '100.10', qty: '1' };
  await client.place('first', body).catch(() => {});
  await scheduler.wait(4_500);
  await session.close();
}

const KNOWN_STATUSES: readonly unknown[] = ['OPEN', 'PARTIALLY_FILLED', 'FILLED', 'CANCELLED', 'CANCELED', 'REJECTED'];
const KNOWN_CODES: readonly unknown[] = [
  'OWNER_ABSENT',
  'INBOX_FULL',
  'NOT_SERVING',
  'NOT_PRIMED',
  'IN_FLIGHT_FULL',
  'RATE_LIMITED',
  'INTERRUPTED',
];

class Versions extends TradingClient {
  #seen: unknown;

  async look(): Promise<void> {
    for (let n = 0; n < 6; n += 1) {
      const answer = await this.send('GET', '/openapi.json');
      const version = (answer?.body['info'] as Row | undefined)?.['version'];
      this.#seen ??= version;
      if (version !== undefined && version !== this.#seen) throw new Error(`the gateway serves ${String(version)} now`);
    }
  }
}

/** Knows whether it followed an operation. */
class Follows extends TradingClient {
  hasFollowed = false;

  protected override async follow(key: string): Promise<void> {
    this.hasFollowed = true;
    await super.follow(key);
  }
}

/** Each session of these counts as the one before: they keep what they had. */
class KeepsItsTicket extends TicketSession {
  #address: string | undefined;

  protected override async address(): Promise<string> {
    this.#address ??= await super.address();
    return this.#address;
  }
}

class WaitsWithItsTicket extends TicketSession {
  protected override async address(): Promise<string> {
    const address = await super.address();
    if (this.options.socket === 'trading') await scheduler.wait(5_500);
    return address;
  }
}

class DoesNotWaitForAuth extends TicketSession {
  protected override async authenticate(): Promise<void> {
    const acknowledged = super.authenticate();
    await this.subscribe().catch(() => {});
    await acknowledged;
  }
}

class StaysAway extends TicketSession {
  protected override comesBack(): boolean {
    return false;
  }
}

class ComesBackAtOnce extends TicketSession {
  protected override async pause(): Promise<void> {}
}

class ComesBackAlways extends TicketSession {
  protected override comesBack(): boolean {
    return true;
  }
}

/** The token that opened the session is good enough for the next one. */
class KeepsItsToken extends Session {
  #credentials: Record<string, string> | undefined;

  protected override async credentials(): Promise<Record<string, string>> {
    this.#credentials ??= await super.credentials();
    return this.#credentials;
  }
}

class SubscribesOnce extends TicketSession {
  #isSubscribed = false;

  protected override async subscribe(): Promise<void> {
    if (!this.#isSubscribed) await super.subscribe();
    this.#isSubscribed = true;
  }
}

class LetsItLapse extends TicketSession {
  protected override expiring(): void {}
}

/** Cancels an order of the quantity 1 whenever it hears that it is open. */
class ActsOnEachFrame extends TicketSession {
  readonly #acts: Promise<unknown>[] = [];

  protected override take(frame: Row): void {
    super.take(frame);
    const { orderId, status, qty } = (frame['data'] ?? {}) as Row;
    if (frame['event'] !== 'orderUpdated' || status !== 'OPEN' || qty !== '1') return;
    const write = {
      key: `cancel-${this.#acts.length}-${String(orderId)}`,
      method: 'POST',
      path: `/orders/${String(orderId)}/cancel`,
      body: {},
    } as const;
    this.#acts.push(this.client.write(write).catch(() => {}));
  }

  override async settled(): Promise<void> {
    await super.settled();
    await Promise.all(this.#acts);
  }
}

class EndsOnStrangeFrames extends TicketSession {
  protected override take(frame: Row): void {
    if (Object.keys(frame).length === 0) failing(this.client, () => JSON.parse('no JSON'));
    super.take(frame);
  }
}

const FRAME_MEMBERS: readonly string[] = [
  'event',
  'msgType',
  'data',
  'op',
  'reqId',
  'success',
  'session',
  'topics',
  'code',
  'message',
  'retryable',
  'error',
  'failedTopicIndex',
];

class KnowsEveryFrame extends TicketSession {
  protected override take(frame: Row): void {
    const stranger = Object.keys(frame).find((name) => !FRAME_MEMBERS.includes(name));
    if (stranger !== undefined)
      failing(this.client, () => {
        throw new Error(`unknown member ${stranger}`);
      });
    super.take(frame);
  }
}

class LeavesItOpen extends TicketSession {
  override async close(): Promise<void> {
    this.abandon();
  }
}

export const BAD_CLIENTS: readonly BadClient[] = [
  { name: 'new-key-after-no-answer', rule: 'CLI-01', client: again((answer) => answer === undefined, otherKey) },
  {
    name: 'new-key-after-a-202',
    rule: 'CLI-02',
    client: class extends TradingClient {
      protected override async follow(): Promise<void> {}
      protected override again(write: Write, answer: Answer | undefined): Write {
        return answer?.status === 202 ? otherKey(write) : write;
      }
    },
  },
  { name: 'new-key-after-a-503', rule: 'CLI-03', client: again((answer) => (answer?.status ?? 0) >= 429, otherKey) },
  {
    name: 'other-body-under-the-key',
    rule: 'CLI-04',
    client: again(
      (answer) => answer?.status !== 202,
      (write) => ({ ...write, body: { ...write.body, ...('qty' in write.body ? { qty: '3' } : {}) } }),
    ),
  },
  {
    name: 'one-key-for-two-orders',
    rule: 'CLI-05',
    client: class extends TradingClient {
      protected override keyOf(intent: string): string {
        return super.keyOf(intent === 'second' ? 'first' : intent);
      }
    },
  },
  {
    name: 'repeats-a-replayed-refusal',
    rule: 'CLI-06',
    client: repeating((answer) => (answer.status >= 400 && answer.status < 429 && isReplay(answer) ? true : undefined)),
  },
  {
    name: 'takes-a-202-for-done',
    rule: 'CLI-07',
    client: class extends TriesOnce {
      protected override async untilKnown(write: Write): Promise<Answer> {
        const answer = await this.send(write.method, write.path, write);
        return answer?.status === 202 ? answer : this.goOn(write, answer);
      }
    },
  },
  {
    name: 'polls-at-one-pace',
    rule: 'CLI-08',
    client: class extends TradingClient {
      protected override async follow(key: string): Promise<void> {
        for (let reads = 0; reads < 200; reads += 1) {
          const answer = await this.send('GET', `/operations/${key}`);
          if (((answer?.body['outcome'] ?? {}) as Row)['status'] !== 'PENDING') return;
          await scheduler.wait(60);
        }
      }
    },
  },
  {
    name: 'believes-the-202',
    rule: 'CLI-09',
    client: class extends TriesOnce {
      protected override async untilKnown(write: Write): Promise<Answer> {
        const answer = await this.send(write.method, write.path, write);
        if (answer?.status !== 202) return this.goOn(write, answer);
        await this.follow(write.key);
        return answer;
      }
    },
  },
  {
    name: 'repeats-a-refusal',
    rule: 'CLI-10',
    client: repeating((answer) => (answer.status === 409 && !isReplay(answer) ? true : undefined)),
  },
  {
    name: 'does-not-read-retry-after',
    rule: 'CLI-11',
    client: class extends TradingClient {
      protected override pauseMs(tries: number): number {
        return super.pauseMs(tries, null);
      }
    },
  },
  {
    name: 'pauses-do-not-grow',
    rule: 'CLI-12',
    client: pausing((tries, retryAfter, usual) => (retryAfter === null ? usual / 2 ** Math.min(tries - 1, 4) : usual)),
  },
  {
    name: 'pauses-without-jitter',
    rule: 'CLI-13',
    client: pausing((tries, retryAfter, usual) => (retryAfter === null ? 100 * 2 ** Math.min(tries - 1, 4) : usual)),
  },
  {
    name: 'reads-a-404-in-a-loop',
    rule: 'CLI-14',
    client: class extends TradingClient {
      override async confirm(_: string, { orderId }: Row): Promise<Row> {
        for (let reads = 0; reads < 30; reads += 1) {
          const answer = await this.send('GET', `/orders/${String(orderId)}`);
          if (answer?.status === 200) return answer.body;
          await scheduler.wait(50);
        }
        throw new Error('not there');
      }
    },
  },
  {
    name: 'gives-up-under-load',
    rule: 'CLI-15',
    client: repeating((answer) =>
      ['OWNER_ABSENT', 'INBOX_FULL', 'NOT_SERVING'].includes(String(codeOf(answer))) ? false : undefined,
    ),
  },
  {
    name: 'never-gives-up',
    rule: 'CLI-16',
    client: class extends pausing((tries, retryAfter, usual) =>
      retryAfter === null ? 20 * 1.12 ** Math.min(tries, 30) * (0.5 + Math.random()) : usual,
    ) {
      constructor(options: TradingClient['options']) {
        super({ ...options, mostTries: 1_000 });
      }
    },
  },
  {
    name: 'stays-with-a-refused-token',
    rule: 'CLI-17',
    client: class extends TradingClient {
      protected override async send(...sent: Parameters<TradingClient['sendOnce']>): Promise<Answer | undefined> {
        return this.sendOnce(...sent);
      }
    },
    session: Session,
  },
  {
    name: 'fetches-tokens-in-a-loop',
    rule: 'CLI-18',
    client: class extends TradingClient {
      protected override async send(...sent: Parameters<TradingClient['sendOnce']>): Promise<Answer | undefined> {
        let answer = await this.sendOnce(...sent);
        for (let tries = 0; tries < 6 && answer?.status === 401; tries += 1) {
          this.dropToken();
          answer = await this.sendOnce(...sent);
        }
        return answer;
      }
    },
  },
  {
    name: 'fetches-a-token-after-a-403',
    rule: 'CLI-19',
    client: class extends TradingClient {
      protected override async send(...sent: Parameters<TradingClient['sendOnce']>): Promise<Answer | undefined> {
        const answer = await super.send(...sent);
        if (answer?.status !== 403) return answer;
        this.dropToken();
        await this.bearer();
        return answer;
      }
    },
  },
  {
    name: 'knows-every-status',
    rule: 'CLI-20',
    client: strict((path, { status, body }) => {
      if (!/^\/orders\/\d+$/.test(path) || status !== 200 || KNOWN_STATUSES.includes(body['status'])) return;
      throw new Error(`unknown status ${String(body['status'])}`);
    }),
    work: strictly,
  },
  {
    name: 'repeats-known-codes-alone',
    rule: 'CLI-21',
    client: repeating((answer) => (answer.status === 503 && !KNOWN_CODES.includes(codeOf(answer)) ? false : undefined)),
  },
  { name: 'knows-every-frame', rule: 'CLI-22', session: KnowsEveryFrame, work: strictly },
  {
    name: 'ids-as-numbers',
    rule: 'CLI-23',
    client: class extends TradingClient {
      override async cancel(orderId: string): Promise<Row> {
        return super.cancel(`${Number(orderId)}`);
      }
    },
  },
  {
    name: 'money-as-floats',
    rule: 'CLI-24',
    client: class extends TradingClient {
      override async place(intent: string, order: Row): Promise<Answer> {
        return super.place(intent, { ...order, price: `${Number(order['price']) * 3 - 200.2}` });
      }
    },
  },
  {
    name: 'two-pages-are-enough',
    rule: 'CLI-25',
    client: class extends TradingClient {
      protected override nextOf(page: Row, cursors: Set<string>): string | null {
        return cursors.size >= 1 ? null : super.nextOf(page, cursors);
      }
    },
  },
  {
    name: 'walks-in-circles',
    rule: 'CLI-26',
    client: class extends TradingClient {
      #pages = 0;

      protected override nextOf({ nextCursor }: Row): string | null {
        this.#pages += 1;
        return typeof nextCursor === 'string' && this.#pages < 60 ? nextCursor : null;
      }
    },
  },
  {
    name: 'a-cursor-without-its-filter',
    rule: 'CLI-27',
    client: class extends TradingClient {
      override read(path: string, from?: bigint): Promise<Answer> {
        return super.read(path.includes('cursor=') ? path.replace('status=ACTIVE&', '') : path, from);
      }
    },
  },
  {
    name: 'a-stale-read-is-a-loss',
    rule: 'CLI-28',
    client: class extends TradingClient {
      override async confirm(intent: string, row: Row): Promise<Row> {
        const answer = await this.send('GET', `/orders/${String(row['orderId'])}`);
        if (answer?.status !== 404 || intent.startsWith('again')) return answer?.body ?? row;
        const order = {
          account: 'main',
          instrument: 'BTC-USD',
          side: 'BUY',
          price: '100.10',
          qty: intent === 'first' ? '1' : '2',
        };
        return (await this.place(`again ${intent}`, order)).body;
      }
    },
  },
  {
    name: 'changes-without-if-match',
    rule: 'CLI-29',
    client: class extends TradingClient {
      protected override ifMatchOf(): undefined {
        return undefined;
      }
    },
  },
  {
    name: 'forces-its-change',
    rule: 'CLI-30',
    client: class extends TradingClient {
      override async write(write: Write): Promise<Answer> {
        try {
          return await super.write(write);
        } catch (error) {
          if (!(error instanceof Refused && error.status === 412)) throw error;
          return super.write({ ...otherKey(write), ifMatch: '*' });
        }
      }
    },
  },
  { name: 'asks-what-is-not-taken', rule: 'CLI-31', work: also((client) => client.read('/me?verbose=1')) },
  {
    name: 'uses-its-token-too-long',
    rule: 'CLI-32',
    client: class extends TradingClient {
      protected override renewAfterMs(): number {
        return 3_600_000;
      }
    },
    async work(client) {
      await client.read('/me').catch(() => {});
      await scheduler.wait(3_600);
      await client.read('/me').catch(() => {});
    },
  },
  { name: 'lets-its-session-lapse', rule: 'CLI-33', session: LetsItLapse, watchMs: 2_600 },
  { name: 'one-ticket-for-two-handshakes', rule: 'CLI-34', session: KeepsItsTicket },
  { name: 'keeps-a-ticket-for-later', rule: 'CLI-35', session: WaitsWithItsTicket },
  { name: 'subscribes-before-it-is-known', rule: 'CLI-36', session: DoesNotWaitForAuth },
  { name: 'does-not-come-back', rule: 'CLI-37', session: StaysAway, watchMs: 3_600 },
  { name: 'comes-back-at-once', rule: 'CLI-38', session: ComesBackAtOnce },
  { name: 'comes-back-with-its-old-token', rule: 'CLI-39', session: KeepsItsToken },
  { name: 'comes-back-after-a-revocation', rule: 'CLI-40', session: ComesBackAlways },
  { name: 'subscribes-once', rule: 'CLI-41', session: SubscribesOnce },
  { name: 'reads-nothing-missed', rule: 'CLI-42', work: onFrames },
  { name: 'acts-on-each-frame', rule: 'CLI-43', session: ActsOnEachFrame },
  { name: 'ends-on-a-strange-frame', rule: 'CLI-44', session: EndsOnStrangeFrames, work: strictly },
  {
    name: 'expects-one-version',
    rule: 'CLI-45',
    client: Versions,
    work: async (client, on, session) => {
      await work(client, on, session);
      await (client as Versions).look();
    },
  },
  {
    name: 'needs-the-ticket-route',
    rule: 'CLI-46',
    client: strict((path, { status }) => {
      if (path === '/v1/ws-tickets' && status === 404) throw new Error('there is no ticket route');
    }),
    work: strictly,
  },
  {
    name: 'a-token-in-an-address',
    rule: 'CLI-47',
    work: also(async (client) => client.read(`/me?access_token=${await client.bearer()}`)),
  },
  {
    name: 'a-storm-of-connections',
    rule: 'CLI-48',
    work: also(async ({ options: { baseUrl } }) => {
      const headers = { Connection: 'close' };
      await Promise.all(
        Array.from({ length: 60 }, () => fetch(`${baseUrl}/openapi.json`, { headers }).then((answer) => answer.text())),
      );
    }),
  },
  {
    name: 'a-token-for-each-request',
    rule: 'CLI-49',
    client: class extends TradingClient {
      override async bearer(): Promise<string> {
        this.dropToken();
        return super.bearer();
      }
    },
  },
  { name: 'leaves-its-socket-open', rule: 'CLI-50', session: LeavesItOpen },
  {
    name: 'forgets-its-keys-in-a-crash',
    rule: 'CLI-51',
    isProcess: true,
    client: class extends TradingClient {
      protected override keep(): void {}
    },
  },
  {
    name: 'counts-its-keys-from-one',
    rule: 'CLI-52',
    isProcess: true,
    client: class extends TradingClient {
      #count = 0;

      protected override newKey(): string {
        this.#count += 1;
        return `key-${this.#count}`;
      }

      protected override keep(): void {}
    },
    async work(client, on) {
      const there = await client.walk('/orders', 5, ({ orderId }) => String(orderId));
      const order = { account: on.account, instrument: on.instrument, side: 'BUY', price: '100.10' };
      if (!there.some(({ clientOrderId }) => clientOrderId === 'key-1'))
        await placed(client, on, 'first', { ...order, qty: '1' });
      await placed(client, on, 'second', { ...order, qty: '2' });
    },
  },
  {
    name: 'says-placed-when-refused',
    rule: 'CLI-53',
    client: Follows,
    work: (client, { say, ...on }, session) => {
      const isWrong = ({ done }: Row): boolean => done === 'refused' && !(client as Follows).hasFollowed;
      return work(client, { ...on, say: (line) => say(isWrong(line) ? { ...line, done: 'placed' } : line) }, session);
    },
  },
  {
    name: 'places-over-both-ways',
    rule: 'CLI-54',
    work: also(async (client, on) => {
      await client.write({
        key: `twice-${Math.random()}`,
        method: 'POST',
        path: '/orders',
        body: { account: on.account, instrument: on.instrument, side: 'BUY', price: '100.10', qty: '1' },
      });
    }),
  },
];
