import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { AnswerOptions } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { everyWriteIsRefusedAtTheDoor } from './every-write-is-refused-at-the-door.check.ts';

const DOOR: AnswerOptions = { status: 400, code: 'MALFORMED_REQUEST' };
const TAKEN: AnswerOptions = { status: 200, position: 7 };
const KINDS = { 'no JSON': DOOR, 'no charset': DOOR, 'a user': DOOR, taken: TAKEN };

function blamed(
  over: Partial<Record<keyof typeof KINDS, AnswerOptions>>,
  name = 'PUT /portfolios/{id}',
): readonly string[] | string {
  const samples = Object.entries({ ...KINDS, ...over }).map(([what, told]) => [
    `${what}: ${name}`,
    answer(name.replace('{id}', '7'), told),
  ]);
  const judgement = judged(everyWriteIsRefusedAtTheDoor, historyOf(Object.fromEntries(samples)));
  return judgement.verdict === 'violated' ? [...(judgement.breaks ?? [])].sort() : judgement.verdict;
}

test.each<[string, Parameters<typeof blamed>[0], readonly string[] | string]>([
  ['all refused', {}, 'pass'],
  ['what is no JSON is taken', { 'no JSON': TAKEN }, ['ERR-07']],
  ['what is no JSON has another status', { 'no JSON': { status: 422, code: 'MALFORMED_REQUEST' } }, ['ERR-07']],
  ['a charset that is none is read', { 'no charset': TAKEN }, ['ERR-08']],
  ['a user is taken', { 'a user': TAKEN }, ['IDEM-15']],
  ['a user is refused by the owner', { 'a user': { status: 422, code: 'INVALID_FIELD', position: 7 } }, ['IDEM-15']],
  ['a user is refused at a position', { 'a user': { ...DOOR, position: 7 } }, ['IDEM-15', 'POS-04']],
  ['the key is spent', { taken: { ...TAKEN, replay: true } }, ['IDEM-07']],
  ['the key is reused', { taken: { status: 409, code: 'IDEMPOTENCY_KEY_REUSED' } }, ['IDEM-07']],
  [
    'a refusal names another request',
    {
      'no JSON': {
        ...DOOR,
        body: { error: { code: 'MALFORMED_REQUEST', message: 'no', requestId: 'x', retryable: false } },
      },
    },
    ['ERR-02'],
  ],
  [
    'nothing of our body is taken',
    { 'a user': { status: 422, code: 'OTHER' }, taken: { status: 422, code: 'OTHER' } },
    'pass',
  ],
])('%s', (_, over, wanted) => {
  expect(blamed(over)).toEqual(wanted);
});

test('an arm that does not read its body is no fault; one that lets a user pass is', () => {
  const arm = 'POST /asset-policies/{id}/approve';
  expect(blamed({ 'no JSON': TAKEN, 'no charset': TAKEN }, arm)).toBe('pass');
  expect(blamed({ 'a user': TAKEN }, arm)).toEqual(['IDEM-15']);
});
