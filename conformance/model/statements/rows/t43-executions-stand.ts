import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import { isSameState } from '../../canonical-json.ts';
import { EXECUTIONS } from '../../families.ts';
import type { SightedRow } from '../../row-sightings.ts';
import { sightedRows } from '../../row-sightings.ts';
import type { Statement } from '../../statement.ts';

/** Decimals compare by value: a fill of a finer scale may add zeros. */
function judgeExecution({ latest }: SightedRow): Judgement {
  const [first, ...others] = latest.filter(({ row }) => row !== undefined);
  if (first?.row === undefined) return pass;
  for (const { row, exchange } of others) {
    if (row === undefined || isSameState(row, first.row)) continue;
    return violated('the execution as it was served before', first.exchange, exchange);
  }
  return pass;
}

/** T43. An execution never changes once it was served, trailing zeros aside. */
export const executionsStand: Statement = {
  id: 'T43',
  says: 'an execution, once served, never changes but for trailing zeros',
  shows: ['EXE-01', 'ORD-20'],
  judge: (chronicle) =>
    allOf([...sightedRows(chronicle).values()].filter(({ family }) => family === EXECUTIONS).map(judgeExecution)),
};
