/** The lifecycle of rows that one user proposes and another approves: policies, credentials and organisations. */
import { describe, expect, test } from 'vitest';
import type {
  Arm,
  CredentialTerms,
  RegisterFamily,
  RegisterRows,
  RegisterTerms,
  Verdict,
} from '../../../gateway/facts.ts';
import { PLATFORM } from '../../testing/sample-owner.ts';
import {
  type As,
  idOf,
  type Name,
  organisation,
  rowOf,
  SampleRegister,
  USERS,
  user,
} from '../../testing/sample-register.ts';

type Act = Arm | 'restate';
/** A status, and what waits next to it: `ACTIVE, AMEND`. */
type Standing = string;
/** Columns are acts: the next standing, or the code of the refusal. Rows: the first is the standing of a new row. */
type Lifecycle = readonly [acts: readonly Act[], rows: Readonly<Record<Standing, readonly string[]>>];

const NO = 'TRANSITION_NOT_ADMITTED';
const INACTIVE = 'CREDENTIAL_NOT_ACTIVE';
const PENDING = 'PENDING_ACTIVATION';

// biome-ignore format: an aligned table
const POLICY: Lifecycle = [
                    ['approve', 'withdraw',  'restate',       'halt',          'resume',        'retire' ], {
  'PROPOSED':      ['ACTIVE',  'WITHDRAWN', 'PROPOSED',      NO,              NO,              NO       ],
  'ACTIVE':        [NO,        NO,          'ACTIVE, AMEND', 'HALTED',        NO,              'RETIRED'],
  'ACTIVE, AMEND': ['ACTIVE',  'ACTIVE',    'ACTIVE, AMEND', 'HALTED, AMEND', NO,              'RETIRED'],
  'HALTED':        [NO,        NO,          'HALTED, AMEND', NO,              'ACTIVE',        'RETIRED'],
  'HALTED, AMEND': ['HALTED',  'HALTED',    'HALTED, AMEND', NO,              'ACTIVE, AMEND', 'RETIRED'],
  'RETIRED':       [NO,        NO,          NO,              NO,              NO,              NO       ],
  'WITHDRAWN':     [NO,        NO,          NO,              NO,              NO,              NO       ],
}];

// biome-ignore format: an aligned table
const CREDENTIAL: Lifecycle = [
                        ['approve',   'withdraw',  'restate',       'rotate',         'suspend',           'reactivate',     'revoke' ], {
  'PROPOSED':          ['ACTIVE',    'WITHDRAWN', 'PROPOSED',      INACTIVE,         INACTIVE,            NO,               NO       ],
  'ACTIVE':            [NO,          NO,          'ACTIVE, AMEND', 'ACTIVE, ROTATE', 'SUSPENDED',         NO,               'REVOKED'],
  'ACTIVE, AMEND':     ['ACTIVE',    'ACTIVE',    'ACTIVE, AMEND', NO,               'SUSPENDED, AMEND',  NO,               'REVOKED'],
  'ACTIVE, ROTATE':    ['ACTIVE',    'ACTIVE',    NO,              'ACTIVE, ROTATE', 'SUSPENDED, ROTATE', NO,               'REVOKED'],
  'SUSPENDED':         [NO,          NO,          INACTIVE,        INACTIVE,         INACTIVE,            'ACTIVE',         'REVOKED'],
  'SUSPENDED, AMEND':  ['SUSPENDED', 'SUSPENDED', INACTIVE,        INACTIVE,         INACTIVE,            'ACTIVE, AMEND',  'REVOKED'],
  'SUSPENDED, ROTATE': ['SUSPENDED', 'SUSPENDED', INACTIVE,        INACTIVE,         INACTIVE,            'ACTIVE, ROTATE', 'REVOKED'],
  'REVOKED':           [NO,          NO,          INACTIVE,        INACTIVE,         INACTIVE,            NO,               NO       ],
  'WITHDRAWN':         [NO,          NO,          INACTIVE,        INACTIVE,         INACTIVE,            NO,               NO       ],
}];

// biome-ignore format: an aligned table
const ORGANISATION: Lifecycle = [
                ['approve', 'restate',   'suspend',   'reactivate', 'retire' ], {
  [PENDING]:   ['ACTIVE',  PENDING,     NO,          NO,           NO       ],
  'ACTIVE':    [NO,        'ACTIVE',    'SUSPENDED', NO,           'RETIRED'],
  'SUSPENDED': [NO,        'SUSPENDED', NO,          'ACTIVE',     'RETIRED'],
  'RETIRED':   [NO,        NO,          NO,          NO,           NO       ],
}];

