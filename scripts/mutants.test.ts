/**
 * The short form of `npm run mutants`: each known-bad member against the checks of what it breaks. That no other check
 * fails of it is for the long form, which runs the whole suite against each.
 */
import { describe, expect, test } from 'vitest';
import { isRequirementId } from '../conformance/contract/requirements.ts';
import type { Check } from '../conformance/runner/check.ts';
import { loadChecks } from '../conformance/runner/load-checks.ts';
import { DEFECTS } from '../gateway/defects/index.ts';
import { judgeDefect, rowsAgainst } from './mutants/judge-defect.ts';
import { killTable, unproven } from './mutants/kill-table.ts';

const checks = await loadChecks();
/** The stateful property may break what it does not prove: it is asked where the checks of a clause see nothing. */
const isProperty = ({ id }: Check) => id.startsWith('history/');
const property = checks.filter(isProperty);
const directed = checks.filter((check) => !isProperty(check));

// What a session does not do is waited for, in real time.
test.each(DEFECTS)('$name is killed', { timeout: 180_000 }, async (defect) => {
  const proving = directed.filter((check) => check.proves.some((id) => defect.breaks.includes(id)));
  const direct = await judgeDefect(defect, proving);
  const { survived, faults } =
    direct.survived.length === 0 ? direct : await judgeDefect(defect, [...proving, ...property]);
  expect({ survived, faults }).toEqual({ survived: [], faults: [] });
});

test('the good member is killed by nothing', { timeout: 600_000 }, async () => {
  const rows = await rowsAgainst([], checks);
  // Two are of older contracts than that of the newest member; one waits for a 202 that nobody brought about.
  const unprovoked = ({ id, verdict }: (typeof rows)[number]) =>
    verdict === 'not-exercised' && id === 'idem/accepted-writes-reach-their-outcome';
  const others = rows.filter((row) => row.verdict !== 'pass' && row.verdict !== 'not-applicable' && !unprovoked(row));
  expect(others.map(({ id, verdict, reason }) => ({ id, verdict, reason }))).toEqual([]);
});

describe('the list of known-bad members', () => {
  test('names each once, and real requirements', () => {
    const names = DEFECTS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(DEFECTS.flatMap(({ breaks }) => breaks).filter((id) => !isRequirementId(id))).toEqual([]);
  });

  test('has one for every requirement that a check proves', () => {
    const judged = DEFECTS.map((defect) => ({ defect, failed: [], survived: [], astray: [], faults: [] }));
    expect(
      unproven(
        checks.flatMap((check) => check.proves),
        judged,
      ),
    ).toEqual([]);
  });
});

test('the table says what was not killed by exactly its checks', () => {
  const defect = { name: 'a-defect', breaks: ['IDEM-08'], story: '' };
  const good = { defect, failed: ['idem/a'], survived: [], astray: [], faults: [] };
  const table = killTable([good, { ...good, survived: ['IDEM-08'], astray: ['ord/b'] }]);
  expect(table).toContain('killed  IDEM-08');
  expect(table).toContain('WRONG   IDEM-08');
  expect(table).toContain('survived: IDEM-08; astray: ord/b');
  expect(table).toContain('2 known-bad members: 1 killed by exactly their checks, 1 not');
});
