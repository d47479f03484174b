import type { Exchange } from '../../../client/exchange.ts';
import { header, status } from '../../../client/exchange.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import type { Statement } from '../../statement.ts';

/** Seconds, or the date of an HTTP header (RFC 9110, section 10.2.3). */
const READABLE = /^([0-9]{1,9}|[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT)$/;

function judge(e: Exchange) {
  const retryAfter = header(e, 'retry-after');
  return retryAfter !== undefined && READABLE.test(retryAfter)
    ? pass
    : violated('a Retry-After of 0 seconds or more', e);
}

export const retryAfter: Statement = {
  id: 'T33',
  says: 'every 429 and 503 says after how long to retry',
  shows: ['ERR-10'],
  judge: ({ history }) =>
    history.since('0.12.0')
      ? allOf(...history.answered.filter((e) => status(e) === 429 || status(e) === 503).map(judge))
      : pass,
};
