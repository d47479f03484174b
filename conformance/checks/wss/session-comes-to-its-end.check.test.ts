import { expect, test } from 'vitest';
import { judged, judges } from '../../testing/judges.ts';
import {
  asked,
  authorised,
  expiring,
  ns,
  opened,
  probed,
  refusedOp,
  session,
} from '../../testing/sample-conversation.ts';
import type { SampleFrame } from '../../testing/sample-history.ts';
import { answer, historyOf, noted } from '../../testing/sample-history.ts';
import { sessionComesToItsEnd } from './session-comes-to-its-end.check.ts';

const renewal = (endS: number): SampleFrame[] => [asked('auth', 'renewed'), authorised('renewed', endS)];
const refusal = (code = 'UNKNOWN_OP') => refusedOp('touchstoneProbe', 'after', code);
const HINT = expiring(75, 60_000);
const SECOND_HINT = expiring(105, 60_000);
const RENEWED = [opened(75), ...renewal(105)];
const ENDING = [opened(75), HINT, ...probed('before')];
const OUTLIVED = [...RENEWED, ...probed('outlived'), SECOND_HINT, ...probed('before')];

interface Two {
  readonly ending?: readonly SampleFrame[];
  readonly renewed?: readonly SampleFrame[];
  readonly stays?: 'ending' | 'renewed';
  readonly code?: number;
}

function verdictOf({ ending = ENDING, renewed = OUTLIVED, stays, code = 4001 }: Two, strict = false) {
  const closing = (which: string) => (stays === which ? {} : { closed: { code } });
  const history = historyOf(
    {
      life: noted(75_000),
      clock: answer('GET /me', { status: 200 }),
      now: [0, 15, 45].map((seconds) => noted(BigInt(ns(seconds)))),
      ending: session(ending, closing('ending')),
      renewed: session(renewed, closing('renewed')),
    },
    { strict },
  );
  const judgement = judged(sessionComesToItsEnd, history);
  return judgement.verdict === 'violated' ? `violated ${judgement.breaks?.join(' ')}` : judgement.verdict;
}

test.each<[string, Two, string]>([
  ['as it should be', {}, 'pass'],
  ['never closed', { ending: [...ENDING, refusal()], stays: 'ending' }, 'violated WSS-07'],
  ['answered as expired, then closed', { ending: [...ENDING, refusal('SESSION_EXPIRED')] }, 'pass'],
  ['closed early', { ending: [opened(75), HINT] }, 'inconclusive'],
  ['renewed, and closed all the same', { renewed: RENEWED }, 'violated WSS-08'],
  ['renewed, and cut off by a proxy', { renewed: RENEWED, code: 1006 }, 'inconclusive'],
  ['renewed to the same end', { renewed: [opened(75), ...renewal(75)] }, 'violated WSS-08'],
  ['renewed, and never closed', { renewed: [...OUTLIVED, refusal()], stays: 'renewed' }, 'violated WSS-07'],
  ['not hinted at once more', { renewed: [...RENEWED, ...probed('outlived'), ...probed('before')] }, 'violated WSS-08'],
  ['hinted at twice', { ending: [...ENDING, expiring(75, 30_000)] }, 'violated WSS-06'],
  ['a hint of another time', { ending: [opened(75), expiring(75, 5_000), ...probed('before')] }, 'violated WSS-06'],
  [
    'never hinted at',
    { ending: [opened(75), ...probed('before')], renewed: OUTLIVED.filter((frame) => frame !== SECOND_HINT) },
    'not-exercised',
  ],
  [
    'not followed to its second end',
    { renewed: [opened(75), ...renewal(3_600), ...probed('outlived')] },
    'not-exercised',
  ],
])('%s', (_, two, verdict) => {
  expect(verdictOf(two)).toBe(verdict);
});

test('the sandbox closes no session early', () => {
  expect(verdictOf({ ending: [opened(75), HINT] }, true)).toBe('violated WSS-07');
});

judges(sessionComesToItsEnd, { life: noted(3_600_000) }, [
  ['a token that lives too long is not waited for', {}, 'not-exercised'],
  ['nor is one of which nothing is known', { life: [] }, 'not-exercised'],
]);
