/**
 * Made-up values for secrets in bodies. Key material keeps its form, so that a venue's intake takes it: what the sandbox's
 * venues read from a key's text (`refused`, `perms:READ`) is kept, too.
 */

/** Members of a body that hold secrets in any place; `key` only within `material`. */
const SECRET_MEMBER =
  /^(token|access_?token|refresh_?token|id_?token|ticket|secret|client_?secret|api_?secret|api_?key|private_?key|pass_?phrase|password|authorization|cookie|signature)$/i;

/** Of RFC 8410, section 10.3: published, so it protects nothing. */
const PUBLISHED_KEY = 'MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC';
const PEM = `-----BEGIN PRIVATE KEY-----\n${PUBLISHED_KEY}\n-----END PRIVATE KEY-----\n`;

const TRAITS = /refused|unreachable|perms:[A-Z,]*/g;

/** Whether the member at this way holds a secret. */
export function holdsSecret(way: readonly string[]): boolean {
  return way.includes('material') || SECRET_MEMBER.test(way.at(-1) ?? '');
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
