import { pass, violated } from '../../../runner/judgement.ts';
import type { Reading } from '../../reading.ts';
import type { Statement } from '../../statement.ts';

type Placed = Reading & { readonly position: bigint };

/** Compares reads in order of sending with the highest position of those answered before: O(n log n). */
export const positionsNeverGoBack: Statement = {
  id: 'T3',
  says: 'what one member serves after an answer is not older than that answer',
  shows: ['POS-07'],
  judge({ readings, target }) {
    // Members behind one address may lag by different amounts (decision A42).
    if (!target.singleMember) return pass;
    const placed = readings.filter((r): r is Placed => r.position !== undefined);
    const bySending = placed.toSorted((a, b) => a.exchange.sentAtMs - b.exchange.sentAtMs);
    const byAnswer = placed.toSorted((a, b) => a.exchange.answeredAtMs - b.exchange.answeredAtMs);
    let answered = 0;
    let newest: Placed | undefined;
    for (const reading of bySending) {
      for (let before = byAnswer[answered]; before !== undefined; before = byAnswer[answered]) {
        if (before.exchange.answeredAtMs >= reading.exchange.sentAtMs) break;
        if (newest === undefined || before.position > newest.position) newest = before;
        answered += 1;
      }
      if (newest !== undefined && reading.position < newest.position) {
        return violated(`a position of ${newest.position} or later`, newest.exchange, reading.exchange);
      }
    }
    return pass;
  },
};
