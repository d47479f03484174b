/** For tests: a client of one world, with tokens from its own control plane and requests to its own base address. */
import { request } from 'undici';
import type { SandboxWorld } from '../hosting/world.ts';

export type WorldClient = ReturnType<typeof clientOf>;

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever a test asks of an answer
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export async function ask(method: Method, url: string, headers = {}, body?: unknown): Promise<Answered> {
  const answer = await request(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await answer.body.text();
  const isJson = `${answer.headers['content-type']}`.includes('json') && !text.includes('}\n{');
  return { status: answer.statusCode, headers: answer.headers, text, body: isJson ? JSON.parse(text) : undefined };
}

export function clientOf({ baseUrl, controlUrl }: Pick<SandboxWorld, 'baseUrl' | 'controlUrl'>, persona = 'trader') {
  let token: Promise<string> | undefined;
  async function authorization(): Promise<string> {
    token ??= ask('POST', `${controlUrl}/identity/mint`, {}, { persona }).then(({ body }) => body.token);
    return `Bearer ${await token}`;
  }
  return {
    authorization,
    get: async (path: string) => ask('GET', baseUrl + path, { authorization: await authorization() }),
    submit: async (key: string, over = {}) =>
      ask(
        'POST',
        `${baseUrl}/orders`,
        { authorization: await authorization(), 'idempotency-key': key },
        { account: 'main', instrument: 'BTC-USD', clientOrderId: key, price: '100.00', qty: '1', ...over },
      ),
    cancel: async (key: string, orderId: string) =>
      ask('POST', `${baseUrl}/orders/${orderId}/cancel`, {
        authorization: await authorization(),
        'idempotency-key': key,
      }),
    control: (method: Method, path: string, body?: unknown) => ask(method, controlUrl + path, {}, body),
  };
}

export function journalOf({ platform }: Pick<SandboxWorld, 'platform'>): string {
  return platform
    .records()
    .map((record) => JSON.stringify(record))
    .join('\n');
}
