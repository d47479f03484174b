/** What is common to the writes of all collections: capability, row, version, and the row that results. */
import { describe, expect, test } from 'vitest';
import type { Scope } from '../../../gateway/contract/capabilities.ts';
import { REGISTER_FAMILIES } from '../../../gateway/contract/register.ts';
import type { Arm, RegisterCommand, RegisterFamily } from '../../../gateway/facts.ts';
import { type As, idOf, organisation, rowOf, SampleRegister } from '../../testing/sample-register.ts';

type Write = 'create' | 'restate' | Arm;

interface Collection {
  /** The scope of each write; a transition without a route is absent. */
  readonly needs: Partial<Record<Write, Scope>>;
  /** The id of a row of the caller's organisation, and of one of another. */
  readonly own: number;
  readonly foreign: number;
  readonly create: object;
  readonly restate: object;
}

/** The scope of each of some writes. */
const under = (scope: Scope, ...writes: readonly Write[]) => Object.fromEntries(writes.map((write) => [write, scope]));
const MANAGED = under('users:manage', 'create', 'restate');
const POLICY = {
  ...MANAGED,
  ...under('users:manage', 'retire', 'halt', 'resume', 'withdraw'),
  approve: 'credentials:approve',
} as const;
const REVIEWED = {
  ...under('credentials:propose', 'create', 'restate', 'rotate', 'withdraw'),
  ...under('credentials:approve', 'approve', 'suspend', 'reactivate', 'revoke'),
};
const SPONSORED = under('orgs:approve', 'create', 'restate', 'approve', 'suspend', 'reactivate', 'retire');

const ONE = { own: 1, foreign: 2 };
const ASSET = { assetId: 1, maxTicketAmount: null, approvalThresholdAmount: null, reconciliationToleranceAmount: null };
const CHAIN = { assetId: 1, chain: 'BITCOIN', minTransferAmount: null, maxTransferAmount: null };
const CAPS = {
  instrumentId: null,
  maxOrderQty: null,
  maxOrderNotional: null,
  maxOpenOrders: 5,
  maxOrdersPerMinute: null,
};
const ADDRESS = { accountId: 1, assetId: 1, chain: 'BITCOIN', address: 'b', memo: null, displayName: null };
const READS = { canReadBalances: true, canTrade: false };

/** From the interface and the table of assumptions, independent of the rules under test. */
// biome-ignore format: an aligned table
const COLLECTIONS: { readonly [Family in RegisterFamily]: Collection } = {
  orgs:                { needs: SPONSORED, own: 6, foreign: 7, create: { externalId: 'new', displayName: 'New' }, restate: { displayName: 'Renamed' } },
  users:               { needs: MANAGED, own: 13, foreign: 21, create: { subject: 'new', capabilities: [] }, restate: { capabilities: ['orders:trade'] } },
  credentials:         { needs: REVIEWED, ...ONE, create: { exchangeId: 1, ...READS }, restate: READS },
  accounts:            { needs: MANAGED, ...ONE, create: { exchangeId: 1, displayName: 'new' }, restate: { displayName: 'renamed' } },
  'account-addresses': { needs: MANAGED, ...ONE, create: ADDRESS, restate: ADDRESS },
  portfolios:          { needs: MANAGED, ...ONE, create: { displayName: 'New' }, restate: { displayName: 'Renamed' } },
  'asset-policies':    { needs: POLICY, ...ONE, create: ASSET, restate: ASSET },
  'chain-policies':    { needs: POLICY, ...ONE, create: CHAIN, restate: CHAIN },
  'trading-policies':  { needs: POLICY, ...ONE, create: CAPS, restate: CAPS },
};

const ARMS: readonly Arm[] = [
  'approve',
  'suspend',
  'reactivate',
  'revoke',
  'withdraw',
  'rotate',
  'retire',
  'halt',
  'resume',
];

function command(family: RegisterFamily, write: Write, of: { id?: number; ifMatch?: string } = {}): RegisterCommand {
  const { create, restate, own } = COLLECTIONS[family];
  if (write === 'create') return { kind: 'create', family, terms: create } as RegisterCommand;
  const terms = write === 'restate' ? { terms: restate } : {};
  return { kind: write, family, id: own, ifMatch: null, ...of, ...terms } as RegisterCommand;
}

