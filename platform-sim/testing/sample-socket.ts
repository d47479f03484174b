/** For tests: a client of a sandbox's sockets that receives one frame after another. */
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { Sandbox } from '../sandbox.ts';

export interface SampleSocket {
  readonly socket: WebSocket;
  /** The text of the next frame, or the close code. */
  next(): Promise<string | number>;
  say(frame: object): void;
}

export async function tokenOf(sandbox: Sandbox, principal: string): Promise<string> {
  const answer = await fetch(`${sandbox.controlUrl}/identity/mint`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ persona: principal }),
  });
  return ((await answer.json()) as { readonly token: string }).token;
}

/** Begins a handshake with a bearer token, or without one. */
export function socketOf(url: string, token?: string): SampleSocket {
  const socket = new WebSocket(url, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
  onTestFinished(() => socket.terminate());
  const heard: (string | number)[] = [];
  const waiting: ((what: string | number) => void)[] = [];
  const hear = (what: string | number): void => {
    const next = waiting.shift();
    if (next === undefined) heard.push(what);
    else next(what);
  };
  socket.on('message', (data) => hear(String(data)));
  socket.on('close', hear);
  socket.on('error', () => undefined);
  return {
    socket,
    next: () => {
      const what = heard.shift();
      return what === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(what);
    },
    say: (frame) => socket.send(JSON.stringify(frame)),
  };
}

export async function tradingSocket(sandbox: Sandbox, principal = 'trader'): Promise<SampleSocket> {
  return socketOf(sandbox.profile.sockets.trading, await tokenOf(sandbox, principal));
}

/** Opened, authenticated and acknowledged. */
export async function marketDataSocket(sandbox: Sandbox, principal = 'trader'): Promise<SampleSocket> {
  const token = await tokenOf(sandbox, principal);
  const client = socketOf(sandbox.profile.sockets.marketData);
  await once(client.socket, 'open');
  client.say({ op: 'auth', reqId: 'auth', params: { token } });
  await client.next();
  return client;
}
