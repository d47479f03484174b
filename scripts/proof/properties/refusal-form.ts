/** The form of every refusal, by validation and by an owner, and whether two answers give the caller the same information. */
import { isRefusalCode } from '../../../gateway/contract/refusals.ts';
import type { Answered } from './caller.ts';

const POSITION = 'x-service-global-sequence';

/** Describes what is wrong with the form of a refusal; undefined if nothing is. */
export function refusalFault({ status, headers, json }: Answered): string | undefined {
  if (status < 400 || status > 499) return `answered ${status}`;
  if (headers['content-type'] !== 'application/json; charset=utf-8') return 'not JSON by its content type';
  const { error, ...beside } = (json ?? {}) as { readonly error?: Readonly<Record<string, unknown>> };
  if (error === undefined || Object.keys(beside).length > 0) return 'not in the envelope';
  const { code, message, requestId, retryable, currentVersion: _, ...more } = error;
  if (Object.keys(more).length > 0) return `more in the envelope: ${Object.keys(more).join(', ')}`;
  if (typeof code !== 'string' || !isRefusalCode(code)) return 'a code of no table';
  if (typeof message !== 'string' || message.length < 8 || message.length > 500) return 'no message to read';
  if (requestId !== headers['x-request-id']) return 'the request id of another request';
  if (typeof retryable !== 'boolean') return 'it does not say whether to retry';
  return undefined;
}

/** Checks a refusal by validation: the request does not have the published form, and no fact answers it. */
export function doorFault(answered: Answered): string | undefined {
  const fault = refusalFault(answered);
  if (fault !== undefined) return fault;
  if (answered.status !== 400) return `answered ${answered.status}`;
  if (answered.headers[POSITION] !== undefined) return 'answered by a fact';
  return (answered.json as { error: { retryable: boolean } }).error.retryable ? 'retryable' : undefined;
}

export function messageOf({ json }: Answered): string {
  return (json as { readonly error?: { readonly message?: string } } | undefined)?.error?.message ?? '';
}

export function codeOf({ json }: Answered): string | undefined {
  return (json as { readonly error?: { readonly code?: string } } | undefined)?.error?.code;
}

/** Headers that differ between any two answers: their time and their request. */
const OF_THE_REQUEST = ['date', 'x-request-id'];
export interface Named {
  readonly answered: Answered;
  /** The value that the request named: the caller knows it, so an answer may contain it. */
  readonly value: string;
}

/** Describes how two answers differ; undefined if they are equal byte for byte except for the named value. */
export function difference(left: Named, right: Named): string | undefined {
  if (left.answered.status !== right.answered.status) return `${left.answered.status} and ${right.answered.status}`;
  const [one, other] = [left, right].map(headersOf);
  if (one !== other) return `the headers ${one} and ${other}`;
  const [text, otherText] = [left, right].map(bodyOf);
  return text === otherText ? undefined : `the bodies ${text} and ${otherText}`;
}

function headersOf({ answered: { status, headers } }: Named): string {
  const compared = Object.entries(headers).filter(([name]) => !OF_THE_REQUEST.includes(name));
  // Each fact has its own position, so it is masked. A 404 has the position of the read's state, which the named row does not move.
  const masked = compared.map(([name, value]) =>
    name === POSITION && status !== 404 ? [name, 'of its fact'] : [name, value],
  );
  return JSON.stringify(masked);
}

function bodyOf({ answered: { text, headers }, value }: Named): string {
  const requestId = headers['x-request-id'] ?? 'none';
  return text.replaceAll(requestId, '(request)').replaceAll(value, '(named)');
}
