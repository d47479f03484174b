import { expect, test } from 'vitest';
import { budget, leftOutRow, ofRun, record, row } from '../../testing/sample-record.ts';
import { lostCoverage } from './lost-coverage.ts';
import type { CheckRow, RunRecord } from './run-record.ts';

const within = (requests: number, ...checks: readonly CheckRow[]): RunRecord =>
  ofRun(record(checks), { budget: budget(null, requests, { checks: 1 }) });

const other = row('a/other', { proves: ['RID-02'], depth: { seen: 1, known: 1 } });
const seen = (count: number, over: Partial<CheckRow> = {}) =>
  row('a/b', { depth: { seen: count, known: 80 }, ...over });
const unseen = seen(1, { verdict: 'not-exercised', reason: 'no run came to: a cancel' });
const leftOut = leftOutRow('a/b', 80);
const lacking = seen(0, { verdict: 'not-exercised', runs: 0, lacks: [{ key: 'principals.viewer', why: 'no viewer' }] });

test.each<[string, RunRecord, RunRecord, object]>([
  [
    'a state that one run of many did not reach',
    within(550, seen(1), other),
    within(550, unseen, other),
    { requirements: [], checks: [], unseen: ['RID-01'] },
  ],
  [
    'a check that the budget left out, which saw one case',
    within(550, seen(1), other),
    within(550, leftOut, other),
    { requirements: [], checks: [], unseen: ['RID-01'] },
  ],
  [
    'a check that the budget left out, which saw many cases',
    within(550, seen(20), other),
    within(550, leftOut, other),
    { requirements: ['RID-01'], checks: [], unseen: [] },
  ],
  [
    'a requirement for which a smaller budget has no room',
    within(550, seen(1), other),
    within(200, leftOut, other),
    { requirements: ['RID-01'], checks: [], unseen: [] },
  ],
  [
    'a principal',
    within(550, seen(1), other),
    within(550, lacking, other),
    { requirements: ['RID-01'], checks: ['a/b'], unseen: [] },
  ],
  [
    'a closing check, which judges what the checks met that the budget took',
    within(550, row('a/b', { closes: true, depth: { seen: 1, known: 1 } }), other),
    within(550, row('a/b', { closes: true, verdict: 'not-exercised', depth: { seen: 0, known: 1 } }), other),
    { requirements: [], checks: [], unseen: ['RID-01'] },
  ],
  [
    'a state of a run without a budget',
    record([seen(1), other]),
    record([unseen, other]),
    { requirements: ['RID-01'], checks: ['a/b'], unseen: [] },
  ],
])('lost: %s', (_, before, after, expected) => expect(lostCoverage(before, after)).toEqual(expected));
