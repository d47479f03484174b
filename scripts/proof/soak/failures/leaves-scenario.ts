/**
 * `check` writes each failure as a scenario file. `touchstone replay` of that file fails on the known-bad member and passes in
 * the plain sandbox.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFECTS } from '../../../../gateway/defects/index.ts';
import { startSandbox } from '../../../../platform-sim/sandbox.ts';
import { commandIn } from '../../../cli/testing/command-in.ts';

/** Drawn by seed from the members of the catalogue that allow such a file (about three of four), with the check that kills each. */
export const LEAVING: readonly (readonly [defect: string, check: string])[] = [
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

interface Report {
  readonly checks: readonly {
    readonly id: string;
    readonly counterexample?: { readonly scenario?: string; readonly replay?: string; readonly unconfirmed?: string };
  }[];
}

/** Describes what is wrong with the scenario file of a failed check; undefined if nothing is. */
export async function wrongWithScenario(name: string, id: string): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'failing-'));
  try {
    const { run } = commandIn(folder);
    await using sandbox = await startSandbox({
      clock: 'virtual',
      defects: DEFECTS.filter((defect) => defect.name === name),
    });
    await writeFile(join(folder, 'bad.json'), JSON.stringify(sandbox.profile));
    const target = ['--target', 'bad.json'];
    // A layer may replay what it has seen before, so /me and an order come first.
    const select = ['auth/me-serves-who-calls', 'ord/submit-serves-the-order-row', id];
    const options = [...select.flatMap((one) => ['--select', one]), '--no-preflight', '--quiet', '--out', 'report'];
    const checked = await run(['check', ...target, ...options]);
    if (checked.status !== 1) return `check ended with ${checked.status}: ${checked.err}`;
    const { checks } = JSON.parse(await readFile(join(folder, 'report', 'report.json'), 'utf8')) as Report;
    const { scenario = '', replay, unconfirmed } = checks.find((row) => row.id === id)?.counterexample ?? {};
    if (unconfirmed !== undefined) return `not confirmed: ${unconfirmed}`;
    const file = join('report', scenario);
    if (replay !== `touchstone replay ${file} --target bad.json --reset`) return `the report names ${replay}`;
    const good = await run(['replay', file]);
    if (good.status !== 0) return `in the plain sandbox: ${good.out}`;
    const bad = await run(['replay', file, ...target, '--reset']);
    return bad.status === 1 ? undefined : `on the known-bad member: ${bad.out}`;
  } finally {
    await rm(folder, { recursive: true });
  }
}
