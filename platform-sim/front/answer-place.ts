/** Which answer a fault rule of the edge `answer` is asked about: what the request says of itself, verified or not. */
import type { IncomingMessage } from 'node:http';
import type { Where } from '../faults/match.ts';

/** Every property is worked out when a rule asks for it: a sandbox without faults pays for none. */
export class AnswerPlace implements Where {
  readonly member: string;
  readonly #request: IncomingMessage;
  readonly #orgIdOf: (externalOrgId: string) => number | undefined;

  /** @param orgIdOf the register key of the organisation that a token names */
  constructor(request: IncomingMessage, member: string, orgIdOf: (externalOrgId: string) => number | undefined) {
    this.#request = request;
    this.member = member;
    this.#orgIdOf = orgIdOf;
  }

  get command(): string | undefined {
    const { method, url = '' } = this.#request;
    const [path = ''] = url.split('?', 1);
    return method === 'POST' ? WRITES.find((write) => write.path.test(path))?.command : undefined;
  }

  get org(): number | undefined {
    const externalOrgId = orgClaim(this.#request.headers.authorization ?? '');
    return externalOrgId === undefined ? undefined : this.#orgIdOf(externalOrgId);
  }

  get key(): string | undefined {
    const key = this.#request.headers['idempotency-key'];
    return typeof key === 'string' ? key : undefined;
  }
}

const WRITES: readonly { readonly path: RegExp; readonly command: string }[] = [
  { path: /^\/orders$/, command: 'submit' },
  { path: /^\/orders\/[^/]+\/cancel$/, command: 'cancel' },
];

function orgClaim(authorization: string): string | undefined {
  const payload = /^bearer [^.]*\.([^.]*)\./i.exec(authorization)?.[1];
  if (payload === undefined) return undefined;
  try {
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { readonly org_id?: unknown } | null;
    return typeof claims?.org_id === 'string' ? claims.org_id : undefined;
  } catch {
    return undefined;
  }
}
