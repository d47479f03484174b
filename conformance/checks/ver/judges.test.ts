import { describe, expect, test } from 'vitest';
import { CHANGES } from '../../contract/changes.ts';
import { isAtLeast, REST_VERSIONS } from '../../contract/versions.ts';
import { unlessBusy } from '../../runner/excuses/excused.ts';
import { cases, judged, judges, judgesOf } from '../../testing/judges.ts';
import { type AnswerOptions, answer, historyOf, type Sample, unanswered } from '../../testing/sample-history.ts';
import { holdsAdditions, judgeKnown, withAdditions } from './additions.check.ts';
import { ASKS, LONG_ASKS, labelOf } from './asks.ts';
import { complete, isOutcome } from './deploy-window.check.ts';
import { SIGNS } from './signs.ts';
import { eachMemberKeepsItsVersion, eachVersionShowsItsChanges, judgeSign } from './version-changes.check.ts';

{
  const ASKED = 'GET /algos/instances';

  const NO_ROUTE = answer(ASKED, { status: 404, code: 'ROUTE_NOT_FOUND' });
  const of = (rest: string, good: Sample, rows: Parameters<typeof judges>[2]) =>
    judges('ver/older-than-the-route', { newer: good }, rows, { target: { rest } });

  of('0.10.0', answer(ASKED, { status: 404, body: 'Not Found' }), []);
  of('0.12.0', NO_ROUTE, []);
}

{
  const refused = (error: object, id: string | null = null) =>
    answer('GET /orders/1', { status: 404, body: { error }, headers: { 'X-Request-Id': id } });

  // biome-ignore format: an aligned table
  judgesOf(
    'ver/older-refusals-may-say-less',
    (sample: Sample) => ({ refused: sample }),
    [
      ['its code alone',                    refused({ code: 'NOT_FOUND' }),                                                           'pass'],
      ['all four',                          refused({ code: 'NOT_FOUND', message: 'no', requestId: 'r-1', retryable: false }, 'r-1'), ['pass', 'violated']],
      ['its id too early',                  refused({ code: 'NOT_FOUND', requestId: 'r-1' }),                                         ['pass', 'violated']],
      ['a refusal with a header too early', refused({ code: 'NOT_FOUND' }, 'r-1'),                                                    ['pass', 'violated']],
      ['no refusal',                        answer('GET /orders/1', { status: 200, body: {} }),                                       'violated'],
    ],
    { target: { rest: '0.11.4' } },
  );
}

{
  const placed = ['1', '2'].map((orderId) => answer('POST /orders', { status: 201, body: { orderId } }));
  const whole = { globalSequence: '9', items: [{ orderId: '2' }, { orderId: '1' }] };
  const limited = (body: object) => answer('GET /orders?limit=1', { status: 200, body });
  const served = answer('GET /users?no-such-parameter=x', { status: 200, body: whole });

  judgesOf(
    'ver/older-collections-are-whole',
    (page: Sample, other: Sample) => ({ placed, limited: page, 'unknown parameter': other }),
    [
      ['whole', limited(whole), served, 'pass'],
      ['refused', answer('GET /orders?limit=1', { status: 400, code: 'MALFORMED_REQUEST' }), served, 'violated'],
    ],
    { target: { rest: '0.12.0' } },
  );
}

const refusedOrder = answer('POST /orders', { status: 422, code: 'INVALID_FIELD' });
cases([['ver/older-orders-name-no-instance', 'the order was refused', { placed: refusedOrder }, 'inconclusive']], {
  target: { rest: '0.5.1' },
});

judgesOf(
  'ver/older-orders-take-no-alias',
  (answered: AnswerOptions) => ({ 'by its name': answer('POST /orders', answered) }),
  [
    ['malformed', { status: 400, code: 'MALFORMED_REQUEST' }, 'pass'],
    ['refused by the owner', { status: 422, code: 'INVALID_FIELD', position: 3 }, ['pass', 'violated']],
    ['taken', { status: 201, body: { orderId: '7' }, position: 3 }, 'violated'],
  ],
  { target: { rest: '0.4.3' } },
);

const document = (version: string, named = version) => ({
  [labelOf(version, 'document')]: answer('GET /openapi.json', { status: 200, body: { info: { version: named } } }),
});
const documents = (over: Record<string, string> = {}) =>
  historyOf(Object.assign({}, ...REST_VERSIONS.map((version) => document(version, over[version]))), { strict: true });

