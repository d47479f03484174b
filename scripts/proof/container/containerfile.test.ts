import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { serveIn } from './in-root.ts';
import { stages } from './stand-in.ts';

test('our Containerfile names its base without a host, and its last stage runs nothing', () => {
  const [build, last] = stages();
  expect(stages().map(({ base }) => base)).toEqual(Array(2).fill(expect.stringMatching(/^node:24[a-z0-9.-]*$/)));
  const runs = [build, last].map((stage) => stage?.steps.filter(({ instruction }) => instruction === 'RUN').length);
  expect(runs).toEqual([expect.toSatisfy((count: number) => count > 0), 0]);
});

test('a signal to what has ended goes to no other process', async () => {
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  const served = serveIn({ root: '/nowhere', workdir: '/' }, ['true']);
  await once(served.process, 'exit');
  expect(() => served.signal('SIGTERM')).toThrow('it has ended');
  expect(kill).not.toHaveBeenCalled();
  kill.mockRestore();
});
