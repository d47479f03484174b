import { expect, test } from 'vitest';
import { budget, leftOutRow, ofRun, record, row } from '../../testing/sample-record.ts';
import { lostCoverage } from './lost-coverage.ts';
import type { CheckRow, RunRecord } from './run-record.ts';

const within = (requests: number, ...checks: readonly CheckRow[]): RunRecord =>
  ofRun(record([...checks, other]), { budget: budget(null, requests, { checks: 1 }) });

const other = row('a/other', { proves: ['RID-02'], depth: { seen: 1, known: 1 } });
const seen = (count: number, over: Partial<CheckRow> = {}) =>
  row('a/b', { depth: { seen: count, known: 80 }, ...over });
const unseen = seen(1, { verdict: 'not-exercised', reason: 'no run came to: a cancel' });
const leftOut = leftOutRow('a/b', 80);
const lacking = seen(0, { verdict: 'not-exercised', runs: 0, lacks: [{ key: 'principals.viewer', why: 'no viewer' }] });

// biome-ignore format: an aligned table
const closing = (count: number) => {
  const verdict = count === 0 ? ('not-exercised' as const) : ('pass' as const);
  return row('a/b', { closes: true, verdict, depth: { seen: count, known: 1 } });
};
const UNSEEN = { requirements: [], checks: [], unseen: ['RID-01'] };
const LOST = { requirements: ['RID-01'], checks: [], unseen: [] };
const BOTH = { requirements: ['RID-01'], checks: ['a/b'], unseen: [] };

// biome-ignore format: an aligned table
test.each<[string, RunRecord, RunRecord, object]>([
  ['a state that one run of many did not reach',                      within(550, seen(1)),     within(550, unseen),     UNSEEN],
  ['a check that the budget left out, which saw one case',            within(550, seen(1)),     within(550, leftOut),    UNSEEN],
  ['a check that the budget left out, which saw many cases',          within(550, seen(20)),    within(550, leftOut),    LOST],
  ['a requirement for which a smaller budget has no room',            within(550, seen(1)),     within(200, leftOut),    LOST],
  ['a principal',                                                     within(550, seen(1)),     within(550, lacking),    BOTH],
  ['a closing check, which judges what the checks of the budget met', within(550, closing(1)),  within(550, closing(0)), UNSEEN],
  ['a state of a run without a budget',                               record([seen(1), other]), record([unseen, other]), BOTH],
])('lost: %s', (_, before, after, expected) => expect(lostCoverage(before, after)).toEqual(expected));
