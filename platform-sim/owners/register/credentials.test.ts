import { describe, expect, test } from 'vitest';
import type {
  Arm,
  CredentialRow,
  CredentialStatus,
  CredentialTerms,
  ProbeOutcome,
  ProbeReport,
  VenuePermission,
  Verdict,
} from '../../../gateway/facts.ts';
import { idOf, type Name, PLATFORM, rowOf, SampleRegister, USERS, user } from '../../testing/sample-register.ts';

/** The deputy proposes, and the admin does everything that the proposer may not do. */
const PROPOSER: Name = 'deputy';
const OTHER: Name = 'admin';

const BOTH = { canReadBalances: true, canTrade: true } as const;

class Credential {
  readonly sample = new SampleRegister();
  readonly id: number;

  constructor(terms: CredentialTerms = BOTH, exchangeId = 1) {
    const create = { kind: 'create', family: 'credentials', terms: { exchangeId, ...terms } } as const;
    this.id = idOf('credentials', this.sample.send(create, PROPOSER));
  }

  get held(): { readonly row: CredentialRow; readonly approved: CredentialRow | null } {
    const held = this.sample.held('credentials', this.id);
    if (held === undefined) throw new Error('no such credential');
    return held;
  }

  move(kind: Arm, by: Name = kind === 'withdraw' || kind === 'rotate' ? PROPOSER : OTHER): Verdict {
    return this.sample.send({ kind, family: 'credentials', id: this.id, ifMatch: null }, by);
  }

  amend(
    terms: CredentialTerms = { canReadBalances: true, canTrade: false, displayName: 'amended' },
    by: Name = PROPOSER,
  ): Verdict {
    return this.sample.send({ kind: 'restate', family: 'credentials', id: this.id, ifMatch: null, terms }, by);
  }

  /** The venue reports on the current row; all declared permissions, unless stated. */
  report(of: Partial<ProbeReport> = {}): Verdict {
    const { row } = this.held;
    const body: ProbeReport = {
      kind: 'probe-report',
      credentialId: this.id,
      version: row.version,
      outcome: 'ANSWERED',
      observedPermissions: ['READ', 'TRADE'],
      scopeUnobserved: false,
      ...of,
    };
    return this.sample.send(body, PLATFORM);
  }

  active(): this {
    this.report();
    rowOf('credentials', this.move('approve'));
    return this;
  }
}

const ACTS = ['approve', 'withdraw', 'amend', 'rotate', 'suspend', 'reactivate', 'revoke'] as const;
type Act = (typeof ACTS)[number];

/** A status, and what waits next to it. */
type Standing = CredentialStatus | `${'ACTIVE' | 'SUSPENDED'}, ${'AMEND' | 'ROTATE'}`;

const NO = 'TRANSITION_NOT_ADMITTED';
const INACTIVE = 'CREDENTIAL_NOT_ACTIVE';

/** Columns are acts, in the order of ACTS: the next state, or the refusal. */
// biome-ignore format: an aligned table
const LIFE: Readonly<Record<Standing, readonly (Standing | typeof NO | typeof INACTIVE)[]>> = {
  //                    approve      withdraw     amend            rotate            suspend              reactivate        revoke
  'PROPOSED':          ['ACTIVE',    'WITHDRAWN', 'PROPOSED',      INACTIVE,         INACTIVE,            NO,               NO       ],
  'ACTIVE':            [NO,          NO,          'ACTIVE, AMEND', 'ACTIVE, ROTATE', 'SUSPENDED',         NO,               'REVOKED'],
  'ACTIVE, AMEND':     ['ACTIVE',    'ACTIVE',    'ACTIVE, AMEND', NO,               'SUSPENDED, AMEND',  NO,               'REVOKED'],
  'ACTIVE, ROTATE':    ['ACTIVE',    'ACTIVE',    NO,              'ACTIVE, ROTATE', 'SUSPENDED, ROTATE', NO,               'REVOKED'],
  'SUSPENDED':         [NO,          NO,          INACTIVE,        INACTIVE,         INACTIVE,            'ACTIVE',         'REVOKED'],
  'SUSPENDED, AMEND':  ['SUSPENDED', 'SUSPENDED', INACTIVE,        INACTIVE,         INACTIVE,            'ACTIVE, AMEND',  'REVOKED'],
  'SUSPENDED, ROTATE': ['SUSPENDED', 'SUSPENDED', INACTIVE,        INACTIVE,         INACTIVE,            'ACTIVE, ROTATE', 'REVOKED'],
  'REVOKED':           [NO,          NO,          INACTIVE,        INACTIVE,         INACTIVE,            NO,               NO       ],
  'WITHDRAWN':         [NO,          NO,          INACTIVE,        INACTIVE,         INACTIVE,            NO,               NO       ],
};
const STANDINGS = Object.keys(LIFE) as Standing[];

