import { header } from '../../../member/exchange/exchange.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import { overlaps } from '../../attempt.ts';
import type { KeyStory } from '../../chronicle.ts';
import { binds, isBusy, isIdentical } from '../../same-request.ts';
import type { Statement } from '../../statement.ts';

/**
 * T12 says that judged answers are equal. What remains: an attempt that overlaps an accepted one is not refused at
 * the door.
 */
function judgeOverlaps({ attempts }: KeyStory): Judgement {
  for (const attempt of attempts) {
    if (attempt.outcome.kind !== 'turned-away' || isBusy(attempt)) continue;
    const taken = attempts.find((other) => binds(other) && overlaps(other, attempt) && isIdentical(other, attempt));
    if (taken === undefined) continue;
    return violated('the outcome of the attempt in flight, or 202 with its Location', taken.exchange, attempt.exchange);
  }
  return pass;
}

function judgeLocations({ key, attempts }: KeyStory): Judgement {
  for (const { outcome, exchange } of attempts) {
    if (outcome.kind !== 'promised') continue;
    if (header(exchange, 'location')?.endsWith(`/operations/${key}`) === true) continue;
    return violated(`202 with Location: /operations/${key}`, exchange);
  }
  return pass;
}

/** T16. Overlapping attempts with one key end the same way: with one answer, or with 202 and one Location. */
export const attach: Statement = {
  id: 'T16',
  says: 'attempts that overlap end alike: one answer, or 202 with one Location',
  shows: ['IDEM-05', 'IDEM-11'],
  judge: ({ keys }) => allOf(keys.flatMap((story) => [judgeOverlaps(story), judgeLocations(story)])),
};
