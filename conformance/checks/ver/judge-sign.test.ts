import { expect, test } from 'vitest';
import { unlessBusy } from '../../runner/unless-busy.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { judgeSign } from './judge-sign.ts';
import { SIGNS } from './signs.ts';

const ASKED = 'GET /orders?no-such-parameter=1';
const served = answer(ASKED, { status: 200, body: { items: [] } });
const refused = answer(ASKED, { status: 400, code: 'MALFORMED_REQUEST' });
const failed = answer(ASKED, { status: 500, code: 'INTERNAL_ERROR' });
const busy = answer(ASKED, { status: 503, code: 'NOT_PRIMED', retryable: true, headers: { 'Retry-After': '1' } });
const VERSIONS = ['0.11.4', '0.12.0', '0.13.0', '0.14.0'] as const;

const closed = SIGNS.find(({ change }) => change === 'queries-are-closed');

test.each([
  ['from its version on', [served, served, refused, refused], 'pass'],
  ['a version early', [served, refused, refused, refused], 'violated'],
  ['a version late', [served, served, served, refused], 'violated'],
  ['in one version not', [served, served, refused, served], 'violated'],
  ['and another before it', [failed, served, refused, refused], 'violated'],
  ['by no version at all, which is for another check', [served, served, served, served], 'inconclusive'],
  ['but by one that was busy', [served, served, refused, busy], 'inconclusive'],
] as const)('a change shown %s', (_, samples, verdict) => {
  if (closed === undefined) throw new Error('no such sign');
  const { exchanges } = historyOf(samples);
  const answers = exchanges.map((e, i) => ({ version: VERSIONS[i] ?? '0.14.0', answer: e }));
  expect(unlessBusy(judgeSign(closed, answers)).verdict).toBe(verdict);
});