interface Kind<Family extends RegisterFamily> {
  readonly lifecycle: Lifecycle;
  /** Terms that state a number; all members are stated. */
  readonly terms: (n: number) => RegisterTerms[Family];
  /** The number that a row states. */
  readonly stated: (row: RegisterRows[Family]) => unknown;
}

const CAPS = { maxOrderQty: null, maxOrderNotional: null, maxOrdersPerMinute: null };
const TICKETS = { approvalThresholdAmount: null, reconciliationToleranceAmount: null };
const KINDS = {
  'asset-policies': {
    lifecycle: POLICY,
    terms: (n) => ({ assetId: 1, maxTicketAmount: `${n}`, ...TICKETS }),
    stated: ({ maxTicketAmount }) => Number(maxTicketAmount),
  },
  'chain-policies': {
    lifecycle: POLICY,
    terms: (n) => ({ assetId: 1, chain: 'BITCOIN', maxTransferAmount: null, minTransferAmount: `${n}` }),
    stated: ({ minTransferAmount }) => Number(minTransferAmount),
  },
  'trading-policies': {
    lifecycle: POLICY,
    terms: (n) => ({ instrumentId: null, ...CAPS, maxOpenOrders: n }),
    stated: ({ maxOpenOrders }) => maxOpenOrders,
  },
  credentials: {
    lifecycle: CREDENTIAL,
    terms: (n): CredentialTerms => ({ exchangeId: 1, canReadBalances: true, canTrade: true, displayName: `${n}` }),
    stated: ({ displayName }) => Number(displayName),
  },
  orgs: {
    lifecycle: ORGANISATION,
    terms: (n) => ({ externalId: 'new', displayName: `${n}` }),
    stated: ({ displayName }) => Number(displayName),
  },
} as const satisfies { readonly [Family in RegisterFamily]?: Kind<Family> };
const FAMILIES = Object.keys(KINDS) as (keyof typeof KINDS)[];
const REVIEWED = FAMILIES.filter((family) => family !== 'orgs');

/** The deputy proposes, and the admin does everything that the proposer may not do. */
const PROPOSER: Name = 'deputy';
const OTHER: Name = 'admin';
const THIRD = { orgId: 1, userId: 17 };

type AnyRow = Omit<RegisterRows['credentials'], 'status'> & { readonly status: string };

/** A row that a user proposed. Before each act, the venue reports on material that it was not asked about yet. */
class Proposed {
  readonly #sample = new SampleRegister(user(17, 'third', { capabilities: ['orgs:approve', 'credentials:approve'] }));
  readonly #family: keyof typeof KINDS;
  readonly #kind: Kind<'orgs'>;
  readonly #id: number;

