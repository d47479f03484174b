/** A sandbox with --data: what its next process continues from, and the folder that holds it. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { orders } from '../owners/orders.ts';
import { type SandboxOptions, startSandbox } from '../sandbox.ts';
import type { Caller } from '../testing/sample-caller.ts';
import { folder, type Scene, scene, until } from '../testing/sample-scene.ts';
import { journalOf } from '../testing/sample-world.ts';
import { resumedNs } from './continued.ts';
import { openDataFolder } from './data-folder.ts';
import { lockFolder } from './folder-lock.ts';
import { readLog } from './read-log.ts';

const AT_ONCE = { idleGraceMs: 0, deadlineMs: 0 };

/** The next process: at the same addresses, because tokens name them. */
async function again({ sandbox }: Scene, options: SandboxOptions): Promise<Scene> {
  await sandbox.close(AT_ONCE);
  const [port, controlPort] = [sandbox.baseUrl, sandbox.controlUrl].map((url) => Number(new URL(url).port));
  return scene({ ...options, ...(port !== undefined && { port }), ...(controlPort !== undefined && { controlPort }) });
}

const started = (options: SandboxOptions): Promise<string> =>
  startSandbox(options).then(
    async (sandbox) => {
      await sandbox.close(AT_ONCE);
      return 'it started';
    },
    ({ name, message }: Error) => `${name}: ${message}`,
  );

const keysOf = async (trader: Caller): Promise<readonly string[]> =>
  (await trader.get('/orders?limit=100')).body.items.map((row: { clientOrderId: string }) => row.clientOrderId);

