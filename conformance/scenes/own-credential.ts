/** Credentials that a check creates and ends itself. */

import type { Actor, ConditionalOptions } from '../member/actor.ts';
import { isBusy } from '../member/exchange/busy.ts';
import type { Exchange } from '../member/exchange/exchange.ts';
import { at, errorCode, isOk, status } from '../member/exchange/exchange.ts';
import type { Fixtures } from '../member/profile/profile.ts';
import type { History } from '../runner/history.ts';
import { inconclusive, type Judgement, type Listed, pass, violated } from '../runner/judgement.ts';
import { type Legs, legsOfA, legsOfB } from './material.ts';

/** A venue of the fixtures, and the material that its family takes. */
export interface FamilyVenue {
  readonly name: 'A' | 'B';
  readonly exchangeId: number;
  readonly legsOf: (key: string) => Legs;
  readonly otherLegsOf: (key: string) => Legs;
}

/** The venues of the two families, as far as the fixtures name them. */
export function familyVenues({ a, b }: NonNullable<Fixtures['venues']> = {}): readonly FamilyVenue[] {
  return [
    ...(a === undefined ? [] : [{ name: 'A', exchangeId: a, legsOf: legsOfA, otherLegsOf: legsOfB } as const]),
    ...(b === undefined ? [] : [{ name: 'B', exchangeId: b, legsOf: legsOfB, otherLegsOf: legsOfA } as const]),
  ];
}

/** The inconclusive judgement where the fixtures lack the venue that a check needs. */
export function noVenue(family: 'family A' | 'family B' | 'either family'): Judgement {
  return inconclusive(`the profile names no venue of ${family}`);
}

export interface CredentialBody {
  readonly exchangeId: number;
  readonly canReadBalances: boolean;
  readonly canTrade: boolean;
  readonly material: unknown;
}

/** The body of POST /credentials. */
export function credentialBody(exchangeId: number, material: Legs, canTrade = true): CredentialBody {
  return { exchangeId, canReadBalances: true, canTrade, material };
}

/** The path of a created credential; undefined where the creation failed or its response has no id. */
export function pathOf(created: Exchange): string | undefined {
  const id = at(created, 'credentialId');
  return isOk(created) && typeof id === 'number' ? `/credentials/${id}` : undefined;
}

/** Proposes a credential; its path, or undefined where it was not created. */
export async function proposed(
  proposer: Actor,
  body: CredentialBody,
  options: ConditionalOptions = {},
): Promise<string | undefined> {
  return pathOf(await proposer.post('/credentials', body, options));
}

/** Proposes a credential, and withdraws it where it was created. Returns the answer to the proposal. */
export async function proposedAndWithdrawn(
  proposer: Actor,
  body: object,
  options: ConditionalOptions = {},
): Promise<Exchange> {
  const created = await proposer.post('/credentials', body, options);
  const path = pathOf(created);
  if (path !== undefined) await proposer.post(`${path}/withdraw`, {});
  return created;
}

/** Ends a credential in any state: withdraws a proposed one, revokes an approved one. */
export async function ended(proposer: Actor, approver: Actor, ...paths: readonly (string | undefined)[]) {
  for (const path of paths) {
    if (path === undefined) continue;
    if (!isOk(await proposer.post(`${path}/withdraw`, {}))) await approver.post(`${path}/revoke`, {});
  }
}

/**
 * The inconclusive judgement where no credential was created. It names a busy member's refusal, since members limit the
 * proposals in a minute.
 */
export function notProposed(...created: readonly Listed<Exchange>[]): Judgement {
  const busy = created.flat().find(isBusy);
  return inconclusive(
    busy === undefined
      ? 'no credential was taken: the member may ask for more than the interface shows'
      : `no credential was taken just then: ${status(busy)} ${errorCode(busy)}`,
  );
}

/** Judges a check of a credential at a venue of family A; inconclusive where it was not created under this label. */
export function whereProposed(
  history: History,
  label: string,
  judge: (path: string, created: Exchange) => Judgement,
): Judgement {
  const created = history.maybe(label);
  if (created === undefined) return noVenue('family A');
  const path = pathOf(created);
  return path === undefined ? notProposed(created) : judge(path, created);
}

/** The response is the row at this path and has these property values. */
export function isRow(e: Exchange, path: string, of: Readonly<Record<string, unknown>> = {}): Judgement {
  if (`/credentials/${String(at(e, 'credentialId'))}` !== path) return violated(`the row of ${path}`, e);
  const other = Object.entries(of).find(([name, wanted]) => at(e, name) !== wanted);
  return other === undefined ? pass : violated(`${other[0]} ${JSON.stringify(other[1])} in the row`, e);
}
