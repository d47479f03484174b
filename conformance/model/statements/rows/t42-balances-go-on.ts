import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import { BALANCES, int64Of } from '../../families.ts';
import { READINGS } from '../../money-members.ts';
import type { SightedRow, Sighting } from '../../row-sightings.ts';
import { sightedRows } from '../../row-sightings.ts';
import type { Statement } from '../../statement.ts';

function judgeBalance({ latest }: SightedRow): Judgement {
  let newest: { readonly atNs: bigint; readonly sighting: Sighting } | undefined;
  for (const sighting of latest) {
    const { row = {}, exchange } = sighting;
    const unread = READINGS.find((name) => row[name] === null || row[name] === undefined);
    if (unread !== undefined) return violated(`${unread} as a reading: zero is one, null is none`, exchange);
    const atNs = int64Of(row['observedAtNs']);
    if (atNs === undefined) return violated('observedAtNs on every balance', exchange);
    if (newest !== undefined && atNs < newest.atNs) {
      return violated(`observedAtNs of ${newest.atNs} or later`, newest.sighting.exchange, exchange);
    }
    newest = { atNs, sighting };
  }
  return pass;
}

/** T42. A balance is never null, and its reading never gets older as positions grow. */
export const balancesGoOn: Statement = {
  id: 'T42',
  says: 'a balance is never null, and is never older at a later position',
  shows: ['BAL-02', 'BAL-05'],
  judge: (chronicle) =>
    allOf([...sightedRows(chronicle).values()].filter(({ family }) => family === BALANCES).map(judgeBalance)),
};
