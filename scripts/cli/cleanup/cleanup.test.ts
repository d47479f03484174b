import { expect, test } from 'vitest';
import type { Entry } from '../../../conformance/member/effects/entry.ts';
import { entryLine } from '../../../conformance/member/effects/entry.ts';
import { startStub } from '../../../conformance/testing/stub-member.ts';
import { testShell } from '../testing/test-folder.ts';

const shell = testShell();
const cleanup = (...args: readonly string[]) => shell.run(['cleanup', ...args]);

const RUN = { what: 'run', run: 'ts1', startedAt: '2026-01-05T00:00:00.000Z' } as const;
const SENT = { what: 'sent', n: 1, check: 'ord/one', actor: 'trader', method: 'POST', path: '/orders' } as const;
const PLACED: readonly Entry[] = [
  { ...SENT, key: 'ts-1', name: 'ts-1', isOwn: true },
  { what: 'made', n: 1, row: '/orders/5' },
];

async function recorded(baseUrl: string, target: string | null, entries: readonly Entry[]): Promise<string> {
  const lines = [{ ...RUN, baseUrl, target }, ...entries].map((entry) => entryLine(entry)).join('');
  return shell.file('effects.jsonl', lines);
}

async function profiled(baseUrl: string): Promise<void> {
  const contract = { rest: '0.14.0' };
  const principals = { trader: { token: 'trader-token' } };
  await shell.file('staging.yaml', { baseUrl, contract, principals, limits: { writes: true } });
}

test('a record without a profile requires --target', async () => {
  const file = await recorded('http://127.0.0.1:9', null, PLACED);
  expect(await cleanup(file)).toMatchObject({ status: 2, err: expect.stringMatching(/name one with --target/) });
});

test('without leftovers nothing is sent', async () => {
  const file = await recorded('http://127.0.0.1:9', null, []);
  expect(await cleanup(file)).toEqual({ status: 0, out: 'effects.jsonl: nothing is left\n', err: '' });
});

test('an order of the run is cancelled and recorded, and not requested again', async () => {
  const asked: string[] = [];
  const member = await startStub(({ method, url, headers }) => {
    asked.push(`${method} ${url} ${headers.authorization ?? 'anonymous'}`);
    const body = url?.startsWith('/orders/5') ? { orderId: '5', leavesQty: '0', cumQty: '0' } : {};
    return { status: 200, headers: { 'X-Request-Id': 'request-1' }, body };
  });
  await profiled(member.baseUrl);
  const file = await recorded(member.baseUrl, 'staging.yaml', PLACED);
  expect(await cleanup(file)).toMatchObject({ status: 0, out: 'effects.jsonl: 1 ended, 0 left\n' });
  expect(asked).toContain('POST /orders/5/cancel Bearer trader-token');
  expect(await shell.read(file)).toContain('{"what":"undone","row":"/orders/5"}');
  asked.length = 0;
  expect((await cleanup(file)).out).toBe('effects.jsonl: nothing is left\n');
  expect(asked).toEqual([]);
  const other = await recorded('http://127.0.0.1:9', 'staging.yaml', PLACED);
  expect(await cleanup(other)).toMatchObject({ status: 2, err: expect.stringMatching(/is of a run against/) });
  await member.close();
});

// biome-ignore format: an aligned table
test.each([
  ['was refused',           { outcome: { status: 'REFUSED', orderId: null } },  '1 ended, 0 left', []],
  ['placed an order',       { outcome: { status: 'SUCCEEDED', orderId: '5' } }, '1 ended, 0 left', ['GET /orders/5', 'POST /orders/5/cancel']],
  ['is still to be judged', { outcome: { status: 'PENDING' } },                 '0 ended, 1 left', ['GET /orders?limit=100']],
  ['is not stated',          { outcome: {} },                                    '0 ended, 1 left', ['GET /orders?limit=100']],
])('a write in doubt whose operation says that it %s', async (_, operation, said, asks) => {
  const asked: string[] = [];
  const member = await startStub(({ method, url }) => {
    asked.push(`${method} ${url}`);
    const order = { orderId: '5', clientOrderId: 'ts-1', leavesQty: '1' };
    const body = url?.startsWith('/operations/ts-1') ? operation : url === '/orders/5' ? order : { items: [] };
    return { status: 200, headers: {}, body };
  });
  await profiled(member.baseUrl);
  const inDoubt = { ...SENT, key: 'ts-1', name: 'ts-1', isOwn: true } as const;
  const { out } = await cleanup(await recorded(member.baseUrl, 'staging.yaml', [inDoubt]));
  expect(out).toContain(said);
  expect(asked.filter((one) => one.includes('/orders'))).toEqual(asks);
  await member.close();
});

test('the undo of a hook that a killed run began is run, once, before the target is asked for anything', async () => {
  const principals = { trader: { token: 'trader-token' } };
  const profiled = (undo: string) =>
    shell.file('staging.yaml', {
      ...{ baseUrl: 'http://127.0.0.1:9', contract: { rest: '0.14.0' }, principals, limits: { writes: true } },
      hooks: { clock: { run: 'true', undo } },
    });
  const begun = { what: 'hook', hook: 'clock', isOver: false, seconds: 61 } as const;
  const file = await recorded('http://127.0.0.1:9', 'staging.yaml', [begun]);
  await profiled('exit 3');
  expect((await cleanup(file)).out).toMatch(/clock ended with status 3: THE TARGET IS LEFT AS THE HOOK MADE IT/);
  await profiled('echo "$TOUCHSTONE_HOOK $TOUCHSTONE_SECONDS" >> undone');
  expect((await cleanup(file)).out).toBe('effects.jsonl: the undo of hooks.clock was run\n');
  expect(await cleanup(file)).toMatchObject({ status: 0, out: 'effects.jsonl: nothing is left\n' });
  expect(await shell.read('undone')).toBe('clock 61\n');
});
