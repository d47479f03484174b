import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import { DOCUMENTS } from '../../families.ts';
import type { SightedRow, Sighting } from '../../row-sightings.ts';
import { sightedRows } from '../../row-sightings.ts';
import type { Statement } from '../../statement.ts';

/** What a document shows of its verdict. */
function judgeOutcome({ row = {}, exchange }: Sighting): Judgement {
  const { outcome, outcomeAtNs, detail } = row;
  if (!['STAGED', 'APPLIED', 'REFUSED'].includes(String(outcome))) {
    return violated('outcome STAGED, APPLIED or REFUSED', exchange);
  }
  if ((outcomeAtNs === null) !== (outcome === 'STAGED')) {
    return violated('outcomeAtNs null while STAGED, and a time ever after', exchange);
  }
  if (detail != null && outcome !== 'REFUSED') return violated('detail on a REFUSED document alone', exchange);
  return pass;
}

function judgeDocument({ latest }: SightedRow): Judgement {
  const shown = latest.filter(({ row }) => row !== undefined);
  let settled: Sighting | undefined;
  for (const sighting of shown) {
    const judged = judgeOutcome(sighting);
    if (judged.verdict !== 'pass') return judged;
    const [first, { row = {}, exchange }] = [shown[0], sighting];
    if (first !== undefined && first.row?.['document'] !== row['document']) {
      return violated('the document as it was when it was made', first.exchange, exchange);
    }
    if (settled === undefined) {
      if (row['outcome'] !== 'STAGED') settled = sighting;
    } else if (['outcome', 'outcomeAtNs', 'detail'].some((name) => settled?.row?.[name] !== row[name])) {
      return violated('the outcome for good: a verdict moves a document once', settled.exchange, exchange);
    }
  }
  return pass;
}

/** T21. A document leaves STAGED for one final outcome, and its text never changes. */
export const outcomesStand: Statement = {
  id: 'T21',
  says: 'a document goes from STAGED to one outcome and stays there, and its text never changes',
  shows: ['ALG-07', 'ALG-22'],
  judge: (chronicle) =>
    allOf([...sightedRows(chronicle).values()].filter(({ family }) => family === DOCUMENTS).map(judgeDocument)),
};
