import { expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../services.ts';
import { SampleClock } from '../testing/sample-platform.ts';
import { FramesOut } from './frames-out.ts';
import type { FrameFate, SocketEdge } from './socket-edge.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** What reaches the wire when the frame `struck` gets this fate, at once or later. */
function framesOut(fate: FrameFate | Promise<FrameFate>) {
  const wire: string[] = [];
  const written: (readonly [string, string])[] = [];
  const socketEdge: SocketEdge = {
    handshake: () => undefined,
    firstFrame: () => undefined,
    frame: (_place, text) => (text === 'struck' ? Promise.resolve(fate) : undefined),
  };
  const out = new FramesOut(
    {
      services: { socketEdge, limits: { ...DEFAULT_LIMITS, unsentBytes: 1_000 }, clock: new SampleClock() },
      placeOf: (frame) => ({ member: 'm', socket: 'trading', orgId: 1, frame }),
      overrun: () => wire.push('overrun'),
    },
    {
      send: (text) => wire.push(text),
      cut: (text) => wire.push(`half of ${text}`),
      close: (code) => wire.push(`close ${code}`),
      listen: () => undefined,
      bufferedBytes: 0,
    },
    { struck: () => undefined, wrote: (event, text) => written.push([event, text]) },
  );
  return { out, wire, written };
}

test.each<[FrameFate, readonly string[]]>([
  [{ act: 'cut' }, ['before', 'half of struck']],
  [{ act: 'close', code: 4000 }, ['before', 'close 4000']],
  [{ act: 'drop' }, ['before', 'with it', 'later']],
])('after a fate of %j only what it lets pass is written', async (fate, written) => {
  const { out, wire } = framesOut(fate);
  for (const text of ['before', 'struck', 'with it']) out.send('orderUpdated', text);
  await turn();
  out.send('orderUpdated', 'later');
  await turn();
  expect(wire).toEqual(written);
});

test('a held frame holds the frames behind it and the close behind both; nothing waits once it is sent', async () => {
  const held = Promise.withResolvers<FrameFate>();
  const { out, wire } = framesOut(held.promise);
  for (const text of ['struck', 'behind']) out.send('orderUpdated', text);
  await turn();
  expect(wire).toEqual([]);
  held.resolve({ act: 'go' });
  await turn();
  expect(wire.splice(0)).toEqual(['struck', 'behind']);
  out.send('orderUpdated', 'at once');
  expect(wire.splice(0)).toEqual(['at once']);
  out.send('sessionClosing', 'struck');
  out.closeBehind(4003, '');
  expect(wire).toEqual([]);
  await turn();
  expect(wire).toEqual(['struck', 'close 4003']);
});

test('a held frame counts as unread until it is sent', async () => {
  const held = Promise.withResolvers<FrameFate>();
  const { out, wire } = framesOut(held.promise);
  out.send('orderUpdated', 'struck');
  out.send('orderUpdated', 'x'.repeat(994));
  expect(wire).toEqual([]);
  out.send('orderUpdated', 'y');
  expect(wire).toEqual(['overrun']);
  held.resolve({ act: 'drop' });
  await turn();
  out.send('orderUpdated', 'z'.repeat(1_000));
  expect(wire.filter((text) => text === 'overrun')).toHaveLength(1);
});

test('a waiter for the frames sent so far resumes once they are sent, or at once', async () => {
  const held = Promise.withResolvers<FrameFate>();
  const { out, wire } = framesOut(held.promise);
  out.behind(() => wire.push('nothing was held'));
  out.send('orderUpdated', 'struck');
  out.behind(() => wire.push('then this'));
  await turn();
  expect(wire).toEqual(['nothing was held']);
  held.resolve({ act: 'go' });
  await turn();
  expect(wire).toEqual(['nothing was held', 'struck', 'then this']);
});

test.each<[FrameFate, readonly string[]]>([
  [{ act: 'go' }, ['before', 'struck']],
  [{ act: 'drop' }, ['before']],
  [{ act: 'cut' }, ['before']],
  [{ act: 'replace', texts: ['struck', 'struck'] }, ['before', 'struck', 'struck']],
])(
  'after a fate of %j the watch has each event that is written, as it was, and no answer to an op',
  async (fate, texts) => {
    const { out, written } = framesOut(fate);
    out.send('orderUpdated', 'before');
    out.send('subscribe', 'an answer', false);
    out.send('orderUpdated', 'struck');
    await turn();
    expect(written).toEqual(texts.map((text) => ['orderUpdated', text]));
  },
);
