/** For tests: handshakes as bytes. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ask } from './sample-client.ts';
import { FIRST, type Serving, tokenOf } from './sample-platform.ts';

export const TRADING = '/v1/ws/trading';
export const MARKET_DATA = '/v1/ws/market-data';

const KEY = 'dGhlIHNhbXBsZSBub25jZQ==';

/** The fields of a valid handshake, by lower-case name; undefined removes one, a list sends several lines. */
export type Fields = Readonly<Record<string, string | readonly string[] | undefined>>;

export function handshake(target: string, fields: Fields = {}, method = 'GET'): string {
  const all: Fields = {
    host: 'gateway.test',
    upgrade: 'websocket',
    connection: 'Upgrade',
    'sec-websocket-version': '13',
    'sec-websocket-key': KEY,
    ...fields,
  };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    [value ?? []].flat().map((line) => `${name}: ${line}\r\n`),
  );
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

export interface RawConnection {
  readonly socket: Socket;
  /** The bytes received so far, as latin1. */
  received(): string;
  /** Resolves with the bytes received, once they contain `text` or the connection is closed. */
  until(text: string): Promise<string>;
}

/** Sends bytes on a new connection, which stays open. */
export async function sent({ port }: Serving, bytes: string): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk;
    socket.emit('received');
  });
  socket.on('error', () => undefined);
  // The server's end of the stream ends the answer.
  socket.once('end', () => socket.end());
  await once(socket, 'connect');
  socket.write(bytes, 'latin1');
  const until = async (text: string): Promise<string> => {
    const gone = once(socket, 'close');
    while (!received.includes(text) && !socket.destroyed) await Promise.race([once(socket, 'received'), gone]);
    return received;
  };
  return { socket, received: () => received, until };
}

/**
 * The whole answer to a handshake: a refusal up to its end, or the head of an opened session, which is then closed.
 */
export async function answerTo(serving: Serving, bytes: string): Promise<string> {
  const connection = await sent(serving, bytes);
  const head = await connection.until('\r\n\r\n');
  const received = head.startsWith('HTTP/1.1 101 ') ? head : await connection.until('no text, but the end');
  connection.socket.destroy();
  return received;
}

export async function bearer(who = FIRST, claims: Readonly<Record<string, unknown>> = {}): Promise<Fields> {
  return { authorization: `Bearer ${await tokenOf(who, claims)}` };
}

export async function mint(at: Serving, who = FIRST): Promise<string> {
  const minted = await ask(at, {
    method: 'POST',
    path: '/v1/ws-tickets',
    headers: { 'content-type': 'application/json' },
    body: '{"stream":"trading"}',
    token: await tokenOf(who),
  });
  return minted.body.ticket;
}

/** The trading socket's address with a ticket. */
export function byTicket(ticket: string): string {
  return `${TRADING}?ticket=${ticket}`;
}
