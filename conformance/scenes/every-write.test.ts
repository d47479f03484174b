import { expect, test } from 'vitest';
import { REST_ROUTES } from '../contract/routes.ts';
import type { Exchange } from '../member/exchange/exchange.ts';
import type { Reach } from '../runner/check.ts';
import { answer, historyOf } from '../testing/sample-history.ts';
import { everyWrite, type Writing, writeCases } from './every-write.ts';
import { ORGANISATION_WRITES, type SampleWrite } from './sample-write.ts';

/** One body that contains every id that the interface names. */
const ANY_ROW = Object.fromEntries([
  ...['userId', 'portfolioId', 'accountId', 'accountAddressId', 'orgId', 'credentialId'].map((name) => [name, 7]),
  ...['assetPolicyId', 'chainPolicyId', 'tradingPolicyId', 'instanceId', 'seq'].map((name) => [name, 7]),
  ['orderId', '17'],
  ['outcome', 'APPLIED'],
  ['items', []],
]);

function exchangeOf(body: unknown): Exchange {
  const [e] = historyOf([answer('POST /x', { status: 200, body })]).exchanges;
  if (e === undefined) throw new Error('one exchange');
  return e;
}

interface Given {
  readonly control?: object;
  readonly rest?: string;
  /** The users that exist at the target. */
  readonly held?: readonly object[];
  readonly venues?: object;
  readonly destructive?: boolean;
  /** The cases that the run takes; absent: all. */
  readonly taken?: readonly string[];
}

const other: string[] = [];

function sceneOf({
  control,
  rest = '0.14.0',
  held = [],
  venues = { a: 1 },
  destructive = true,
  taken,
}: Given = {}): Writing {
  const ask = async (path: string) => exchangeOf(path.startsWith('/users') ? { items: held } : ANY_ROW);
  const request = async ({ method, path }: { readonly method: string; readonly path: string }) => {
    other.push(`${method} ${path.replace(/[0-9]+/, '{id}')}`);
    return exchangeOf(ANY_ROW);
  };
  const actor = (name: string) => ({ name, get: ask, post: ask, put: ask, request });
  return {
    ...{
      admin: actor('admin'),
      deputy: actor('deputy'),
      control,
      target: { rest, destructive, controlled: control !== undefined },
    },
    fixtures: {
      ...{ account: { id: 1 }, instrument: { id: 1 }, asset: { id: 2 }, algoVersion: { id: 1, pool: 'p' } },
      venues,
    },
    freshKey: () => 'key',
    order: () => ({ qty: '1' }),
    elapse: async () => {},
    takes: (name: string) => taken?.includes(name) !== false,
  } as unknown as Writing;
}

async function visited(scene: Writing): Promise<readonly (SampleWrite & { readonly by: string })[]> {
  const writes: (SampleWrite & { readonly by: string })[] = [];
  other.length = 0;
  await everyWrite(scene, 'touchstone-test', writeCases(), async (write, actor) => {
    writes.push({ ...write, by: actor.name });
    return exchangeOf(ANY_ROW);
  });
  return writes;
}

const NAMES = REST_ROUTES.filter(({ kind }) => kind === 'write').map(({ method, path }) => `${method} ${path}`);
const OWN = ORGANISATION_WRITES.map(({ method, path }) => `${method} ${path}`);

test('visits every write of the interface once', async () => {
  const names = (await visited(sceneOf())).map(({ name }) => name);
  expect([...names].sort()).toEqual([...NAMES].sort());
});

test('visits the writes of organisations on a sandbox too, and withholds none', async () => {
  const writes = await visited(sceneOf({ control: {} }));
  expect(writes.map(({ name }) => name).sort()).toEqual([...NAMES, ...OWN].sort());
  expect(writes.filter(({ isWithheld }) => isWithheld)).toEqual([]);
});

test('on a shared target, withholds writes with permanent effects or effects on rows of others', async () => {
  const writes = await visited(sceneOf({ held: [{ userId: 5, displayName: 'touchstone-test' }] }));
  expect(writes.filter(({ isWithheld }) => isWithheld).map(({ name }) => name)).toEqual([
    'POST /users',
    'POST /credentials/{id}/approve',
    'POST /asset-policies/{id}/approve',
    'POST /chain-policies/{id}/approve',
    'POST /trading-policies/{id}/approve',
    'POST /algos/halt',
  ]);
  // The check writes on the row of an earlier run and creates no second one.
  expect(writes.find(({ name }) => name === 'PUT /users/{id}')?.path).toBe('/users/5');
});

