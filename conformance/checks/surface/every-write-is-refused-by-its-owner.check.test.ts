import { expect, test } from 'vitest';
import { judged as judge } from '../../testing/judges.ts';
import type { AnswerOptions } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { everyWriteIsRefusedByItsOwner } from './every-write-is-refused-by-its-owner.check.ts';

const DENIED: AnswerOptions = { status: 403, code: 'CAPABILITY_DENIED', position: 7, sentBody: { a: 1 } };
const AGAIN: AnswerOptions = { ...DENIED, replay: true };
const REUSED: AnswerOptions = { status: 409, code: 'IDEMPOTENCY_KEY_REUSED' };
const TAKEN: AnswerOptions = { status: 200, position: 8 };
const KINDS = {
  absent: { status: 404, code: 'NOT_FOUND', position: 6, asOf: 5 },
  reused: REUSED,
  denied: DENIED,
  'denied again': AGAIN,
  'denied otherwise': { ...AGAIN, sentBody: { a: 2 } },
  taken: TAKEN,
} satisfies Record<string, AnswerOptions>;

function blamed(
  over: Partial<Record<keyof typeof KINDS, AnswerOptions>>,
  name = 'PUT /users/{id}',
  strict = false,
): readonly string[] | string {
  const samples = Object.entries({ ...KINDS, ...over }).map(([what, told]) => [
    `${what}: ${name}`,
    answer(name.replace('{id}', '7'), told as AnswerOptions),
  ]);
  const judgement = judge(everyWriteIsRefusedByItsOwner, historyOf(Object.fromEntries(samples), { strict }));
  return judgement.verdict === 'violated' ? [...(judgement.breaks ?? [])].sort() : judgement.verdict;
}

const { position: _, ...unrecorded } = DENIED;

test.each<[string, Parameters<typeof blamed>[0], readonly string[] | string]>([
  ['all as they should be', {}, 'pass'],
  ['an absent row is forbidden', { absent: { status: 403, code: 'FORBIDDEN' } }, ['ERR-09']],
  ['an absent row has no time', { absent: { status: 404, code: 'NOT_FOUND', position: 6 } }, ['POS-03']],
  ['an absent row is written', { absent: TAKEN }, ['ERR-09']],
  ['a key of another write is taken', { reused: TAKEN }, ['IDEM-06']],
  ['a key of another write replays', { reused: { ...TAKEN, replay: true } }, ['IDEM-06']],
  [
    'a denial is of no position',
    {
      denied: unrecorded,
      'denied again': { ...unrecorded, replay: true },
      'denied otherwise': { ...unrecorded, replay: true },
    },
    ['AUTH-14', 'POS-05'],
  ],
  ['a denial is judged anew', { 'denied again': DENIED }, ['AUTH-14', 'IDEM-04']],
  ['a denial leaves the key free', { 'denied otherwise': { ...DENIED, sentBody: { a: 2 } } }, ['IDEM-08']],
  ['a denied key is told to be reused', { 'denied otherwise': { ...REUSED, sentBody: { a: 2 } } }, 'pass'],
  [
    'a denial may be tried again',
    {
      denied: { ...DENIED, retryable: true },
      'denied again': { ...AGAIN, retryable: true },
      'denied otherwise': { ...AGAIN, retryable: true },
    },
    ['ERR-15'],
  ],
  ['a denial names a time', { denied: { ...DENIED, asOf: 5 } }, ['POS-03']],
  ['anyone writes', { denied: TAKEN }, ['AUTH-14']],
  ['our body is not taken', { denied: { status: 422, code: 'OTHER' }, taken: { status: 422, code: 'OTHER' } }, 'pass'],
])('%s', (_, over, wanted) => {
  expect(blamed(over)).toEqual(wanted);
});

test('which capability a portfolio needs is not said', () => {
  expect(blamed({ denied: TAKEN, 'denied again': TAKEN }, 'PUT /portfolios/{id}')).toBe('pass');
});

test('a first use that does not replay any more', () => {
  const [first, still] = [answer('PUT /asset-policies/7', TAKEN), answer('PUT /asset-policies/7', REUSED)];
  const history = historyOf({
    'first of admin': first,
    'still of admin': still,
    'reused: POST /users': answer('POST /users', REUSED),
  });
  const judgement = judge(everyWriteIsRefusedByItsOwner, history);
  expect(judgement.verdict === 'violated' && judgement.breaks).toEqual(['IDEM-06']);
});

test('a key whose first use was turned away at the door is no key of another write', () => {
  const busy: AnswerOptions = { status: 503, code: 'NOT_PRIMED', retryable: true, headers: { 'Retry-After': '1' } };
  const judged = (first: AnswerOptions) =>
    judge(
      everyWriteIsRefusedByItsOwner,
      historyOf({
        'first of admin': answer('PUT /asset-policies/1', { ...first, actor: 'admin' }),
        'reused: PUT /users/{id}': answer('PUT /users/7', { ...TAKEN, actor: 'admin' }),
      }),
    ).verdict;
  expect([judged(busy), judged(TAKEN)]).toEqual(['inconclusive', 'violated']);
});
