/** Known-bad clients that read wrongly, do not survive a deploy, do not care, or forget. */
import { type Answer, Refused, type Row, TradingClient, type Write } from '../../examples/trading-client.ts';
import { placed, work } from '../../examples/trading-work.ts';
import { also, type BadClient, codeOf, otherKey, repeating, strict, strictly } from './bad-habits.ts';

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

export const BAD_READERS: readonly BadClient[] = [
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
        // Any 404 that a member gives as the state of a position.
        const isThere = answer?.status !== 404 || !answer.headers.has('x-service-global-sequence');
        if (isThere || intent.startsWith('again')) return answer?.body ?? row;
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
      const order = { account: on.account, instrument: on.instrument, side: 'BUY', price: '100.10', qty: '1' };
      await client.place('undeclared', order);
    }),
  },
];
