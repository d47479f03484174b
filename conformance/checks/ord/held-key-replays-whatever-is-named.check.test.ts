import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { heldKeyReplaysWhateverIsNamed } from './held-key-replays-whatever-is-named.check.ts';

const placed = { status: 201, position: 7, body: { orderId: '17' } };
const refusal = { status: 422, code: 'QTY_STEP_VIOLATION', position: 8 };
const door = answer('POST /orders', { status: 422, code: 'ACCOUNT_NOT_ACTIVE' });

const reused = answer('POST /orders', {
  status: 409,
  code: 'IDEMPOTENCY_KEY_REUSED',
  sentBody: { account: 'of nobody' },
});

const good = {
  accepted: answer('POST /orders', placed),
  'accepted, names gone': answer('POST /orders', { ...placed, replay: true }),
  refused: answer('POST /orders', refusal),
  'refused, names gone': answer('POST /orders', { ...refusal, replay: true }),
};

test.each([
  ['both replayed', {}, 'pass'],
  ['names looked up first', { 'accepted, names gone': door }, 'violated'],
  ['names looked up first, refused', { 'refused, names gone': door }, 'violated'],
  ['another order', { 'accepted, names gone': answer('POST /orders', { ...placed, position: 9 }) }, 'violated'],
  ['not said to be a replay', { 'accepted, names gone': answer('POST /orders', placed) }, 'violated'],
  ['never accepted', { accepted: door }, 'inconclusive'],
  ['another key asked for', { 'accepted, names gone': reused }, 'pass'],
])('%s', (_, over, verdict) => {
  expect(judged(heldKeyReplaysWhateverIsNamed, historyOf({ ...good, ...over })).verdict).toBe(verdict);
});

test('our own member replays', () => {
  const history = historyOf({ ...good, 'accepted, names gone': reused }, { strict: true });
  expect(judged(heldKeyReplaysWhateverIsNamed, history).verdict).toBe('violated');
});
