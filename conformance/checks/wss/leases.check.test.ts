import { blames, judges, judgesOf } from '../../testing/judges.ts';
import {
  asked,
  authorised,
  event,
  expiring,
  GREETED,
  mint,
  ns,
  opened,
  probed,
  refusedHandshake,
  refusedOp,
  session,
} from '../../testing/sample-conversation.ts';
import type { ConversationOptions, SampleFrame } from '../../testing/sample-history.ts';
import { answer, noted } from '../../testing/sample-history.ts';

const LAPSED: ConversationOptions = { closed: { code: 4001 } };
const OPENED_300 = [opened(300), ...probed('greeted')];
const probing = (reqId: string) => asked('touchstoneProbe', reqId);

const before = [...OPENED_300, ...probed('before')];
const EXPIRED = refusedOp('touchstoneProbe', 'after', 'SESSION_EXPIRED');
const lived = (frames: readonly SampleFrame[], over: ConversationOptions = {}) => ({ session: session(frames, over) });
const unanswered = lived([...before, probing('after')]);

judges(
  'wss/closed-at-its-expiry',
  {
    'token expires': noted(300_000_000_000n),
    ...lived(before, LAPSED),
    alive: answer('GET /me', { status: 200, body: {} }),
  },
  [
    ['with a hint before it', lived([...before, expiring(300, 2_000)], LAPSED), 'pass'],
    ['normally (A95)', lived(before, { closed: { code: 1000 } }), 'pass'],
    ['without a close frame', lived(before, { closed: { code: 1006 } }), 'pass'],
    ['a probe after the end is not answered', lived([...before, probing('after')], LAPSED), 'pass'],
    ['SESSION_EXPIRED, then closed', lived([...before, probing('after'), EXPIRED], LAPSED), 'pass'],
    ['cut off early: its member may have crashed', lived(OPENED_300, { closed: { code: 1006 } }), 'inconclusive'],
    ['it was silent before', lived([opened(300), probing('after')]), 'inconclusive'],
    ['it lapses before its token (A92)', lived([opened(200), ...probed('before')], LAPSED), 'pass'],
    ['no grant', lived([event('sessionOpened', {})], LAPSED), 'inconclusive'],
    ['no session', lived([], { status: 401 }), 'inconclusive'],
    ['a silent session is closed too', { silent: session([opened(300)], LAPSED) }, 'pass'],
    ['a silent session is left open', { silent: session([opened(300)]) }, 'violated'],
    [
      'the member answers no request',
      { ...unanswered, alive: answer('GET /me', { status: 503, code: 'NOT_SERVING' }) },
      'inconclusive',
    ],
  ],
);

/** What the clock read, in order: the first is note 1. */
const readings = (...seconds: readonly number[]) => seconds.map((s) => noted(BigInt(ns(s))));
/** Just before the reading that its step comes to, or after it. */
const [AT_600, AT_850, AFTER_850, AT_LAST] = [2.5, 4.5, 5.5, 6.5];
const MINUTE_HINT = expiring(905, 60_000, AT_850);
/** A probe after each reading, and its answer. */
const probedAfter = (...notes: readonly number[]): readonly SampleFrame[] =>
  notes.flatMap((n) => [
    asked('touchstoneProbe', `p${n}`, n + 0.7),
    refusedOp('touchstoneProbe', `p${n}`, 'UNKNOWN_OP', {}, n + 0.8),
  ]);

const untilLast = (endsAtS: number, ...frames: readonly SampleFrame[]) => ({
  now: readings(0, 600, 610, 840, 850, 900, 904.5),
  ...lived([opened(endsAtS, 1.5), ...probedAfter(1, 2, 3, 4, 5), ...frames]),
});

judgesOf('wss/expiring-is-told-once', (hints: readonly SampleFrame[]) => untilLast(905, ...hints, ...probed('last')), [
  ['received after the reading', [expiring(905, 60_000, AFTER_850)], 'pass'],
  ['counted from when the step was done', [expiring(905, 55_000, AT_850)], 'pass'],
  ['five minutes before', [expiring(905, 300_000, AT_600)], 'pass'],
  ['two seconds before', [expiring(905, 2_000, AT_LAST)], 'pass'],
]);

judges('wss/expiring-is-told-once', untilLast(905, MINUTE_HINT, ...probed('last')), [
  ['the connection was cut', lived([opened(905, 1.5)], { closed: { code: 1006 } }), 'inconclusive'],
  ['a binding that never expires', untilLast(0, ...probed('last')), 'inconclusive'],
  ['no session', lived([], { status: 401 }), 'inconclusive'],
]);

interface Lived {
  readonly first?: readonly SampleFrame[];
  readonly answer?: SampleFrame;
  readonly second?: readonly SampleFrame[];
  readonly probes?: readonly SampleFrame[];
  readonly over?: ConversationOptions;
}

