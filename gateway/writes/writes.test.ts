import { expect, test } from 'vitest';
import { FIRST, orderFact, SECOND, serve, stated, user } from '../testing/sample-platform.ts';
import { heldOwner, ORDER, operation, post, until } from '../testing/sample-writes.ts';

test('a retried key replays its first answer after the row has changed', async () => {
  await using serving = await serve();
  const first = await post(serving, 'k-1');
  const [submitted] = serving.platform.submitted;
  if (submitted === undefined) throw new Error('nothing was sent');
  const changed = orderFact(submitted, '1');
  if (changed.kind === 'OrderUpdated')
    serving.platform.record(stated([]), { facts: [{ ...changed, order: { ...changed.order, status: 'CANCELLED' } }] });
  const retried = await post(serving, 'k-1', { ...ORDER, qty: '7' });
  expect(first.headers).not.toHaveProperty('idempotent-replay');
  expect(retried).toMatchObject({ status: 201, body: first.body, headers: { 'idempotent-replay': 'true' } });
  expect(retried.headers['x-service-global-sequence']).toBe(first.headers['x-service-global-sequence']);
  expect(serving.platform.submitted).toHaveLength(1);
});

test("an owner's refusal is recorded: retryable false, at a position, and replayed under the new request's id", async () => {
  await using serving = await serve();
  serving.platform.judge = () => ({
    refused: { code: 'RATE_CEILING', message: 'three a minute', observedValue: '4', limitValue: '3' },
  });
  const first = await post(serving, 'k-1');
  expect(first).toMatchObject({
    status: 429,
    headers: { 'x-service-global-sequence': '2' },
    body: { error: { code: 'RATE_CEILING', retryable: false } },
  });
  expect(Number(first.headers['retry-after'])).toBeGreaterThan(0);
  const retried = await post(serving, 'k-1');
  expect(retried.headers['idempotent-replay']).toBe('true');
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

test('a key that another member uses for another write in progress is refused, not promised', async () => {
  await using serving = await serve();
  await post(serving, 'k-1');
  const [submitted] = serving.platform.submitted;
  if (submitted === undefined) throw new Error('nothing was sent');
  serving.platform.lookUp = async () => ({ state: 'pending', command: { ...submitted, operation: 'cancelOrder 7' } });
  expect(await post(serving, 'k-2')).toMatchObject({
    status: 409,
    body: { error: { code: 'IDEMPOTENCY_KEY_REUSED' } },
  });
  serving.platform.lookUp = async () => ({ state: 'absent' });
  expect(await post(serving, 'k-2')).toMatchObject({ status: 201 });
});

test('a write past the sync deadline is a 202; its operation is pending, then final; the key then replays', async () => {
  await using serving = await serve();
  const owner = heldOwner(serving);
  const slow = post(serving, 'k-1');
  await until(() => serving.platform.submitted.length === 1 && serving.clock.waiting === 1);
  serving.clock.advance(2_000);
  expect(await slow).toMatchObject({ status: 202, headers: { location: '/operations/k-1' } });
  expect(await operation(serving, 'k-1')).toMatchObject({ status: 200, body: { outcome: { status: 'PENDING' } } });
  expect(await operation(serving, 'k-1', SECOND)).toMatchObject({ status: 404 });
  owner.release();
  await until(() => serving.platform.records.length === 2);
  expect(await operation(serving, 'k-1')).toMatchObject({ status: 200, body: { outcome: { status: 'SUCCEEDED' } } });
  expect(await post(serving, 'k-1')).toMatchObject({ status: 201, headers: { 'idempotent-replay': 'true' } });
});

test('a command that another member has in flight is sent from here too, and its outcome is received', async () => {
  await using serving = await serve();
  const { promise, reject } = Promise.withResolvers<never>();
  const command = {
    owner: 'orders',
    principal: { orgId: 1, userId: 11 },
    key: 'k-1',
    operation: 'submitOrder',
    body: { kind: 'cancel', orderId: '1' },
  } as const;
  serving.platform.lookUp = async () => ({ state: 'pending', command });
  serving.platform.submit = () => promise;
  const waiting = post(serving, 'k-1');
  await until(() => serving.clock.waiting === 1);
  reject(new Error('the owner broke'));
  expect(await waiting).toMatchObject({ status: 500, body: { error: { code: 'INTERNAL_ERROR' } } });
  serving.platform.lookUp = async () => ({ state: 'absent' });
  expect(await operation(serving, 'k-1')).toMatchObject({ status: 404 });
});

test('an operation is never pending at a position that holds its outcome', async () => {
  await using serving = await serve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const command = {
    owner: 'orders',
    principal: { orgId: 1, userId: 11 },
    key: 'k-1',
    operation: 'submitOrder',
    body: { kind: 'cancel', orderId: '9' },
  } as const;
  serving.platform.lookUp = async () => {
    await promise;
    return { state: 'pending', command };
  };
  const polled = operation(serving, 'k-1');
  await until(() => serving.clock.waiting === 1);
  serving.platform.record(command, { facts: [orderFact(command, '9')] });
  resolve();
  expect(await polled).toMatchObject({ status: 200, body: { outcome: { status: 'SUCCEEDED' } } });
});

test('a key that cannot be looked up by the write deadline is NOT_SERVING: nothing sent, key free', async () => {
  await using serving = await serve();
  serving.platform.beforeLookUp = () => new Promise<void>(() => undefined);
  const stalled = post(serving, 'k-1');
  await until(() => serving.clock.waiting === 1);
  serving.clock.advance(1_000);
  expect(await stalled).toMatchObject({
    status: 503,
    headers: { 'retry-after': '1' },
    body: { error: { code: 'NOT_SERVING', retryable: true } },
  });
  serving.platform.beforeLookUp = () => undefined;
  expect(await operation(serving, 'k-1')).toMatchObject({ status: 404 });
  expect(await post(serving, 'k-1')).toMatchObject({ status: 201 });
});

test.each([
  ['another resource', '/orders/2/cancel', {}, FIRST],
  ['another user of the organisation', '/orders', ORDER, { externalId: 'first', subject: 'colleague' }],
])('a key used for %s is refused, and still replays for its own use', async (_, path, body, who) => {
  await using serving = await serve();
  await post(serving, 'other-1');
  await post(serving, 'k-1');
  expect(await post(serving, 'k-1', body, path, who)).toMatchObject({
    status: 409,
    body: { error: { code: 'IDEMPOTENCY_KEY_REUSED', retryable: false } },
  });
  expect(await post(serving, 'k-1')).toMatchObject({ status: 201, headers: { 'idempotent-replay': 'true' } });
});

test('organisations do not share keys', async () => {
  await using serving = await serve();
  await post(serving, 'k-1');
  serving.platform.record(stated([]), {
    facts: [
      {
        kind: 'RegisterRecorded',
        family: 'accounts',
        row: {
          version: 2,
          accountId: 5,
          orgId: 2,
          portfolioId: null,
          displayName: 'main',
          status: 'ACTIVE',
          exchangeId: 1,
          credentialId: 1,
        },
      },
    ],
  });
  const theirs = await post(serving, 'k-1', ORDER, '/orders', SECOND);
  expect(theirs).toMatchObject({ status: 201 });
  expect(theirs.headers).not.toHaveProperty('idempotent-replay');
});

test('a held key replays although its names do not resolve any more', async () => {
  await using serving = await serve();
  await post(serving, 'k-1');
  serving.platform.record(stated([]), {
    facts: [
      {
        kind: 'RegisterRecorded',
        family: 'accounts',
        row: {
          version: 2,
          accountId: 1,
          orgId: 1,
          portfolioId: null,
          displayName: 'renamed',
          status: 'ACTIVE',
          exchangeId: 1,
          credentialId: 1,
        },
      },
    ],
  });
  expect(await post(serving, 'k-2')).toMatchObject({ status: 422, body: { error: { code: 'ACCOUNT_NOT_ACTIVE' } } });
  expect(await post(serving, 'k-1')).toMatchObject({ status: 201, headers: { 'idempotent-replay': 'true' } });
});

test.each([
  ['INBOX_FULL', 429, true],
  ['OWNER_ABSENT', 503, true],
  ['INTERRUPTED', 500, true],
] as const)('%s: nothing is queued, and the key is free', async (why, status, retryable) => {
  await using serving = await serve();
  serving.platform.take = () => ({ taken: false, why });
  const refused = await post(serving, 'k-1');
  expect(refused).toMatchObject({ status, body: { error: { code: why, retryable } } });
  expect(refused.headers).not.toHaveProperty('x-service-global-sequence');
  serving.platform.take = () => undefined;
  const served = await post(serving, 'k-1');
  expect(served.status).toBe(201);
  expect(served.headers).not.toHaveProperty('idempotent-replay');
});

test('a write over the limit of the member is IN_FLIGHT_FULL; retries of a write in progress do not count', async () => {
  await using serving = await serve({ limits: { inFlightWrites: 2 } });
  const owner = heldOwner(serving);
  const begun = [post(serving, 'k-1'), post(serving, 'k-2')];
  await until(() => serving.platform.submitted.length === 2);
  const attached = post(serving, 'k-1');
  expect(await post(serving, 'k-3')).toMatchObject({
    status: 429,
    body: { error: { code: 'IN_FLIGHT_FULL', retryable: true } },
  });
  owner.release();
  expect((await Promise.all([...begun, attached])).map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(await post(serving, 'k-3')).toMatchObject({ status: 201 });
});

test("a key is kept for its retention, counted from its record's time, and is fresh after it", async () => {
  await using serving = await serve({ limits: { keyRetentionMs: 600_000 } });
  // The platform has forgotten the key by then: its retention is the same.
  serving.platform.lookUp = async () => ({ state: 'absent' });
  await post(serving, 'k-1');
  serving.clock.advance(600_000);
  expect((await post(serving, 'k-1')).headers['idempotent-replay']).toBe('true');
  serving.clock.advance(1);
  expect((await post(serving, 'k-1')).headers).not.toHaveProperty('idempotent-replay');
  expect(serving.platform.submitted).toHaveLength(2);
});

test('a cleared capability counts under the same token; a disabled user is refused at once', async () => {
  await using serving = await serve();
  expect(await post(serving, 'k-1')).toMatchObject({ status: 201 });
  serving.platform.record(stated([]), { facts: [user(11, 1, FIRST.subject, 'DISABLED')] });
  expect(await post(serving, 'k-2')).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN_PRINCIPAL' } } });
});
