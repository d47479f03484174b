import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { forgedToken } from './forged-token.check.ts';

const me = answer('GET /me', { status: 200 });
const refused = answer('GET /me', { status: 401, code: 'UNAUTHENTICATED' });
const failed = answer('GET /me', { status: 500, code: 'INTERNAL_ERROR' });

const cases: readonly (readonly [string, Record<string, Sample>, boolean, string])[] = [
  ['each refused', { 'alg none': refused, 'a changed claim': refused }, true, 'pass'],
  ['one served', { 'alg none': me, 'a changed claim': refused }, false, 'violated'],
  ['one forbidden', { 'alg none': answer('GET /me', { status: 403, code: 'FORBIDDEN_PRINCIPAL' }) }, false, 'violated'],
  ['one that it fails of', { 'a changed signature': failed }, false, 'violated'],
  ['a respelt one served by a deployed member', { 'alg none': refused, 'respelt: padded': me }, false, 'pass'],
  ['a respelt one served by the sandbox', { 'alg none': refused, 'respelt: padded': me }, true, 'violated'],
  ['a respelt one that it fails of', { 'alg none': refused, 'respelt: padded': failed }, false, 'violated'],
  ['nothing to be made of it', {}, false, 'inconclusive'],
];

test.each(cases)('%s', (_, forged, strict, verdict) => {
  const history = historyOf({ 'its own token': me, ...forged }, { strict });
  expect(judged(forgedToken, history).verdict).toBe(verdict);
});

test('the good one is refused as well', () => {
  const history = historyOf({ 'its own token': refused, 'alg none': refused });
  expect(judged(forgedToken, history).verdict).toBe('inconclusive');
});
