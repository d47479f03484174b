import { isReplay, position, status } from '../../client/exchange.ts';
import { sameAnswer } from '../../client/same-answer.ts';
import { check } from '../../runner/check.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { driveSlowWrite, SLOW_WRITE_NEEDS } from './slow-write.ts';

export const settledKeyReplays = check({
  id: 'idem/settled-key-replays',
  proves: ['IDEM-13'],
  title: 'a key retried after its 202 has settled replays one settled answer',
  needs: SLOW_WRITE_NEEDS,
  drive: driveSlowWrite,

  judge(history) {
    if (status(history.one('slow')) !== 202) return inconclusive('the write was answered before the sync deadline');
    const retried = history.one('retried');
    const again = history.one('retried again');
    // Whether the 202 itself is what is replayed is open (decision A23): the operation record decides then.
    if (status(retried) === 202 && !history.target.strict) return pass;
    return allOf(
      isReplay(retried) && position(retried) !== undefined
        ? pass
        : violated('the settled answer with Idempotent-Replay: true', retried),
      sameAnswer(retried, again) ? pass : violated('the same settled answer each time', retried, again),
    );
  },
});
