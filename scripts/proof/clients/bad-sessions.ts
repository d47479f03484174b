/** Known-bad clients whose sockets, tickets or tokens are wrong. */
import { type Row, TradingClient, wait } from '../../examples/trading-client.ts';
import { Session, TicketSession } from '../../examples/trading-session.ts';
import type { Work } from '../../examples/trading-work.ts';
import { type BadClient, failing, strictly } from './bad-habits.ts';

/** Follows its orders by their frames alone. */
async function onFrames(client: TradingClient, on: Work, open: typeof Session): Promise<void> {
  const options = { url: client.options.tradingUrl, socket: 'trading', topics: ['orders'], onEvent() {} } as const;
  const session = new open(client, { ...options, missed: async () => {} });
  await session.open().catch(() => {});
  const body = { account: on.account, instrument: on.instrument, side: 'BUY', price: '100.10', qty: '1' };
  await client.place('first', body).catch(() => {});
  await wait(4_500);
  await session.close();
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
    if (this.options.socket === 'trading') await wait(5_500);
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

/** Cancels an order of the quantity 1 at each frame that says that it is open. */
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

export const BAD_SESSIONS: readonly BadClient[] = [
  { name: 'knows-every-frame', rule: 'CLI-22', session: KnowsEveryFrame, work: strictly },
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
      await wait(4_600);
      await client.read('/me').catch(() => {});
    },
  },
  { name: 'lets-its-session-lapse', rule: 'CLI-33', session: LetsItLapse, watchMs: 3_800 },
  { name: 'one-ticket-for-two-handshakes', rule: 'CLI-34', session: KeepsItsTicket },
  { name: 'keeps-a-ticket-for-later', rule: 'CLI-35', session: WaitsWithItsTicket },
  { name: 'subscribes-before-it-is-known', rule: 'CLI-36', session: DoesNotWaitForAuth },
  { name: 'does-not-come-back', rule: 'CLI-37', session: StaysAway, watchMs: 3_600 },
  { name: 'comes-back-at-once', rule: 'CLI-38', session: ComesBackAtOnce },
  { name: 'comes-back-with-its-old-token', rule: 'CLI-39', session: KeepsItsToken },
  { name: 'comes-back-after-a-revocation', rule: 'CLI-40', session: ComesBackAlways },
  { name: 'subscribes-once', rule: 'CLI-41', session: SubscribesOnce, watchMs: 4_000 },
  { name: 'reads-nothing-missed', rule: 'CLI-42', work: onFrames },
  { name: 'acts-on-each-frame', rule: 'CLI-43', session: ActsOnEachFrame },
  { name: 'ends-on-a-strange-frame', rule: 'CLI-44', session: EndsOnStrangeFrames, work: strictly },
  { name: 'leaves-its-socket-open', rule: 'CLI-50', session: LeavesItOpen },
];
