import { Refusal } from '../contract/refusals.ts';
import { stage } from '../stage.ts';

/** "1 MB" read as 2^20 bytes (decision A63). */
export const BODY_LIMIT_BYTES = 1_048_576;

/**
 * A body whose Content-Length is too large is refused unread (ERR-06); one without is bounded while it is read. This
 * comes after admission: a caller without access gets no answer about a body (AUTH-09, decision A2).
 */
export const boundBody = stage({
  name: 'bound-body',
  refuses: ['PAYLOAD_TOO_LARGE'],
  needs: ['request'],
  gives: [],
  run({ request }) {
    if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT_BYTES) throw tooLarge();
  },
});

/** The refusal of a body past BODY_LIMIT_BYTES (ERR-06). */
export function tooLarge(): Refusal {
  return new Refusal('PAYLOAD_TOO_LARGE', `the request body is longer than ${BODY_LIMIT_BYTES} bytes`);
}
