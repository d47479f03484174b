import { Kvm } from '@nats-io/kv';
import { describe, expect, test } from 'vitest';
import { until } from '../../testing/sample-scene.ts';
import type { LogError } from '../log-error.ts';
import { keptText, type StoredText } from './kept-text.ts';
import { RULES_BUCKET } from './names.ts';
import { forgetNatsWorld } from './stored-worlds.ts';
import { WITHOUT_NATS } from './testing/nats-server.ts';
import { connected, machineClock, natsOf } from './testing/sample-nats.ts';

interface SampleText extends StoredText {
  readonly failures: LogError[];
  /** Changes the text. */
  become(text: string): void;
  /** Waits until all is stored. */
  stored(): Promise<void>;
}

/** The text of a world as one process has it, with its own connection. */
async function textOf(nats: { readonly url: string }): Promise<SampleText> {
  const nc = await connected(nats);
  const failures: LogError[] = [];
  const failed = (error: LogError) => failures.push(error);
  const of = { name: 'default', bucket: RULES_BUCKET, what: 'the fault rules', replicas: 1 };
  const kept = await keptText({ nc, clock: machineClock, failed, ...of });
  let now = 'none';
  kept.of(() => now);
  return {
    ...kept,
    failures,
    become(text) {
      now = text;
      kept.changed();
    },
    stored: () => kept.end(new Promise(() => undefined)),
  };
}

describe.skipIf(WITHOUT_NATS !== undefined)('a text of a world', () => {
  test('is for the next process as it was at the end, also of changes while the server was down', async () => {
    const nats = await natsOf();
    const first = await textOf(nats);
    expect(first.found).toBeUndefined();
    first.become('1');
    await untilStored(nats);
    await nats.kill();
    first.become('2');
    await nats.start();
    await first.stored();
    const second = await textOf(nats);
    expect(second.found).toBe('2');
    await second.stored();
    expect((await textOf(nats)).found).toBe('none');
  });

  test('of a process that left is the one before it left', async () => {
    const nats = await natsOf();
    const first = await textOf(nats);
    first.become('1');
    first.leave();
    first.become('2');
    await first.stored();
    expect((await textOf(nats)).found).toBe('1');
  });

  test('is not changed by a process that another one took over', async () => {
    const nats = await natsOf();
    const first = await textOf(nats);
    first.become('1');
    // Without an end: it does not know yet that it is not the active one.
    await untilStored(nats);
    const second = await textOf(nats);
    expect(second.found).toBe('1');
    second.become('2');
    await second.stored();
    first.become('9');
    await first.stored();
    expect(first.failures).toEqual([]);
    expect((await textOf(nats)).found).toBe('2');
  });

  test('that is too long for the server is reported in a line, and the one before stays', async () => {
    const nats = await natsOf();
    const first = await textOf(nats);
    first.become('1');
    await untilStored(nats);
    first.become('x'.repeat(2_000_000));
    await expect.poll(() => first.failures.length).toBe(1);
    expect(first.failures[0]?.message).toMatch(
      /^the fault rules of the world default are no longer stored \(.+\): a process/,
    );
    expect((await textOf(nats)).found).toBe('1');
  });

  test('ends with the world', async () => {
    const nats = await natsOf();
    const first = await textOf(nats);
    first.become('1');
    await first.stored();
    await forgetNatsWorld(await connected(nats), 'default');
    expect((await textOf(nats)).found).toBeUndefined();
  });
});

/** Waits until the server has the first text. */
async function untilStored(nats: { readonly url: string }): Promise<void> {
  const bucket = await new Kvm(await connected(nats)).open('touchstone_fault_rules');
  await until(async () => (await bucket.get('default'))?.string() === '1');
}
