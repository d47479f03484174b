/** One client of the mixed soak: it does a lane's actions one after the other, and keeps count of what it was answered. */
import type { RecordedResponse } from '../../../../conformance/member/exchange/exchange.ts';
import type { Transport } from '../../../../conformance/member/sending/transport.ts';
import type { Write } from '../kill/writer.ts';
import type { Action } from './actions.ts';
import type { Tally } from './tally.ts';

export interface ClientWorld {
  readonly transport: Transport;
  readonly token: string;
  readonly tradingSocket: string;
  readonly tally: Tally;
  /** Holds a trading session for a moment. Throws if it does not go as it should. */
  readonly session: (url: string, token: string, key: string) => Promise<void>;
}

const TIMEOUT_MS = 15_000;
/** Each waits for the sync deadline of a write. */
const MOST_REPEATS = 40;

export class Client {
  /** In order of sending; `answer` is the final one. */
  readonly writes: Write[] = [];
  /** By key: the id of the order that was placed. */
  readonly #orders: string[] = [];
  readonly #world: ClientWorld;

  constructor(world: ClientWorld) {
    this.#world = world;
  }

  async act(action: Action): Promise<void> {
    const { kind, key } = action;
    const earlier = this.writes[action.earlier % Math.max(1, this.writes.length)];
    const order = this.#orders[action.earlier % Math.max(1, this.#orders.length)];
    switch (kind) {
      case 'place':
        await this.#place(action);
        break;
      case 'repeat':
        if (earlier !== undefined) await this.#send(earlier);
        break;
      case 'place-malformed':
        await this.#exchange('POST', '/orders', '{"side":"BUY","qty":1e400}', `${key}-malformed`, [400]);
        break;
      case 'cancel':
        // Open or filled already; a member that lags may not have it yet.
        if (order !== undefined)
          await this.#exchange('POST', `/orders/${order}/cancel`, null, key, [200, 202, 404, 409]);
        break;
      case 'read-order':
        // A member that lags may not have it yet.
        if (order !== undefined) await this.#exchange('GET', `/orders/${order}`, null, undefined, [200, 404]);
        break;
      case 'read-unknown':
        await this.#exchange('GET', '/orders/1', null, undefined, [404]);
        break;
      case 'list-orders':
        await this.#exchange('GET', '/orders?limit=50', null, undefined, [200]);
        break;
      case 'list-executions':
        await this.#exchange('GET', '/executions?limit=50', null, undefined, [200]);
        break;
      case 'list-accounts':
        await this.#exchange('GET', '/accounts', null, undefined, [200]);
        break;
      case 'read-me':
        await this.#exchange('GET', '/me', null, undefined, [200]);
        break;
      case 'without-token':
        await this.#exchange('GET', '/me', null, undefined, [401], '');
        break;
      case 'trading-session': {
        const { session, tradingSocket, token, tally } = this.#world;
        await tally.attempt('trading-session', () => session(tradingSocket, token, key));
        break;
      }
    }
  }

  /** Sends each write that has no final answer again until it has one. Call it when all is calm. */
  async settle(): Promise<void> {
    for (const write of this.writes) {
      for (let n = 0; write.answer === undefined && n < MOST_REPEATS; n += 1) await this.#send(write);
    }
  }

  async #place({ key, qty, side }: Action): Promise<void> {
    const write: Write = { key, qty, side, answer: undefined };
    this.writes.push(write);
    await this.#send(write);
  }

  async #send(write: Write): Promise<void> {
    const { key, qty, side } = write;
    const body = { account: 'main', instrument: 'BTC-USD', clientOrderId: key, side, price: '50.00', qty };
    const answer = await this.#exchange('POST', '/orders', JSON.stringify(body), key, [201, 202]);
    if (answer?.status !== 201) return;
    const { orderId } = JSON.parse(answer.body) as { readonly orderId: string };
    if (write.answer === undefined) this.#orders.push(orderId);
    else if (!write.answer.body.includes(`"${orderId}"`)) this.#world.tally.wrong(`${key} has two outcomes`);
    write.answer ??= {
      status: 201,
      position: headerOf(answer, 'x-service-global-sequence'),
      replayed: headerOf(answer, 'idempotent-replay') === 'true',
      body: answer.body,
    };
  }

  /** Undefined: no answer, which a fault may cause. */
  async #exchange(
    method: string,
    path: string,
    body: string | null,
    key: string | undefined,
    expected: readonly number[],
    token = this.#world.token,
  ): Promise<RecordedResponse | undefined> {
    const headers = [
      ...(token === '' ? [] : ['Authorization', `Bearer ${token}`]),
      ...(key === undefined ? [] : ['Idempotency-Key', key]),
      ...(body === null ? [] : ['Content-Type', 'application/json']),
    ];
    const answer = await this.#world.transport.send({ method, path, headers, body, timeoutMs: TIMEOUT_MS });
    if ('failure' in answer) {
      this.#world.tally.unanswered(answer.failure);
      return undefined;
    }
    this.#world.tally.answered(method, path, answer, expected);
    return answer;
  }
}

function headerOf({ headers }: RecordedResponse, name: string): string {
  return headers.find(([other]) => other.toLowerCase() === name)?.[1] ?? '';
}
