import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Command, SequencedRecord } from '../gateway/facts.ts';
import type { Material } from '../gateway/platform-port.ts';
import { forkOf, memoryJournal } from './log/memory.ts';
import { clockNsOf } from './part.ts';
import { SamplePlatform } from './testing/sample-platform.ts';
import { takeSteps } from './testing/sample-run.ts';

const NS_PER_MS = 1_000_000;
/** Longer than any work that a step leaves. */
const AFTERWARDS_MS = 120_000;

/** A submitted input, and the position of the sequence then. */
interface Input {
  readonly atNs: bigint;
  readonly head: number;
  readonly command?: Command;
  readonly material?: Material;
}

/** A run to its end, with all of its inputs. */
async function runOf(seed: number, steps: number) {
  const sample = new SamplePlatform({ seed });
  const inputs: Input[] = [];
  const { port, clock, platform } = sample;
  const noted = (of: Partial<Input>): void => void inputs.push({ atNs: clock.nowNs(), head: platform.head(), ...of });
  sample.port = {
    ...port,
    submit(command) {
      noted({ command });
      return port.submit(command);
    },
    storeMaterial(material) {
      noted({ material });
      return port.storeMaterial(material);
    },
  };
  await takeSteps(sample, steps, 90);
  await clock.advance(AFTERWARDS_MS);
  return { sample, inputs };
}

/** Another platform continues from a position, and receives the remaining inputs. */
async function goneOn({ sample, inputs }: Awaited<ReturnType<typeof runOf>>, position: number) {
  const { platform, world, clock } = sample;
  const record = platform.records()[position - 1] as SequencedRecord;
  const journal = forkOf(platform.journal, position);
  const again = new SamplePlatform({ seed: world.seed, from: { journal, atNs: clockNsOf(record) } });
  const advanceTo = (atNs: bigint) => again.clock.advance(Number(atNs - again.clock.nowNs()) / NS_PER_MS);
  const placed = new Set(journal.after(0).map(({ command }) => command));
  const rest = inputs.filter(({ head, command }) => head >= position || (command && isCutOff(command)));
  // Its quote was stated before the cut, but it was not submitted.
  function isCutOff(command: Command): boolean {
    const own = platform.records().find((later) => later.command === command);
    return own !== undefined && !placed.has(command);
  }
  for (const { atNs, command, material } of rest) {
    await advanceTo(atNs);
    if (material !== undefined) await again.port.storeMaterial(material);
    if (command !== undefined) void again.port.submit(command);
  }
  await advanceTo(clock.nowNs());
  return again;
}

const textOf = (records: readonly SequencedRecord[]) => records.map((record) => JSON.stringify(record));

describe('a platform that continues a sequence', () => {
  test('gets the same sequence, byte for byte, from any position of any run', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        async (seed, at) => {
          const run = await runOf(seed, 40);
          const { platform, genesis } = run.sample;
          const position = genesis + (at % (platform.head() - genesis + 1));
          const again = await goneOn(run, position);
          expect(textOf(again.platform.records()).slice(position)).toEqual(textOf(platform.records()).slice(position));
          for (const owner of ['register', 'orders', 'custody', 'algos'] as const)
            expect(again.platform.stateOf(owner)).toEqual(platform.stateOf(owner));
        },
      ),
      { numRuns: 120, seed: 5 },
    );
  }, 60_000);

  test('keeps the quotes of listed instruments and of manual moves, and fills at them', async () => {
    const sample = new SamplePlatform();
    const { platform, clock } = sample;
    const terms = {
      symbol: 'AVAX-USD',
      tick: '0.01',
      step: '0.1',
      workingScale: 8,
      status: 'LIVE',
      exchangeId: 1,
    } as const;
    const listed = await platform.reference.listInstrument({ ...terms, quote: { bid: '9.99', ask: '10.01' } });
    const instrumentId = listed?.instrumentId ?? 0;
    await sample.submit('before', { instrumentId, price: '11' });
    platform.reference.moveQuote(instrumentId, { bid: '19.99', ask: '20.01' });
    const from = { journal: forkOf(platform.journal, platform.head()), atNs: clock.nowNs() };
    const again = new SamplePlatform({ from });
    const after = await again.submit('after', { instrumentId, price: '21' });
    await again.clock.advance(1000);
    const executions = again.records().flatMap(({ verdict }) => verdict.facts ?? []);
    const pricesOf = (key: string) =>
      new Set(
        executions.flatMap((fact) => {
          if (fact.kind !== 'ExecutionRecorded') return [];
          const { clientOrderId } = again.orderNow(fact.execution.orderId) ?? {};
          return clientOrderId === key ? [fact.execution.price] : [];
        }),
      );
    expect(after.taken).toBe(true);
    // An order is held against the quote at the time when the venue got it.
    expect([pricesOf('before'), pricesOf('after')]).toEqual([new Set(['10.01']), new Set(['20.01'])]);
  });

  test('knows material that was stored before, and keeps only its digest', async () => {
    const sample = new SamplePlatform();
    const material = { orgId: 1, key: 'k1', exchangeId: 1, legs: { key: 'the-key', secret: 'the-secret' } };
    await sample.port.storeMaterial(material);
    const from = { journal: forkOf(sample.platform.journal, sample.platform.head()), atNs: sample.clock.nowNs() };
    expect(JSON.stringify(from.journal.notes())).not.toMatch(/the-key|the-secret/);
    const { port } = new SamplePlatform({ from });
    expect(await port.storeMaterial(material)).toEqual({ stored: true });
    const other = { ...material, legs: { key: 'the-key', secret: 'another' } };
    expect(await port.storeMaterial(other)).toEqual({ stored: false, why: 'KEY_REUSED' });
  });

  test('cannot continue from within its world’s beginning', () => {
    const { platform } = new SamplePlatform();
    const journal = memoryJournal(platform.records().slice(0, platform.genesis - 1));
    expect(() => new SamplePlatform({ from: { journal, atNs: 1n } })).toThrow('less than the beginning of a world');
  });

  test('repeats nothing if nothing was outstanding', () => {
    const { platform, clock } = new SamplePlatform();
    const journal = forkOf(platform.journal, platform.head());
    expect(new SamplePlatform({ from: { journal, atNs: clock.nowNs() } }).platform.head()).toBe(platform.head());
  });
});
