import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { keyIsForgottenAfterADay } from './key-is-forgotten-after-a-day.check.ts';

const first = { status: 201, position: 7n, body: { orderId: '9' } };
const kept = { ...first, replay: true };
const fresh = { status: 201, position: 8n, body: { orderId: '10' } };

test.each([
  ['kept within the day, fresh after it', first, kept, fresh, 'pass'],
  ['forgotten early', first, fresh, fresh, 'violated'],
  ['kept for ever', first, kept, kept, 'violated'],
  ['refused after the day', first, kept, { status: 409, code: 'IDEMPOTENCY_KEY_REUSED' }, 'violated'],
  ['no order', { status: 403, code: 'CAPABILITY_DENIED' }, kept, fresh, 'inconclusive'],
])('%s', (_, one, two, three, verdict) => {
  const write = (of: Parameters<typeof answer>[1]) => answer('POST /orders', of);
  const history = historyOf({ first: write(one), kept: write(two), forgotten: write(three) });
  expect(judged(keyIsForgottenAfterADay, history).verdict).toBe(verdict);
});
