/** Key material can never be read again (CRED-05): the test searches every byte that a sandbox emits for parts of its legs. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { leakOf } from '../../../gateway/testing/sample-material.ts';
import type { SandboxProfile } from '../../../platform-sim/hosting/profile.ts';
import { askEverything, MATERIAL } from './ask-everything.ts';

const TOUCHSTONE = fileURLToPath(new URL('../../touchstone.mjs', import.meta.url));
const leakIn = leakOf(...MATERIAL);

/** Statuses and codes that must have occurred; otherwise the search would prove little. */
const STATUSES = [200, 201, 202, 400, 403, 404, 405, 409, 413, 422, 429, 500, 503];
const CODES = [
  'MALFORMED_REQUEST',
  'CAPABILITY_DENIED',
  'AWAITING_ADMISSION',
  'FORBIDDEN_PRINCIPAL',
  'ORG_NOT_ACTIVE',
  'ROUTE_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'NOT_FOUND',
  'IDEMPOTENCY_KEY_REUSED',
  'INTAKE_KEY_REUSED',
  'INTAKE_UNAVAILABLE',
  'RATE_LIMITED',
  'INBOX_FULL',
  'INTERNAL_ERROR',
  'PAYLOAD_TOO_LARGE',
  'VENUE_UNSUPPORTED',
  'UNKNOWN_OPERATION',
  'WRONG_CREDENTIAL',
  'CONNECTION_DOWN',
  'SCOPE_INSUFFICIENT',
];

test.each([
  ['as a person runs it', []],
  ['as a program runs it', ['--json']],
])('a sandbox %s reveals none of the key material that it received', async (_, options) => {
  const cwd = await mkdtemp(join(tmpdir(), 'touchstone-'));
  const ports = ['--port', '0', '--control-port', '0', '--clock', 'virtual', '--profile-out', 'profile.json'];
  const child = spawn(process.execPath, [TOUCHSTONE, 'sandbox', ...ports, ...options], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(cwd, { recursive: true });
  });
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  await once(child.stdout, 'data');
  const profile = JSON.parse(await readFile(join(cwd, 'profile.json'), 'utf8')) as SandboxProfile;

  const { answers, statuses, codes } = await askEverything(profile);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  const [stdout, stderr] = await printed;
  const files = await Promise.all(
    (await readdir(cwd, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8')),
  );

  const leaks = answers.filter((answer) => leakIn(answer.text) !== undefined).map(({ asked }) => asked);
  expect(leaks).toEqual([]);
  for (const written of [stdout, stderr, ...files]) expect(leakIn(written)).toBeUndefined();

  expect(STATUSES.filter((status) => !statuses.has(status))).toEqual([]);
  expect(CODES.filter((code) => !codes.has(code))).toEqual([]);
  expect(files.length).toBeGreaterThan(0);
  if (options.length === 0) expect(stdout).toMatch(/POST \/credentials +400/);
});
