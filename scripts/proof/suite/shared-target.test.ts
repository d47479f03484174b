/**
 * Runs the writing checks, with only `limits.writes`, on a system that people use. Rows from before the run are unchanged, and
 * the rows of the run are ended or on the list of remaining rows. Then a run is killed and cleaned up.
 */
import { expect, test } from 'vitest';
import type { Entry } from '../../../conformance/member/effects/entry.ts';
import { remaining } from '../../../conformance/member/effects/remains.ts';
import { profileOf } from '../../../conformance/member/profile/read-profile.ts';
import { connect } from '../../../conformance/member/target.ts';
import { loadChecks } from '../../../conformance/runner/plan/load-checks.ts';
import { clearUp } from '../../../conformance/runner/run/clear-up.ts';
import { freshKeys } from '../../../conformance/runner/run/fresh-keys.ts';
import { run } from '../../../conformance/runner/run/run.ts';
import type { Sandbox } from '../../../platform-sim/sandbox.ts';
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import { fastStopwatch } from './fast-stopwatch.ts';
import { SEED } from './judged-by-profile.ts';

const checks = await loadChecks();
const writing = checks.filter(({ id, needs, waits }) => {
  const isOfRecords = /^(alg|auth|cred|idem|match|mon|ord|pol|reg|surface)\//.test(id);
  return isOfRecords && needs.includes('writes') && waits === undefined;
});

/** The speed of the sandbox's and the suite's clocks, so that waits are shorter. */
const RATE = 10;
const TIMEOUT_MS = 10_000;

const COLLECTIONS = ['/orgs', '/users', '/credentials', '/accounts', '/account-addresses', '/portfolios'].concat([
  '/asset-policies',
  '/chain-policies',
  '/trading-policies',
  '/orders',
  '/algos/instances',
]);
type Rows = ReadonlyMap<string, string>;

/** All rows, as two of its users see them. */
async function rowsOf(sandbox: Sandbox): Promise<Rows> {
  const seen = new Map<string, string>();
  for (const who of ['admin', 'outsider'] as const) {
    for (const path of COLLECTIONS) {
      const page = await asked(sandbox, who, 'GET', path);
      for (const row of (page as { items: Record<string, unknown>[] }).items) {
        seen.set(`${path}/${Object.values(row)[0]}`, JSON.stringify(row));
      }
    }
  }
  return seen;
}

let keys = 0;

async function asked(sandbox: Sandbox, who: 'admin' | 'trader' | 'outsider', method: string, path: string, body = {}) {
  keys += 1;
  const key = `people-work-${keys}`;
  const order = path === '/orders' && method === 'POST' ? { clientOrderId: key } : {};
  const response = await fetch(sandbox.baseUrl + path, {
    method,
    headers: {
      Authorization: `Bearer ${await tokenOf(sandbox, who)}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify({ ...order, ...body }) }),
  });
  expect([path, response.ok]).toEqual([path, true]);
  return (await response.json()) as unknown;
}

async function tokenOf({ profile }: Sandbox, who: 'admin' | 'trader' | 'outsider'): Promise<string> {
  const { clientId, clientSecret } = profile.principals[who];
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const body = new URLSearchParams({ ...form, audience: profile.identity.audience });
  const granted = (await (await fetch(profile.identity.tokenEndpoint, { method: 'POST', body })).json()) as object;
  return String((granted as { access_token: unknown }).access_token);
}

/** A sandbox with a running instance and a resting order. */
async function inUse(): Promise<Sandbox> {
  const sandbox = await startSandbox({ clock: { rate: RATE }, seed: SEED });
  const { account, instrument, algoInstance } = sandbox.profile.fixtures;
  if (algoInstance === undefined) throw new Error('the world has no instance');
  await asked(sandbox, 'admin', 'POST', `/algos/instances/${algoInstance.id}/start`);
  const resting = { accountId: account.id, instrumentId: instrument.id, side: 'BUY', price: '50', qty: '1' };
  await asked(sandbox, 'trader', 'POST', '/orders', resting);
  return sandbox;
}

type OnEffect = (entry: Entry) => void;

async function shared(sandbox: Sandbox, recorded: Entry[], onEffect: OnEffect = (entry) => void recorded.push(entry)) {
  const { control: _, strict: __, ...profile } = sandbox.profile;
  const stopwatch = fastStopwatch(RATE);
  const freshKey = freshKeys(SEED, stopwatch.startedAtMs);
  const limits = { writes: true, timeoutMs: TIMEOUT_MS * RATE, requestsPerSecond: 10_000, requestsAtOnce: 4 };
  const options = { stopwatch, freshKey, userAgent: 'touchstone', onEffect, recorded: [...recorded] };
  const target = await connect(profileOf({ ...profile, limits }, 'the sandbox'), options);
  const selection = { select: [], requirements: [], readOnly: false };
  const running = { checks: writing, target, selection, stopwatch, freshKey, seed: SEED, version: '0', runs: 3 };
  const effects = { name: 'effects.jsonl', entries: recorded, add: onEffect };
  return { target, stopwatch, onEffect, run: () => run({ ...running, effects, resetBetweenChecks: false }) };
}

/** Rows of the run that are neither ended nor on the list. */
function unlisted(before: Rows, after: Rows, listed: readonly { readonly row: string }[]): readonly string[] {
  const ENDED = /"status":"(CANCELLED|DELETED|WITHDRAWN|RETIRED|REVOKED|REJECTED|AWAITING_ADMISSION)"/;
  const made = [...after].filter(([row]) => !before.has(row));
  return made
    .filter(([row, text]) => !ENDED.test(text) && !listed.some((one) => one.row === row))
    .map(([, text]) => text);
}

function changed(before: Rows, after: Rows): readonly string[] {
  return [...before].filter(([row, text]) => after.get(row) !== text).map(([row]) => row);
}

test('rows from before the run are unchanged, and rows of the run are ended or listed', {
  timeout: 300_000,
}, async () => {
  await using sandbox = await inUse();
  const before = await rowsOf(sandbox);
  const { target, run: running } = await shared(sandbox, []);
  const record = await running();
  await target.close();
  const after = await rowsOf(sandbox);
  expect(record.summary.fail).toBe(0);
  expect(after.size).toBeGreaterThan(before.size);
  expect(changed(before, after)).toEqual([]);
  expect(unlisted(before, after, record.run.left?.rows ?? [])).toEqual([]);
});

test('after a crash the record of effects is sufficient for the clean-up', { timeout: 300_000 }, async () => {
  await using sandbox = await inUse();
  const before = await rowsOf(sandbox);
  const record: Entry[] = [];
  // The suite records an effect before it sends the request. If recording fails, nothing is sent, as after a crash.
  const untilTheCrash = (entry: Entry) => {
    if (remaining(record).length >= 3) throw new Error('the process is gone');
    record.push(entry);
  };
  const first = await shared(sandbox, record, untilTheCrash);
  await first.run().catch(() => undefined);
  await first.target.close();
  expect(remaining(record).length).toBe(3);
  const second = await shared(sandbox, record);
  const { left } = await clearUp({ ...second, entries: record, onEffect: second.onEffect, boundMs: 60_000 });
  await second.target.close();
  const after = await rowsOf(sandbox);
  expect(left.filter(({ why }) => !/nothing takes such a row away/.test(why))).toEqual([]);
  expect(changed(before, after)).toEqual([]);
  expect(unlisted(before, after, left)).toEqual([]);
});
