import { expect, test } from 'vitest';
import { REST_ROUTES } from '../contract/routes.ts';
import type { Exchange } from '../member/exchange/exchange.ts';
import { answer, historyOf } from '../testing/sample-history.ts';
import { everyWrite, type Writing } from './every-write.ts';
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

interface Told {
  readonly control?: object;
  readonly rest?: string;
  /** The users that exist at the target. */
  readonly held?: readonly object[];
  readonly venues?: object;
  readonly destructive?: boolean;
}

function sceneOf({ control, rest = '0.14.0', held = [], venues = { a: 1 }, destructive = true }: Told = {}): Writing {
  const ask = async (path: string) => exchangeOf(path.startsWith('/users') ? { items: held } : ANY_ROW);
  const actor = (name: string) => ({ name, get: ask, post: ask, put: ask });
  return {
    ...{ admin: actor('admin'), deputy: actor('deputy'), control, target: { rest, destructive } },
    fixtures: {
      ...{ account: { id: 1 }, instrument: { id: 1 }, asset: { id: 2 }, algoVersion: { id: 1, pool: 'p' } },
      venues,
    },
    freshKey: () => 'key',
    order: () => ({ qty: '1' }),
    elapse: async () => {},
  } as unknown as Writing;
}

async function visited(scene: Writing): Promise<readonly (SampleWrite & { readonly by: string })[]> {
  const writes: (SampleWrite & { readonly by: string })[] = [];
  await everyWrite(scene, 'touchstone-test', async (write, actor) => {
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
