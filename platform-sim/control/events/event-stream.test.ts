import { expect, test, vi } from 'vitest';
import type { Clock } from '../../../gateway/platform-port.ts';
import { samplePlane } from '../../testing/sample-plane.ts';
import { EXCHANGES_KEPT } from '../exchanges.ts';
import { eventStream } from './event-stream.ts';

const EXCHANGE = {
  ...{ atNs: '1', member: 'm1', requestId: null, method: 'GET', path: '/ '.repeat(1_000) },
  ...{ status: 404, key: null, refused: null },
};

test('a slow reader costs no memory: what is no longer kept when it reads on is counted', async () => {
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
      { exchange: 0, position: 0 },
    );
    await vi.waitFor(() => expect(ticking).toBe(false));
    const more = async (count: number) => {
      for (let i = 0; i < count; i += 1) plane.controlled.exchanges.record(EXCHANGE);
      ticking = true;
      tick();
      await vi.waitFor(() => expect(ticking).toBe(false));
    };
    await more(EXCHANGES_KEPT);
    const unread = stream.readableLength;
    await more(2 * EXCHANGES_KEPT);
    expect(stream.readableLength).toBe(unread);
    expect(String(stream.read())).not.toContain('event: gap');
    await more(1);
    expect(String(stream.read())).toContain(`event: gap\ndata: {"of":"exchange","lost":${EXCHANGES_KEPT + 1}}\n`);
    stream.destroy();
  } finally {
    await plane.close();
  }
});
