/**
 * The headers and bodies of an exchange as the control plane shows them: without tokens, tickets, client secrets and key
 * material.
 */
import type { OtherAnswer } from '../faults/other-answer.ts';
import { isSecretName } from './secret-names.ts';
import type { StoredContent } from './stored-content.ts';
import { withoutTokens } from './without-tokens.ts';

export interface ShownMessage {
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The parsed value if it is JSON, otherwise text; null: no body. */
  readonly body: unknown;
}

export interface ShownContent {
  /** With the query. */
  readonly target: string;
  readonly request: ShownMessage;
  readonly response: ShownMessage;
  /** A body was cut: it is longer than the stored part. */
  readonly isCut?: true;
}

const NOT_SHOWN = '[not shown]';

/**
 * Members of the writes of credentials that are known to hold none. A client may put key material under any other name,
 * and no refusal repeats it either (CRED-05).
 */
const CREDENTIAL_MEMBERS: readonly string[] = [
  'exchangeId',
  'credentialId',
  'displayName',
  'canReadBalances',
  'canTrade',
  'remark',
  'version',
];

/** What may be shown of an exchange. */
export function shownContent(content: Omit<StoredContent, 'size'>): ShownContent {
  const { target, requestHeaders, requestBody, responseHeaders, responseBody, isCut } = content;
  const sent = requestHeaders.flatMap((name, i) => (i % 2 === 0 ? [[name, requestHeaders[i + 1] ?? ''] as const] : []));
  const holdsMaterial = /credential/i.test(target);
  return {
    target: withoutTokens(target),
    request: { headers: sent.map(shownHeader), body: requestBody && shownBody(requestBody, holdsMaterial) },
    response: { headers: Object.entries(responseHeaders).map(shownHeader), body: shownAnswer(responseBody) },
    ...(isCut ? { isCut } : {}),
  };
}

/** What may be shown of an answer that a fault sends. */
export function shownResponse({ headers, body }: OtherAnswer): ShownMessage {
  return { headers: Object.entries(headers).map(shownHeader), body: shownAnswer(body) };
}

/** A client of a browser may put its token into the protocol of a socket. */
function isSecretHeader(name: string): boolean {
  return isSecretName(name) || /^sec-websocket-protocol$/i.test(name);
}

function shownHeader([name, value]: readonly [string, string]): readonly [string, string] {
  return [name, isSecretHeader(name) ? NOT_SHOWN : withoutTokens(value)];
}

function shownAnswer(body: StoredContent['responseBody']): unknown {
  if (body === null || body === '') return null;
  if (typeof body === 'string') return shownBody(body, false);
  return body instanceof Uint8Array ? shownBody(Buffer.from(body).toString('utf8'), false) : shownValue(body);
}

/** The text without secrets: the parsed value if it is JSON, otherwise text. */
export function shownText(text: string): unknown {
  return shownBody(text, false);
}

function shownBody(text: string, holdsMaterial: boolean): unknown {
  const value = jsonOf(text);
  if (!holdsMaterial) return value === undefined ? shownPlain(text) : withoutParams(value, shownValue(value));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return NOT_SHOWN;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) =>
      CREDENTIAL_MEMBERS.includes(name) ? [name, shownValue(member)] : [shownName(name), NOT_SHOWN],
    ),
  );
}

/** A text that is no JSON, such as a form. */
function shownPlain(text: string): string {
  const isForm = /^[^=&\s{}<>"]+=/.test(text);
  if (!isForm) return withoutTokens(text);
  const pairs = text.split('&').map((pair) => {
    const at = pair.indexOf('=');
    return at > 0 && isSecretName(decoded(pair.slice(0, at))) ? `${pair.slice(0, at)}=${NOT_SHOWN}` : pair;
  });
  return withoutTokens(pairs.join('&'));
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
}

/** What op auth carries is a credential, whatever its name. */
function withoutParams(value: unknown, shown: unknown): unknown {
  const { op, params } = (value ?? {}) as { readonly op?: unknown; readonly params?: unknown };
  if (params === undefined || typeof op !== 'string' || !/^\s*auth/i.test(op)) return shown;
  return { ...(shown as object), params: NOT_SHOWN };
}

/** Without quoting a secret that was sent as the name of a member. */
function shownName(name: string): string {
  return /^[A-Za-z]{1,20}$/.test(name) ? name : NOT_SHOWN;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function shownValue(value: unknown): unknown {
  if (typeof value === 'string') return shownInText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(shownValue);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      withoutTokens(name),
      (isSecretName(name) || /^material$/i.test(name)) && member !== null ? NOT_SHOWN : shownValue(member),
    ]),
  );
}

/** A text may be JSON itself. */
function shownInText(text: string): string {
  const value = /^\s*[[{]/.test(text) ? jsonOf(text) : undefined;
  if (value === undefined) return withoutTokens(text);
  const [before, after] = [JSON.stringify(value), JSON.stringify(shownValue(value))];
  return before === after ? text : after;
}
