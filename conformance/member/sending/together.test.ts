import { expect, test } from 'vitest';
import { together } from './together.ts';

test('no request leaves before the last one has its turn', async () => {
  const departure = together(2);
  let left = 0;
  const leave = async () => {
    await departure();
    left += 1;
  };
  const first = leave();
  await Promise.resolve();
  expect(left).toBe(0);
  await Promise.all([first, leave()]);
  expect(left).toBe(2);
});
