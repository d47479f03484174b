import { describe, expect, test } from 'vitest';
import { metLabel } from '../../member/exchange/met-answers.ts';
import { partsOf } from '../../runner/judgement.ts';
import { blames, cases, judged, judges, judgesOf } from '../../testing/judges.ts';
import { type AnswerOptions, answer, BUSY, historyOf, noted, type Sample } from '../../testing/sample-history.ts';
import { acceptedWritesReachTheirOutcome } from './operations.check.ts';

const promise = (location: string | null) =>
  answer('POST /orders', { status: 202, key: 'k', headers: location === null ? {} : { Location: location }, body: {} });
const good = promise('/operations/k');
const looked = (of: AnswerOptions) => answer('GET /operations/k', of);
const outcome = (status: string) => looked({ status: 200, body: { key: 'k', outcome: { status } } });
const unknown = looked({ status: 404, code: 'UNKNOWN_OPERATION' });
const [ACCEPTED, UNSETTLED] = [metLabel('accepted'), metLabel('unsettled')];

blames('idem/accepted-writes-are-carried-out', (accepted: Sample) => ({ [ACCEPTED]: accepted }), [
  ['names its operation', good, 'pass'],
  ['names none', promise(null), ['IDEM-11']],
]);

// biome-ignore format: an aligned table
blames(
  'idem/accepted-writes-are-carried-out',
  (waitedMs: number, ...looks: Sample[]) => ({
    [UNSETTLED]: good,
    'look at k': looks,
    waited: noted(waitedMs),
  }),
  [
    ['it comes to its outcome',       0, outcome('PENDING'), outcome('SUCCEEDED'), 'pass'],
    ['another member knows it later', 4_000, unknown, outcome('SUCCEEDED'), 'pass'],
    ['it is never known',             120_000, unknown, unknown, ['IDEM-12']],
    ['it is pending for ever',        120_000, outcome('PENDING'), outcome('PENDING'), ['IDEM-12']],
    ['the run has no patience',       2_000, outcome('PENDING'), 'not-exercised'],
    ['its outcome shows no progress', 120_000, looked({ status: 200, body: { outcome: { family: 'orders' } } }), 'not-exercised'],
    ['the last look is refused',      120_000, looked({ status: 403, code: 'ORG_NOT_ACTIVE' }), 'inconclusive'],
  ],
);

{
  const post = (of: AnswerOptions) => answer('POST /orders', of);
  const DOOR = { status: 400, code: 'MALFORMED_REQUEST' } as const;
  const malformed = post(DOOR);
  const served = { status: 201, position: 7n };
  const placed = post(served);

  const NO_KEYS = ['no key', 'an empty key', 'a key with a space', 'a key past ASCII', 'a key of 300 characters'];

  judges(
    'idem/key-is-required',
    {
      ...Object.fromEntries(
        NO_KEYS.flatMap((what) => [`submit, ${what}`, `cancel, ${what}`]).map((k) => [k, malformed]),
      ),
      'submit, a key': placed,
      'cancel, a key': placed,
    },
    [
      ['an order that is refused under a key, too', { 'submit, a key': malformed }, 'inconclusive'],
      ['a cancel that is refused under a key, too', { 'cancel, a key': malformed }, 'inconclusive'],
    ],
  );

  const tried = (came: AnswerOptions, body: object = { displayName: 'ours' }) =>
    answer('POST /portfolios', { ...came, sentBody: body });
  const portfolios = (...items: readonly object[]) => answer('GET /portfolios', { status: 200, body: { items } });
  const other = { portfolioId: 1, displayName: 'theirs' };
  const ours = { portfolioId: 2, displayName: 'ours' };
  const invalid = tried({ status: 422, code: 'INVALID_FIELD' });

  // biome-ignore format: an aligned table
  judgesOf(
    'idem/key-is-required-on-every-write',
    (without: Sample, over: Readonly<Record<string, Sample>>) => {
      const taken = tried({ status: 201, position: 9, body: { portfolioId: 7 } });
      const of = { before: portfolios(other), 'no key': without, after: portfolios(other), taken, ...over };
      return Object.fromEntries(Object.entries(of).map(([what, e]) => [`${what}: POST /portfolios`, e]));
    },
    [
      ['refused, while another makes one',            tried(DOOR), { after: portfolios(other, { ...ours, displayName: 'new' }) }, 'pass'],
      ['refused for a body that is not taken either', invalid,     { taken: invalid },                                            'pass'],
    ],
  );

  judges('idem/body-user-is-refused', { placed, submit: malformed, cancel: answer('POST /orders/1/cancel', DOOR) }, [
    ['refused, as any order is', { placed: malformed }, 'not-exercised'],
  ]);

  cases([
    [
      'idem/key-is-bound-to-its-operation',
      'no order to begin with',
      { first: post({ status: 403, code: 'CAPABILITY_DENIED' }) },
      'inconclusive',
    ],
  ]);

  const FLAWS = [
    'a price past the grammar',
    'another user',
    'a symbol that nothing holds',
    'an account name that nothing holds',
  ];
  const notLive = post({ status: 422, code: 'INSTRUMENT_NOT_LIVE', position: 6n });

  judges(
    'idem/door-refusal-leaves-the-key-free',
    Object.fromEntries(
      FLAWS.flatMap((what) => [
        [`refused for ${what}`, malformed],
        [`corrected of ${what}`, placed],
      ]),
    ),
    [
      ['refused by an owner', { 'refused for a symbol that nothing holds': notLive }, 'inconclusive'],
      ['not refused', { 'refused for another user': placed }, 'inconclusive'],
    ],
  );

  const interrupted = { status: 500, code: 'INTERRUPTED', retryable: true };

  judges('idem/interrupted-write-may-be-sent-again', { interrupted: post(interrupted), 'sent again': placed }, [
    ['under another status', { interrupted: post({ ...interrupted, status: 409 }) }, 'pass'],
  ]);
}

