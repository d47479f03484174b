/** A sandbox that ends in the middle of a run, and its control plane with it: the run stops as it does without one. */
import { expect, test } from 'vitest';
import { exitStatus } from '../../conformance/runner/gate/exit-status.ts';
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import { startSandbox } from '../../platform-sim/sandbox.ts';
import { alarms } from './judged-against.ts';
import { fastStopwatch } from './suite/fast-stopwatch.ts';
import { judgedByProfile, SEED } from './suite/judged-by-profile.ts';

const checks = await loadChecks();
const some = checks.filter(({ id, waits }) => /^(idem|auth|rid)\//.test(id) && waits === undefined);

/** Of the suite's time: it waits long before it gives a target up. */
const RATE = 10;

/** The check that is under way then has members restarted, or faults set, or neither. */
test.each([60, 150, 300])('after %i requests', { timeout: 300_000 }, async (served) => {
  const sandbox = await startSandbox({ clock: 'real', seed: SEED, members: [] });
  let sent = 0;
  let closed: Promise<void> | undefined;
  const record = await judgedByProfile({ ...sandbox.profile, limits: { timeoutMs: 1_000 * RATE } }, some, {
    resetBetweenChecks: false,
    runs: 3,
    stopwatch: fastStopwatch(RATE),
    through: (transport) => ({
      ...transport,
      send(request) {
        sent += 1;
        if (sent === served) closed = sandbox.close();
        return transport.send(request);
      },
    }),
  });
  await closed;
  expect(alarms(record.checks)).toEqual([]);
  expect([record.run.stopped, exitStatus(record)]).toEqual(['target lost', 4]);
  expect(record.run.cause).toMatch(/ECONNREFUSED/);
  expect(record.run.cause).not.toContain('\n');
});

test('a control plane that is there no more, of a member that is', { timeout: 300_000 }, async () => {
  await using sandbox = await startSandbox({ clock: 'real', seed: SEED, members: [] });
  let sent = 0;
  const { createServer, request: forward } = await import('node:http');
  const plane = createServer((incoming, response) => {
    const { method, url, rawHeaders } = incoming;
    const up = forward(new URL(url ?? '/', sandbox.controlUrl), { method, headers: rawHeaders }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.rawHeaders);
      answer.pipe(response);
    });
    incoming.pipe(up);
  });
  await new Promise<void>((resolve) => plane.listen(0, '127.0.0.1', resolve));
  const control = `http://127.0.0.1:${(plane.address() as { port: number }).port}`;
  const record = await judgedByProfile({ ...sandbox.profile, control }, some, {
    resetBetweenChecks: false,
    runs: 3,
    stopwatch: fastStopwatch(RATE),
    through: (transport) => ({
      ...transport,
      send(request) {
        sent += 1;
        if (sent === 150) {
          plane.close();
          plane.closeAllConnections();
        }
        return transport.send(request);
      },
    }),
  });
  expect(alarms(record.checks)).toEqual([]);
  expect([record.run.stopped, exitStatus(record)]).toEqual(['target lost', 4]);
  expect(record.run.cause).toMatch(/control plane/);
});