test('without `destructive`, leaves out writes that affect all users', async () => {
  const names = (await visited(sceneOf({ destructive: false }))).map(({ name }) => name);
  expect(NAMES.filter((name) => !names.includes(name as (typeof names)[number]))).toEqual([
    'POST /asset-policies/{id}/approve',
    'POST /chain-policies/{id}/approve',
    'POST /trading-policies/{id}/approve',
    'POST /algos/halt',
  ]);
});

test('the approver is never the proposer', async () => {
  const writes = await visited(sceneOf({ control: {} }));
  const approvals = writes.filter(({ name }) => name.endsWith('/approve'));
  expect(approvals.map(({ by }) => by)).toEqual(Array(5).fill('deputy'));
  expect(writes.filter(({ name }) => /^POST \/[a-z-]+$/.test(name)).map(({ by }) => by)).not.toContain('deputy');
});

test('leaves out surfaces that an older member lacks, and credentials where there is no venue', async () => {
  const old = (await visited(sceneOf({ rest: '0.10.0' }))).map(({ name }) => name);
  expect(old.filter((name) => name.includes('/algos'))).toEqual([]);
  const venueless = (await visited(sceneOf({ venues: {} }))).map(({ name }) => name);
  expect(venueless.filter((name) => name.includes('/credentials'))).toEqual([]);
});

test.each([
  ['POST /orders', []],
  ['POST /orders/{id}/cancel', ['POST /orders']],
  ['PUT /users/{id}', ['POST /users']],
  ['POST /credentials/{id}/reactivate', ['POST /credentials', 'approve', 'suspend']],
  ['POST /trading-policies/{id}/resume', ['POST /trading-policies', 'approve', 'halt']],
  ['POST /algos/instances/{id}/stop', ['POST /algos/instances', 'start']],
  ['POST /algos/halt', []],
])('%s alone needs only what makes it valid', async (name, before) => {
  const writes = await visited(sceneOf({ control: {}, taken: [name] }));
  expect(writes.map((write) => write.name)).toEqual([name]);
  expect(other.map((sent) => sent.replace(/^POST .*\/\{id\}\//, ''))).toEqual(before);
});

test('the names are those of the writes that are visited, an order first', async () => {
  for (const scene of [sceneOf(), sceneOf({ control: {} }), sceneOf({ destructive: false })]) {
    const names = writeCases().names(scene as unknown as Reach);
    expect(names[0]).toBe('POST /orders');
    expect(names.toSorted()).toEqual((await visited(scene)).map(({ name }) => name).toSorted());
  }
});

test('leaves out writes that a deployed member refuses, since nothing approves their rows', () => {
  const reach = sceneOf({ destructive: false }) as unknown as Reach;
  const all = writeCases().names(reach);
  const valid = writeCases({ only: 'valid' }).names(reach);
  const refused = ['suspend', 'reactivate', 'rotate', 'revoke', 'halt', 'resume', 'retire'];
  expect(
    all.filter((name) => !valid.includes(name)).filter((name) => !refused.some((arm) => name.endsWith(arm))),
  ).toEqual(['POST /credentials/{id}/approve']);
  expect(valid.filter((name) => refused.some((arm) => name.endsWith(arm)))).toEqual([]);
});

test('a defect of a write is a separate case, and one alone can be selected', async () => {
  const cases = writeCases({ whats: ['no key', 'a user'], isOf: ({ name }) => name.includes('/orders') });
  const taken = 'POST /orders/{id}/cancel, a user';
  const scene = sceneOf({ taken: [taken] });
  expect(cases.names(scene as unknown as Reach)).toContain(taken);
  const asked: string[] = [];
  await everyWrite(scene, 'touchstone-test', cases, async ({ name }, _, takes) => {
    asked.push(`${name}: ${['no key', 'a user'].filter(takes)}`);
    return exchangeOf(ANY_ROW);
  });
  expect(asked).toEqual(['POST /orders/{id}/cancel: a user']);
});
