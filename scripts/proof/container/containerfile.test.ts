import { expect, test } from 'vitest';
import { stages } from './stand-in.ts';

test('our Containerfile names its base without a host, and its last stage runs nothing', () => {
  const [build, last] = stages();
  expect(stages().map(({ base }) => base)).toEqual(Array(2).fill(expect.stringMatching(/^node:24[a-z0-9.-]*$/)));
  const runs = [build, last].map((stage) => stage?.steps.filter(({ instruction }) => instruction === 'RUN').length);
  expect(runs).toEqual([expect.toSatisfy((count: number) => count > 0), 0]);
});
