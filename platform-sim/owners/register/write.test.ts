import { describe, expect, test } from 'vitest';
import type { Scope } from '../../../gateway/contract/capabilities.ts';
import type { Arm, RegisterCommand, RegisterFamily, RegisterTerms } from '../../../gateway/facts.ts';
import { type As, idOf, organisation, rowOf, SampleRegister } from '../../testing/sample-register.ts';

interface Collection {
  /** The scope of each write; a transition without a route is absent. */
  readonly needs: Partial<Record<'create' | 'restate' | Arm, Scope>>;
  /** The id of a row of the caller's organisation, and of one of another. */
  readonly own: number;
  readonly foreign: number;
  readonly create: object;
  readonly restate: object;
}

const REVIEWED = { approve: 'credentials:approve', withdraw: 'users:manage' } as const;
const POLICY = {
  create: 'users:manage',
  restate: 'users:manage',
  retire: 'users:manage',
  halt: 'users:manage',
  resume: 'users:manage',
  ...REVIEWED,
} as const;

const asset = { assetId: 1, maxTicketAmount: null, approvalThresholdAmount: null, reconciliationToleranceAmount: null };
const chain = { assetId: 1, chain: 'BITCOIN', minTransferAmount: null, maxTransferAmount: null };
const trading = {
  instrumentId: null,
  maxOrderQty: null,
  maxOrderNotional: null,
  maxOpenOrders: 5,
  maxOrdersPerMinute: null,
};
const address = { accountId: 1, assetId: 1, chain: 'BITCOIN', address: 'b', memo: null, displayName: null };

/** From the interface and the table of assumptions, independent of the rules under test. */
const COLLECTIONS: { readonly [Family in RegisterFamily]: Collection & { readonly create: RegisterTerms[Family] } } = {
  orgs: {
    needs: {
      create: 'orgs:approve',
      restate: 'orgs:approve',
      approve: 'orgs:approve',
      suspend: 'orgs:approve',
      reactivate: 'orgs:approve',
      retire: 'orgs:approve',
    },
    own: 6,
    foreign: 7,
    create: { externalId: 'new', displayName: 'New' },
    restate: { displayName: 'Renamed' },
  },
  users: {
    needs: { create: 'users:manage', restate: 'users:manage' },
    own: 13,
    foreign: 21,
    create: { subject: 'new', capabilities: [] },
    restate: { capabilities: ['orders:trade'] },
  },
  credentials: {
    needs: {
      create: 'credentials:propose',
      restate: 'credentials:propose',
      rotate: 'credentials:propose',
      withdraw: 'credentials:propose',
      approve: 'credentials:approve',
      suspend: 'credentials:approve',
      reactivate: 'credentials:approve',
      revoke: 'credentials:approve',
    },
    own: 1,
    foreign: 2,
    create: { exchangeId: 1, canReadBalances: true, canTrade: false },
    restate: { canReadBalances: true, canTrade: false },
  },
  accounts: {
    needs: { create: 'users:manage', restate: 'users:manage' },
    own: 1,
    foreign: 2,
    create: { exchangeId: 1, displayName: 'new' },
    restate: { displayName: 'renamed' },
  },
  'account-addresses': {
    needs: { create: 'users:manage', restate: 'users:manage' },
    own: 1,
    foreign: 2,
    create: address,
    restate: address,
  },
  portfolios: {
    needs: { create: 'users:manage', restate: 'users:manage' },
    own: 1,
    foreign: 2,
    create: { displayName: 'New' },
    restate: { displayName: 'Renamed' },
  },
  'asset-policies': { needs: POLICY, own: 1, foreign: 2, create: asset, restate: asset },
  'chain-policies': { needs: POLICY, own: 1, foreign: 2, create: chain, restate: chain },
  'trading-policies': { needs: POLICY, own: 1, foreign: 2, create: trading, restate: trading },
};

const FAMILIES = Object.keys(COLLECTIONS) as RegisterFamily[];
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

type Write = 'create' | 'restate' | Arm;

function command(family: RegisterFamily, write: Write, of: { id?: number; ifMatch?: string } = {}): RegisterCommand {
  const { create, restate, own } = COLLECTIONS[family];
  const { id = own, ifMatch = null } = of;
  if (write === 'create') return { kind: 'create', family, terms: create } as RegisterCommand;
  if (write === 'restate') return { kind: 'restate', family, id, ifMatch, terms: restate } as RegisterCommand;
  return { kind: write, family, id, ifMatch };
}

