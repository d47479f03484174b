import { expect, test } from 'vitest';
import { unlessBusy } from '../runner/excuses/excused.ts';
import { answer, historyOf } from '../testing/sample-history.ts';
import { isRecordedRefusal } from './recorded-refusal.ts';

const refused = (of: object = {}) =>
  answer('POST /users', { status: 403, code: 'CAPABILITY_DENIED', position: 9, ...of });
const busy = answer('POST /users', {
  status: 503,
  code: 'NOT_PRIMED',
  retryable: true,
  headers: { 'Retry-After': '1' },
});

test.each([
  ['replayed', refused(), refused({ replay: true }), 'pass'],
  ['judged again', refused(), refused({ position: 10 }), 'violated'],
  ['another code', refused({ code: 'NOT_PROPOSER' }), refused({ replay: true }), 'violated'],
  ['no position', refused({ position: undefined }), refused({ replay: true }), 'violated'],
  ['with an as-of time', refused({ asOf: 5 }), refused({ replay: true }), 'violated'],
  ['busy at the first request', busy, refused(), 'inconclusive'],
  ['busy at the second request', refused(), busy, 'inconclusive'],
])('%s', (_, first, again, verdict) => {
  const history = historyOf({ first, again });
  const expected = { status: 403, code: 'CAPABILITY_DENIED' };
  expect(unlessBusy(isRecordedRefusal(history.one('first'), history.one('again'), expected)).verdict).toBe(verdict);
});
