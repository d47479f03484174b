/**
 * Whose token it is: by what a token endpoint granted, by a profile's own tokens, and by the claims of a JWT, which are
 * read and not verified. A sandbox's client ids are the names of its principals.
 */
import { parse } from '../../../conformance/member/exchange/exchange.ts';
import type { PrincipalName } from '../../../conformance/member/profile/principals.ts';
import { PRINCIPAL_NAMES } from '../../../conformance/member/profile/principals.ts';
import type { Profile } from '../../../conformance/member/profile/profile.ts';

type Claims = Readonly<Record<string, unknown>>;

/** What stands for a token in a record of this project. */
const MARK = /^<(?:[a-z]+ )?token (?:sent )?of (\w+)>$/;

/** The claims that name a client or a user, the surest first. */
const NAMING = ['client_id', 'azp', 'cid', 'clientId', 'sub', 'user_id', 'userId', 'preferred_username'];

/** The claims of a JWT; undefined: it is none. */
function claimsOf(token: string): Claims | undefined {
  const part = /^[\w-]+\.([\w-]+)\.[\w-]*$/.exec(token)?.[1];
  const value = part === undefined ? undefined : parse(Buffer.from(part, 'base64url').toString('utf8'));
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Claims) : undefined;
}

function isPrincipal(name: unknown): name is PrincipalName {
  return (PRINCIPAL_NAMES as readonly unknown[]).includes(name);
}

/** The principals of a profile, and the tokens that were granted to them. */
export class PrincipalOfToken {
  readonly #principals: readonly (readonly [PrincipalName, NonNullable<Profile['principals'][PrincipalName]>])[];
  readonly #granted = new Map<string, PrincipalName>();

  constructor(principals: Profile['principals'] = {}) {
    this.#principals = Object.entries(principals).filter(([, row]) => row !== undefined) as [
      PrincipalName,
      NonNullable<Profile['principals'][PrincipalName]>,
    ][];
    for (const [name, { token }] of this.#principals) if (token !== undefined) this.#granted.set(token, name);
  }

  /** A token that a principal, or a client by its id, was granted. */
  granted(token: string, to: string): void {
    const name = this.#byClientId(to);
    if (name !== undefined) this.#granted.set(token, name);
  }

  /** undefined: it names no principal. */
  of(token: string): PrincipalName | undefined {
    const granted = this.#granted.get(token) ?? this.#byClientId(MARK.exec(token)?.[1]);
    const claims = granted === undefined ? claimsOf(token) : undefined;
    if (claims === undefined) return granted;
    const named = NAMING.map((claim) => this.#byClientId(claims[claim])).find((name) => name !== undefined);
    return named ?? this.#byUser(claims);
  }

  #byClientId(id: unknown): PrincipalName | undefined {
    const found = this.#principals.find(([, { clientId }]) => clientId !== undefined && clientId === id);
    return found?.[0] ?? (isPrincipal(id) ? id : undefined);
  }

  /** By the user's id; where several have it, by the organisation's as well. */
  #byUser(claims: Claims): PrincipalName | undefined {
    const ids = NAMING.map((claim) => String(claims[claim]));
    const org = String(claims['org_id'] ?? claims['org']);
    const users = this.#principals.filter(([, { userId }]) => userId !== undefined && ids.includes(String(userId)));
    return (users.length > 1 ? users.find((one) => String(one[1].org) === org) : users[0])?.[0];
  }
}
