/** A deployed member whose profile states hooks: what they add, that a known-bad member is found, and that none is a false alarm. */
import { expect, test } from 'vitest';
import { isHook } from '../../conformance/member/hooks/hook-names.ts';
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import type { RunRecord } from '../../conformance/runner/record/run-record.ts';
import { DEFECTS } from '../../gateway/defects/index.ts';
import { testFolder } from '../cli/testing/test-folder.ts';
import { hooksBy, judgedWithHooks } from './suite/hooked-member.ts';

const folder = testFolder();
const all = await loadChecks();
const ofHooks = all.filter(({ needs }) => needs.some(isHook));
const shown = new Set(ofHooks.flatMap(({ proves }) => proves));
/** Without hooks, nothing but these checks can show the same requirements. */
const checks = all.filter(({ proves }) => proves.some((id) => shown.has(id)));
const hooks = (control: string) => hooksBy(control, folder);

const TIMEOUT = { timeout: 120_000 };

const passedBy = ({ requirements }: RunRecord) =>
  requirements.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id);

test('with hooks, at least ten requirements more pass, and none fails', TIMEOUT, async () => {
  const without = await judgedWithHooks({ checks, folder });
  const withThem = await judgedWithHooks({ checks, folder, hooks });
  const failing = withThem.checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive');
  expect(failing.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
  const before = new Set(passedBy(without));
  const added = passedBy(withThem).filter((id) => !before.has(id));
  expect(added.length, added.join(' ')).toBeGreaterThanOrEqual(10);
  expect(added).toEqual(expect.arrayContaining(['IDEM-11', 'IDEM-12', 'IDEM-13', 'ERR-21', 'AUTH-08', 'IDEM-09']));
  const { hooks: rows = [] } = withThem.run;
  expect(rows.filter(({ problem }) => problem !== undefined)).toEqual([]);
  expect(new Set(rows.map(({ hook }) => hook)).size).toBe(8);
});

test.each([
  ['a-202-without-location', 'idem/slow-write-answers-202', 'IDEM-11'],
  ['an-operation-is-forgotten-after-a-202', 'idem/operation-reaches-one-final-outcome', 'IDEM-12'],
  ['a-key-that-was-promised-is-another-write-once-it-has-settled', 'idem/settled-key-replays', 'IDEM-13'],
] as const)('%s is found by a hook', TIMEOUT, async (name, id, requirement) => {
  const defects = DEFECTS.filter((one) => one.name === name);
  expect(defects.map((one) => one.name)).toEqual([name]);
  const record = await judgedWithHooks({ checks: all.filter((one) => one.id === id), folder, hooks, defects });
  expect(record.requirements.find((row) => row.id === requirement)?.verdict).toBe('fail');
});
