/** The callers of a history, and what each may do at each position. */

import type { Exchange } from '../member/exchange/exchange.ts';
import { at, isOk, json, pathOf } from '../member/exchange/exchange.ts';
import { callerOf } from './attempt.ts';
import { byPosition } from './by-position.ts';
import type { Chronicle } from './chronicle.ts';
import { derived } from './derived.ts';
import type { Row } from './families.ts';
import { familyNamed } from './families.ts';
import { openRows } from './open-rows.ts';
import type { Reading } from './reading.ts';
import type { RecordedFact } from './recorded-fact.ts';
import { rowName, sightedRows } from './row-sightings.ts';

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