describe('a sandbox with a data folder', () => {
  test.each(['virtual', 'real'] as const)(
    'continues: orders, keys, tokens, fills that were due (%s clock)',
    async (clock) => {
      const data = folder();
      const first = await scene({ data, clock });
      expect(first.sandbox.kept).toMatchObject({ from: 0, torn: 0 });
      const placed = await first.order('placed', { side: 'SELL' });
      expect(placed.status).toBe(201);
      const head = first.sandbox.platform.head();
      const second = await again(first, { data, clock });
      expect(second.sandbox.kept?.from).toBeGreaterThanOrEqual(head);
      const same = first.trader.at(second.sandbox);
      const order = { account: 'main', instrument: 'BTC-USD', side: 'SELL', price: '90.00', qty: '1' };
      const replayed = await same.post('/orders', order, { key: 'placed' });
      const position = placed.headers['x-service-global-sequence'];
      const headers = { 'idempotent-replay': 'true', 'x-service-global-sequence': position };
      expect(replayed).toMatchObject({ status: 201, body: placed.body, headers });
      if (clock === 'virtual') await second.sandbox.clock.advance(1000);
      const isFilled = async () => (await same.get(`/orders/${placed.body.orderId}`)).body.status === 'FILLED';
      await until(async () => (await isFilled()) || clock === 'virtual');
      expect([await isFilled(), (await second.order('next')).status]).toEqual([true, 201]);
    },
  );

  test('mints no id twice, and its clock never goes back', async () => {
    const data = folder();
    let at = await scene({ data });
    await at.sandbox.clock.advance(10_000);
    const nowNs = at.sandbox.clock.nowNs();
    const ids = new Set<unknown>();
    for (let start = 0; start < 3; start += 1) {
      if (start > 0) at = await again(at, { data });
      for (let n = 0; n < 5; n += 1) ids.add((await at.trader.get('/me')).headers['x-request-id']);
      expect(at.sandbox.clock.nowNs()).toBe(nowNs);
    }
    expect(ids.size).toBe(15);
  });

  test('begins again with a reset, and goes back to a snapshot, also for the next process', async () => {
    const data = folder();
    const first = await scene({ data });
    await first.order('gone');
    const { seed } = await first.sandbox.reset(1);
    await first.order('kept');
    const snapshot = first.sandbox.snapshot();
    await first.order('gone too');
    await first.sandbox.restore(snapshot.name);
    await first.order('after');
    const journal = journalOf(first.sandbox);
    const second = await again(first, { data, seed });
    expect(journalOf(second.sandbox)).toBe(journal);
    const keys = (await keysOf(second.trader)).filter((key) => /gone|kept|after/.test(key));
    expect(keys).toEqual(['after', 'kept']);
  });

  test.skipIf(!existsSync('/proc/self/fd'))('has one log open, however often it was reset and restored', async () => {
    const data = folder();
    const open = (): number =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).startsWith(`${data}/`);
        } catch {
          return false;
        }
      }).length;
    const { sandbox } = await scene({ data });
    const { name } = sandbox.snapshot();
    for (let round = 0; round < 3; round += 1) {
      await sandbox.reset();
      await sandbox.restore(name);
    }
    await sandbox.clock.advance(0);
    expect(open()).toBe(1);
    await sandbox.close(AT_ONCE);
    expect(open()).toBe(0);
  });

  test('is readable by its owner only, and holds no secret of a client', async () => {
    const data = folder();
    const { profile } = (await scene({ data })).sandbox;
    for (const file of ['sequence.log', 'signing-key.pem', 'secret-root.hex', 'lock'])
      expect([file, statSync(join(data, file)).mode & 0o777]).toEqual([file, 0o600]);
    const log = readFileSync(join(data, 'sequence.log'), 'utf8');
    for (const { clientSecret } of Object.values(profile.principals)) expect(log).not.toContain(clientSecret);
  });

  test('whose disk fails during grouped writes accepts nothing, reports it once, and loses nothing that it answered', async () => {
    const data = folder();
    const reported: unknown[] = [];
    const failed = (error: unknown): void => void reported.push(String(error));
    const first = await scene({ data, clock: 'real', limits: { syncDeadlineMs: 200 }, failed });
    await first.order('safe');
    first.add({ on: { edge: 'log' }, fail: 'disk full', times: 1 });
    const lost = await Promise.all(['a', 'b', 'c'].map((key) => first.order(key)));
    // Accepted and never safe: the outcome is unknown, and no response states one.
    for (const { status, headers } of lost)
      expect([status, headers['x-service-global-sequence']]).not.toEqual([201, expect.anything()]);
    expect(await first.order('later')).toMatchObject({ status: 503, body: { error: { code: 'OWNER_ABSENT' } } });
    expect((await keysOf(first.trader))[0]).toBe('safe');
    expect(reported).toEqual([
      `LogError: ${data}/sequence.log can no longer be written (ENOSPC): reads continue, writes are refused, and all answered writes are safe; free space and start again`,
    ]);
    const second = await again(first, { data, clock: 'real' });
    expect(second.sandbox.kept?.torn).toBeGreaterThan(0);
    expect((await second.order('safe')).headers['idempotent-replay']).toBe('true');
    for (const key of ['a', 'b', 'c', 'later']) expect((await second.order(key)).status).toBe(201);
  });

  test('continues from a snapshot of its owners, and judges no command again', async () => {
    const data = folder();
    const reported: unknown[] = [];
    const options: SandboxOptions = { data, world: 'large', failed: (error) => void reported.push(String(error)) };
    const first = await scene(options);
    const placed = await first.order('placed');
    const applied = vi.spyOn(orders, 'apply');
    onTestFinished(() => applied.mockRestore());
    const second = await again(first, options);
    expect([applied.mock.calls, reported]).toEqual([[], []]);
    const { position } = JSON.parse(readFileSync(join(data, 'owners.snapshot')).subarray(24).toString()).stand;
    expect([position, position]).toEqual([first, second].map(({ sandbox }) => sandbox.platform.head()));
    expect(second.sandbox.platform.states()).toEqual(first.sandbox.platform.states());
    expect(await second.order('placed')).toMatchObject({ status: 201, body: placed.body });
    writeFileSync(join(data, 'owners.snapshot'), 'corrupted');
    const third = await again(second, options);
    expect(reported).toEqual([expect.stringContaining('owners.snapshot is ignored')]);
    expect(applied.mock.calls.length).toBeGreaterThanOrEqual(position);
    expect(third.sandbox.platform.states()).toEqual(second.sandbox.platform.states());
  });
});

const OF_SEED_1 = 'is of --seed 1 --world small, and --seed';

