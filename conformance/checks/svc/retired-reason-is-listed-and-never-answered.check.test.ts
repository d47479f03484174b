import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { retiredReasonIsListedAndNeverAnswered } from './retired-reason-is-listed-and-never-answered.check.ts';

const listed = ['INSTRUMENT_NOT_LIVE', 'SCALE_UNKNOWN'];
const refused = { status: 422, code: 'INSTRUMENT_NOT_LIVE' };

test.each([
  ['listed, and not answered', listed, refused, 'pass'],
  ['not listed', ['INSTRUMENT_NOT_LIVE'], refused, 'violated'],
  ['no reasons listed', [], refused, 'violated'],
  ['answered as the code', listed, { status: 422, code: 'SCALE_UNKNOWN' }, 'violated'],
  ['answered as a reason', listed, { status: 201, body: { rejection: { reason: 'SCALE_UNKNOWN' } } }, 'violated'],
])('%s', (_, reasons, order, verdict) => {
  const schemas = { Reason: { type: 'string', enum: reasons } };
  const history = historyOf({
    document: answer('GET /openapi.json', { status: 200, body: { paths: {}, components: { schemas } } }),
    order: answer('POST /orders', order),
  });
  expect(judged(retiredReasonIsListedAndNeverAnswered, history).verdict).toBe(verdict);
});
