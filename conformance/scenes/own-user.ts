/** The user to whom a check grants capabilities: one of the suite's users, for whom no token exists. */
import type { Actor, ConditionalOptions } from '../member/actor.ts';
import type { OwnName } from '../member/effects/standing-row.ts';
import { standingRow } from '../member/effects/standing-row.ts';
import type { Exchange } from '../member/exchange/exchange.ts';
import { isOk, position } from '../member/exchange/exchange.ts';
import { capabilitiesOf } from '../rules/who-is-served.ts';

const USERS = { path: '/users', id: 'userId' } as const;

export interface OwnUser {
  readonly path: string;
  grant(capabilities: readonly string[], options?: ConditionalOptions): Promise<Exchange>;
}

/**
 * Creates the user with these capabilities, or finds the one of the last run. undefined: the target does not accept the assumed body, so
 * nothing can be judged.
 */
export async function ownUser(
  admin: Actor,
  displayName: OwnName,
  capabilities: readonly string[] = [],
): Promise<OwnUser | undefined> {
  const id = await standingRow(admin, USERS, { displayName, subject: displayName, capabilities });
  if (id === undefined) return undefined;
  const path = `/users/${id}`;
  return { path, grant: (capabilities, options) => admin.put(path, { capabilities }, options) };
}

/** Why a check is inconclusive without its own user. */
export const NO_USER = 'the suite could not create its own user';

/** Whether the row has these scopes in any order; undefined where it has no capabilities property. */
export function grants(row: Exchange, scopes: readonly string[]): boolean | undefined {
  const held = capabilitiesOf(row);
  return held === undefined
    ? undefined
    : held.length === scopes.length && scopes.every((scope) => held.includes(scope));
}

/**
 * Why a check is inconclusive: the member uses another name for capabilities and the profile has no template for the
 * body, so the scopes were never requested.
 */
export const NOT_NAMED =
  'the body that the member takes has no capabilities: bodies: of the profile can say how they are named';

/** Whether the request, as sent, contains each of the scopes under any property name. */
export function asksFor(write: Exchange, scopes: readonly string[]): boolean {
  return scopes.every((scope) => write.request.body?.includes(JSON.stringify(scope)) === true);
}

/** Whether a read shows the state after the write, or a later one. */
export function isOfOrAfter(read: Exchange, write: Exchange): boolean {
  return isOk(read) && (position(read) ?? 0n) >= (position(write) ?? 0n);
}
