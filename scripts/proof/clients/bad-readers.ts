/** Known-bad clients that read wrongly. */
import { type Answer, Refused, type Row, TradingClient, type Write } from '../../examples/trading-client.ts';
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
];
