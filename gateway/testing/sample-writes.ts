/** For tests of the gateway alone: writes as a client sends them, and a slow owner. */
import { request } from 'undici';
import { FIRST, type Serving, tokenOf } from './sample-platform.ts';

export const ORDER = { account: 'main', instrument: 'BTC-USD', price: '100', qty: '1' };

export interface WriteAnswer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Record<string, never> & { error: { code: string; requestId: string; retryable: boolean } };
}

export async function post(
  serving: Serving,
  key: string,
  body: object = ORDER,
  path = '/orders',
  who = FIRST,
): Promise<WriteAnswer> {
  const headers = {
    authorization: `Bearer ${await tokenOf(who)}`,
    'content-type': 'application/json',
    'idempotency-key': key,
  };
  const answer = await request(serving.baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: (await answer.body.json()) as WriteAnswer['body'],
  };
}

export async function operation(serving: Serving, key: string, who = FIRST) {
  const answer = await request(`${serving.baseUrl}/operations/${key}`, {
    headers: { authorization: `Bearer ${await tokenOf(who)}` },
  });
  return { status: answer.statusCode, body: (await answer.body.json()) as { outcome?: { status: string } } };
}

/** Turns the event loop until `holds` returns true; fails by the test's own timeout. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

export function heldOwner(serving: Serving): { release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const judge = serving.platform.judge;
  serving.platform.judge = async (command) => {
    await promise;
    return judge(command);
  };
  return { release: resolve };
}
