import { expect, test } from 'vitest';
import { FramesOut } from './frames-out.ts';
import type { FrameFate } from './socket-edge.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** What reached the wire, where the frame `struck` meets this fate. */
function framesOut(fate: FrameFate) {
  const wire: string[] = [];
  const out = new FramesOut({
    connection: {
      send: (text) => wire.push(text),
      cut: (text) => wire.push(`half of ${text}`),
      close: (code) => wire.push(`close ${code}`),
      onMessage: () => undefined,
      onClose: () => undefined,
      bufferedBytes: 0,
    },
    edge: {
      handshake: () => undefined,
      firstFrame: () => undefined,
      frame: (_place, text) => (text === 'struck' ? Promise.resolve(fate) : undefined),
    },
    placeOf: (frame) => ({ member: 'm', socket: 'trading', orgId: 1, frame }),
    unsentBytes: 1_000,
    overrun: () => wire.push('overrun'),
  });
  return { out, wire };
}

test.each<[FrameFate, readonly string[]]>([
  [{ act: 'cut' }, ['before', 'half of struck']],
  [{ act: 'close', code: 4000 }, ['before', 'close 4000']],
  [{ act: 'drop' }, ['before', 'with it', 'later']],
])('after a fate of %j nothing is written that it does not let pass', async (fate, written) => {
  const { out, wire } = framesOut(fate);
  for (const text of ['before', 'struck', 'with it']) out.send('orderUpdated', text);
  await turn();
  out.send('orderUpdated', 'later');
  await turn();
  expect(wire).toEqual(written);
});
