/** A promised write is carried out, and an unsent write of a stopped member is free. */
import { describe, expect, test } from 'vitest';
import type { Command } from '../facts.ts';
import { heldOwner, operation, posted, until } from '../testing/sample-client.ts';
import { type Serving, serve } from '../testing/sample-platform.ts';

/** A platform that replies to the first command when a test resolves `reply`: not taken. It accepts the next. */
function refusingOnce({ platform }: Serving): { readonly reply: () => void; tries: number } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const good = platform.submit.bind(platform);
  const seen = { reply: resolve, tries: 0 };
  platform.submit = async (command) => {
    seen.tries += 1;
    if (seen.tries > 1) return good(command);
    await promise;
    return { taken: false, why: 'INBOX_FULL' };
  };
  return seen;
}

/** The wait for the platform's reply is replaced by the wait for the next attempt. */
async function untilNextAttempt({ clock }: Serving, timers: number): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await until(() => clock.waiting === timers);
  clock.advance(250);
}

test('a promise to a request and to an attached one is kept', async () => {
  await using serving = await serve();
  const platform = refusingOnce(serving);
  const { promise: lookedUp, resolve: lookUp } = Promise.withResolvers<void>();
  serving.platform.beforeLookUp = () => lookedUp;
  const first = posted(serving, 'k-1');
  await until(() => serving.clock.waiting === 1);
  const attached = posted(serving, 'k-1');
  await until(() => serving.clock.waiting === 2);
  serving.clock.advance(900);
  lookUp();
  await until(() => platform.tries === 1);
  // The deadlines include the look-up.
  serving.clock.advance(1_100);
  expect([await first, await attached]).toEqual(['202', '202']);
  platform.reply();
  await untilNextAttempt(serving, 1);
  await until(() => serving.platform.records.length === 2);
  expect(await posted(serving, 'k-1')).toBe('201 replayed at 2');
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

test('a retry of a lost write sends it again, and it is served once', async () => {
  await using serving = await serve();
  const seen = losing(serving);
  const slow = posted(serving, 'k-1');
  await until(() => serving.clock.waiting === 1);
  // A request that comes before any promise attaches to the write.
  const along = posted(serving, 'k-1');
  await until(() => serving.clock.waiting === 2);
  serving.clock.advance(2_000);
  expect(await slow).toBe('202');
  expect(await along).toBe('202');
  expect(seen.tries).toBe(1);
  expect(await posted(serving, 'k-1')).toBe('201 at 2');
  expect(seen.tries).toBe(2);
  expect(serving.platform.records).toHaveLength(2);
});

describe('a platform that stores what a 202 promises', () => {
  /** A write a quarter of its sync deadline before it: the platform stores it when the test says so. */
  async function beforeDeadline() {
    const serving = await serve();
    const owner = heldOwner(serving);
    const stored = Promise.withResolvers<void>();
    const promised: string[] = [];
    const promise = (command: Command) => {
      promised.push(command.key ?? '');
      return stored.promise;
    };
    Object.assign(serving.platform, { promise, storesPromises: true });
    const write = posted(serving, 'k-1');
    await until(() => serving.clock.waiting === 1);
    serving.clock.advance(1_500);
    await until(() => promised.length === 1 && serving.clock.waiting > 0);
    return { serving, owner, stored, promised, write, [Symbol.asyncDispose]: () => serving[Symbol.asyncDispose]() };
  }

  type BeforeDeadline = Awaited<ReturnType<typeof beforeDeadline>>;

  test('answers 202 at the deadline, and not before', async () => {
    await using at = await beforeDeadline();
    const answered: string[] = [];
    void at.write.then((answer) => answered.push(answer));
    at.stored.resolve();
    expect(await operation(at.serving, 'k-1')).toBe('PENDING');
    expect(answered).toEqual([]);
    at.serving.clock.advance(500);
    expect(await at.write).toBe('202');
    expect(at.promised).toEqual(['k-1']);
  });

  test('answers 202 once it is stored, and not before', async () => {
    await using at = await beforeDeadline();
    const answered: string[] = [];
    void at.write.then((answer) => answered.push(answer));
    at.serving.clock.advance(500);
    expect(await operation(at.serving, 'k-1')).toBe('PENDING');
    expect(answered).toEqual([]);
    at.stored.resolve();
    expect(await at.write).toBe('202');
  });

  test('answers from the record where that comes first', async () => {
    await using at = await beforeDeadline();
    at.owner.release();
    expect(await at.write).toBe('201 at 2');
  });

  test.each([
    ['cannot store it', ({ stored }: BeforeDeadline) => stored.reject(new Error('the log is full'))],
    ['does not reply in half the write deadline', ({ serving }: BeforeDeadline) => serving.machineClock.advance(500)],
  ])('gets no 202 where it %s: the key decides', async (_, happens) => {
    await using at = await beforeDeadline();
    happens(at);
    at.serving.clock.advance(500);
    expect(await at.write).toBe('503 NOT_SERVING retryable');
    at.owner.release();
    await until(() => at.serving.platform.records.length === 2);
    expect(await posted(at.serving, 'k-1')).toBe('201 replayed at 2');
  });
});

test('a stopping member answers INTERRUPTED to unsent writes, and the key is free', async () => {
  await using serving = await serve();
  const { promise, resolve } = Promise.withResolvers<void>();
  serving.platform.beforeLookUp = () => promise;
  const unsent = posted(serving, 'k-1');
  await until(() => serving.clock.waiting === 1);
  serving.member.interrupt();
  expect(await unsent).toBe('500 INTERRUPTED retryable');
  resolve();
  expect(serving.platform.submitted).toHaveLength(0);
  expect(await posted(serving, 'k-1')).toBe('201 at 2');
});

test('a stopping member still answers writes that it has sent', async () => {
  await using serving = await serve();
  const owner = heldOwner(serving);
  const sent = posted(serving, 'k-1');
  await until(() => serving.platform.submitted.length === 1);
  serving.member.interrupt();
  owner.release();
  expect(await sent).toBe('201 at 2');
});