const WRITES = REGISTER_FAMILIES.flatMap((family) =>
  Object.entries(COLLECTIONS[family].needs).map(([write, scope]) => [family, write as Write, scope] as const),
);

describe.each(WRITES)('%s: %s', (family, write, scope) => {
  test.each<[string, As | { readonly orgId: number; readonly userId: number }]>([
    [`without ${scope}`, { without: scope }],
    ['disabled', 'disabled'],
    ['who is unknown', 'unregistered'],
    ['in the name of another organisation', { orgId: 2, userId: 11 }],
  ])('by a user %s is CAPABILITY_DENIED', (_, as) => {
    const { refused } = new SampleRegister().send(command(family, write), as);
    expect(refused).toMatchObject({ code: 'CAPABILITY_DENIED', message: expect.stringContaining(scope) });
  });
});

describe.each(WRITES.filter(([, write]) => write !== 'create'))('%s: %s', (family, write) => {
  const codeOf = (of: { id?: number; ifMatch?: string }, as?: As) =>
    new SampleRegister().send(command(family, write, of), as).refused?.code;
  const { foreign } = COLLECTIONS[family];

  test('of a row of another organisation is answered like a missing one', () => {
    const absent = new SampleRegister().send(command(family, write, { id: 1_000 }));
    expect(absent.refused?.code).toBe('NOT_FOUND');
    expect(new SampleRegister().send(command(family, write, { id: foreign }))).toEqual(absent);
  });

  test('is judged by the capability first, then the row, then its version', () => {
    expect(codeOf({ id: foreign, ifMatch: '7' }, 'viewer')).toBe('CAPABILITY_DENIED');
    expect(codeOf({ id: foreign, ifMatch: '7' })).toBe('NOT_FOUND');
    const sample = new SampleRegister();
    const { state } = sample;
    for (const ifMatch of ['2', '0', '', 'abc', '01']) {
      const { refused } = sample.send(command(family, write, { ifMatch }), 'deputy');
      expect(refused).toMatchObject({ code: 'VERSION_CONFLICT', currentVersion: 1 });
    }
    expect(sample.state).toBe(state);
    const matched = sample.send(command(family, write, { ifMatch: '1' }), 'deputy');
    expect(matched.refused?.code).not.toBe('VERSION_CONFLICT');
    expect(matched.refused?.code).toBe(codeOf({}, 'deputy'));
  });
});

describe.each(REGISTER_FAMILIES)('%s', (family) => {
  test('a created row has the first version, and a restated one the next', () => {
    const sample = new SampleRegister();
    const verdict = sample.send(command(family, 'create'));
    expect(rowOf(family, verdict).version).toBe(1);
    expect(sample.held(family, idOf(family, verdict))?.row).toBe(rowOf(family, verdict));
    const restated = (ifMatch: string) => sample.send(command(family, 'restate', { ifMatch }));
    expect(rowOf(family, restated('1')).version).toBe(2);
    expect(rowOf(family, restated('2')).version).toBe(3);
    expect(restated('2').refused?.currentVersion).toBe(3);
  });

  test('has no other transitions', () => {
    for (const arm of ARMS.filter((each) => COLLECTIONS[family].needs[each] === undefined))
      expect(new SampleRegister().send(command(family, arm)).refused?.code).toBe('TRANSITION_NOT_ADMITTED');
  });
});

test('a capability that is cleared, and an organisation that is suspended, count at the next command', () => {
  const sample = new SampleRegister();
  expect(sample.send(command('portfolios', 'create'), 'deputy').refused).toBeUndefined();
  sample.restate('users', 12, { capabilities: ['orders:trade'] });
  expect(sample.send(command('portfolios', 'create'), 'deputy').refused?.code).toBe('CAPABILITY_DENIED');
  sample.know(organisation(1, 'one', { status: 'SUSPENDED' }));
  expect(sample.send(command('portfolios', 'create')).refused?.code).toBe('ORG_NOT_ACTIVE');
});
