import type { Exchange } from '../member/exchange/exchange.ts';
import { replays } from '../member/exchange/same-answer.ts';
import type { Expectation } from '../runner/expectation.ts';
import { expects } from '../runner/expectation.ts';
import type { Judgement } from '../runner/judgement.ts';
import { pass, violated } from '../runner/judgement.ts';

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
