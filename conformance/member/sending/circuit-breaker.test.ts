import { describe, expect, test } from 'vitest';
import type { Stopwatch } from '../../runner/stopwatch.ts';
import type { Outcome } from './circuit-breaker.ts';
import { CircuitBreaker } from './circuit-breaker.ts';

/** A clock that sleeping advances at once. */
function movedBySleep(): Stopwatch & { nowMsIs: number } {
  const clock = {
    nowMsIs: 0,
    startedAtMs: 0,
    nowMs: () => clock.nowMsIs,
    sleep: async (ms: number) => {
      clock.nowMsIs += ms;
    },
    after: () => ({ cancel() {} }),
  };
  return clock;
}

const OK: Outcome = { kind: 'answer' };
const LOST: Outcome = { kind: 'failure', what: 'timeout', sentAtMs: 0 };
const PAGE: Outcome = { kind: 'foreign', what: '502 text/html', sentAtMs: 0 };
const BUSY: Outcome = { kind: 'busy', what: '429 RATE_LIMITED', sentAtMs: 0 };
const times = (n: number, ...outcomes: readonly Outcome[]) => Array.from({ length: n }, () => outcomes).flat();

/** The cause and the number of probes, for a member that responds again after `downMs`. */
async function seen(outcomes: readonly Outcome[], downMs = Number.POSITIVE_INFINITY) {
  const clock = movedBySleep();
  const breaker = new CircuitBreaker(clock);
  let probes = 0;
  const probe = async () => {
    probes += 1;
    return clock.nowMsIs < downMs ? 'timeout' : undefined;
  };
  for (const outcome of outcomes) {
    breaker.saw(outcome, probe);
    await breaker.turn();
  }
  return { cause: breaker.cause, reason: breaker.signal.reason, isAborted: breaker.signal.aborted, probes };
}

describe('stops a run whose member no longer responds', () => {
  // biome-ignore format: an aligned table
  test.each([
    ['three failures in a row',            times(3, LOST),                   /^3 requests in a row got no answer \(timeout\); nothing better came/],
    ['a tenth of a hundred are foreign',   times(10, PAGE, ...times(9, OK)), /^10 of the last 91 answers did not .*: 502 text/],
    ['ten foreign responses at the start', times(10, PAGE),                  /^10 of the last 10 answers/],
    ['ten busy responses in a row',        times(10, BUSY),                  /^the last 10 answers were 429 RATE_LIMITED/],
  ])('%s', async (_, outcomes, words) => {
    const { cause, reason, isAborted, probes } = await seen(outcomes);
    expect(cause).toMatch(words);
    expect(cause).not.toContain('\n');
    expect([reason, isAborted, probes]).toEqual([cause, true, 6]);
  });

  test.each([
    ['two failures', times(2, LOST)],
    ['failures with responses in between', times(20, LOST, LOST, OK)],
    ['fewer than a tenth are foreign', times(30, PAGE, ...times(11, OK))],
    ['busy responses with others in between', times(9, ...times(9, BUSY), OK)],
  ])('%s: sends no probe', async (_, outcomes) =>
    expect(await seen(outcomes)).toMatchObject({ cause: undefined, isAborted: false, probes: 0 }),
  );
});

test.each([
  ['at once', 0, 1],
  ['after a restart of ten seconds', 10_000, 5],
])('a member that answers the probe %s continues to be checked, and all counts restart', async (_, downMs, probes) => {
  expect(await seen(times(3, LOST), downMs)).toMatchObject({ cause: undefined, probes });
  expect(await seen([...times(3, LOST), ...times(2, LOST)], downMs)).toMatchObject({ cause: undefined, probes });
});

test('one request that hangs for long triggers a probe without two more failures', async () => {
  const clock = movedBySleep();
  const breaker = new CircuitBreaker(clock);
  clock.nowMsIs = 20_000;
  breaker.saw({ ...LOST, sentAtMs: 0 } as Outcome, async () => 'timeout');
  await breaker.turn();
  expect(breaker.cause).toMatch(/^a request got no answer \(timeout\)/);
});

test('responses that turn out to be the member’s own are removed from the count', async () => {
  const breaker = new CircuitBreaker(movedBySleep());
  const probe = async () => 'none';
  for (let i = 0; i < 20; i += 1) {
    for (const outcome of times(3, PAGE)) breaker.saw(outcome, probe);
    breaker.takeBack(3);
  }
  expect(breaker.turn()).toBeUndefined();
});
