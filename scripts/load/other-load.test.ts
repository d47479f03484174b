import { spawn } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import { besideLine, partOfOthers, processorTimes } from './other-load.ts';

test.each([
  ['only the measurement itself', { total: 200, busy: 90, own: 80 }, 0],
  ['half of the machine', { total: 200, busy: 140, own: 80 }, 0.5],
  ['nothing moved', { total: 100, busy: 40, own: 30 }, undefined],
])('%s', (_, to, expected) => {
  expect(partOfOthers({ total: 100, busy: 40, own: 30 }, to)).toBe(expected);
});

test('a busy process counts as other load, unless it belongs to the measurement', async () => {
  const child = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const both = () => [processorTimes([]), processorTimes([child.pid ?? 0])] as const;
  const from = both();
  await startStopwatch().sleep(500);
  const to = both();
  const [withIt, withoutIt] = [partOfOthers(from[0], to[0]), partOfOthers(from[1], to[1])];
  if (withIt === undefined || withoutIt === undefined) return;
  expect(withIt).toBeGreaterThan(withoutIt);
});

test.each([
  [[], 'the load by other processes is not known on this system'],
  [[0.01, 0.03], "others took 2 % of the machine's processors, 3 % at the most"],
  [
    [0.1, 0.5],
    "others took 30 % of the machine's processors, 50 % at the most: the machine was busy, so a missed bound counts only if a quiet one misses it",
  ],
])('%j is summarised in one line', (parts, line) => {
  expect(besideLine(parts)).toBe(line);
});
