/** Approvals of credentials by what the venue observed of their keys; `lifecycle.test.ts` has their transitions. */
import { describe, expect, test } from 'vitest';
import type { CredentialTerms, ProbeOutcome, ProbeReport, VenuePermission, Verdict } from '../../../gateway/facts.ts';
import { PLATFORM } from '../../testing/sample-owner.ts';
import { idOf, SampleRegister } from '../../testing/sample-register.ts';

const BOTH = { canReadBalances: true, canTrade: true } as const;
const READS = { ...BOTH, canTrade: false };
const TRADES = { ...BOTH, canReadBalances: false };
const NOTHING = { canReadBalances: false, canTrade: false };
const ALL: readonly VenuePermission[] = ['READ', 'TRADE'];

/** The deputy proposes, the admin approves. */
class Credential {
  readonly #sample = new SampleRegister();
  readonly #id: number;

  constructor(terms: CredentialTerms = BOTH) {
    this.#id = idOf('credentials', this.#sample.create('credentials', { exchangeId: 1, ...terms }, 'deputy'));
  }

  get held() {
    const held = this.#sample.held('credentials', this.#id);
    if (held === undefined) throw new Error('no such credential');
    return held;
  }

  amend(terms: CredentialTerms): Verdict {
    return this.#sample.restate('credentials', this.#id, terms, 'deputy');
  }

  move(kind: 'withdraw' | 'rotate' | 'suspend' | 'revoke'): this {
    expect(
      this.#sample.move(kind, 'credentials', this.#id, kind === 'suspend' ? 'admin' : 'deputy').refused,
    ).toBeUndefined();
    return this;
  }

  approve(by: 'admin' | 'deputy' = 'admin'): Verdict {
    return this.#sample.move('approve', 'credentials', this.#id, by);
  }

