import { expect, test, vi } from 'vitest';
import type { Clock } from '../../../gateway/platform-port.ts';
import type { SentFrame } from '../../../gateway/sockets/frame-tap.ts';
import { samplePlane } from '../../testing/sample-plane.ts';
import type { Controlled } from '../controlled.ts';
import { EXCHANGES_KEPT } from '../exchanges.ts';
import { FRAMES_KEPT } from '../frames.ts';
import { eventStream } from './event-stream.ts';

const EXCHANGE = {
  ...{ atNs: '1', member: 'm1', requestId: null, method: 'GET', path: '/ '.repeat(1_000) },
  ...{ status: 404, key: null, refused: null },
};

const FRAME: SentFrame = {
  ...{ atNs: '1', member: 'm1', session: 'm1-1', socket: 'market-data', caller: null },
  ...{ event: 'quote', text: JSON.stringify({ data: { instrument: 'x '.repeat(1_000) } }) },
};

test.each([
  ['exchange', EXCHANGES_KEPT, ({ exchanges }: Controlled) => exchanges.record(EXCHANGE)],
  ['frame', FRAMES_KEPT, ({ frames }: Controlled) => frames.tap.heard?.(FRAME)],
])(
  'a slow reader costs no memory: the %ss that are no longer kept when it reads on are counted',
  async (of, kept, happens) => {
    const plane = await samplePlane();
    try {
      let tick: () => void = () => {};
      let ticking = true;
      const after: Clock['after'] = (_, __, run) => {
        tick = run;
        // A tick ends by asking for the next one.
        ticking = false;
        return { cancel: () => {} };
      };
      const stream = eventStream(
        { ...plane.controlled, machineClock: { nowNs: () => 0n, after } },
        { exchange: 0, position: 0, pass: 0 },
      );
      await vi.waitFor(() => expect(ticking).toBe(false));
      const more = async (count: number) => {
        for (let i = 0; i < count; i += 1) happens(plane.controlled);
        ticking = true;
        tick();
        await vi.waitFor(() => expect(ticking).toBe(false));
      };
      await more(kept);
      const unread = stream.readableLength;
      await more(2 * kept);
      expect(stream.readableLength).toBe(unread);
      expect(String(stream.read())).not.toContain('event: gap');
      await more(1);
      expect(String(stream.read())).toContain(`event: gap\ndata: {"of":"${of}","lost":${kept + 1}}\n`);
      stream.destroy();
    } finally {
      await plane.close();
    }
  },
);