  /** Its terms state 1, or 2 if an amendment waits. */
  constructor(family: keyof typeof KINDS, standing?: Standing) {
    this.#family = family;
    this.#kind = KINDS[family] as unknown as Kind<'orgs'>;
    this.#id = idOf(family, this.#sample.create(family, this.#kind.terms(1), PROPOSER));
    for (const act of pathTo(this.#kind.lifecycle, standing))
      expect(this.act(act, undefined, 2).refused).toBeUndefined();
  }

  probed(): this {
    const { probe, version } = this.row;
    if (this.#family !== 'credentials' || probe !== 'PENDING') return this;
    const observed = { observedPermissions: ['READ', 'TRADE'], scopeUnobserved: false } as const;
    const report = { kind: 'probe-report', credentialId: this.#id, version, outcome: 'ANSWERED' } as const;
    this.#sample.send({ ...report, ...observed }, PLATFORM);
    return this;
  }

  act(act: Act, by: As | typeof THIRD = isProposing(act) ? PROPOSER : OTHER, n = 3): Verdict {
    this.probed();
    if (act !== 'restate') return this.#sample.move(act, this.#family, this.#id, by);
    return this.#sample.restate(this.#family, this.#id, this.#kind.terms(n), by);
  }

  get #held(): { readonly row: AnyRow; readonly approved: AnyRow | null } {
    return this.#sample.held(this.#family, this.#id) as never;
  }
  get row(): AnyRow {
    return this.#held.row;
  }
  get approved(): AnyRow | null {
    return this.#held.approved;
  }
  get standing(): Standing {
    const { status, pendingTransition } = this.row;
    return pendingTransition == null ? status : `${status}, ${pendingTransition}`;
  }
  /** The number of the row's terms, and of the approved ones. */
  get states(): readonly unknown[] {
    return [this.row, this.approved].map((row) => row && this.#kind.stated(row as never));
  }
}

function isProposing(act: Act): boolean {
  return act === 'restate' || act === 'withdraw' || act === 'rotate';
}

/** The shortest way from a new row to a standing. */
function pathTo([acts, rows]: Lifecycle, standing: Standing = Object.keys(rows)[0] ?? ''): readonly Act[] {
  const paths = new Map<Standing, readonly Act[]>([[Object.keys(rows)[0] ?? '', []]]);
  for (const [from, path] of paths)
    for (const [column, act] of acts.entries()) {
      const to = rows[from]?.[column] ?? '';
      if (to in rows && !paths.has(to)) paths.set(to, [...path, act]);
    }
  return paths.get(standing) ?? expect.fail(`${standing} cannot be reached`);
}

const STANDINGS = (family: keyof typeof KINDS) => Object.keys(KINDS[family].lifecycle[1]);

const cellsOf = (family: keyof typeof KINDS) => {
  const [acts, rows] = KINDS[family].lifecycle;
  return Object.entries(rows).flatMap(([standing, nexts]) =>
    acts.map((act, column) => [standing, act, nexts[column] ?? ''] as const),
  );
};
const admits = (family: keyof typeof KINDS, acts: readonly Act[]) =>
  cellsOf(family).filter(([, act, next]) => acts.includes(act) && next !== NO && next !== INACTIVE);

describe.each(FAMILIES)('%s', (family) => {
  const waiting = admits(family, ['approve']).map(([standing]) => standing);

  test.each(cellsOf(family))('%s: %s leads to %s', (standing, act, next) => {
    const proposed = new Proposed(family, standing).probed();
    const before = proposed.row;
    expect(proposed.standing).toBe(standing);
    const verdict = proposed.act(act);
    if (next === NO || next === INACTIVE) {
      const message = expect.stringMatching(new RegExp(`^[a-z]+: [^\\n]*${before.status}[^\\n]*$`));
      expect(verdict.refused).toMatchObject({ code: next, message });
      expect(proposed.row).toEqual(before);
    } else {
      expect([proposed.standing, proposed.row.version]).toEqual([next, before.version + 1]);
      expect(rowOf(family, verdict)).toEqual(proposed.row);
    }
  });

  test.each(waiting)('%s: its proposer may not approve it, another user may', (standing) => {
    const proposed = new Proposed(family, standing);
    expect(proposed.row.proposedByUserId).toBe(USERS[PROPOSER]);
    expect(proposed.act('approve', PROPOSER).refused?.code).toBe('SELF_APPROVAL');
    expect(proposed.act('approve', OTHER).refused).toBeUndefined();
  });

  test.each(admits(family, ['restate', 'rotate']).filter(([standing]) => waiting.includes(standing)))(
    '%s: the user who submits %s becomes its proposer',
    (standing, act) => {
      const proposed = new Proposed(family, standing);
      proposed.act(act, OTHER);
      expect(proposed.row.proposedByUserId).toBe(USERS[OTHER]);
      expect(proposed.act('approve', OTHER).refused?.code).toBe('SELF_APPROVAL');
      // The material of a credential, and the external id of an organisation, are still of the first proposer.
      const isPart = act === 'restate' && (family === 'credentials' || family === 'orgs');
      expect(proposed.act('approve', PROPOSER).refused?.code).toBe(isPart ? 'SELF_APPROVAL' : undefined);
      if (isPart) expect(proposed.act('approve', THIRD).refused).toBeUndefined();
      expect(proposed.row).not.toHaveProperty('coProposerUserIds');
    },
  );
});

/** What a credential calls the acts and the status of a policy. */
const OF_CREDENTIALS: Readonly<Record<string, string>> = { halt: 'suspend', resume: 'reactivate', retire: 'revoke' };

describe.each(REVIEWED)('%s: the approved terms', (family) => {
  const named = <Text extends string>(text: Text): Text =>
    family === 'credentials' ? ((OF_CREDENTIALS[text] ?? text.replace('HALTED', 'SUSPENDED')) as Text) : text;

  /** The numbers of the terms: 1 is approved first, 2 waits before the act, and 3 is stated by the act. */
  // biome-ignore format: an aligned table
  test.each<[Standing, Act, row: number, approved: number | null]>([
    ['PROPOSED',      'restate',  3, null],
    ['PROPOSED',      'withdraw', 1, null],
    ['PROPOSED',      'approve',  1, 1],
    ['ACTIVE',        'restate',  3, 1],
    ['ACTIVE',        'halt',     1, 1],
    ['ACTIVE',        'retire',   1, 1],
    ['ACTIVE, AMEND', 'restate',  3, 1],
    ['ACTIVE, AMEND', 'approve',  2, 2],
    ['ACTIVE, AMEND', 'withdraw', 1, 1],
    ['ACTIVE, AMEND', 'halt',     2, 1],
    ['ACTIVE, AMEND', 'retire',   1, 1],
    ['HALTED, AMEND', 'resume',   2, 1],
    ['HALTED, AMEND', 'approve',  2, 2],
    ['HALTED, AMEND', 'withdraw', 1, 1],
    ['HALTED, AMEND', 'retire',   1, 1],
  ])('%s, then %s: the row states %i and its approved state %j', (standing, act, row, approved) => {
    const proposed = new Proposed(family, named(standing));
    proposed.act(named(act));
    expect(proposed.states).toEqual([row, approved]);
    // Either all of it is approved, or the approved state has an older version than the waiting terms.
    if (row === approved) expect(proposed.approved).toEqual(proposed.row);
    else expect(proposed.approved?.version ?? 0).toBeLessThan(proposed.row.version);
  });

  test('are halted and resumed with the row, and a waiting change still waits', () => {
    const proposed = new Proposed(family, 'ACTIVE, AMEND');
    for (const [act, status] of [
      ['halt', named('HALTED')],
      ['resume', 'ACTIVE'],
    ] as const) {
      proposed.act(named(act));
      expect([proposed.row, proposed.approved]).toMatchObject([
        { status, pendingTransition: 'AMEND' },
        { status, pendingTransition: null },
      ]);
    }
  });

  test('keep their proposer and approver if an amendment is withdrawn, and its proposers are not remembered', () => {
    const proposed = new Proposed(family, 'ACTIVE, AMEND');
    proposed.act('restate', OTHER);
    expect(proposed.row).toMatchObject({ proposedByUserId: USERS[OTHER], approvedByUserId: null });
    proposed.act('withdraw', OTHER);
    expect(proposed.row).toMatchObject({ proposedByUserId: USERS[PROPOSER], approvedByUserId: USERS[OTHER] });
    proposed.act('restate');
    expect(proposed.act('approve', OTHER).refused).toBeUndefined();
  });

  test.each(STANDINGS(family))('%s: the reviewer is judged before the state', (standing) => {
    const proposed = new Proposed(family, standing);
    expect(proposed.act('approve', PROPOSER).refused?.code).toBe('SELF_APPROVAL');
    expect(proposed.act('withdraw', OTHER).refused?.code).toBe('NOT_PROPOSER');
  });
});

describe('an organisation', () => {
  test('that is approved has no proposer, and a restatement of it proposes nothing', () => {
    const sample = new SampleRegister();
    expect(rowOf('orgs', sample.move('approve', 'orgs', 6))).toMatchObject({
      status: 'ACTIVE',
      proposedByUserId: null,
    });
    const renamed = rowOf('orgs', sample.restate('orgs', 6, { displayName: 'Renamed' }));
    expect(renamed).toMatchObject({ displayName: 'Renamed', externalId: 'sponsored', proposedByUserId: null });
  });

  test.each<Arm>(['suspend', 'retire'])('does not %s itself, and does not see one that another sponsors', (arm) => {
    const sample = new SampleRegister(organisation(8, 'another', { sponsorOrgId: 2 }));
    expect(sample.move(arm, 'orgs', 1).refused?.code).toBe(NO);
    for (const id of [2, 8]) expect(sample.move(arm, 'orgs', id).refused?.code).toBe('NOT_FOUND');
  });
});
