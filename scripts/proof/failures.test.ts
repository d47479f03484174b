/**
 * `check` writes each failure as a scenario file. `touchstone replay` of that file fails on the known-bad member and passes in
 * the plain sandbox.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFECTS } from '../../gateway/defects/index.ts';
import { startSandbox } from '../../platform-sim/sandbox.ts';
import { commandIn } from '../cli/testing/command-in.ts';

/** Drawn by seed from the members of the catalogue that allow such a file, with the check that kills each. */
const LEAVING = [
  ['what-is-not-known-is-refused-before-queries-are-closed', 'ver/older-collections-are-whole'],
  ['sessionclosing-under-two-names', 'wss/revoked-before-the-first-frame'],
  ['a-reason-without-a-refusal', 'alg/verdict-moves-a-document-once'],
] as const;

interface Report {
  readonly checks: readonly {
    readonly id: string;
    readonly counterexample?: { readonly scenario?: string; readonly replay?: string; readonly unconfirmed?: string };
  }[];
}

/** Describes what is wrong with the scenario file of a failed check; undefined if nothing is. */
async function wrongWithScenario(name: string, id: string): Promise<string | undefined> {
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

test.concurrent.each(LEAVING)('%s leaves a scenario, found by %s', async (name, id) => {
  expect(await wrongWithScenario(name, id)).toBeUndefined();
});
