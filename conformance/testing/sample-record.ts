/** Hand-written records for the tests of reports. */
import { FULL_DEPTH } from '../runner/record/depth.ts';
import type { CheckRow, RunRecord } from '../runner/record/run-record.ts';
import { verdictsOf } from '../runner/record/verdict.ts';
import { answer, historyOf, unanswered } from './sample-history.ts';

const { exchanges } = historyOf({
  sent: answer('POST /orders?x=%41', {
    status: 201,
    sentBody: { qty: '1' },
    sent: { 'Content-Type': 'application/json' },
  }),
  lost: unanswered('GET //odd path'),
});

/** A row of a record; its default is a pass. */
export function row(id: string, over: Partial<CheckRow> = {}): CheckRow {
  return {
    id,
    title: `claim of ${id}`,
    proves: ['RID-01'],
    verdict: 'pass',
    runs: 1,
    durationMs: 5,
    evidence: [],
    ...over,
  };
}

export const FAILED = row('test/bad', {
  verdict: 'fail',
  reason: 'expected a; seen b',
  evidence: exchanges,
  counterexample: {
    seed: 1,
    path: '0:1',
    given: '{"a":1}',
    expected: 'a',
    seen: 'b',
    exchanges: [1],
    rerun: 'touchstone check --select test/bad --seed 1 --path 0:1',
    curl: "curl 'http://h/orders'",
  },
});

/** A record of these rows, for a target that serves 0.13.0. */
export function record(checks: readonly CheckRow[], stopped: RunRecord['run']['stopped'] = null): RunRecord {
  const facts = { rest: '0.13.0', socket: undefined, singleMember: true, strict: true };
  return {
    schema: 1,
    tool: { name: 'touchstone', version: '0.0.0' },
    run: {
      seed: 1,
      startedAt: '2026-01-05T00:00:00.000Z',
      durationMs: 1234,
      target: { baseUrl: 'http://h', contract: { rest: '0.13.0', socket: null } },
      requests: 9,
      stopped,
    },
    ...verdictsOf(checks, facts),
  };
}

/** The record with other facts of its run. */
export function ofRun(of: RunRecord, run: Partial<RunRecord['run']>): RunRecord {
  return { ...of, run: { ...of.run, ...run } };
}

type Budget = NonNullable<RunRecord['run']['budget']>;

/** A budget that left out what is stated, and nothing else. */
export function budget(
  depth: Budget['depth'],
  requests: number | null,
  leftOut: Partial<Budget['leftOut']> = {},
): Budget {
  return { depth, requests, leftOut: { requirements: [], checks: 0, cases: 0, ...leftOut } };
}

/** The row of a check for which the budget had no room. */
export function leftOutRow(id: string, known: number): CheckRow {
  const lacks = [{ key: FULL_DEPTH, why: 'no room' }];
  return row(id, { verdict: 'not-exercised', runs: 0, lacks, depth: { seen: 0, known } });
}