/** An amendment that declares the same again, so that its approval has no objection. */
function act(credential: Credential, what: Act): Verdict {
  return what === 'amend' ? credential.amend({ ...BOTH, displayName: 'amended' }) : credential.move(what);
}

function standing(at: Standing): Credential {
  const credential = new Credential();
  credential.report();
  if (at === 'PROPOSED') return credential;
  if (at === 'WITHDRAWN') {
    credential.move('withdraw');
    return credential;
  }
  credential.move('approve');
  const [status, waiting] = at.split(', ');
  if (waiting !== undefined) act(credential, waiting === 'AMEND' ? 'amend' : 'rotate');
  if (waiting === 'ROTATE') credential.report();
  if (status === 'SUSPENDED') credential.move('suspend');
  if (status === 'REVOKED') credential.move('revoke');
  return credential;
}

function standingOf({ status, pendingTransition }: CredentialRow): string {
  return pendingTransition === null ? status : `${status}, ${pendingTransition}`;
}

describe('the life of a credential', () => {
  const cells = STANDINGS.flatMap((at) => ACTS.map((what, column) => [at, what, LIFE[at][column] ?? NO] as const));

  test.each(STANDINGS)('%s can be reached', (at) => {
    expect(standingOf(standing(at).held.row)).toBe(at);
  });

  test.each(cells)('%s: %s leads to %s', (at, what, to) => {
    const credential = standing(at);
    const before = credential.held;
    const verdict = act(credential, what);
    if (to === NO || to === INACTIVE) {
      expect(verdict.refused?.code).toBe(to);
      expect(verdict.refused?.message).toMatch(/^[a-z]+: [^\n]+$/);
      expect(credential.held).toEqual(before);
    } else {
      expect(standingOf(rowOf('credentials', verdict))).toBe(to);
      expect(credential.held.row.version).toBe(before.row.version + 1);
    }
  });

  test.each(STANDINGS)('%s: the proposer may not approve, and only the proposer may withdraw', (at) => {
    const { row } = standing(at).held;
    expect(standing(at).move('approve', PROPOSER).refused?.code).toBe('SELF_APPROVAL');
    expect(standing(at).move('withdraw', OTHER).refused?.code).toBe('NOT_PROPOSER');
    expect(row.proposedByUserId).toBe(12);
  });
});

describe('what is approved', () => {
  test('is nothing until an approval, then the row itself', () => {
    const credential = new Credential({ ...BOTH, displayName: 'desk' });
    expect(credential.held).toMatchObject({
      row: { version: 1, status: 'PROPOSED', probe: 'PENDING', observedPermissions: [], approvedByUserId: null },
      approved: null,
    });
    credential.report();
    expect(credential.held).toMatchObject({
      row: { version: 2, probe: 'ANSWERED', observedPermissions: ['READ', 'TRADE'] },
      approved: null,
    });
    credential.move('approve');
    expect(credential.held.row).toMatchObject({ version: 3, displayName: 'desk', approvedByUserId: 11 });
    expect(credential.held.approved).toEqual(credential.held.row);
  });

  test('binds while an amendment waits, and again when it is withdrawn; unstated members stay', () => {
    const credential = new Credential({ ...BOTH, displayName: 'desk' }).active();
    const { approved } = credential.held;
    credential.amend({ canReadBalances: true, canTrade: false });
    expect(credential.held).toMatchObject({
      row: { canTrade: false, displayName: 'desk', status: 'ACTIVE' },
      approved,
    });
    credential.move('withdraw');
    expect(credential.held.row).toEqual({ ...approved, version: (approved?.version ?? 0) + 2 });
  });

  test('keeps what was observed of the old material while new material waits', () => {
    const credential = new Credential().active();
    credential.move('rotate');
    expect(credential.held).toMatchObject({
      row: { pendingTransition: 'ROTATE', probe: 'PENDING', observedPermissions: [], canTrade: true },
      approved: { pendingTransition: null, probe: 'ANSWERED', observedPermissions: ['READ', 'TRADE'] },
    });
    credential.report({ observedPermissions: ['READ'] });
    expect(credential.held.approved?.observedPermissions).toEqual(['READ', 'TRADE']);
    credential.move('withdraw');
    expect(credential.held.row).toMatchObject({ probe: 'ANSWERED', observedPermissions: ['READ', 'TRADE'] });
  });

  test('is suspended, and revoked, at once', () => {
    const credential = new Credential().active();
    act(credential, 'amend');
    credential.move('suspend');
    expect(credential.held.approved?.status).toBe('SUSPENDED');
    credential.move('revoke');
    expect(credential.held.row).toMatchObject({ status: 'REVOKED', pendingTransition: null, displayName: null });
    expect(credential.held.approved).toEqual(credential.held.row);
  });
});

