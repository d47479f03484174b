import { gateOfCode } from '../contract/older-codes.ts';
import { Refusal } from '../contract/refusals.ts';
import type { Gates } from '../contract/versions.ts';
import { jsonAnswer } from '../http/answers.ts';
import { STATUS_CODES } from '../http/node-http.ts';
import { type Answer, stage } from '../stage.ts';

/**
 * The one place where a refusal becomes an answer (ERR-01 to ERR-03). What is not a Refusal is this member's own failure:
 * it is answered in the same envelope, with nothing of its inside (ERR-17), and told to whoever watches the member.
 */
export const renderRefusals = stage({
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
  // What the web server answered for a member of before the envelope was on everything.
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

/** The statuses whose refusals had a message before all had one: those of a request that is itself at fault. */
const SAYS_WHY: readonly number[] = [400, 412, 413, 422];

function internalError(cause: unknown): Refusal {
  const refusal = new Refusal(
    'INTERNAL_ERROR',
    'the service failed to answer this request; what became of a write is told by GET /operations/{key}',
  );
  refusal.cause = cause;
  return refusal;
}

function whyOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