test.each([
  ['one calls itself by another', { '0.4.2': '0.4.1' }, 'violated', /info.version 0.4.2/],
  ['the newest calls itself by another', { '0.14.0': '0.13.0' }, 'inconclusive', /does not say so/],
])('versions of which %s', (_, over, verdict, words) => {
  const judgement = judged(eachVersionShowsItsChanges, documents(over));
  expect(judgement.verdict).toBe(verdict);
  expect('expected' in judgement ? judgement.expected : 'why' in judgement && judgement.why).toMatch(words);
});

judges(
  'ver/each-version-shows-its-changes',
  document('0.14.0'),
  [['a version that was not deployed leaves it open', {}, 'inconclusive']],
  { target: { strict: true } },
);

test('every sign is of a change and an ask that are there', () => {
  const asks = Object.keys({ ...ASKS, ...LONG_ASKS });
  expect(SIGNS.filter(({ ask }) => !asks.includes(ask))).toEqual([]);
  // What came with 0.1.0 has no version before it that could not show it.
  expect(SIGNS.filter(({ change }) => !isAtLeast(CHANGES[change].since, '0.2.0'))).toEqual([]);
});

{
  const ASKED = 'GET /orders?no-such-parameter=1';
  const served = answer(ASKED, { status: 200, body: { items: [] } });
  const refused = answer(ASKED, { status: 400, code: 'MALFORMED_REQUEST' });
  const failed = answer(ASKED, { status: 500, code: 'INTERNAL_ERROR' });
  const busy = answer(ASKED, { status: 503, code: 'NOT_PRIMED', retryable: true, headers: { 'Retry-After': '1' } });
  const VERSIONS = ['0.11.4', '0.12.0', '0.13.0', '0.14.0'] as const;
  const closed = SIGNS.find(({ change }) => change === 'queries-are-closed');

  test.each([
    ['from its version on', [served, served, refused, refused], 'pass'],
    ['a version early', [served, refused, refused, refused], 'violated'],
    ['a version late', [served, served, served, refused], 'violated'],
    ['in one version not', [served, served, refused, served], 'violated'],
    ['and another before it', [failed, served, refused, refused], 'violated'],
    ['by no version at all, which is for another check', [served, served, served, served], 'inconclusive'],
    ['but by one that was busy', [served, served, refused, busy], 'inconclusive'],
  ] as const)('a change shown %s', (_, samples, verdict) => {
    if (closed === undefined) throw new Error('no such sign');
    const { exchanges } = historyOf(samples);
    const answers = exchanges.map((e, i) => ({ version: VERSIONS[i] ?? '0.14.0', answer: e }));
    expect(unlessBusy(judgeSign(closed, answers)).verdict).toBe(verdict);
  });
}

{
  const row = { orderId: '7', algoInstanceId: null };
  const older = { globalSequence: '9', items: [row] };
  const newest = { ...older, asOfSeqTsNs: '5', nextCursor: null, prevCursor: null, total: null };
  const page = (body: object, asOf?: number) =>
    answer('GET /orders?limit=1', { status: 200, body, ...(asOf && { asOf }) });
  const beside = (version: string, ...answers: readonly ReturnType<typeof page>[]) => ({
    [labelOf(version, 'orders')]: answers,
  });
  const ALL = ['0.13.0', '0.11.4', '0.5.1', '0.2.1'];

  judgesOf('ver/each-member-keeps-its-version', (answers: readonly Sample[]) => beside('0.11.4', ...answers), [
    ['answers each whole', [page(older), page(newest, 5)], 'inconclusive'],
    ['answers the newest never whole, which is for another check', [page(older), page(newest)], 'inconclusive'],
  ]);

  test('passes where both versions answered, each by its own rules', () => {
    const unknown = (status: number, body: object) => answer('GET /no-such-route', { status, body });
    const envelope = { error: { code: 'ROUTE_NOT_FOUND', message: 'no', requestId: 'r', retryable: false } };
    const ticket = answer('POST /v1/ws-tickets', { status: 200, body: { ticket: 't' } });
    const none = answer('POST /v1/ws-tickets', { status: 404, body: envelope });
    const samples = ALL.map((version) =>
      version === '0.13.0'
        ? { [labelOf(version, 'ticket')]: [ticket, none] }
        : { [labelOf(version, 'unknown route')]: [unknown(404, envelope), unknown(404, {})] },
    );
    expect(judged(eachMemberKeepsItsVersion, historyOf(Object.assign({}, ...samples)))).toEqual({ verdict: 'pass' });
  });
}

