/** The issuer's clients: one machine client for each principal of the world. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../secrets.ts';

export interface Persona {
  /** The principal's name in the target profile. */
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The organisation's external id: the claim `org_id`. */
  readonly org: string;
  /** The claim `sub`. */
  readonly subject: string;
}

/** The same in every world of one seed, so that a fork and its origin accept the same clients. */
export function secretOf(secrets: Secrets, seed: number, clientId: string): string {
  return secrets.keyFor('client secret', seed, clientId).toString('base64url');
}

/** The issuer's clients, by name and by client id. */
export class Personas {
  readonly #byName = new Map<string, Persona>();
  readonly #byClientId = new Map<string, Persona>();

  constructor(personas: Iterable<Persona>) {
    this.replace(personas);
  }

  /** After a reset: the same names, with the organisations and subjects of another seed. */
  replace(personas: Iterable<Persona>): void {
    this.#byName.clear();
    this.#byClientId.clear();
    for (const persona of personas) {
      this.#byName.set(persona.name, persona);
      this.#byClientId.set(persona.clientId, persona);
    }
  }

  named(name: string): Persona | undefined {
    return this.#byName.get(name);
  }

  names(): readonly string[] {
    return [...this.#byName.keys()];
  }

  all(): readonly Persona[] {
    return [...this.#byName.values()];
  }

  /** Constant time for an unknown client and for a wrong secret, of any length. */
  authenticate(clientId: string, clientSecret: string): Persona | undefined {
    const persona = this.#byClientId.get(clientId);
    const same = timingSafeEqual(digest(persona?.clientSecret ?? ''), digest(clientSecret));
    return same && persona !== undefined && persona.clientSecret !== '' ? persona : undefined;
  }
}

function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
