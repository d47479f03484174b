/** What a profile forbids is forbidden to every command that sends: one line that names the key, status 2, nothing sent. */
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { entryLine } from '../../../conformance/member/effects/entry.ts';
import { startStub } from '../../../conformance/testing/stub-member.ts';
import { scenarioCases } from '../../api/scenario-cases.ts';
import { calm, reads, testShell } from '../testing/test-folder.ts';

const received: string[] = [];
const member = await startStub(({ method, url }) => {
  received.push(`${method} ${url}`);
  return { status: 404, body: {} };
});
afterAll(() => member.close());
beforeEach(() => {
  received.length = 0;
});

const OPEN = '{ open: t, as: trader }';
const SCENARIOS = {
  order: calm('a', '{ as: trader, request: POST /orders, body: {} }'),
  op: calm('a', OPEN, '{ op: submit, on: t, params: {} }'),
  'sent op': calm('a', OPEN, '{ send: t, frame: { op: cancel } }'),
  'sent text': calm('a', OPEN, `{ send: t, text: '{"op" : "submit"' }`),
  fault: calm('a', reads()).replace('calm:', 'storm:\n  - fault: { on: { owner: orders }, delay: 1s }\ncalm:'),
  reset: calm('a', reads()),
} as const;

const { baseUrl } = member;
const sent = { what: 'sent', n: 1, check: 'ord/one', actor: 'trader', method: 'POST', path: '/orders' } as const;
const effects = [
  { what: 'run', run: 'ts1', startedAt: '2026-01-05T00:00:00.000Z', baseUrl, target: 'profile.json' },
  { ...sent, key: 'ts-1', name: 'ts-1', isOwn: true },
  { what: 'made', n: 1, row: '/orders/5' },
] as const;
const shell = testShell({ 'effects.jsonl': effects.map((entry) => entryLine(entry)).join('') });

async function profile(more: object) {
  const sockets = { trading: `${baseUrl.replace('http', 'ws')}/v1/ws/trading` };
  const of = { baseUrl, sockets, control: baseUrl, principals: { trader: { token: 'a-token' } }, ...more };
  await shell.file('profile.json', of);
  return of;
}

/** Runs a command on a scenario and a profile; what it says, once it is seen that it sent nothing. */
async function refused(scenario: keyof typeof SCENARIOS, more: object, ...args: readonly string[]): Promise<string> {
  await shell.file('a.yaml', SCENARIOS[scenario]);
  await profile(more);
  const replay = ['replay', 'a.yaml', '--target', 'profile.json', ...args];
  const { status, err, out } = await shell.run(args[0] === 'cleanup' ? args : replay);
  expect([status, out, received]).toEqual([2, '', []]);
  return err;
}

const WRITES = { writes: true, destructive: true };

describe.each<[string, object, RegExp]>([
  ['production', { production: true, limits: WRITES }, /the profile says production: true/],
  ['guard', { guard: ['127.*'], limits: WRITES }, /matches 127\.\* \(guard of the profile\)/],
  ['limits.writes: false', { limits: { writes: false } }, /limits\.writes of the profile is false/],
])('%s', (_, more, words) => {
  test.each(Object.keys(SCENARIOS) as (keyof typeof SCENARIOS)[])('replay --target of %s', async (scenario) => {
    expect(await refused(scenario, more, ...(scenario === 'reset' ? ['--reset'] : []))).toMatch(words);
  });

  test.each([['--shrink'], ['cleanup', 'effects.jsonl']])('%s', async (...args) => {
    expect(await refused('order', more, ...args)).toMatch(words);
  });

  test('a scenario as a test, with reset', async () => {
    await shell.file('a.yaml', SCENARIOS.reset);
    const [only] = await scenarioCases(join(shell.folder, 'a.yaml'), { target: await profile(more), reset: true });
    await expect(only?.run()).rejects.toThrow(words);
    expect(received).toEqual([]);
  });
});

test.each([
  [{ baseUrl: 'https://gateway.prod.test' }],
  [{ sockets: { trading: 'wss://sockets.prod.test/v1/ws/trading' } }],
  [{ control: 'https://control.prod.test' }],
  [{ baseUrl: 'http://localhost:1', guard: ['127.*'] }],
])('the hosts of the profile are guarded where --base-url names another, and so is that one: %j', async (addresses) => {
  const more = { guard: ['*.prod.test'], limits: { writes: true }, ...addresses };
  const said = await refused('order', more, '--base-url', baseUrl);
  expect(said).toMatch(/the host .* matches (\*\.prod\.test|127\.\*) \(guard of the profile\)/);
});

test('a deployed target is not written to unless its profile says so', async () => {
  expect(await refused('order', { control: undefined })).toMatch(/the profile does not say limits\.writes: true/);
});
