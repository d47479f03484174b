import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { isList, isMap, isSet } from 'immutable';
import { describe, expect, test } from 'vitest';
import type { OwnerStates } from '../platform.ts';
import { SamplePlatform } from '../testing/sample-platform.ts';
import { takeSteps } from '../testing/sample-run.ts';
import { folder } from '../testing/sample-scene.ts';
import { type DataFolder, LOG_FILE, openDataFolder, SNAPSHOT_FILE } from './data-folder.ts';
import { forkOf } from './memory.ts';
import { readSnapshot, SNAPSHOT_FORMAT, snapshotBytes } from './owner-snapshot.ts';
import { textOfState } from './state-text.ts';

const OF = { seed: 1, size: 'small' } as const;
const FILES = [LOG_FILE, SNAPSHOT_FILE] as const;

/** The owners' whole state, in its own order. */
const textOf = (states: OwnerStates) => [...states].map(([owner, state]) => [owner, textOfState(state, new Map())]);

interface Opened {
  readonly data: DataFolder;
  readonly sample: SamplePlatform;
  readonly reported: readonly string[];
  close(): Promise<void>;
}

/** A platform that continues from the folder. */
function opened(of: string, when: { every?: number } = {}): Opened {
  const reported: string[] = [];
  const failed = (error: Error): void => {
    throw error;
  };
  const snapshots = { atEnd: 1, ...when, report: ({ message }: Error) => void reported.push(message) };
  const data = openDataFolder({ folder: of, ...OF, grouped: false, failed, snapshots });
  const { states, position: statesAt } = data.snapshot ?? {};
  const from = { journal: data.journal, atNs: data.lastNs || 1_800_000_000_000_000_000n, states, statesAt };
  const sample = new SamplePlatform({ from });
  data.follow(sample.platform);
  return { data, sample, reported, close: () => data.close(sample.clock.nowNs()) };
}

/** Orders, fills and balances. */
async function work({ sample }: Opened, name: string): Promise<void> {
  for (let n = 0; n < 3; n += 1) {
    await sample.submit(`${name}-${n}`, { price: '101' });
    await sample.clock.advance(1_500);
  }
}

const headOf = ({ sample }: Opened): number => sample.platform.head();
const statesOf = ({ sample }: Opened) => textOf(sample.platform.states());

/** The owners' state after they judge everything. */
function replayed({ sample }: Opened) {
  const { journal, head } = sample.platform;
  const from = { journal: forkOf(journal, head()), atNs: sample.clock.nowNs() };
  return textOf(new SamplePlatform({ from }).platform.states());
}

/** A process that continues from the folder, and is closed in order. */
async function closed(of: string, name?: string): Promise<Opened> {
  const process = opened(of);
  if (name !== undefined) await work(process, name);
  await process.close();
  return process;
}

function copied(of: string): string {
  const to = folder();
  for (const file of FILES) copyFileSync(join(of, file), join(to, file));
  return to;
}

async function bytesOf({ platform }: SamplePlatform): Promise<Buffer> {
  const stand = { position: platform.head(), end: 1, checksum: 1 };
  return snapshotBytes({ of: OF, stand, states: platform.states(), recordAt: platform.journal.at });
}

describe('a platform that continues from a snapshot of its owners', () => {
  test('has the same state as a platform that replays its log, and continues with the same records', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(10_000), fc.nat(1_000_000), async (seed, at) => {
        const run = new SamplePlatform({ seed });
        await takeSteps(run, 40, 90);
        const { journal, head, genesis } = run.platform;
        const position = genesis + (at % (head() - genesis + 1));
        const atNs = run.clock.nowNs();
        const then = new SamplePlatform({ seed, from: { journal: forkOf(journal, position), atNs } });
        // Timers continue later: these are the owners at the cut.
        const snapshot = readSnapshot(await bytesOf(then), OF);
        if (typeof snapshot === 'string') throw new Error(snapshot);
        expect(snapshot.stand.position).toBe(then.platform.head());
        if (then.platform.head() !== position) return;
        const whole = () => forkOf(journal, head());
        const states = snapshot.states(journal.after(0));
        const by = new SamplePlatform({ seed, from: { journal: whole(), atNs, states, statesAt: position } });
        const all = new SamplePlatform({ seed, from: { journal: whole(), atNs } });
        expect(textOf(by.platform.states())).toEqual(textOf(all.platform.states()));
        for (const each of [by, all]) {
          await takeSteps(each, 20, 90);
          await each.clock.advance(60_000);
        }
        expect(JSON.stringify(by.platform.records())).toBe(JSON.stringify(all.platform.records()));
        expect(textOf(by.platform.states())).toEqual(textOf(all.platform.states()));
      }),
      { numRuns: 40, seed: 5 },
    );
  }, 60_000);
});

