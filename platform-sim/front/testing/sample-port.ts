/** For tests: an open port and its clients over the network, which end with the test. */
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { createClock } from '../../clock.ts';
import { until } from '../../testing/sample-scene.ts';
import { type OpenPort, openPort, type PortOptions, type Served } from '../open-port.ts';

export const clock = createClock({ mode: 'real' });
export const hello: Served = { handle: (_, response) => response.end('hello') };
export const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
export const LAST_GET = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

export async function port(served?: Served, options: Partial<PortOptions> = {}): Promise<OpenPort> {
  const opened = await openPort({ host: '127.0.0.1', port: 0, option: '--port', clock, ...options });
  if (served !== undefined) opened.serve(served);
  onTestFinished(() => opened.drain({ idleGraceMs: 0, deadlineMs: 0 }));
  return opened;
}

export class Client {
  readonly socket: Socket;
  readonly closed: Promise<void>;
  received = '';

  constructor({ port: number }: Pick<OpenPort, 'port'>, allowHalfOpen = false) {
    this.socket = connect({ port: number, host: '127.0.0.1', allowHalfOpen });
    onTestFinished(() => void this.socket.destroy());
    this.socket.on('error', () => undefined);
    this.socket.setEncoding('latin1').on('data', (chunk: string) => {
      this.received += chunk;
    });
    this.closed = new Promise((resolve) => this.socket.once('close', () => resolve()));
  }

  /** Sends it, and returns all that came once there are this many matches of it: answers, unless stated. */
  async send(sent: string, count = 0, of = /HTTP\/1\.1 200/g): Promise<string> {
    this.socket.write(sent);
    return this.reads(count, of);
  }

  async reads(count: number, of = /HTTP\/1\.1 200/g): Promise<string> {
    await until(() => (this.received.match(of)?.length ?? 0) >= count);
    return this.received;
  }
}