interface Fitness {
  readonly declares: { readonly canReadBalances: boolean; readonly canTrade: boolean };
  readonly observed: readonly VenuePermission[];
  readonly code: string | undefined;
  readonly names?: string;
}

const READS = { canReadBalances: true, canTrade: false };
const TRADES = { canReadBalances: false, canTrade: true };
const NOTHING = { canReadBalances: false, canTrade: false };

/** Declared permissions against those of the key: each refused row differs from an accepted one by one permission. */
const FITNESS: readonly Fitness[] = [
  { declares: BOTH, observed: ['READ', 'TRADE'], code: undefined },
  { declares: BOTH, observed: ['READ'], code: 'SCOPE_INSUFFICIENT', names: 'lacks TRADE' },
  { declares: BOTH, observed: ['TRADE'], code: 'SCOPE_INSUFFICIENT', names: 'lacks READ' },
  { declares: BOTH, observed: [], code: 'SCOPE_INSUFFICIENT', names: 'lacks READ, TRADE' },
  { declares: BOTH, observed: ['READ', 'TRADE', 'WITHDRAW'], code: 'SCOPE_MISMATCH', names: 'has WITHDRAW' },
  { declares: READS, observed: ['READ'], code: undefined },
  { declares: READS, observed: ['READ', 'TRADE'], code: 'SCOPE_MISMATCH', names: 'has TRADE' },
  { declares: READS, observed: ['TRADE'], code: 'SCOPE_INSUFFICIENT', names: 'lacks READ' },
  { declares: TRADES, observed: ['TRADE'], code: undefined },
  { declares: TRADES, observed: ['READ', 'TRADE'], code: 'SCOPE_MISMATCH', names: 'has READ' },
  { declares: NOTHING, observed: [], code: undefined },
  { declares: NOTHING, observed: ['READ'], code: 'SCOPE_MISMATCH', names: 'has READ' },
];

describe('an approval', () => {
  const ways: readonly [string, (row: Fitness) => Credential][] = [
    [
      'of a proposal',
      ({ declares, observed: observedPermissions }) => {
        const credential = new Credential(declares);
        credential.report({ observedPermissions });
        return credential;
      },
    ],
    [
      'of an amendment, by what the venue says when it is asked again',
      ({ declares, observed }) => {
        const canReadBalances = observed.includes('READ');
        const credential = new Credential({ canReadBalances, canTrade: observed.includes('TRADE') });
        credential.report({ observedPermissions: observed });
        rowOf('credentials', credential.move('approve'));
        rowOf('credentials', credential.amend(declares));
        credential.report({ observedPermissions: observed });
        return credential;
      },
    ],
    [
      'of a rotation',
      ({ declares, observed: observedPermissions }) => {
        const credential = new Credential(declares);
        credential.report({ observedPermissions: [], scopeUnobserved: true });
        rowOf('credentials', credential.move('approve'));
        rowOf('credentials', credential.move('rotate'));
        credential.report({ observedPermissions });
        return credential;
      },
    ],
  ];

  describe.each(ways)('%s', (way, waiting) => {
    // A key that may withdraw has more than any credential declares: none is ACTIVE with it, so none can be amended.
    const met = FITNESS.filter(({ observed }) => !way.includes('amendment') || !observed.includes('WITHDRAW'));

    test.each(met)('$declares declared, $observed observed: $code', (row) => {
      const credential = waiting(row);
      const { approved } = credential.held;
      const { refused } = credential.move('approve');
      expect(refused?.code).toBe(row.code);
      if (row.code !== undefined) {
        expect(refused?.message).toContain(row.names);
        expect(credential.held.approved).toEqual(approved);
      }
    });
  });

  test.each(FITNESS)('$declares declared with an unobserved scope: accepted', ({ declares }) => {
    const credential = new Credential(declares, 3);
    credential.report({ observedPermissions: [], scopeUnobserved: true });
    expect(rowOf('credentials', credential.move('approve'))).toMatchObject({
      status: 'ACTIVE',
      observedPermissions: [],
      scopeUnobserved: true,
    });
  });

  test.each<[ProbeOutcome, string]>([
    ['PENDING', 'TRANSITION_NOT_ADMITTED'],
    ['REFUSED', 'WRONG_CREDENTIAL'],
    ['UNREACHABLE', 'CONNECTION_DOWN'],
  ])('of a key whose probe is %s is refused %s, and may be withdrawn', (outcome, code) => {
    for (const credential of [new Credential(), rotating()]) {
      if (outcome !== 'PENDING') credential.report({ outcome, observedPermissions: [] });
      expect(credential.held.row.probe).toBe(outcome);
      expect(credential.move('approve').refused?.code).toBe(code);
      expect(credential.move('approve', PROPOSER).refused?.code).toBe('SELF_APPROVAL');
      expect(credential.move('withdraw').refused).toBeUndefined();
    }
  });

  test('of an amended proposal is by the new terms', () => {
    const credential = new Credential(READS);
    credential.report({ observedPermissions: ['READ', 'TRADE'] });
    expect(credential.move('approve').refused?.code).toBe('SCOPE_MISMATCH');
    credential.amend(BOTH);
    // The venue is asked again about the existing key.
    expect(credential.move('approve').refused?.code).toBe('TRANSITION_NOT_ADMITTED');
    credential.report({ observedPermissions: ['READ', 'TRADE'] });
    expect(rowOf('credentials', credential.move('approve')).status).toBe('ACTIVE');
  });
});

