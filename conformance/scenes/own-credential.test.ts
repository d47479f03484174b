import { expect, test } from 'vitest';
import { answer, historyOf } from '../testing/sample-history.ts';
import { isRow, notProposed, pathOf } from './own-credential.ts';

const POST = 'POST /credentials';
const one = (sample: ReturnType<typeof answer>) => historyOf({ one: sample }).one('one');

test.each([
  ['a row', answer(POST, { status: 201, body: { credentialId: 7 } }), '/credentials/7'],
  ['a refusal', answer(POST, { status: 409, body: { credentialId: 7 } }), undefined],
  ['no id', answer(POST, { status: 201, body: {} }), undefined],
  ['an id as a text', answer(POST, { status: 201, body: { credentialId: '7' } }), undefined],
])('the path of %s', (_, sample, path) => expect(pathOf(one(sample))).toBe(path));

test.each([
  ['the same row', { credentialId: 7, canTrade: true }, 'pass'],
  ['another row', { credentialId: 8, canTrade: true }, 'violated'],
  ['another value of a property', { credentialId: 7, canTrade: false }, 'violated'],
  ['a missing property', { credentialId: 7 }, 'violated'],
])('%s', (_, body, verdict) =>
  expect(isRow(one(answer(POST, { status: 200, body })), '/credentials/7', { canTrade: true }).verdict).toBe(verdict),
);

test("the reason why no credential was created names a busy member's refusal", () => {
  const busy = { status: 429, code: 'RATE_LIMITED', retryable: true, headers: { 'Retry-After': '9' } };
  const malformed = one(answer(POST, { status: 400, code: 'MALFORMED_REQUEST' }));
  expect(notProposed(malformed)).toMatchObject({ why: expect.stringContaining('may ask for more') });
  expect(notProposed(malformed, one(answer(POST, busy)))).toMatchObject({
    why: 'no credential was taken just then: 429 RATE_LIMITED',
  });
});