describe('a snapshot', () => {
  test('with any byte changed is invalid', async () => {
    const bytes = await bytesOf(new SamplePlatform());
    expect(readSnapshot(bytes, OF)).toMatchObject({ stand: { end: 1 } });
    for (let at = 0; at < bytes.length; at += at < 200 ? 1 : 97) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
      expect([at, typeof readSnapshot(damaged, OF)]).toEqual([at, 'string']);
    }
    for (let length = 0; length < bytes.length; length += length < 50 ? 1 : 501)
      expect([length, typeof readSnapshot(bytes.subarray(0, length), OF)]).toEqual([length, 'string']);
    expect(typeof readSnapshot(Buffer.concat([bytes, Buffer.alloc(1)]), OF)).toBe('string');
  });

  /**
   * Owners that keep something else would diverge if they read an old snapshot. If this fails because the kept state
   * changed, raise SNAPSHOT_FORMAT in the same commit, here too.
   */
  test('has a format number that increases when the stored state changes', async () => {
    const sample = new SamplePlatform();
    await takeSteps(sample, 60, 90);
    const namesOf = (value: unknown, depth: number): string => {
      if (depth === 0 || typeof value !== 'object' || value === null) return '';
      if (isMap(value) || isList(value) || isSet(value) || Array.isArray(value)) return '';
      const names = Object.entries(value).map(([name, each]) => name + namesOf(each, depth - 1));
      return names.length === 0 ? '' : `(${names.join(' ')})`;
    };
    const kept = [...sample.platform.states()].map(
      ([owner, state]) => owner + namesOf(state, owner === 'register' ? 3 : 1),
    );
    const families =
      'orgs users credentials accounts account-addresses portfolios asset-policies chain-policies trading-policies';
    const ids = 'orgIds userIds accountIds assets assetIds instruments quotes inForce';
    expect([SNAPSHOT_FORMAT, ...kept]).toEqual([
      5,
      `register(directory(register(${families}) ${ids}) lastMintedId)`,
      'orders(directory orders progress living acceptedAtNs algoInstances)',
      'custody(accounts seen moved revoked restatedAtNs)',
      'algos(directory versions instances documents started lastMintedId)',
    ]);
  });
});

