import { expect, test } from 'vitest';
import { cursorOf } from './control/events/event-stream.ts';
import type { World } from './hosting/world.ts';
import { MARKS_KEPT } from './marks.ts';
import { scene } from './testing/sample-scene.ts';

test('deploys, crashes, resets and clock steps are marked with the exchanges before them', async () => {
  const at = await scene({ clock: 'virtual', seed: 1 });
  const { marks, exchanges } = at.sandbox.world('default') as World;
  await at.operate('/members/m1/deploy', { version: '0.12.0' });
  await at.operate('/members/m1/deploy', { surfaces: { algos: false }, weight: 2 });
  await at.operate('/members/m1/restart', {});
  await at.operate('/members', { version: '0.13.0' });
  await at.control('DELETE', '/members/m2');
  await at.operate('/faults', { on: { edge: 'inbox', command: 'submit' }, crash: true, times: 1 });
  await at.trader.order('main').catch(() => undefined);
  await at.operate('/members/m1/crash', {});
  await at.operate('/clock/advance', { by: '2s' });
  await at.operate('/snapshots', { name: 's' });
  const before = exchanges.count();
  await at.operate('/reset', { seed: 7 });
  await at.operate('/snapshots/s/restore');
  expect(marks.after(0).map(({ kind, text }) => [kind, text])).toEqual([
    ['deploy', 'm1 restarted at 0.12.0'],
    ['deploy', 'm1 deployed: algos off, weight 2'],
    ['deploy', 'm1 restarted at 0.12.0'],
    ['deploy', 'm2 added at 0.13.0'],
    ['deploy', 'm2 removed'],
    ['crash', 'm1 crashed by fault f1'],
    ['crash', 'm1 crashed'],
    ['clock', 'clock moved by 2 s'],
    ['reset', 'reset to seed 7'],
    ['reset', 'restored to snapshot s'],
  ]);
  expect(marks.after(8)).toMatchObject([
    { n: 9, exchanges: before },
    { n: 10, position: at.sandbox.platform.head() },
  ]);
});

test('changes of the rate of a scaled clock are marked, and the last marks are kept', async () => {
  const at = await scene({ clock: { rate: 60 } });
  const { marks } = at.sandbox.world('default') as World;
  for (const rate of [0, 10]) await at.operate('/clock/rate', { rate });
  expect(marks.after(0).map(({ text }) => text)).toEqual(['clock stopped', 'clock runs at x10']);
  for (let n = 0; n < MARKS_KEPT; n += 1) marks.add('clock', 'moved');
  expect([marks.count(), marks.after(0).length, marks.after(0)[0]?.n]).toEqual([MARKS_KEPT + 2, MARKS_KEPT, 3]);
});

test.each([
  ['1.2.3.4.5', { exchange: 1, position: 2, pass: 3, mark: 4, frame: 5 }],
  ['1.2.3.4', { exchange: 1, position: 2, pass: 3, mark: 4, frame: 0 }],
  ['1.2.3', { exchange: 1, position: 2, pass: 3, mark: 0, frame: 0 }],
  ['1.2', undefined],
  ['1.2.3.4.5.6', undefined],
])('the id %s of the stream is read', (id, cursor) => {
  expect(cursorOf(id)).toEqual(cursor);
});
