/** A deployed member whose profile states hooks: what they add, that a known-bad member is found, and that none is a false alarm. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isHook } from '../../conformance/member/hooks/hook-names.ts';
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import type { RunRecord } from '../../conformance/runner/record/run-record.ts';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import { DEFECTS } from '../../gateway/defects/index.ts';
import { testFolder } from '../cli/testing/test-folder.ts';
import { callsTo, type Hooked, hooksBy, judgedWithHooks } from './suite/hooked-member.ts';

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

/** Checks that ran while one of a hook did. Times are rounded to milliseconds. */
function beside({ checks: rows }: RunRecord): readonly string[] {
  const ran = rows.flatMap(({ id, startedAtMs = 0, durationMs, runs }) =>
    runs === 0 ? [] : [{ id, from: startedAtMs + 1, to: startedAtMs + durationMs - 1 }],
  );
  return ran
    .filter(({ id }) => ofHooks.some((one) => one.id === id))
    .flatMap((hook) => ran.filter(({ id, from, to }) => id !== hook.id && from < hook.to && to > hook.from))
    .map(({ id }) => id);
}

test('with hooks, at least ten requirements more pass, and none fails', TIMEOUT, async () => {
  const without = await judgedWithHooks({ checks, folder });
  const withThem = await judgedWithHooks({ checks, folder, hooks });
  const failing = withThem.checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive');
  expect(failing.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
  const before = new Set(passedBy(without));
  const added = passedBy(withThem).filter((id) => !before.has(id));
  expect(added.length, added.join(' ')).toBeGreaterThanOrEqual(10);
  expect(added).toEqual(expect.arrayContaining(['IDEM-11', 'IDEM-12', 'IDEM-13', 'ERR-21', 'AUTH-08', 'IDEM-09']));
  expect(beside(withThem)).toEqual([]);
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

test('busy answers of a hook show ERR-10', TIMEOUT, async () => {
  const ids = ['err/owner-absent', 'err/busy-answers-keep-the-rules'];
  const { checks: rows } = await judgedWithHooks({ checks: all.filter(({ id }) => ids.includes(id)), folder, hooks });
  expect(rows.find(({ id }) => id === ids[1])).toMatchObject({ verdict: 'pass', cases: { 'ERR-10': 1 } });
});

test('a restart that loses what was answered is found', TIMEOUT, async () => {
  const forgetting = (control: string) => ({ restart: callsTo(control, folder)(['POST', '/reset', {}]) });
  const surviving = all.filter(({ id }) => id === 'idem/keys-survive-a-restart');
  const { checks: rows } = await judgedWithHooks({ checks: surviving, folder, hooks: forgetting });
  expect(rows).toMatchObject([{ verdict: 'fail', breaks: expect.arrayContaining(['IDEM-02', 'IDEM-04']) }]);
});

const ONE = all.filter(({ id }) => id === 'idem/slow-write-answers-202');

/** Tries `slowOwner` with other commands than the usual ones. */
async function judgedWith(changed: (usual: { run: string; undo: string }) => object, more: Partial<Hooked> = {}) {
  const changing = (control: string) => {
    const { slowOwner } = hooks(control) as { slowOwner: { run: string; undo: string } };
    return { slowOwner: { ...slowOwner, ...changed(slowOwner) } };
  };
  const record = await judgedWithHooks({ checks: ONE, folder, hooks: changing, ...more });
  const [row] = record.checks;
  return { record, row, rows: (record.run.hooks ?? []).map(({ part, status }) => `${part} ${status}`) };
}

// biome-ignore format: an aligned table
test.each([
  ['fails',         () => ({ run: 'exit 7' }),                              'inconclusive', 'the hook slowOwner ended with status 7', ['run 7', 'undo 0']],
  ['has no effect', () => ({ run: 'true' }),                                'inconclusive', 'the hook slowOwner ran, but no write was answered 202', ['run 0', 'undo 0']],
  ['is late',       ({ run }: { run: string }) => ({ run: `${run}; exit 1` }), 'inconclusive', 'the hook slowOwner ended with status 1', ['run 1', 'undo 0']],
] as const)('a hook that %s fails no check, runs once, and is undone', TIMEOUT, async (_, changed, verdict, reason, rows) => {
  const judged = await judgedWith(changed);
  expect(judged.row).toMatchObject({ verdict, reason });
  expect(judged.rows).toEqual(rows);
});

test('a run that is interrupted, or whose undo fails, ends the hook and says so', TIMEOUT, async () => {
  const interrupt = new AbortController();
  const begun = join(folder, 'begun');
  const watching = (async () => {
    const { sleep } = startStopwatch();
    while (!existsSync(begun)) await sleep(20);
    interrupt.abort();
  })();
  const cut = await judgedWith(({ run }) => ({ run: `${run}; touch '${begun}'; sleep 600` }), {
    signal: interrupt.signal,
  });
  await watching;
  expect(cut.record.run.stopped).toBe('interrupted');
  expect(cut.rows).toEqual(['run null', 'undo 0']);

  const stuck = await judgedWith(() => ({ undo: 'exit 4' }));
  expect(stuck.record.run).toMatchObject({
    stopped: 'target lost',
    cause: expect.stringMatching(/^the undo of hooks.slowOwner ended with status 4: THE TARGET IS LEFT/),
  });
});

test.each([
  ['dropSurfaces', 'err/missing-surface', /account-balances is still answered 503 BALANCES_UNAVAILABLE: THE TARGET/],
  [
    'stopOwner',
    'err/owner-absent',
    /orders is still answered 503 OWNER_ABSENT: THE TARGET IS LEFT AS THE HOOK MADE IT/,
  ],
  ['cutOff', 'err/not-serving-is-retryable', /orders is still answered 503 NOT_SERVING: THE TARGET IS LEFT/],
] as const)('an undo of %s that has no effect stops the run', TIMEOUT, async (name, id, cause) => {
  const without = (control: string) => ({
    [name]: { run: (hooks(control)[name] as { run: string }).run, undo: 'true' },
  });
  const record = await judgedWithHooks({ checks: all.filter((one) => one.id === id), folder, hooks: without });
  expect(record.checks[0]?.verdict).toBe('inconclusive');
  expect(record.run).toMatchObject({ stopped: 'target lost', cause: expect.stringMatching(cause) });
});

test('a restart after which no member answers stops the run', TIMEOUT, async () => {
  const surviving = all.filter(({ id }) => id === 'idem/keys-survive-a-restart');
  const dead = (control: string) => ({
    restart: {
      run: callsTo(control, folder)(['POST', '/members/m1/crash', { catchUp: 'when told' }]),
      timeoutMs: 100_000,
    },
  });
  const { run } = await judgedWithHooks({ checks: surviving, folder, hooks: dead });
  expect(run).toMatchObject({ stopped: 'target lost', cause: expect.stringMatching(/as before the hooks of idem/) });
});

test.each([
  ['limits.destructive: false', { destructive: false }, 'lasting changes are off'],
  ['limits.writes: false', { writes: false }, 'writes are off'],
])('with %s no hook runs', TIMEOUT, async (_, limits, reason) => {
  const { row, rows } = await judgedWith(() => ({}), { limits });
  expect([row?.verdict, rows]).toEqual(['not-exercised', []]);
  expect(row?.reason).toContain(reason);
});
