/** `check` reaches its own sandbox over in-process connections, and has the same verdicts as over loopback. */
import { expect, test } from 'vitest';
import { hash32 } from '../../../conformance/runner/hash.ts';
import { loadChecks } from '../../../conformance/runner/plan/load-checks.ts';
import { DEFECTS } from '../../../gateway/defects/index.ts';
import { type Against, judgedAgainst, withRuns } from '../judged-against.ts';

const checks = (await loadChecks()).map((check) => withRuns(check, 3));
/** Seeded: a sixteenth of the checks. */
const sample = checks.filter(({ id }) => hash32(`1 ${id}`) % 16 === 0);
/** They fail by an answer, by a handshake, and by a missing frame. */
const KNOWN_BAD = ['a-202-without-location', 'an-expired-bearer-token-opens', 'sessionopened-is-not-sent'];
const FRAME_MS = 1_000;

async function rowsOfBoth(judging: typeof checks, options: Against) {
  const verdicts = async (over?: 'loopback') => {
    const { checks: rows } = await judgedAgainst(judging, { ...options, over });
    return rows.map(({ id, verdict, breaks }) => ({ id, verdict, breaks }));
  };
  return [await verdicts(), await verdicts('loopback')] as const;
}

test('a sample of the checks of the good member', { timeout: 300_000 }, async () => {
  const [inProcess, overLoopback] = await rowsOfBoth(sample, {});
  expect(inProcess).toEqual(overLoopback);
});

test.each(KNOWN_BAD)('the checks of %s', { timeout: 300_000 }, async (name) => {
  const defects = DEFECTS.filter((defect) => defect.name === name);
  const broken = defects.flatMap(({ breaks }) => breaks);
  const proving = checks.filter(({ proves }) => proves.some((id) => broken.includes(id)));
  const [inProcess, overLoopback] = await rowsOfBoth(proving, { defects, timeoutMs: FRAME_MS });
  expect(inProcess.some(({ verdict }) => verdict === 'fail')).toBe(true);
  expect(inProcess).toEqual(overLoopback);
});
