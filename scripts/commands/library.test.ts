/** Every incident of the library can be told from a member that handles it wrongly: each fails against known-bad ones. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFECTS } from '../../gateway/defects/index.ts';
import { startSandbox } from '../../platform-sim/sandbox.ts';
import { runCommandLine } from './command-line.ts';

const LIBRARY = new URL('../../scenarios/library/', import.meta.url);

/** What a known-bad member does in an incident, and the part of the answer that gives it away. */
const INCIDENTS: readonly (readonly [scenario: string, defect: string, seen: RegExp])[] = [
  ['202-then-poll', 'accepted-without-location', /header location: expected/],
  ['answer-lost', 'replays-the-row-as-it-is-now', /body leavesQty: expected the decimal 3, seen "0"/],
  ['retry-storm', 'retry-in-flight-is-another-write', /body orderId: expected/],
  ['retry-storm', 'retry-in-flight-is-refused', /status: expected 201/],
  ['name-re-bound', 'resolves-names-before-the-key', /status: expected 201, seen 422/],
  ['minute-turns', 'lets-retry-what-the-ceiling-refused', /body error\.retryable: expected false, seen true/],
  ['config-pending-race', 'calls-a-pending-document-stale', /status: expected 409, seen 412/],
  ['config-pending-race', 'quotes-nothing-to-a-stale-document', /header etag: expected/],
  ['config-pending-race', 'names-no-version-to-a-stale-document', /body error\.currentVersion: expected/],
  ['walk-under-writes', 'walks-by-places', /body items: expected/],
  ['walk-under-writes', 'binds-a-cursor-to-its-limit', /status: expected 200, seen 400/],
  ['a-ticket-spent-twice', 'opens-twice-with-one-ticket', /status: expected not 1xx, seen 101/],
  ['session-expires-during-a-burst-of-orders', 'sessions-outlive-their-lease', /session: expected closed, seen open/],
  [
    'renewal-in-the-last-lead-time',
    'tells-of-expiry-once-a-session',
    /frame: expected a frame of sessionExpiring, seen nothing/,
  ],
  ['renewal-with-another-principal', 'renews-for-anybody', /code: expected FORBIDDEN_PRINCIPAL, seen nothing/],
  [
    'revoked-between-handshake-and-first-frame',
    'opens-after-access-was-revoked',
    /frame event: expected "sessionClosing", seen "sessionOpened"/,
  ],
  [
    'capability-cleared-in-an-open-session',
    'grant-follows-the-records',
    /frame globalSequence: expected a match of .*, seen nothing/,
  ],
  ['a-key-across-a-roll', 'takes-anothers-key-for-used', /status: expected 201, seen 409 IDEMPOTENCY_KEY_REUSED/],
  [
    'a-cursor-across-a-roll',
    'starts-over-at-a-cursor-of-another-process',
    /body items\[0\]\.orderId: expected "\d+", seen "\d+"/,
  ],
  ['no-tickets-on-the-older-member', 'mints-tickets-too-early', /status: expected 404, seen 200/],
  ['no-tickets-on-the-older-member', 'knows-the-ticket-route-too-early', /code: expected ROUTE_NOT_FOUND, seen METHOD/],
  [
    'a-refusal-without-the-full-envelope',
    'replays-anothers-refusal-as-an-older-member',
    /body error\.retryable: expected false, seen nothing/,
  ],
  ['a-stalled-member', 'unreadable-key-is-accepted', /status: expected 503, seen 202/],
  ['a-stalled-member', 'takes-not-serving-for-final', /body error\.retryable: expected true, seen false/],
  ['a-crash-between-send-and-answer', 'takes-anothers-key-for-used', /status: expected 201, seen 409/],
  ['a-read-fails-twice', 'takes-account-0-for-every-account', /status: expected 400, seen 200/],
  ['an-owner-slow-then-gone', 'takes-an-absent-owner-for-final', /body error\.retryable: expected true, seen false/],
  ['an-owner-slow-then-gone', 'operation-under-way-is-unknown', /status: expected 200, seen 404 UNKNOWN_OPERATION/],
  ['an-owner-slow-then-gone', 'applies-again-after-a-202', /body orderId: expected "\d+", seen "\d+"/],
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'library-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function replayed(scenario: string, profile: string): Promise<{ readonly status: number; readonly out: string }> {
  let out = '';
  const status = await runCommandLine(
    ['replay', new URL(`${scenario}.yaml`, LIBRARY).pathname, '--target', profile, '--reset'],
    {
      stdout: { write: (text) => (out += text) },
      stderr: { write: (text) => (out += text) },
      env: {},
      cwd: folder,
      interrupted: new AbortController().signal,
    },
  );
  return { status, out };
}

test.each(INCIDENTS)('%s fails on a member that %s', async (scenario, name, seen) => {
  const defect = DEFECTS.find((known) => known.name === name);
  expect(defect, `no known-bad member ${name}`).toBeDefined();
  await using sandbox = await startSandbox({ seed: 7, defects: defect === undefined ? [] : [defect] });
  const profile = join(folder, `${scenario}-${name}.json`);
  await writeFile(profile, JSON.stringify(sandbox.profile));
  const { status, out } = await replayed(scenario, profile);
  expect(out).toMatch(seen);
  expect(status, out).toBe(1);
});

/** Time that passes by itself, where nothing but waiting helps. */
const SESSIONS = [
  'a-ticket-spent-twice',
  'session-expires-during-a-burst-of-orders',
  'renewal-in-the-last-lead-time',
  'renewal-with-another-principal',
  'revoked-between-handshake-and-first-frame',
  'capability-cleared-in-an-open-session',
];

/** A roll, a crash and a member that is away are the same whatever moves the time. */
const WINDOWS = [
  'a-key-across-a-roll',
  'a-cursor-across-a-roll',
  'no-tickets-on-the-older-member',
  'a-refusal-without-the-full-envelope',
  'a-stalled-member',
  'a-crash-between-send-and-answer',
  'an-owner-slow-then-gone',
];

test.each([...SESSIONS, ...WINDOWS])('%s passes on a clock that moves by itself', async (scenario) => {
  await using sandbox = await startSandbox({ seed: 7, clock: { rate: 20 } });
  const profile = join(folder, `${scenario}-scaled.json`);
  await writeFile(profile, JSON.stringify(sandbox.profile));
  const { status, out } = await replayed(scenario, profile);
  expect(status, out).toBe(0);
});

test('every incident of the library stands in the table', async () => {
  const files = (await readdir(LIBRARY)).map((file) => file.replace(/\.yaml$/, ''));
  expect([...new Set(INCIDENTS.map(([scenario]) => scenario))].sort()).toEqual(files.sort());
});
