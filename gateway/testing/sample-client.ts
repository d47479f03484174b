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
  const said = await answer.body.text();
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  return { status: answer.statusCode, headers: answer.headers, body: isJson && said !== '' ? JSON.parse(said) : said };
}

export function submit(key: string, order: object = ORDER, over: Partial<SampleRequest> = {}): SampleRequest {
  return {
    method: 'POST',
    path: '/orders',
    headers: { 'idempotency-key': key, 'content-type': 'application/json', ...over.headers },
    body: JSON.stringify(order),
    ...(over.token === undefined ? {} : { token: over.token }),
  };
}

/** Sends bytes on a raw connection and returns the text received. */
export async function raw({ port }: Serving, sent: string | Uint8Array): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(sent);
  return text(socket);
}
