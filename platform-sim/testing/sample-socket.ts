/** For tests: a client of a sandbox's sockets that receives one frame after another. */
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { SandboxWorld } from '../hosting/world.ts';
import { ask } from './sample-world.ts';

export interface SampleSocket {
  readonly socket: WebSocket;
  /** 101 once it is open, or the status of the refusal. */
  readonly status: Promise<number>;
  /** The text of the next frame, or the close code. */
  next(): Promise<string | number>;
  say(frame: object): void;
}

export async function tokenOf({ controlUrl }: SandboxWorld, principal: string): Promise<string> {
  return (await ask('POST', `${controlUrl}/identity/mint`, {}, { persona: principal })).body.token;
}

/** Begins a handshake with a bearer token, or without one. */
export function socketOf(url: string, token?: string, headers: Readonly<Record<string, string>> = {}): SampleSocket {
  const bearer = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const socket = new WebSocket(url, { headers: { ...headers, ...bearer } });
  onTestFinished(() => socket.terminate());
  const received: (string | number)[] = [];
  const waiting: ((what: string | number) => void)[] = [];
  const hear = (what: string | number): void => {
    const next = waiting.shift();
    if (next === undefined) received.push(what);
    else next(what);
  };
  socket.on('message', (data) => hear(String(data)));
  socket.on('close', hear);
  socket.on('error', () => undefined);
  const status = new Promise<number>((resolve) => {
    socket.once('open', () => resolve(101));
    socket.once('unexpected-response', (asked, { statusCode = 0 }) => {
      resolve(statusCode);
      asked.destroy();
    });
  });
  return {
    socket,
    status,
    next: () => {
      const what = received.shift();
      return what === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(what);
    },
    say: (frame) => socket.send(JSON.stringify(frame)),
  };
}

export async function tradingSocket(world: SandboxWorld, principal = 'trader'): Promise<SampleSocket> {
  return socketOf(world.profile.sockets.trading, await tokenOf(world, principal));
}

/** Opened, authenticated and acknowledged. */
export async function marketDataSocket(world: SandboxWorld, principal = 'trader'): Promise<SampleSocket> {
  const token = await tokenOf(world, principal);
  const client = socketOf(world.profile.sockets.marketData);
  await once(client.socket, 'open');
  client.say({ op: 'auth', reqId: 'auth', params: { token } });
  await client.next();
  return client;
}
