import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { capabilityDenied } from './capability-denied.check.ts';

const refusal = { status: 403, code: 'CAPABILITY_DENIED', position: 7 };
const accepted = { status: 201, position: 7, body: { orderId: '5' } };

test.each([
  ['recorded and replayed', refusal, { ...refusal, replay: true }, 'pass'],
  ['accepted', accepted, { ...accepted, replay: true }, 'violated'],
  ['not recorded', { status: 403, code: 'CAPABILITY_DENIED' }, { ...refusal, replay: true }, 'violated'],
  ['another code', { ...refusal, code: 'FORBIDDEN_PRINCIPAL' }, { ...refusal, replay: true }, 'violated'],
  ['the retry judged anew', refusal, { ...refusal, position: 8 }, 'violated'],
  ['the retry does not say that it replays', refusal, refusal, 'violated'],
  ['the retry accepted', refusal, accepted, 'violated'],
])('%s', (_, denied, retried, verdict) => {
  const history = historyOf({ denied: answer('POST /orders', denied), retried: answer('POST /orders', retried) });
  expect(judged(capabilityDenied, history).verdict).toBe(verdict);
});
