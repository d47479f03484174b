/** What the checks of `conformance/checks/idem` (in `scripts/proof/whole-run.test.ts`) leave open of a write's key. */
import { expect, test } from 'vitest';
import { briefly, heldOwner, operation, posted, submit, until } from '../testing/sample-client.ts';
import { orderFact, serve, tokenOf } from '../testing/sample-platform.ts';

const CANCEL = {
  owner: 'orders',
  principal: { orgId: 1, userId: 11 },
  key: 'k-1',
  operation: 'submitOrder',
  body: { kind: 'cancel', orderId: '9' },
} as const;

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

test('a write over the limit of the member is IN_FLIGHT_FULL; retries of a write in progress do not count', async () => {
  await using serving = await serve({ limits: { inFlightWrites: 2 } });
  const owner = heldOwner(serving);
  const begun = [posted(serving, 'k-1'), posted(serving, 'k-2')];
  await until(() => serving.platform.submitted.length === 2);
  const attached = posted(serving, 'k-1');
  expect(await posted(serving, 'k-3')).toBe('429 IN_FLIGHT_FULL retryable');
  owner.release();
  expect((await Promise.all(begun)).toSorted()).toEqual(['201 at 2', '201 at 3']);
  expect([await attached, await posted(serving, 'k-3')]).toEqual([await begun[0], '201 at 4']);
});

test('a key used by another user of the organisation is refused, and still replays for its own', async () => {
  await using serving = await serve();
  await posted(serving, 'k-1');
  const token = await tokenOf({ externalId: 'first', subject: 'colleague' });
  expect(await briefly(serving, { ...submit('k-1'), token })).toBe('409 IDEMPOTENCY_KEY_REUSED');
  expect(await posted(serving, 'k-1')).toBe('201 replayed at 2');
});
