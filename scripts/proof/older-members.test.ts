/**
 * A good member of an older version is held to its own contract and to nothing newer: the suite says nothing against it, and
 * leaves out just what is newer. `node scripts/proof/soak/older-versions.ts` has every version, each check as often as it asks for.
 */
import { expect, test } from 'vitest';
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import { withRuns } from './judged-against.ts';
import { judgedOf } from './older/judged-at.ts';
import { suiteAt } from './older/suite-at.ts';

const SOCKET = '1.4.0';
const NOTHING_SAID = { alarms: [], undecided: [], misplaced: [] };

const checks = await loadChecks();
const isStory = ({ id }: { readonly id: string }) => id.startsWith('history/');
const short = checks.filter((check) => !isStory(check));

// A member of 0.13.0 is judged in the soak, and stands among those of trouble/deployment.test.ts.
test.each(['0.1.0'] as const)(
  'nothing is held against a member of %s that is newer',
  { timeout: 120_000 },
  async (version) => {
    const record = await suiteAt({ version, seenAs: 'own' }, short, 1);
    expect(judgedOf(record, version, SOCKET)).toEqual(NOTHING_SAID);
  },
);

test('nor by the stateful properties', { timeout: 120_000 }, async () => {
  // With so few runs they do not come to all that they are there for: they are undecided, and raise no alarm.
  const stories = checks.filter(isStory).map((check) => withRuns(check, 3));
  const record = await suiteAt({ version: '0.11.0', seenAs: 'own' }, stories);
  expect(judgedOf(record, '0.11.0', SOCKET).alarms).toEqual([]);
  expect(record.checks.some(({ runs }) => runs >= 3)).toBe(true);
});

test('nor where it is deployed, and nobody has control of it', { timeout: 120_000 }, async () => {
  // Those that let real time pass, and those of sockets, are in soak/older-versions.ts.
  const quick = short.filter(({ waits, id }) => waits === undefined && !/^(wss|mkt|tkt)/.test(id));
  const record = await suiteAt({ version: '0.5.0', seenAs: 'deployed' }, quick, 1);
  const { alarms, undecided } = judgedOf(record, '0.5.0', SOCKET);
  expect({ alarms, undecided }).toEqual({ alarms: [], undecided: [] });
});
