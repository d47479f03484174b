import { keyOf } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { driveSlowWrite, SLOW_WRITE_NEEDS } from './slow-write.ts';

export const slowWriteAnswers202 = check({
  id: 'idem/slow-write-answers-202',
  proves: ['IDEM-11'],
  title: 'a write not answered by the sync deadline answers 202 with Location: /operations/{key}',
  needs: SLOW_WRITE_NEEDS,
  drive: driveSlowWrite,

  judge(history) {
    const slow = history.one('slow');
    return expects(slow, { status: 202, headers: { location: `/operations/${keyOf(slow)}` } });
  },
});
