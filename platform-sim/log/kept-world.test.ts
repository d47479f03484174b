import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { orders } from '../owners/orders.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../sandbox.ts';
import { type Answered, type Caller, callerOf, sandboxOf } from '../testing/sample-caller.ts';
import { openDataFolder } from './data-folder.ts';
import { readLog } from './read-log.ts';
import { resumedNs } from './resumed-clock.ts';

const AT_ONCE = { idleGraceMs: 0, deadlineMs: 0 };

function folder(): string {
  const data = mkdtempSync(join(tmpdir(), 'touchstone-kept-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  return data;
}

const order = (trader: Caller, key: string, side = 'BUY'): Promise<Answered> =>
  trader.post(
    '/orders',
    { account: 'main', instrument: 'BTC-USD', clientOrderId: key, side, price: '90.00', qty: '1' },
    { key },
  );

/** The same addresses each time, because tokens name them. */
async function again(former: Sandbox, options: SandboxOptions): Promise<Sandbox> {
  await former.close(AT_ONCE);
  const [port, controlPort] = [former.baseUrl, former.controlUrl].map((url) => Number(new URL(url).port));
  return sandboxOf({
    ...options,
    ...(port !== undefined && { port }),
    ...(controlPort !== undefined && { controlPort }),
  });
}

const refused = (options: SandboxOptions): Promise<unknown> =>
  startSandbox(options).then(
    async (sandbox) => {
      await sandbox.close(AT_ONCE);
      return 'it started';
    },
    ({ name, message }: Error) => `${name}: ${message}`,
  );

describe('a kept sandbox', () => {
  test.each(['virtual', 'real'] as const)(
    'continues: orders, keys, tokens, fills that were due (%s clock)',
    async (clock) => {
      const data = folder();
      const first = await sandboxOf({ data, clock });
      expect(first.kept).toMatchObject({ from: 0, torn: 0 });
      const trader = await callerOf(first, 'trader');
      const placed = await order(trader, 'placed', 'SELL');
      expect(placed.status).toBe(201);
      const head = first.platform.head();

      const second = await again(first, { data, clock });
      expect(second.kept?.from).toBeGreaterThanOrEqual(head);
      const same = trader.at(second);
      expect(await order(same, 'placed', 'SELL')).toMatchObject({
        status: 201,
        body: placed.body,
        headers: {
          'idempotent-replay': 'true',
          'x-service-global-sequence': placed.headers['x-service-global-sequence'],
        },
      });
      if (clock === 'virtual') await second.clock.advance(1000);
      const filled = async () => (await same.get(`/orders/${placed.body.orderId}`)).body.status;
      while ((await filled()) !== 'FILLED') expect(clock).toBe('real');
      expect((await order(same, 'next')).status).toBe(201);
    },
  );

  test('mints no id twice, and its clock never goes back', async () => {
    const data = folder();
    const first = await sandboxOf({ data });
    await first.clock.advance(10_000);
    const ids = new Set<unknown>();
    let sandbox = first;
    for (let start = 0; start < 3; start += 1) {
      if (start > 0) sandbox = await again(sandbox, { data });
      for (let n = 0; n < 5; n += 1)
        ids.add((await (await callerOf(sandbox, 'trader')).get('/me')).headers['x-request-id']);
      expect(sandbox.clock.nowNs()).toBe(first.clock.nowNs());
    }
    expect(ids.size).toBe(15);
  });

  test('begins again with a reset, and goes back to a snapshot, also for the next process', async () => {
    const data = folder();
    const first = await sandboxOf({ data });
    const trader = await callerOf(first, 'trader');
    await order(trader, 'gone');
    const { seed } = await first.reset(1);
    await order(trader, 'kept');
    const snapshot = first.snapshot();
    await order(trader, 'gone too');
    await first.restore(snapshot.name);
    const second = await again(first, { data, seed });
    const { items } = (await trader.at(second).get('/orders?limit=100')).body;
    const keys = items.map((row: { clientOrderId: string }) => row.clientOrderId);
    expect(keys[0]).toBe('kept');
    expect(keys).not.toContain('gone');
  });

  test.skipIf(!existsSync('/proc/self/fd'))('has one log open, however often it was reset and restored', async () => {
    const data = folder();
    const open = (): number =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).startsWith(data);
        } catch {
          return false;
        }
      }).length;
    const sandbox = await sandboxOf({ data });
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
    const sandbox = await sandboxOf({ data });
    for (const file of ['sequence.log', 'signing-key.pem', 'secret-root.hex', 'lock']) {
      expect([file, statSync(join(data, file)).mode & 0o777]).toEqual([file, 0o600]);
    }
    const log = readFileSync(join(data, 'sequence.log'), 'utf8');
    for (const { clientSecret } of Object.values(sandbox.profile.principals)) expect(log).not.toContain(clientSecret);
  });

  test('whose disk fails during grouped writes accepts no more, reports it once, and loses nothing that it answered', async () => {
    const data = folder();
    const said: unknown[] = [];
    const failed = (error: unknown): void => void said.push(String(error));
    const first = await sandboxOf({ data, clock: 'real', limits: { syncDeadlineMs: 200 }, failed });
    const trader = await callerOf(first, 'trader');
    await order(trader, 'safe');
    first.faults.add({ on: { edge: 'log' }, fail: 'disk full', times: 1 });
    const lost = await Promise.all(['a', 'b', 'c'].map((key) => order(trader, key)));
    // Accepted and never safe: the outcome is unknown, and no response states one.
    expect(lost.map(({ status, headers }) => [status, headers['x-service-global-sequence']])).not.toContainEqual([
      201,
      expect.anything(),
    ]);
    expect(await order(trader, 'later')).toMatchObject({ status: 503, body: { error: { code: 'OWNER_ABSENT' } } });
    expect((await trader.get('/orders?limit=1')).body.items[0].clientOrderId).toBe('safe');
    expect(said).toEqual([
      `LogError: ${data}/sequence.log takes no more (ENOSPC): reads go on, writes are refused, and what was answered is safe; free space and start again`,
    ]);
    const second = await again(first, { data, clock: 'real' });
    expect(second.kept?.torn).toBeGreaterThan(0);
    const same = trader.at(second);
    expect((await order(same, 'safe')).headers['idempotent-replay']).toBe('true');
    for (const key of ['a', 'b', 'c', 'later']) expect((await order(same, key)).status).toBe(201);
  });
});

