import type { Exchange } from '../../../member/exchange/exchange.ts';
import { status } from '../../../member/exchange/exchange.ts';
import { hasRetryAfter } from '../../../member/exchange/retry-after.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import { answersOf } from '../../answers.ts';
import type { Statement } from '../../statement.ts';

function judge(e: Exchange) {
  return hasRetryAfter(e) ? pass : violated('a Retry-After of 0 seconds or more', e);
}

/** T33. Every 429 and 503 has a valid Retry-After. From 0.12.0. */
export const retryAfter: Statement = {
  id: 'T33',
  says: 'every 429 and 503 says after how long to retry',
  shows: ['ERR-10'],
  judge: (chronicle) =>
    chronicle.history.since('0.12.0')
      ? allOf(
          answersOf(chronicle)
            .refused.filter((e) => status(e) === 429 || status(e) === 503)
            .map(judge),
        )
      : pass,
};
