/** Known-bad clients that do not survive a deploy, do not care, or forget. */
import { type Row, TradingClient } from '../../examples/trading-client.ts';
import { Session } from '../../examples/trading-session.ts';
import { placed, work } from '../../examples/trading-work.ts';
import { also, type BadClient, strict, strictly } from './bad-habits.ts';

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

export const BAD_CITIZENS: readonly BadClient[] = [
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
    work: also(async (client) => {
      const options = { url: client.options.tradingUrl, socket: 'trading', topics: ['orders'], onEvent() {} } as const;
      const sessions = Array.from({ length: 25 }, () => new Session(client, { ...options, missed: async () => {} }));
      await Promise.all(sessions.map((session) => session.open()));
      await Promise.all(sessions.map((session) => session.close()));
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
