import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { status } from '../../member/exchange/exchange.ts';
import { sampleChecks } from '../../testing/sample-checks.ts';
import { gets, ranAll, sampleCheck } from '../../testing/stub-run.ts';
import type { Check } from '../check.ts';
import { inconclusive, pass, violated } from '../judgement.ts';
import { RecheckProblem, rechecked } from './recheck.ts';
import type { HistoryLine } from './recorded-history.ts';
import { historyRecorder, lineText, readLine } from './recorded-history.ts';

/** Fails from 5 on, and shrinks to 5. */
const generated = sampleCheck({
  id: 'test/generated',
  proves: ['RID-02'],
  given: () => fc.bigInt({ min: 0n, max: 9n }).map((n) => ({ n })),
  drive: gets('/orders'),
  judge: (history, given) =>
    (given as { readonly n: bigint }).n < 5n ? pass : violated('less than 5', history.one('it')),
});

/** Inconclusive the first time that it is judged. */
function flaky(): Check {
  let times = 0;
  return sampleCheck({
    id: 'test/zflaky',
    proves: ['RID-02'],
    drive: async ({ trader, note }) => {
      times += 1;
      note('time', BigInt(times));
      await trader.get('/me', { label: 'it' });
    },
    judge: (history) => (history.noted('time')?.value === 1n ? inconclusive('the first time') : pass),
  });
}

const CHECKS = [...sampleChecks, generated, flaky()];

async function recorded(checks: readonly Check[] = CHECKS) {
  const texts: string[] = [];
  const recorder = historyRecorder((line) => void texts.push(lineText(line)));
  const { record, target } = await ranAll(checks, () => ({ status: 200, body: '{"a":1}' }), { recorder });
  const { startedAt } = record.run;
  const runFacts = { seed: 1, targetOptions: [], baseUrl: target.profile.baseUrl };
  const head: HistoryLine = { kind: 'head', format: 1, startedAt, facts: target.facts, told: runFacts };
  return { record, lines: [lineText(head), ...texts].map(readLine) };
}

const { record, lines } = await recorded();

describe('a recorded history judged again', () => {
  test('gives the same result as the run, including its counterexample and its retry', () => {
    const again = rechecked(record, lines, CHECKS, '0.0.0');
    expect(record.checks.map(({ verdict }) => verdict)).toEqual([...Array(7).fill('pass'), 'fail', 'fail', 'pass']);
    expect(record.checks.at(-1)?.flaky).toBe(true);
    expect(record.checks.at(-2)?.counterexample?.given).toContain('5n');
    expect(again).toEqual(record);
  });

  test("is judged by the suite's current judges", () => {
    const [first, ...others] = CHECKS;
    if (first === undefined) throw new Error('a check');
    const stricter = {
      ...first,
      judge: (history: Parameters<Check['judge']>[0]) => violated('more', history.one('it')),
    };
    const { checks, requirements } = rechecked(record, lines, [stricter, ...others], '1');
    expect(checks[0]).toMatchObject({ verdict: 'fail', broken: [{ clause: 'GET /me: more' }] });
    expect(requirements.find(({ id }) => id === 'RID-01')?.verdict).toBe('fail');
  });

  test('leaves out a check that the suite did not have then', () => {
    const later = sampleCheck({ id: 'test/later' });
    expect(rechecked(record, lines, [...CHECKS, later], '1').checks.at(-1)).toMatchObject({
      verdict: 'not-exercised',
      reason: 'the suite did not have it when the history was recorded',
    });
  });
});

describe('is refused with a one-line message', () => {
  const other = { ...record, run: { ...record.run, startedAt: '2026-01-01T00:00:00.000Z' } };
  // biome-ignore format: an aligned table
  test.each<[string, () => unknown, RegExp]>([
    ['the history of another run',        () => rechecked(other, lines, CHECKS, '0'), /^the history is of a run of .*, and the report of one of 2026-01-01/],
    ['one without a head',                () => rechecked(record, lines.slice(1), CHECKS, '0'), /no head/],
    ['one that was cut at its beginning', () => rechecked(record, [...lines.slice(0, 1), ...lines.slice(2)], CHECKS, '0'), /of an attempt that never began/],
  ])('%s', (_, again, message) => {
    expect(again).toThrow(RecheckProblem);
    expect(again).toThrow(message);
  });
});

test('the history holds the answers as they were recorded', () => {
  const trials = lines.flatMap((line) => (line.kind === 'trial' ? [line.driven] : []));
  expect(trials[0]?.exchanges.map((e) => [e.label, status(e), e.response?.body])).toEqual([['it', 200, '{"a":1}']]);
  expect(
    lines.some(
      (line) => line.kind === 'trial' && JSON.stringify(line.driven.exchanges).includes('token-of-the-trader'),
    ),
  ).toBe(false);
});