{
  const post = (of: AnswerOptions) => answer('POST /orders', of);
  const read = (of: AnswerOptions, key = 'k-1') => answer(`GET /operations/${key}`, of);
  const notFound = { status: 404, code: 'UNKNOWN_OPERATION' };
  const written = post({ status: 201, position: 7n });

  const record = { status: 200, position: 9n, asOf: 9n, body: { key: 'k', outcome: {} } };

  judges(
    'idem/operation-record',
    {
      written,
      refused: post({ status: 422, code: 'TICK_SIZE_VIOLATION', position: 8n }),
      record: read(record),
      'record of a refusal': read(record),
      unknown: read(notFound),
    },
    [['a write that never reached an owner', { written: post({ status: 503, code: 'NOT_SERVING' }) }, 'inconclusive']],
  );

  judges(
    'idem/operation-is-its-organisations-own',
    { written, foreign: read(notFound), unknown: read(notFound, 'k-2') },
    [['never written', { written: post({ status: 403, code: 'AWAITING_ADMISSION' }) }, 'inconclusive']],
  );

  const made = (of: AnswerOptions) => ({ 'taken: POST /portfolios': answer('POST /portfolios', of) });
  const foreign = (of: AnswerOptions) => ({ 'foreign: POST /portfolios': read(of) });

  judges(
    'idem/operations-of-every-write-are-their-organisations-own',
    { ...made({ status: 201, position: 7 }), ...foreign(notFound), unknown: read(notFound, 'k-2') },
    [
      ['it was never made', made({ status: 400, code: 'MALFORMED_REQUEST' }), 'inconclusive'],
      ['the member is busy for the key that no caller wrote', { unknown: read(BUSY, 'k-2') }, 'inconclusive'],
    ],
  );

  const ofStatus = (status: string) => read({ status: 200, body: { outcome: { status } } });
  const [pending, final] = [ofStatus('PENDING'), ofStatus('SUCCEEDED')];
  const silent = read({ status: 200, body: { outcome: { family: 'orders' } } });
  const accepted = { status: 202, key: 'k-1', headers: { Location: '/operations/k-1' }, body: {} };
  const settledReplay = { status: 201, position: 7n, replay: true, body: { orderId: '9' } };
  const inTime = { slow: post({ status: 201, position: 7n, key: 'k-1' }) };
  const SLOW = {
    'plain record': final,
    slow: post(accepted),
    'in progress': pending,
    settled: final,
    'settled again': final,
    retried: post(settledReplay),
    'retried again': post(settledReplay),
  };

  // biome-ignore format: an aligned table
  judges('idem/operation-reaches-one-final-outcome', SLOW, [
    ['final, then pending',  { 'settled again': pending },                                                              'violated'],
    ['no progress is shown', { 'plain record': silent, 'in progress': silent, settled: silent, 'settled again': silent }, 'inconclusive'],
    ['no 202',               inTime,                                                                                    'inconclusive'],
  ]);

  judges(
    'idem/settled-key-replays',
    SLOW,
    [
      ['two different answers', { 'retried again': post({ ...settledReplay, position: 8n }) }, 'violated'],
      ['the 202 for ever', { retried: post(accepted) }, ['pass', 'violated']],
      ['no 202', inTime, 'inconclusive'],
      ['the member is busy for the first retry', { retried: post(BUSY) }, 'inconclusive'],
    ],
    { target: { strict: true } },
  );

  interface Story {
    readonly location?: string;
    readonly polls?: readonly Sample[];
    readonly again?: Sample;
    readonly write?: Sample;
    readonly after?: readonly Sample[];
  }

  const row = { status: 201, key: 'k-1', position: 9, body: { orderId: '7', clientOrderId: 'k-1' } };

  /** A write with what went over the wire until it was settled. */
  function settled({
    location = '/operations/k-1',
    polls = [pending, final],
    again = post({ ...row, replay: true }),
    write = post(row),
    after = [final, final],
  }: Story) {
    const first = post({ status: 202, key: 'k-1', headers: { Location: location } });
    const wire = [first, ...polls, again].map((sample, i) => sample(100 + i, null));
    const sent: Sample = (n, label) => ({ ...write(n, label), settling: wire });
    return judged(acceptedWritesReachTheirOutcome, historyOf({ sent, 'after k-1': after }));
  }

  judgesOf('idem/accepted-writes-reach-their-outcome', (sent: Sample) => ({ sent }), [
    ['no write was answered 202', post(row), 'not-exercised'],
  ]);

  describe('idem/accepted-writes-reach-their-outcome, claim by claim', () => {
    test('it settles', () => {
      const judgement = settled({});
      expect(judgement.verdict).toBe('pass');
      expect(partsOf(judgement).map((part) => [part.about, part.verdict, 'kind' in part])).toEqual([
        [['IDEM-11'], 'pass', false],
        [['IDEM-12'], 'pass', false],
        [['IDEM-13'], 'pass', false],
      ]);
    });

    test.each<[string, Story, readonly string[]]>([
      ['Location names another operation', { location: '/operations/other' }, ['IDEM-11']],
      ['the operation is unknown at first', { polls: [read(notFound), final] }, ['IDEM-12']],
      ['the outcome turns', { after: [final, ofStatus('REJECTED')] }, ['IDEM-12']],
      ['the outcome is pending again', { after: [pending, final] }, ['IDEM-12']],
      ['the key is answered 500', { again: post({ status: 500, key: 'k-1', code: 'INTERNAL_ERROR' }) }, ['IDEM-13']],
    ])('%s', (_, story, breaks) => {
      expect(settled(story)).toMatchObject({ verdict: 'violated', about: breaks });
    });

    test('where the key replays its 202 the third claim is not seen', () => {
      const still = post({ status: 202, key: 'k-1', replay: true });
      const parts = partsOf(settled({ again: still, write: still }));
      expect(parts.find((part) => part.about?.includes('IDEM-13') === true)).toMatchObject({ kind: 'unseen' });
    });
  });
}

