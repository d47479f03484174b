/** The secrets of one start, which its history shows as marks: `[token 1]`, `[client secret]`. */
import type { Credential } from '../../../conformance/clients/history.ts';

export class ClientSecrets {
  readonly #marks = new Map<string, string>();
  readonly #counts = { token: 0, ticket: 0 };
  readonly #leaks = new Set<string>();

  get leaks(): readonly string[] {
    return [...this.#leaks];
  }

  /** A secret of the client, which may stand only in the request of a token. */
  keep(secret: string, name: string): void {
    this.#marks.set(secret, `[${name}]`);
  }

  issue(kind: 'token' | 'ticket', secret: unknown): void {
    if (typeof secret !== 'string' || this.#marks.has(secret)) return;
    this.#counts[kind] += 1;
    this.#marks.set(secret, `[${kind} ${this.#counts[kind]}]`);
  }

  marked(text: string): string {
    let marked = text;
    for (const [secret, mark] of this.#marks) marked = marked.replaceAll(secret, mark);
    return marked;
  }

  credentialOf(headers: Readonly<Record<string, string>>, target: string, body: string): Credential | null {
    const places = [
      ['header', headers['authorization'] ?? ''],
      ['query', target],
      ['body', body],
    ] as const;
    for (const [place, text] of places) {
      for (const [secret, mark] of this.#marks) {
        const [, kind, n] = /^\[(token|ticket) (\d+)\]$/.exec(mark) ?? [];
        if (kind !== undefined && text.includes(secret))
          return { kind: kind as Credential['kind'], n: Number(n), in: place };
      }
    }
    return /^bearer /i.test(headers['authorization'] ?? '') ? { kind: 'token', n: 0, in: 'header' } : null;
  }

  /** Notes each secret that the address of a request holds. */
  noteLeak(where: string, target: string): void {
    for (const [secret, mark] of this.#marks) {
      if (target.includes(secret))
        this.#leaks.add(`${mark.slice(1, -1).replace(/ \d+$/, '')} in the address of ${this.marked(where)}`);
    }
  }
}