test('a kept sandbox continues from a snapshot of its owners, and judges nothing again', async () => {
  const data = folder();
  const said: unknown[] = [];
  const options: SandboxOptions = { data, world: 'large', failed: (error) => void said.push(String(error)) };
  const first = await sandboxOf(options);
  const placed = await order(await callerOf(first, 'trader'), 'placed');
  const applied = vi.spyOn(orders, 'apply');
  onTestFinished(() => applied.mockRestore());
  const second = await again(first, options);
  expect(applied).not.toHaveBeenCalled();
  const { position } = JSON.parse(readFileSync(join(data, 'owners.snapshot')).subarray(24).toString()).stand;
  expect([position, said]).toEqual([first.platform.head(), []]);
  expect(second.platform.head()).toBe(position);
  expect(second.platform.states()).toEqual(first.platform.states());
  expect(await order(await callerOf(second, 'trader'), 'placed')).toMatchObject({ status: 201, body: placed.body });
  writeFileSync(join(data, 'owners.snapshot'), 'spoilt');
  const third = await again(second, options);
  expect(said).toEqual([expect.stringContaining('owners.snapshot is passed over')]);
  expect(applied.mock.calls.length).toBeGreaterThanOrEqual(position);
  expect(third.platform.states()).toEqual(second.platform.states());
});

