import { publishedRetryable } from '../contract/retryable.ts';
import type { Exchange } from '../member/exchange/exchange.ts';
import { errorCode, isFactual, retryable, status } from '../member/exchange/exchange.ts';
import type { Judgement } from '../runner/judgement.ts';
import { pass, unseen, violated } from '../runner/judgement.ts';

/**
 * error.retryable has the value that the rules give for this status and code; unseen where the value depends on the
 * deployment.
 */
export function isRetryableByTheRules(e: Exchange): Judgement {
  const refused = { status: status(e) ?? 0, code: errorCode(e) ?? '', factual: isFactual(e) };
  const published = publishedRetryable(refused);
  if (published === undefined) return unseen;
  if (retryable(e) === published) return pass;
  return violated(`error.retryable ${published} for ${refused.status} ${refused.code}`, e);
}