const post = (of: AnswerOptions) => answer('POST /orders', of);
const cancel = (of: AnswerOptions) => answer('POST /orders/9/cancel', of);
const page = (...items: object[]) => answer('GET /orders', { status: 200, body: { items } });
const denied = { status: 403, code: 'CAPABILITY_DENIED' };

const open = { status: 201, position: 7n, body: { orderId: '9', status: 'OPEN', price: '1.50' } };
const openReplay = { ...open, replay: true };
const retries = { first: post(open), retried: post(openReplay), 'retried again': post(openReplay) };

// biome-ignore format: an aligned table
judges('idem/retried-key-replays', retries, [
  ['the same in other zeros', { 'retried again': post({ ...openReplay, body: { ...open.body, price: '1.5' } }) }, 'pass'],
  ['no order',                { first: post({ ...denied, position: 7n }) },                                       'inconclusive'],
]);

const door = { status: 400, code: 'MALFORMED_REQUEST' };

judgesOf(
  'idem/first-answer-is-no-replay',
  (refused: Sample) => ({ taken: post({ status: 201, position: 7n }), refused }),
  [['a flag that says false', post({ ...door, headers: { 'Idempotent-Replay': 'false' } }), 'pass']],
);

const refusal = { status: 422, code: 'TICK_SIZE_VIOLATION', position: 8n };
const own = { replay: true, sent: { 'X-Request-Id': 'own' }, headers: { 'X-Request-Id': 'own' } };
const naming = (requestId: string) => ({
  error: { code: 'TICK_SIZE_VIOLATION', message: 'm', requestId, retryable: false },
});
const acceptedRetried = (over: object) => ({
  'accepted retried': post({ status: 201, position: 7n, ...own, body: {}, ...over }),
});
const refusedRetried = (over: object) => ({
  'refused retried': post({ status: 422, position: 8n, ...own, body: naming('own'), ...over }),
});

