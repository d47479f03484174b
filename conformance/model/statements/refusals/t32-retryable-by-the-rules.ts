import { status } from '../../../client/exchange.ts';
import { isRetryableByTheRules } from '../../../rules/retryable-by-the-rules.ts';
import { allOf, pass } from '../../../runner/judgement.ts';
import type { Statement } from '../../statement.ts';

/** T11 says that a retry has at most one effect, and T12 that a recorded answer repeats. */
export const retryableByTheRules: Statement = {
  id: 'T32',
  says: 'retryable follows from the status, the code and whether an owner judged',
  shows: ['ERR-11', 'ERR-15'],
  judge: ({ history }) =>
    history.since('0.12.0')
      ? allOf(history.answered.filter((e) => (status(e) ?? 0) >= 400).map(isRetryableByTheRules))
      : pass,
};
