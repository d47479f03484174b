/** The callers of a history, what each may do at each position, and what a write needs. */

import type { Exchange } from '../member/exchange/exchange.ts';
import { at, isOk, json, pathOf } from '../member/exchange/exchange.ts';
import type { Attempt } from './attempt.ts';
import { callerOf } from './attempt.ts';
import type { Chronicle } from './chronicle.ts';
import { derived } from './chronicle.ts';
import type { Row } from './families.ts';
import { familyNamed } from './families.ts';
import type { Reading } from './reading.ts';
import type { RecordedFact } from './recorded-fact.ts';
import { byPosition } from './recorded-fact.ts';
import { openRows, rowName, sightedRows } from './row-sightings.ts';
import type { Subject } from './subject.ts';

/** What a user held from a position on, as an answer showed it. */
export interface Holding {
  readonly position: bigint;
  readonly capabilities: readonly string[];
  readonly exchange: Exchange;
  /** The restatement that set it; undefined: a read. */
  readonly fact: RecordedFact | undefined;
}

const USERS = familyNamed('users');

/** What GET /me says about the caller; members other than the capabilities are searched at any depth. */
export function meOf(e: Exchange): {
  readonly userId: number | undefined;
  readonly capabilities: readonly string[] | undefined;
} {
  const ids = ['userId', 'id'].flatMap((name) => [at(e, name), at(e, 'user', name)]);
  const userId = ids.find((id) => typeof id === 'number');
  return { userId, capabilities: capabilitiesIn(json(e)) ?? capabilitiesIn(at(e, 'user')) };
}

function capabilitiesIn(value: unknown): readonly string[] | undefined {
  const listed = typeof value === 'object' && value !== null ? (value as Row)['capabilities'] : undefined;
  return Array.isArray(listed) && listed.every((scope) => typeof scope === 'string') ? listed : undefined;
}

const readsOfMe: (chronicle: Chronicle) => readonly Reading[] = derived(({ readings }) =>
  readings.filter(({ exchange }) => pathOf(exchange) === '/me' && isOk(exchange)),
);

/** Register keys by caller, from the answers of GET /me. */
export const userIds: (chronicle: Chronicle) => ReadonlyMap<string, number> = derived((chronicle) => {
  const ids = new Map<string, number>();
  for (const { exchange } of readsOfMe(chronicle)) {
    const { userId } = meOf(exchange);
    if (userId !== undefined) ids.set(callerOf(exchange), userId);
  }
  return ids;
});

type UserName = `${string} ${number}`;

/** Each user's holdings by position. Users whose restatement may have had an unseen effect are left out. */
const holdings: (chronicle: Chronicle) => ReadonlyMap<UserName, readonly Holding[]> = derived((chronicle) => {
  const byUser = new Map<UserName, Holding[]>();
  const note = (organisation: string, userId: number, holding: Holding) => {
    const name: UserName = `${organisation} ${userId}`;
    const held = byUser.get(name);
    if (held === undefined) byUser.set(name, [holding]);
    else held.push(holding);
  };
  for (const { family, organisation, latest } of sightedRows(chronicle).values()) {
    if (family !== USERS) continue;
    for (const { row, position: seenAt, exchange, fact } of latest) {
      const [userId, capabilities] = [row?.['userId'], capabilitiesIn(row)];
      if (typeof userId !== 'number' || capabilities === undefined) continue;
      note(organisation, userId, { position: seenAt, capabilities, exchange, fact });
    }
  }
  for (const { exchange, organisation, position: seenAt } of readsOfMe(chronicle)) {
    const { userId, capabilities } = meOf(exchange);
    if (userId === undefined || capabilities === undefined || seenAt === undefined) continue;
    note(organisation, userId, { position: seenAt, capabilities, exchange, fact: undefined });
  }
  const open = openRows(chronicle);
  for (const [name, list] of byUser) {
    const [organisation = '', userId = ''] = name.split(' ');
    if (USERS !== undefined && open.has(rowName(organisation, USERS, userId))) byUser.delete(name);
    // At one position a fact comes before the reads: facts were noted first.
    else list.sort(byPosition);
  }
  return byUser;
});

/** What one user held, by position; empty where the history does not show it. */
export function holdingsOf(chronicle: Chronicle, organisation: string, userId: number): readonly Holding[] {
  return holdings(chronicle).get(`${organisation} ${userId}`) ?? [];
}

/** The holdings of every user that the history shows. */
export function allHoldings(chronicle: Chronicle): Iterable<readonly Holding[]> {
  return holdings(chronicle).values();
}

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
