import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Command, SequencedRecord } from '../gateway/facts.ts';
import type { Material } from '../gateway/platform-port.ts';
import type { Journal } from './log/journal.ts';
import { forkOf, memoryJournal } from './log/memory.ts';
import { clockNsOf } from './part.ts';
import type { PlatformMark } from './platform.ts';
import { SamplePlatform } from './testing/sample-platform.ts';
import { takeSteps } from './testing/sample-run.ts';

const NS_PER_MS = 1_000_000;
/** Longer than any work that a step leaves. */
const AFTERWARDS_MS = 120_000;

/** A submitted input, and the platform before it. */
interface Input {
  readonly atNs: bigint;
  readonly head: number;
  readonly journal: Journal;
  readonly mark: PlatformMark | undefined;
  readonly command?: Command;
  readonly material?: Material;
}

/** A run to its end, with all of its inputs. */
async function runOf(seed: number, steps: number) {
  const sample = new SamplePlatform({ seed });
  const inputs: Input[] = [];
  const { port, clock, platform } = sample;
  const noted = (of: Partial<Input>): void => {
    const [head, journal] = [platform.head(), forkOf(platform.journal, platform.head())];
    inputs.push({ atNs: clock.nowNs(), head, journal, mark: platform.mark(), ...of });
  };
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
  const placed = new Set(journal.after(0).map(({ command }) => command));
  const rest = inputs.filter(({ head, command }) => head >= position || (command && isCutOff(command)));
  // Its quote was stated before the cut, but it was not submitted.
  function isCutOff(command: Command): boolean {
    const own = platform.records().find((later) => later.command === command);
    return own !== undefined && !placed.has(command);
  }
  await takeInputs(again, rest, clock.nowNs());
  return again;
}

async function takeInputs(sample: SamplePlatform, inputs: readonly Input[], untilNs: bigint): Promise<void> {
  const { clock, port } = sample;
  const advanceTo = (atNs: bigint) => clock.advance(Number(atNs - clock.nowNs()) / NS_PER_MS);
  for (const { atNs, command, material } of inputs) {
    await advanceTo(atNs);
    if (material !== undefined) await port.storeMaterial(material);
    if (command !== undefined) void port.submit(command);
  }
  await advanceTo(untilNs);
}

const textOf = (records: readonly SequencedRecord[]) => records.map((record) => JSON.stringify(record));

const aSeed = fc.integer({ min: 0, max: 10_000 });
const anywhere = fc.integer({ min: 0, max: 1_000_000 });

describe('a platform that continues a sequence', () => {
  test('gets the same sequence, byte for byte, from any position of any run', async () => {
    await fc.assert(
      fc.asyncProperty(aSeed, anywhere, async (seed, at) => {
        const run = await runOf(seed, 40);
        const { platform, genesis } = run.sample;
        const position = genesis + (at % (platform.head() - genesis + 1));
        const again = await goneOn(run, position);
        expect(textOf(again.platform.records()).slice(position)).toEqual(textOf(platform.records()).slice(position));
        for (const owner of ['register', 'orders', 'custody', 'algos'] as const)
          expect(again.platform.stateOf(owner)).toEqual(platform.stateOf(owner));
      }),
      { numRuns: 80, seed: 5 },
    );
  }, 60_000);

  test('from the state of another one knows what it would read of the records, and gets the same sequence', async () => {
    await fc.assert(
      fc.asyncProperty(aSeed, anywhere, async (seed, at) => {
        const { sample, inputs } = await runOf(seed, 40);
        const { platform, world, clock } = sample;
        const next = at % inputs.length;
        const { journal, mark, atNs } = inputs[next] as Input;
        const records = () => forkOf(journal, journal.head());
        const read = new SamplePlatform({ seed: world.seed, from: { journal: records(), atNs } });
        expect(read.platform.mark()).toEqual(mark);
        // A mark serves more than one, and none of them changes it.
        for (let copy = 0; copy < 2; copy += 1) {
          const again = new SamplePlatform({ seed: world.seed, from: { journal: records(), atNs, mark } });
          expect(again.platform.mark()).toEqual(mark);
          await takeInputs(again, inputs.slice(next), clock.nowNs());
          expect(textOf(again.platform.records())).toEqual(textOf(platform.records()));
          expect(again.platform.mark()).toEqual(platform.mark());
        }
      }),
      { numRuns: 60, seed: 6 },
    );
  }, 60_000);

  test('keeps the quotes of listed instruments and of manual moves, and fills at them', async () => {
    const sample = new SamplePlatform();
    const { platform, clock } = sample;
    const grid = { tick: '0.01', step: '0.1', workingScale: 8 };
    const terms = { symbol: 'AVAX-USD', ...grid, status: 'LIVE', exchangeId: 1 } as const;
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
