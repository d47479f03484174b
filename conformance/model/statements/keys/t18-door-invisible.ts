import { errorCode, status } from '../../../member/exchange/exchange.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import type { OperationRead } from '../../operation-read.ts';
import { operationReads } from '../../operation-read.ts';
import type { Statement } from '../../statement.ts';

const UNHEARD = new Set([401, 403]);

/**
 * Under a key for which nothing was accepted by then there is no record, whatever another organisation did with that
 * key.
 */
function judgeRead({ exchange, story }: OperationRead): Judgement {
  const taken = (story?.attempts ?? []).some(
    ({ outcome, sentAtMs }) => outcome.kind !== 'turned-away' && sentAtMs < exchange.answeredAtMs,
  );
  // A caller who is not admitted, or whom a busy member refuses, sees no record either.
  if (taken || UNHEARD.has(status(exchange) ?? 0) || (status(exchange) ?? 0) >= 429) return pass;
  if (status(exchange) === 404 && errorCode(exchange) === 'UNKNOWN_OPERATION') return pass;
  const seen = story === undefined ? [exchange] : [story.attempts[0].exchange, exchange];
  return violated('404 UNKNOWN_OPERATION: nothing was taken under this key in this organisation', seen);
}

/** T18. A refusal at the door leaves no operation record under its key. */
export const doorInvisible: Statement = {
  id: 'T18',
  says: 'a refusal at the door leaves nothing to be seen under its key',
  shows: ['IDEM-07', 'IDEM-10', 'IDEM-17'],
  judge: (chronicle) => allOf(operationReads(chronicle).map(judgeRead)),
};
