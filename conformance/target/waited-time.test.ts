import { expect, test } from 'vitest';
import { WaitedTime } from './waited-time.ts';

test('waits side by side count once, and one that has not ended counts up to now', async () => {
  let nowMs = 0;
  const waited = new WaitedTime({
    startedAtMs: 0,
    nowMs: () => nowMs,
    sleep: async () => {},
    after: () => ({ cancel() {} }),
  });
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  nowMs = 100;
  const waits = [waited.during(first.promise), waited.during(second.promise)];
  nowMs = 300;
  expect(waited.ms()).toBe(200);
  first.resolve();
  await waits[0];
  nowMs = 400;
  second.resolve();
  await waits[1];
  nowMs = 900;
  expect(waited.ms()).toBe(300);
});
