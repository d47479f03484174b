import { blames, judges } from '../../testing/judges.ts';
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
import { answer, noted } from '../../testing/sample-history.ts';
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

function two({ ending = ENDING, renewed = OUTLIVED, stays, code = 4001 }: Two) {
  const closing = (which: string) => (stays === which ? {} : { closed: { code } });
  return {
    life: noted(75_000),
    clock: answer('GET /me', { status: 200 }),
    now: [0, 15, 45].map((seconds) => noted(BigInt(ns(seconds)))),
    ending: session(ending, closing('ending')),
    renewed: session(renewed, closing('renewed')),
  };
}

blames(sessionComesToItsEnd, two, [
  ['as it should be', {}, 'pass'],
  ['never closed', { ending: [...ENDING, refusal()], stays: 'ending' }, ['WSS-07']],
  ['answered as expired, then closed', { ending: [...ENDING, refusal('SESSION_EXPIRED')] }, 'pass'],
  ['closed early', { ending: [opened(75), HINT] }, 'inconclusive'],
  ['renewed, and closed all the same', { renewed: RENEWED }, ['WSS-08']],
  ['renewed, and cut off by a proxy', { renewed: RENEWED, code: 1006 }, 'inconclusive'],
  ['renewed to the same end', { renewed: [opened(75), ...renewal(75)] }, ['WSS-08']],
  ['renewed, and never closed', { renewed: [...OUTLIVED, refusal()], stays: 'renewed' }, ['WSS-07']],
  ['not hinted at once more', { renewed: [...RENEWED, ...probed('outlived'), ...probed('before')] }, ['WSS-08']],
  ['hinted at twice', { ending: [...ENDING, expiring(75, 30_000)] }, ['WSS-06']],
  ['a hint of another time', { ending: [opened(75), expiring(75, 5_000), ...probed('before')] }, ['WSS-06']],
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
]);

blames(
  sessionComesToItsEnd,
  two,
  [['the sandbox closes no session early', { ending: [opened(75), HINT] }, ['WSS-07']]],
  {
    target: { strict: true },
  },
);

judges(sessionComesToItsEnd, { life: noted(3_600_000) }, [
  ['a token that lives too long is not waited for', {}, 'not-exercised'],
  ['nor is one of which nothing is known', { life: [] }, 'not-exercised'],
]);
