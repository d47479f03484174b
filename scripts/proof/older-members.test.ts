/**
 * A valid member of an older version is judged by its own contract: the suite raises no false alarm, and leaves out only newer
 * requirements. The runs take some cases of each check. `node scripts/proof/soak/older-versions.ts` covers every version, with
 * all cases and runs.
 */
import { expect, test } from 'vitest';
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import { withRuns } from './judged-against.ts';
import { judgedOf } from './older/judged-at.ts';
import { suiteAt } from './older/suite-at.ts';

const SOCKET = '1.4.0';
const NOTHING_SAID = { alarms: [], undecided: [], misplaced: [] };

/** Enough for a case of nearly every check. */
const LEAST = { runs: 1, requests: 1_500 };

const checks = await loadChecks();
const isStory = ({ id }: { readonly id: string }) => id.startsWith('history/');
const short = checks.filter((check) => !isStory(check));

// The soak judges a member of 0.13.0, and trouble/deployment.test.ts runs one.
test.each(['0.1.0'] as const)('no false alarm against a member of %s', { timeout: 120_000 }, async (version) => {
  const record = await suiteAt({ version, seenAs: 'own' }, short, LEAST);
  expect(judgedOf(record, version, SOCKET)).toEqual(NOTHING_SAID);
});

test('no false alarm by the stateful properties', { timeout: 120_000 }, async () => {
  // So few runs do not reach every state: the properties stay inconclusive, and raise no alarm.
  const stories = checks.filter(isStory).map((check) => withRuns(check, 3));
  const record = await suiteAt({ version: '0.11.0', seenAs: 'own' }, stories);
  expect(judgedOf(record, '0.11.0', SOCKET).alarms).toEqual([]);
  expect(record.checks.some(({ runs }) => runs >= 3)).toBe(true);
});

test('no false alarm against a deployed older member without a control plane', { timeout: 120_000 }, async () => {
  // soak/older-versions.ts has the checks that wait in real time, and those of sockets.
  const quick = short.filter(({ waits, id }) => waits === undefined && !/^(wss|mkt|tkt)/.test(id));
  const record = await suiteAt({ version: '0.5.0', seenAs: 'deployed' }, quick, LEAST);
  const { alarms, undecided } = judgedOf(record, '0.5.0', SOCKET);
  expect({ alarms, undecided }).toEqual({ alarms: [], undecided: [] });
});
