/** The OAuth 2.0 client credentials grant (RFC 6749, 4.4): one request for one token. */
import type { Stopwatch } from '../../runner/stopwatch.ts';
import type { Dial } from '../connection/dial.ts';
import { mendOfFailure } from '../connection/failures.ts';
import type { HeaderLines, RecordedResponse } from '../exchange/exchange.ts';
import { parse } from '../exchange/exchange.ts';
import { asObject } from '../profile/contract-document.ts';
import type { ClientAuthentication } from '../profile/profile.ts';
import type { LoadedProfile } from '../profile/read-profile.ts';
import type { Transport, WireFailure } from '../sending/transport.ts';
import { httpTransport } from '../sending/transport.ts';

export interface TokenEndpoint {
  readonly url: string;
  readonly audience?: string | undefined;
  readonly scope?: string | undefined;
  /** Additional parameters of a request for a short-lived token. */
  readonly shortLived?: Readonly<Record<string, string>> | undefined;
  /** Parameters of a request for a token of another audience. */
  readonly otherAudience?: Readonly<Record<string, string>> | undefined;
  /** undefined: in the body, and with HTTP Basic once the issuer refuses that as invalid_client. */
  readonly clientAuth?: ClientAuthentication | undefined;
  /** Opens the connections to the endpoint. */
  readonly dial: Dial;
  /** Headers of each request, which identify the run in the issuer's logs. */
  readonly headers?: (() => HeaderLines) | undefined;
  /** As for the target (`limits.timeoutMs`); default ten seconds. */
  readonly timeoutMs?: number | undefined;
}

export interface Client {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What is asked for beside the usual parameters. */
export type TokenKind = 'usual' | 'short-lived' | 'of another audience';

export interface Grant {
  readonly token: string;
  /** The lifetime as stated in `expires_in`. */
  readonly lifeSeconds: number | undefined;
}

/** Why there is no token, and the profile key to check; `SECRET` stands for the principal's own secret key. */
export interface GrantRefused {
  readonly why: string;
  readonly mend: string;
  /** No response came at all. */
  readonly isUnreached?: true;
}

const USUAL_TIMEOUT_MS = 10_000;
const SECRET = 'SECRET';

/** The key to check for each error code of RFC 6749, 5.2, and RFC 8707, 2. */
const MEND: Readonly<Record<string, string>> = {
  invalid_client: SECRET,
  unauthorized_client: SECRET,
  invalid_scope: 'identity.scope',
  invalid_target: 'identity.audience',
};

/** The token endpoint of a profile; undefined where it names none. */
export function tokenEndpointOf(
  { profile, dial }: LoadedProfile,
  headers?: () => HeaderLines,
): TokenEndpoint | undefined {
  const { tokenEndpoint: url, audience, scope, clientAuth, shortLived, otherAudience } = profile.identity ?? {};
  const { timeoutMs } = profile.limits ?? {};
  const asked = { audience, scope, clientAuth, shortLived, otherAudience };
  return url === undefined ? undefined : { url, ...asked, dial, headers, timeoutMs };
}

/** RFC 6749, 2.3.1: id and secret are form-encoded before they are joined. */
function basic({ clientId, clientSecret }: Client): string {
  const encoded = [clientId, clientSecret].map((part) => new URLSearchParams({ '': part }).toString().slice(1));
  return `Basic ${Buffer.from(encoded.join(':')).toString('base64')}`;
}

/** Requests tokens from one endpoint. */
export class TokenIssuer {
  readonly #endpoint: TokenEndpoint;
  readonly #url: URL;
  readonly #transport: Transport;
  /** How the issuer accepted a secret before, where the profile does not state it. */
  #learnt: ClientAuthentication | undefined;

  constructor(endpoint: TokenEndpoint, stopwatch: Stopwatch) {
    this.#endpoint = endpoint;
    this.#url = new URL(endpoint.url);
    this.#transport = httpTransport(this.#url.origin, stopwatch, undefined, endpoint.dial);
  }

  async grant(client: Client, kind: TokenKind = 'usual'): Promise<Grant | GrantRefused> {
    const stated = this.#endpoint.clientAuth ?? this.#learnt;
    const first = await this.#request(client, stated ?? 'client_secret_post', kind);
    if (stated !== undefined || !isInvalidClient(first)) return this.#read(first);
    const second = await this.#request(client, 'client_secret_basic', kind);
    // If both are refused, return the first response: it says as much, and more issuers word it well.
    if (isInvalidClient(second)) return this.#read(first);
    const read = this.#read(second);
    if ('token' in read) this.#learnt = 'client_secret_basic';
    return read;
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  #request(client: Client, by: ClientAuthentication, kind: TokenKind): Promise<RecordedResponse | WireFailure> {
    const { audience, scope, headers } = this.#endpoint;
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    if (by === 'client_secret_post') {
      form.set('client_id', client.clientId);
      form.set('client_secret', client.clientSecret);
    }
    if (audience !== undefined) form.set('audience', audience);
    if (scope !== undefined) form.set('scope', scope);
    for (const [name, value] of Object.entries(this.#parametersOf(kind))) form.set(name, value);
    const authorization = by === 'client_secret_basic' ? ['Authorization', basic(client)] : [];
    return this.#transport.send({
      method: 'POST',
      path: this.#url.pathname + this.#url.search,
      headers: [
        ...authorization,
        ...(headers?.() ?? []).flat(),
        ...['Content-Type', 'application/x-www-form-urlencoded', 'Accept', 'application/json'],
      ],
      body: form.toString(),
      timeoutMs: this.#endpoint.timeoutMs ?? USUAL_TIMEOUT_MS,
    });
  }

  #parametersOf(kind: TokenKind): Readonly<Record<string, string>> {
    const { shortLived = {}, otherAudience = {} } = this.#endpoint;
    return { usual: {}, 'short-lived': shortLived, 'of another audience': otherAudience }[kind];
  }

  #read(answer: RecordedResponse | WireFailure): Grant | GrantRefused {
    const { url } = this.#endpoint;
    if ('failure' in answer) {
      const mend = mendOfFailure(answer.failure);
      const why = mend === undefined ? `${answer.failure} at ${url}` : `${url}: ${answer.failure}`;
      return { why, mend: mend ?? 'identity.tokenEndpoint', isUnreached: true };
    }
    const body = asObject(parse(answer.body));
    const { access_token: token, expires_in: lifeSeconds } = body;
    if (answer.status === 200 && typeof token === 'string' && token !== '') {
      return { token, lifeSeconds: typeof lifeSeconds === 'number' ? lifeSeconds : undefined };
    }
    const { error, error_description: description } = body;
    const words = [error, description].filter((word) => typeof word === 'string' && word !== '').join(': ');
    const seen = words === '' ? `${answer.status} without an access_token` : `${answer.status} ${words}`;
    return { why: `${url} answered ${seen}`, mend: MEND[String(error)] ?? 'identity.tokenEndpoint' };
  }
}

/** The profile key to check. `secretKey` is the one that holds the principal's secret. */
export function mendOf({ mend }: GrantRefused, secretKey: string): string {
  return mend === SECRET ? secretKey : mend;
}

function isInvalidClient(answer: RecordedResponse | WireFailure): boolean {
  if ('failure' in answer || (answer.status !== 401 && answer.status !== 400)) return false;
  return asObject(parse(answer.body))['error'] === 'invalid_client';
}
