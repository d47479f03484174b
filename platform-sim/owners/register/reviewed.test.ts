import { describe, expect, test } from 'vitest';
import type { Arm, PolicyStatus, RegisterCommand } from '../../../gateway/facts.ts';
import { idOf, type Name, SampleRegister } from '../../testing/sample-register.ts';

const FAMILIES = ['asset-policies', 'chain-policies', 'trading-policies'] as const;
type Family = (typeof FAMILIES)[number];

const ACTS = ['approve', 'withdraw', 'restate', 'halt', 'resume', 'retire'] as const;
type Act = (typeof ACTS)[number];

/** A status, and what waits next to it. */
type Standing = PolicyStatus | 'ACTIVE, AMEND' | 'HALTED, AMEND';

const NO = 'TRANSITION_NOT_ADMITTED';

/** Columns are acts, in the order of ACTS: the next state, or that it is not admitted. */
// biome-ignore format: an aligned table
const LIFE: Readonly<Record<Standing, readonly (Standing | typeof NO)[]>> = {
  //                approve   withdraw     restate          halt             resume           retire
  'PROPOSED':      ['ACTIVE', 'WITHDRAWN', 'PROPOSED',      NO,              NO,              NO       ],
  'ACTIVE':        [NO,       NO,          'ACTIVE, AMEND', 'HALTED',        NO,              'RETIRED'],
  'ACTIVE, AMEND': ['ACTIVE', 'ACTIVE',    'ACTIVE, AMEND', 'HALTED, AMEND', NO,              'RETIRED'],
  'HALTED':        [NO,       NO,          'HALTED, AMEND', NO,              'ACTIVE',        'RETIRED'],
  'HALTED, AMEND': ['HALTED', 'HALTED',    'HALTED, AMEND', NO,              'ACTIVE, AMEND', 'RETIRED'],
  'RETIRED':       [NO,       NO,          NO,              NO,              NO,              NO       ],
  'WITHDRAWN':     [NO,       NO,          NO,              NO,              NO,              NO       ],
};
const STANDINGS = Object.keys(LIFE) as Standing[];

/** The deputy proposes, and the admin does everything that the proposer may not do. */
const PROPOSER: Name = 'deputy';
const OTHER: Name = 'admin';
const BY: Readonly<Record<Act, Name>> = {
  approve: OTHER,
  withdraw: PROPOSER,
  restate: PROPOSER,
  halt: OTHER,
  resume: OTHER,
  retire: OTHER,
};

/** Terms that differ in one amount or count. */
const TERMS = {
  'asset-policies': { assetId: 1, approvalThresholdAmount: null, reconciliationToleranceAmount: null },
  'chain-policies': { assetId: 1, chain: 'BITCOIN', maxTransferAmount: null },
  'trading-policies': { instrumentId: null, maxOrderQty: null, maxOrderNotional: null, maxOrdersPerMinute: null },
} as const;

function termsOf(family: Family, said: number): object {
  if (family === 'trading-policies') return { ...TERMS[family], maxOpenOrders: said };
  return { ...TERMS[family], [family === 'asset-policies' ? 'maxTicketAmount' : 'minTransferAmount']: `${said}` };
}

function said(row: object | null | undefined): number | null {
  if (row == null) return null;
  const { maxOpenOrders, maxTicketAmount, minTransferAmount } = row as Readonly<Record<string, unknown>>;
  return Number(maxOpenOrders ?? maxTicketAmount ?? minTransferAmount);
}

class Policy {
  readonly #sample = new SampleRegister();
  readonly #family: Family;
  readonly #id: number;

  /** Its terms state 1, and 2 where an amendment waits. */
  constructor(family: Family, standing: Standing = 'PROPOSED') {
    this.#family = family;
    const create = { kind: 'create', family, terms: termsOf(family, 1) } as RegisterCommand;
    this.#id = idOf(family, this.#sample.send(create, PROPOSER));
    if (standing === 'WITHDRAWN') this.act('withdraw');
    if (standing === 'PROPOSED' || standing === 'WITHDRAWN') return;
    this.act('approve');
    if (standing === 'RETIRED') this.act('retire');
    if (standing.startsWith('HALTED')) this.act('halt');
    if (standing.endsWith('AMEND')) this.act('restate', PROPOSER, 2);
  }

