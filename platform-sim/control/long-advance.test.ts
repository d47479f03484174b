/** Long advances are bounded, list a limited number of runs, and stop when the client disconnects. */
import { request } from 'undici';
import { expect, test } from 'vitest';
import { sandboxOf } from '../testing/sample-caller.ts';
import { clientOf } from '../testing/sample-world.ts';

const DAY_NS = 86_400_000_000_000n;

test.each(['32d', '3652d', 1e308])('by %s is refused', async (by) => {
  const { control } = clientOf(await sandboxOf());
  const { status, body } = await control('POST', '/clock/advance', { by });
  expect([status, body.error]).toEqual([
    400,
    { code: 'MALFORMED_REQUEST', message: 'body.by: 31d at once are the most' },
  ]);
});

test('stops when its client disconnects, and the clock accepts the next', async () => {
  const sandbox = await sandboxOf();
  const startNs = sandbox.clock.nowNs();
  const caller = new AbortController();
  const asked = request(`${sandbox.controlUrl}/clock/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"by":"31d"}',
    signal: caller.signal,
  });
  while (sandbox.clock.nowNs() === startNs) await new Promise((resolve) => setImmediate(resolve));
  caller.abort();
  await expect(asked).rejects.toThrow('abort');
  // Queued behind the one that was stopped.
  await sandbox.clock.advance(0);
  expect(sandbox.clock.nowNs() - startNs).toBeLessThan(31n * DAY_NS);
});

test('lists at most a thousand runs, and counts all timers', async () => {
  const sandbox = await sandboxOf();
  for (let n = 0; n < 1_500; n += 1) sandbox.clock.after(1, `timer ${n}`, () => {});
  const { body } = await clientOf(sandbox).control('POST', '/clock/advance', { by: '1ms' });
  expect([body.fired.length, body.ran]).toEqual([1_000, 1_500]);
});

test('a world whose clock would overflow is refused', async () => {
  const { control } = clientOf(await sandboxOf());
  const { status, body } = await control('POST', '/worlds', { clock: { rate: 1e308 } });
  expect([status, body.error.code]).toEqual([400, 'MALFORMED_REQUEST']);
});

test.each(['k'.repeat(900_000), 'k'.repeat(65), '', 'a key'])(
  'a fault for a key that no client can send is refused',
  async (key) => {
    const { control } = clientOf(await sandboxOf());
    const { status, body } = await control('POST', '/faults', { on: { key }, drop: 'command' });
    expect([status, body.error.code, body.error.message.length < 500]).toEqual([400, 'MALFORMED_REQUEST', true]);
  },
);
