import { jsonAnswer } from '../answers.ts';
import { Refusal } from '../contract/refusals.ts';
import { stage } from '../stage.ts';

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
      const { code, message, retryable, row, currentVersion } = refusal;
      const stale = currentVersion === undefined ? {} : { currentVersion };
      const error = services.gates['errors.complete-envelope']
        ? { code, message, requestId, retryable, ...stale }
        : { code, message, ...stale };
      const retryAfter = row.retryAfterS === undefined ? {} : { 'Retry-After': String(row.retryAfterS) };
      const answer = jsonAnswer(row.status, JSON.stringify({ error }), { ...retryAfter, ...refusal.headers });
      return { ...answer, refused: { code, message: whyOf(thrown), stage: refusal.stage ?? 'the member itself' } };
    }
  },
});

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