const WRITES = FAMILIES.flatMap((family) =>
  Object.entries(COLLECTIONS[family].needs).map(
    ([write, scope]) => [family, write as Write, scope] as [RegisterFamily, Write, Scope],
  ),
);
const OF_ROWS = WRITES.filter(([, write]) => write !== 'create');

describe.each(WRITES)('%s: %s', (family, write, scope) => {
  test.each<[string, As]>([
    [`without ${scope}`, { without: scope }],
    ['disabled', 'disabled'],
    ['who is unknown', 'nobody'],
  ])('by a user %s is CAPABILITY_DENIED', (_, as) => {
    const { refused } = new SampleRegister().send(command(family, write), as);
    expect(refused?.code).toBe('CAPABILITY_DENIED');
    expect(refused?.message).toContain(scope);
  });

  test('by a user of one organisation in the name of another is CAPABILITY_DENIED', () => {
    const asAnother = { orgId: 2, userId: 11 };
    expect(new SampleRegister().send(command(family, write), asAnother).refused?.code).toBe('CAPABILITY_DENIED');
  });
});

describe.each(OF_ROWS)('%s: %s', (family, write) => {
  const { own, foreign } = COLLECTIONS[family];

  test('of a row of another organisation is answered like a missing one', () => {
    const absent = new SampleRegister().send(command(family, write, { id: 1_000 }));
    expect(absent.refused?.code).toBe('NOT_FOUND');
    expect(new SampleRegister().send(command(family, write, { id: foreign }))).toEqual(absent);
  });

  test.each(['2', '0', '', 'abc', '01'])(
    'under a stale If-Match %j is VERSION_CONFLICT with the current version',
    (ifMatch) => {
      const sample = new SampleRegister();
      const before = sample.state;
      const { refused } = sample.send(command(family, write, { ifMatch }));
      expect([refused?.code, refused?.currentVersion]).toEqual(['VERSION_CONFLICT', 1]);
      expect(sample.state).toBe(before);
    },
  );

  test('under the current If-Match equals the write without one', () => {
    const matched = new SampleRegister().send(command(family, write, { ifMatch: '1' }), 'deputy');
    expect(matched).toEqual(new SampleRegister().send(command(family, write), 'deputy'));
    expect(matched.refused?.code).not.toBe('VERSION_CONFLICT');
  });

  test('is judged by the capability first, then the row, then its version', () => {
    const sample = new SampleRegister();
    const everything = { id: foreign, ifMatch: '7' };
    expect(sample.send(command(family, write, everything), 'viewer').refused?.code).toBe('CAPABILITY_DENIED');
    expect(sample.send(command(family, write, everything)).refused?.code).toBe('NOT_FOUND');
    expect(sample.send(command(family, write, { ifMatch: '7' }), 'deputy').refused?.code).toBe('VERSION_CONFLICT');
    expect(own).not.toBe(foreign);
  });
});

describe.each(FAMILIES)('%s', (family) => {
  test('a created row has the first version, and a new id', () => {
    const sample = new SampleRegister();
    const verdict = sample.send(command(family, 'create'));
    const id = idOf(family, verdict);
    expect(rowOf(family, verdict).version).toBe(1);
    expect(sample.held(family, id)?.row).toBe(rowOf(family, verdict));
  });

  test('a restated row has the next version', () => {
    const sample = new SampleRegister();
    expect(rowOf(family, sample.send(command(family, 'restate'))).version).toBe(2);
    expect(rowOf(family, sample.send(command(family, 'restate', { ifMatch: '2' }))).version).toBe(3);
    expect(sample.send(command(family, 'restate', { ifMatch: '2' })).refused?.currentVersion).toBe(3);
  });

  test.each(ARMS.filter((arm) => COLLECTIONS[family].needs[arm] === undefined))('has no transition %s', (arm) => {
    expect(new SampleRegister().send(command(family, arm)).refused?.code).toBe('TRANSITION_NOT_ADMITTED');
  });
});

test('a cleared capability counts at the next command', () => {
  const sample = new SampleRegister();
  expect(sample.send(command('portfolios', 'create'), 'deputy').refused).toBeUndefined();
  sample.send({ kind: 'restate', family: 'users', id: 12, ifMatch: null, terms: { capabilities: ['orders:trade'] } });
  expect(sample.send(command('portfolios', 'create'), 'deputy').refused?.code).toBe('CAPABILITY_DENIED');
});

test('the users of an organisation that is no longer active write nothing', () => {
  const sample = new SampleRegister(organisation(1, 'one', { status: 'SUSPENDED' }));
  expect(sample.send(command('portfolios', 'create')).refused?.code).toBe('ORG_NOT_ACTIVE');
});
