import type { Exchange } from '../member/exchange/exchange.ts';
import { isReused, replays } from '../member/exchange/same-answer.ts';
import { type Expectation, expects } from '../runner/expectation.ts';
import type { History } from '../runner/history.ts';
import { differs, type Judgement, pass, violated } from '../runner/judgement.ts';

/** IDEM-04: a retry of the key is answered with the recorded refusal. */
export function replaysTheRefusal(refused: Exchange, retried: Exchange): Judgement {
  return replays(retried, refused) ? pass : differs('the recorded refusal, replayed', refused, retried);
}

/**
 * IDEM-08: the key is spent for another request too, which gets the recorded answer. A deployed member may refuse that
 * request as one with a reused key (decision A21).
 */
export function isSpentFor(history: History, first: Exchange, other: Exchange): boolean {
  return replays(other, first) || (!history.target.strict && isReused(other, first));
}

/**
 * The owner refused the request as expected, and the key replays the refusal. If the refusal is another one, the replay
 * is not judged.
 */
export function isRecordedRefusal(
  refused: Exchange,
  again: Exchange,
  expected: Pick<Expectation, 'status' | 'code'>,
  why?: string,
): Judgement {
  const judged = expects(refused, { ...expected, position: 'present', asOf: 'absent' }, why);
  if (judged.verdict !== 'pass') return judged;
  return replays(again, refused) ? pass : violated('the recorded refusal, replayed', refused, again);
}
