/** What a profile forbids is forbidden to every command that sends: one line that names the key, status 2, nothing sent. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Entry, entryLine } from '../../conformance/member/effects/entry.ts';
import { scenarioCases } from '../api/scenario-cases.ts';
import { commandIn } from './testing/command-in.ts';
import { testFolder } from './testing/test-folder.ts';

const folder = testFolder();
let server: Server;
let baseUrl: string;
let received: string[] = [];
beforeAll(async () => {
  server = createServer(({ method, url }, response) => {
    received.push(`${method} ${url}`);
    response.writeHead(404, { 'Content-Type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  received = [];
});
afterAll(async () => {
  server.close();
});

const step = (text: string): string => `id: a\nstory: s\ncalm:\n  - ${text}\n`;
const SCENARIOS = {
  order: step('{ as: trader, request: POST /orders, body: {} }'),
  op: 'id: a\nstory: s\ncalm:\n  - { open: t, as: trader }\n  - { op: submit, on: t, params: {} }\n',
  'sent op': 'id: a\nstory: s\ncalm:\n  - { open: t, as: trader }\n  - { send: t, frame: { op: cancel } }\n',
  'sent text': `id: a\nstory: s\ncalm:\n  - { open: t, as: trader }\n  - { send: t, text: '{"op" : "submit"' }\n`,
  fault:
    'id: a\nstory: s\nstorm:\n  - fault: { on: { owner: orders }, delay: 1s }\ncalm:\n  - { as: trader, request: GET /me }\n',
  reset: 'id: a\nstory: s\ncalm:\n  - { as: trader, request: GET /me }\n',
} as const;

const FORBIDDEN = {
  production: [{ production: true, limits: { writes: true, destructive: true } }, /the profile says production: true/],
  guard: [
    { guard: ['127.*'], limits: { writes: true, destructive: true } },
    /matches 127\.\* \(guard of the profile\)/,
  ],
  'limits.writes: false': [{ limits: { writes: false } }, /limits\.writes of the profile is false/],
} as const;

async function files(scenario: keyof typeof SCENARIOS, more: object) {
  const { file, run } = commandIn(folder);
  const sockets = { trading: `${baseUrl.replace('http', 'ws')}/v1/ws/trading` };
  const profile = { baseUrl, sockets, control: baseUrl, principals: { trader: { token: 'a-token' } }, ...more };
  const [played, target] = [await file('a.yaml', SCENARIOS[scenario]), await file('profile.json', profile)];
  return { profile, run, played, target };
}

describe.each(Object.keys(FORBIDDEN) as (keyof typeof FORBIDDEN)[])('%s', (key) => {
  const [more, words] = FORBIDDEN[key];

  test.each(Object.keys(SCENARIOS) as (keyof typeof SCENARIOS)[])('replay --target of %s', async (scenario) => {
    const { run, played, target } = await files(scenario, more);
    const { status, err, out } = await run([
      'replay',
      played,
      '--target',
      target,
      ...(scenario === 'reset' ? ['--reset'] : []),
    ]);
    expect([status, out]).toEqual([2, '']);
    expect(err).toMatch(words);
    expect(received).toEqual([]);
  });

  test('replay --shrink', async () => {
    const { run, played, target } = await files('order', more);
    const { status, err } = await run(['replay', played, '--target', target, '--shrink']);
    expect(status).toBe(2);
    expect(err).toMatch(words);
    expect(received).toEqual([]);
  });

  test('cleanup', async () => {
    const { run, target } = await files('order', more);
    const sent = { what: 'sent', n: 1, check: 'ord/one', actor: 'trader', method: 'POST', path: '/orders' } as const;
    const entries: readonly Entry[] = [
      { what: 'run', run: 'ts1', startedAt: '2026-01-05T00:00:00.000Z', baseUrl, target },
      { ...sent, key: 'ts-1', name: 'ts-1', isOwn: true },
      { what: 'made', n: 1, row: '/orders/5' },
    ];
    const record = await commandIn(folder).file('effects.jsonl', entries.map((entry) => entryLine(entry)).join(''));
    const { status, err } = await run(['cleanup', record]);
    expect(status).toBe(2);
    expect(err).toMatch(words);
    expect(received).toEqual([]);
  });

  test('a scenario as a test, with reset', async () => {
    const { profile } = await files('reset', more);
    const [only] = await scenarioCases(join(folder, 'a.yaml'), { target: profile, reset: true });
    await expect(only?.run()).rejects.toThrow(words);
    expect(received).toEqual([]);
  });
});

describe('the host of the profile is guarded, also where --base-url names another', () => {
  test.each([
    [{ baseUrl: 'https://gateway.prod.test' }],
    [{ sockets: { trading: 'wss://sockets.prod.test/v1/ws/trading' } }],
    [{ control: 'https://control.prod.test' }],
  ])('%j', async (addresses) => {
    const { run, played, target } = await files('order', {
      guard: ['*.prod.test'],
      limits: { writes: true },
      ...addresses,
    });
    const { status, err } = await run(['replay', played, '--target', target, '--base-url', baseUrl]);
    expect(status).toBe(2);
    expect(err).toMatch(/the host .*\.prod\.test .* matches \*\.prod\.test \(guard of the profile\)/);
    expect(received).toEqual([]);
  });

  test('so is one that --base-url names', async () => {
    const { run, played, target } = await files('order', {
      baseUrl: 'http://localhost:1',
      guard: ['127.*'],
      limits: { writes: true },
    });
    const { status, err } = await run(['replay', played, '--target', target, '--base-url', baseUrl]);
    expect([status, received]).toEqual([2, []]);
    expect(err).toMatch(/guard of the profile/);
  });
});

test('a deployed target is not written to unless its profile says so', async () => {
  const { run, played, target } = await files('order', { control: undefined });
  const { status, err } = await run(['replay', played, '--target', target]);
  expect([status, received]).toEqual([2, []]);
  expect(err).toMatch(/the profile does not say limits\.writes: true/);
});