describe('a proposal that another user restated in part', () => {
  const BY_A_THIRD = { orgId: 1, userId: USERS.viewer };

  /** A third user, who may approve. */
  function third(credential: Credential): Verdict {
    credential.sample.send(
      { kind: 'state', facts: [user(USERS.viewer, 'viewer', { capabilities: ['credentials:approve'] })] },
      PLATFORM,
    );
    return credential.sample.send(
      { kind: 'approve', family: 'credentials', id: credential.id, ifMatch: null },
      BY_A_THIRD,
    );
  }

  const ways: readonly [string, () => Credential][] = [
    ['a proposal: its material is still of the first', () => new Credential()],
    ['an amendment: what the other left out is still of the first', () => standing('ACTIVE, AMEND')],
  ];

  test.each(ways)('%s, and neither of the two may approve it', (_, waiting) => {
    const credential = waiting();
    credential.amend({ displayName: 'by the other' }, OTHER);
    if (credential.held.row.probe === 'PENDING') credential.report();
    expect(credential.move('approve', OTHER).refused?.code).toBe('SELF_APPROVAL');
    expect(credential.move('approve', PROPOSER).refused?.code).toBe('SELF_APPROVAL');
    expect(credential.move('withdraw', PROPOSER).refused?.code).toBe('NOT_PROPOSER');
    const row = rowOf('credentials', third(credential));
    expect(row).toMatchObject({ status: 'ACTIVE', proposedByUserId: USERS[OTHER], pendingTransition: null });
    expect(row).not.toHaveProperty('coProposerUserIds');
  });

  test('the proposer of a rotation is the user who brought the material last', () => {
    const credential = rotating();
    credential.move('rotate', OTHER);
    credential.report();
    expect(credential.move('approve', OTHER).refused?.code).toBe('SELF_APPROVAL');
    expect(credential.move('approve', PROPOSER).refused).toBeUndefined();
  });

  test('proposers of approved or withdrawn changes are not remembered', () => {
    const credential = standing('ACTIVE, AMEND');
    credential.amend({ displayName: 'by the other' }, OTHER);
    rowOf('credentials', credential.move('withdraw', OTHER));
    credential.amend({ displayName: 'anew' });
    expect(credential.move('approve', OTHER).refused).toBeUndefined();
  });
});

describe("a venue's report", () => {
  test('of an older version changes nothing', () => {
    const credential = new Credential();
    const { version } = credential.held.row;
    credential.amend(READS);
    expect(credential.report({ version })).toEqual({ facts: [] });
    expect(credential.held.row.probe).toBe('PENDING');
    credential.report();
    expect(credential.held.row.probe).toBe('ANSWERED');
  });

  test('counts once', () => {
    const credential = new Credential();
    credential.report();
    expect(credential.report({ outcome: 'REFUSED' })).toEqual({ facts: [] });
  });

  test('of an unknown credential changes nothing', () => {
    expect(new Credential().report({ credentialId: 77, version: 1 })).toEqual({ facts: [] });
  });

  test('reaches material that waits next to a suspension', () => {
    const credential = rotating();
    credential.move('suspend');
    credential.report();
    expect(credential.held).toMatchObject({
      row: { status: 'SUSPENDED', pendingTransition: 'ROTATE', probe: 'ANSWERED' },
      approved: { status: 'SUSPENDED', pendingTransition: null },
    });
  });
});

function rotating(): Credential {
  const credential = new Credential().active();
  credential.move('rotate');
  return credential;
}
