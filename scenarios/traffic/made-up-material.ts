/**
 * Made-up values for secrets in bodies. Key material keeps its form, so that a venue's intake takes it: what the sandbox's
 * venues read from a key's text (`refused`, `perms:READ`) is kept, too.
 */
import { isSecretName } from '../../conformance/member/exchange/secret-names.ts';

/** Of RFC 8410, section 10.3: published, so it protects nothing. */
const PUBLISHED_KEY = 'MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC';
const PEM = `-----BEGIN PRIVATE KEY-----\n${PUBLISHED_KEY}\n-----END PRIVATE KEY-----\n`;

const TRAITS = /refused|unreachable|perms:[A-Z,]*/g;

/** Members of the writes of credentials that hold no secret. A client may misspell the name of one that does. */
const PLAIN_MEMBER = /^(exchangeId|credentialId|displayName|canReadBalances|canTrade|remark|version|commandKey)$/;
/** The way to a place where everything is a secret, whatever its name. */
export const ALL_SECRET: readonly string[] = ['material'];

/** The way to the content of a body: what a write of credentials carries is key material unless it is known not to be. */
export function wayInto(path: string): readonly string[] {
  return /credential/i.test(path) ? [CREDENTIAL] : [];
}
const CREDENTIAL = 'a write of credentials';
/** The way into a frame of op auth. */
export const OP_AUTH = 'op auth';

/** Whether the member at this way holds a secret. */
export function holdsSecret(way: readonly string[]): boolean {
  const [root, first] = way;
  if (root === CREDENTIAL && first === undefined) return true;
  if (root === CREDENTIAL && !PLAIN_MEMBER.test(first ?? '')) return true;
  if (root === OP_AUTH && first === 'params' && way.length > 2) return true;
  return way.some((name) => /^material$/i.test(name)) || isSecretName(way.at(-1) ?? '');
}

/** The same secret is always the same made-up value. */
export class MadeUpMaterial {
  readonly #values = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  of(member: string, secret: string): string {
    const id = `${member} ${secret}`;
    const known = this.#values.get(id);
    if (known !== undefined) return known;
    const made = this.#made(member, secret);
    this.#values.set(id, made);
    return made;
  }

  #made(member: string, secret: string): string {
    if (/^private_?key$/i.test(member)) {
      if (secret.includes('-----BEGIN')) return PEM;
      if (/^[A-Za-z0-9+/=\s]{40,}$/.test(secret) || secret.startsWith('<')) return PUBLISHED_KEY;
    }
    if (secret === '') return '';
    const count = (this.#counts.get(member) ?? 0) + 1;
    this.#counts.set(member, count);
    const traits = [...new Set(secret.match(TRAITS) ?? [])];
    return ['made-up', member.replaceAll(/[^A-Za-z]/g, '').toLowerCase(), count, ...traits].join('-');
  }
}