  act(act: Act, by: Name = BY[act], says = 3) {
    const of = { family: this.#family, id: this.#id, ifMatch: null };
    const command = act === 'restate' ? { kind: act, terms: termsOf(this.#family, says) } : { kind: act as Arm };
    return this.#sample.send({ ...command, ...of } as RegisterCommand, by);
  }

  get #held() {
    const held = this.#sample.held(this.#family, this.#id);
    if (held === undefined) throw new Error('a policy that was created is held');
    return held;
  }

  get row() {
    return this.#held.row;
  }

  get approved() {
    return this.#held.approved;
  }

  get standing(): string {
    const { status, pendingTransition } = this.row;
    return pendingTransition === null ? status : `${status}, ${pendingTransition}`;
  }

  /** The stated terms, and the approved ones. */
  get says() {
    return [said(this.row), said(this.approved)];
  }
}

describe.each(FAMILIES)('%s', (family) => {
  describe.each(STANDINGS)('%s', (standing) => {
    test('begins in the state of its table row', () => {
      expect(new Policy(family, standing).standing).toBe(standing);
    });

    test.each(ACTS.map((act, column) => [act, LIFE[standing][column]] as const))('%s: %s', (act, next) => {
      const policy = new Policy(family, standing);
      const before = policy.row;
      const { refused } = policy.act(act);
      if (next === NO) {
        expect([refused?.code, policy.row]).toEqual([NO, before]);
        expect(refused?.message).toContain(before.status);
      } else {
        expect(refused).toBeUndefined();
        expect([policy.standing, policy.row.version]).toEqual([next, before.version + 1]);
      }
    });
  });

  test.each<[Standing, Act, readonly [number, number | null]]>([
    ['PROPOSED', 'restate', [3, null]],
    ['PROPOSED', 'withdraw', [1, null]],
    ['PROPOSED', 'approve', [1, 1]],
    ['ACTIVE', 'restate', [3, 1]],
    ['ACTIVE', 'halt', [1, 1]],
    ['ACTIVE', 'retire', [1, 1]],
    ['ACTIVE, AMEND', 'restate', [3, 1]],
    ['ACTIVE, AMEND', 'approve', [2, 2]],
    ['ACTIVE, AMEND', 'withdraw', [1, 1]],
    ['ACTIVE, AMEND', 'halt', [2, 1]],
    ['ACTIVE, AMEND', 'retire', [1, 1]],
    ['HALTED, AMEND', 'resume', [2, 1]],
    ['HALTED, AMEND', 'approve', [2, 2]],
    ['HALTED, AMEND', 'withdraw', [1, 1]],
    ['HALTED, AMEND', 'retire', [1, 1]],
  ])('%s, then %s: the row and its approved state are %j', (standing, act, says) => {
    const policy = new Policy(family, standing);
    policy.act(act);
    expect(policy.says).toEqual(says);
  });

  test('the approved state is halted and resumed with the row, and a waiting change still waits', () => {
    const policy = new Policy(family, 'ACTIVE, AMEND');
    policy.act('halt');
    expect([policy.row.status, policy.approved?.status]).toEqual(['HALTED', 'HALTED']);
    policy.act('resume');
    expect([policy.row.status, policy.approved?.status]).toEqual(['ACTIVE', 'ACTIVE']);
    expect([policy.row.pendingTransition, policy.approved?.pendingTransition]).toEqual(['AMEND', null]);
  });

  test('no version of the approved state equals that of the waiting terms', () => {
    const policy = new Policy(family, 'ACTIVE, AMEND');
    for (const act of ['halt', 'resume', 'restate', 'halt'] as const) {
      policy.act(act);
      expect(policy.approved?.version).toBeLessThan(policy.row.version);
    }
  });

  describe('four eyes', () => {
    const waiting: readonly Standing[] = ['PROPOSED', 'ACTIVE, AMEND', 'HALTED, AMEND'];

    test.each(waiting)('%s: its proposer may not approve it, another user may', (standing) => {
      const policy = new Policy(family, standing);
      expect(policy.act('approve', PROPOSER).refused?.code).toBe('SELF_APPROVAL');
      expect(policy.act('approve', OTHER).refused).toBeUndefined();
      expect([policy.row.proposedByUserId, policy.row.approvedByUserId]).toEqual([12, 11]);
    });

    test.each(waiting)('%s: only its proposer may withdraw it', (standing) => {
      const policy = new Policy(family, standing);
      expect(policy.act('withdraw', OTHER).refused?.code).toBe('NOT_PROPOSER');
      expect(policy.act('withdraw', PROPOSER).refused).toBeUndefined();
    });

    test.each(waiting)('%s: the user who restates it becomes its proposer', (standing) => {
      const policy = new Policy(family, standing);
      policy.act('restate', OTHER);
      expect([policy.row.proposedByUserId, policy.row.approvedByUserId]).toEqual([11, null]);
      expect(policy.act('approve', OTHER).refused?.code).toBe('SELF_APPROVAL');
      expect(policy.act('withdraw', PROPOSER).refused?.code).toBe('NOT_PROPOSER');
      expect(policy.act('approve', PROPOSER).refused).toBeUndefined();
    });

    test('a withdrawn amendment leaves the proposer and approver of the approved terms', () => {
      const policy = new Policy(family, 'ACTIVE');
      policy.act('restate', OTHER);
      policy.act('withdraw', OTHER);
      expect([policy.row.proposedByUserId, policy.row.approvedByUserId]).toEqual([12, 11]);
      expect(policy.approved).toBe(policy.row);
    });

    test('the reviewer is judged before the state', () => {
      const policy = new Policy(family, 'RETIRED');
      expect(policy.act('approve', PROPOSER).refused?.code).toBe('SELF_APPROVAL');
      expect(policy.act('withdraw', OTHER).refused?.code).toBe('NOT_PROPOSER');
    });
  });
});
