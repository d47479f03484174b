/**
 * Between the suite and a good gateway stands something that answers in its place now and then. None of that fails a check,
 * and the run names the cause. A member that itself refuses without the envelope is still found.
 */
import { expect, test } from 'vitest';
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import type { Layer } from '../../gateway/variations/layer.ts';
import { alarms, judgedAgainst, oneOff } from './judged-against.ts';
import { limiting, limitingBodies, loggingOut, losingUpstream, refusingBare } from './variations/in-between.ts';

const checks = await loadChecks();
const some = checks.filter(({ id }) => /^(idem|rid)\//.test(id));
const refusals = checks.filter(({ id }) => id.startsWith('err/'));
const stopwatch = startStopwatch();
const judgedBehind = (layer: Layer, by: typeof checks) =>
  judgedAgainst(by, { permissive: [oneOff('in between', () => layer)] });

test.each([
  ['a tenth of all answers lost', losingUpstream(10), some, /502 text\/html, server nginx\. The proxy lost/],
  ['a rate limit', limiting(100, stopwatch), some, /429 text\/html, server nginx.*Lower limits\.requestsPerSecond/],
  ['one that says when', limiting(200, stopwatch, [['Retry-After', '1']]), some, /429 text\/html, server nginx/],
  ['a limit of bodies', limitingBodies, refusals, /413 text\/html, server nginx.*nginx: client_max_body_size/],
] as const)('%s fails nothing', { timeout: 600_000 }, async (_, layer, by, sentence) => {
  const { checks: rows, run } = await judgedBehind(layer, by);
  expect(alarms(rows)).toEqual([]);
  expect(run.foreign?.sentence).toMatch(sentence);
});

test('a login page before everything fails nothing, and ends the run soon', { timeout: 60_000 }, async () => {
  const { checks: rows, run } = await judgedBehind(loggingOut(20), refusals);
  expect(alarms(rows)).toEqual([]);
  expect(run.foreign?.sentence).toMatch(/302 text\/html, server nginx.*login page/);
  expect(run.stopped).toBe('target lost');
  expect(run.cause).toMatch(/did not come from the member.*302 text\/html.*https:\/\/login\.test/);
  expect(rows.at(-1)).toMatchObject({ verdict: 'not-exercised', runs: 0 });
});

test('a member whose every refusal lacks the envelope is found', { timeout: 120_000 }, async () => {
  const { checks: rows, run } = await judgedBehind(refusingBare, refusals);
  expect(rows.some(({ verdict, proves }) => verdict === 'fail' && proves.includes('ERR-01'))).toBe(true);
  expect(run.foreign).toBeUndefined();
});