// biome-ignore format: an aligned table
const REFUSED_FOLDERS: readonly (readonly [string, string, string | undefined, SandboxOptions, RegExp])[] = [
  ['of another seed', 'sequence.log',    undefined, { seed: 2 },        RegExp(`${OF_SEED_1} 2 --world small was requested: start with those`)],
  ['of another size', 'sequence.log',    undefined, { world: 'large' }, RegExp(`${OF_SEED_1} 1 --world large was requested`)],
  ['with an invalid key', 'signing-key.pem', 'no key', {},                 /holds no P-256 key: remove it \(tokens of earlier runs answer 401 then\)/],
  ['with an empty root of secrets', 'secret-root.hex', '', {},                 /secret-root\.hex holds no root of secrets: remove it \(client secrets and/],
  ['with a short root of secrets', 'secret-root.hex', 'ab', {},                 /holds no root of secrets/],
  ['with letters for a root of secrets', 'secret-root.hex', 'x'.repeat(64), {},                 /holds no root of secrets/],
  ['with a line for a root of secrets', 'secret-root.hex', `${'a'.repeat(64)}\n`, {},                 /holds no root of secrets/],
];

describe('a folder', () => {
  test.each(['', ' '])('without a name is refused: it would mean the current one (%j)', async (data) => {
    expect(await started({ data })).toBe('LogError: --data names no folder: name one, such as --data ./kept');
  });

  test('belongs to one sandbox at a time, and is free again when that is closed', async () => {
    const data = folder();
    const { sandbox } = await scene({ data });
    expect(await started({ data })).toBe(
      `LogError: ${data} is in use by process ${process.pid}: stop it, or name another folder with --data`,
    );
    await sandbox.close(AT_ONCE);
    expect(existsSync(join(data, 'lock'))).toBe(false);
    expect(await started({ data })).toBe('it started');
  });

  test.each([
    ['of a process that has ended', 'lock', JSON.stringify({ pid: 2 ** 22 - 1, began: '' })],
    ['of an earlier process of the same number', 'lock', JSON.stringify({ pid: process.pid, began: '1' })],
    ['of a process that was killed before it had written its name', 'lock', ''],
    ['of a start that was killed before its world’s beginning was safe', 'sequence.log.new', 'half a beginning'],
  ])('%s is taken over', async (_, file, content) => {
    const data = folder();
    writeFileSync(join(data, file), content);
    expect(await started({ data })).toBe('it started');
  });

  test.each(REFUSED_FOLDERS)('%s is refused, and is not changed', async (_, file, content, options, line) => {
    const data = folder();
    expect(await started({ data })).toBe('it started');
    const former = readFileSync(join(data, file));
    if (content !== undefined) writeFileSync(join(data, file), content);
    expect(await started({ data, ...options })).toMatch(line);
    writeFileSync(join(data, file), former);
    expect(await started({ data })).toBe('it started');
  });

  test('with a truncated log is refused, and released', async () => {
    const data = folder();
    expect(await started({ data })).toBe('it started');
    const file = join(data, 'sequence.log');
    truncateSync(file, statSync(file).size - 1);
    const line = /^LogError: .*sequence\.log ends at byte \d+, and was safe up to byte \d+ .*restore it/;
    expect(await started({ data })).toMatch(line);
    expect(existsSync(join(data, 'lock'))).toBe(false);
  });

  test('with a half write at the end of its log is reported once: the half write is cut off', async () => {
    const data = folder();
    const { sandbox } = await scene({ data });
    const from = sandbox.platform.head();
    await sandbox.close(AT_ONCE);
    appendFileSync(join(data, 'sequence.log'), Buffer.alloc(10_000, 'TSF'));
    for (const torn of [10_000, 0]) {
      const next = await scene({ data });
      expect(next.sandbox.kept).toMatchObject({ from, torn });
      await next.sandbox.close(AT_ONCE);
    }
  });

  test('records a start before anything is minted in it: a kill right after it reuses no number', async () => {
    const data = folder();
    expect(await started({ data })).toBe('it started');
    const opened = openDataFolder({ folder: data, seed: 1, size: 'small', grouped: true, failed: () => {} });
    const { notes } = readLog(readFileSync(opened.file), opened.file);
    expect([opened.starts, notes.at(-1)]).toEqual([2, expect.objectContaining({ kind: 'start', count: 2 })]);
    await opened.close(0n);
  });

  /** Repeatedly takes and releases the lock; the holder creates a file that must not exist yet. */
  const LOCKER = `
    import { closeSync, openSync, unlinkSync } from 'node:fs';
    const [, lock, folder, held] = process.argv;
    const { lockFolder } = await import(lock);
    for (let count = 0; count < Number(held); ) {
      let unlock;
      try {
        unlock = lockFolder(folder);
      } catch (error) {
        if (error.name === 'LogError') continue;
        throw error;
      }
      count += 1;
      closeSync(openSync(folder + '/alone', 'wx'));
      unlinkSync(folder + '/alone');
      unlock();
    }
  `;

  // Otherwise each takes process 1 of the other for a reused id, breaks its lock, and writes to its log.
  test('that a process of another container has is refused', () => {
    const data = folder();
    const elsewhere = (program: string) => {
      const node = [process.execPath, '--input-type=module', '--eval', program];
      return spawnSync('unshare', ['--pid', '--fork', '--mount-proc', ...node], { encoding: 'utf8' });
    };
    const unable = elsewhere('');
    if (unable.status !== 0) return console.warn(`not tested: no process namespace can be had: ${unable.stderr}`);
    const unlock = lockFolder(data);
    const lock = new URL('folder-lock.ts', import.meta.url).href;
    const other = `const { lockFolder } = await import('${lock}'); lockFolder('${data}');`;
    const refused = elsewhere(other);
    expect(refused.stderr).toContain(`LogError: ${data} is in use by a process of another container: stop it`);
    expect(readFileSync(join(data, 'lock'), 'utf8')).toContain(`{"pid":${process.pid},`);
    unlock();
    expect(elsewhere(other).status).toBe(0);
  });

  test('that several processes lock at the same moment is given to one', async () => {
    const data = folder();
    const lock = new URL('folder-lock.ts', import.meta.url).href;
    const args = ['--input-type=module', '--eval', LOCKER, lock, data, '100'];
    await Promise.all([1, 2, 3].map(() => promisify(execFile)(process.execPath, args)));
    expect(readdirSync(data)).toEqual([]);
  });

  test('of a killed process is free before its parent waits for it', async () => {
    // The child ends with its input, when its parent is no shell any more: a shell would wait for it.
    const script = 'cat <&3 & echo $!; exec sleep 60 3<&-';
    const parent = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore', 'pipe'] });
    onTestFinished(() => void parent.kill('SIGKILL'));
    const [, output, , input] = parent.stdio as unknown as readonly [null, Readable, null, Writable];
    const [line] = (await output.take(1).toArray()) as readonly Buffer[];
    const pid = Number(`${line}`);
    const statOf = (of = 0) => readFileSync(`/proc/${of}/stat`, 'utf8');
    await until(() => statOf(parent.pid).includes('(sleep)'));
    input.end();
    await until(() => statOf(pid).includes(') Z '));
    const stat = statOf(pid);
    const data = folder();
    const began = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    writeFileSync(join(data, 'lock'), JSON.stringify({ pid, began }));
    lockFolder(data)();
    expect(readdirSync(data)).toEqual([]);
  });
});

const NOW_NS = 1_800_000_000_000_000_000n;
const SECOND_NS = 1_000_000_000n;

test.each([
  ['virtual', 0n, undefined],
  ['virtual', NOW_NS - SECOND_NS, NOW_NS - SECOND_NS],
  ['virtual', NOW_NS + SECOND_NS, NOW_NS + SECOND_NS],
  ['scaled', NOW_NS - SECOND_NS, undefined],
  ['scaled', NOW_NS + 3600n * SECOND_NS, NOW_NS + 3600n * SECOND_NS],
  ['real', NOW_NS - SECOND_NS, undefined],
  ['real', NOW_NS + 60n * SECOND_NS, undefined],
] as const)('a %s clock of a log that came to %i begins at %s', (mode, lastNs, expected) => {
  expect(resumedNs(mode, { lastNs, file: 'log' }, NOW_NS)).toBe(expected);
});

test('a real clock of a log that is far ahead is refused, with the clock that can continue', () => {
  const of = { lastNs: NOW_NS + 61n * SECOND_NS, file: 'log' };
  const line = "log has come to a time 61 s ahead of this machine's clock: start with --clock virtual or xN";
  expect(() => resumedNs('real', of, NOW_NS)).toThrow(line);
});
