import { expect, test } from 'vitest';
import { judged as judge } from '../../testing/judges.ts';
import type { SampleFrame } from '../../testing/sample-history.ts';
import { answer, came, conversation, historyOf, noted, said } from '../../testing/sample-history.ts';
import { sessionComesToItsEnd } from './session-comes-to-its-end.check.ts';

const S = 1_000_000_000n;
const grant = (endS: number) => ({ capabilities: ['orders:trade'], expiresAtNs: `${BigInt(endS) * S}` });
const opened = (endS: number) => came({ event: 'sessionOpened', msgType: 'sessionOpened', data: grant(endS) });
const hint = (endS: number, inMs: number) =>
  came({
    event: 'sessionExpiring',
    msgType: 'sessionExpiring',
    data: { expiresAtNs: `${BigInt(endS) * S}`, inMs },
  });
const refusal = (reqId: string, code = 'UNKNOWN_OP') =>
  came({ op: 'touchstoneProbe', reqId, success: false, code, message: 'no', retryable: false });
const probed = (reqId: string): SampleFrame[] => [said({ op: 'touchstoneProbe', reqId, params: {} }), refusal(reqId)];
const renewal = (endS: number): SampleFrame[] => [
  said({ op: 'auth', reqId: 'renewed', params: { token: '<token>' } }),
  came({ op: 'auth', reqId: 'renewed', success: true, session: grant(endS) }),
];

const ENDING = [opened(75), hint(75, 60_000), ...probed('before')];
const RENEWED = [opened(75), ...renewal(105), ...probed('outlived'), hint(105, 60_000), ...probed('before')];

interface Two {
  readonly ending?: readonly SampleFrame[];
  readonly renewed?: readonly SampleFrame[];
  readonly stays?: 'ending' | 'renewed';
  readonly code?: number;
}

function verdictOf({ ending = ENDING, renewed = RENEWED, stays, code = 4001 }: Two, strict = false) {
  const closing = (which: string) => (stays === which ? {} : { closed: { code } });
  const history = historyOf(
    {
      life: noted(75_000),
      clock: answer('GET /me', { status: 200 }),
      now: [noted(0n), noted(15n * S), noted(45n * S)],
      ending: conversation({ frames: ending, ...closing('ending') }),
      renewed: conversation({ frames: renewed, ...closing('renewed') }),
    },
    { strict },
  );
  const judged = judge(sessionComesToItsEnd, history);
  return judged.verdict === 'violated' ? `violated ${judged.breaks?.join(' ')}` : judged.verdict;
}

test.each<[string, Two, string]>([
  ['as it should be', {}, 'pass'],
  ['never closed', { ending: [...ENDING, refusal('after')], stays: 'ending' }, 'violated WSS-07'],
  ['answered as expired, then closed', { ending: [...ENDING, refusal('after', 'SESSION_EXPIRED')] }, 'pass'],
  ['closed early', { ending: [opened(75), hint(75, 60_000)] }, 'inconclusive'],
  ['renewed, and closed all the same', { renewed: [opened(75), ...renewal(105)] }, 'violated WSS-08'],
  ['renewed, and cut off by a proxy', { renewed: [opened(75), ...renewal(105)], code: 1006 }, 'inconclusive'],
  ['renewed to the same end', { renewed: [opened(75), ...renewal(75)] }, 'violated WSS-08'],
  ['renewed for good', { renewed: [...RENEWED, refusal('after')], stays: 'renewed' }, 'violated WSS-07'],
  [
    'not hinted at once more',
    { renewed: [opened(75), ...renewal(105), ...probed('outlived'), ...probed('before')] },
    'violated WSS-08',
  ],
  ['hinted at twice', { ending: [...ENDING, hint(75, 30_000)] }, 'violated WSS-06'],
  ['a hint of another time', { ending: [opened(75), hint(75, 5_000), ...probed('before')] }, 'violated WSS-06'],
  [
    'never hinted at',
    {
      ending: [opened(75), ...probed('before')],
      renewed: RENEWED.filter((frame) => !frame.text?.includes('sessionExpiring')),
    },
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
  expect(verdictOf({ ending: [opened(75), hint(75, 60_000)] }, true)).toBe('violated WSS-07');
});

test.each([
  ['a token that lives too long', { life: noted(3_600_000) }],
  ['a token of which nothing is known', {}],
])('%s is not waited for', (_, samples) => {
  expect(judge(sessionComesToItsEnd, historyOf(samples)).verdict).toBe('not-exercised');
});
