/**
 * The short form of `npm run mutants`: one known-bad member of each requirement, against the checks that prove it.
 */
import { describe, expect, test } from 'vitest';
import { isRequirementId } from '../../conformance/contract/requirements.ts';
import { loadChecks } from '../../conformance/runner/load-checks.ts';
import { DEFECTS } from '../../gateway/defects/index.ts';
import { judgeDefect, rowsAgainst } from './mutants/judge-defect.ts';
import { killTable, unproven } from './mutants/kill-table.ts';

const checks = await loadChecks();

const broken = new Set<string>();
/** One of each requirement. */
const some = DEFECTS.filter(({ breaks }) => {
  const isWanted = breaks.some((id) => !broken.has(id));
  for (const id of breaks) broken.add(id);
  return isWanted;
});

// Frames that do not arrive are waited for, in real time.
test.concurrent.each(some)('$breaks: $story', { timeout: 300_000 }, async (defect) => {
  const { survived, faults } = await judgeDefect(defect, checks);
  expect({ survived, faults }).toEqual({ survived: [], faults: [] });
});

test('the good member is killed by nothing', { timeout: 600_000 }, async () => {
  const rows = await rowsAgainst([], checks);
  // Two are of older contracts than that of the newest member; one waits for a 202 that no one caused.
  const unprovoked = ({ id, verdict }: (typeof rows)[number]) =>
    verdict === 'not-exercised' && id === 'idem/accepted-writes-reach-their-outcome';
  const others = rows.filter((row) => row.verdict !== 'pass' && row.verdict !== 'not-applicable' && !unprovoked(row));
  expect(others.map(({ id, verdict, reason }) => ({ id, verdict, reason }))).toEqual([]);
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
