import { expect, test } from 'vitest';
import { asked, authorised, opened, session } from '../../../testing/sample-conversation.ts';
import type { SampleFrame } from '../../../testing/sample-history.ts';
import { historyOf, noted } from '../../../testing/sample-history.ts';
import { clockAt } from '../../../testing/sample-sessions.ts';
import { STRICT } from '../../../testing/sample-story.ts';
import { chronicleOf } from '../../chronicle.ts';
import { leasesAreKept } from './t48-leases-are-kept.ts';

/** The session is sample 3; each later reading of the clock uses two more numbers. */
function verdictOf(
  frames: readonly SampleFrame[],
  closed: { readonly n: number; readonly code?: number; readonly by?: 'suite' } | undefined,
  readings: readonly number[],
  target: object = STRICT,
): string {
  const over = closed === undefined ? {} : { closed };
  const samples = [...clockAt(0), session(frames, over), ...readings.flatMap(clockAt)];
  return leasesAreKept.judge(chronicleOf(historyOf(samples as never, target))).verdict;
}

const E = 100;
const renewed = [opened(E, 3.1), asked('auth', 'a', 3.2), authorised('a', 200, 3.3)];
const refused = [opened(E, 3.1), asked('auth', 'a', 3.2), authorised('a', null, 3.3)];

test.each<[string, Parameters<typeof verdictOf>, string]>([
  ['open before its end', [[opened(E, 3.1)], undefined, [99]], 'pass'],
  ['open a second after its end', [[opened(E, 3.1)], undefined, [101]], 'pass'],
  ['open three seconds after its end', [[opened(E, 3.1)], undefined, [103]], 'violated'],
  ['closed by then', [[opened(E, 3.1)], { n: 4.5, code: 4001 }, [103]], 'pass'],
  ['closed when the clock was past it', [[opened(E, 3.1)], { n: 5.5, code: 4001 }, [103, 103]], 'violated'],
  ['closed too early', [[opened(E, 3.1)], { n: 3.5, code: 4001 }, [50]], 'violated'],
  ['cut off early, as a crash does', [[opened(E, 3.1)], { n: 3.5, code: 1006 }, [50]], 'pass'],
  ['closed too early by the suite', [[opened(E, 3.1)], { n: 3.5, by: 'suite' }, [50]], 'pass'],
  ['closed too early over a malformed frame', [[opened(E, 3.1)], { n: 3.5, code: 1009 }, [50]], 'pass'],
  ['closed too early by a deployed member', [[opened(E, 3.1)], { n: 3.5, code: 1012 }, [50], {}], 'pass'],
  ['open, and it never expires', [[opened(0, 3.1)], undefined, [1_000]], 'pass'],
  ['closed, though it never expires', [[opened(0, 3.1)], { n: 3.5, code: 4001 }, [50]], 'violated'],
  ['renewed, and open past its first end', [renewed, undefined, [150]], 'pass'],
  ['renewed, and open past its second end', [renewed, undefined, [203]], 'violated'],
  ['renewed, and closed at its first end', [renewed, { n: 5.5, code: 4001 }, [99, 101]], 'violated'],
  ['not renewed, and open past its end', [refused, undefined, [150]], 'violated'],
  ['open at an unknown time', [[opened(E, 3.1)], undefined, []], 'pass'],
])('%s', (_, given, verdict) => expect(verdictOf(...given)).toBe(verdict));

test("a restart ends the member's sessions", () => {
  const samples = {
    a: clockAt(0),
    b: session([opened(E, 3.1)], { closed: { n: 4.5, code: 1001 } }),
    restarted: noted(null),
    c: clockAt(50),
  };
  expect(leasesAreKept.judge(chronicleOf(historyOf(samples as never, STRICT))).verdict).toBe('pass');
});