describe('a folder', () => {
  test.each(['', ' '])('without a name is refused: it would mean the current one (%j)', async (data) => {
    expect(await refused({ data })).toBe('LogError: --data names no folder: name one, such as --data ./kept');
  });

  test('belongs to one sandbox at a time, and is free again when that is closed', async () => {
    const data = folder();
    const sandbox = await sandboxOf({ data });
    expect(await refused({ data })).toBe(
      `LogError: ${data} is in use by process ${process.pid}: stop it, or name another folder with --data`,
    );
    await sandbox.close(AT_ONCE);
    expect(existsSync(join(data, 'lock'))).toBe(false);
    expect(await refused({ data })).toBe('it started');
  });

  test.each([
    ['a process that has ended', { pid: 2 ** 22 - 1, began: '' }],
    ['an earlier process of the same number', { pid: process.pid, began: '1' }],
    ['a process that was killed before it had written its name', undefined],
  ])('is taken over from %s', async (_, holder) => {
    const data = folder();
    writeFileSync(join(data, 'lock'), holder === undefined ? '' : JSON.stringify(holder));
    expect(await refused({ data })).toBe('it started');
  });

  test.each<[string, SandboxOptions, string]>([
    [
      'another seed',
      { seed: 2 },
      'is of --seed 1 --world small, and --seed 2 --world small was asked for: start with those',
    ],
    ['another size', { world: 'large' }, 'is of --seed 1 --world small, and --seed 1 --world large was asked for'],
  ])('of one world is not opened for %s', async (_, options, message) => {
    const data = folder();
    expect(await refused({ data })).toBe('it started');
    expect(await refused({ data, ...options })).toContain(message);
    // And is not changed by it.
    expect(await refused({ data })).toBe('it started');
  });

  test('whose log lost its end is refused, and released', async () => {
    const data = folder();
    expect(await refused({ data })).toBe('it started');
    const file = join(data, 'sequence.log');
    truncateSync(file, statSync(file).size - 1);
    expect(await refused({ data })).toMatch(
      /^LogError: .*sequence\.log ends at byte \d+, and was safe up to byte \d+ .*restore it/,
    );
    expect(existsSync(join(data, 'lock'))).toBe(false);
  });

  test('whose log ends in a half write is reported once: it is cut off', async () => {
    const data = folder();
    const first = await sandboxOf({ data });
    const head = first.platform.head();
    await first.close(AT_ONCE);
    appendFileSync(join(data, 'sequence.log'), Buffer.alloc(10_000, 'TSF'));
    const second = await sandboxOf({ data });
    expect(second.kept).toMatchObject({ from: head, torn: 10_000 });
    await second.close(AT_ONCE);
    expect((await sandboxOf({ data })).kept).toMatchObject({ from: head, torn: 0 });
  });

  test('records a start before anything is minted in it: a kill right after it reuses no number', async () => {
    const data = folder();
    await (await sandboxOf({ data })).close(AT_ONCE);
    const open = { folder: data, seed: 1, size: 'small', grouped: true, failed: () => {} } as const;
    const opened = openDataFolder(open);
    const { notes } = readLog(readFileSync(opened.file), opened.file);
    expect([opened.starts, notes.at(-1)]).toEqual([2, expect.objectContaining({ kind: 'start', count: 2 })]);
    await opened.close(0n);
  });

  test('in which a start was killed before its world’s beginning was safe begins again', async () => {
    const data = folder();
    writeFileSync(join(data, 'sequence.log.new'), 'half a beginning');
    expect(await refused({ data })).toBe('it started');
  });

  test('whose key is invalid is refused, with the effect of removing it', async () => {
    const data = folder();
    writeFileSync(join(data, 'signing-key.pem'), 'no key');
    expect(await refused({ data })).toMatch(/holds no P-256 key: remove it \(tokens of earlier runs answer 401 then\)/);
  });

  test.each(['', 'ab', 'x'.repeat(64), `${'a'.repeat(64)}\n`])(
    'whose root of secrets is invalid is refused, with the effect of removing it: %j',
    async (text) => {
      const data = folder();
      writeFileSync(join(data, 'secret-root.hex'), text);
      expect(await refused({ data })).toMatch(
        /secret-root\.hex holds no root of secrets: remove it \(client secrets and/,
      );
    },
  );
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
  expect(() => resumedNs('real', of, NOW_NS)).toThrow(
    "log has come to a time 61 s ahead of this machine's clock: start with --clock virtual or xN",
  );
});
