import type { IncomingMessage } from 'node:http';
import type { Token } from '../../stage.ts';

type Json = Readonly<Record<string, unknown>>;

/** A bearer token's header and claims as they stand there, verified or not. */
export interface Unverified {
  readonly header: Json;
  readonly claims: Json;
}

export function unverifiedBearer(request: IncomingMessage): Unverified | undefined {
  return unverified(/^Bearer ([^ ]+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '');
}

export function unverified(token: string): Unverified | undefined {
  const [head = '', payload = ''] = token.split('.');
  try {
    return { header: decoded(head), claims: decoded(payload) };
  } catch {
    return undefined;
  }
}

/** What the pipeline would have of these claims, had they been verified. */
export function tokenOf({ claims }: Unverified): Token {
  const exp = claims['exp'];
  return {
    externalOrgId: String(claims['org_id']),
    subject: String(claims['sub']),
    expiresAtS: typeof exp === 'number' ? exp : null,
  };
}

function decoded(part: string): Json {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Json;
}
