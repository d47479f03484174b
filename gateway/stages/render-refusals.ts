import { gateOfCode } from '../contract/older-codes.ts';
import { Refusal } from '../contract/refusals.ts';
import type { Gates } from '../contract/versions.ts';
import { jsonAnswer } from '../http/answers.ts';
import { STATUS_CODES } from '../http/node-http.ts';
import { type Answer, stageAround } from '../stage.ts';

/**
 * The only place that turns a refusal into an answer (ERR-01 to ERR-03). An error that is no Refusal is an internal
 * error: it gets the same envelope without details (ERR-17), and the observer receives it.
 */
export const renderRefusals = stageAround({
  name: 'render-refusals',
  refuses: ['INTERNAL_ERROR'],
  needs: ['services', 'requestId'],
  gives: [],
  async run({ services, requestId }, proceed) {
    try {
      return await proceed({});
    } catch (thrown) {
      const refusal = thrown instanceof Refusal ? thrown : internalError(thrown);
      const answer = rendered(refusal, requestId, services.gates);
      const why = { message: whyOf(thrown), stage: refusal.stage ?? 'the member itself' };
      return { ...answer, refused: { code: refusal.code, ...why } };
    }
  },
});

function rendered(refusal: Refusal, requestId: string, gates: Gates): Answer {
  const { code, message, retryable, row, currentVersion } = refusal;
  const retryAfter = row.retryAfterS === undefined ? {} : { 'Retry-After': String(row.retryAfterS) };
  const headers = { ...retryAfter, ...refusal.headers };
  // The web server's own answer, as on a member without the envelope everywhere.
  if (!gates['errors.every-envelope'] && gateOfCode(code) === 'errors.every-envelope') {
    const body = STATUS_CODES[row.status] ?? '';
    return { status: row.status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers }, body };
  }
  const stale = currentVersion === undefined ? {} : { currentVersion };
  const error = gates['errors.complete-envelope']
    ? { code, message, requestId, retryable, ...stale }
    : { code, ...(SAYS_WHY.includes(row.status) ? { message } : {}), ...stale };
  return jsonAnswer(row.status, JSON.stringify({ error }), headers);
}

/** Before every refusal had a message, only these statuses had one: faults of the request itself. */
const SAYS_WHY: readonly number[] = [400, 412, 413, 422];

function internalError(cause: unknown): Refusal {
  const refusal = new Refusal(
    'INTERNAL_ERROR',
    'the service failed to answer this request; GET /operations/{key} returns the outcome of a write',
  );
  refusal.cause = cause;
  return refusal;
}

function whyOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
