import { Kvm } from '@nats-io/kv';
import { describe, expect, test } from 'vitest';
import type { FaultsMark } from '../../faults/fault.ts';
import { until } from '../../testing/sample-scene.ts';
import type { LogError } from '../log-error.ts';
import { type KeptRules, keptRules } from './kept-rules.ts';
import { forgetNatsWorld } from './stored-worlds.ts';
import { WITHOUT_NATS } from './testing/nats-server.ts';
import { connected, machineClock, natsOf } from './testing/sample-nats.ts';

interface SampleRules extends KeptRules {
  readonly failures: LogError[];
  /** Changes the rules to one that has fired this many times. */
  fire(firings: number, hold?: string): void;
  /** Waits until all is stored. */
  stored(): Promise<void>;
}

/** The rules of a world as one process has them, with its own connection. */
async function rulesOf(nats: { readonly url: string }): Promise<SampleRules> {
  const nc = await connected(nats);
  const failures: LogError[] = [];
  const failed = (error: LogError) => failures.push(error);
  const rules = await keptRules({ nc, clock: machineClock, name: 'default', replicas: 1, failed });
  let mark: FaultsMark = { added: 0, rules: [] };
  rules.of(() => ({ mark: () => mark }));
  return {
    ...rules,
    failures,
    fire(firings, hold = 'late') {
      mark = fired(firings, hold);
      rules.changed();
    },
    stored: () => rules.end(new Promise(() => undefined)),
  };
}

function fired(firings: number, hold = 'late'): FaultsMark {
  const rule = { on: { owner: 'orders' }, hold } as const;
  return { added: 1, rules: [{ id: 'f1', rule, expiresAtNs: 7n, strikes: [], matches: firings, firings }] };
}

describe.skipIf(WITHOUT_NATS !== undefined)('the fault rules of a world', () => {
  test('are the next process as they were at the end, also of changes while the server was down', async () => {
    const nats = await natsOf();
    const first = await rulesOf(nats);
    expect(first.found).toBeUndefined();
    first.fire(1);
    await untilStored(nats);
    await nats.kill();
    first.fire(2);
    await nats.start();
    await first.stored();
    const second = await rulesOf(nats);
    expect(second.found).toEqual(fired(2));
    await second.stored();
    expect((await rulesOf(nats)).found).toEqual({ added: 0, rules: [] });
  });

  test('of a process that left are those before it cleared them', async () => {
    const nats = await natsOf();
    const first = await rulesOf(nats);
    first.fire(1);
    first.leave();
    first.fire(2);
    await first.stored();
    expect((await rulesOf(nats)).found).toEqual(fired(1));
  });

  test('are not changed by a process that another one took over', async () => {
    const nats = await natsOf();
    const first = await rulesOf(nats);
    first.fire(1);
    // Without an end: it does not know yet that it is not the active one.
    await untilStored(nats);
    const second = await rulesOf(nats);
    expect(second.found).toEqual(fired(1));
    second.fire(2);
    await second.stored();
    first.fire(9);
    await first.stored();
    expect(first.failures).toEqual([]);
    expect((await rulesOf(nats)).found).toEqual(fired(2));
  });

  test('that are too many for the server are reported in a line, and those of before stay', async () => {
    const nats = await natsOf();
    const first = await rulesOf(nats);
    first.fire(1);
    await untilStored(nats);
    first.fire(2, 'x'.repeat(2_000_000));
    await expect.poll(() => first.failures.length).toBe(1);
    expect(first.failures[0]?.message).toMatch(
      /^the fault rules of the world default are no longer stored \(.+\): they/,
    );
    expect((await rulesOf(nats)).found).toEqual(fired(1));
  });

  test('end with the world', async () => {
    const nats = await natsOf();
    const first = await rulesOf(nats);
    first.fire(1);
    await first.stored();
    await forgetNatsWorld(await connected(nats), 'default');
    expect((await rulesOf(nats)).found).toBeUndefined();
  });
});

/** Waits until the server has a rule. */
async function untilStored(nats: { readonly url: string }): Promise<void> {
  const bucket = await new Kvm(await connected(nats)).open('touchstone_fault_rules');
  await until(async () => (await bucket.get('default'))?.string().includes('"f1"') === true);
}