describe('a folder', () => {
  test('whose log was closed orderly continues without judging it again', async () => {
    const of = folder();
    const first = await closed(of, 'a');
    const second = opened(of);
    expect([second.data.snapshot?.position, second.reported]).toEqual([headOf(first), []]);
    expect(statesOf(second)).toEqual(statesOf(first));
    await work(second, 'b');
    expect(statesOf(second)).toEqual(replayed(second));
    await second.close();
    expect(opened(of).data.snapshot?.position).toBe(headOf(second));
  });

  test('gets a snapshot while it runs, and after a kill only later records are judged', async () => {
    const of = folder();
    const killed = opened(of, { every: 4 });
    while (!existsSync(join(of, SNAPSHOT_FILE))) {
      await work(killed, `k${headOf(killed)}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await work(killed, 'after');
    const next = opened(copied(of));
    expect(next.reported).toEqual([]);
    expect(next.data.snapshot?.position).toBeLessThan(headOf(killed));
    expect([statesOf(next), statesOf(next)]).toEqual([statesOf(killed), replayed(next)]);
  });

  test('that begins again has no snapshot of its former log', async () => {
    const of = folder();
    await closed(of);
    opened(of).data.startOver(1);
    expect(existsSync(join(of, SNAPSHOT_FILE))).toBe(false);
  });

  function corrupt(of: string, what: (bytes: Buffer) => Buffer): void {
    const file = join(of, SNAPSHOT_FILE);
    writeFileSync(file, what(readFileSync(file)));
  }

  /** A valid snapshot with another content. */
  function restate(of: string, from: string, to: string): void {
    corrupt(of, (bytes) => {
      const text = Buffer.from(bytes.subarray(24).toString().replace(from, to));
      const head = Buffer.from(bytes.subarray(0, 24));
      head.writeUInt32LE(text.length, 16);
      head.writeUInt32LE(crc32(text, crc32(head.subarray(0, 20))), 20);
      return Buffer.concat([head, text]);
    });
  }

  async function ofAnother(of: string): Promise<void> {
    const other = folder();
    await closed(other, 'x');
    copyFileSync(join(other, SNAPSHOT_FILE), join(of, SNAPSHOT_FILE));
  }

  async function ofMore(of: string): Promise<void> {
    const log = readFileSync(join(of, LOG_FILE));
    await closed(of, 'further');
    writeFileSync(join(of, LOG_FILE), log);
  }

  test.each<[string, (of: string) => void | Promise<void>, string]>([
    ['damaged', (of) => corrupt(of, (bytes) => bytes.fill(1, 300, 301)), 'is damaged'],
    ['cut', (of) => corrupt(of, (bytes) => bytes.subarray(0, -1)), 'of another number'],
    ['something else', (of) => corrupt(of, () => Buffer.from('x')), 'is no snapshot of Touchstone'],
    ['of another format', (of) => restate(of, `"format":${SNAPSHOT_FORMAT}`, '"format":1'), 'format 1'],
    ['of another version', (of) => restate(of, '"by":"', '"by":"9'), 'is of Touchstone 9'],
    ['of another world', (of) => restate(of, '"seed":1', '"seed":2'), 'is of --seed 2'],
    ['of rows that are not there', (of) => restate(of, '"order"', '"ordre"'), 'does not fit its log'],
    ['of another log', ofAnother, 'is of another log, or of more of it'],
    ['of a later position than the log’s end', ofMore, 'is of another log, or of more of it'],
  ])('whose snapshot is %s is replayed, and reports it in a line', async (_, damage, why) => {
    const of = folder();
    const first = await closed(of, 'a');
    expect(opened(copied(of)).data.snapshot).toBeDefined();
    await damage(of);
    const next = opened(of);
    expect([next.data.snapshot, next.reported]).toEqual([undefined, [expect.stringContaining(why)]]);
    expect(next.reported[0]).toMatch(/^\S+owners\.snapshot is ignored because it .*: the whole log was replayed/);
    expect(statesOf(next)).toEqual(statesOf(first));
  });

  test.each([
    ['nothing', undefined],
    ['no byte', 0],
    ['half', 0.5],
    ['all', 1],
  ])(
    'in which a process was killed when %s of the next snapshot was written continues from the former',
    async (_, of) => {
      const data = folder();
      const first = await closed(data);
      const former = readFileSync(join(data, SNAPSHOT_FILE));
      const second = await closed(data, 'a');
      const next = readFileSync(join(data, SNAPSHOT_FILE));
      writeFileSync(join(data, SNAPSHOT_FILE), former);
      if (of !== undefined) writeFileSync(join(data, `${SNAPSHOT_FILE}.new`), next.subarray(0, next.length * of));
      const third = opened(data);
      expect([third.data.snapshot?.position, third.reported]).toEqual([headOf(first), []]);
      expect(statesOf(third)).toEqual(statesOf(second));
      await work(third, 'b');
      await third.close();
      expect(opened(data).data.snapshot?.position).toBe(headOf(third));
    },
  );

  test('that takes no snapshot reports it, and works', async () => {
    const of = folder();
    const first = opened(of);
    // A directory in its place, which no file can replace.
    mkdirSync(join(of, SNAPSHOT_FILE));
    writeFileSync(join(of, SNAPSHOT_FILE, 'in the way'), '');
    await first.close();
    expect(first.reported).toEqual([expect.stringMatching(/^no snapshot was written to .*: the log is whole/)]);
    expect(opened(of).data.from).toBe(headOf(first));
  });
});
