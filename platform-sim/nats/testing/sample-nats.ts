/** For tests on NATS: servers and connections that end with the test. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { NatsConnection } from '@nats-io/transport-node';
import { onTestFinished } from 'vitest';
import type { SequencedRecord } from '../../../gateway/facts.ts';
import { createClock, VIRTUAL_START_NS } from '../../clock.ts';
import type { Journal } from '../../log/journal.ts';
import type { LogError } from '../../log/log-error.ts';
import { recordAt } from '../../testing/sample-log.ts';
import { connectNats } from '../connection.ts';
import { type NatsWorld, type NatsWorldOptions, openNatsWorld } from '../stream/nats-world.ts';
import { readAll } from '../stream/read-stream.ts';
import { startNats, type TestNats } from './nats-server.ts';

export const machineClock = createClock({ mode: 'real' });

export async function natsOf(more?: string): Promise<TestNats> {
  const nats = await startNats(more);
  onTestFinished(() => nats[Symbol.asyncDispose]());
  return nats;
}

export async function connected({ url }: { readonly url: string }): Promise<NatsConnection> {
  const nc = await connectNats(url, 'test');
  onTestFinished(() => nc.close());
  return nc;
}

export interface SampleWorld extends NatsWorld {
  readonly nc: NatsConnection;
  readonly failures: LogError[];
}

/** A world as one process opens it, with its own connection. */
export async function worldOf(
  nats: { readonly url: string },
  of: Partial<NatsWorldOptions> = {},
): Promise<SampleWorld> {
  const nc = of.nc ?? (await connected(nats));
  const failures: LogError[] = [];
  const world = await openNatsWorld({
    ...{
      nc,
      name: 'default',
      seed: 1,
      size: 'small',
      options: {},
      mode: 'real',
      nowNs: VIRTUAL_START_NS + 60_000_000_000n,
    },
    failed: (error) => failures.push(error),
    ...of,
  });
  return { ...world, nc, failures };
}

/** Begins a new world with one record, and waits until the server has it. */
export async function begun(journal: Journal): Promise<void> {
  void journal.append(recordAt(1));
  journal.settle();
  await journal.append(recordAt(2));
}

/** Each settles as the append of its record does; to a journal of which all is safe. */
export function appended(journal: Journal, count: number, of = recordAt): readonly Promise<void>[] {
  const first = journal.head() + 1;
  return Array.from({ length: count }, async (_, index) => journal.append(of(first + index)));
}

export interface StreamContent {
  readonly sequence: number;
  readonly kind: 'record' | 'note';
  readonly text: string;
}

/** Every message of a stream. */
export async function contentOf(nc: NatsConnection, stream: string): Promise<readonly StreamContent[]> {
  const content: StreamContent[] = [];
  await readAll({
    ...{ nc, stream, from: 1, clock: machineClock },
    each: ({ sequence, subject, bytes }) =>
      content.push({
        sequence,
        kind: subject.endsWith('.note') ? 'note' : 'record',
        text: Buffer.from(bytes).toString(),
      }),
  });
  return content;
}

export async function recordsOn(nc: NatsConnection, stream: string): Promise<readonly SequencedRecord[]> {
  const content = await contentOf(nc, stream);
  return content.flatMap(({ kind, text }) => (kind === 'record' ? [JSON.parse(text) as SequencedRecord] : []));
}

export interface NatsProxy {
  readonly url: string;
  /** Ends every connection, in the middle of whatever it carries; others may follow at once. */
  cut(): void;
  /** Ends every connection, and lets none through until it is mended. */
  break(): void;
  mend(): void;
}

/** A way to the server that a test can cut. */
export async function proxyTo({ url }: TestNats): Promise<NatsProxy> {
  const sockets = new Set<Socket>();
  let isBroken = false;
  const server = createServer((near) => {
    if (isBroken) return near.destroy();
    const far = connect(Number(new URL(url).port), '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  return {
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    break() {
      isBroken = true;
      cut();
    },
    mend() {
      isBroken = false;
    },
  };
}