{
  const STATE = { position: 9, asOf: 5 };
  const body = { globalSequence: '9', asOfSeqTsNs: '5', items: [], nextCursor: null, prevCursor: null, total: null };
  const page = (of: object) => answer('GET /orders', { status: 200, body: of, ...STATE });
  const error = { code: 'NOT_FOUND', message: 'no', requestId: 'r-1', retryable: false };
  const refusal = (of: object) =>
    answer('GET /orders/1', { status: 404, body: { error: of }, headers: { 'X-Request-Id': 'r-1' }, ...STATE });
  const { nextCursor: _, ...unpaged } = body;

  judgesOf('ver/what-is-added-is-tolerated', (sample: Sample) => [sample], [
    ['a member more', page({ ...body, region: 'eu' }), 'pass'],
    ['a code that is not known', refusal({ ...error, code: 'NO_SUCH_ROW' }), 'pass'],
    ['a member less alone, which is for another check', page(unpaged), 'pass'],
  ]);

  test('an answer of a newer member has a member more in every object, and is read as before', () => {
    const [row] = historyOf([page({ ...body, items: [{ orderId: '1' }] })]).exchanges;
    if (row === undefined) throw new Error('no exchange');
    const added = withAdditions(row);
    expect(added.response?.body.match(/addedByANewerMember/g)).toHaveLength(2);
    expect([holdsAdditions(row), holdsAdditions(added), judgeKnown(added, '0.14.0')]).toEqual([false, true, undefined]);
  });
}

const KEY = { key: 'a' };
const made = answer('POST /orders', { ...KEY, status: 201, body: { orderId: '7', clientOrderId: 'a' } });
const lost = unanswered('POST /orders', KEY);
const behind = answer('POST /orders', { ...KEY, status: 503, code: 'NOT_PRIMED', retryable: true });
const walk = (...keys: readonly string[]) =>
  answer('GET /orders', { status: 200, body: { items: keys.map((clientOrderId) => ({ clientOrderId })) } });

// biome-ignore format: an aligned table
judgesOf('ver/writes-complete-through-a-window', (write: readonly Sample[], seen: Sample) => ({ write, walk: seen }), [
  ['done after it was lost',              [lost, behind, made], walk('a'),                                                      'pass'],
  ['never done',                          [lost, behind],       walk('b'),                                                      'inconclusive'],
  ['done, and the orders cannot be read', [made],               answer('GET /orders', { status: 500, code: 'INTERNAL_ERROR' }), 'inconclusive'],
]);

describe('the client', () => {
  const older = (status: number, code: string) => answer('POST /orders', { status, body: { error: { code } } });
  test.each([
    ['a row', made, true],
    ['no answer', lost, false],
    ['202', answer('POST /orders', { status: 202 }), false],
    ['what may be retried', behind, false],
    ['what may not', answer('POST /orders', { status: 503, code: 'NOT_SERVING', retryable: false }), true],
    ['a 503 that does not say', older(503, 'NOT_SERVING'), false],
    ['a refusal that does not say', older(422, 'TICK_SIZE_VIOLATION'), true],
    ['a surface that is not there, and does not say', older(503, 'ALGOS_UNAVAILABLE'), true],
    ['an interruption that does not say', older(409, 'INTERRUPTED'), false],
  ])('takes %s for the end of it: %#', (_, sample, ends) => expect(isOutcome(sample(1, null))).toBe(ends));

  test('waits for Retry-After, polls the operation, and sends the same again', async () => {
    const promised = answer('POST /orders', { status: 202, headers: { Location: '/operations/a' } });
    const later = answer('POST /orders', {
      status: 503,
      code: 'NOT_PRIMED',
      retryable: true,
      headers: { 'Retry-After': '3' },
    });
    const answers = [promised, later, made].map((sample, i) => sample(i, null));
    const did: unknown[] = [];
    const trader = { get: async (path: string) => void did.push(path) };
    const send = async () => answers.shift() ?? made(9, null);
    const last = await complete({ trader, elapse: async (ms: number) => void did.push(ms) } as never, send);
    expect([last.response?.status, did]).toEqual([201, [500, '/operations/a', 3_000]]);
  });
});
