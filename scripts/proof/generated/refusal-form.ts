/** What every refusal looks like, whoever gives it, and how the door's differ from an owner's. */
import { isRefusalCode } from '../../../gateway/contract/refusals.ts';
import type { Answered } from './caller.ts';

const POSITION = 'x-service-global-sequence';

/** What is wrong with the form of a refusal, in words; undefined where nothing is. */
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

/** A refusal of the door: the request has not the published form, and no fact answers it. */
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
