import { expect, test } from 'vitest';
import { brief, heldOwner, ORDER, operation, post, until } from '../testing/sample-client.ts';
import {
  account,
  FIRST,
  orderFact,
  restateUser,
  SECOND,
  type Serving,
  serve,
  stated,
} from '../testing/sample-platform.ts';

const COLLEAGUE = { externalId: 'first', subject: 'colleague' };
const CANCEL = {
  owner: 'orders',
  principal: { orgId: 1, userId: 11 },
  key: 'k-1',
  operation: 'submitOrder',
  body: { kind: 'cancel', orderId: '9' },
} as const;

const posted = async (...of: Parameters<typeof post>) => brief(await post(...of));
const refusing = (serving: Serving, code: string): void => {
  const verdict = { refused: { code, message: 'three a minute', observedValue: '4', limitValue: '3' } };
  serving.platform.judge = () => verdict;
};

test('a retried key replays its first answer after the row has changed', async () => {
  await using serving = await serve();
  const first = await post(serving, 'k-1');
  const [submitted] = serving.platform.submitted;
  if (submitted === undefined) throw new Error('nothing was sent');
  const changed = orderFact(submitted, '1');
  if (changed.kind === 'OrderUpdated')
    serving.platform.record(stated([]), { facts: [{ ...changed, order: { ...changed.order, status: 'CANCELLED' } }] });
  const retried = await post(serving, 'k-1', { ...ORDER, qty: '7' });
  expect([brief(first), brief(retried)]).toEqual(['201 at 2', '201 replayed at 2']);
  expect(retried.body).toEqual(first.body);
  expect(serving.platform.submitted).toHaveLength(1);
});

test("an owner's refusal is recorded: not retryable, at a position, and replayed under the new request's id", async () => {
  await using serving = await serve();
  refusing(serving, 'RATE_CEILING');
  const first = await post(serving, 'k-1');
  const retried = await post(serving, 'k-1');
  expect([brief(first), brief(retried)]).toEqual(['429 RATE_CEILING at 2', '429 RATE_CEILING replayed at 2']);
  expect(Number(first.headers['retry-after'])).toBeGreaterThan(0);
  expect(retried.body.error.requestId).toBe(retried.headers['x-request-id']);
  expect(retried.body.error.requestId).not.toBe(first.body.error.requestId);
});

test('a retry of a write in progress waits for the same answer: one effect', async () => {
  await using serving = await serve();
  const owner = heldOwner(serving);
  const first = post(serving, 'k-1');
  await until(() => serving.platform.submitted.length === 1);
  const retried = post(serving, 'k-1');
  await until(() => serving.clock.waiting === 2);
  owner.release();
  expect((await retried).body).toEqual((await first).body);
  expect(serving.platform.submitted).toHaveLength(1);
});

test('a write past the sync deadline is a 202; its operation is pending, then final; the key then replays', async () => {
  await using serving = await serve();
  const owner = heldOwner(serving);
  const slow = post(serving, 'k-1');
  await until(() => serving.platform.submitted.length === 1 && serving.clock.waiting === 1);
  serving.clock.advance(2_000);
  expect(await slow).toMatchObject({ status: 202, headers: { location: '/operations/k-1' } });
  expect([await operation(serving, 'k-1'), await operation(serving, 'k-1', SECOND)]).toEqual([
    'PENDING',
    'UNKNOWN_OPERATION',
  ]);
  owner.release();
  await until(() => serving.platform.records.length === 2);
  expect([await operation(serving, 'k-1'), await posted(serving, 'k-1')]).toEqual(['SUCCEEDED', '201 replayed at 2']);
});

test('a key that another member uses for another write in progress is refused, not promised', async () => {
  await using serving = await serve();
  serving.platform.lookUp = async () => ({ state: 'pending', command: { ...CANCEL, operation: 'cancelOrder 7' } });
  expect(await posted(serving, 'k-1')).toBe('409 IDEMPOTENCY_KEY_REUSED');
  serving.platform.lookUp = async () => ({ state: 'absent' });
  expect(await posted(serving, 'k-1')).toBe('201 at 2');
});

test('a command that another member has in flight is sent from here too, and its outcome is received', async () => {
  await using serving = await serve();
  const { promise, reject } = Promise.withResolvers<never>();
  serving.platform.lookUp = async () => ({ state: 'pending', command: CANCEL });
  serving.platform.submit = () => promise;
  const waiting = posted(serving, 'k-1');
  await until(() => serving.clock.waiting === 1);
  reject(new Error('the owner broke'));
  expect(await waiting).toBe('500 INTERNAL_ERROR');
  serving.platform.lookUp = async () => ({ state: 'absent' });
  expect(await operation(serving, 'k-1')).toBe('UNKNOWN_OPERATION');
});

