import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { operationsOfEveryWriteAreTheirOrganisationsOwn } from './operations-of-every-write-are-their-organisations-own.check.ts';

const taken = answer('POST /portfolios', { status: 201, position: 7 });
const unknown = answer('GET /operations/key-2', { status: 404, code: 'UNKNOWN_OPERATION' });
const record = (over: object) => answer('GET /operations/key-1', { status: 404, code: 'UNKNOWN_OPERATION', ...over });

test.each([
  ['is unknown', taken, record({}), 'pass'],
  ['is served', taken, answer('GET /operations/key-1', { status: 200 }), 'violated'],
  ['is told by its code', taken, record({ code: 'NOT_FOUND' }), 'violated'],
  ['is told by its words', taken, record({ message: 'not of your organisation' }), 'violated'],
  [
    'was never made',
    answer('POST /portfolios', { status: 400, code: 'MALFORMED_REQUEST' }),
    record({}),
    'inconclusive',
  ],
])('the record of another organisation %s', (_, write, foreign, verdict) => {
  const history = historyOf({ 'taken: POST /portfolios': write, 'foreign: POST /portfolios': foreign, unknown });
  expect(judged(operationsOfEveryWriteAreTheirOrganisationsOwn, history).verdict).toBe(verdict);
});
