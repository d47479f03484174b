/** Whether a sandbox is ready, over its control port; and that the gateway's port knows neither health nor metrics. */
import { expect, test } from 'vitest';
import { health } from '../control/health-shapes.ts';
import { folder, type Scene, scene } from '../testing/sample-scene.ts';
import { noneTakes } from './readiness.ts';

const TWO = [{ version: '0.14.0' }, { version: '0.14.0' }] as const;
const LOG =
  'the log can no longer be written (ENOSPC): reads continue, writes are refused, and all answered writes are safe; free space and start again';

type Step = (at: Scene) => Promise<unknown>;
const does =
  (...paths: readonly string[]): Step =>
  async (at) => {
    for (const path of paths)
      await at.operate(`/members/${path}`, path.endsWith('restart') ? { catchUp: 'when told' } : undefined);
  };
const fullDisk: Step = async (at) => {
  at.add({ on: { edge: 'log' }, fail: 'disk full', times: 1 });
  await at.order();
};
const afterReset: Step = async (at) => {
  await fullDisk(at);
  await at.operate('/reset', {});
};

// biome-ignore format: an aligned table
const STATES: readonly (readonly [string, Step, string | undefined])[] = [
  ['at the start',                    does(),                                              undefined],
  ['one drained',                     does('m1/drain'),                                    undefined],
  ['one crashed',                     does('m1/crash'),                                    undefined],
  ['one that waits to catch up',      does('m1/restart'),                                  undefined],
  ['one drained, the other stalled',  does('m1/drain', 'm2/stall'),                        undefined],
  ['all drained',                     does('m1/drain', 'm2/drain'),                        'every member is drained'],
  ['all drained, one returned',       does('m1/drain', 'm2/drain', 'm2/return'),           undefined],
  ['all wait to catch up',            does('m1/restart', 'm2/restart'),                    'no member has caught up with the platform'],
  ['one drained, the other waits',    does('m1/drain', 'm2/restart'),                      'no member has caught up with the platform'],
  ['a full disk',                     fullDisk,                                            LOG],
  ['a new log after a full disk',     afterReset,                                          undefined],
];

test.each(STATES)('%s', async (_, step, why) => {
  const at = await scene({ members: TWO, data: folder() });
  await step(at);
  const { status, body } = await at.control('GET', '/health');
  expect(health.safeParse(body).error).toBeUndefined();
  const isReady = why === undefined;
  expect([status, body.ready, body.why, body.role]).toEqual([isReady ? 200 : 503, isReady, why, 'sandbox']);
  const metrics = await fetch(`${at.sandbox.controlUrl}/metrics`);
  expect(await metrics.text()).toContain(`\ntouchstone_ready{role="sandbox"} ${Number(isReady)}\n`);
});

test('a process without members is still catching up', () =>
  expect(noneTakes([])).toBe('no member has caught up with the platform'));

test('each world has its own readiness', async () => {
  const at = await scene();
  await at.sandbox.createWorld({ name: 'w' });
  await at.operate('/worlds/w/members/m1/drain');
  const statusOf = async (path: string) => (await at.control('GET', path)).status;
  expect([await statusOf('/worlds/w/health'), await statusOf('/health')]).toEqual([503, 200]);
});

test.each(['/health', '/metrics', '/worlds/default/metrics'])('%s is no route of the gateway', async (path) => {
  const { sandbox } = await scene();
  const answer = await fetch(sandbox.baseUrl + path);
  expect([answer.status, await answer.json()]).toMatchObject([404, { error: { code: 'ROUTE_NOT_FOUND' } }]);
});
