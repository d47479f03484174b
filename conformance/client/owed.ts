/**
 * What a target's contract has by its version, and so what an answer of it owes: a requirement that is newer is not asked of
 * it. A judge asks its history (`since`); who is given an exchange alone asks here.
 */
import { type RequirementId, requirement } from '../contract/requirements.ts';
import { isAtLeast } from '../contract/versions.ts';
import type { Exchange } from './exchange.ts';
import type { TargetFacts } from './target-facts.ts';
import { ANY_TARGET } from './target-facts.ts';

/** Whether the answer is of this REST contract or a newer one; of no history: of the newest. */
export function owes(e: Exchange, version: string): boolean {
  return isAtLeast((e.answeredBy ?? ANY_TARGET).rest, version);
}

/** Whether the answer is of a contract that has this requirement. */
export function owesAsOf(e: Exchange, id: RequirementId): boolean {
  return isClaimed(id, e.answeredBy ?? ANY_TARGET);
}

/** WSS rows count by the socket contract's version, all others by the REST contract's; VER rows are of every version. */
export function isClaimed(id: RequirementId, { rest, socket }: TargetFacts): boolean {
  if (id.startsWith('VER-')) return true;
  const version = id.startsWith('WSS-') ? socket : rest;
  return version === undefined || isAtLeast(version, requirement(id).since);
}
