import type { SessionCaller } from '../../gateway/sockets/frame-tap.ts';
import { type Directory, within } from '../owners/directory.ts';
import type { WorldPrincipal } from '../seed-data/world.ts';

/**
 * The name of the principal in a request's token, for the log of exchanges. The claims are not verified, so a refused
 * token is attributed too. null: none of the sandbox's principals.
 */
export type PrincipalOf = (requestHeaders: readonly string[]) => string | null;

/** The name of the principal that is this user; null: none of the sandbox. */
export type PrincipalOfUser = (user: SessionCaller) => string | null;

/** The names of principals. */
export interface NamedPrincipals {
  /** @param requestHeaders with a token */
  readonly ofToken: PrincipalOf;
  readonly ofUser: PrincipalOfUser;
}

interface Persona {
  readonly name: string;
  readonly org: string;
  readonly subject: string;
}

/** Maximum number of tokens with a cached name: a client sends the same token many times. */
const REMEMBERED = 64;

/** @param personas the current personas of the sandbox */
export function principalsBy(personas: () => readonly Persona[]): PrincipalOf {
  const known = new Map<string, string | null>();
  let last: { readonly authorization: string; readonly name: string | null } = { authorization: '', name: null };
  const remembered = (authorization: string): string | null => {
    const found = known.get(authorization);
    if (found !== undefined) return found;
    const name = nameOf(authorization, personas());
    if (known.size >= REMEMBERED) known.clear();
    known.set(authorization, name);
    return name;
  };
  return (headers) => {
    const authorization = authorizationOf(headers);
    if (authorization === undefined) return null;
    if (authorization !== last.authorization) last = { authorization, name: remembered(authorization) };
    return last.name;
  };
}

function authorizationOf(headers: readonly string[]): string | undefined {
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const name = headers[i] ?? '';
    if (name.length === 13 && name.toLowerCase() === 'authorization') return headers[i + 1];
  }
  return undefined;
}

function nameOf(authorization: string, personas: readonly Persona[]): string | null {
  const claims = claimsOf(authorization);
  const found = personas.find(({ org, subject }) => claims?.['org_id'] === org && claims['sub'] === subject);
  return found?.name ?? null;
}

function claimsOf(authorization: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const [, payload = ''] = authorization.split('.');
    return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** Maximum number of users with a cached name; a sandbox has fewer principals. */
const MOST_USERS = 1_000;

/**
 * @param directory the current directory of the register; a new one empties the cache
 * @param principals the principals of the sandbox
 */
export function principalsByUser(
  directory: () => Directory,
  principals: () => readonly WorldPrincipal[],
): PrincipalOfUser {
  let users: unknown;
  const known = new Map<number, string | null>();
  return ({ orgId, userId }) => {
    const { userIds, orgIds } = directory();
    if (userIds !== users) known.clear();
    users = userIds;
    const user = orgId * 2 ** 26 + userId;
    const remembered = known.get(user);
    if (remembered !== undefined) return remembered;
    const found = principals().find(
      ({ externalOrgId, subject }) =>
        orgIds.get(externalOrgId) === orgId && userIds.get(within(orgId, subject)) === userId,
    );
    const name = found?.name ?? null;
    if (known.size < MOST_USERS) known.set(user, name);
    return name;
  };
}
