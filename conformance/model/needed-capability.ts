/** Finds the capability that a write needs. */
import type { Attempt } from './attempt.ts';
import type { Subject } from './subject.ts';

export interface Needed {
  readonly scope: string;
  /**
   * True where the interface names the capability; otherwise it is the sandbox's choice and is not required of a
   * deployed member.
   */
  readonly isPublished: boolean;
}

const published = (scope: string): Needed => ({ scope, isPublished: true });
const assumed = (scope: string): Needed => ({ scope, isPublished: false });

type Rule = (subject: Subject) => Needed | undefined;

const POLICY: Rule = ({ arm }) => assumed(arm === 'approve' ? 'credentials:approve' : 'users:manage');
const NAMED: Rule = () => assumed('users:manage');

/** By the family of the row that is written. */
const RULES: Readonly<Record<string, Rule>> = {
  // The interface does not say whose order a human may cancel, nor with which capability.
  orders: ({ kind }) => (kind === 'create' ? published('orders:trade') : undefined),
  users: () => published('users:manage'),
  orgs: ({ arm }) => (arm === undefined ? assumed('orgs:approve') : published('orgs:approve')),
  credentials: ({ kind, arm }) => {
    if (kind === 'create') return published('credentials:propose');
    if (arm === 'approve') return published('credentials:approve');
    return assumed(
      arm === undefined || arm === 'rotate' || arm === 'withdraw' ? 'credentials:propose' : 'credentials:approve',
    );
  },
  accounts: NAMED,
  'account-addresses': NAMED,
  portfolios: NAMED,
  'asset-policies': POLICY,
  'chain-policies': POLICY,
  'trading-policies': POLICY,
  instances: () => published('algos:manage'),
  documents: () => published('algos:manage'),
};

/** undefined: neither the interface nor the sandbox names a capability. */
export function neededFor({ use, subject }: Attempt): Needed | undefined {
  if (use === 'POST /algos/halt') return published('algos:manage');
  return subject && RULES[subject.family.name]?.(subject);
}
