import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import type { Chronicle } from '../../chronicle.ts';
import { DOCUMENTS, EXECUTIONS, ORDERS } from '../../families.ts';
import type { SightedRow, Sighting } from '../../row-sightings.ts';
import { isCreation, sightedRows } from '../../row-sightings.ts';
import type { Statement } from '../../statement.ts';

function creationsOf({ latest }: SightedRow): readonly Sighting[] {
  return latest.filter(isCreation);
}

/** A document's seq belongs to its instance and is judged by T19. */
function judgeOnce(sighted: SightedRow): Judgement {
  const [first, second] = creationsOf(sighted);
  if (first === undefined || second === undefined || sighted.family === DOCUMENTS) return pass;
  return violated(`an id that no row of ${sighted.family.name} had before`, first.exchange, second.exchange);
}

/** Judged for int64 ids only: an int32 is too short to hold the time (T35). */
function judgeGrowth(chronicle: Chronicle): Judgement {
  const created = [...sightedRows(chronicle).values()]
    .filter(({ family }) => family === ORDERS || family === EXECUTIONS)
    .flatMap((sighted) => creationsOf(sighted).map((creation) => ({ ...creation, place: sighted.place ?? 0n })))
    .sort((a, b) => (a.position < b.position ? -1 : 1));
  for (const [i, after] of created.entries()) {
    const before = created[i - 1];
    if (before === undefined || before.place < after.place) continue;
    return violated('an id larger than that of an order made before', before.exchange, after.exchange);
  }
  return pass;
}

/** T35. No id is used twice, and order ids grow with the positions of their creation. */
export const idsAreNeverUsedAgain: Statement = {
  id: 'T35',
  says: 'no id is given twice, and order ids grow with the positions of their creation',
  shows: ['ID-05'],
  judge: (chronicle) => allOf([...sightedRows(chronicle).values()].map(judgeOnce), judgeGrowth(chronicle)),
};
