import type { Exchange } from '../client/exchange.ts';
import { replays } from '../client/same-answer.ts';
import type { Expectation } from '../runner/expectation.ts';
import { expects } from '../runner/expectation.ts';
import type { Judgement } from '../runner/judgement.ts';
import { pass, violated } from '../runner/judgement.ts';

/** Refused by the owner as expected, and replayed under its key. What was refused otherwise has no replay to be held to. */
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