  /** The venue reports on the current row; all permissions, unless stated. */
  report(of: Partial<ProbeReport> = {}): Verdict {
    const at = { credentialId: this.#id, version: this.held.row.version, outcome: 'ANSWERED' } as const;
    const report = { kind: 'probe-report', ...at, observedPermissions: ALL, scopeUnobserved: false, ...of } as const;
    return this.#sample.send(report, PLATFORM);
  }

  /** Approved, on a report of these permissions. */
  active(observedPermissions: readonly VenuePermission[] = ALL, scopeUnobserved = false): this {
    this.report({ observedPermissions, scopeUnobserved });
    expect(this.approve().refused).toBeUndefined();
    return this;
  }
}

/** Declared permissions against those of the key: each refused row differs from an accepted one by one permission. */
// biome-ignore format: an aligned table
const FITNESS: readonly [declared: CredentialTerms, observed: readonly VenuePermission[], code?: string, names?: string][] = [
  [BOTH,    ['READ', 'TRADE']],
  [BOTH,    ['READ'],                      'SCOPE_INSUFFICIENT', 'lacks TRADE'],
  [BOTH,    ['TRADE'],                     'SCOPE_INSUFFICIENT', 'lacks READ'],
  [BOTH,    [],                            'SCOPE_INSUFFICIENT', 'lacks READ, TRADE'],
  [BOTH,    ['READ', 'TRADE', 'WITHDRAW'], 'SCOPE_MISMATCH',     'has WITHDRAW'],
  [READS,   ['READ']],
  [READS,   ['READ', 'TRADE'],             'SCOPE_MISMATCH',     'has TRADE'],
  [READS,   ['TRADE'],                     'SCOPE_INSUFFICIENT', 'lacks READ'],
  [TRADES,  ['TRADE']],
  [TRADES,  ['READ', 'TRADE'],             'SCOPE_MISMATCH',     'has READ'],
  [NOTHING, []],
  [NOTHING, ['READ'],                      'SCOPE_MISMATCH',     'has READ'],
];

/** What waits for an approval. If other permissions are declared, the venue is asked about the existing key again. */
const WAYS: readonly [string, (declared: CredentialTerms) => Credential][] = [
  ['a proposal', (declared) => new Credential(declared)],
  [
    'an amended proposal',
    (declared) => {
      const credential = new Credential(declared === NOTHING ? BOTH : NOTHING);
      credential.report();
      credential.amend(declared);
      return credential;
    },
  ],
  [
    'an amendment',
    (declared) => {
      const credential = new Credential(declared === NOTHING ? BOTH : NOTHING).active([], true);
      credential.amend(declared);
      return credential;
    },
  ],
  ['a rotation', (declared) => new Credential(declared).active([], true).move('rotate')],
];

describe.each(WAYS)('an approval of %s', (_, waiting) => {
  test.each(FITNESS)('%j declared, %j observed: %s', (...row) => {
    const [, observedPermissions, code, names = ''] = row;
    const credential = waiting(row[0]);
    credential.report({ observedPermissions });
    const { approved } = credential.held;
    const { refused } = credential.approve();
    expect([refused?.code, refused?.message.includes(names) ?? true]).toEqual([code, true]);
    if (code !== undefined) expect(credential.held.approved).toEqual(approved);
  });

  test.each<[ProbeOutcome, string]>([
    ['PENDING', 'TRANSITION_NOT_ADMITTED'],
    ['REFUSED', 'WRONG_CREDENTIAL'],
    ['UNREACHABLE', 'CONNECTION_DOWN'],
  ])('of a key whose probe is %s is refused %s, and may be withdrawn', (outcome, code) => {
    const credential = waiting(BOTH);
    if (outcome !== 'PENDING') credential.report({ outcome, observedPermissions: [] });
    expect(credential.held.row.probe).toBe(outcome);
    expect(credential.approve().refused?.code).toBe(code);
    expect(credential.approve('deputy').refused?.code).toBe('SELF_APPROVAL');
    credential.move('withdraw');
  });

  test('with an unobserved scope has no objection', () => {
    for (const row of FITNESS) {
      const credential = waiting(row[0]);
      credential.report({ observedPermissions: [], scopeUnobserved: true });
      expect(credential.approve().refused).toBeUndefined();
    }
  });
});

describe('what is approved', () => {
  const observing = (credential: Credential) => {
    const { row, approved } = credential.held;
    return [row, approved].map((of) => of && [of.probe, ...of.observedPermissions].join(' '));
  };

  test('is nothing until an approval, then the row itself', () => {
    const credential = new Credential({ ...BOTH, displayName: 'desk' });
    const proposed = { version: 1, status: 'PROPOSED', probe: 'PENDING', displayName: 'desk', approvedByUserId: null };
    expect(credential.held).toMatchObject({ row: { ...proposed, observedPermissions: [] }, approved: null });
    credential.report();
    const answered = { ...proposed, version: 2, probe: 'ANSWERED', observedPermissions: ALL };
    expect(credential.held).toMatchObject({ row: answered, approved: null });
    credential.approve();
    expect(credential.held.row).toMatchObject({ ...answered, version: 3, status: 'ACTIVE', approvedByUserId: 11 });
    expect(credential.held.approved).toEqual(credential.held.row);
  });

  test('keeps unstated members through an amendment, and the venue is not asked about the same permissions', () => {
    const credential = new Credential({ ...BOTH, displayName: 'desk' }).active();
    credential.amend({ canTrade: false });
    expect(credential.held.row).toMatchObject({ ...READS, displayName: 'desk', probe: 'PENDING' });
    credential.move('withdraw');
    credential.amend({ displayName: 'renamed' });
    expect(credential.held.row).toMatchObject({ ...BOTH, displayName: 'renamed', probe: 'ANSWERED' });
  });

  test('keeps what was observed of the old material while new material waits', () => {
    const credential = new Credential().active().move('rotate');
    expect(observing(credential)).toEqual(['PENDING', 'ANSWERED READ TRADE']);
    credential.report({ observedPermissions: ['READ'] });
    expect(observing(credential)).toEqual(['ANSWERED READ', 'ANSWERED READ TRADE']);
    expect(observing(credential.move('withdraw'))).toEqual(['ANSWERED READ TRADE', 'ANSWERED READ TRADE']);
  });

  test('is reported on also next to a suspension', () => {
    const credential = new Credential().active().move('rotate').move('suspend');
    credential.report({ observedPermissions: ['READ'] });
    expect(observing(credential)).toEqual(['ANSWERED READ', 'ANSWERED READ TRADE']);
    expect(credential.held.approved).toMatchObject({ status: 'SUSPENDED', pendingTransition: null });
  });
});

test("a venue's report on an older version, a second one, and one on an unknown credential change nothing", () => {
  const credential = new Credential();
  const { version } = credential.held.row;
  credential.amend(READS);
  expect(credential.report({ version })).toEqual({ facts: [] });
  expect(credential.report({ credentialId: 77, version: 1 })).toEqual({ facts: [] });
  expect(credential.held.row.probe).toBe('PENDING');
  credential.report();
  const { row } = credential.held;
  expect(credential.report({ outcome: 'REFUSED' })).toEqual({ facts: [] });
  expect([credential.held.row, row.probe]).toEqual([row, 'ANSWERED']);
});
