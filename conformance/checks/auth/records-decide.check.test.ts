import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { recordsDecide } from './records-decide.check.ts';

const put = (status: number) => answer('PUT /users/4', { status, position: 9 });
const taken = answer('POST /orders', { status: 201, position: 9 });
const refused = (code: string, position?: number) =>
  answer('POST /orders', { status: 403, code, ...(position !== undefined && { position }) });
const denied = refused('CAPABILITY_DENIED', 9);

const GOOD = { before: denied, granted: put(200), 'while granted': taken, cleared: put(200), after: denied };

test.each<[string, Record<string, Sample>, string]>([
  ['the records decide', {}, 'pass'],
  ['granted, and of no account', { 'while granted': denied }, 'violated'],
  ['cleared, and of no account', { after: taken }, 'violated'],
  ['cleared, and denied by the door', { after: refused('CAPABILITY_DENIED') }, 'violated'],
  ['the order is refused for itself', { 'while granted': refused('NO_REFERENCE_PRICE', 9) }, 'inconclusive'],
  ['granted already', { before: taken }, 'inconclusive'],
  ['not restated', { granted: put(400) }, 'inconclusive'],
])('%s', (_, over, verdict) => {
  expect(judged(recordsDecide, historyOf({ ...GOOD, ...over })).verdict).toBe(verdict);
});

test('who the viewer is is not said: nothing to judge', () => {
  expect(judged(recordsDecide, historyOf({ me: answer('GET /me', { status: 200 }) })).verdict).toBe('inconclusive');
});
