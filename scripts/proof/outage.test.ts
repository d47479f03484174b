/**
 * A platform process and a member on a real nats-server that is killed (SIGKILL) and started again on its store, after a
 * time within the lease and after one beyond it: no other process held the lease, so the platform continues.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import { startNats, type TestNats, WITHOUT_NATS } from '../../platform-sim/log/nats/testing/nats-server.ts';
import { freePort } from '../../platform-sim/testing/free-port.ts';
import { type OwnProcess, startOwn } from './testing/own-process.ts';

const JSON_HEADERS = { 'content-type': 'application/json' };
const stopwatch = startStopwatch();

describe.skipIf(WITHOUT_NATS !== undefined)('a NATS server that is away for a while', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-outage-'));
  let nats: TestNats;
  let platform: OwnProcess;
  let member: OwnProcess;
  let memberUrl: string;
  let authorization: string;
  const answered: string[] = [];

  beforeAll(async () => {
    nats = await startNats();
    const [controlPort, port] = (await Promise.all([freePort(), freePort()])).map(String) as [string, string];
    const profile = join(folder, 'profile.json');
    platform = startOwn(
      ['platform', '--platform', nats.url, '--control-port', controlPort, '--profile-out', profile, '--json'],
      folder,
    );
    await platform.ready;
    member = startOwn(['member', '--platform', nats.url, '--port', port, '--json'], folder);
    await member.ready;
    memberUrl = `http://127.0.0.1:${port}`;
    const minted = await fetch(`http://127.0.0.1:${controlPort}/identity/mint`, {
      ...{ method: 'POST', headers: JSON_HEADERS, body: JSON.stringify({ persona: 'trader' }) },
    });
    authorization = `Bearer ${((await minted.json()) as { readonly token: string }).token}`;
  }, 60_000);
  afterAll(async () => {
    await Promise.all([platform.kill(), member.kill()]);
    await nats[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  const submit = (key: string): Promise<Response> =>
    fetch(`${memberUrl}/orders`, {
      method: 'POST',
      headers: { ...JSON_HEADERS, authorization, 'idempotency-key': key },
      body: JSON.stringify({
        ...{ account: 'main', instrument: 'BTC-USD', clientOrderId: key },
        ...{ side: 'BUY', price: '50.00', qty: '1' },
      }),
    });
  const outcomeOf = async (key: string): Promise<unknown> => {
    const answer = await fetch(`${memberUrl}/operations/${key}`, { headers: { authorization } });
    const { outcome } = (await answer.json()) as { readonly outcome?: { readonly status: string } };
    return outcome?.status ?? answer.status;
  };

  test.each([
    ['within the lease', 3_000],
    ['beyond the lease', 7_000],
  ])('%s: the platform says so, continues, and has every answered write', async (_, ms) => {
    const before = platform.said().length;
    for (const key of ['a', 'b', 'c'].map((one) => `${one}-${ms}`)) {
      expect((await submit(key)).status).toBe(201);
      answered.push(key);
    }
    await nats.kill();
    await stopwatch.sleep(ms);
    const amid = submit(`amid-${ms}`);
    await nats.start();
    await amid;
    // A member that cannot ask the platform answers 503 at its write deadline, and the client sends the write again.
    await expect.poll(async () => (await submit(`amid-${ms}`)).status, { timeout: 5_000 }).toBe(201);
    await expect.poll(() => platform.said().slice(before), { timeout: 5_000 }).toMatch(/answers again/);
    // The lease of before the outage has ended by then, had nothing renewed it.
    await stopwatch.sleep(5_500);
    expect((await submit(`after-${ms}`)).status).toBe(201);
    answered.push(`amid-${ms}`, `after-${ms}`);
    await expect
      .poll(() => Promise.all(answered.map(outcomeOf)), { timeout: 5_000 })
      .toEqual(answered.map(() => 'SUCCEEDED'));
    expect(platform.said().slice(before).trim()).toMatch(
      /^touchstone: NATS does not answer at 127\.0\.0\.1:[0-9]+: nothing is sequenced until it does\ntouchstone: NATS answers again after [0-9]+ s: this process is still the active one$/,
    );
  });
});
