import { expect, test } from 'vitest';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { expects } from '../expectation.ts';
import { violated } from '../judgement.ts';
import { unlessUnsettled } from './unless-unsettled.ts';

const history = historyOf({
  promised: answer('POST /orders', { status: 202, key: 'k' }),
  taken: answer('POST /orders', { status: 201, key: 'k' }),
  read: answer('GET /orders', { status: 202 }),
});

test.each([
  ["an owner's answer", expects(history.one('promised'), { status: 201 }), 'inconclusive'],
  ["an owner's refusal", expects(history.one('promised'), { status: 422, position: 'present' }), 'inconclusive'],
  ['a refusal of the door', expects(history.one('promised'), { status: 400 }), 'violated'],
  [
    'a refusal that names no position',
    expects(history.one('promised'), { status: 422, position: 'absent' }),
    'violated',
  ],
  ['an unknown route', expects(history.one('promised'), { status: 404, code: 'ROUTE_NOT_FOUND' }), 'violated'],
  ['an answer that is compared', violated('the same', history.one('promised'), history.one('taken')), 'inconclusive'],
  ['a read', violated('200', history.one('read')), 'violated'],
  ['a write that was answered', violated('422', history.one('taken')), 'violated'],
])('a 202 in place of %s', (_, judgement, verdict) => {
  expect(unlessUnsettled(judgement).verdict).toBe(verdict);
});

test('a door refusal that follows a 202 is not excused', () => {
  const refused = historyOf({ it: answer('POST /orders', { status: 400, key: 'k' }) }).one('it');
  expect(expects(refused, { status: 400 }).verdict).toBe('pass');
  expect(expects({ ...refused, settling: [history.one('promised'), refused] }, { status: 400 }).verdict).toBe(
    'violated',
  );
});
