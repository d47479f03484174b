/** For tests of the gateway alone: a plain HTTP client of a member that `sample-platform.ts` serves. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { request } from 'undici';
import { FIRST, type Serving, tokenOf } from './sample-platform.ts';

type Headers = Record<string, string | string[]>;

export interface SampleRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Headers;
  readonly body?: string | Uint8Array;
  readonly token?: string | null;
}

export const ORDER = { account: 'main', instrument: 'BTC-USD', price: '100', qty: '1' };

export async function ask({ baseUrl }: Serving, { method = 'GET', path, headers = {}, body, token }: SampleRequest) {
  const authorization = token === null ? {} : { authorization: `Bearer ${token ?? (await tokenOf(FIRST))}` };
  const answer = await request(baseUrl + path, {
    method: method as 'GET',
    headers: { ...authorization, ...headers },
    body: body ?? null,
  });
  const text = await answer.body.text();
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  return { status: answer.statusCode, headers: answer.headers, body: isJson && text !== '' ? JSON.parse(text) : text };
}

export function submit(key: string, order: object = ORDER): SampleRequest {
  const headers = { 'idempotency-key': key, 'content-type': 'application/json' };
  return { method: 'POST', path: '/orders', headers, body: JSON.stringify(order) };
}

export type Answered = Awaited<ReturnType<typeof ask>>;

/**
 * An answer in one line, such as `201 replayed at 2` or `429 INBOX_FULL retryable`: status, code of the refusal, whether
 * to retry, whether it is a replay, and the position that answers it.
 */
export function brief({ status, headers, body }: Answered): string {
  const { code, retryable } = body?.error ?? {};
  const position = headers['x-service-global-sequence'];
  return [
    status,
    ...(code === undefined ? [] : [code]),
    ...(retryable === true ? ['retryable'] : []),
    ...(headers['idempotent-replay'] === 'true' ? ['replayed'] : []),
    ...(position === undefined ? [] : [`at ${position}`]),
  ].join(' ');
}

/** Sends a request and returns its answer in one line. */
export async function briefly(serving: Serving, request: SampleRequest): Promise<string> {
  return brief(await ask(serving, request));
}

/** Submits an order under a key and returns the answer in one line. */
export function posted(serving: Serving, key: string): Promise<string> {
  return briefly(serving, submit(key));
}

/** The status of a key's operation, or why there is none. */
export async function operation(serving: Serving, key: string): Promise<string> {
  const answer = await ask(serving, { path: `/operations/${key}` });
  return answer.body.outcome?.status ?? answer.body.error.code;
}

/** Turns the event loop until `holds` returns true; fails by the test's own timeout. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

export function heldOwner(serving: Serving): { release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { judge } = serving.platform;
  serving.platform.judge = async (command) => {
    await promise;
    return judge(command);
  };
  return { release: resolve };
}

/** Sends bytes on a raw connection and returns the text received. */
export async function raw({ port }: Serving, sent: string | Uint8Array): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(sent);
  return text(socket);
}
