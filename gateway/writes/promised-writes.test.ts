/** A promised write is carried out, and an unsent write of a stopped member is free. */
import { describe, expect, test } from 'vitest';
import type { Command } from '../facts.ts';
import { type Serving, serve } from '../testing/sample-platform.ts';
import { heldOwner, operation, post, until } from '../testing/sample-writes.ts';

const heard = () => new Promise((resolve) => setImmediate(resolve));

test('a promise is kept: a command that the platform does not accept is sent again until it does', async () => {
  await using serving = await serve();
  const { promise, resolve } = Promise.withResolvers<void>();
  let tries = 0;
  const good = serving.platform.submit.bind(serving.platform);
  serving.platform.submit = async (command) => {
    tries += 1;
    if (tries > 1) return good(command);
    await promise;
    return { taken: false, why: 'INBOX_FULL' };
  };
  const slow = post(serving, 'k-1');
  await until(() => serving.clock.waiting === 1);
  serving.clock.advance(2_000);
  expect(await slow).toMatchObject({ status: 202 });
  resolve();
  // The wait for the platform's reply is replaced by the wait for the next attempt.
  await heard();
  await until(() => serving.clock.waiting === 1);
  serving.clock.advance(250);
  await until(() => serving.platform.records.length === 2);
  expect(await operation(serving, 'k-1')).toMatchObject({ body: { outcome: { status: 'SUCCEEDED' } } });
});

test('a promise to an attached request is kept too', async () => {
  await using serving = await serve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const good = serving.platform.submit.bind(serving.platform);
  let tries = 0;
  serving.platform.submit = async (command) => {
    tries += 1;
    if (tries > 1) return good(command);
    await promise;
    return { taken: false, why: 'INBOX_FULL' };
  };
  const { promise: lookedUp, resolve: lookUp } = Promise.withResolvers<void>();
  serving.platform.beforeLookUp = () => lookedUp;
  const first = post(serving, 'k-1');
  await until(() => serving.clock.waiting === 1);
  const attached = post(serving, 'k-1');
  await until(() => serving.clock.waiting === 2);
  serving.clock.advance(900);
  lookUp();
  await until(() => tries === 1);
  // The attached request reaches its deadline first.
  serving.clock.advance(1_200);
  expect(await attached).toMatchObject({ status: 202 });
  resolve();
  // The wait for the platform's reply is replaced by the wait for the next attempt.
  await heard();
  await until(() => serving.clock.waiting === 2);
  serving.clock.advance(250);
  expect(await first).toMatchObject({ status: 201 });
});

/** A platform that never replies to the first command, and accepts the next. */
function losing(serving: Serving): { readonly tries: number } {
  const good = serving.platform.submit.bind(serving.platform);
  const seen = { tries: 0 };
  serving.platform.submit = (command) => {
    seen.tries += 1;
    return seen.tries > 1 ? good(command) : new Promise(() => undefined);
  };
  return seen;
}

test('a promise is kept: a lost command is sent again, and the first answer ends it', async () => {
  await using serving = await serve();
  const seen = losing(serving);
  const slow = post(serving, 'k-1');
  await until(() => serving.clock.waiting === 1);
  serving.clock.advance(2_000);
  expect(await slow).toMatchObject({ status: 202 });
  serving.clock.advance(9_999);
  expect(seen.tries).toBe(1);
  serving.clock.advance(1);
  await until(() => serving.platform.records.length === 2);
  expect(seen.tries).toBe(2);
  expect(serving.clock.waiting).toBe(0);
  expect(await post(serving, 'k-1')).toMatchObject({ status: 201, headers: { 'idempotent-replay': 'true' } });
});

test('a retry of a lost write sends it again, and it is served once', async () => {
  await using serving = await serve();
  const seen = losing(serving);
  const slow = post(serving, 'k-1');
  await until(() => serving.clock.waiting === 1);
  // A request that comes before any promise attaches to the write.
  const along = post(serving, 'k-1');
  await until(() => serving.clock.waiting === 2);
  serving.clock.advance(2_000);
  expect(await slow).toMatchObject({ status: 202 });
  expect(await along).toMatchObject({ status: 202 });
  expect(seen.tries).toBe(1);
  expect(await post(serving, 'k-1')).toMatchObject({ status: 201 });
  expect(seen.tries).toBe(2);
  expect(serving.platform.records).toHaveLength(2);
});

describe('a platform that stores what a 202 promises', () => {
  /** A write at its sync deadline: the platform stores it when the test says so. */
  async function atDeadline() {
    const serving = await serve();
    const owner = heldOwner(serving);
    const stored = Promise.withResolvers<void>();
    const promised: string[] = [];
    const promise = (command: Command) => {
      promised.push(command.key ?? '');
      return stored.promise;
    };
    Object.assign(serving.platform, { promise });
    const write = post(serving, 'k-1');
    await until(() => serving.clock.waiting === 1);
    serving.clock.advance(2_000);
    await until(() => promised.length === 1);
    return { serving, owner, stored, promised, write, [Symbol.asyncDispose]: () => serving[Symbol.asyncDispose]() };
  }

  test('answers 202 once it is stored, and not before', async () => {
    await using at = await atDeadline();
    const answered: number[] = [];
    void at.write.then(({ status }) => answered.push(status));
    expect(await operation(at.serving, 'k-1')).toMatchObject({ body: { outcome: { status: 'PENDING' } } });
    expect(answered).toEqual([]);
    at.stored.resolve();
    expect(await at.write).toMatchObject({ status: 202 });
    expect(at.promised).toEqual(['k-1']);
  });

  test('answers from the record where that comes first', async () => {
    await using at = await atDeadline();
    at.owner.release();
    expect(await at.write).toMatchObject({ status: 201 });
  });

  test('answers no 202 where it cannot be stored: the key decides', async () => {
    await using at = await atDeadline();
    at.stored.reject(new Error('the log takes no more'));
    expect(await at.write).toMatchObject({ status: 500, body: { error: { code: 'INTERNAL_ERROR' } } });
    at.owner.release();
    await until(() => at.serving.platform.records.length === 2);
    expect(await post(at.serving, 'k-1')).toMatchObject({ status: 201, headers: { 'idempotent-replay': 'true' } });
  });
});

test('a stopping member answers INTERRUPTED to unsent writes, and the key is free', async () => {
  await using serving = await serve();
  const { promise, resolve } = Promise.withResolvers<void>();
  serving.platform.beforeLookUp = () => promise;
  const unsent = post(serving, 'k-1');
  await until(() => serving.clock.waiting === 1);
  serving.member.interrupt();
  expect(await unsent).toMatchObject({ status: 500, body: { error: { code: 'INTERRUPTED', retryable: true } } });
  resolve();
  expect(serving.platform.submitted).toHaveLength(0);
  expect(await post(serving, 'k-1')).toMatchObject({ status: 201 });
});

test('a stopping member still answers writes that it has sent', async () => {
  await using serving = await serve();
  const owner = heldOwner(serving);
  const sent = post(serving, 'k-1');
  await until(() => serving.platform.submitted.length === 1);
  serving.member.interrupt();
  owner.release();
  expect(await sent).toMatchObject({ status: 201 });
});
