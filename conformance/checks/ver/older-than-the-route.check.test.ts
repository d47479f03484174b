import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { olderThanTheRoute } from './older-than-the-route.check.ts';

const ASKED = 'GET /algos/instances';

test.each([
  ['plain', '0.10.0', answer(ASKED, { status: 404, body: 'Not Found' }), 'pass'],
  ['in an envelope that came later', '0.10.0', answer(ASKED, { status: 404, code: 'ROUTE_NOT_FOUND' }), 'violated'],
  ['served', '0.10.0', answer(ASKED, { status: 200, body: { items: [] } }), 'violated'],
  ['another method of it', '0.10.0', answer(ASKED, { status: 405, body: 'no' }), 'violated'],
  ['in the envelope', '0.12.0', answer(ASKED, { status: 404, code: 'ROUTE_NOT_FOUND' }), 'pass'],
  ['without an envelope', '0.12.0', answer(ASKED, { status: 404, body: 'Not Found' }), 'violated'],
  ['for a row', '0.13.0', answer(ASKED, { status: 404, code: 'NOT_FOUND' }), 'violated'],
])('not there: %s, of %s', (_, rest, newer, verdict) => {
  expect(judged(olderThanTheRoute, historyOf({ newer }, { rest })).verdict).toBe(verdict);
});
