import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { labelOf } from './asks.ts';
import { eachMemberKeepsItsVersion } from './each-member-keeps-its-version.check.ts';

const row = { orderId: '7', algoInstanceId: null };
const older = { globalSequence: '9', items: [row] };
const newest = { ...older, asOfSeqTsNs: '5', nextCursor: null, prevCursor: null, total: null };
const page = (body: object, asOf?: number) =>
  answer('GET /orders?limit=1', { status: 200, body, ...(asOf && { asOf }) });

const beside = (version: string, ...answers: readonly ReturnType<typeof page>[]) => ({
  [labelOf(version, 'orders')]: answers,
});
const ALL = ['0.13.0', '0.11.4', '0.5.1', '0.2.1'];

test.each([
  ['each whole', [page(older), page(newest, 5)], 'inconclusive'],
  ['one of them a mix', [page(older), page(newest, 5), page(newest)], 'violated'],
  ['one of them of neither', [page(older), page(newest, 5), page({ ...older, nextCursor: null })], 'violated'],
  ['the newest never whole, which is for another check', [page(older), page(newest)], 'inconclusive'],
])('answers %s', (_, answers, verdict) => {
  expect(judged(eachMemberKeepsItsVersion, historyOf(beside('0.11.4', ...answers))).verdict).toBe(verdict);
});

test('where both were heard beside each other, each of its version, it passes', () => {
  const unknown = (status: number, body: object) => answer('GET /no-such-route', { status, body });
  const envelope = { error: { code: 'ROUTE_NOT_FOUND', message: 'no', requestId: 'r', retryable: false } };
  const ticket = answer('POST /v1/ws-tickets', { status: 200, body: { ticket: 't' } });
  const none = answer('POST /v1/ws-tickets', { status: 404, body: envelope });
  const samples = ALL.map((version) =>
    version === '0.13.0'
      ? { [labelOf(version, 'ticket')]: [ticket, none] }
      : { [labelOf(version, 'unknown route')]: [unknown(404, envelope), unknown(404, {})] },
  );
  expect(judged(eachMemberKeepsItsVersion, historyOf(Object.assign({}, ...samples)))).toEqual({ verdict: 'pass' });
});
