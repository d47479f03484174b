import { KEY_PATTERN } from '../contract/keys.ts';
import { malformed } from '../contract/refusals.ts';
import { linesOf } from '../http/request-head.ts';
import { stage } from '../stage.ts';

/** The command key of a write: one header of 1 to 64 unreserved characters (IDEM-01, decision A19). */
export const requireKey = stage({
  name: 'require-key',
  refuses: ['MALFORMED_REQUEST'],
  needs: ['request'],
  gives: ['key'],
  run({ request }) {
    const sent = linesOf(request, 'idempotency-key');
    if (sent.length === 0) throw malformed('Idempotency-Key: missing; every write names its key');
    const key = sent[0] ?? '';
    // Node joins two lines into one value; two keys are no valid key (trap X2).
    if (sent.length > 1) throw malformed('Idempotency-Key: sent more than once');
    if (!KEY_PATTERN.test(key)) {
      throw malformed('Idempotency-Key: not 1 to 64 characters of A-Z a-z 0-9 . _ ~ -');
    }
    return { key };
  },
});
