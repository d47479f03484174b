/** The user that a check grants capabilities to: one of the suite's own, whom no token names. */
import type { Actor, ConditionalOptions } from '../client/actor.ts';
import type { Exchange } from '../client/exchange.ts';
import { isOk, position } from '../client/exchange.ts';
import type { OwnName } from '../client/standing-row.ts';
import { standingRow } from '../client/standing-row.ts';
import { capabilitiesOf } from '../rules/who-is-served.ts';

const USERS = { path: '/users', id: 'userId' } as const;

export interface OwnUser {
  readonly path: string;
  grant(capabilities: readonly string[], options?: ConditionalOptions): Promise<Exchange>;
}

/** undefined: the target takes no user of this body (it is assumed), so nothing can be judged. */
export async function ownUser(admin: Actor, displayName: OwnName): Promise<OwnUser | undefined> {
  const id = await standingRow(admin, USERS, { displayName, subject: displayName, capabilities: [] });
  if (id === undefined) return undefined;
  const path = `/users/${id}`;
  return { path, grant: (capabilities, options) => admin.put(path, { capabilities }, options) };
}

export const NO_USER = 'the suite could make no user of its own';

/** The same scopes, in whatever order; undefined where the row does not name its capabilities so. */
export function grants(row: Exchange, scopes: readonly string[]): boolean | undefined {
  const held = capabilitiesOf(row);
  return held === undefined
    ? undefined
    : held.length === scopes.length && scopes.every((scope) => held.includes(scope));
}

/** The member calls them by another name, and the profile states no template of the body: they were never asked for. */
export const NOT_NAMED =
  'the body that the member takes has no capabilities: bodies: of the profile can say how they are named';

/** Whether the request, as it was sent, names each of the scopes under whatever name. */
export function asksFor(write: Exchange, scopes: readonly string[]): boolean {
  return scopes.every((scope) => write.request.body?.includes(JSON.stringify(scope)) === true);
}

/** Whether a read is of the state that the write left, or of a later one. */
export function isOfOrAfter(read: Exchange, write: Exchange): boolean {
  return isOk(read) && (position(read) ?? 0n) >= (position(write) ?? 0n);
}
