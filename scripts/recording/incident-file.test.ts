import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Stopwatch } from '../../conformance/runner/stopwatch.ts';
import { readScenario } from '../../scenarios/index.ts';
import { IncidentFile } from './incident-file.ts';
import { TrafficLog } from './traffic-log.ts';

/** Time that a test moves: `fire` calls the next timer. */
function handMoved(): Stopwatch & { fire(): void } {
  const timers: { run: () => void }[] = [];
  return {
    startedAtMs: 0,
    nowMs: () => 0,
    sleep: async () => {},
    after(_, run) {
      const timer = { run };
      timers.push(timer);
      return { cancel: () => void timers.splice(timers.indexOf(timer), 1) };
    },
    fire: () => timers.shift()?.run(),
  };
}

async function started() {
  const folder = await mkdtemp(join(tmpdir(), 'kept-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const stopwatch = handMoved();
  const log = new TrafficLog(stopwatch);
  const file = join(folder, 'incident.yaml');
  const incident = new IncidentFile({ file, log, loaded: undefined, story: 'Recorded.', stopwatch });
  const observer = log.observer((path) => ({ role: 'gateway', path }));
  const send = (path: string) => {
    const seen = observer.request({ method: 'GET', path, headers: [] });
    seen.answered({ status: 401, headers: [] });
    seen.ended(null);
  };
  const paths = async () => [...(await readFile(file, 'utf8')).matchAll(/GET (\S+)/g)].map(([, path]) => path);
  return { folder, file, stopwatch, incident, log, send, paths };
}

test('the file is rewritten as a whole while the recording runs', async () => {
  const { folder, file, stopwatch, send, paths } = await started();
  send('/me');
  stopwatch.fire();
  await expect.poll(() => paths().catch(() => [])).toEqual(['/me']);
  send('/orders');
  await expect.poll(() => stopwatch.fire() ?? paths()).toEqual(['/me', '/orders']);
  readScenario(await readFile(file, 'utf8'), file);
  expect(await readdir(folder)).toEqual(['incident.yaml']);
});

test('at the end it is complete, and no timer writes it again', async () => {
  const { file, stopwatch, incident, send, paths } = await started();
  send('/me');
  expect(await incident.finish()).toMatchObject({ requests: 1, sockets: 0, messages: 0, actions: 0, missing: [] });
  expect(await paths()).toEqual(['/me']);
  await rm(file);
  send('/orders');
  stopwatch.fire();
  await expect(paths()).rejects.toThrow('ENOENT');
});

test('where nothing was sent there is no file', async () => {
  const { folder, incident } = await started();
  expect(await incident.finish()).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
});

const DEEP = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
const DEEP_OBJECT = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;

/** What of a foreign message may come: the parts that differ from a usual one. */
test.each<
  readonly [string, { method?: string; path?: string; body?: string; headers?: [string, string][]; status?: number }]
>([
  ['lists in lists', { body: DEEP }],
  ['objects in objects', { body: DEEP_OBJECT }],
  ['a lone surrogate', { body: '{"nextCursor":"\\ud800","code":"\\udfff"}', path: '/orders?cursor=%ED%A0%80' }],
  ['prototypes', { body: '{"__proto__":{"a":1},"constructor":{"prototype":1}}' }],
  ['null for all', { body: 'null' }],
  ['half of JSON', { body: '{"items":[' }],
  ['escapes that decode to nothing', { path: '/orders/%zz?x=%' }],
  ['control bytes', { path: '/orders/\u0001\u001b[31m', body: '"\u0000"', headers: [['X-Request-Id', '\u0007']] }],
  ['an absolute target', { path: 'http://[::1/orders' }],
  ['status 999', { status: 999 }],
  ['a token that is none', { headers: [['Authorization', 'Bearer a.%%%.b']] }],
])(
  'a message with %s costs the others nothing',
  async (_, { method = 'POST', path = '/orders', body = '{}', headers = [], status = 200 }) => {
    const { file, incident, log, send } = await started();
    send('/before');
    const seen = log.observer((at) => ({ role: 'gateway', path: at })).request({ method, path, headers });
    seen.sent(Buffer.from(body));
    seen.answered({ status, headers });
    seen.received(Buffer.from(body));
    seen.ended(null);
    const socket = log
      .observer((at) => ({ role: 'gateway', path: at, socket: 'trading' }))
      .handshake({ method: 'GET', path, headers });
    socket.answered({ status: 101, headers });
    socket.ended(null);
    socket.frame('client', body);
    socket.frame('target', body);
    socket.closed({ code: 999, reason: path, by: 'target' });
    send('/after');
    await incident.finish();
    const text = await readFile(file, 'utf8');
    expect(text).toContain('GET /before');
    expect(text).toContain('GET /after');
    readScenario(text, file);
  },
);
