import { describe, expect, test } from 'vitest';
import type { SentFrame } from '../../gateway/sockets/frame-tap.ts';
import { FRAMES_KEPT, Frames } from './frames.ts';

const SENT: SentFrame = {
  ...{ atNs: '1', member: 'm1', session: 'm1-3', socket: 'trading' },
  ...{ caller: { orgId: 1, userId: 2 }, event: 'sessionOpened', text: '{}' },
};

function framesOf(exchanges = 0) {
  return new Frames(
    () => exchanges,
    ({ userId }) => `user ${userId}`,
  );
}

test('nothing is kept before the first reader, and nothing after the last', () => {
  const frames = framesOf();
  expect(frames.tap.heard).toBeUndefined();
  const [first, second] = [frames.watch(), frames.watch()];
  frames.tap.heard?.(SENT);
  first();
  first();
  frames.tap.heard?.(SENT);
  expect([frames.count(), frames.whole(1)?.n, frames.whole(2)?.n]).toEqual([2, 1, 2]);
  second();
  expect([frames.tap.heard, frames.whole(1), frames.after(0)]).toEqual([undefined, undefined, []]);
});

test('the last thousands are kept, oldest first', () => {
  const frames = framesOf(7);
  frames.watch();
  for (let n = 0; n < FRAMES_KEPT + 2; n += 1) frames.tap.heard?.(SENT);
  const kept = frames.after(0);
  expect([kept.length, kept[0]?.view.n, kept.at(-1)?.view.n]).toEqual([FRAMES_KEPT, 3, FRAMES_KEPT + 2]);
  expect(frames.after(FRAMES_KEPT + 1)).toMatchObject([{ exchanges: 7, view: { n: FRAMES_KEPT + 2 } }]);
  expect([frames.whole(2), frames.whole(0), frames.whole(Number.NaN)]).toEqual([undefined, undefined, undefined]);
});

describe('a frame is shown with what it says of itself', () => {
  const data = (value: object) => JSON.stringify({ data: value });
  test.each<[string, string, object]>([
    ['sessionOpened', data({ capabilities: [] }), { topic: null, position: null, principal: 'user 2' }],
    ['orderUpdated', data({ globalSequence: '57' }), { topic: 'orders', position: 57 }],
    ['executionRecorded', data({ globalSequence: '58' }), { topic: 'executions', position: 58 }],
    ['quote', data({ instrument: 'BTC-USD' }), { topic: 'quotes:BTC-USD', position: null }],
    ['orderUpdated', data({ globalSequence: 'x' }), { topic: 'orders', position: null }],
    ['orderUpdated', 'garbled', { topic: 'orders', position: null, sent: 'garbled' }],
    ['orderUpdated', 'null', { position: null, sent: null }],
    ['sessionOpened', data({ token: 'short' }), { sent: { data: { token: '[not shown]' } } }],
  ])('%s %s', (event, text, shown) => {
    const frames = framesOf();
    frames.watch();
    frames.tap.heard?.({ ...SENT, event, text });
    expect(frames.whole(1)).toMatchObject({ n: 1, session: 'm1-3', event, ...shown });
  });

  test('and without a principal before op auth', () => {
    const frames = framesOf();
    frames.watch();
    frames.tap.heard?.({ ...SENT, caller: null });
    expect(frames.whole(1)?.principal).toBeNull();
  });
});
