import { expect, test } from 'vitest';
import { startStopwatch } from './stopwatch.ts';

test('a time that is longer than any timer is not over at once', async () => {
  const stopwatch = startStopwatch();
  const over: string[] = [];
  const late = stopwatch.after(36_000_000_000, () => void over.push('after'));
  void stopwatch.sleep(36_000_000_000).then(() => over.push('sleep'));
  await stopwatch.sleep(20);
  late.cancel();
  expect(over).toEqual([]);
});
