import { expect, test } from 'vitest';
import type { TargetFacts } from '../../member/profile/target-facts.ts';
import { partsOf } from '../../runner/judgement.ts';
import { blames, judges } from '../../testing/judges.ts';
import { asked, authorised, expiring, ns, opened, refusedOp, session } from '../../testing/sample-conversation.ts';
import { answer, historyOf, noted, type SampleFrame } from '../../testing/sample-history.ts';
import { sessionComesToItsEnd } from './session-comes-to-its-end.check.ts';

/** Frames at this second of the suite; the target's clock says the same to a millisecond. */
const at = (second: number, ...frames: readonly SampleFrame[]): readonly SampleFrame[] =>
  frames.map((frame) => ({ ...frame, atMs: second * 1_000 }));
/** An op sent at this second, and its answer. */
const probed = (second: number, code = 'UNKNOWN_OP') =>
  at(second, asked('touchstoneProbe', `p${second}`), refusedOp('touchstoneProbe', `p${second}`, code));
const renewal = (second: number, endS: number) => at(second, asked('auth', 'renewed'), authorised('renewed', endS));
const dated = (second: number, atMs: number) =>
  answer('GET /me', {
    status: 200,
    headers: { Date: new Date(second * 1_000).toUTCString() },
    sentAtMs: atMs,
    answeredAtMs: atMs,
  });

const OPENED = at(0, opened(75));
const HINT = at(15, expiring(75, 60_000));
const ENDING = [...OPENED, ...probed(14), ...HINT, ...probed(70)];
const SECOND_HINT = at(45, expiring(105, 60_000));
const RENEWED = [...OPENED, ...probed(29), ...renewal(30, 105)];
const OUTLIVED = [...RENEWED, ...probed(40), ...SECOND_HINT, ...probed(78)];

interface Two {
  readonly ending?: readonly SampleFrame[];
  readonly renewed?: readonly SampleFrame[];
  /** When each is closed, in seconds; null: never. */
  readonly endingCloses?: number | null;
  readonly renewedCloses?: number | null;
  readonly code?: number;
  readonly lifeMs?: number;
  /** When the second token ends. */
  readonly secondToken?: number;
  readonly isFollowed?: boolean;
}

function two({
  ending = ENDING,
  renewed = OUTLIVED,
  endingCloses = 75,
  renewedCloses = 105,
  code = 4001,
  lifeMs = 75_000,
  secondToken = 105,
  isFollowed = true,
}: Two) {
  const closing = (second: number | null) => (second === null ? {} : { closed: { code, atMs: second * 1_000 } });
  return {
    life: noted(lifeMs),
    clock: [dated(0, 0), dated(0, 999)],
    'renewal ends': noted(ns(secondToken)),
    ...(isFollowed ? { 'followed to its second end': noted(true) } : {}),
    ending: session(ending, { ...closing(endingCloses), sentAtMs: 0 }),
    renewed: session(renewed, { ...closing(renewedCloses), sentAtMs: 0 }),
  };
}

const UNHINTED = { ending: [...OPENED, ...probed(70)], renewed: [...RENEWED, ...probed(78)] };

blames('wss/session-comes-to-its-end', two, [
  ['as it should be', {}, 'pass'],
  ['closed within two seconds', { ending: [...ENDING, ...probed(76)], endingCloses: 77 }, 'pass'],
  [
    'answered as expired, then closed',
    { ending: [...ENDING, ...probed(75.5, 'SESSION_EXPIRED')], endingCloses: 76 },
    'pass',
  ],
  [
    'refused as expired for long, then closed',
    { ending: [...ENDING, ...probed(79, 'SESSION_EXPIRED')], endingCloses: 81 },
    'pass',
  ],
  ['closed late, while the suite stood still', { endingCloses: 80 }, 'inconclusive'],
  ['closed early', { endingCloses: 60 }, 'inconclusive'],
  ['renewed, and cut off by a proxy', { renewed: RENEWED, renewedCloses: 75, code: 1006 }, 'inconclusive'],
  ['renewed, and nothing asked before its second end', { renewed: RENEWED, renewedCloses: 105 }, 'inconclusive'],
  [
    'renewed when the first lease had ended',
    {
      renewed: [...OPENED, ...at(76, asked('auth', 'renewed'), refusedOp('auth', 'renewed', 'SESSION_EXPIRED'))],
      renewedCloses: 76,
    },
    'inconclusive',
  ],
  [
    'the same, and the token was at its end',
    {
      renewed: [...OPENED, ...at(74, asked('auth', 'renewed'), refusedOp('auth', 'renewed', 'INVALID_TOKEN'))],
      secondToken: 74,
      isFollowed: false,
    },
    'not-exercised',
  ],
  [
    'renewed to the same end, by a token of that end',
    { renewed: [...OPENED, ...renewal(30, 75)], secondToken: 75 },
    'not-exercised',
  ],
  [
    'not hinted at once more, as it was renewed late',
    { renewed: [...OPENED, ...renewal(60, 105), ...probed(78)] },
    'not-exercised',
  ],
  [
    'a hint that was held up on its way',
    { ending: [...OPENED, ...probed(14), ...at(40, expiring(75, 60_000)), ...probed(70)] },
    'pass',
  ],
  ['never hinted at, in a short life', UNHINTED, 'not-exercised'],
  ['not followed to its second end', { isFollowed: false }, 'not-exercised'],
]);

const CONTROLLED: Partial<TargetFacts> = { strict: true };
const EARLY: Parameters<typeof blames<[Two]>>[2] = [
  ['one of its members crashed', { endingCloses: 60, code: 1006 }, 'inconclusive'],
];
blames('wss/session-comes-to-its-end', two, EARLY, { target: CONTROLLED });

judges('wss/session-comes-to-its-end', { life: noted(3_600_000) }, [
  ['a token that lives too long is not waited for', {}, 'not-exercised'],
  ['nor is one of which nothing is known', { life: [] }, 'not-exercised'],
]);

test('WSS-08 names the patience that its second lease needs', () => {
  const of = two({ renewed: [...OPENED, ...probed(29), ...renewal(30, 3_600), ...probed(78)], isFollowed: false });
  const judgement = sessionComesToItsEnd.judge(historyOf({ ...of, whole: noted(3_610_000) }), undefined);
  const about = partsOf(judgement).filter((part) => part.about?.includes('WSS-08'));
  expect(about.map((part) => ('why' in part ? part.why : part.verdict))).toEqual([
    expect.stringMatching(/^needs --patience 3610s: the renewed session was not followed/),
  ]);
});
