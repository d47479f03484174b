import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Stopwatch } from '../../conformance/runner/stopwatch.ts';
import { readScenario } from '../../scenarios/index.ts';
import { KeptIncident } from './kept-incident.ts';
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
  const incident = new KeptIncident({ file, log, loaded: undefined, story: 'Recorded.', stopwatch });
  const observer = log.observer((path) => ({ role: 'gateway', path }));
  const send = (path: string) => {
    const seen = observer.request({ method: 'GET', path, headers: [] });
    seen.answered({ status: 401, headers: [] });
    seen.ended(null);
  };
  const paths = async () => [...(await readFile(file, 'utf8')).matchAll(/GET (\S+)/g)].map(([, path]) => path);
  return { folder, file, stopwatch, incident, send, paths };
}

test('the file is brought up to date while the recording goes on, whole each time', async () => {
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
