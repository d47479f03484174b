import { status } from '../../../member/exchange/exchange.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import type { Attempt } from '../../attempt.ts';
import { firstAnswered, precedes } from '../../attempt.ts';
import type { KeyStory } from '../../chronicle.ts';
import { binds, isAheadOfItsKey, isBusy, isIdentical, isKeyReused } from '../../same-request.ts';
import type { Statement } from '../../statement.ts';

/** Another use of a bound key. The interface does not say whether 404 or 409 comes first where both apply. */
function isTurnedAway(other: Attempt): boolean {
  if (other.outcome.kind === 'unknown' || isKeyReused(other) || isBusy(other) || isAheadOfItsKey(other)) return true;
  return other.outcome.kind === 'turned-away' && status(other.exchange) === 404;
}

function isReplayed({ outcome }: Attempt, busy: boolean): boolean {
  return outcome.kind !== 'turned-away' || busy;
}

function judgeKey({ attempts }: KeyStory): Judgement {
  const binding = firstAnswered(attempts, binds);
  if (binding === undefined) return pass;
  for (const attempt of attempts) {
    if (attempt.use !== binding.use) {
      if (binds(attempt) || (precedes(binding, attempt) && !isTurnedAway(attempt))) {
        return violated(
          '409 IDEMPOTENCY_KEY_REUSED: the key is bound to another use',
          binding.exchange,
          attempt.exchange,
        );
      }
    } else if (precedes(binding, attempt) && isIdentical(attempt, binding) && !isReplayed(attempt, isBusy(attempt))) {
      return violated('the answer to the use that the key is bound to, replayed', binding.exchange, attempt.exchange);
    }
  }
  return pass;
}

/** T15. A key is bound to one operation and resource: any other use is refused with 409, and the first use replays. */
export const boundToOneUse: Statement = {
  id: 'T15',
  says: 'a key is bound to one operation and resource: another use is refused 409, and the first replays ever after',
  shows: ['IDEM-06', 'IDEM-02'],
  judge: ({ keys }) => allOf(keys.map(judgeKey)),
};
