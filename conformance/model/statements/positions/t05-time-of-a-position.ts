import { pass, violated } from '../../../runner/judgement.ts';
import { byPosition } from '../../by-position.ts';
import type { Reading } from '../../reading.ts';
import type { Statement } from '../../statement.ts';

type Timed = Reading & { readonly position: bigint; readonly asOfNs: bigint };

/** T5. A position has one time on every member, and times do not decrease with positions. */
export const timeOfAPosition: Statement = {
  id: 'T5',
  says: 'one position names one time on every member, and a later position no earlier time',
  shows: ['POS-10'],
  judge({ readings }) {
    const timed = readings.filter((r): r is Timed => r.position !== undefined && r.asOfNs !== undefined);
    timed.sort(byPosition);
    let [earlier] = timed;
    for (const later of timed) {
      if (earlier === undefined) break;
      if (earlier.position === later.position && earlier.asOfNs !== later.asOfNs) {
        return violated(`the as-of ${earlier.asOfNs} of position ${later.position}`, earlier.exchange, later.exchange);
      }
      if (later.asOfNs < earlier.asOfNs) {
        return violated(`an as-of of ${earlier.asOfNs} or later`, earlier.exchange, later.exchange);
      }
      earlier = later;
    }
    return pass;
  },
};
