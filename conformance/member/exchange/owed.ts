/**
 * Which requirements apply to a target by its contract version: newer ones do not. A judge with a history asks the
 * history (`since`); code that has only an exchange asks here.
 */
import { type RequirementId, requirement } from '../../contract/requirements.ts';
import { isAtLeast } from '../../contract/versions.ts';
import type { TargetFacts } from '../profile/target-facts.ts';
import { ANY_TARGET } from '../profile/target-facts.ts';
import type { Exchange } from './exchange.ts';

/**
 * Whether the response has this REST contract version or a newer one. An exchange outside a history has the newest
 * version.
 */
export function owes(e: Exchange, version: string): boolean {
  return isAtLeast((e.answeredBy ?? ANY_TARGET).rest, version);
}

/** Whether the contract version of the response has this requirement. */
export function owesAsOf(e: Exchange, id: RequirementId): boolean {
  return isClaimed(id, e.answeredBy ?? ANY_TARGET);
}

/**
 * Whether a target's contract has this requirement. WSS rows use the socket contract's version, all others the REST
 * contract's; VER rows always apply.
 */
export function isClaimed(id: RequirementId, { rest, socket }: TargetFacts): boolean {
  if (id.startsWith('VER-')) return true;
  const version = id.startsWith('WSS-') ? socket : rest;
  return version === undefined || isAtLeast(version, requirement(id).since);
}
