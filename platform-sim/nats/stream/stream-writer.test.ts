import { jetstreamManager, type StreamConfig } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../../testing/sample-scene.ts';
import { startNats, WITHOUT_NATS } from '../testing/nats-server.ts';
import { connected, contentOf, machineClock, natsOf, proxyTo } from '../testing/sample-nats.ts';
import { createStreamWriter, type StreamWriter } from './stream-writer.ts';

const STREAM = 'written';

async function streamOn(nc: NatsConnection, stream = STREAM, of: Partial<StreamConfig> = {}): Promise<void> {
  const { streams } = await jetstreamManager(nc);
  await streams.add({ name: stream, subjects: [`${stream}.>`], duplicate_window: 200_000_000, ...of });
}

function writerOn(nc: NatsConnection, last = 0, of: { inFlight?: number; stream?: string } = {}): StreamWriter {
  const writer = createStreamWriter({ nc, stream: STREAM, last, clock: machineClock, ...of });
  onTestFinished(writer.end);
  return writer;
}

const write = (writer: StreamWriter, ...texts: readonly string[]): Promise<number> =>
  writer.write(texts.map((text) => ({ subject: `${STREAM}.record`, bytes: Buffer.from(text) })));
const numbered = (count: number, of = ''): readonly string[] =>
  Array.from({ length: count }, (_, n) => `${of}${n + 1}`);
const textsOn = async (nc: NatsConnection, stream = STREAM): Promise<readonly string[]> =>
  (await contentOf(nc, stream)).map(({ text }) => text);

describe.skipIf(WITHOUT_NATS !== undefined)('a writer of a stream', () => {
  test('sends in order, and each group is safe with all before it', async () => {
    const nc = await connected(await natsOf());
    await streamOn(nc);
    const writer = writerOn(nc, 0, { inFlight: 3 });
    const safe: number[] = [];
    await Promise.all(numbered(20).map(async (text) => safe.push(await write(writer, text, `${text}!`))));
    expect(safe).toEqual(Array.from({ length: 20 }, (_, n) => 2 * n + 2));
    expect(await textsOn(nc)).toEqual(numbered(20).flatMap((text) => [text, `${text}!`]));
  });

  test('continues after a restart that forgot the id of the last message', async () => {
    const nats = await natsOf();
    const nc = await connected(nats);
    await streamOn(nc);
    const writer = writerOn(nc);
    await write(writer, '1');
    await nats.kill();
    // Longer than the server remembers ids for.
    await new Promise<void>((resolve) => void machineClock.after(250, 'the window of duplicates', resolve));
    await nats.start();
    expect(await write(writer, '2')).toBe(2);
    expect(await textsOn(nc)).toEqual(['1', '2']);
  });

  test('is fenced by one message of another, however many messages it has in flight', async () => {
    const nc = await connected(await natsOf());
    await streamOn(nc);
    const [former, other] = [writerOn(nc), writerOn(nc, 1)];
    await write(former, '1');
    await former.verify();
    await write(other, 'other');
    await expect(former.verify()).rejects.toThrow('took over');
    // All at once: the second one's sequence is that of the stream.
    const lost = numbered(50, 'former ').map((text) => write(former, text));
    const outcomes = await Promise.allSettled(lost);
    expect(new Set(outcomes.map((one) => one.status))).toEqual(new Set(['rejected']));
    expect((outcomes[0] as PromiseRejectedResult).reason.message).toMatch(
      /^another platform process took over written/,
    );
    expect(await textsOn(nc)).toEqual(['1', 'other']);
    await expect(write(former, 'later')).rejects.toThrow('took over');
    expect(await write(other, 'next')).toBe(3);
  });

  test('finds its own messages after a kill of the server, and sends the others again', async () => {
    const nats = await natsOf();
    const nc = await connected(nats);
    await streamOn(nc);
    const writer = writerOn(nc);
    await write(writer, '0');
    const safe = numbered(3_000).map((text) => write(writer, text));
    await safe[500];
    await nats.kill();
    await nats.start();
    expect(await Promise.all(safe)).toEqual(Array.from({ length: 3_000 }, (_, n) => n + 2));
    expect(await textsOn(nc)).toEqual(['0', ...numbered(3_000)]);
    expect(await write(writer, 'next')).toBe(3_002);
  });

  test.each([
    ['is gone', false, /is gone from/],
    [
      'came back shorter',
      true,
      /^the stream written ends at message 0, and 2 were safe: the NATS server lost what was/,
    ],
  ])('fails with a line about a stream that %s', async (_, isBack, line) => {
    const nc = await connected(await natsOf());
    await streamOn(nc);
    const writer = writerOn(nc);
    await write(writer, '1', '2');
    await (await jetstreamManager(nc)).streams.delete(STREAM);
    if (isBack) await streamOn(nc);
    await expect(write(writer, '3')).rejects.toThrow(line);
  });

  test('waits for room, with the reason of the server, and continues in order', async () => {
    const nc = await connected(await natsOf());
    await streamOn(nc, STREAM, { max_msgs: 1, discard: 'new' as never });
    const writer = writerOn(nc);
    await write(writer, '1');
    const waiting = [write(writer, '2'), write(writer, '3', '4')];
    await until(() => writer.refused() !== undefined);
    expect(writer.refused()).toBe('maximum messages exceeded');
    await (await jetstreamManager(nc)).streams.update(STREAM, { max_msgs: -1 });
    expect(await Promise.all(waiting)).toEqual([2, 4]);
    expect([writer.refused(), await textsOn(nc)]).toEqual([undefined, ['1', '2', '3', '4']]);
  });

  test('loses, doubles and changes nothing, wherever the connection is cut or the server is killed', async () => {
    await using nats = await startNats();
    const proxy = await proxyTo(nats);
    const nc = await connected(proxy);
    const reader = await connected(nats);
    let run = 0;
    await assert(
      asyncProperty(
        array(record({ size: integer({ min: 1, max: 400 }), event: constantFrom('cut', 'cut', 'kill', 'turn') }), {
          minLength: 2,
          maxLength: 12,
        }),
        integer({ min: 1, max: 300 }),
        async (steps, inFlight) => {
          run += 1;
          const stream = `${STREAM}-${run}`;
          await streamOn(reader, stream);
          const writer = writerOn(nc, 0, { inFlight, stream });
          const sent: string[] = [];
          const ends: number[] = [];
          const safe: Promise<number>[] = [];
          for (const { size, event } of steps) {
            const texts = numbered(size, `${ends.length}.`);
            sent.push(...texts);
            ends.push(sent.length);
            safe.push(writer.write(texts.map((text) => ({ subject: `${stream}.record`, bytes: Buffer.from(text) }))));
            if (event === 'cut') proxy.cut();
            if (event === 'kill') {
              await nats.kill();
              await nats.start();
            }
            await new Promise((resolve) => setImmediate(resolve));
          }
          expect(await Promise.all(safe)).toEqual(ends);
          writer.end();
          expect(await textsOn(reader, stream)).toEqual(sent);
        },
      ),
      { numRuns: 8, endOnFailure: true },
    );
  });
});