judges(
  'idem/replay-keeps-position-and-takes-its-own-id',
  {
    'accepted first': post({ status: 201, position: 7n }),
    'accepted between': post(refusal),
    ...acceptedRetried({}),
    'refused first': post(refusal),
    'refused between': post({ ...refusal, position: 9n }),
    ...refusedRetried({}),
  },
  [
    ['nothing moved meanwhile', { 'refused between': post(refusal) }, 'inconclusive'],
    ['no replay', refusedRetried({ replay: false }), 'inconclusive'],
  ],
);

const recorded = { refused: post(refusal), corrected: post({ ...refusal, replay: true }) };
const spent = { ...recorded, retried: recorded.corrected };

judges('idem/owner-refusal-spends-the-key', spent, [
  ['a fresh order for the corrected request', { corrected: post({ status: 201, position: 9n }) }, 'violated'],
  ['a fresh order for the retry', { retried: post({ status: 201, position: 9n }) }, 'violated'],
  ['refused at the door', { refused: post(door) }, 'inconclusive'],
]);

const first = { status: 201, position: 7n, body: { orderId: '9' } };
const kept = post({ ...first, replay: true });
const fresh = post({ status: 201, position: 8n, body: { orderId: '10' } });

cases([['idem/key-is-forgotten-after-a-day', 'no order', { first: post(denied) }, 'inconclusive']]);

judges('idem/retry-in-flight-attaches', { first: post(first), retried: post(first) }, [
  ['the same answer as a replay', { retried: kept }, 'pass'],
  ['another order', { retried: fresh }, 'violated'],
  ['no order at all', { first: post({ status: 503, code: 'NOT_SERVING' }) }, 'inconclusive'],
]);

const BOTH = { key: 'k1', sentAtMs: 10, answeredAtMs: 20 };
const taken = (orderId: string, over: Partial<AnswerOptions> = {}) =>
  post({ status: 201, position: 7, body: { orderId }, ...BOTH, ...over });
const listed = (...keys: readonly string[]) => page(...keys.map((clientOrderId) => ({ clientOrderId })));
const refused = post({ status: 422, code: 'TICK_SIZE_VIOLATION', ...BOTH });
const later = taken('17', { sentAtMs: 30, answeredAtMs: 40, replay: true });

judges('idem/sends-at-once-have-one-answer', { sent: [taken('17'), taken('17')], orders: listed('k1') }, [
  ['the later one marked as a replay', { sent: [taken('17'), taken('17', { replay: true })] }, 'pass'],
  ['one after the other', { sent: [taken('17'), later] }, 'not-exercised'],
  ['not answered in time', { sent: [taken('17'), post({ status: 202, ...BOTH })] }, 'not-exercised'],
  ['refused', { sent: [refused, refused], orders: listed() }, 'not-exercised'],
]);

const attempt = (orderId: string) => post({ status: 201, position: 7n, key: 'k-1', body: { orderId } });
const turnedAway = post({ status: 429, code: 'IN_FLIGHT_FULL', key: 'k-1' });
const ofKey = (orderId: string, clientOrderId = 'k-1') => ({ orderId, clientOrderId });

// biome-ignore format: an aligned table
judges('idem/concurrent-retries-have-one-effect', { attempt: [attempt('9'), attempt('9')], orders: page(ofKey('9')) }, [
  ['one order, one attempt turned away', { attempt: [attempt('9'), turnedAway] },                                             'pass'],
  ['orders of other keys beside it',     { orders: page(ofKey('9'), ofKey('8', 'k-0')) },                                     'pass'],
  ['two ids',                            { attempt: [attempt('9'), attempt('10')] },                                          'violated'],
  ['none accepted',                      { attempt: post({ status: 503, code: 'NOT_SERVING', key: 'k-1' }), orders: page() }, 'inconclusive'],
]);

const keyed = { ...open, key: 'k', body: { orderId: '9' } };
const keptToTheEnd = {
  order: post(keyed),
  cancel: cancel({ status: 200, position: 8n, body: { orderId: '9' } }),
  refusal: post({ ...denied, position: 9n }),
  'order, last': post({ ...keyed, replay: true }),
  'cancel, last': cancel({ status: 200, position: 8n, body: { orderId: '9' }, replay: true }),
  'refusal, last': post({ ...denied, position: 9n, replay: true }),
  orders: page({ orderId: '9', clientOrderId: 'k' }, { orderId: '8', clientOrderId: 'j' }),
  operation: answer('GET /operations/k', { status: 200 }),
};

blames('idem/keys-are-kept-to-the-end', (change: object) => ({ ...keptToTheEnd, ...change }), [
  ['no order', { order: post({ ...denied, position: 7n }) }, 'inconclusive'],
]);
