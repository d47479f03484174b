import { describe, expect, test } from 'vitest';
import { aboutOf, partsOf } from '../../runner/judgement.ts';
import { judged, judges, judgesOf } from '../../testing/judges.ts';
import type { AnswerOptions, Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { acceptedWritesReachTheirOutcome } from './operations.check.ts';

const post = (of: AnswerOptions) => answer('POST /orders', of);
const read = (of: AnswerOptions, key = 'k-1') => answer(`GET /operations/${key}`, of);
const notFound = { status: 404, code: 'UNKNOWN_OPERATION' };
const written = post({ status: 201, position: 7n });
const busy = { status: 503, code: 'NOT_SERVING', retryable: true, headers: { 'Retry-After': '1' } };

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

const naming = (key: string) => read({ ...notFound, message: `no such key ${key}` }, key);

judges(
  'idem/operation-is-its-organisations-own',
  { written, foreign: read(notFound), unknown: read(notFound, 'k-2') },
  [
    ['a message may name the key', { foreign: naming('k-1'), unknown: naming('k-2') }, 'pass'],
    ['never written', { written: post({ status: 403, code: 'AWAITING_ADMISSION' }) }, 'inconclusive'],
    ['the member is busy for the key that no caller wrote', { unknown: read(busy, 'k-2') }, 'inconclusive'],
  ],
);

const made = (of: AnswerOptions) => ({ 'taken: POST /portfolios': answer('POST /portfolios', of) });
const foreign = (of: AnswerOptions) => ({ 'foreign: POST /portfolios': read(of) });

judges(
  'idem/operations-of-every-write-are-their-organisations-own',
  { ...made({ status: 201, position: 7 }), ...foreign(notFound), unknown: read(notFound, 'k-2') },
  [
    ['it was never made', made({ status: 400, code: 'MALFORMED_REQUEST' }), 'inconclusive'],
    ['the member is busy for the key that no caller wrote', { unknown: read(busy, 'k-2') }, 'inconclusive'],
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
  'under way': pending,
  settled: final,
  'settled again': final,
  retried: post(settledReplay),
  'retried again': post(settledReplay),
};

judges('idem/slow-write-answers-202', SLOW, []);

judges('idem/operation-reaches-one-final-outcome', SLOW, [
  ['final, then pending', { 'settled again': pending }, 'violated'],
  [
    'no progress is shown',
    { 'plain record': silent, 'under way': silent, settled: silent, 'settled again': silent },
    'inconclusive',
  ],
  ['no 202', inTime, 'inconclusive'],
]);

judges(
  'idem/settled-key-replays',
  SLOW,
  [
    ['two different answers', { 'retried again': post({ ...settledReplay, position: 8n }) }, 'violated'],
    ['the 202 for ever', { retried: post(accepted) }, ['pass', 'violated']],
    ['no 202', inTime, 'inconclusive'],
    ['the member is busy for the first retry', { retried: post(busy) }, 'inconclusive'],
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
    expect(partsOf(judgement).map((part) => [aboutOf(part), part.verdict, 'unseen' in part])).toEqual([
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
    expect(settled(story)).toMatchObject({ verdict: 'violated', breaks });
  });

  test('where the key replays its 202 the third claim is not seen', () => {
    const still = post({ status: 202, key: 'k-1', replay: true });
    const parts = partsOf(settled({ again: still, write: still }));
    expect(parts.find((part) => aboutOf(part)?.includes('IDEM-13') === true)).toMatchObject({ unseen: true });
  });
});
