import { isRetryableByTheRules } from '../../../rules/retryable-by-the-rules.ts';
import { allOf, pass } from '../../../runner/judgement.ts';
import { answersOf } from '../../answers.ts';
import type { Statement } from '../../statement.ts';

/** T11 says that a retry has at most one effect, and T12 that a recorded answer repeats. */
export const retryableByTheRules: Statement = {
  id: 'T32',
  says: 'retryable follows from the status, the code and whether an owner judged',
  shows: ['ERR-11', 'ERR-15'],
  judge: (chronicle) =>
    chronicle.history.since('0.12.0') ? allOf(answersOf(chronicle).refused.map(isRetryableByTheRules)) : pass,
};
