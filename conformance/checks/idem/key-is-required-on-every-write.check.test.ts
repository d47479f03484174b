import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { keyIsRequiredOnEveryWrite } from './key-is-required-on-every-write.check.ts';

const DOOR = { status: 400, code: 'MALFORMED_REQUEST' } as const;
const tried = (came: Parameters<typeof answer>[1], body: object = { displayName: 'ours' }) =>
  answer('POST /portfolios', { ...came, sentBody: body });
const taken = tried({ status: 201, position: 9, body: { portfolioId: 7 } });
const page = (...items: readonly object[]) => answer('GET /portfolios', { status: 200, body: { items } });
const other = { portfolioId: 1, displayName: 'theirs' };
const ours = { portfolioId: 2, displayName: 'ours' };

function verdictOf(without: Sample, over: Record<string, Sample> = {}): string {
  const of = { before: page(other), 'no key': without, after: page(other), taken, ...over };
  return judged(
    keyIsRequiredOnEveryWrite,
    historyOf(Object.fromEntries(Object.entries(of).map(([what, e]) => [`${what}: POST /portfolios`, e]))),
  ).verdict;
}

test.each([
  ['refused', tried(DOOR), {}, 'pass'],
  ['taken', tried({ status: 201, position: 8 }), {}, 'violated'],
  ['told by the owner', tried({ status: 403, code: 'CAPABILITY_DENIED', position: 8 }), {}, 'violated'],
  ['refused with a position', tried({ ...DOOR, position: 8 }), {}, 'violated'],
  ['told to try again', tried({ ...DOOR, retryable: true }), {}, 'violated'],
  ['refused as something else', tried({ status: 422, code: 'INVALID_FIELD' }), {}, 'violated'],
  ['refused, and made all the same', tried(DOOR), { after: page(other, ours) }, 'violated'],
  ['refused, while another makes one', tried(DOOR), { after: page(other, { ...ours, displayName: 'new' }) }, 'pass'],
  [
    'refused for a body that is not taken either',
    tried({ status: 422, code: 'INVALID_FIELD' }),
    { taken: tried({ status: 422, code: 'INVALID_FIELD' }) },
    'pass',
  ],
])('%s', (_, without, over, verdict) => {
  expect(verdictOf(without, over)).toBe(verdict);
});

test('a row is as it was', () => {
  const row = (version: number) => answer('GET /portfolios/7', { status: 200, body: { portfolioId: 7, version } });
  const of = (after: Sample) =>
    historyOf({
      'before: PUT /portfolios/{id}': row(1),
      'an empty key: PUT /portfolios/{id}': answer('PUT /portfolios/7', DOOR),
      'after: PUT /portfolios/{id}': after,
      'taken: PUT /portfolios/{id}': answer('PUT /portfolios/7', { status: 200, position: 9 }),
    });
  expect(judged(keyIsRequiredOnEveryWrite, of(row(1))).verdict).toBe('pass');
  expect(judged(keyIsRequiredOnEveryWrite, of(row(2))).verdict).toBe('violated');
});

test('nothing was sent', () => {
  expect(judged(keyIsRequiredOnEveryWrite, historyOf({})).verdict).toBe('inconclusive');
});
