import { describe, expect, test } from 'vitest';
import type { PlayedFault, PlayedStep, StepVerdict } from './played.ts';
import { verdictOf } from './played.ts';

function step(n: number, verdict: StepVerdict): PlayedStep {
  const at = { line: n + 10, column: 5 };
  return {
    step: { kind: 'wait', n, phase: 'storm', at, ms: 0 },
    verdict,
    mismatches: [],
    exchanges: [],
    messages: [],
    ...{ fromMs: 0, toMs: 0, movedMs: 0 },
    ...(verdict === 'inconclusive' ? { why: 'it is unknown' } : {}),
  };
}

function fault(n: number, fires: number, firings: number): PlayedFault {
  const rule = { on: {}, fail: true as const };
  return {
    step: { kind: 'fault', n, phase: 'storm', at: { line: n + 10, column: 5 }, name: 'f', rule, fires },
    firings,
  };
}

describe('the description of a play', () => {
  // biome-ignore format: an aligned table
  test.each([
    ['all held', [step(1, 'done'), step(2, 'pass')], [], 'pass', undefined],
    ['one did not', [step(1, 'pass'), step(2, 'fail'), step(3, 'inconclusive')], [], 'fail', undefined],
    ['one is unclear', [step(1, 'pass'), step(2, 'inconclusive')], [], 'inconclusive', 'step 2 (line 12): it is unknown'],
    ['nothing was expected', [step(1, 'done')], [], 'not-exercised', 'the scenario states no expectation'],
    ['the fault fired', [step(2, 'pass')], [fault(1, 1, 1)], 'pass', undefined],
    ['the fault never fired', [step(2, 'pass')], [fault(1, 1, 0)], 'inconclusive', "the fault 'f' of line 11 never fired, so what follows it proves nothing"],
    [
      'the fault fired too seldom',
      [step(2, 'pass')],
      [fault(1, 3, 2)],
      'inconclusive',
      "the fault 'f' of line 11 fired 2 of 3 times, so what follows it proves nothing",
    ],
    ['the fault need not fire', [step(2, 'pass')], [fault(1, 0, 0)], 'pass', undefined],
    ['a failure after a fault that never fired', [step(2, 'fail')], [fault(1, 1, 0)], 'inconclusive', expect.any(String)],
    ['a failure before it', [step(1, 'fail')], [fault(2, 1, 0)], 'fail', undefined],
  ])('%s', (_, steps, faults, verdict, reason) => {
    const said = verdictOf(steps, faults);
    expect(said.verdict).toBe(verdict);
    expect(said.reason).toEqual(reason);
  });
});
