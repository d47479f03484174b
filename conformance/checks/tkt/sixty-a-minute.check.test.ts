import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { mint, rateLimited } from '../../testing/sample-conversation.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { sixtyAMinute } from './sixty-a-minute.check.ts';

const good = mint('<ticket 1>', 0, 10);
const refused = [
  answer('POST /v1/ws-tickets', { status: 400, code: 'MALFORMED_REQUEST' }),
  answer('POST /v1/ws-tickets', { status: 401, code: 'UNAUTHENTICATED' }),
];
const usual = {
  refused,
  within: Array.from({ length: 60 }, () => good),
  past: rateLimited('60'),
  'another user': good,
  after: good,
};

test.each<[string, Readonly<Record<string, Sample | readonly Sample[]>>, boolean, string]>([
  ['sixty, then none until Retry-After has passed', {}, true, 'pass'],
  ['of another clock, the same', {}, false, 'pass'],
  ['sixty-one', { past: good }, true, 'violated'],
  ['sixty-one, of a member that may count otherwise (A87)', { past: good }, false, 'inconclusive'],
  ['fifty-nine', { within: [...usual.within.slice(1), rateLimited('60')] }, true, 'violated'],
  ['a refused request is answered by the limit', { refused: [rateLimited('60'), ...refused] }, true, 'violated'],
  ['a wrong body is taken', { refused: [good] }, true, 'inconclusive'],
  ['no Retry-After', { past: rateLimited(null) }, true, 'violated'],
  ['others are refused too', { 'another user': rateLimited('60') }, true, 'violated'],
  ['limited still after it', { after: rateLimited('30') }, true, 'violated'],
])('%s', (_, over, strict, verdict) => {
  const samples = { ...usual, ...over };
  expect(judged(sixtyAMinute, historyOf(samples, { strict })).verdict).toBe(verdict);
});