test('an operation is never pending at a position that holds its outcome', async () => {
  await using serving = await serve();
  const { promise, resolve } = Promise.withResolvers<void>();
  serving.platform.lookUp = () => promise.then(() => ({ state: 'pending', command: CANCEL }));
  const polled = operation(serving, 'k-1');
  await until(() => serving.clock.waiting === 1);
  serving.platform.record(CANCEL, { facts: [orderFact(CANCEL, '9')] });
  resolve();
  expect(await polled).toBe('SUCCEEDED');
});

test('a key that cannot be looked up by the write deadline is NOT_SERVING: nothing sent, key free', async () => {
  await using serving = await serve();
  serving.platform.beforeLookUp = () => new Promise<void>(() => undefined);
  const stalled = post(serving, 'k-1');
  await until(() => serving.clock.waiting === 1);
  serving.clock.advance(1_000);
  expect(await stalled).toMatchObject({ headers: { 'retry-after': '1' } });
  expect(brief(await stalled)).toBe('503 NOT_SERVING retryable');
  serving.platform.beforeLookUp = () => undefined;
  expect([await operation(serving, 'k-1'), await posted(serving, 'k-1')]).toEqual(['UNKNOWN_OPERATION', '201 at 2']);
});

test.each([
  ['another resource', '/orders/2/cancel', {}, FIRST],
  ['another user of the organisation', '/orders', ORDER, COLLEAGUE],
])('a key used for %s is refused, and still replays for its own use', async (_, path, body, who) => {
  await using serving = await serve();
  await post(serving, 'other-1');
  await post(serving, 'k-1');
  expect(await posted(serving, 'k-1', body, path, who)).toBe('409 IDEMPOTENCY_KEY_REUSED');
  expect(await posted(serving, 'k-1')).toBe('201 replayed at 3');
});

test('organisations do not share keys', async () => {
  await using serving = await serve();
  await post(serving, 'k-1');
  serving.platform.record(stated([]), { facts: [account(5, 2, 'main')] });
  expect(await posted(serving, 'k-1', ORDER, '/orders', SECOND)).toBe('201 at 4');
});

test('a held key replays although its names do not resolve any more', async () => {
  await using serving = await serve();
  await post(serving, 'k-1');
  serving.platform.record(stated([]), { facts: [account(1, 1, 'renamed')] });
  expect(await posted(serving, 'k-2')).toBe('422 ACCOUNT_NOT_ACTIVE');
  expect(await posted(serving, 'k-1')).toBe('201 replayed at 2');
});

test.each([
  ['INBOX_FULL', 429],
  ['OWNER_ABSENT', 503],
  ['INTERRUPTED', 500],
] as const)('%s: nothing is queued, and the key is free', async (why, status) => {
  await using serving = await serve();
  serving.platform.take = () => ({ taken: false, why });
  expect(await posted(serving, 'k-1')).toBe(`${status} ${why} retryable`);
  serving.platform.take = () => undefined;
  expect(await posted(serving, 'k-1')).toBe('201 at 2');
});

test('a write over the limit of the member is IN_FLIGHT_FULL; retries of a write in progress do not count', async () => {
  await using serving = await serve({ limits: { inFlightWrites: 2 } });
  const owner = heldOwner(serving);
  const begun = [posted(serving, 'k-1'), posted(serving, 'k-2')];
  await until(() => serving.platform.submitted.length === 2);
  const attached = post(serving, 'k-1');
  expect(await posted(serving, 'k-3')).toBe('429 IN_FLIGHT_FULL retryable');
  owner.release();
  expect((await Promise.all(begun)).toSorted()).toEqual(['201 at 2', '201 at 3']);
  expect([(await attached).status, await posted(serving, 'k-3')]).toEqual([201, '201 at 4']);
});

test("a key is kept for its retention, counted from its record's time, and is fresh after it", async () => {
  await using serving = await serve({ limits: { keyRetentionMs: 600_000 } });
  // The platform has forgotten the key by then: its retention is the same.
  serving.platform.lookUp = async () => ({ state: 'absent' });
  await post(serving, 'k-1');
  serving.clock.advance(600_000);
  expect(await posted(serving, 'k-1')).toBe('201 replayed at 2');
  serving.clock.advance(1);
  expect(await posted(serving, 'k-1')).toBe('201 at 3');
});

test('a disabled user is refused at once, under the same token', async () => {
  await using serving = await serve();
  expect(await posted(serving, 'k-1')).toBe('201 at 2');
  restateUser(serving.platform, { status: 'DISABLED' });
  expect(await posted(serving, 'k-2')).toBe('403 FORBIDDEN_PRINCIPAL');
});
