/** Every incident of the library fails against known-bad members. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFECTS } from '../../gateway/defects/index.ts';
import { startSandbox } from '../../platform-sim/sandbox.ts';
import { runCommandLine } from './command-line.ts';

const LIBRARY = new URL('../../scenarios/library/', import.meta.url);

/** A defect that an incident detects, and the part of the answer that shows it. */
const INCIDENTS: readonly (readonly [scenario: string, defect: string, seen: RegExp])[] = [
  ['202-then-poll', 'a-202-without-location', /header location: expected/],
  ['answer-lost', 'a-replay-of-another-body', /body leavesQty: expected the decimal 3, seen "7"/],
  ['retry-storm', 'a-retry-under-way-has-its-own-effect', /body orderId: expected/],
  ['retry-storm', 'a-retry-under-way-is-refused', /status: expected 201/],
  ['one-key-sent-at-once', 'a-retry-under-way-is-refused', /status: expected 201/],
  ['name-re-bound', 'a-name-that-was-refused-refuses-its-orders', /status: expected 201, seen 422/],
  ['minute-turns', 'rate-ceiling-is-retryable', /body error\.retryable: expected false, seen true/],
  ['config-pending-race', 'a-second-document-is-stale', /code: expected CONFIG_PENDING, seen CONFIG_SEQ_CONFLICT/],
  ['config-pending-race', 'a-stale-document-is-told-no-etag', /header etag: expected/],
  ['config-pending-race', 'a-stale-document-is-told-what-it-named', /body error\.currentVersion: expected/],
  ['walk-under-writes', 'a-walk-loses-rows-once-others-are-written', /body items: expected/],
  ['walk-under-writes', 'another-limit-makes-a-cursor-bad', /status: expected 200, seen 400/],
  ['a-ticket-spent-twice', 'a-spent-ticket-opens', /status: expected not 1xx, seen 101/],
  [
    'session-expires-during-a-burst-of-orders',
    'a-session-goes-on-past-its-expiry',
    /session: expected closed, seen open/,
  ],
  [
    'renewal-in-the-last-lead-time',
    'a-renewed-session-is-never-hinted-at-again',
    /frame: expected a frame of sessionExpiring, seen nothing/,
  ],
  ['renewal-with-another-principal', 'any-principal-renews', /code: expected FORBIDDEN_PRINCIPAL, seen nothing/],
  [
    'revoked-between-handshake-and-first-frame',
    'who-was-revoked-is-greeted',
    /frame event: expected "sessionClosing", seen "sessionOpened"/,
  ],
  [
    'capability-cleared-in-an-open-session',
    'the-orders-of-a-session-follow-what-its-user-holds-by-now',
    /frame globalSequence: expected a match of .*, seen nothing/,
  ],
  [
    'a-key-across-a-roll',
    'the-retry-of-a-write-that-was-lost-is-refused-for-good',
    /status: expected 201, seen 409 IDEMPOTENCY_KEY_REUSED/,
  ],
  [
    'a-cursor-across-a-roll',
    'a-walk-loses-rows-once-others-are-written',
    /body items\[0\]\.orderId: expected "\d+", seen nothing/,
  ],
  ['no-tickets-on-the-older-member', 'an-older-member-mints-tickets', /status: expected 404, seen 200/],
  ['no-tickets-on-the-older-member', 'an-older-member-answers-405-of-tickets', /status: expected 404, seen 405/],
  [
    'a-refusal-without-the-full-envelope',
    'a-refusal-that-an-older-member-recorded-is-replayed-without-requestid-and-retryable',
    /body error\.retryable: expected false, seen nothing/,
  ],
  ['a-stalled-member', 'a-key-not-looked-up-answers-202', /status: expected 503, seen 202/],
  ['a-stalled-member', 'not-serving-is-not-retryable', /body error\.retryable: expected true, seen false/],
  [
    'a-crash-between-send-and-answer',
    'the-retry-of-a-write-that-was-lost-is-refused-for-good',
    /status: expected 201, seen 409/,
  ],
  ['a-read-fails-twice', 'accountid-0-is-no-filter', /status: expected 400, seen 200/],
  ['an-owner-slow-then-gone', 'an-owner-away-is-not-retryable', /body error\.retryable: expected true, seen false/],
  [
    'an-owner-slow-then-gone',
    'an-operation-is-forgotten-after-a-202',
    /status: expected 200, seen 404 UNKNOWN_OPERATION/,
  ],
  ['an-owner-slow-then-gone', 'a-settled-key-answers-409', /status: expected 201, seen 409/],
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

/** Scenarios on a running clock, where only waiting works. */
const SESSIONS = [
  'a-ticket-spent-twice',
  'session-expires-during-a-burst-of-orders',
  'renewal-in-the-last-lead-time',
  'renewal-with-another-principal',
  'revoked-between-handshake-and-first-frame',
  'capability-cleared-in-an-open-session',
];

/** Scenarios of rolls, crashes and absent members, which do not depend on the clock. */
const WINDOWS = [
  'a-key-across-a-roll',
  'a-cursor-across-a-roll',
  'no-tickets-on-the-older-member',
  'a-refusal-without-the-full-envelope',
  'a-stalled-member',
  'a-crash-between-send-and-answer',
  'an-owner-slow-then-gone',
];

test.each([...SESSIONS, ...WINDOWS])('%s passes on a running clock', async (scenario) => {
  await using sandbox = await startSandbox({ seed: 7, clock: { rate: 20 } });
  const profile = join(folder, `${scenario}-scaled.json`);
  await writeFile(profile, JSON.stringify(sandbox.profile));
  const { status, out } = await replayed(scenario, profile);
  expect(status, out).toBe(0);
});

test('every incident of the library is in the table', async () => {
  const files = (await readdir(LIBRARY)).map((file) => file.replace(/\.yaml$/, ''));
  expect([...new Set(INCIDENTS.map(([scenario]) => scenario))].sort()).toEqual(files.sort());
});
