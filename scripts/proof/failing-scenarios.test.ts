/**
 * A failure that `check` finds is left as a scenario file, which `touchstone replay` fails on the known-bad member and
 * passes in the plain sandbox. The rows were drawn by seed from those of the
 * catalogue that such a file can be made for (about three of four), with the check that kills each.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFECTS } from '../../gateway/defects/index.ts';
import { startSandbox } from '../../platform-sim/sandbox.ts';
import { runCommandLine } from '../cli/command-line.ts';

const ROWS: readonly (readonly [defect: string, check: string])[] = [
  ['what-is-not-known-is-refused-before-queries-are-closed', 'ver/older-collections-are-whole'],
  ['no-intake-has-another-code', 'err/no-intake'],
  ['a-replayed-refusal-does-not-say-so', 'idem/owner-refusal-spends-the-key'],
  ['retryable-turned', 'err/failures-are-told-by-the-rules'],
  ['exponents-are-taken', 'mon/exponent-money-is-refused'],
  ['a-quantity-off-the-grid-is-refused-with-malformed', 'wss/write-refusal-codes'],
  ['orders-are-listed-as-they-were', 'pos/read-reflects-the-write'],
  ['a-key-of-another-operation-replays-its-first-response', 'idem/key-is-bound-to-its-operation'],
  ['a-name-within-a-comment-is-replaced', 'alg/names-become-ids'],
  ['the-cancel-of-an-unknown-order-is-refused-with-not-found', 'wss/write-refusal-codes'],
  ['an-execution-states-neither-fee-nor-asset', 'exe/charge-is-a-positive-exact-fee'],
  ['an-account-name-not-held-answers-404', 'ord/unheld-account-name'],
  ['sessionclosing-under-two-names', 'wss/revoked-before-the-first-frame'],
  ['no-capabilities-in-me', 'auth/me-serves-who-calls'],
  ['another-withdraws', 'auth/proposer-and-approver'],
  ['a-new-user-has-no-capabilities', 'reg/user-is-created-and-restated'],
  ['an-instance-s-orders-from-the-oldest-on', 'page/algos'],
  ['anyone-halts', 'alg/writes-need-algos-manage'],
  ['a-page-without-its-time', 'pos/page-agrees-with-its-headers'],
  ['the-market-data-handshake-answers-404', 'mkt/opens-without-credential'],
  ['a-ticket-may-be-kept-ten-seconds', 'tkt/ticket-is-minted'],
  ['a-walk-ends-after-a-page', 'page/walk-at-rest'],
  ['prevcursor-leads-on', 'page/walk-back'],
  ['a-grant-that-is-not-empty-adds', 'cap/put-replaces-the-whole-set'],
  ['a-reason-without-a-refusal', 'alg/verdict-moves-a-document-once'],
  ['an-unknown-op-closes-the-session', 'wss/refusal-frame'],
  ['another-principal-ends-the-lease-a-minute-early', 'wss/another-principal-renews-nothing'],
  ['a-member-of-0-4-3-takes-the-display-name-of-an-account-in-an-order', 'ver/older-orders-take-no-alias'],
  ['a-ticket-inside-an-envelope', 'tkt/ticket-is-minted'],
  ['a-202-without-location', 'idem/slow-write-answers-202'],
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'failing-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function touchstone(...args: readonly string[]) {
  const said = { out: '', err: '' };
  const status = await runCommandLine(args, {
    stdout: { write: (text) => (said.out += text) },
    stderr: { write: (text) => (said.err += text) },
    env: {},
    cwd: folder,
    interrupted: new AbortController().signal,
  });
  return { status, ...said };
}

interface Told {
  readonly checks: readonly {
    readonly id: string;
    readonly counterexample?: { readonly scenario?: string; readonly replay?: string; readonly unconfirmed?: string };
  }[];
}

test.concurrent.each(ROWS)('%s leaves a scenario, found by %s', async (name, id) => {
  const defects = DEFECTS.filter((defect) => defect.name === name);
  expect(defects).toHaveLength(1);
  await using sandbox = await startSandbox({ clock: 'virtual', defects });
  await writeFile(join(folder, `${name}.json`), JSON.stringify(sandbox.profile));
  const target = ['--target', `${name}.json`];
  // A layer may lend what it has seen before: /me and an order come first.
  const select = ['auth/me-serves-who-calls', 'ord/submit-serves-the-order-row', id].flatMap((one) => [
    '--select',
    one,
  ]);
  const checked = await touchstone('check', ...target, ...select, '--no-preflight', '--quiet', '--out', name);
  expect(checked.status, checked.err).toBe(1);
  const { checks } = JSON.parse(await readFile(join(folder, name, 'report.json'), 'utf8')) as Told;
  const { scenario = '', replay, unconfirmed } = checks.find((row) => row.id === id)?.counterexample ?? {};
  expect(unconfirmed).toBeUndefined();
  const file = join(name, scenario);
  expect(replay).toBe(`touchstone replay ${file} --target ${name}.json --reset`);
  expect((await touchstone('replay', file)).status).toBe(0);
  const bad = await touchstone('replay', file, ...target, '--reset');
  expect(bad.status, bad.out).toBe(1);
});