const RENEWED = authorised('renewed', 1_490, 4.2);
const HINT = expiring(600, 60_000, 2.5);
const SECOND_HINT = expiring(1_490, 60_000, 7.5);
const ENDED = [...probed('outlived'), ...probed('before')];

/** Renewed at 590 for fifteen minutes. */
function renewal({ first = [HINT], answer = RENEWED, second = [SECOND_HINT], probes = ENDED, over = LAPSED }: Lived) {
  return {
    now: readings(0, 530, 540, 590, 600, 610, 1_420, 1_430, 1_480, 1_492),
    session: session(
      [
        ...[opened(600, 1.5), ...probedAfter(1, 2, 3), ...first],
        ...[asked('auth', 'renewed', 4.1), answer, ...probedAfter(5, 6, 7, 8), ...second, ...probes],
      ],
      over,
    ),
  };
}

judgesOf('wss/auth-renews-the-lease', renewal, [
  ['a lead time of five seconds', { first: [], second: [expiring(1_490, 5_000, 9.5)] }, 'pass'],
  ['closed at the first end', { second: [], probes: [probing('outlived')] }, 'violated'],
  ['never closed', { probes: [...ENDED, ...probed('after')], over: {} }, 'violated'],
  [
    'too busy to renew',
    { answer: refusedOp('auth', 'renewed', 'NOT_PRIMED', { retryable: true }, 4.2) },
    'inconclusive',
  ],
  ['no session', { over: { status: 401 } }, 'inconclusive'],
]);

blames('wss/auth-renews-the-lease', renewal, [
  ['a session that outlives its lease is not', { probes: [...probed('outlived'), ...probed('after')] }, ['WSS-07']],
]);

const hinted = [expiring(300, 60_000), ...probed('before')];
const other = (answered: SampleFrame, rest: readonly SampleFrame[], over: ConversationOptions = LAPSED) =>
  lived([...OPENED_300, asked('auth', 'other'), answered, ...rest], over);
const forbidden = refusedOp('auth', 'other', 'FORBIDDEN_PRINCIPAL');

judges(
  'wss/another-principal-renews-nothing',
  { ...other(forbidden, hinted), untouched: session([...OPENED_300, ...hinted, probing('after')], LAPSED) },
  [
    ['with any code, and without a hint (A95)', other(forbidden, probed('before'), { closed: {} }), 'pass'],
    ['it is left open', other(forbidden, [...hinted, ...probed('after')], {}), 'violated'],
    ['it was closed at once', other(forbidden, []), 'violated'],
    [
      'no session lapses',
      { ...other(forbidden, probed('after'), {}), untouched: session([...OPENED_300, ...probed('after')]) },
      'inconclusive',
    ],
    ['no session', lived([], { status: 503, code: 'NOT_PRIMED' }), 'inconclusive'],
  ],
  { target: { strict: true } },
);

const ever = [opened(0), ...probed('greeted')];
const muchLater = probed('muchLater');
const lasting = (...frames: readonly SampleFrame[]) => ({ lasting: session(frames) });

judges('wss/never-expires', { ...lasting(...ever, ...muchLater), passing: session(GREETED, LAPSED) }, [
  ['with new events', lasting(event('notice', {}), ...ever, event('pulse', {}), ...muchLater), 'pass'],
  ['the other closed with another code', { passing: session(GREETED, { closed: { code: 4000 } }) }, 'pass'],
  ['refused (A93)', { lasting: refusedHandshake() }, 'not-exercised'],
  ['closed', { lasting: session(ever, LAPSED) }, 'violated'],
  ['no greeting', lasting(...probed('greeted'), ...muchLater), 'inconclusive'],
  ['no answer in time', lasting(...ever), 'inconclusive'],
  ['the member goes away', { lasting: session(ever, { closed: { code: 1001 } }) }, 'inconclusive'],
  ['no greeting of the other', { passing: session(probed('greeted')) }, 'inconclusive'],
  ['the other is not opened', { passing: refusedHandshake() }, 'inconclusive'],
]);

const bearer = (greeted: number, renewed: number) =>
  session([opened(greeted), asked('auth', 'renewed'), authorised('renewed', renewed)]);

judges(
  'wss/lease-ends-with-its-token',
  {
    'token ends': noted(ns(900)),
    bearer: bearer(900, 900),
    minted: mint('<ticket 1>', 0, 10),
    ticket: session([opened(900)]),
  },
  [
    ['earlier', { bearer: bearer(600, 600) }, 'pass'],
    ['with the ticket that opened it', { ticket: session([opened(10)]) }, 'violated'],
    [
      'with a ticket that the token bounds',
      { 'token ends': noted(ns(10)), bearer: bearer(10, 10), ticket: session([opened(10)]) },
      'pass',
    ],
    ['refused', { bearer: refusedHandshake() }, 'inconclusive'],
    ['a token that does not state its end', { 'token ends': [] }, 'not-exercised'],
  ],
);
