/**
 * The short form of `npm run mutants`: one known-bad member of every twelfth requirement, against the checks that prove it; the
 * library's and the failures' short forms (soak/) have a hundred others. That the
 * good member is killed by nothing: proof/whole-run.test.ts.
 */
import { describe, expect, test } from 'vitest';
import { isRequirementId } from '../../conformance/contract/requirements.ts';
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import { DEFECTS } from '../../gateway/defects/index.ts';
import { judgeDefect, judgedBy } from './mutants/judge-defect.ts';
import { killTable, unproven } from './mutants/kill-table.ts';

const checks = await loadChecks();

const broken = new Set<string>();
/** One of each requirement, and of those every twelfth. */
const some = DEFECTS.filter(({ breaks }) => {
  const isWanted = breaks.some((id) => !broken.has(id));
  for (const id of breaks) broken.add(id);
  return isWanted;
}).filter((_, i) => i % 12 === 0);

// Frames that do not arrive are waited for, in real time.
test.concurrent.each(some)('$breaks: $story', { timeout: 300_000 }, async (defect) => {
  const { survived, faults } = await judgeDefect(defect, checks);
  expect({ survived, faults }).toEqual({ survived: [], faults: [] });
});

/** The checks of one sentence are enough for all of the above: each of generated sequences finds one of its own. */
const OF_SEQUENCES: readonly (readonly [check: string, defect: string])[] = [
  ['history/one-sequence-explains-every-answer', 'one-position-of-several-times'],
  ['history/one-sequence-explains-every-record', 'a-cleared-capability-counts'],
  ['history/one-sequence-survives-what-befalls-members', 'positions-go-back'],
  ['history/sessions-keep-their-lease', 'a-spent-ticket-opens-again-once-a-session-was-renewed'],
];

test.concurrent.each(OF_SEQUENCES)('%s finds %s', { timeout: 300_000 }, async (id, name) => {
  const defect = DEFECTS.find((one) => one.name === name);
  if (defect === undefined) throw new Error(`no known-bad member ${name}`);
  expect((await judgedBy(defect, checks, (check) => check.id === id)).failed).toEqual([id]);
});

test('there is one for each check of generated sequences', () => {
  const all = checks.map(({ id }) => id).filter((id) => id.startsWith('history/'));
  expect(OF_SEQUENCES.map(([id]) => id)).toEqual(all);
});

describe('the catalogue of known-bad members', () => {
  test('has a name and a story of its own for each, and breaks real requirements', () => {
    for (const of of ['name', 'story'] as const) {
      const all = DEFECTS.map((defect) => defect[of]);
      expect(all.filter((one, i) => all.indexOf(one) !== i)).toEqual([]);
    }
    expect(DEFECTS.flatMap(({ breaks }) => breaks).filter((id) => !isRequirementId(id))).toEqual([]);
  });

  test('has one for every requirement that a check proves, and at least 900', () => {
    const judged = DEFECTS.map((defect) => ({ defect, failed: [], survived: [], astray: [], faults: [] }));
    const proved = checks.flatMap((check) => check.proves);
    expect(unproven(proved, judged)).toEqual([]);
    expect(DEFECTS.length).toBeGreaterThanOrEqual(900);
  });
});

test('the table says what survived, and which other checks failed', () => {
  const defect = { name: 'a-defect', breaks: ['IDEM-08'] };
  const good = { defect, failed: ['idem/a'], survived: [], astray: [], faults: [] };
  const table = killTable([good, { ...good, survived: ['IDEM-08'], astray: ['ord/b'] }]);
  expect(table).toContain('killed  IDEM-08');
  expect(table).toContain('WRONG   IDEM-08');
  expect(table).toContain('survived: IDEM-08; astray: ord/b');
  expect(table).toContain('2 known-bad members: 1 killed, 1 of them by their own checks alone, 1 not');
});
