/** Members, their routing and rolls over the control plane: answers, effects, refusals. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SamplePlane, samplePlane, shapeOf } from '../testing/sample-plane.ts';

let plane: SamplePlane;

beforeEach(async () => {
  plane = await samplePlane();
});

afterEach(async () => {
  expect(plane.failures).toEqual([]);
  await plane.close();
});

test.each([
  ['GET', '/members', undefined, 200, { items: [{ name: 'm1', surfaces: { algos: true }, primed: true }] }],
  ['GET', '/processes', undefined, 200, { items: [{ kind: 'sandbox', active: true, members: [{ name: 'm1' }] }] }],
  ['POST', '/members/m1/deploy', { surfaces: { algos: false } }, 200, { surfaces: { algos: false, intake: true } }],
  ['POST', '/members/m1/restart', undefined, 200, { name: 'm1' }],
  ['POST', '/members/m1/restart', { catchUp: 'when told' }, 200, { name: 'm1' }],
  ['POST', '/members/m1/catch-up', undefined, 200, { name: 'm1' }],
  ['POST', '/members', { version: '0.13.0', weight: 2 }, 201, { name: 'm1' }],
  ['GET', '/members/m1', undefined, 200, { name: 'm1', state: 'serving', position: 42, lag: 0, skew: 0 }],
  ['POST', '/members/m1/crash', undefined, 200, { name: 'm1' }],
  ['POST', '/members/m1/stall', undefined, 200, { name: 'm1' }],
  ['POST', '/members/m1/lag', { by: '2s' }, 200, { name: 'm1' }],
  ['POST', '/members/m1/skew', { by: '-3s' }, 200, { name: 'm1' }],
  ['GET', '/routing', undefined, 200, { route: 'round-robin', namesMember: false }],
  ['POST', '/routing', { namesMember: true }, 200, { route: 'round-robin' }],
  ['GET', '/rolls', undefined, 200, { items: [] }],
  ['POST', '/rolls', { to: '0.13.0' }, 201, { id: 'r1', seed: 7, state: 'planned', every: 10_000 }],
  [
    'POST',
    '/rolls',
    { plan: [{ member: 'm1', do: 'restart' }], every: '1s' },
    201,
    { seed: null, steps: [{ member: 'm1', do: 'restart', done: false, atNs: null }], every: 1000 },
  ],
])('%s %s %j with %d', async (method, path, body, status, expected) => {
  const answer = await plane.send(method, path, body);
  expect(answer).toMatchObject({ status, body: expected });
  expect(shapeOf(method, path)?.safeParse(answer.body).error).toBeUndefined();
});

test.each([
  ['restart', {}, 'restart at once'],
  ['restart', { catchUp: 'when told' }, 'restart when told'],
  ['crash', undefined, 'crash at once'],
  ['crash', { catchUp: 'when told' }, 'crash when told'],
  ['catch-up', undefined, 'catch-up'],
  ['stall', undefined, 'stall'],
  ['resume', undefined, 'resume'],
  ['drain', undefined, 'drain'],
  ['return', undefined, 'return'],
  ['lag', { by: '2s' }, 'lag 2000'],
  ['skew', { by: '-3s' }, 'skew -3000'],
])('POST /members/m1/%s %j calls: %s', async (does, body, told) => {
  expect(await plane.send('POST', `/members/m1/${does}`, body)).toMatchObject({ status: 200 });
  expect(plane.told).toEqual([told]);
});

test.each([
  [
    'an unknown surface',
    'POST',
    '/members/m1/deploy',
    { surfaces: { sockets: true } },
    400,
    /^body\.surfaces: .*sockets/,
  ],
  ['an unknown member', 'POST', '/members/m9/deploy', { surfaces: {} }, 404, /there are m1/],
  ['the last member', 'DELETE', '/members/m1', undefined, 409, /^m1 is the last member/],
  ['an unknown version', 'POST', '/members', { version: '1.0.0' }, 400, /^body\.version: /],
  ['a negative lag', 'POST', '/members/m1/lag', { by: '-1s' }, 400, /^body\.by: nothing is heard/],
  ['a skew of an age', 'POST', '/members/m1/skew', { by: '-4000d' }, 400, /^body\.by: ten years/],
  ['an unknown route', 'POST', '/routing', { route: 'fairly' }, 400, /^body\.route: /],
  [
    'a step that cannot be',
    'POST',
    '/rolls',
    { plan: [{ member: 'm1', do: 'drain' }] },
    400,
    /^plan\[0\]: nobody is left without m1/,
  ],
  [
    'a stated plan with a target version',
    'POST',
    '/rolls',
    { plan: [{ member: 'm1', do: 'restart' }], to: '0.13.0' },
    400,
    /a plan that is stated has no from, to or back/,
  ],
  ['an unknown roll', 'POST', '/rolls/r9/start', undefined, 404, /there is no roll r9/],
])('%s: refused', async (_, method, path, body, status, message) => {
  expect(await plane.send(method, path, body)).toMatchObject({
    status,
    body: { error: { message: expect.stringMatching(message) } },
  });
  expect(plane.told).toEqual([]);
});

test('the last member of the platform process is kept, though others have members', async () => {
  const [m1] = plane.controlled.members();
  plane.controlled.members = () => [m1, { ...m1, name: 'm2' }] as never;
  const message = 'm1 is the last member of the platform process, which keeps one: drain it';
  expect(await plane.send('DELETE', '/members/m1')).toMatchObject({ status: 409, body: { error: { message } } });
});
